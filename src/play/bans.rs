//! Bans and duties: legal moves that a rule forbids, or that must come before others, found by making them.

use smallvec::SmallVec;

use super::any::any_reply;
use super::make::make;
use super::outcome::Judge;
use crate::board::{Bits, Square};
use crate::model::pieces::Piece;
use crate::moves::{List, Move, Promotions, Safety, Sink};
use crate::state::State;
use crate::tables::Tables;
use crate::tables::plan::{Ban, DropWatch, Gives, Hooks, MoveKinds, Station};
use crate::walk::Notes;

/// Sends the drops alone: the first stage of the moves where a duty says so.
#[inline(never)]
pub(super) fn drops_only<B: Bits>(tables: &Tables<B>, state: &State<B>, sink: &mut dyn Sink<B>) {
    let mut notes = Notes::default();
    let check_info = match tables.attacks.guarded(state) {
        Some(guarded) => tables.attacks.scan(state, &guarded, &mut notes),
        None => tables.attacks.check_info(state, &mut notes),
    };
    let (captures_are_doubtful, all_are_doubtful) = (false, false);
    let (attacked_squares, barred) = (None, B::NONE);
    let safety = Safety { check_info, attacked_squares, barred, captures_are_doubtful, all_are_doubtful };
    tables.generate_drops(state, &safety, sink);
}

/// Returns the number of drops that are forbidden, where bans are only about drops that give check; the list is scratch space, and empty.
#[inline(never)]
pub(super) fn count_forbidden<B: Bits>(
    tables: &Tables<B>,
    hooks: &Hooks<B>,
    state: &State<B>,
    list: &mut List,
) -> u64 {
    let watches = hooks.bans[state.side.index()].iter().filter_map(|ban| ban.watch.as_deref()).collect();
    drops_only(tables, state, &mut Suspects { state, watches, list: &mut *list });
    let all = list.moves.len();
    forbid(tables, hooks, state, (list, 0));
    (all - list.moves.len()) as u64
}

/// A sink for the drops that have to be tested.
struct Suspects<'a, B> {
    state: &'a State<B>,
    watches: SmallVec<[&'a DropWatch<B>; 4]>,
    list: &'a mut List,
}

impl<B: Bits> Sink<B> for Suspects<'_, B> {
    fn moves(&mut self, _: &State<B>, _: &Promotions<B>, _: Square, _: B) {}

    fn plain(&mut self, _: &State<B>, _: Piece, _: Square, _: B) {}

    fn setwise(&mut self, _: &State<B>, _: &Promotions<B>, _: B, _: i16) {}

    fn take(&mut self, _: &State<B>, _: &Promotions<B>, _: Square, _: Square, _: Square) {}

    fn drops(&mut self, piece: Piece, targets: B) {
        let squares = self.watches.iter().map(|watch| watch.squares(self.state, piece.kind()));
        let targets = squares.fold(B::NONE, |set, squares| set | targets & squares);
        Sink::<B>::drops(self.list, piece, targets);
    }

    fn whole(&mut self, _: Move) {}
}

/// Removes the moves that a ban forbids, from an index of the list on.
#[inline]
pub(super) fn forbid<B: Bits>(
    tables: &Tables<B>,
    hooks: &Hooks<B>,
    state: &State<B>,
    list: (&mut List, usize),
) {
    forbid_by(tables, hooks, state, list, |_| true);
}

/// Removes the moves that are forbidden whether or not the opponent could reply.
pub(super) fn forbid_outright<B: Bits>(
    tables: &Tables<B>,
    hooks: &Hooks<B>,
    state: &State<B>,
    list: &mut List,
) {
    forbid_by(tables, hooks, state, (list, 0), |ban| ban.gives.is_none_or(|gives| gives == Gives::Check));
}

/// Removes the moves that one of some bans forbids, from an index of the list on.
fn forbid_by<B: Bits>(
    tables: &Tables<B>,
    hooks: &Hooks<B>,
    state: &State<B>,
    (list, first): (&mut List, usize),
    those: impl Fn(&Ban<B>) -> bool,
) {
    if list.moves.len() == first {
        return;
    }
    let follows = hooks.have(Station::Follow);
    for ban in hooks.bans[state.side.index()].iter().filter(|ban| those(ban)) {
        if ban.hoisted && !asked_once(tables, state, ban) {
            continue;
        }
        let (mut scratch, mut at) = (None, 0);
        let List { moves, changes, .. } = &mut *list;
        let is_of = |mv: Move, changes: &[crate::moves::Entry]| {
            let known = ban.masks.has(state, mv, follows);
            known.unwrap_or_else(|| is_of(tables, state, &ban.kinds, (mv, changes)))
        };
        let suspect = |mv: Move| {
            ban.watch.as_ref().is_none_or(|watch| watch.squares(state, mv.after.kind()).has(mv.to))
        };
        moves.retain(|&mv| {
            at += 1;
            at <= first || !is_of(mv, changes) || !suspect(mv) || {
                let scratch = scratch.get_or_insert_with(|| state.scratch());
                !holds(tables, (state, scratch), ban, (mv, changes))
            }
        });
    }
}

/// Returns `true` if the condition before a move, which is the same for all moves, holds.
fn asked_once<B: Bits>(tables: &Tables<B>, state: &State<B>, ban: &Ban<B>) -> bool {
    let judge = Judge::new(tables, state, None);
    ban.when.as_ref().is_none_or(|when| judge.is_true_for(state.side, when))
}

/// Keeps only the moves that fulfil a duty, if there are any.
pub(super) fn oblige<B: Bits>(tables: &Tables<B>, hooks: &Hooks<B>, state: &State<B>, list: &mut List) {
    for duty in &hooks.duties[state.side.index()] {
        if duty.hoisted && !asked_once(tables, state, duty) {
            continue;
        }
        let List { moves, changes, .. } = &mut *list;
        let mut scratch = state.scratch();
        let mut met = |mv: Move| {
            duty.masks
                .has(state, mv, hooks.have(Station::Follow))
                .unwrap_or_else(|| is_of(tables, state, &duty.kinds, (mv, changes)))
                && holds(tables, (state, &mut scratch), duty, (mv, changes))
        };
        let all = moves.len();
        for index in 0..all {
            if met(moves[index]) {
                moves.push(moves[index]);
            }
        }
        if moves.len() > all {
            moves.drain(..all);
        }
    }
}

/// Keeps only the moves of the given kinds, from an index of the list on.
pub(super) fn keep<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    kinds: &MoveKinds,
    (list, first): (&mut List, usize),
) {
    let List { moves, changes, .. } = &mut *list;
    let mut at = 0;
    moves.retain(|&mv| {
        at += 1;
        at <= first || is_of(tables, state, kinds, (mv, changes))
    });
}

/// Returns `true` if the move is of one of the given kinds.
fn is_of<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    kinds: &MoveKinds,
    (mv, changes): (Move, &[crate::moves::Entry]),
) -> bool {
    let name = tables.writing(mv).map_or("move", |writing| writing.name());
    kinds.has(&tables.effect(state, changes, mv), name)
}

/// Returns `true` if the rule's conditions on the positions before and after the move hold.
fn holds<B: Bits>(
    tables: &Tables<B>,
    (state, scratch): (&State<B>, &mut State<B>),
    ban: &Ban<B>,
    (mv, changes): (Move, &[crate::moves::Entry]),
) -> bool {
    let us = state.side;
    let asked = |state: &State<B>, condition| Judge::of_move(tables, state, mv).is_true_for(us, condition);
    if !ban.hoisted && ban.when.as_ref().is_some_and(|when| !asked(state, when)) {
        return false;
    }
    if ban.leaving.is_none() && ban.gives.is_none() {
        return true;
    }
    scratch.become_as(state);
    make::<B, false>(tables, scratch, mv, changes);
    if ban.leaving.as_ref().is_some_and(|leaving| !asked(scratch, leaving)) {
        return false;
    }
    let Some(gives) = ban.gives else { return true };
    if scratch.side == us {
        return false;
    }
    let check = tables.attacks.in_check(scratch, scratch.side);
    match gives {
        Gives::Check => check,
        Gives::Checkmate => check && !any_reply(tables, scratch),
        Gives::CheckAlone => check && any_reply(tables, scratch),
        Gives::Stalemate => !check && !any_reply(tables, scratch),
    }
}
