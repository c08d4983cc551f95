//! The chess clock of a table: the time left to each side, and whose time runs.
//!
//! The owner of the table tells the time, in milliseconds since 1970. A clock knows only when the present turn began: whether a flag has
//! fallen follows from that and from the time of day, and nothing has to happen at the moment when it falls. The first move of each side
//! takes no time.

use std::time::Duration;

use ferz::{Level, Limits, Side};
use serde::{Deserialize, Serialize};

use super::fault::Fault;

/// The longest time for a game, in seconds.
const LONGEST_GAME: u64 = 86_400;
/// The greatest increment, in seconds.
const LONGEST_INCREMENT: u64 = 3_600;
/// The time the engine thinks at the highest level, which has no other limit, in milliseconds.
const LONGEST_MOVE: u64 = 3000;
/// The least time for a move of the engine, so that people can follow it, in milliseconds.
const PACE: u64 = 350;
/// The overhead of a move, in milliseconds.
const LOST: u64 = 60;
/// The number of moves among which the engine divides its time.
const MOVES: u64 = 30;

/// A time control: the time for the game, and the increment of each turn, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct TimeControl {
    seconds: u64,
    #[serde(default)]
    increment: u64,
}

impl TimeControl {
    pub(super) fn sound(self) -> Result<Self, Fault> {
        let (game, turn) = (LONGEST_GAME, LONGEST_INCREMENT);
        match self {
            Self { seconds: 0, .. } => Err(Fault::bad("a game takes at least a second")),
            Self { seconds, increment } if seconds > game || increment > turn => Err(Fault::bad(format!(
                "a game takes at most {game} seconds, and the increment is at most {turn}"
            ))),
            _ => Ok(self),
        }
    }

    /// The control as PGN writes it, `300+3`.
    pub(super) fn tag(self) -> String {
        match self.increment {
            0 => self.seconds.to_string(),
            increment => format!("{}+{increment}", self.seconds),
        }
    }
}

/// A clock. It is kept as it is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Clock {
    control: TimeControl,
    /// The milliseconds left to White and Black when the present turn began.
    left: [u64; 2],
    /// The same before each move.
    before: Vec<[u64; 2]>,
    /// The time when the present turn began; `None` while no time runs.
    since: Option<u64>,
    /// True if the players have stopped the clock until the next move.
    #[serde(default)]
    paused: bool,
    /// The time of day.
    #[serde(skip)]
    now: u64,
}

/// A clock as the page sees it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Clock"))]
pub(super) struct ClockView {
    seconds: u64,
    increment: u64,
    /// The milliseconds left to White and Black.
    left: [u64; 2],
    /// The side whose time runs.
    #[cfg_attr(test, ts(type = "Side | null"))]
    running: Option<&'static str>,
    paused: bool,
}

impl Clock {
    pub(super) fn new(control: TimeControl) -> Self {
        let left = [control.seconds * 1000; 2];
        Self { control, left, before: Vec::new(), since: None, paused: false, now: 0 }
    }

    pub(super) fn control(&self) -> TimeControl {
        self.control
    }

    /// Sets the time of day.
    pub(super) fn tell(&mut self, now: u64) {
        self.now = now;
    }

    /// Returns the milliseconds left to a side, of which `mover` is to move.
    fn left(&self, side: Side, mover: Side) -> u64 {
        let used = self.since.filter(|_| side == mover).map_or(0, |since| self.now.saturating_sub(since));
        self.left[side.index()].saturating_sub(used)
    }

    /// Returns `true` if the time of the side to move is up.
    pub(super) fn is_up(&self, mover: Side) -> bool {
        self.left(mover, mover) == 0
    }

    /// Handles a move made by one side, after which the other or the same is to move.
    pub(super) fn press(&mut self, by: Side, next: Side) {
        self.before.push(self.left);
        self.left[by.index()] = self.left(by, by);
        if by != next {
            self.left[by.index()] += self.control.increment * 1000;
        }
        (self.since, self.paused) = (None, false);
    }

    /// Lets the time of the present turn run, unless it does already or the players have stopped it.
    pub(super) fn start(&mut self) {
        if !self.paused {
            self.since = self.since.or(Some(self.now));
        }
    }

    /// Stops the clock until the next move or until it is started again.
    pub(super) fn pause(&mut self, paused: bool, mover: Side) {
        self.left[mover.index()] = self.left(mover, mover);
        (self.since, self.paused) = (None, paused);
    }

    pub(super) fn is_paused(&self) -> bool {
        self.paused
    }

    /// Stands as it stood before a move, counted from 0.
    pub(super) fn back(&mut self, to: usize) {
        if let Some(&left) = self.before.get(to) {
            self.left = left;
        }
        self.before.truncate(to);
        (self.since, self.paused) = (None, false);
    }

    /// Begins the game anew.
    pub(super) fn reset(&mut self) {
        *self = Self { now: self.now, ..Self::new(self.control) };
    }

    /// Goes on after a number of moves; those it doesn't know of count as made in no time.
    pub(super) fn after(&mut self, moves: usize) {
        self.before.resize(moves, self.left);
    }

    /// Discards the time of the present turn so far: there was no player to make a move.
    pub(super) fn forget_turn(&mut self) {
        self.since = None;
    }

    pub(super) fn view(&self, mover: Side) -> ClockView {
        ClockView {
            seconds: self.control.seconds,
            increment: self.control.increment,
            left: Side::BOTH.map(|side| self.left(side, mover)),
            running: self.since.filter(|_| !self.is_up(mover)).map(|_| mover.name()),
            paused: self.paused,
        }
    }
}

/// The time that the engine has for a move, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct MoveTime {
    longest: Option<u64>,
    /// The time after which no further depth is begun.
    enough: Option<u64>,
    /// The least time for a move, so that one can follow it.
    pace: u64,
}

impl MoveTime {
    /// The time at a level, within what the clock leaves it.
    pub(super) fn of(level: u8, clock: Option<&Clock>, mover: Side) -> Self {
        let highest = Level::new(level) == Some(Level::HIGHEST);
        let without = Self {
            longest: highest.then_some(LONGEST_MOVE),
            enough: highest.then_some(LONGEST_MOVE / 2),
            pace: PACE,
        };
        let Some(clock) = clock else { return without };
        let left = clock.left(mover, mover).saturating_sub(LOST);
        let share = left / MOVES + clock.control.increment * 750;
        let most = (left / 4).max(1);
        let tighter = |limit: Option<u64>, other: u64| Some(limit.map_or(other, |limit| limit.min(other)));
        Self {
            longest: tighter(without.longest, (share * 2).min(most)),
            enough: tighter(without.enough, (share / 2).min(most)),
            pace: PACE.min(left / 60),
        }
    }

    pub(super) fn limits(self) -> Limits {
        let time = |time: Option<u64>| time.map(Duration::from_millis);
        Limits { time: time(self.longest), enough: time(self.enough), ..Limits::default() }
    }

    /// The least time for a move.
    #[allow(dead_code, reason = "without a server, the page waits")]
    pub(super) fn pace(self) -> Duration {
        Duration::from_millis(self.pace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(seconds: u64, increment: u64) -> Clock {
        Clock::new(TimeControl { seconds, increment }.sound().unwrap())
    }

    #[test]
    fn the_time_of_the_side_to_move_runs_and_the_increment_is_added() {
        let mut clock = clock(60, 2);
        clock.tell(1000);
        clock.start();
        clock.tell(11_000);
        assert_eq!(clock.view(Side::White).left, [50_000, 60_000]);
        assert_eq!(clock.view(Side::White).running, Some("white"));
        clock.press(Side::White, Side::Black);
        assert_eq!((clock.view(Side::Black).left, clock.view(Side::Black).running), ([52_000, 60_000], None));
        clock.start();
        // a turn of two moves has one increment
        clock.tell(12_000);
        clock.press(Side::Black, Side::Black);
        clock.start();
        clock.tell(13_000);
        clock.press(Side::Black, Side::White);
        assert_eq!(clock.view(Side::White).left, [52_000, 60_000]);
    }

    #[test]
    fn a_flag_falls_when_the_time_is_up_and_a_move_taken_back_gives_it_back() {
        let mut clock = clock(10, 0);
        clock.tell(0);
        clock.start();
        clock.tell(4_000);
        clock.press(Side::White, Side::Black);
        clock.start();
        clock.tell(13_999);
        assert!(!clock.is_up(Side::Black));
        clock.tell(14_000);
        assert!(clock.is_up(Side::Black));
        assert_eq!(clock.view(Side::Black).running, None);
        clock.back(0);
        assert_eq!(clock.view(Side::White).left, [10_000, 10_000]);
    }

    #[test]
    fn a_paused_clock_stands_until_it_is_started() {
        let mut clock = clock(10, 0);
        clock.tell(0);
        clock.start();
        clock.tell(3_000);
        clock.pause(true, Side::White);
        clock.start();
        clock.tell(60_000);
        assert_eq!(clock.view(Side::White).left[0], 7_000);
        clock.pause(false, Side::White);
        clock.start();
        clock.tell(61_000);
        assert_eq!(clock.view(Side::White).left[0], 6_000);
    }

    #[test]
    fn what_is_kept_goes_on() {
        let mut clock = clock(10, 1);
        clock.tell(5_000);
        clock.start();
        let kept = serde_json::to_string(&clock).unwrap();
        let mut again: Clock = serde_json::from_str(&kept).unwrap();
        again.tell(7_000);
        assert_eq!(again.view(Side::White).left, [8_000, 10_000]);
    }

    #[test]
    fn the_engine_keeps_within_its_time() {
        for seconds in [1, 3, 60, 3600] {
            for increment in [0, 5] {
                let clock = clock(seconds, increment);
                let time = MoveTime::of(Level::HIGHEST.number(), Some(&clock), Side::White);
                let (longest, enough) = (time.longest.unwrap(), time.enough.unwrap());
                assert!(longest <= LONGEST_MOVE && enough <= longest);
                assert!(longest.max(time.pace) + LOST < 1000 * seconds, "{seconds}+{increment}: {time:?}");
            }
        }
    }

    #[test]
    fn without_a_clock_only_the_highest_level_has_a_limit() {
        let time = |level| MoveTime::of(level, None, Side::White).limits().time;
        assert_eq!((time(1), time(Level::HIGHEST.number())), (None, Some(Duration::from_secs(3))));
    }

    #[test]
    fn controls_are_within_reason() {
        for (seconds, increment) in [(0, 5), (86_401, 0), (60, 3601)] {
            assert!(TimeControl { seconds, increment }.sound().is_err(), "{seconds}+{increment}");
        }
        assert_eq!(TimeControl { seconds: 300, increment: 3 }.tag(), "300+3");
        assert_eq!(TimeControl { seconds: 300, increment: 0 }.tag(), "300");
    }
}
