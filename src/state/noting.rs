//! Notes in slots: made once, counted, or for a number of turns.

use super::{Slot, State};
use crate::model::pieces::Side;

/// The number that making a note puts in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Noting {
    /// 1.
    Once,
    /// One more, up to a number.
    Counting(u8),
    /// This one.
    Number(u8),
}

impl Slot {
    /// Returns the same slot, in which notes are made in this way.
    pub(crate) fn noting(mut self, noting: Noting) -> Self {
        self.noting = noting;
        self
    }

    /// Makes a note on a side, or erases it.
    #[inline]
    pub(crate) fn note<B>(self, state: &mut State<B>, side: Side, noted: bool) {
        let number = match self.noting {
            _ if !noted => 0,
            Noting::Once => 1,
            Noting::Counting(most) => self.number(state, side).saturating_add(1).min(most),
            Noting::Number(number) => number,
        };
        self.put_number(state, side, number);
    }
}
