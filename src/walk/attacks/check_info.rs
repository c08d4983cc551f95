//! The constraints that checks and pins put on the side to move.

use crate::board::{Bits, Square};
use crate::state::State;

/// The most pins that are recorded; where there are more, each pinned piece's line is computed.
const PINS: usize = 4;

/// The by-products of scanning for attacks on the royal piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notes<B> {
    /// For each pinning enemy, the squares from it (included) to the royal piece.
    pub(super) pins: [B; PINS],
    pub(super) pinning: usize,
}

impl<B: Bits> Default for Notes<B> {
    #[inline(always)]
    fn default() -> Self {
        Self { pins: [B::NONE; PINS], pinning: 0 }
    }
}

/// The constraints that checks and pins put on the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckInfo<B> {
    /// True if the royal piece is attacked now.
    pub(crate) check: bool,
    /// The check mask: the squares that a piece that is not royal may move to, which are all squares, or those that parry every check.
    pub(crate) check_mask: B,
    /// Own pieces that stand alone in a line of attack on the royal piece.
    pub(crate) pinned: B,
    /// Enemies that may attack squares that the royal piece can reach or that are watched.
    pub(super) near: B,
    /// The doubtful moves: those from these squares, and those to these. No mask applies to them; each has to be tested individually.
    pub(crate) doubt_from: B,
    pub(crate) doubt_to: B,
    /// The only royal piece, if there is exactly one and not every move is doubtful.
    pub(crate) king: B,
}

impl<B: Bits> CheckInfo<B> {
    /// No constraints.
    #[inline(always)]
    pub(super) fn none() -> Self {
        Self {
            check: false,
            check_mask: !B::NONE,
            pinned: B::NONE,
            near: B::NONE,
            doubt_from: B::NONE,
            doubt_to: B::NONE,
            king: B::NONE,
        }
    }

    /// Adds pieces that attack the royal piece whatever stands between.
    #[inline(always)]
    pub(super) fn leapt_at(mut self, pieces: B) -> Self {
        for from in pieces.squares() {
            self.check = true;
            self.check_mask &= B::bit(from);
        }
        self
    }

    /// Adds pieces that threaten the royal piece if the squares between allow it, given those squares for each of them: they give check, or
    /// pin a piece in between.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn ridden_at(
        mut self,
        lines: impl Fn(Square) -> B,
        riders: B,
        state: &State<B>,
        notes: &mut Notes<B>,
    ) -> Self {
        if riders.is_empty() {
            return self;
        }
        let (occupied, own) = (state.occupied(), state.side(state.side));
        let mut pinning = notes.pinning;
        for from in riders.squares() {
            let line = lines(from);
            let blockers = line & occupied;
            if blockers.is_empty() {
                self.check = true;
                self.check_mask &= line | B::bit(from);
            } else if blockers.at_most_one() && blockers.meets(own) {
                self.pinned |= blockers;
                if let Some(pin) = notes.pins.get_mut(pinning) {
                    *pin = line | B::bit(from);
                }
                pinning += 1;
            }
        }
        notes.pinning = pinning;
        self
    }
}
