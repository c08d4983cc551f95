//! Legal steps.

use super::list::{Any, Count, List};
use super::make::make;
use crate::board::{Bits, Square};
use crate::state::State;
use crate::tables::{Special, Tables};
use crate::walk::{Danger, How, Kind, Sink, Step, View};

/// Sends every step that moves one man in the ordinary way and leaves every royal man safe.
#[inline(always)]
fn ordinary<B: Bits, S: Sink<B>>(tables: &Tables<B>, state: &State<B>, sink: &mut S) {
    let us = state.side;
    let (own, enemy) = (state.side(us), state.side(us.other()));
    let (barred, still) = match &tables.special {
        Some(special) => (special.barred(&tables.attacks, state), special.immobile(state)),
        None => (B::NONE, B::NONE),
    };
    let danger = tables.attacks.danger(state);
    let kinds = &tables.kinds[us.index()];
    for kind in kinds {
        for from in (state.of(kind.content.kind(), us) & !still).squares() {
            let targets = kind.targets(from, own, enemy, state.slots.unmoved) & !barred;
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

/// Keeps the targets that may be taken and that leave every royal man safe.
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
    for &spared in &kind.spares {
        targets &= !state.men(spared);
    }
    if !kind.royal {
        targets &= danger.parry;
        if danger.pinned.has(from) {
            targets &= danger.line(from);
        }
        if !danger.verify {
            return targets;
        }
    }
    let enemy = state.side(state.side.other());
    let safe = |to: Square| tables.attacks.safe_after(state, from, to, B::bit(to) & enemy);
    targets.squares().filter(|&to| safe(to)).fold(B::NONE, |set, to| set | B::bit(to))
}

/// The special rules of a game, where they bear on this position's steps.
#[inline(always)]
fn concerned<'a, B: Bits>(tables: &'a Tables<B>, state: &State<B>) -> Option<&'a Special<B>> {
    tables.special.as_deref().filter(|special| special.concerns(state))
}

/// The legal steps of a position that special rules bear on, in the order of a turn.
fn listed<B: Bits>(tables: &Tables<B>, special: &Special<B>, state: &State<B>) -> List {
    let only = |steps| List { steps, links: Vec::new() };
    if let Some(due) = special.waits.as_ref().map(|waits| waits.due(state)).filter(|due| !due.is_empty()) {
        return only(due);
    }
    if !state.memory.offenders.is_empty() {
        return only(special.taking.huffs(state));
    }
    let mut list = List::default();
    ordinary(tables, state, &mut list);
    let us = state.side;
    let (barred, still) = (special.barred(&tables.attacks, state), special.immobile(state));
    let kinds = &tables.kinds[us.index()];
    special.taking.chains(&tables.attacks, state, kinds, (barred, still), (&mut list.steps, &mut list.links));
    verify(tables, special, state, &mut list);
    let stage = special.turn.stage(&state.memory, us);
    if let Some(stage) = stage {
        list.steps.retain(|&step| stage.admits(&state.memory, step, state.at(step.from)));
    }
    special.taking.keep_duty(&mut list.steps, &list.links);
    declare(tables, special, state, &mut list);
    if stage.is_some_and(|stage| stage.optional) {
        list.steps.push(Step { how: How::Decline, ..Step::plain(0, 0, 0, state.at(0)) });
    }
    list
}

/// Makes the steps whose effect on royal men can't be told beforehand, and keeps those that leave them safe.
fn verify<B: Bits>(tables: &Tables<B>, special: &Special<B>, state: &State<B>, list: &mut List) {
    let by_loss = special.waits.as_ref().is_some_and(|waits| waits.promotes_by_loss(state));
    let us = state.side;
    if tables.attacks.royals(state, us).is_empty() {
        return;
    }
    let links = &list.links;
    list.steps.retain(|&step| {
        let doubtful = step.how == How::Chain || by_loss && step.takes();
        !doubtful || {
            let mut after = state.fresh_copy();
            make::<B, false>(tables, &mut after, step, links);
            !tables.attacks.in_check(&after, us)
        }
    });
}

/// Doubles the steps that may be made in silence or with a warning.
fn declare<B: Bits>(tables: &Tables<B>, special: &Special<B>, state: &State<B>, list: &mut List) {
    if special.declared.is_empty() {
        return;
    }
    for index in 0..list.steps.len() {
        let step = list.steps[index];
        let mut after = state.fresh_copy();
        make::<B, false>(tables, &mut after, step, &list.links);
        if special.warns(&tables.attacks, &after, state.side) {
            list.steps.push(Step { declared: true, ..step });
        }
    }
}

/// The legal steps, ends by rule aside.
pub(crate) fn legal<B: Bits>(tables: &Tables<B>, state: &State<B>) -> List {
    if let Some(special) = concerned(tables, state) {
        return listed(tables, special, state);
    }
    let mut list = List::default();
    ordinary(tables, state, &mut list);
    list
}

/// How many legal steps there are, ends by rule aside.
pub(crate) fn count_legal<B: Bits>(tables: &Tables<B>, state: &State<B>) -> u64 {
    if let Some(special) = concerned(tables, state) {
        return listed(tables, special, state).steps.len() as u64;
    }
    let mut count = Count::default();
    ordinary(tables, state, &mut count);
    count.0
}

/// Whether there is a legal step, ends by rule aside.
pub(crate) fn any_legal<B: Bits>(tables: &Tables<B>, state: &State<B>) -> bool {
    if let Some(special) = concerned(tables, state) {
        return !listed(tables, special, state).steps.is_empty();
    }
    let mut any = Any::default();
    ordinary(tables, state, &mut any);
    any.0
}
