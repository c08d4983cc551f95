//! The time each side has used, and what is left of it if there is a limit.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use ferz::{Game, Side};

/// Minutes for the whole game, and the increment in seconds: `5+3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowance {
    whole: Duration,
    more: Duration,
}

impl FromStr for Allowance {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |part: &str, most: u64| part.parse().ok().filter(|&number: &u64| number <= most);
        match (number(minutes, 10_000), number(seconds, 3600)) {
            (Some(minutes), Some(seconds)) if minutes + seconds > 0 => {
                Ok(Self { whole: Duration::from_secs(60 * minutes), more: Duration::from_secs(seconds) })
            }
            _ => Err("write minutes, and seconds per move, as in `5+3`".to_owned()),
        }
    }
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.whole.as_secs() / 60, self.more.as_secs())
    }
}

/// The clock of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    used: [Duration; 2],
    pub(super) allowance: Option<Allowance>,
}

impl Clock {
    pub(super) fn new(allowance: Option<Allowance>) -> Self {
        Self { used: [Duration::ZERO; 2], allowance }
    }

    /// Charges the time that has passed to the side to move.
    pub(super) fn run(&mut self, side: Side, passed: Duration) {
        self.used[side.index()] += passed;
    }

    /// Both sides begin again.
    pub(super) fn reset(&mut self) {
        self.used = [Duration::ZERO; 2];
    }

    /// Returns the time each side has used, in seconds, if any has been: `65.250 12.000`.
    pub(super) fn used(&self) -> Option<String> {
        let [white, black] = self.used.map(|used| used.as_secs_f64());
        (white + black > 0.0).then(|| format!("{white:.3} {black:.3}"))
    }

    /// Reads back what [`used`](Self::used) returns.
    pub(super) fn set_used(&mut self, text: &str) -> Option<()> {
        let (white, black) = text.split_once(' ')?;
        let read = |text: &str| {
            let seconds = text.trim().parse::<f64>().ok().filter(|seconds| (0.0..1e9).contains(seconds))?;
            Some(Duration::from_millis((seconds * 1000.0).round() as u64))
        };
        self.used = [read(white)?, read(black)?];
        Some(())
    }

    /// Returns the time left to a side, if it is measured; never less than zero.
    fn left(&self, side: Side, game: &Game) -> Option<Duration> {
        let allowance = self.allowance?;
        let moves = game.moves().iter().filter(|made| made.side() == side).count();
        let more = allowance.more.saturating_mul(u32::try_from(moves).unwrap_or(u32::MAX));
        Some((allowance.whole + allowance.more + more).saturating_sub(self.used[side.index()]))
    }

    /// Returns `true` if the time of a side is up.
    pub(super) fn is_up(&self, side: Side, game: &Game) -> bool {
        self.left(side, game) == Some(Duration::ZERO)
    }

    /// The time of a side as a clock shows it: what is left, or what was used.
    pub(super) fn shows(&self, side: Side, game: &Game) -> String {
        let time = match self.left(side, game) {
            // a clock shows 0 only when the time is up
            Some(left) => left.as_millis().div_ceil(1000) as u64,
            None => self.used[side.index()].as_secs(),
        };
        let (hours, minutes, seconds) = (time / 3600, time / 60 % 60, time % 60);
        match hours {
            0 => format!("{minutes}:{seconds:02}"),
            _ => format!("{hours}:{minutes:02}:{seconds:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Variant;

    #[test]
    fn a_clock_counts_up_or_down() {
        let mut game = Variant::load("chess", &[]).unwrap().start();
        let mut clock = Clock::new(None);
        clock.run(Side::White, Duration::from_secs(3725));
        assert_eq!(clock.shows(Side::White, &game), "1:02:05");
        assert_eq!(clock.shows(Side::Black, &game), "0:00");
        let mut clock = Clock::new(Some("1+5".parse().unwrap()));
        clock.run(Side::White, Duration::from_millis(64_500));
        assert_eq!(clock.shows(Side::White, &game), "0:01");
        assert!(!clock.is_up(Side::White, &game));
        game.play_text("e4").unwrap();
        assert_eq!(clock.shows(Side::White, &game), "0:06");
        clock.run(Side::White, Duration::from_secs(90));
        assert!(clock.is_up(Side::White, &game) && !clock.is_up(Side::Black, &game));
    }

    #[test]
    fn what_was_used_is_read_back() {
        let mut clock = Clock::new(None);
        assert_eq!(clock.used(), None);
        clock.run(Side::Black, Duration::from_millis(65_250));
        assert_eq!(clock.used().as_deref(), Some("0.000 65.250"));
        let mut other = Clock::new(None);
        assert_eq!(other.set_used("0.000 65.250"), Some(()));
        assert_eq!(other, clock);
        for wrong in ["", "1", "1 x", "-1 2", "NaN 1", "1 inf", "1 2 3", "1e300 1"] {
            assert_eq!(other.set_used(wrong), None, "{wrong}");
        }
        assert_eq!(other, clock);
    }

    #[test]
    fn an_allowance_is_minutes_and_seconds() {
        for wrong in ["", "x", "0", "0+0", "-1+2", "1+", "99999999999999999999", "20000+1"] {
            assert!(wrong.parse::<Allowance>().is_err(), "{wrong}");
        }
        assert_eq!("3".parse::<Allowance>(), "3+0".parse());
        assert_eq!("90+30".parse::<Allowance>().unwrap().to_string(), "90+30");
    }
}
