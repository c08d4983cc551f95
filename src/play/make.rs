//! Making and unmaking steps, in place.

use crate::board::{Bits, Square};
use crate::model::men::Content;
use crate::state::{Mark, Slots, State};
use crate::tables::Tables;
use crate::walk::Step;

/// What a step overwrote.
#[derive(Clone, Debug)]
pub(crate) struct Undo<B> {
    slots: Slots<B>,
    before: Content,
    taken: Content,
    /// What a script changed, in order; empty for the common case.
    scripted: Vec<(Square, Content)>,
}

/// Makes a step. `KEYED` says whether the key is kept in step, which perft has no need of; it must be the same for unmaking.
#[inline(always)]
pub(crate) fn make<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &mut State<B>,
    step: Step,
) -> Undo<B> {
    let mut undo = Undo {
        slots: state.slots,
        before: state.at(step.from),
        taken: state.at(step.take),
        scripted: Vec::new(),
    };
    state.slots.passed = Mark::default();
    if step.script == 0 {
        if step.takes() {
            state.change::<KEYED>(&tables.keys, step.take, Content::EMPTY);
        }
        state.change::<KEYED>(&tables.keys, step.from, Content::EMPTY);
        state.change::<KEYED>(&tables.keys, step.to, step.after);
    } else {
        for &(square, after) in &tables.scripts[usize::from(step.script) - 1] {
            undo.scripted.push((square, state.at(square)));
            state.change::<KEYED>(&tables.keys, square, after);
        }
    }
    tables.react(state, step);
    state.side = state.side.other();
    undo
}

/// Takes a step back.
#[inline(always)]
pub(crate) fn unmake<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &mut State<B>,
    step: Step,
    undo: Undo<B>,
) {
    state.side = state.side.other();
    if step.script == 0 {
        state.change::<KEYED>(&tables.keys, step.to, Content::EMPTY);
        state.change::<KEYED>(&tables.keys, step.from, undo.before);
        if step.takes() {
            state.change::<KEYED>(&tables.keys, step.take, undo.taken);
        }
    } else {
        for (square, before) in undo.scripted.into_iter().rev() {
            state.change::<KEYED>(&tables.keys, square, before);
        }
    }
    state.slots = undo.slots;
}
