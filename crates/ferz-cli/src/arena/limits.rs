//! The time and node limits of a player.

use std::time::Duration;

use ferz::{Limits, Side};

use crate::protocol::Clock;

/// A clock: `40/60+0.6` is 60 seconds for 40 moves, and 0.6 more for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeControl {
    /// Moves until the base is given again; `None`: never.
    pub(crate) moves: Option<u32>,
    pub(crate) base: Duration,
    pub(crate) more: Duration,
}

/// Parses seconds, or minutes and seconds separated by a colon.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let (minutes, seconds): (f64, f64) = (minutes.parse().ok()?, seconds.parse().ok()?);
    let all = minutes * 60.0 + seconds;
    (0.0..1e7).contains(&all).then(|| Duration::from_secs_f64(all))
}

impl TimeControl {
    /// Reads `40/60+0.6`, `60+0.6`, `60`, or with minutes `1:00+0.6`.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                (Some(moves.parse().ok().filter(|moves| (1..=1000).contains(moves))?), rest)
            }
            None => (None, text),
        };
        let (base, more) = rest.split_once('+').unwrap_or((rest, "0"));
        let (base, more) = (seconds(base)?, seconds(more)?);
        (!base.is_zero()).then_some(Self { moves, base, more })
    }

    /// Returns the clock as PGN writes it.
    pub(crate) fn text(&self) -> String {
        let moves = self.moves.map_or_else(String::new, |moves| format!("{moves}/"));
        let more = if self.more.is_zero() { String::new() } else { format!("+{}", self.more.as_secs_f64()) };
        format!("{moves}{}{more}", self.base.as_secs_f64())
    }
}

/// All the limits of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlayerLimits {
    pub(crate) clock: Option<TimeControl>,
    /// The time for each move.
    pub(crate) each: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
}

impl PlayerLimits {
    /// Returns `true` if there is no limit.
    pub(crate) fn is_endless(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the value of the tag `TimeControl`; `-` if time is not limited.
    pub(crate) fn text(&self) -> String {
        match (self.clock, self.each) {
            (Some(clock), _) => clock.text(),
            (None, Some(each)) => format!("1/{}", each.as_secs_f64()),
            _ => "-".to_owned(),
        }
    }
}

/// A running clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Running {
    control: TimeControl,
    pub(super) left: Duration,
    /// The number of moves made.
    made: u32,
}

impl Running {
    pub(super) fn new(control: TimeControl) -> Self {
        Self { control, left: control.base, made: 0 }
    }

    /// Returns the clock as sent to a player.
    pub(super) fn told(&self) -> Clock {
        let moves = self.control.moves.map(|moves| moves - self.made % moves);
        Clock { left: self.left, more: self.control.more, moves }
    }

    /// Charges the time of a move; `false` if it was too long even with this margin.
    pub(super) fn press(&mut self, time: Duration, forgiven: Duration) -> bool {
        if time > self.left + forgiven {
            return false;
        }
        self.left = self.left.saturating_sub(time) + self.control.more;
        self.made += 1;
        if self.control.moves.is_some_and(|moves| self.made.is_multiple_of(moves)) {
            self.left += self.control.base;
        }
        true
    }
}

/// The limits of the next move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    pub(super) pace: PlayerLimits,
    /// The clocks of both sides.
    pub(super) clocks: [Option<Clock>; 2],
    /// The maximum time to wait for an answer.
    pub(super) patience: Duration,
}

impl Allowance {
    pub(super) fn clock(&self, side: Side) -> Option<Clock> {
        self.clocks[side as usize]
    }

    /// Returns the limits for a search.
    pub(super) fn limits(&self, side: Side) -> Limits {
        let mut limits = Limits { nodes: self.pace.nodes, depth: self.pace.depth, ..Limits::default() };
        limits.time = self.pace.each;
        if let Some(clock) = self.clock(side) {
            crate::protocol::by_clock(&mut limits, clock, Duration::from_millis(5));
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        for text in ["40/60+0.6", "60+0.05", "10", "1/0.1"] {
            assert_eq!(TimeControl::read(text).unwrap().text(), text);
        }
        assert_eq!(TimeControl::read("1:30+2").unwrap().text(), "90+2");
        for text in ["", "x", "0", "-5", "0/10", "10+", "10+-1", "1e99", "nan", "inf+1"] {
            assert_eq!(TimeControl::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_clock_is_wound_up_after_its_moves() {
        let mut clock = Running::new(TimeControl::read("2/10+1").unwrap());
        let [two, eleven] = [2, 11].map(Duration::from_secs);
        assert_eq!(clock.told().moves, Some(2));
        assert!(clock.press(two, Duration::ZERO));
        assert_eq!((clock.left.as_secs(), clock.told().moves), (9, Some(1)));
        assert!(clock.press(two, Duration::ZERO));
        assert_eq!((clock.left.as_secs(), clock.told().moves), (18, Some(2)));
        assert!(clock.press(eleven, Duration::ZERO) && !clock.press(eleven, two));
        // late by however little
        let late = clock.left + Duration::from_millis(1);
        assert!(!clock.press(late, Duration::ZERO) && clock.press(late, Duration::from_millis(1)));
    }
}
