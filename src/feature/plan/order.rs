//! The parts of a turn, and in which positions a hook bears on moves.

use std::fmt::Debug;
use std::sync::Arc;

use super::{Hook, MoveKinds, Relevance};
use crate::board::Bits;
use crate::model::pieces::Piece;
use crate::model::reach::Reach;
use crate::moves::{List, Move};
use crate::state::{Slot, State};
use crate::walk::Attacks;

/// The parts of a turn.
pub(crate) trait TurnOrder<B: Bits>: Debug + Send + Sync {
    /// Returns `true` if a move has been made in this turn, and another is to come.
    fn is_under_way(&self, state: &State<B>) -> bool;

    /// Advances the turn after a move by a piece that was `mover`; returns whether the turn goes on.
    fn goes_on(&self, state: &mut State<B>, mv: Move, mover: Piece, attacks: &Attacks<B>) -> bool;

    /// The moves that matter to it, as in [`Hook::relevance`]: after any other, the turn is over and nothing is to be advanced.
    fn relevance(&self) -> Option<Relevance<B>>;

    /// Returns `true` if royal pieces need not be safe after this part of the turn, but only after a later one.
    fn defers_safety(&self, _state: &State<B>) -> bool {
        false
    }

    /// The kinds of move that this part of the turn may be; `None` for all.
    fn kinds(&self, _state: &State<B>) -> Option<&MoveKinds> {
        None
    }

    /// Lists what may be put on the board in this part of the turn; `false` if the part may be an ordinary move as well.
    fn places(&self, _state: &State<B>, _list: &mut List) -> bool {
        false
    }

    /// Returns what is put on the board after any move of this part of the turn, if that ends the turn, and neither is optional.
    fn put_next(&self, _state: &State<B>) -> Option<PutNext<'_, B>> {
        None
    }

    /// The move that leaves this part of the turn out, if it may be left out.
    fn declined(&self, state: &State<B>) -> Option<Move>;
}

/// The squares on which something is put after a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PutNext<'a, B> {
    /// The places of the types that may make the move, a bit for each.
    pub(crate) by: u64,
    pub(crate) on: B,
    /// The ways by which the square must be reached from that of the piece that has moved.
    pub(crate) at: Option<&'a Reach<B>>,
}

/// The content of slots that a hook needs to bear on moves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SlotGate {
    /// No condition: it may bear on the moves of any position.
    Always,
    /// One of these slots holds something.
    Holds([Slot; 2]),
}

impl SlotGate {
    /// The words of the slots of which one must not be 0; `None` if there is no such condition.
    pub(super) fn words(self) -> Option<Box<[u16]>> {
        match self {
            Self::Always => None,
            Self::Holds([one, other]) if one == other => Some(one.telling().collect()),
            Self::Holds([one, other]) => Some(one.telling().chain(other.telling()).collect()),
        }
    }
}

/// A hook that bears on the moves of some positions.
#[derive(Clone, Debug)]
pub(crate) struct Pending<B> {
    /// The words of slots of which one must not be 0; `None` if the hook may bear on the moves of any position.
    pub(crate) words: Option<Box<[u16]>>,
    pub(crate) hook: Arc<dyn Hook<B>>,
}
