//! Making and unmaking steps, in place.

use crate::board::{Bits, Square};
use crate::model::men::Piece;
use crate::state::{Mark, Slots, State};
use crate::tables::{Special, Tables, pass};
use crate::walk::{Link, Move, MoveKind, chain};

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

/// Makes a step of a list with these links. `KEYED` says whether the key is kept in step, which perft has no need of; it must be the
/// same for unmaking.
#[inline(always)]
pub(crate) fn make<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &mut State<B>,
    step: Move,
    links: &[Link],
) -> Undo<B> {
    let Some(special) = lasting(tables) else { return make_plain::<B, KEYED>(tables, state, step, links) };
    let mut undo = undo(state, step);
    undo.turned = make_special::<B, KEYED>(tables, special, state, step, links);
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
    links: &[Link],
) -> Undo<B> {
    let undo = undo(state, step);
    state.slots.passed = Mark::default();
    if step.how == MoveKind::Plain {
        if step.takes() {
            state.change::<KEYED>(&tables.keys, step.take, Piece::EMPTY);
        }
        state.shift::<KEYED>(&tables.keys, step.from, step.to, step.after);
        tables.react(state, step);
    } else {
        apply::<B, KEYED>(tables, state, step, links);
    }
    pass(state);
    undo
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
    if step.how == MoveKind::Plain {
        state.shift_back::<KEYED>(&tables.keys, step.to, step.from, undo.before);
        if step.takes() {
            state.change::<KEYED>(&tables.keys, step.take, undo.taken);
        }
    } else {
        state.restore::<KEYED>(&tables.keys, undo.noted);
    }
    state.slots = undo.slots;
}

/// The changes of the step itself.
fn apply<B: Bits, const KEYED: bool>(tables: &Tables<B>, state: &mut State<B>, step: Move, links: &[Link]) {
    match step.how {
        MoveKind::Plain | MoveKind::InPlace | MoveKind::Huff => {
            if step.takes() {
                state.change::<KEYED>(&tables.keys, step.take, Piece::EMPTY);
            }
            state.change::<KEYED>(&tables.keys, step.from, Piece::EMPTY);
            state.change::<KEYED>(&tables.keys, step.to, step.after);
        }
        MoveKind::Script => {
            for &(square, after) in &tables.scripts[usize::from(step.at)] {
                state.change_noted::<KEYED>(&tables.keys, square, after);
            }
        }
        MoveKind::Chain => {
            for link in chain(links, step) {
                state.change_noted::<KEYED>(&tables.keys, link.over, Piece::EMPTY);
            }
            state.change_noted::<KEYED>(&tables.keys, step.from, Piece::EMPTY);
            state.change_noted::<KEYED>(&tables.keys, step.to, step.after);
        }
        MoveKind::Decline => {}
    }
}

/// Makes a step in a game with special rules; `true` if that ended the turn.
fn make_special<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    special: &Special<B>,
    state: &mut State<B>,
    step: Move,
    links: &[Link],
) -> bool {
    let before = state.at(step.from);
    let takers = special.takers(tables, state, step);
    let (taken, touched) = match &special.waits {
        Some(_) => (taken(state, step, links), touched(tables, step, links)),
        None => (Vec::new(), touched(tables, step, links)),
    };
    special.save(state);
    if step.is_ordinary() {
        state.slots.passed = Mark::default();
    }
    apply::<B, KEYED>(tables, state, step, links);
    special.follow::<KEYED>(tables, state, step, (before, &taken, touched, takers))
}

/// The men a step takes.
fn taken<B: Bits>(state: &State<B>, step: Move, links: &[Link]) -> Vec<Piece> {
    match step.how {
        MoveKind::Chain => chain(links, step).map(|link| state.at(link.over)).collect(),
        MoveKind::Huff => vec![state.at(step.from)],
        MoveKind::Plain | MoveKind::InPlace if step.takes() => vec![state.at(step.take)],
        _ => Vec::new(),
    }
}

/// The squares a step changes.
fn touched<B: Bits>(tables: &Tables<B>, step: Move, links: &[Link]) -> B {
    let ends = B::bit(step.from) | B::bit(step.to);
    match step.how {
        MoveKind::Chain => chain(links, step).fold(ends, |set, link| set | B::bit(link.over)),
        MoveKind::Script => {
            tables.scripts[usize::from(step.at)].iter().fold(ends, |set, &(square, _)| set | B::bit(square))
        }
        MoveKind::Decline => B::NONE,
        MoveKind::Huff | MoveKind::Plain | MoveKind::InPlace if step.takes() => ends | B::bit(step.take),
        MoveKind::Huff | MoveKind::Plain | MoveKind::InPlace => ends,
    }
}

/// Takes a step back.
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
    state.restore::<KEYED>(&tables.keys, undo.noted);
    if matches!(step.how, MoveKind::Plain | MoveKind::InPlace | MoveKind::Huff) {
        put_back::<B, KEYED>(tables, state, step, undo);
    }
    special.recall(state);
    state.slots = undo.slots;
}

fn put_back<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &mut State<B>,
    step: Move,
    undo: &Undo<B>,
) {
    let mut change = |square: Square, content| state.change::<KEYED>(&tables.keys, square, content);
    change(step.to, Piece::EMPTY);
    change(step.from, undo.before);
    if step.takes() {
        change(step.take, undo.taken);
    }
}
