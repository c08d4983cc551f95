//! Bans and duties as play knows them: as sets of squares where they are known beforehand, or asked of each move.

use std::fmt::Debug;

use super::kinds::MoveKinds;
use crate::board::{Bits, PerSquare};
use crate::feature::condition::Condition;
use crate::model::pieces::Piece;
use crate::state::State;

/// A rule about moves that is asked of each of them: a ban on those for which all of it holds, or a duty to make one for which it does.
#[derive(Clone, Debug)]
pub(crate) struct Ban<B> {
    pub(crate) kinds: MoveKinds,
    /// Asked of the mover before the move.
    pub(crate) when: Option<Condition<B>>,
    /// Asked of the mover after it.
    pub(crate) leaving: Option<Condition<B>>,
    pub(crate) gives: Option<Gives>,
}

/// The squares from which the pieces of a side that must not give check would do so: by type, and by the square of the royal piece; `None`
/// for a type that would attack from where it could move to from there.
#[derive(Clone, Debug)]
pub(crate) struct NoChecks<B> {
    pub(crate) from: Box<[Option<PerSquare<B>>]>,
}

/// The state of the opponent after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gives {
    Check,
    Checkmate,
    Stalemate,
}

/// A ban on drops that is known as a set of squares before any of them is made.
pub(crate) trait DropBan<B: Bits>: Debug + Send + Sync {
    /// Returns the squares on which the piece must not be dropped.
    fn barred(&self, state: &State<B>, piece: Piece) -> B;
}
