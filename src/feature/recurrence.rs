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
use super::plan::{Hook, Lay, Made, Plan, Station};
use super::rule::{Feature, Rule, Topic};
use super::scope::Scope;
use crate::board::Bits;
use crate::definition::Table;
use crate::model::pieces::Side;
use crate::state::{Keys, Slot, State};
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
        let keys = Keys::new(plan.types.len());
        plan.hook_of_both(Arc::new(Recorder { keys, passes: plan.passes }));
    }
}

/// The hook that records the positions at the beginnings of turns.
#[derive(Debug)]
struct Recorder {
    keys: Keys,
    /// The slot of the passes, which make no difference to a position.
    passes: Option<Slot>,
}

impl Recorder {
    fn key<B: Bits>(&self, state: &State<B>) -> u64 {
        let passed = |side: &Side| {
            self.passes.filter(|slot| slot.flag(state, *side)).map(|slot| slot.key_of_flag(*side))
        };
        Side::BOTH
            .iter()
            .filter_map(passed)
            .fold(state.key_from_scratch(&self.keys), |key, flag| key ^ flag)
            .max(1)
    }
}

impl<B: Bits> Hook<B> for Recorder {
    fn stations(&self) -> &'static [Station] {
        &[Station::React, Station::TurnBegin, Station::Settle, Station::Recall]
    }

    fn react(&self, state: &mut State<B>, _: &Made<B>) {
        // until the turn is over
        state.past().push(0);
    }

    fn turn_begins(&self, state: &mut State<B>) {
        let key = self.key(state);
        if let Some(last) = state.past().last_mut() {
            *last = key;
        }
    }

    fn settle(&self, _: &Attacks<B>, state: &mut State<B>) {
        if state.past().is_empty() {
            let key = self.key(state);
            state.past().push(key);
        }
    }

    fn recall(&self, state: &mut State<B>) {
        state.past().pop();
    }
}
