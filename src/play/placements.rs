//! Turns of two parts, counted without making the first: a move, and something put on an empty square.
//!
//! The number of squares for the second part depends only on the occupancy after the move and, in some games, on the square to which the
//! piece has moved. So a whole turn is counted while its moves are generated.

use super::count::Via;
use super::generate::Ordinary;
use crate::board::isa::{Isa, Job};
use crate::board::{Bits, Square};
use crate::model::pieces::Piece;
use crate::moves::{Move, Promotions, Sink};
use crate::state::State;
use crate::tables::Tables;
use crate::tables::plan::PutNext;

/// Returns what may be put on the board after any move of this position, if that ends the turn and no other rule affects either part.
pub(super) fn put_next<'a, B: Bits>(tables: &'a Tables<B>, state: &State<B>) -> Option<PutNext<'a, B>> {
    let hooks = tables.hooks.as_ref()?;
    let order = hooks.order.as_ref().filter(|_| hooks.has_bare_turns(state.side))?;
    let judged = |cut: &crate::tables::Cut<B>| tables.ends[cut.end].at_turn_end;
    let free = !tables.attacks.has_royals(state, state.side) && tables.cuts.iter().all(judged);
    if free { order.put_next(state) } else { None }
}

/// A job that counts the turns of a move and of something put on the board.
pub(super) struct TurnsJob<'a, B> {
    pub(super) tables: &'a Tables<B>,
    pub(super) state: &'a State<B>,
    pub(super) put: PutNext<'a, B>,
}

impl<B: Bits> Job for TurnsJob<'_, B> {
    const NATIVE: bool = B::WIDTH <= 128;
    type Output = u64;

    #[inline(always)]
    fn run<I: Isa>(self) -> u64 {
        let (tables, state, occupied) = (self.tables, self.state, self.state.occupied());
        let open = u64::from((self.put.on & !occupied).count());
        let mut turns = TurnCount { from: self, occupied, open, count: 0 };
        I::run(Ordinary { tables, state, unknown: B::NONE, sink: &mut Via(&mut turns) });
        turns.count
    }
}

/// A sink that counts, for each move, the squares on which something may be put after it.
struct TurnCount<'a, B> {
    from: TurnsJob<'a, B>,
    occupied: B,
    /// The number of squares on which it could be put before the move.
    open: u64,
    count: u64,
}

impl<'a, B: Bits> TurnCount<'a, B> {
    /// What is put on the board next, if the piece may make the move before it.
    #[inline(always)]
    fn after(&self, piece: Piece) -> Option<PutNext<'a, B>> {
        Some(self.from.put).filter(|put| put.by >> piece.place() & 1 != 0)
    }

    /// Counts the squares for the moves of a piece from a square to each of the targets, without promotion.
    #[inline(always)]
    fn arrive(&mut self, piece: Piece, from: Square, targets: B) {
        let Some(put) = self.after(piece) else { return };
        let Some(reach) = put.at else {
            let left = u64::from(put.on.has(from));
            self.count += u64::from(targets.count()) * (self.open + left);
            self.count -= u64::from((targets & put.on & !self.occupied).count());
            return;
        };
        let occupied = self.occupied & !B::bit(from);
        for to in targets.squares() {
            let occupied = occupied | B::bit(to);
            let squares = reach.open(piece.side(), to, occupied) & put.on & !occupied;
            self.count += u64::from(squares.count());
        }
    }

    /// Counts the squares after moves to one square, given the occupancy after them.
    fn one(&mut self, piece: Piece, to: Square, occupied: B, moves: u64) {
        let Some(put) = self.after(piece) else { return };
        let reached = put.at.map_or(!B::NONE, |reach| reach.open(self.from.state.side, to, occupied));
        self.count += moves * u64::from((reached & put.on & !occupied).count());
    }
}

impl<B: Bits> Sink<B> for TurnCount<'_, B> {
    #[inline(always)]
    fn moves(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, targets: B) {
        self.arrive(arrival.own, from, targets & !arrival.asked);
        for to in (targets & arrival.asked).squares() {
            let occupied = self.occupied & !B::bit(from) | B::bit(to);
            self.one(arrival.own, to, occupied, arrival.count(state, from, B::bit(to)));
        }
    }

    #[inline(always)]
    fn plain(&mut self, _: &State<B>, piece: Piece, from: Square, targets: B) {
        self.arrive(piece, from, targets);
    }

    #[inline(always)]
    fn setwise(&mut self, state: &State<B>, arrival: &Promotions<B>, targets: B, by: i16) {
        for to in targets.squares() {
            self.moves(state, arrival, (i16::from(to) - by) as Square, B::bit(to));
        }
    }

    fn take(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, to: Square, take: Square) {
        let occupied = self.occupied & !B::bit(from) & !B::bit(take) | B::bit(to);
        self.one(arrival.own, to, occupied, arrival.count(state, from, B::bit(to)));
    }

    fn drops(&mut self, piece: Piece, targets: B) {
        for to in targets.squares() {
            self.one(piece, to, self.occupied | B::bit(to), 1);
        }
    }

    fn whole(&mut self, mv: Move) {
        let TurnsJob { tables, state, .. } = self.from;
        let mover = if mv.is_drop() { mv.after } else { state.at(mv.from) };
        let mut occupied = self.occupied;
        tables.effect(state, &[], mv).each_change(|change| {
            let square = B::bit(change.square);
            occupied = if change.after.is_empty() { occupied & !square } else { occupied | square };
        });
        self.one(mover, mv.to, occupied, 1);
    }
}
