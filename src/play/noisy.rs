//! The moves that a quiescence search tries: captures and promotions.

use super::generate::{Ordinary, concerned, legal_into};
use crate::board::isa::dispatch;
use crate::board::{Bits, Square};
use crate::model::pieces::Piece;
use crate::moves::{List, Move, Promotions, Sink};
use crate::state::State;
use crate::tables::Tables;

/// A sink that keeps captures and promotions.
struct Noisy(List);

impl Noisy {
    #[inline(always)]
    fn kept<B: Bits>(state: &State<B>, arrival: &Promotions<B>, from: Square, targets: B) -> B {
        targets & state.side(state.side.other()) | arrival.promoting(state, from, targets)
    }
}

impl<B: Bits> Sink<B> for Noisy {
    #[inline(always)]
    fn moves(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, targets: B) {
        self.0.moves(state, arrival, from, Self::kept(state, arrival, from, targets));
    }
    #[inline(always)]
    fn plain(&mut self, state: &State<B>, piece: Piece, from: Square, targets: B) {
        self.0.plain(state, piece, from, targets & state.side(state.side.other()));
    }
    #[inline(always)]
    fn setwise(&mut self, state: &State<B>, arrival: &Promotions<B>, targets: B, by: i16) {
        self.0.setwise(state, arrival, Self::kept(state, arrival, 0, targets), by);
    }
    fn take(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, to: Square, take: Square) {
        self.0.take(state, arrival, from, to, take);
    }
    fn drops(&mut self, _: Piece, _: B) {}
    fn whole(&mut self, mv: Move) {
        if mv.takes() {
            <List as Sink<B>>::whole(&mut self.0, mv);
        }
    }
}

/// Replaces the moves of a list with the legal captures and promotions. Where special rules apply to the position, lists all moves, and
/// returns `true`.
pub(crate) fn noisy_into<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &mut List) -> bool {
    if concerned(tables, state).is_some() {
        legal_into(tables, state, list);
        return true;
    }
    list.clear();
    let mut noisy = Noisy(std::mem::take(list));
    dispatch(Ordinary { tables, state, unknown: B::NONE, sink: &mut noisy });
    *list = noisy.0;
    false
}
