//! The Chess Engine Communication Protocol, version 2 (T. Mann and H. G. Muller), which XBoard and WinBoard speak.

use std::time::Duration;

use super::clock::{Clock, by_clock};
use super::desk::{Desk, Event, MOST_LINES};
use super::men::told;
use crate::{Ask, GameResult, Insight, Level, Opinion, PlayError, Score, Side, Step};

/// Time for a game, as `level` says it.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    /// Steps until the base is given again; 0: never.
    steps: u32,
    more: Duration,
}

/// What thinking is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    Nothing,
    Play,
    Analyse,
}

struct Cecp {
    desk: Desk,
    /// The side it plays, if it plays.
    side: Option<Side>,
    aim: Aim,
    analysing: bool,
    post: bool,
    pace: Pace,
    clock: Option<Duration>,
    each: Option<Duration>,
    depth: Option<u32>,
    /// Pings to be answered after the step.
    pings: Vec<String>,
    over: bool,
}

/// Serves until `quit`.
pub(super) fn serve(desk: Desk) {
    let mut cecp = Cecp {
        desk,
        side: Some(Side::Black),
        aim: Aim::Nothing,
        analysing: false,
        post: true,
        pace: Pace::default(),
        clock: None,
        each: None,
        depth: None,
        pings: Vec::new(),
        over: false,
    };
    loop {
        match cecp.desk.next() {
            Event::Line(line) => {
                if !cecp.obey(&line) {
                    break;
                }
            }
            Event::TooLong => cecp.say("Error (too long): the line"),
            Event::Done(opinion, _) => cecp.done(&opinion),
            Event::End => break,
        }
    }
    cecp.desk.finish();
}

impl Cecp {
    fn say(&self, text: &str) {
        self.desk.say(text);
    }

    /// Does what a line says; `false` ends it all.
    fn obey(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "quit" => return false,
            "protover" => self.introduce(),
            "ping" => match self.aim {
                Aim::Play => self.pings.push(rest.to_owned()),
                _ => self.say(&format!("pong {rest}")),
            },
            "new" => self.renew(),
            "variant" => self.variant(rest),
            "force" => {
                self.halt();
                self.side = None;
            }
            "go" => {
                self.halt();
                self.side = Some(self.desk.game.side());
                self.go_on();
            }
            "playother" => {
                self.halt();
                self.side = Some(self.desk.game.side().other());
            }
            "usermove" => self.user_move(rest),
            "?" if self.aim == Aim::Play => {
                if let Some(opinion) = self.desk.finish() {
                    self.done(&opinion);
                }
            }
            "setboard" => self.set_board(rest),
            "undo" => self.undo(1, line),
            "remove" => self.undo(2, line),
            "result" => {
                self.halt();
                self.side = None;
            }
            "level" => self.level(rest, line),
            "st" => match rest.parse::<f64>() {
                Ok(seconds) if seconds > 0.0 => self.each = Some(Duration::from_secs_f64(seconds.min(1e6))),
                _ => self.say(&format!("Error (a number of seconds is needed): {line}")),
            },
            "sd" => match rest.parse::<u32>() {
                Ok(depth) => self.depth = Some(depth.clamp(1, 1000)),
                Err(_) => self.say(&format!("Error (a number is needed): {line}")),
            },
            "time" => match rest.parse::<i64>() {
                Ok(hundredths) => {
                    self.clock = Some(Duration::from_millis(hundredths.clamp(0, 1 << 40) as u64 * 10));
                }
                Err(_) => self.say(&format!("Error (a number is needed): {line}")),
            },
            "memory" | "cores" => self.resource(word, rest, line),
            "option" => self.option(rest, line),
            "post" => self.post = true,
            "nopost" => self.post = false,
            "analyze" => {
                self.halt();
                (self.side, self.analysing) = (None, true);
                self.go_on();
            }
            "exit" => {
                self.halt();
                self.analysing = false;
            }
            "hint" => self.hint(),
            "" | "xboard" | "accepted" | "rejected" | "random" | "hard" | "easy" | "otim" | "name"
            | "rating" | "ics" | "computer" | "draw" | "bk" | "white" | "black" | "?" | "." => {}
            _ if self.desk.game.find(word).is_ok() && rest.is_empty() => self.user_move(word),
            _ => {
                let shown: String = line.chars().take(80).collect();
                self.say(&format!("Error (unknown command): {shown}"));
            }
        }
        true
    }

    fn introduce(&self) {
        let offers = self.desk.offers.all().filter(|offer| offer.is_shown());
        let names: Vec<&str> = offers.map(|offer| offer.label.as_str()).collect();
        self.say("feature done=0");
        self.say(
            "feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=0 debug=1 colors=0 sigint=0 sigterm=0",
        );
        self.say("feature reuse=1 analyze=1 nps=0 memory=1 smp=1 name=0 ics=0 pause=0");
        self.say(&format!("feature myname=\"ferz {}\"", env!("CARGO_PKG_VERSION")));
        self.say(&format!("feature variants=\"{}\"", names.join(",")));
        self.say(&format!("feature option=\"MultiPV -spin 1 1 {MOST_LINES}\""));
        self.say("feature option=\"Skill Level -spin 10 1 10\"");
        for (name, default, values) in self.desk.offers.options() {
            let marked = |value: &String| if *value == default { format!("*{value}") } else { value.clone() };
            let values: Vec<String> = values.iter().map(marked).collect();
            self.say(&format!("feature option=\"{name} -combo {}\"", values.join(" /// ")));
        }
        self.say("feature done=1");
    }

    /// Stops thinking; what it was for is dropped.
    fn halt(&mut self) {
        self.desk.finish();
        self.aim = Aim::Nothing;
        for ping in std::mem::take(&mut self.pings) {
            self.say(&format!("pong {ping}"));
        }
    }

    fn renew(&mut self) {
        self.halt();
        let standard = self.desk.offers.standard().name.clone();
        if let Err(message) = self.desk.set_variant(&standard) {
            self.say(&format!("tellusererror {message}"));
        }
        (self.side, self.depth, self.each) = (Some(Side::Black), None, None);
        (self.analysing, self.over) = (false, false);
    }

    fn variant(&mut self, name: &str) {
        self.halt();
        if let Err(message) = self.desk.set_variant(name) {
            return self.say(&format!("Error ({message}): variant {name}"));
        }
        self.over = false;
        if self.desk.offer.name != self.desk.offers.standard().name {
            for line in told(self.desk.game.variant()) {
                self.say(&line);
            }
        }
    }

    fn set_board(&mut self, fen: &str) {
        self.halt();
        match self.desk.game.variant().position(fen) {
            Ok(game) => {
                self.desk.game = game;
                self.over = false;
            }
            Err(error) => {
                // a position that can't be read must not be played on from another
                self.side = None;
                self.say(&format!("tellusererror Illegal position: {}", one_line(&error.to_string())));
            }
        }
        self.go_on_analysing();
    }

    fn user_move(&mut self, text: &str) {
        let thinking = self.aim;
        if thinking == Aim::Play {
            return self.say(&format!("Illegal move (it is not your turn): {text}"));
        }
        self.halt();
        match self.desk.game.play(text) {
            Ok(_) => {
                self.tell_end();
                self.go_on();
            }
            Err(error) => {
                let why = match error {
                    PlayError::Over(reason) => format!("the game is over, {reason}"),
                    error => error.to_string(),
                };
                self.say(&format!("Illegal move ({}): {text}", one_line(&why)));
                self.go_on_analysing();
            }
        }
    }

    fn undo(&mut self, steps: usize, line: &str) {
        self.halt();
        if self.desk.game.made().len() < steps {
            self.say(&format!("Error (command not legal now): {line}"));
        } else {
            (0..steps).for_each(|_| drop(self.desk.game.undo()));
            self.over = false;
        }
        self.go_on_analysing();
    }

    fn level(&mut self, rest: &str, line: &str) {
        let mut words = rest.split_whitespace();
        let mut read = || {
            let steps = words.next()?.parse().ok()?;
            let base = words.next()?;
            let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
            let base = minutes.parse::<u32>().ok()?.checked_mul(60)?.checked_add(seconds.parse().ok()?)?;
            let more = words.next()?.parse::<f64>().ok().filter(|more| (0.0..1e6).contains(more))?;
            Some((steps, base, more))
        };
        match read() {
            Some((steps, base, more)) => {
                self.pace = Pace { steps, more: Duration::from_secs_f64(more) };
                (self.clock, self.each) = (Some(Duration::from_secs(u64::from(base))), None);
            }
            None => self.say(&format!("Error (steps, minutes and seconds are needed): {line}")),
        }
    }

    fn resource(&mut self, word: &str, rest: &str, line: &str) {
        let Ok(number) = rest.parse::<u64>() else {
            return self.say(&format!("Error (a number is needed): {line}"));
        };
        let aim = self.aim;
        self.halt();
        let number = number.min(1 << 20) as usize;
        if word == "cores" {
            self.desk.set_threads(number);
        } else if let Err(message) = self.desk.set_hash(number) {
            self.say(&format!("Error ({message}): {line}"));
        }
        self.resume(aim);
    }

    /// Goes on with what was interrupted.
    fn resume(&mut self, aim: Aim) {
        if aim == Aim::Play { self.go_on() } else { self.go_on_analysing() }
    }

    fn option(&mut self, rest: &str, line: &str) {
        let aim = self.aim;
        self.halt();
        let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
        let (name, value) = (name.trim(), value.trim());
        let number = value.parse::<u64>().ok();
        match (name.to_lowercase().as_str(), number) {
            ("multipv", Some(number)) => self.desk.lines = (number as usize).clamp(1, MOST_LINES),
            ("skill level", Some(number)) => {
                self.desk.level = Level::new(number.clamp(1, 10) as u8).unwrap_or(Level::HIGHEST);
            }
            _ => {
                if let Err(message) = self.desk.choose(name, value.trim_start_matches('*')) {
                    self.say(&format!("Error ({message}): {line}"));
                }
            }
        }
        self.resume(aim);
    }

    fn hint(&mut self) {
        if self.aim == Aim::Nothing && self.desk.game.result().is_none() {
            self.desk.think(
                Ask { limits: crate::Limits { nodes: Some(20_000), ..Default::default() }, ..Ask::default() },
                |_| None,
            );
            let step = self.desk.wait().and_then(|opinion| opinion.step);
            if let Some(step) = step {
                self.say(&format!("Hint: {}", self.desk.game.coordinates(step)));
            }
        }
    }

    /// Thinks if it is its turn, or it analyses.
    fn go_on(&mut self) {
        self.go_on_analysing();
        if self.analysing || self.side != Some(self.desk.game.side()) || self.desk.game.result().is_some() {
            return;
        }
        let mut ask = Ask::default();
        ask.limits.depth = self.depth;
        if let Some(each) = self.each {
            ask.limits.time = Some(each.saturating_sub(self.desk.overhead).max(Duration::from_millis(1)));
        } else if let Some(left) = self.clock {
            let made =
                self.desk.game.made().iter().filter(|made| Some(made.side) == self.side).count() as u32;
            let steps = (self.pace.steps > 0).then(|| self.pace.steps - made % self.pace.steps);
            by_clock(&mut ask.limits, Clock { left, more: self.pace.more, steps }, self.desk.overhead);
        } else if self.depth.is_none() {
            ask.limits.time = Some(Duration::from_secs(3));
        }
        self.aim = Aim::Play;
        self.think(ask);
    }

    fn go_on_analysing(&mut self) {
        if self.analysing && self.aim == Aim::Nothing && self.desk.game.result().is_none() {
            self.aim = Aim::Analyse;
            self.think(Ask::default());
        }
    }

    fn think(&mut self, ask: Ask) {
        let post = self.post || self.analysing;
        self.desk.think(ask, move |insight| post.then(|| thinking(insight)));
    }

    /// The engine has come to an end.
    fn done(&mut self, opinion: &Opinion) {
        let aim = std::mem::replace(&mut self.aim, Aim::Nothing);
        if aim == Aim::Play {
            let step = opinion.step.or_else(|| self.desk.game.steps().first().copied());
            if let Some(step) = step {
                self.play(step);
            }
        }
        if aim != Aim::Analyse {
            self.go_on();
        }
        if self.aim == Aim::Nothing {
            for ping in std::mem::take(&mut self.pings) {
                self.say(&format!("pong {ping}"));
            }
        }
    }

    fn play(&mut self, step: Step) {
        let text = self.desk.game.coordinates(step);
        if self.desk.game.play_step(step).is_ok() {
            self.say(&format!("move {text}"));
            self.tell_end();
        }
    }

    /// Claims the result once the game is over.
    fn tell_end(&mut self) {
        if let Some(result) = self.desk.game.result().filter(|_| !self.over) {
            self.over = true;
            self.say(&claim(&result));
        }
    }
}

fn claim(result: &GameResult) -> String {
    let score = match result.winner {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None => "1/2-1/2",
    };
    format!("{score} {{{}}}", result.reason)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A line found, in the words of the protocol.
fn thinking(insight: &Insight) -> String {
    let turns = |plies: u32| plies.div_ceil(2) as i32;
    let score = match insight.score {
        Score::Value(value) => value,
        Score::Win(plies) => 100_000 + turns(plies),
        Score::Loss(plies) => -100_000 - turns(plies),
    };
    let hundredths = insight.time.as_millis() / 10;
    format!("{} {score} {hundredths} {} {}", insight.depth, insight.nodes, insight.steps.join(" "))
}
