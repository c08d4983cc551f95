//! What moves do, whatever the width of the board.

use smallvec::SmallVec;

use super::erased::{CompiledPosition, ErasedPosition};
use super::moves::{Move, MoveKind};
use super::piece::{Piece, PieceType};
use super::square::Square;
use crate::board::{self, Bits};
use crate::feature::plan::Station;
use crate::model::pieces::{Side, TypeId};
use crate::moves::{Move as Packed, Origin};
use crate::rules::Rules;

/// The effect of a move, whatever the width of the board.
#[derive(Debug)]
pub(crate) struct Outline {
    /// The kind of the move in a word: `move`, or the name given by the feature that made it.
    pub(crate) name: &'static str,
    /// The square that the moving piece leaves.
    pub(crate) from: Option<board::Square>,
    /// The square where the moving piece arrives.
    pub(crate) to: Option<board::Square>,
    /// The type of the moving piece and its side, and its type afterwards, if it is still there.
    pub(crate) mover: Option<(TypeId, Side, Option<TypeId>)>,
    /// The pieces that leave the board, in order.
    pub(crate) taken: SmallVec<[(board::Square, TypeId, Side); 2]>,
}

/// The squares and piece types of a game as values of the library, by their numbers.
#[derive(Debug)]
pub(super) struct Handles {
    squares: [Square; 256],
    types: Box<[PieceType]>,
    /// True if promotions are written in coordinate notation.
    written: bool,
}

impl Handles {
    pub(super) fn of(rules: &Rules) -> Self {
        let nowhere = Square::numbered(&rules.geometry, 0);
        let mut squares = [nowhere; 256];
        for number in rules.geometry.every() {
            squares[usize::from(number)] = Square::numbered(&rules.geometry, number);
        }
        let types = 0..rules.types.len() as TypeId;
        let types = types.map(|kind| PieceType::of(&rules.types, kind)).collect();
        Self { squares, types, written: !rules.written.promotions_unwritten }
    }
}

impl<B: Bits> CompiledPosition<B> {
    /// Returns moves as values.
    pub(super) fn values_of(&self, all: &[Packed]) -> Vec<Move> {
        let mut values = Vec::with_capacity(all.len());
        let known = self.are_bare();
        for &mv in all {
            // each in its own branch, so that values are written where they stay
            if !(known && is_bare(mv)) {
                values.push(Move::in_full(self, mv));
            } else if mv.takes() {
                values.push(self.bare(mv, self.state.at(mv.take).get()));
            } else {
                values.push(self.bare(mv, None));
            }
        }
        values
    }

    /// Returns a move as a value.
    pub(super) fn value_of(&self, mv: Packed) -> Move {
        let taken = || if mv.takes() { self.state.at(mv.take).get() } else { None };
        if self.are_bare() && is_bare(mv) { self.bare(mv, taken()) } else { Move::in_full(self, mv) }
    }

    /// Returns `true` if nothing follows from moves, and nothing is announced with them.
    fn are_bare(&self) -> bool {
        let hooks = self.tables.hooks.as_ref();
        !hooks.is_some_and(|hooks| hooks.have(Station::Follow)) && !self.tables.announces()
    }

    /// Returns a move that is [bare](is_bare), and from which nothing follows, as a value, with the piece that it captures.
    #[inline(always)]
    fn bare(&self, mv: Packed, taken: Option<(TypeId, Side)>) -> Move {
        let Handles { squares, types, written } = &*self.handles;
        let (square, side) = (|number: board::Square| squares[usize::from(number)], self.state.side);
        let of_type = |kind: TypeId| types[usize::from(kind)];
        let drops = !mv.is_untagged();
        let before = if drops { mv.after } else { self.state.at(mv.from) };
        let promotion = if before == mv.after { None } else { Some(of_type(mv.after.kind())) };
        let piece = Piece { piece_type: of_type(before.kind()), side };
        let captured = taken.map(|(kind, side)| (square(mv.to), Piece { piece_type: of_type(kind), side }));
        let from = if drops { None } else { Some(square(mv.from)) };
        Move {
            packed: mv,
            side,
            kind: if drops { MoveKind::Drop } else { MoveKind::Normal },
            from,
            to: Some(square(mv.to)),
            piece: Some(piece),
            promotion,
            written: *written,
            captured,
            more: None,
        }
    }

    pub(super) fn outline_of(&self, mv: Packed) -> Outline {
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
}

/// Returns `true` if it is a drop, or an ordinary move that captures at most what stands on its target.
#[inline(always)]
fn is_bare(mv: Packed) -> bool {
    mv.is_untagged() && (mv.take == mv.to || !mv.takes()) || mv.is_bare_drop()
}
