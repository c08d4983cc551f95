//! Sinks that keep no moves: one counts them, another records whether there is any.

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
    fn moves(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, targets: B) {
        self.0 += match targets.meets(arrival.asked) {
            false => u64::from(targets.count()),
            true => arrival.count(state, from, targets),
        };
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
        if (ahead | again | left | right).meets(arrival.asked) {
            for &targets in &targets {
                let targets = targets & arrival.asked;
                self.0 -= u64::from(targets.count());
                self.0 += arrival.count(state, 0, targets);
            }
        }
    }

    #[inline]
    fn take(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, to: Square, _: Square) {
        self.0 += arrival.count(state, from, B::bit(to));
    }

    fn drops(&mut self, _: Piece, targets: B) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn whole(&mut self, _: Move) {
        self.0 += 1;
    }

    /// Lends another count, so that this one can be kept in a register.
    #[inline(always)]
    fn lend(&mut self, to: impl FnOnce(&mut Self)) {
        let mut own = Self::default();
        to(&mut own);
        self.0 += own.0;
    }
}

/// A sink that passes everything on to another, so that the generator is not compiled for each rarely used sink.
pub(super) struct Via<'a, B>(pub(super) &'a mut dyn Sink<B>);

impl<B: Bits> Sink<B> for Via<'_, B> {
    fn moves(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, targets: B) {
        self.0.moves(state, arrival, from, targets);
    }
    fn plain(&mut self, state: &State<B>, piece: Piece, from: Square, targets: B) {
        self.0.plain(state, piece, from, targets);
    }
    fn setwise(&mut self, state: &State<B>, arrival: &Promotions<B>, targets: B, by: i16) {
        self.0.setwise(state, arrival, targets, by);
    }
    fn take(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, to: Square, take: Square) {
        self.0.take(state, arrival, from, to, take);
    }
    fn drops(&mut self, piece: Piece, targets: B) {
        self.0.drops(piece, targets);
    }
    fn whole(&mut self, mv: Move) {
        self.0.whole(mv);
    }
    fn is_full(&self) -> bool {
        self.0.is_full()
    }
}

/// A sink that only records if there is a move at all.
#[derive(Default)]
pub(super) struct Any(pub(super) bool);

impl<B: Bits> Sink<B> for Any {
    fn moves(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, targets: B) {
        self.0 |= match targets.meets(arrival.compulsory) {
            false => !targets.is_empty(),
            true => arrival.count(state, from, targets) > 0,
        };
    }
    fn plain(&mut self, _: &State<B>, _: Piece, _: Square, targets: B) {
        self.0 |= !targets.is_empty();
    }
    fn setwise(&mut self, state: &State<B>, arrival: &Promotions<B>, targets: B, _: i16) {
        self.moves(state, arrival, 0, targets);
    }
    fn take(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, to: Square, _: Square) {
        self.moves(state, arrival, from, B::bit(to));
    }
    fn drops(&mut self, _: Piece, targets: B) {
        self.0 |= !targets.is_empty();
    }
    fn whole(&mut self, _: Move) {
        self.0 = true;
    }
    fn is_full(&self) -> bool {
        self.0
    }
}
