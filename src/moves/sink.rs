//! The view of a position for move generators, and the sinks that receive the moves they find.

use smallvec::SmallVec;

use super::packed::Move;
use super::promotions::Promotions;
use super::table::PieceTable;
use crate::board::{Bits, Square};
use crate::model::pieces::Piece;
use crate::state::State;
use crate::walk::{Attacks, CheckInfo, PAWN_SHIFTS};

/// The movement and attack tables of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground<'a, B> {
    pub(crate) attacks: &'a Attacks<B>,
    /// The tables of the piece types of each side.
    pub(crate) kinds: &'a [Box<[PieceTable<B>]>; 2],
}

/// A position with the movement tables of its pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a, B> {
    pub(crate) state: &'a State<B>,
    pub(crate) ground: Ground<'a, B>,
}

impl<'a, B: Bits> View<'a, B> {
    /// The tables of the side to move.
    #[inline(always)]
    pub(crate) fn own(&self) -> &'a [PieceTable<B>] {
        &self.ground.kinds[self.state.side.index()]
    }

    /// The attack tables.
    #[inline(always)]
    pub(crate) fn attacks(&self) -> &'a Attacks<B> {
        self.ground.attacks
    }
}

/// The safety of the only royal piece of the side to move, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Safety<B> {
    pub(crate) check_info: CheckInfo<B>,
    /// The attacked squares among those around it and those watched for it, if they have been computed.
    pub(crate) attacked_squares: Option<B>,
    /// The squares that no piece may move to: the pieces there can't be captured.
    pub(crate) barred: B,
    /// True if captures are made and checked afterwards, because more may follow from them than is known beforehand.
    pub(crate) captures_are_doubtful: bool,
    /// True if every move is made and checked afterwards, so that masks need not exclude unsafe ones.
    pub(crate) all_are_doubtful: bool,
}

/// A receiver of legal moves.
pub(crate) trait Sink<B: Bits> {
    /// Receives the moves of a piece from a square to each of some squares, capturing what stands there.
    fn moves(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, targets: B);

    /// Receives the moves of a piece that never promotes from a square to each of some squares, capturing what stands there.
    fn plain(&mut self, state: &State<B>, piece: Piece, from: Square, targets: B);

    /// Receives the moves of pieces of a type to each of some squares, each from the square whose number is less by `by`, capturing what
    /// stands there if `takes`.
    fn setwise(&mut self, state: &State<B>, arrival: &Promotions<B>, targets: B, by: i16);

    /// Receives such moves for several ways at once.
    #[inline(always)]
    fn march(
        &mut self,
        state: &State<B>,
        arrival: &Promotions<B>,
        targets: [B; PAWN_SHIFTS],
        by: &[i16; PAWN_SHIFTS],
    ) {
        for (targets, &by) in targets.into_iter().zip(by) {
            self.setwise(state, arrival, targets, by);
        }
    }

    /// Receives a move that captures on a square that may be another than its target.
    fn take(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, to: Square, take: Square);

    /// Receives the drops of a piece from its owner's hand on each of some empty squares.
    fn drops(&mut self, piece: Piece, targets: B);

    /// Receives a complete move made by a feature.
    fn whole(&mut self, mv: Move);

    /// Returns `true` if the sink needs no more moves.
    fn is_full(&self) -> bool {
        false
    }

    /// Lends the sink to a function that is called, not inlined.
    #[inline(always)]
    fn lend(&mut self, to: impl FnOnce(&mut Self))
    where
        Self: Sized,
    {
        to(self);
    }
}

/// A sink that passes on every complete move only once, for generators that may send the same move.
pub(crate) struct Once<'a, B> {
    sink: &'a mut dyn Sink<B>,
    seen: SmallVec<[Move; 16]>,
}

impl<'a, B: Bits> Once<'a, B> {
    /// Creates such a sink in front of another.
    pub(crate) fn new(sink: &'a mut dyn Sink<B>) -> Self {
        Self { sink, seen: SmallVec::new() }
    }
}

impl<B: Bits> Sink<B> for Once<'_, B> {
    fn moves(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, targets: B) {
        self.sink.moves(state, arrival, from, targets);
    }

    fn plain(&mut self, state: &State<B>, piece: Piece, from: Square, targets: B) {
        self.sink.plain(state, piece, from, targets);
    }

    fn setwise(&mut self, state: &State<B>, arrival: &Promotions<B>, targets: B, by: i16) {
        self.sink.setwise(state, arrival, targets, by);
    }

    fn take(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, to: Square, take: Square) {
        self.sink.take(state, arrival, from, to, take);
    }

    fn drops(&mut self, piece: Piece, targets: B) {
        self.sink.drops(piece, targets);
    }

    fn whole(&mut self, mv: Move) {
        if !self.seen.contains(&mv) {
            self.seen.push(mv);
            self.sink.whole(mv);
        }
    }

    fn is_full(&self) -> bool {
        self.sink.is_full()
    }
}
