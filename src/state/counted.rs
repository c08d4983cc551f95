//! Slots of counted plies: the count so far and the limit, in one word.

use super::State;
use super::slots::{Slot, Words};
use crate::model::pieces::Side;

impl Slot {
    /// Returns the number of plies counted so far, and the limit.
    #[inline]
    pub(crate) fn counted<B>(self, state: &State<B>) -> (u16, u16) {
        Words(&state.extra[self.range(Side::White)]).counted()
    }

    /// Sets the number of plies counted so far, and the limit.
    #[inline]
    pub(crate) fn put_counted<B>(self, state: &mut State<B>, counted: (u16, u16)) {
        state.extra[self.range(Side::White).start] = joined(counted);
    }
}

impl Words<'_> {
    /// Returns the number of plies counted so far, and the limit.
    #[inline]
    pub(crate) fn counted(self) -> (u16, u16) {
        (self.0[0] as u16, (self.0[0] >> 16) as u16)
    }
}

/// Packs a count and its limit into one word.
pub(super) fn joined((count, limit): (u16, u16)) -> u64 {
    u64::from(limit) << 16 | u64::from(count)
}
