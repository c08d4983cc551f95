//! Legal steps.

use crate::board::{Bits, Square};
use crate::model::men::Content;
use crate::state::State;
use crate::tables::Tables;
use crate::walk::{Danger, Kind, Sink, Step, View};

/// Sends every legal step of the side to move, ends by rule aside.
#[inline(always)]
pub(crate) fn generate<B: Bits, S: Sink<B>>(tables: &Tables<B>, state: &State<B>, sink: &mut S) {
    let us = state.side;
    let (own, enemy) = (state.side(us), state.side(us.other()));
    let danger = tables.attacks.danger(state);
    let kinds = &tables.kinds[us.index()];
    for kind in kinds {
        for from in state.of(kind.content.kind(), us).squares() {
            let targets = kind.targets(from, own, enemy, state.slots.unmoved);
            let targets = settle(tables, state, &danger, kind, from, targets);
            if !targets.is_empty() {
                sink.moves(state, kind, from, targets);
            }
            if sink.sated() {
                return;
            }
        }
    }
    tables.generate(&View { state, attacks: &tables.attacks, kinds }, sink);
}

/// Keeps the targets that leave every royal man safe.
#[inline(always)]
fn settle<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    danger: &Danger<B>,
    kind: &Kind<B>,
    from: Square,
    targets: B,
) -> B {
    let mut targets = targets;
    if !kind.royal {
        targets &= danger.parry;
        if danger.pinned.has(from) {
            targets &= danger.line(from);
        }
        if !danger.verify {
            return targets;
        }
    }
    let safe =
        |to: Square| tables.attacks.safe_after(state, from, to, B::bit(to) & state.side(state.side.other()));
    targets.squares().filter(|&to| safe(to)).fold(B::NONE, |set, to| set | B::bit(to))
}

/// Steps written into a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    pub(crate) steps: Vec<Step>,
}

impl List {
    #[inline(always)]
    fn arrive<B: Bits>(&mut self, kind: &Kind<B>, from: Square, to: Square, take: Square) {
        let mut push = |after: Content| self.steps.push(Step { from, to, take, after, script: 0 });
        match &kind.arrival {
            Some(arrival) if arrival.zone.has(to) => {
                arrival.choices.iter().for_each(|&choice| push(choice));
                if arrival.optional {
                    push(kind.content);
                }
            }
            _ => push(kind.content),
        }
    }
}

impl<B: Bits> Sink<B> for List {
    #[inline(always)]
    fn moves(&mut self, state: &State<B>, kind: &Kind<B>, from: Square, targets: B) {
        for to in targets.squares() {
            let take = if state.at(to).is_empty() { from } else { to };
            self.arrive(kind, from, to, take);
        }
    }

    fn take(&mut self, kind: &Kind<B>, from: Square, to: Square, take: Square) {
        self.arrive(kind, from, to, take);
    }

    fn whole(&mut self, step: Step) {
        self.steps.push(step);
    }
}

/// Steps only counted.
#[derive(Default)]
struct Count(u64);

impl<B: Bits> Sink<B> for Count {
    #[inline(always)]
    fn moves(&mut self, _: &State<B>, kind: &Kind<B>, _: Square, targets: B) {
        self.0 += u64::from(targets.count());
        if let Some(arrival) = &kind.arrival {
            let arriving = u64::from((targets & arrival.zone).count());
            let each = arrival.choices.len() as u64 + u64::from(arrival.optional);
            self.0 = self.0 + arriving * each - arriving;
        }
    }

    #[inline]
    fn take(&mut self, kind: &Kind<B>, _: Square, to: Square, _: Square) {
        self.0 += match &kind.arrival {
            Some(arrival) if arrival.zone.has(to) => {
                arrival.choices.len() as u64 + u64::from(arrival.optional)
            }
            _ => 1,
        };
    }

    #[inline]
    fn whole(&mut self, _: Step) {
        self.0 += 1;
    }
}

/// Whether there is a step at all.
#[derive(Default)]
struct Any(bool);

impl<B: Bits> Sink<B> for Any {
    fn moves(&mut self, _: &State<B>, _: &Kind<B>, _: Square, _: B) {
        self.0 = true;
    }
    fn take(&mut self, _: &Kind<B>, _: Square, _: Square, _: Square) {
        self.0 = true;
    }
    fn whole(&mut self, _: Step) {
        self.0 = true;
    }
    fn sated(&self) -> bool {
        self.0
    }
}

/// The legal steps, ends by rule aside.
pub(crate) fn legal<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Vec<Step> {
    let mut list = List::default();
    generate(tables, state, &mut list);
    list.steps
}

/// How many legal steps there are, ends by rule aside.
pub(crate) fn count_legal<B: Bits>(tables: &Tables<B>, state: &State<B>) -> u64 {
    let mut count = Count::default();
    generate(tables, state, &mut count);
    count.0
}

/// Whether there is a legal step, ends by rule aside.
pub(crate) fn any_legal<B: Bits>(tables: &Tables<B>, state: &State<B>) -> bool {
    let mut any = Any::default();
    generate(tables, state, &mut any);
    any.0
}
