//! Legal steps.

use super::list::{Any, Count, List};
use super::make::{make, unmake};
use super::outcome::over;
use crate::board::isa::{Isa, Job, dispatch};
use crate::board::{Bits, Square};
use crate::state::State;
use crate::tables::{Special, Tables};
use crate::walk::{Danger, How, Kind, Link, Sink, Step, View, Visit};

/// Sends every step that moves one man in the ordinary way and leaves every royal man safe.
#[inline(always)]
fn ordinary<B: Bits, S: Sink<B>, I: Isa>(tables: &Tables<B>, state: &State<B>, sink: &mut S) {
    let us = state.side;
    let board = state.board();
    let (barred, still) = match &tables.special {
        Some(special) => (special.barred(&tables.attacks, state), special.immobile(state)),
        None => (B::NONE, B::NONE),
    };
    let danger = tables.attacks.danger(state);
    let kinds = &tables.kinds[us.index()];
    let mut struck = None;
    for kind in kinds {
        let men = state.of(kind.content.kind(), us) & !still;
        let open = kind.spares.iter().fold(!barred, |open, &spared| open & !(board.enemy & state.men(spared)));
        if danger.verify {
            verified::<B, S, I>(tables, state, kind, men, open, sink);
        } else if kind.royal {
            struck = struck.or(royal::<B, S, I>(tables, state, (kind, men, open), &danger, sink));
        } else {
            let open = open & danger.parry;
            let (free, pinned) = (men & !danger.pinned, men & danger.pinned);
            let mut send = Send { state, kind, open, sink: &mut *sink };
            match &kind.swarm {
                Some(swarm) => swarm.each(free, board, |targets, by| {
                    send.sink.swarm(state, kind, targets & open, by);
                }),
                None => kind.each::<I>(free, board, &mut send),
            }
            for from in pinned.squares() {
                let line = tables.attacks.line(state, &danger, from);
                let targets = kind.targets::<I>(from, board) & open & line;
                sink.moves(state, kind, from, targets);
            }
        }
        if sink.sated() {
            return;
        }
    }
    let view = View { state, attacks: &tables.attacks, kinds, danger: &danger, struck };
    tables.generate::<S, I>(&view, sink);
}

/// Sends the steps of men of one type, to open squares.
struct Send<'a, B, S> {
    state: &'a State<B>,
    kind: &'a Kind<B>,
    open: B,
    sink: &'a mut S,
}

impl<B: Bits, S: Sink<B>> Visit<B> for Send<'_, B, S> {
    #[inline(always)]
    fn visit(&mut self, from: Square, targets: B) {
        self.sink.moves(self.state, self.kind, from, targets & self.open);
    }
}

/// Sends the steps of the only royal man: it must not come to where it is attacked. A man it takes stands in no line to where it
/// stood. Gives the squares around it that are attacked, if it had to ask.
#[inline(always)]
fn royal<B: Bits, S: Sink<B>, I: Isa>(
    tables: &Tables<B>,
    state: &State<B>,
    (kind, men, open): (&Kind<B>, B, B),
    danger: &Danger<B>,
    sink: &mut S,
) -> Option<B> {
    if men.is_empty() {
        return None;
    }
    let (them, attacks, king) = (state.side.other(), &tables.attacks, danger.king);
    let targets = kind.targets::<I>(king, state.board()) & open;
    if targets.is_empty() {
        return None;
    }
    let lifted = state.occupied() & !men;
    let near = attacks.struck_near::<I>(them, danger, lifted);
    let struck = match near {
        Some(near) => near,
        None => {
            let attacked = |to: &Square| attacks.attacked(state, *to, them, lifted, B::bit(*to));
            targets.squares().filter(attacked).fold(B::NONE, |set, to| set | B::bit(to))
        }
    };
    sink.moves(state, kind, king, targets & !struck);
    near
}

/// Sends the steps of men of one type, each looked at by itself.
#[inline(never)]
fn verified<B: Bits, S: Sink<B>, I: Isa>(
    tables: &Tables<B>,
    state: &State<B>,
    kind: &Kind<B>,
    men: B,
    open: B,
    sink: &mut S,
) {
    let board = state.board();
    for from in men.squares() {
        let mut kept = B::NONE;
        for to in (kind.targets::<I>(from, board) & open).squares() {
            if tables.attacks.safe_after(state, from, to, B::bit(to) & board.enemy) {
                kept |= B::bit(to);
            }
        }
        sink.moves(state, kind, from, kept);
    }
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
