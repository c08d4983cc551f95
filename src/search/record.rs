//! The records of a search: entries in the transposition table, and the principal variation.

use super::searcher::Searcher;
use super::table::{Bound, Known};
use crate::board::Bits;
use crate::moves::Move;

impl<B: Bits> Searcher<'_, B> {
    /// Stores the result of a search within a window in the transposition table.
    pub(super) fn remember(
        &self,
        key: u64,
        (best, mv): (i32, Option<Move>),
        (alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
    ) {
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let found = Known { value: Self::to_table(best, ply), depth, bound, mv: mv.map_or(0, Move::mark) };
        self.shared.table.put(key, found);
    }

    /// Sets the principal variation of a ply to a move followed by the principal variation of the next ply.
    pub(super) fn lead_by(&mut self, mv: Move, ply: usize) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        here[ply].pv.clear();
        here[ply].pv.push(mv);
        here[ply].pv.extend_from_slice(&below[0].pv);
    }
}
