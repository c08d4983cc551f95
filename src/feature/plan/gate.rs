//! Conditions, as data, under which play calls a generator or a marker.

use crate::board::{Bits, PerSquare, Square};
use crate::model::pieces::Piece;
use crate::moves::Move;
use crate::state::{Mark, State};

/// The condition under which a generator is called. It is called, too, where the gate of the same kind of another generator is open, and
/// then sends nothing.
#[derive(Clone, Debug)]
pub(crate) enum Gate<B> {
    Always,
    /// One of these words of the slots is not 0.
    Held(Box<[u16]>),
    /// The door of one of these is open. Where attacked squares tell which of them are legal, they are sent without calling the generator.
    Fixed(Box<[FixedMove<B>]>),
    /// The last move passed over squares, and a piece stands where it could capture on one of them: by square passed over.
    Passed(Box<PerSquare<B>>),
}

/// Returns `true` if a piece of the side to move stands where it could capture on a square that an enemy piece has passed over.
#[inline(always)]
pub(crate) fn may_take_in_passing<B: Bits>(takers: &PerSquare<B>, state: &State<B>) -> bool {
    let (us, Mark { mut squares, victim }) = (state.side, state.slots.passed);
    if squares.is_empty() || !state.side(us.other()).has(victim) {
        return false;
    }
    // written out, as a closure would be a call
    while !squares.is_empty() {
        if takers[squares.first()].meets(state.side(us)) {
            return true;
        }
        squares = squares.without_first();
    }
    false
}

/// Pieces that must not have moved, and squares that must be empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Door<B> {
    /// The squares of pieces whose rights are needed.
    pub(crate) needs: B,
    pub(crate) empty: B,
    /// The first of these pieces, and its square.
    pub(crate) piece: (Square, Piece),
}

impl<B: Bits> Door<B> {
    /// Returns `true` if the required pieces are in place and the squares between are empty.
    #[inline(always)]
    pub(crate) fn is_open(&self, state: &State<B>) -> bool {
        (self.needs & !state.slots.rights).is_empty()
            && !self.empty.meets(state.occupied())
            && state.at(self.piece.0) == self.piece.1
    }
}

/// A move that is the same wherever it can be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FixedMove<B> {
    pub(crate) door: Door<B>,
    /// The squares that the enemy must not attack.
    pub(crate) unattacked: B,
    /// True if it is illegal in check.
    pub(crate) out_of_check: bool,
    /// True if it may leave a royal piece attacked though the enemy attacks none of `unattacked` now.
    pub(crate) looks_again: bool,
    pub(crate) mv: Move,
}

impl<B: Bits> FixedMove<B> {
    /// Returns `true` if the move can be made as far as the pieces' places and their rights tell.
    #[inline(always)]
    pub(crate) fn is_open(&self, state: &State<B>, check: bool) -> bool {
        self.door.is_open(state) && !(check && self.out_of_check)
    }
}

/// The plain moves after which a marker is called: by the index of the type of the piece that has moved, and its start square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trigger<B> {
    pub(crate) types: u64,
    pub(crate) from: B,
}

impl<B: Bits> Trigger<B> {
    /// Returns `true` if the move sets off the trigger.
    #[inline(always)]
    pub(crate) fn goes_off(&self, mv: Move) -> bool {
        self.types >> mv.after.place() & 1 != 0 && self.from.has(mv.from)
    }
}
