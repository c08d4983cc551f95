//! Who receives legal steps: a list, a count, or the question whether there is any.

use crate::board::{Bits, Square};
use crate::model::men::Piece;
use crate::state::State;
use crate::walk::{Link, MARCHES, Move, Promotions, Sink};

/// Steps written down, with the links of their chains.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    pub(crate) steps: Vec<Move>,
    pub(crate) links: Vec<Link>,
}

impl List {
    /// Forgets them all, keeping the room.
    pub(crate) fn clear(&mut self) {
        self.steps.clear();
        self.links.clear();
    }

    #[inline(always)]
    fn arrive<B: Bits>(
        &mut self,
        state: &State<B>,
        arrival: &Promotions<B>,
        from: Square,
        to: Square,
        take: Square,
    ) {
        if arrival.zone.has(to) {
            arrival.each(state, |after| self.steps.push(Move::plain(from, to, take, after)));
        } else {
            self.steps.push(Move::plain(from, to, take, arrival.own));
        }
    }
}

/// Where a step takes: where it comes to, or nowhere if nothing stands there; without a branch, which would often be guessed wrong.
#[inline(always)]
fn taken<B: Bits>(state: &State<B>, from: Square, to: Square) -> Square {
    std::hint::select_unpredictable(state.at(to).is_empty(), from, to)
}

impl<B: Bits> Sink<B> for List {
    #[inline(always)]
    fn moves(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, targets: B) {
        for to in targets.squares() {
            let take = taken(state, from, to);
            self.arrive(state, arrival, from, to, take);
        }
    }

    #[inline(always)]
    fn plain(&mut self, state: &State<B>, man: Piece, from: Square, targets: B) {
        for to in targets.squares() {
            let take = taken(state, from, to);
            self.steps.push(Move::plain(from, to, take, man));
        }
    }

    #[inline(always)]
    fn swarm(&mut self, state: &State<B>, arrival: &Promotions<B>, targets: B, by: i16) {
        for to in targets.squares() {
            let from = (i16::from(to) - by) as Square;
            let take = taken(state, from, to);
            self.arrive(state, arrival, from, to, take);
        }
    }

    fn take(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, to: Square, take: Square) {
        self.arrive(state, arrival, from, to, take);
    }

    fn whole(&mut self, step: Move) {
        self.steps.push(step);
    }
}

/// Steps only counted.
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
    fn swarm(&mut self, state: &State<B>, arrival: &Promotions<B>, targets: B, _: i16) {
        self.moves(state, arrival, 0, targets);
    }

    #[inline(always)]
    fn march(
        &mut self,
        state: &State<B>,
        arrival: &Promotions<B>,
        targets: [B; MARCHES],
        _: &[i16; MARCHES],
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

    #[inline]
    fn whole(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Whether there is a step at all.
#[derive(Default)]
pub(super) struct Any(pub(super) bool);

impl<B: Bits> Sink<B> for Any {
    fn moves(&mut self, _: &State<B>, _: &Promotions<B>, _: Square, targets: B) {
        self.0 |= !targets.is_empty();
    }
    fn plain(&mut self, _: &State<B>, _: Piece, _: Square, targets: B) {
        self.0 |= !targets.is_empty();
    }
    fn swarm(&mut self, _: &State<B>, _: &Promotions<B>, targets: B, _: i16) {
        self.0 |= !targets.is_empty();
    }
    fn take(&mut self, _: &State<B>, _: &Promotions<B>, _: Square, _: Square, _: Square) {
        self.0 = true;
    }
    fn whole(&mut self, _: Move) {
        self.0 = true;
    }
    fn sated(&self) -> bool {
        self.0
    }
}
