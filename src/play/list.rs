//! Who receives legal steps: a list, a count, or the question whether there is any.

use crate::board::{Bits, Square};
use crate::state::State;
use crate::walk::{Kind, Link, Sink, Step};

/// Steps written down, with the links of their chains.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    pub(crate) steps: Vec<Step>,
    pub(crate) links: Vec<Link>,
}

impl List {
    /// Forgets them all, keeping the room.
    pub(crate) fn clear(&mut self) {
        self.steps.clear();
        self.links.clear();
    }

    #[inline(always)]
    fn arrive<B: Bits>(&mut self, state: &State<B>, kind: &Kind<B>, from: Square, to: Square, take: Square) {
        if kind.arrival.zone.has(to) {
            kind.arrival
                .each(state, kind.content, |after| self.steps.push(Step::plain(from, to, take, after)));
        } else {
            self.steps.push(Step::plain(from, to, take, kind.content));
        }
    }
}

impl<B: Bits> Sink<B> for List {
    #[inline(always)]
    fn moves(&mut self, state: &State<B>, kind: &Kind<B>, from: Square, targets: B) {
        for to in targets.squares() {
            let take = if state.at(to).is_empty() { from } else { to };
            self.arrive(state, kind, from, to, take);
        }
    }

    #[inline(always)]
    fn swarm(&mut self, state: &State<B>, kind: &Kind<B>, targets: B, by: i16) {
        for to in targets.squares() {
            let from = (i16::from(to) - by) as Square;
            let take = if state.at(to).is_empty() { from } else { to };
            self.arrive(state, kind, from, to, take);
        }
    }

    fn take(&mut self, state: &State<B>, kind: &Kind<B>, from: Square, to: Square, take: Square) {
        self.arrive(state, kind, from, to, take);
    }

    fn whole(&mut self, step: Step) {
        self.steps.push(step);
    }
}

/// Steps only counted.
#[derive(Default)]
pub(super) struct Count(pub(super) u64);

impl<B: Bits> Sink<B> for Count {
    #[inline(always)]
    fn moves(&mut self, state: &State<B>, kind: &Kind<B>, _: Square, targets: B) {
        self.0 += u64::from(targets.count());
        let arriving = targets & kind.arrival.zone;
        if !arriving.is_empty() {
            self.0 += u64::from(arriving.count()) * (kind.arrival.count(state, kind.content) - 1);
        }
    }

    #[inline(always)]
    fn swarm(&mut self, state: &State<B>, kind: &Kind<B>, targets: B, _: i16) {
        self.moves(state, kind, 0, targets);
    }

    #[inline]
    fn take(&mut self, state: &State<B>, kind: &Kind<B>, _: Square, to: Square, _: Square) {
        self.0 += if kind.arrival.zone.has(to) { kind.arrival.count(state, kind.content) } else { 1 };
    }

    #[inline]
    fn whole(&mut self, _: Step) {
        self.0 += 1;
    }
}

/// Whether there is a step at all.
#[derive(Default)]
pub(super) struct Any(pub(super) bool);

impl<B: Bits> Sink<B> for Any {
    fn moves(&mut self, _: &State<B>, _: &Kind<B>, _: Square, targets: B) {
        self.0 |= !targets.is_empty();
    }
    fn swarm(&mut self, _: &State<B>, _: &Kind<B>, targets: B, _: i16) {
        self.0 |= !targets.is_empty();
    }
    fn take(&mut self, _: &State<B>, _: &Kind<B>, _: Square, _: Square, _: Square) {
        self.0 = true;
    }
    fn whole(&mut self, _: Step) {
        self.0 = true;
    }
    fn sated(&self) -> bool {
        self.0
    }
}
