//! Recurrence: the positions that have occurred, in games in which it depends on them which moves are legal.
//!
//! ```toml
//! [forbid]
//! move    = "drop"
//! leaving = "second occurrence"     # the ko rule, in its strictest form
//! ```
//!
//! A FEN doesn't say which positions have occurred: one that is read from it is the first.

use std::sync::Arc;

use super::condition::{asks_for_occurrences, has, in_bans};
use super::plan::{Gate, Gated, Hook, Lay, Made, Plan, Rights, Station, may_take_in_passing};
use super::rule::{Feature, Rule, Topic};
use super::scope::Scope;
use crate::board::{Bits, PerSquare};
use crate::definition::Table;
use crate::model::pieces::Side;
use crate::state::{Keys, Mark, Slot, Slots, State};
use crate::walk::Attacks;

/// Recurrence in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[],
    read: |_, root, _| read(root).then(|| Box::new(Recurrence) as Box<dyn Rule>),
    ..Feature::NONE
};

/// Returns `true` if a ban or a duty depends on the positions that have occurred.
fn read(root: &Table) -> bool {
    in_bans(root).any(|word| has(word, asks_for_occurrences))
}

/// Positions that are remembered.
#[derive(Clone, Copy, Debug)]
struct Recurrence;

impl Rule for Recurrence {
    fn topic(&self) -> Topic {
        Topic { place: 60, heading: "Forbidden moves" }
    }

    fn sentences(&self, _: &Scope<'_>) -> Vec<String> {
        Vec::new()
    }
}

impl<B: Bits> Lay<B> for Recurrence {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        plan.hooks.facts.moves_depend_on_the_past = true;
    }

    fn lay_last(&self, plan: &mut Plan<'_, B>) {
        let passed = |(gate, _): &Gated<B>| match gate {
            Gate::Passed(takers) => Some((**takers).clone()),
            _ => None,
        };
        plan.hook_of_both(Arc::new(Recorder {
            keys: Keys::new(plan.types.len()),
            rights: plan.rights.clone(),
            takers: plan.generators.each_ref().map(|all| all.iter().filter_map(passed).collect()),
            passes: plan.passes,
        }));
    }
}

/// The hook that records the positions at the beginnings of turns.
#[derive(Debug)]
struct Recorder<B> {
    keys: Keys,
    rights: Option<Arc<dyn Rights<B>>>,
    /// By the side to move: the squares from which a square passed over may be captured on.
    takers: [Vec<PerSquare<B>>; 2],
    /// The slot of the passes, which make no difference to a position.
    passes: Option<Slot>,
}

impl<B: Bits> Recorder<B> {
    /// Returns the key of a position, with what can still affect play.
    fn key(&self, state: &State<B>) -> u64 {
        let rights = self.rights.as_ref().map_or(B::NONE, |rights| rights.effective(state));
        let may_take =
            self.takers[state.side.index()].iter().any(|takers| may_take_in_passing(takers, state));
        let passed = if may_take { state.slots.passed } else { Mark::default() };
        let slots = Slots { rights, passed, ..state.slots };
        let flag = |slot: &Slot, side: Side| if slot.flag(state, side) { slot.key_of_flag(side) } else { 0 };
        let passes = self.passes.map_or(0, |slot| flag(&slot, Side::White) ^ flag(&slot, Side::Black));
        (state.key_from_scratch(&self.keys, &slots) ^ passes).max(1)
    }
}

impl<B: Bits> Hook<B> for Recorder<B> {
    fn stations(&self) -> &'static [Station] {
        &[Station::React, Station::Settle, Station::Recall]
    }

    fn react(&self, state: &mut State<B>, _: &Made<B>) {
        // until the turn is over
        state.past().push(0);
    }

    // the last hook there: what others work out when a turn begins belongs to the position
    fn settle(&self, _: &Attacks<B>, state: &mut State<B>) {
        if state.past().last().is_none_or(|&key| key == 0) {
            let key = self.key(state);
            match state.past().last_mut() {
                Some(last) => *last = key,
                None => state.past().push(key),
            }
        }
    }

    // a move is unmade; where a position is read, there is nothing yet
    fn recall(&self, state: &mut State<B>) {
        state.past().pop();
    }
}
