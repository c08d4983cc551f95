//! Legal steps.

use super::list::{Any, Count, List};
use super::make::{make, unmake};
use super::outcome::over;
use crate::board::isa::{Isa, Job, dispatch};
use crate::board::{Bits, Square};
use crate::state::State;
use crate::tables::{Special, Tables};
use crate::walk::{Danger, Foes, How, Kind, Link, Sink, Step, View};

/// Sends every step that moves one man in the ordinary way and leaves every royal man safe.
#[inline(always)]
fn ordinary<B: Bits, S: Sink<B>, I: Isa>(tables: &Tables<B>, state: &State<B>, sink: &mut S) {
    let us = state.side;
    let (own, enemy) = (state.side(us), state.side(us.other()));
    let (barred, still) = match &tables.special {
        Some(special) => (special.barred(&tables.attacks, state), special.immobile(state)),
        None => (B::NONE, B::NONE),
    };
    let foes = tables.attacks.foes(state, us.other());
    let danger = tables.attacks.danger(state, &foes);
    let kinds = &tables.kinds[us.index()];
    for kind in kinds {
        let mut men = state.of(kind.content.kind(), us) & !still;
        if let (Some(swarm), false) = (&kind.swarm, danger.verify) {
            let takeable = takeable(state, kind, enemy & !barred);
            let (free, empty) = (men & !danger.pinned, !(own | enemy));
            swarm.each(free, state.slots.unmoved, empty, takeable, |targets, by| {
                sink.swarm(state, kind, targets & danger.parry, by);
            });
            men &= danger.pinned;
        }
        for from in men.squares() {
            let targets = kind.targets::<I>(from, own, enemy, state.slots.unmoved) & !barred;
            let targets = settle(tables, state, (&danger, &foes), kind, from, targets);
            if !targets.is_empty() {
                sink.moves(state, kind, from, targets);
            }
            if sink.sated() {
                return;
            }
        }
    }
    tables.generate(&View { state, attacks: &tables.attacks, kinds, check: danger.check, foes: &foes }, sink);
}

/// The enemy men that a kind may take.
#[inline(always)]
fn takeable<B: Bits>(state: &State<B>, kind: &Kind<B>, enemy: B) -> B {
    kind.spares.iter().fold(enemy, |men, &spared| men & !state.men(spared))
}

/// Keeps the targets that may be taken and that leave every royal man safe.
#[inline(always)]
fn settle<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    (danger, foes): (&Danger<B>, &Foes<B>),
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
            targets &= tables.attacks.line(state, danger, from);
        }
        if !danger.verify {
            return targets;
        }
    }
    let mut kept = targets;
    if !danger.verify {
        // the only royal man moves: a man it takes stands in no line to where it stood
        let lifted = state.occupied() & !B::bit(from);
        for to in targets.squares() {
            if tables.attacks.attacked_by(state, foes, to, lifted, B::bit(to)) {
                kept &= !B::bit(to);
            }
        }
        return kept;
    }
    let enemy = state.side(state.side.other());
    for to in targets.squares() {
        if !tables.attacks.safe_after(state, from, to, B::bit(to) & enemy) {
            kept &= !B::bit(to);
        }
    }
    kept
}

/// The special rules of a game, where they bear on this position's steps.
#[inline(always)]
fn concerned<'a, B: Bits>(tables: &'a Tables<B>, state: &State<B>) -> Option<&'a Special<B>> {
    tables.special.as_deref().filter(|special| special.concerns(state))
}

/// The legal steps of a position that special rules bear on, in the order of a turn.
#[inline(always)]
fn listed<B: Bits, I: Isa>(tables: &Tables<B>, special: &Special<B>, state: &State<B>) -> List {
    let only = |steps| List { steps, links: Vec::new() };
    if let Some(due) = special.waits.as_ref().map(|waits| waits.due(state)).filter(|due| !due.is_empty()) {
        return only(due);
    }
    if !state.memory.offenders.is_empty() {
        return only(special.taking.huffs(state));
    }
    let mut list = List::default();
    ordinary::<B, List, I>(tables, state, &mut list);
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

/// Lists the legal steps.
struct ListJob<'a, B>(&'a Tables<B>, &'a State<B>);

impl<B: Bits> Job for ListJob<'_, B> {
    type Output = List;
    #[inline(always)]
    fn run<I: Isa>(self) -> List {
        let Self(tables, state) = self;
        if let Some(special) = concerned(tables, state) {
            return listed::<B, I>(tables, special, state);
        }
        let mut list = List::default();
        ordinary::<B, List, I>(tables, state, &mut list);
        list
    }
}

/// Counts the legal steps.
struct CountJob<'a, B>(&'a Tables<B>, &'a State<B>);

impl<B: Bits> Job for CountJob<'_, B> {
    type Output = u64;
    #[inline(always)]
    fn run<I: Isa>(self) -> u64 {
        let Self(tables, state) = self;
        if let Some(special) = concerned(tables, state) {
            return listed::<B, I>(tables, special, state).steps.len() as u64;
        }
        let mut count = Count::default();
        ordinary::<B, Count, I>(tables, state, &mut count);
        count.0
    }
}

/// Asks whether there is a legal step.
struct AnyJob<'a, B>(&'a Tables<B>, &'a State<B>);

impl<B: Bits> Job for AnyJob<'_, B> {
    type Output = bool;
    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        let Self(tables, state) = self;
        if let Some(special) = concerned(tables, state) {
            return !listed::<B, I>(tables, special, state).steps.is_empty();
        }
        let mut any = Any::default();
        ordinary::<B, Any, I>(tables, state, &mut any);
        any.0
    }
}

/// The legal steps, ends by rule aside.
pub(crate) fn legal<B: Bits>(tables: &Tables<B>, state: &State<B>) -> List {
    dispatch(ListJob(tables, state))
}

/// Lists the legal steps in the place of those of a list, whose room is used again.
pub(super) struct ListInto<'a, B> {
    pub(super) tables: &'a Tables<B>,
    pub(super) state: &'a State<B>,
    pub(super) list: &'a mut List,
}

impl<B: Bits> Job for ListInto<'_, B> {
    type Output = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let Self { tables, state, list } = self;
        list.steps.clear();
        list.links.clear();
        match concerned(tables, state) {
            Some(special) => *list = listed::<B, I>(tables, special, state),
            None => ordinary::<B, List, I>(tables, state, list),
        }
    }
}

/// Lists the legal steps, ends by rule aside, in the place of those of a list.
pub(crate) fn legal_into<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &mut List) {
    dispatch(ListInto { tables, state, list });
}

/// Whether there is a legal step, ends by rule aside.
pub(crate) fn any_legal<B: Bits>(tables: &Tables<B>, state: &State<B>) -> bool {
    dispatch(AnyJob(tables, state))
}

/// Counts paths, and itself.
pub(super) struct PerftJob<'a, B> {
    pub(super) tables: &'a Tables<B>,
    pub(super) state: &'a mut State<B>,
    pub(super) depth: u32,
    pub(super) bulk: bool,
    /// Steps of the positions above; those of this one are put behind them and taken away again.
    pub(super) list: &'a mut List,
}

impl<B: Bits> Job for PerftJob<'_, B> {
    type Output = u64;

    #[inline(always)]
    fn run<I: Isa>(self) -> u64 {
        let Self { tables, state, depth, bulk, list } = self;
        if depth == 0 {
            return 1;
        }
        if over(tables, state) {
            return 0;
        }
        if depth == 1 && bulk {
            return CountJob(tables, state).run::<I>();
        }
        if let Some(special) = concerned(tables, state) {
            let own = listed::<B, I>(tables, special, state);
            return paths::<B, I>(tables, state, &own.steps, &own.links, (depth - 1, bulk), list);
        }
        let base = list.steps.len();
        ordinary::<B, List, I>(tables, state, list);
        let mut nodes = 0;
        for index in base..list.steps.len() {
            let step = list.steps[index];
            let undo = make::<B, false>(tables, state, step, &[]);
            nodes +=
                I::run(PerftJob { tables, state: &mut *state, depth: depth - 1, bulk, list: &mut *list });
            unmake::<B, false>(tables, state, step, &undo);
        }
        list.steps.truncate(base);
        nodes
    }
}

/// The paths through some steps.
fn paths<B: Bits, I: Isa>(
    tables: &Tables<B>,
    state: &mut State<B>,
    steps: &[Step],
    links: &[Link],
    (depth, bulk): (u32, bool),
    list: &mut List,
) -> u64 {
    let mut nodes = 0;
    for &step in steps {
        let undo = make::<B, false>(tables, state, step, links);
        nodes += I::run(PerftJob { tables, state: &mut *state, depth, bulk, list: &mut *list });
        unmake::<B, false>(tables, state, step, &undo);
    }
    nodes
}
