//! Bans and duties in play: as sets of squares where they are known beforehand, otherwise tested on each move.

use std::fmt::Debug;
use std::sync::Arc;

use super::kinds::{KindMasks, MoveKinds};
use crate::board::{Bits, Geometry, PerSquare, Square};
use crate::feature::condition::{Condition, Midst, OnDrop};
use crate::model::pieces::{Piece, Side, TypeId};
use crate::moves::View;
use crate::state::{Slot, State};

/// A rule about moves that is tested on each of them: a ban on those for which all of it holds, or a duty to make such a move.
#[derive(Clone, Debug)]
pub(crate) struct Ban<B> {
    pub(crate) kinds: MoveKinds,
    pub(crate) masks: KindMasks,
    /// True if `when` is the same for all moves of a position.
    pub(crate) hoisted: bool,
    /// Tested for the mover before the move.
    pub(crate) when: Option<Condition<B>>,
    /// Tested for the mover after it.
    pub(crate) leaving: Option<Condition<B>>,
    pub(crate) gives: Option<Gives>,
    /// The drops that it is about, if it is about nothing else.
    pub(crate) watch: Option<Arc<DropWatch<B>>>,
}

/// The drops that a rule is about.
#[derive(Debug)]
pub(crate) struct DropWatch<B> {
    pub(crate) hand: Slot,
    /// The types; if only checks matter, with the squares from which they may attack a royal piece.
    pub(crate) types: Box<[(TypeId, Option<PerSquare<B>>)]>,
    /// The types that are promoted forms of others, as which they are counted in hand.
    pub(crate) forms: Box<[TypeId]>,
    /// The types that are royal.
    pub(crate) royal: Box<[TypeId]>,
}

impl<B: Bits> DropWatch<B> {
    /// Returns `true` if the side to move may make such a drop, as far as hands and empty squares tell.
    pub(crate) fn may_come(&self, state: &State<B>) -> bool {
        let (us, empty) = (state.side, !state.occupied());
        let held = |kind| self.hand.count(state, us, kind) > 0 || self.forms.contains(&kind);
        self.types.iter().any(|(kind, from)| {
            held(*kind) && from.as_ref().map_or(!B::NONE, |from| self.checking(state, from)).meets(empty)
        })
    }

    /// Returns the squares from which a piece would attack a royal piece, given those for each square of one.
    fn checking(&self, state: &State<B>, from: &PerSquare<B>) -> B {
        let them = state.side.other();
        let royals = self.royal.iter().fold(B::NONE, |set, &kind| set | state.of(kind, them));
        royals.squares().fold(B::NONE, |set, royal| set | from[royal])
    }

    /// Returns the squares on which the drop of a type has to be tested.
    pub(crate) fn squares(&self, state: &State<B>, kind: TypeId) -> B {
        match self.types.iter().find(|(own, _)| *own == kind) {
            None => B::NONE,
            Some((_, None)) => !B::NONE,
            Some((_, Some(from))) => self.checking(state, from),
        }
    }

    /// Returns `true` if only checks by the dropped piece matter.
    pub(crate) fn is_of_checks(&self) -> bool {
        self.types.iter().all(|(_, squares)| squares.is_some())
    }
}

impl<B> Ban<B> {
    /// Returns `true` if no drop is of its kinds.
    pub(crate) fn is_on_no_drop(&self) -> bool {
        self.masks.spares_drops()
    }

    /// Returns `true` if it is on every drop, whatever the position, and on nothing else.
    pub(super) fn is_of_every_drop(&self) -> bool {
        let bare = self.when.is_none() && self.leaving.is_none() && self.gives.is_none();
        bare && self.kinds.only_drops().is_some_and(|types| types.is_empty())
    }
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
    /// Check, but not checkmate.
    CheckAlone,
    Stalemate,
}

/// A ban on drops that is known as a set of squares before any of them is made.
pub(crate) trait DropBan<B: Bits>: Debug + Send + Sync {
    /// Returns the squares on which the piece must not be dropped, if they are the same in every position.
    fn always(&self, piece: Piece) -> Option<B>;

    /// Returns them in a position, at least those of `open`, where [`always`](Self::always) doesn't tell.
    fn barred(&self, _view: &View<'_, B>, piece: Piece, _open: B) -> B {
        self.always(piece).unwrap_or(B::NONE)
    }
}

/// A ban on drops as a program over sets, run once for a type in a position.
#[derive(Debug)]
pub(crate) struct AskedOfSquares<B> {
    /// Empty for all types.
    pub(crate) dropped: Vec<TypeId>,
    pub(crate) when: Option<OnDrop<B>>,
    pub(crate) leaving: Option<OnDrop<B>>,
    pub(crate) side: Option<Side>,
    pub(crate) geometry: Geometry,
    pub(crate) hand: Option<Slot>,
}

impl<B: Bits> DropBan<B> for AskedOfSquares<B> {
    fn always(&self, piece: Piece) -> Option<B> {
        let of = self.side.is_none_or(|own| own == piece.side());
        let is_about = of && (self.dropped.is_empty() || self.dropped.contains(&piece.kind()));
        (!is_about).then_some(B::NONE)
    }

    fn barred(&self, view: &View<'_, B>, piece: Piece, open: B) -> B {
        let side = piece.side();
        let (state, attacks, geometry, hand) = (view.state, view.attacks(), &self.geometry, self.hand);
        let at = |square: Square| Midst { state, attacks, geometry, side, hand, ends: (None, Some(square)) };
        let mut barred = open;
        for part in self.when.iter().chain(&self.leaving) {
            if !barred.is_empty() {
                barred = part.squares(&at, piece, barred);
            }
        }
        barred
    }
}
