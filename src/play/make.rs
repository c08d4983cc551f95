//! Making and unmaking moves, in place.

use crate::board::Bits;
use crate::model::pieces::Piece;
use crate::moves::{Entry, Move, Role, TurnPart};
use crate::state::{Mark, Slots, State};
use crate::tables::Tables;
use crate::tables::plan::Hooks;

/// The state that making a move overwrites.
#[derive(Clone, Debug)]
pub(crate) struct Undo<B> {
    slots: Slots<B>,
    before: Piece,
    taken: Piece,
    /// The length of the trail of changes.
    noted: usize,
    way: Way,
}

/// The way a move was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Without calling hooks; the turn ended.
    Plain,
    /// The same, with what followed from it; one word of the slots was saved, if any.
    Followed { word: Option<u16> },
    /// Calling hooks; the turn ended or went on.
    Hooked { turned: bool },
}

/// Makes a move from a list with these changes. `KEYED` says whether the key is updated, which perft does not need; it must be the same for
/// unmaking.
#[inline(always)]
pub(crate) fn make<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &mut State<B>,
    mv: Move,
    changes: &[Entry],
) -> Undo<B> {
    let mut undo = undo(state, mv);
    match hooks(tables) {
        None => go_and_pass::<B, KEYED>(tables, state, mv, changes),
        Some(hooks) => undo.way = make_beside::<B, KEYED>(tables, hooks, state, (mv, changes), &undo),
    }
    undo
}

/// Makes a move in a game with hooks, calling them if it matters to one of them.
#[inline(never)]
fn make_beside<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    hooks: &Hooks<B>,
    state: &mut State<B>,
    (mv, changes): (Move, &[Entry]),
    undo: &Undo<B>,
) -> Way {
    let Some(relevant) = hooks.relevant.as_ref().filter(|one| !one.has(&tables.attacks, state, mv)) else {
        return Way::Hooked { turned: make_hooked::<B, KEYED>(tables, hooks, state, mv, changes) };
    };
    if relevant.is_last(mv) {
        go_and_pass::<B, KEYED>(tables, state, mv, changes);
        hooks.settle(&tables.attacks, state);
        return Way::Plain;
    }
    go_on::<B, KEYED>(tables, state, mv, changes);
    let word = relevant.follow::<KEYED>(&tables.keys, state, mv, undo.taken);
    let occasion = relevant.is_occasion(&tables.attacks, state, mv);
    state.pass();
    if occasion || relevant.checks && tables.attacks.in_check(state, state.side) {
        unmake_noted::<B, KEYED>(tables, state, mv, &Undo { way: Way::Followed { word }, ..undo.clone() });
        return Way::Hooked { turned: make_hooked::<B, KEYED>(tables, hooks, state, mv, changes) };
    }
    hooks.settle(&tables.attacks, state);
    Way::Followed { word }
}

/// Returns the hooks of a game, if moves may matter to them.
#[inline(always)]
fn hooks<B: Bits>(tables: &Tables<B>) -> Option<&Hooks<B>> {
    tables.hooks.as_deref().filter(|hooks| !hooks.makes_plainly)
}

/// Saves the state that unmaking a move will need.
#[inline(always)]
fn undo<B: Bits>(state: &State<B>, mv: Move) -> Undo<B> {
    let (before, taken) = (state.at(mv.from), state.at(mv.take));
    Undo { slots: state.slots, before, taken, noted: state.noted(), way: Way::Plain }
}

/// Makes a move in a game in which nothing follows a move but the opponent's turn.
#[inline(always)]
pub(super) fn make_plain<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &mut State<B>,
    mv: Move,
    changes: &[Entry],
) -> Undo<B> {
    let undo = undo(state, mv);
    go_and_pass::<B, KEYED>(tables, state, mv, changes);
    undo
}

/// Makes the changes of a move after which it is the opponent's turn.
#[inline(always)]
fn go_and_pass<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &mut State<B>,
    mv: Move,
    changes: &[Entry],
) {
    go_on::<B, KEYED>(tables, state, mv, changes);
    state.pass();
}

/// Makes the changes of a move that ends a turn, but does not pass the turn.
#[inline(always)]
fn go_on<B: Bits, const KEYED: bool>(tables: &Tables<B>, state: &mut State<B>, mv: Move, changes: &[Entry]) {
    state.slots.passed = Mark::default();
    if mv.is_plain() {
        go_plainly::<B, KEYED>(tables, state, mv);
        tables.mark_passed(state, mv);
    } else {
        go_as_listed::<B, KEYED>(tables, state, mv, changes);
    }
}

/// Makes the changes of a move on the board: a plain move by the fast path, a listed one by recording each change.
#[inline(always)]
fn go<B: Bits, const KEYED: bool>(tables: &Tables<B>, state: &mut State<B>, mv: Move, changes: &[Entry]) {
    match mv.is_plain() {
        true => go_plainly::<B, KEYED>(tables, state, mv),
        false => go_as_listed::<B, KEYED>(tables, state, mv, changes),
    }
}

#[inline(always)]
fn go_plainly<B: Bits, const KEYED: bool>(tables: &Tables<B>, state: &mut State<B>, mv: Move) {
    if mv.takes() {
        state.change::<KEYED>(&tables.keys, mv.take, Piece::EMPTY);
    }
    state.shift::<KEYED>(&tables.keys, mv.from, mv.to, mv.after);
}

#[inline(always)]
fn go_as_listed<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &mut State<B>,
    mv: Move,
    changes: &[Entry],
) {
    match mv.is_drop() {
        true => state.change_noted::<KEYED>(&tables.keys, mv.to, mv.after),
        false => apply::<B, KEYED>(tables, state, tables.entries(changes, mv)),
    }
}

/// Unmakes the changes of a move, and those that followed.
#[inline(always)]
fn go_back<B: Bits, const KEYED: bool>(tables: &Tables<B>, state: &mut State<B>, mv: Move, undo: &Undo<B>) {
    state.restore::<KEYED>(&tables.keys, undo.noted);
    if mv.is_plain() {
        state.shift_back::<KEYED>(&tables.keys, mv.to, mv.from, undo.before);
        if mv.takes() {
            state.change::<KEYED>(&tables.keys, mv.take, undo.taken);
        }
    }
}

/// Unmakes a move made by the fast path.
#[inline(always)]
pub(super) fn unmake_plain<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &mut State<B>,
    mv: Move,
    undo: &Undo<B>,
) {
    state.pass();
    if mv.is_plain() {
        state.shift_back::<KEYED>(&tables.keys, mv.to, mv.from, undo.before);
        if mv.takes() {
            state.change::<KEYED>(&tables.keys, mv.take, undo.taken);
        }
    } else {
        state.restore::<KEYED>(&tables.keys, undo.noted);
    }
    state.slots = undo.slots;
}

/// Applies the changes of a listed move.
fn apply<B: Bits, const KEYED: bool>(tables: &Tables<B>, state: &mut State<B>, entries: &[Entry]) {
    for Entry { change, .. } in entries.iter().filter(|entry| entry.change.role != Role::Passed) {
        state.change_noted::<KEYED>(&tables.keys, change.square, change.after);
    }
}

/// Returns `true` if hooks are called when a move is made; for the law.
#[cfg(feature = "verify")]
pub(super) fn calls_hooks<B: Bits>(tables: &Tables<B>, state: &State<B>, mv: Move) -> bool {
    let relevant = |hooks: &Hooks<B>| {
        hooks.relevant.as_ref().is_none_or(|relevant| relevant.has(&tables.attacks, state, mv))
    };
    hooks(tables).is_some_and(relevant)
}

/// Checks that a move that matters to no hook is made as if it mattered, and unmade; for the law.
#[cfg(feature = "verify")]
pub(super) fn made_alike<B: Bits>(tables: &Tables<B>, state: &State<B>, mv: Move) -> bool {
    let Some(hooks) = hooks(tables) else { return true };
    if hooks.relevant.as_ref().is_none_or(|relevant| relevant.has(&tables.attacks, state, mv)) {
        return true;
    }
    let [mut plainly, mut in_full] = [state.fresh_copy(), state.fresh_copy()];
    let same = |one: &State<B>, other: &State<B>| {
        one == other && one.frozen == other.frozen && one.key(&tables.keys) == other.key(&tables.keys)
    };
    let undo = make::<B, true>(tables, &mut plainly, mv, &[]);
    let alike = make_hooked::<B, true>(tables, hooks, &mut in_full, mv, &[]) && same(&plainly, &in_full);
    unmake::<B, true>(tables, &mut plainly, mv, &undo);
    alike && same(&plainly, state)
}

/// Makes a move in a game with hooks, stage by stage; returns `true` if that ended the turn.
fn make_hooked<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    hooks: &Hooks<B>,
    state: &mut State<B>,
    mv: Move,
    changes: &[Entry],
) -> bool {
    let made = hooks.made(tables, state, mv, tables.effect(state, changes, mv));
    hooks.save(state);
    // putting something on the board after a move keeps the squares that the move passed over
    let places = mv.after.is_empty() && hooks.is_under_way(state);
    if mv.part() == TurnPart::Move && !places {
        state.slots.passed = Mark::default();
    }
    go::<B, KEYED>(tables, state, mv, changes);
    for change in &made.following {
        state.change_noted::<KEYED>(&tables.keys, change.square, change.after);
    }
    hooks.after(tables, state, &made)
}

/// Unmakes a move.
#[inline(always)]
pub(crate) fn unmake<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &mut State<B>,
    mv: Move,
    undo: &Undo<B>,
) {
    match undo.way {
        Way::Plain => unmake_plain::<B, KEYED>(tables, state, mv, undo),
        Way::Followed { .. } | Way::Hooked { .. } => unmake_noted::<B, KEYED>(tables, state, mv, undo),
    }
}

/// Unmakes a move from which more may have followed than its own changes.
#[inline(never)]
fn unmake_noted<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &mut State<B>,
    mv: Move,
    undo: &Undo<B>,
) {
    if undo.way != (Way::Hooked { turned: false }) {
        state.pass();
    }
    go_back::<B, KEYED>(tables, state, mv, undo);
    match undo.way {
        Way::Followed { word: Some(word) } => state.recall_word(word),
        Way::Hooked { .. } => hooks(tables).into_iter().for_each(|hooks| hooks.put_back(state)),
        Way::Plain | Way::Followed { word: None } => {}
    }
    state.slots = undo.slots;
}
