//! The development of the best line from depth to depth, and the share of the time it is worth.

use std::time::Duration;

use crate::moves::Move;

/// The drop in value that is a reason to search longer.
const FALL: i32 = 25;

/// The trend of the last iterations of the search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trend {
    mv: Option<Move>,
    value: i32,
    /// The number of depths for which the best move has been the same.
    steady: u32,
    falls: bool,
}

impl Trend {
    /// Records a finished depth.
    pub(super) fn note(&mut self, mv: Option<Move>, value: i32) {
        self.steady = if mv == self.mv { self.steady + 1 } else { 0 };
        self.falls = self.mv.is_some() && value + FALL < self.value;
        (self.mv, self.value) = (mv, value);
    }

    /// Returns the time to spend of a share of the clock: less if the best move has long been the same, more if it has just changed or has
    /// turned out worse.
    pub(super) fn share(&self, enough: Duration) -> Duration {
        let percent = match self.steady {
            0 => 130,
            1..=2 => 105,
            3..=5 => 90,
            _ => 70,
        };
        enough * (percent + if self.falls { 50 } else { 0 }) / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::pieces::{Piece, Side};

    #[test]
    fn doubt_takes_more_time_than_certainty() {
        let piece = Piece::new(1, Side::White);
        let [one, other] = [12, 13].map(|to| Some(Move::plain(4, to, 4, piece)));
        let share = |trend: Trend| trend.share(Duration::from_millis(100)).as_millis();
        let mut trend = Trend::default();
        trend.note(one, 20);
        assert_eq!(share(trend), 130);
        (0..10).for_each(|_| trend.note(one, 20));
        assert_eq!(share(trend), 70);
        trend.note(one, -20);
        assert_eq!(share(trend), 120, "the move is the same, but worse");
        trend.note(other, -20);
        assert_eq!(share(trend), 130);
    }
}
