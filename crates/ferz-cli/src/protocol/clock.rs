//! Time management: the time to spend on a move.

use std::time::Duration;

use ferz::Limits;

/// The state of a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) left: Duration,
    /// The increment of each move.
    pub(crate) more: Duration,
    /// The number of moves until the next time control; `None` for the rest of the game.
    pub(crate) moves: Option<u32>,
}

/// Sets time limits by a clock; `lost` is the overhead of every move.
pub(crate) fn by_clock(limits: &mut Limits, clock: Clock, lost: Duration) {
    let left = clock.left.saturating_sub(lost).max(Duration::from_millis(1));
    let moves = clock.moves.unwrap_or(30).clamp(1, 40);
    let share = left / moves + clock.more.saturating_sub(lost) * 3 / 4;
    // at the last move before the time control, all but a reserve may be used
    let most = if moves == 1 { left * 3 / 4 } else { left / 3 };
    limits.enough = Some((share * 11 / 20).min(most));
    limits.time = Some((share * 3).min(most).max(Duration::from_millis(1)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_clock_runs_out() {
        for left in [0, 1, 50, 1_000, 60_000, 10_000_000] {
            for moves in [None, Some(0), Some(1), Some(40), Some(u32::MAX)] {
                for more in [0, 100, 5_000] {
                    let [left, more] = [left, more].map(Duration::from_millis);
                    let mut limits = Limits::default();
                    by_clock(&mut limits, Clock { left, more, moves }, Duration::from_millis(10));
                    let time = limits.time.expect("a limit");
                    assert!(time <= left.max(Duration::from_millis(1)), "{left:?} {moves:?}: {time:?}");
                    assert!(limits.enough.expect("a limit") <= time);
                }
            }
        }
    }
}
