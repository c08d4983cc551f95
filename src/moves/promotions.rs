//! The piece types that a piece may have after a move, by where it arrives.

use crate::board::Bits;
use crate::model::pieces::Piece;
use crate::state::{Slot, State};

/// The promotions of a piece on its arrival.
#[derive(Clone, Debug)]
pub(crate) struct Promotions<B> {
    /// The piece before promotion.
    pub(crate) own: Piece,
    /// The promotion zone; empty for most types.
    pub(crate) zone: B,
    pub(crate) choices: Box<[Piece]>,
    /// True if it may also stay as it is.
    pub(crate) optional: bool,
    /// The slot that counts the available choices, if only counted ones are allowed; if none is available, the piece stays as it is.
    pub(crate) lost: Option<Slot>,
}

impl<B: Bits> Promotions<B> {
    /// Creates the promotions of a piece that never promotes.
    pub(super) fn plain(own: Piece) -> Self {
        Self { own, zone: B::NONE, choices: Box::default(), optional: false, lost: None }
    }

    /// Calls `each` with every piece that may stand there after an arrival in the zone.
    #[inline]
    pub(crate) fn each(&self, state: &State<B>, mut each: impl FnMut(Piece)) {
        let mut any = false;
        for &choice in &self.choices {
            if self.lost.is_none_or(|lost| lost.count(state, choice.side(), choice.kind()) > 0) {
                any = true;
                each(choice);
            }
        }
        if self.optional || !any {
            each(self.own);
        }
    }

    /// Returns the number of choices.
    #[inline]
    pub(crate) fn count(&self, state: &State<B>) -> u64 {
        if self.lost.is_none() {
            return (self.choices.len() as u64 + u64::from(self.optional)).max(1);
        }
        let mut count = 0;
        self.each(state, |_| count += 1);
        count
    }
}
