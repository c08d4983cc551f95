//! The settings of play: clocks, limits, and others.

use std::time::Duration;

use ferz::Limits;

use super::super::clock::{Clock, by_clock};
use super::super::session::{MOST_LINES, elo, level};
use super::{Aim, Cecp};

/// The settings that have been made.
#[derive(Clone, Debug)]
pub(super) struct Manner {
    /// The number of moves until the base of the clock is added again; 0 for never.
    moves: u32,
    /// The increment of each move.
    more: Duration,
    clock: Option<Duration>,
    /// The fixed time per move, instead of a clock.
    pub(super) each: Option<Duration>,
    pub(super) depth: Option<u32>,
    /// True if thinking output is sent.
    pub(super) post: bool,
    /// True if the engine ponders: it thinks on the opponent's time.
    pub(super) ponders: bool,
}

impl Default for Manner {
    fn default() -> Self {
        let (moves, more) = (0, Duration::ZERO);
        Self { moves, more, clock: None, each: None, depth: None, post: true, ponders: false }
    }
}

impl Manner {
    /// Returns the limits of a move, after a number of the engine's own moves.
    pub(super) fn limits(&self, made: u32, overhead: Duration) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        if let Some(each) = self.each {
            limits.time = Some(each.saturating_sub(overhead).max(Duration::from_millis(1)));
        } else if let Some(left) = self.clock {
            let moves = (self.moves > 0).then(|| self.moves - made % self.moves);
            by_clock(&mut limits, Clock { left, more: self.more, moves }, overhead);
        } else if self.depth.is_none() {
            limits.time = Some(Duration::from_secs(3));
        }
        limits
    }

    /// Reads `level`: moves, minutes with seconds, and the increment in seconds.
    fn level(&mut self, rest: &str) -> Option<()> {
        let mut words = rest.split_whitespace();
        let moves = words.next()?.parse().ok()?;
        let base = words.next()?;
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let base = minutes.parse::<u32>().ok()?.checked_mul(60)?.checked_add(seconds.parse().ok()?)?;
        let more = words.next()?.parse::<f64>().ok().filter(|more| (0.0..1e6).contains(more))?;
        (self.moves, self.more) = (moves, Duration::from_secs_f64(more));
        (self.clock, self.each) = (Some(Duration::from_secs(u64::from(base))), None);
        Some(())
    }

    /// Reads `st`.
    fn each(&mut self, rest: &str) -> Option<()> {
        let seconds = rest.parse::<f64>().ok().filter(|seconds| *seconds > 0.0)?;
        self.each = Some(Duration::from_secs_f64(seconds.min(1e6)));
        Some(())
    }

    /// Reads `time`, in hundredths of a second.
    fn time(&mut self, rest: &str) -> Option<()> {
        let hundredths = rest.parse::<i64>().ok()?.clamp(0, 1 << 40).unsigned_abs();
        self.clock = Some(Duration::from_millis(hundredths * 10));
        Some(())
    }

    /// Reads `sd`.
    fn depth(&mut self, rest: &str) -> Option<()> {
        self.depth = Some(rest.parse::<u32>().ok()?.clamp(1, 1000));
        Some(())
    }
}

impl Cecp {
    /// Handles a command about the settings; `false` if the word is of another kind.
    pub(super) fn set(&mut self, word: &str, rest: &str, line: &str) -> bool {
        match word {
            "option" => self.option(rest, line),
            "post" | "nopost" => self.manner.post = word == "post",
            "hard" | "easy" => self.set_pondering(word == "hard"),
            _ => return self.set_number(word, rest, line),
        }
        true
    }

    fn set_number(&mut self, word: &str, rest: &str, line: &str) -> bool {
        let (read, wanted) = match word {
            "level" => (self.manner.level(rest), "moves, minutes and seconds are"),
            "st" => (self.manner.each(rest), "a number of seconds is"),
            "sd" => (self.manner.depth(rest), "a number is"),
            "time" => (self.manner.time(rest), "a number is"),
            "memory" | "cores" => (self.resource(word, rest, line), "a number is"),
            _ => return false,
        };
        if read.is_none() {
            self.say(&format!("Error ({wanted} needed): {line}"));
        }
        true
    }

    fn resource(&mut self, word: &str, rest: &str, line: &str) -> Option<()> {
        let number = rest.parse::<u64>().ok()?.min(1 << 20) as usize;
        let aim = self.aim;
        self.halt();
        if word == "cores" {
            self.desk.set_threads(number);
        } else if let Err(message) = self.desk.set_hash(number) {
            self.say(&format!("Error ({message}): {line}"));
        }
        self.resume(aim);
        Some(())
    }

    /// Resumes what was interrupted.
    fn resume(&mut self, aim: Aim) {
        if aim == Aim::Play { self.go_on() } else { self.go_on_analysing() }
    }

    fn option(&mut self, rest: &str, line: &str) {
        let aim = self.aim;
        self.halt();
        let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
        let (name, value) = (name.trim(), value.trim());
        let (number, word) = (value.parse::<u64>().ok(), value.trim_start_matches('*'));
        let done = match (name.to_lowercase().as_str(), number) {
            ("multipv", Some(number)) => {
                self.desk.lines = (number as usize).clamp(1, MOST_LINES);
                Ok(())
            }
            ("skill level", Some(number)) => {
                self.desk.level = level(number);
                Ok(())
            }
            ("limit strength", Some(number)) => {
                self.desk.limited = number == 1;
                Ok(())
            }
            ("elo", Some(number)) => {
                self.desk.elo = elo(number);
                Ok(())
            }
            ("search", _) => self.desk.set_method(word),
            _ => self.desk.choose(name, word),
        };
        if let Err(message) = done {
            self.say(&format!("Error ({message}): {line}"));
        }
        self.resume(aim);
    }
}
