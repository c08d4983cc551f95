//! What moves do, whatever the width of the board.

use smallvec::SmallVec;

use super::erased::{CompiledPosition, ErasedPosition};
use crate::board::{Bits, Square};
use crate::feature::plan::Station;
use crate::model::pieces::{Side, TypeId};
use crate::moves::{Move, Origin};

/// The effect of a move, whatever the width of the board.
#[derive(Debug)]
pub(crate) struct Outline {
    /// The kind of the move in a word: `move`, or the name given by the feature that made it.
    pub(crate) name: &'static str,
    /// The square that the moving piece leaves.
    pub(crate) from: Option<Square>,
    /// The square where the moving piece arrives.
    pub(crate) to: Option<Square>,
    /// The type of the moving piece and its side, and its type afterwards, if it is still there.
    pub(crate) mover: Option<(TypeId, Side, Option<TypeId>)>,
    /// The pieces that leave the board, in order.
    pub(crate) taken: SmallVec<[(Square, TypeId, Side); 2]>,
}

/// The effect of an ordinary move that captures at most what stands on its target, or of a drop, if nothing follows from it and nothing is
/// announced with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bare {
    /// The square that the moving piece leaves; `None` for a drop.
    pub(crate) from: Option<Square>,
    pub(crate) to: Square,
    /// The type of the moving piece, before and after the move.
    pub(crate) before: TypeId,
    pub(crate) after: TypeId,
    /// The type and the side of the captured piece.
    pub(crate) taken: Option<(TypeId, Side)>,
}

impl<B: Bits> CompiledPosition<B> {
    pub(super) fn outline_of(&self, mv: Move) -> Outline {
        let effect = self.effect(mv);
        let (before, after) = (effect.mover().0, mv.after);
        let origin = effect.origin();
        // the piece that has moved may be removed as well, but not from its origin
        let taken = effect.taken().into_iter().filter(|&(square, piece)| self.state.at(square) == piece);
        Outline {
            name: self.kind(mv),
            from: if let Origin::Square(from) = origin { Some(from) } else { None },
            to: (origin != Origin::Nowhere || effect.places()).then_some(mv.to),
            mover: before.get().map(|(kind, side)| (kind, side, after.get().map(|(kind, _)| kind))),
            taken: taken.filter_map(|(at, piece)| piece.get().map(|(kind, side)| (at, kind, side))).collect(),
        }
    }

    pub(super) fn bare_of(&self, mv: Move) -> Option<Bare> {
        let (drops, on_target) = (mv.is_bare_drop(), mv.is_untagged() && (mv.take == mv.to || !mv.takes()));
        let follows = self.tables.hooks.as_ref().is_some_and(|hooks| hooks.have(Station::Follow));
        if !(drops || on_target) || follows || self.tables.announces() {
            return None;
        }
        let before = if drops { mv.after } else { self.state.at(mv.from) };
        Some(Bare {
            from: (!drops).then_some(mv.from),
            to: mv.to,
            before: before.kind(),
            after: mv.after.kind(),
            taken: if mv.takes() { self.state.at(mv.take).get() } else { None },
        })
    }
}
