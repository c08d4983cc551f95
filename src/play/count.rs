//! Receivers of legal moves that keep none: a count, and the question whether there is any.

use crate::board::{Bits, Square};
use crate::model::pieces::Piece;
use crate::moves::{Move, Promotions, Sink};
use crate::state::State;
use crate::walk::PAWN_SHIFTS;

/// A sink that only counts moves.
#[derive(Default)]
pub(super) struct Count(pub(super) u64);

impl<B: Bits> Sink<B> for Count {
    #[inline(always)]
    fn moves(&mut self, state: &State<B>, arrival: &Promotions<B>, _: Square, targets: B) {
        self.0 += u64::from(targets.count());
        let arriving = targets & arrival.zone;
        if !arriving.is_empty() {
            self.0 += u64::from(arriving.count()) * (arrival.count(state) - 1);
        }
    }

    #[inline(always)]
    fn plain(&mut self, _: &State<B>, _: Piece, _: Square, targets: B) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn setwise(&mut self, state: &State<B>, arrival: &Promotions<B>, targets: B, _: i16) {
        self.moves(state, arrival, 0, targets);
    }

    #[inline(always)]
    fn march(
        &mut self,
        state: &State<B>,
        arrival: &Promotions<B>,
        targets: [B; PAWN_SHIFTS],
        _: &[i16; PAWN_SHIFTS],
    ) {
        let [ahead, again, left, right] = targets;
        self.0 += u64::from(ahead.count() + again.count() + left.count() + right.count());
        if (ahead | again | left | right).meets(arrival.zone) {
            let arriving: u32 = targets.map(|targets| (targets & arrival.zone).count()).iter().sum();
            self.0 += u64::from(arriving) * (arrival.count(state) - 1);
        }
    }

    #[inline]
    fn take(&mut self, state: &State<B>, arrival: &Promotions<B>, _: Square, to: Square, _: Square) {
        self.0 += if arrival.zone.has(to) { arrival.count(state) } else { 1 };
    }

    fn drops(&mut self, _: Piece, targets: B) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn whole(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// A sink that only records if there is a move at all.
#[derive(Default)]
pub(super) struct Any(pub(super) bool);

impl<B: Bits> Sink<B> for Any {
    fn moves(&mut self, _: &State<B>, _: &Promotions<B>, _: Square, targets: B) {
        self.0 |= !targets.is_empty();
    }
    fn plain(&mut self, _: &State<B>, _: Piece, _: Square, targets: B) {
        self.0 |= !targets.is_empty();
    }
    fn setwise(&mut self, _: &State<B>, _: &Promotions<B>, targets: B, _: i16) {
        self.0 |= !targets.is_empty();
    }
    fn take(&mut self, _: &State<B>, _: &Promotions<B>, _: Square, _: Square, _: Square) {
        self.0 = true;
    }
    fn drops(&mut self, _: Piece, targets: B) {
        self.0 |= !targets.is_empty();
    }
    fn whole(&mut self, _: Move) {
        self.0 = true;
    }
    fn sated(&self) -> bool {
        self.0
    }
}
