//! What moves do, whatever the width of the board.

use smallvec::SmallVec;

use super::erased::{CompiledPosition, ErasedPosition};
use super::moves::{Move, MoveKind};
use super::piece::{Piece, PieceType};
use super::square::Square;
use crate::board::{self, Bits};
use crate::feature::plan::Station;
use crate::model::pieces::{self as model, Side, TypeId};
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

/// The squares and pieces of a game as values of the library, by their numbers.
#[derive(Debug)]
pub(super) struct Handles {
    squares: [Square; 256],
    pieces: [Option<Piece>; 256],
    types: [Option<PieceType>; 256],
    /// True if promotions are written in coordinate notation.
    written: bool,
}

impl Handles {
    pub(super) fn of(rules: &Rules) -> Self {
        let mut squares = [Square::numbered(&rules.geometry, 0); 256];
        let (mut pieces, mut types) = ([None; 256], [None; 256]);
        for number in rules.geometry.every() {
            squares[usize::from(number)] = Square::numbered(&rules.geometry, number);
        }
        for kind in 0..rules.types.len() as TypeId {
            for side in Side::BOTH {
                let (code, piece) = (model::Piece::new(kind, side), Piece::of(&rules.types, (kind, side)));
                pieces[code.index()] = Some(piece);
                types[code.index()] = Some(piece.piece_type);
            }
        }
        Self { squares, pieces, types, written: !rules.written.promotions_unwritten }
    }

    #[inline(always)]
    fn square(&self, number: board::Square) -> Square {
        self.squares[usize::from(number)]
    }

    #[inline(always)]
    fn piece(&self, piece: model::Piece) -> Option<Piece> {
        self.pieces[piece.index()]
    }
}

impl<B: Bits> CompiledPosition<B> {
    /// Returns moves as values.
    pub(super) fn values_of(&self, all: &[Packed]) -> Vec<Move> {
        if self.are_bare() && all.iter().all(|&mv| is_bare(mv)) {
            return all.iter().map(|&mv| self.bare(mv)).collect();
        }
        all.iter().map(|&mv| self.value_of(mv)).collect()
    }

    /// Returns a move as a value.
    pub(super) fn value_of(&self, mv: Packed) -> Move {
        if self.are_bare() && is_bare(mv) { self.bare(mv) } else { Move::in_full(self, mv) }
    }

    /// Returns `true` if nothing follows from moves, and nothing is announced with them.
    fn are_bare(&self) -> bool {
        let hooks = self.tables.hooks.as_ref();
        !hooks.is_some_and(|hooks| hooks.have(Station::Follow)) && !self.tables.announces()
    }

    /// Returns a move that is [bare](is_bare), and from which nothing follows, as a value.
    #[inline(always)]
    fn bare(&self, mv: Packed) -> Move {
        let handles = &*self.handles;
        let drops = !mv.is_untagged();
        let before = if drops { mv.after } else { self.state.at(mv.from) };
        let (from, to) = (handles.square(mv.from), handles.square(mv.to));
        let taken = if mv.takes() { self.state.at(mv.take) } else { model::Piece::EMPTY };
        let after = if before == mv.after { model::Piece::EMPTY } else { mv.after };
        Move {
            packed: mv,
            side: self.state.side,
            kind: if drops { MoveKind::Drop } else { MoveKind::Normal },
            from: (!drops).then_some(from),
            to: Some(to),
            piece: handles.piece(before),
            promotion: handles.types[after.index()],
            written: handles.written,
            captured: handles.piece(taken).map(|piece| (to, piece)),
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
