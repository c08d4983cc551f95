//! Making and unmaking steps, in place.

use smallvec::SmallVec;

use crate::board::Bits;
use crate::model::men::Piece;
use crate::moves::{Entry, Move, Role, TurnPart};
use crate::state::{Mark, Slots, State};
use crate::tables::{Made, Special, Tables, pass};

/// What a step overwrote.
#[derive(Clone, Debug)]
pub(crate) struct Undo<B> {
    slots: Slots<B>,
    before: Piece,
    taken: Piece,
    /// How long the trail of changes was.
    noted: usize,
    turned: bool,
}

/// Makes a move of a list with these changes. `KEYED` says whether the key is kept in step, which perft has no need of; it must be the
/// same for unmaking.
#[inline(always)]
pub(crate) fn make<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &mut State<B>,
    step: Move,
    changes: &[Entry],
) -> Undo<B> {
    let Some(special) = lasting(tables) else { return make_plain::<B, KEYED>(tables, state, step, changes) };
    let mut undo = undo(state, step);
    undo.turned = make_special::<B, KEYED>(tables, special, state, step, changes);
    undo
}

/// The special rules of a game, if making a step must mind them.
#[inline(always)]
fn lasting<B: Bits>(tables: &Tables<B>) -> Option<&Special<B>> {
    tables.special.as_deref().filter(|special| !special.makes_plainly())
}

/// What taking a step back will need.
#[inline(always)]
fn undo<B: Bits>(state: &State<B>, step: Move) -> Undo<B> {
    let (before, taken) = (state.at(step.from), state.at(step.take));
    Undo { slots: state.slots, before, taken, noted: state.noted(), turned: true }
}

/// Makes a step of a game in which nothing follows it but the other side's turn.
#[inline(always)]
pub(super) fn make_plain<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &mut State<B>,
    step: Move,
    changes: &[Entry],
) -> Undo<B> {
    let undo = undo(state, step);
    state.slots.passed = Mark::default();
    go::<B, KEYED>(tables, state, step, changes);
    if step.is_plain() {
        tables.react(state, step);
    }
    pass(state);
    undo
}

/// Makes the changes of a move on the board: of a plain one in the fast way, of a listed one noting each.
#[inline(always)]
fn go<B: Bits, const KEYED: bool>(tables: &Tables<B>, state: &mut State<B>, step: Move, changes: &[Entry]) {
    if !step.is_plain() {
        return apply::<B, KEYED>(tables, state, tables.entries(changes, step));
    }
    if step.takes() {
        state.change::<KEYED>(&tables.keys, step.take, Piece::EMPTY);
    }
    state.shift::<KEYED>(&tables.keys, step.from, step.to, step.after);
}

/// Takes the changes of a move back, and those that followed.
#[inline(always)]
fn go_back<B: Bits, const KEYED: bool>(tables: &Tables<B>, state: &mut State<B>, step: Move, undo: &Undo<B>) {
    state.restore::<KEYED>(&tables.keys, undo.noted);
    if step.is_plain() {
        state.shift_back::<KEYED>(&tables.keys, step.to, step.from, undo.before);
        if step.takes() {
            state.change::<KEYED>(&tables.keys, step.take, undo.taken);
        }
    }
}

/// Takes such a step back.
#[inline(always)]
pub(super) fn unmake_plain<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &mut State<B>,
    step: Move,
    undo: &Undo<B>,
) {
    pass(state);
    if step.is_plain() {
        state.shift_back::<KEYED>(&tables.keys, step.to, step.from, undo.before);
        if step.takes() {
            state.change::<KEYED>(&tables.keys, step.take, undo.taken);
        }
    } else {
        state.restore::<KEYED>(&tables.keys, undo.noted);
    }
    state.slots = undo.slots;
}

/// The changes of a listed move.
fn apply<B: Bits, const KEYED: bool>(tables: &Tables<B>, state: &mut State<B>, entries: &[Entry]) {
    for Entry { change, .. } in entries.iter().filter(|entry| entry.change.role != Role::Passed) {
        state.change_noted::<KEYED>(&tables.keys, change.square, change.after);
    }
}

/// Makes a move in a game with special rules; `true` if that ended the turn.
fn make_special<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    special: &Special<B>,
    state: &mut State<B>,
    step: Move,
    changes: &[Entry],
) -> bool {
    let made = made(tables, special, state, step, changes);
    special.save(state);
    if step.part() == TurnPart::Move {
        state.slots.passed = Mark::default();
    }
    go::<B, KEYED>(tables, state, step, changes);
    for change in &made.following {
        state.change_noted::<KEYED>(&tables.keys, change.square, change.after);
    }
    special.follow(tables, state, step, &made)
}

/// What special rules have to know of a move that is about to be made.
fn made<B: Bits>(
    tables: &Tables<B>,
    special: &Special<B>,
    state: &State<B>,
    step: Move,
    changes: &[Entry],
) -> Made<B> {
    let takers = special.takers(tables, state, step);
    let effect = tables.effect(state, changes, step);
    Made {
        mover: effect.mover(),
        taken: if special.counts_taken() { effect.taken() } else { SmallVec::new() },
        touched: if special.remembers() { effect.touched() } else { B::NONE },
        following: effect.into_following(),
        takers,
    }
}

/// Takes a move back.
#[inline(always)]
pub(crate) fn unmake<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &mut State<B>,
    step: Move,
    undo: &Undo<B>,
) {
    let Some(special) = lasting(tables) else {
        return unmake_plain::<B, KEYED>(tables, state, step, undo);
    };
    if undo.turned {
        pass(state);
    }
    go_back::<B, KEYED>(tables, state, step, undo);
    special.recall(state);
    state.slots = undo.slots;
}
