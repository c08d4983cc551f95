//! Remembered passes: the sides whose last turn was a pass, in games with a rule that depends on it.
//!
//! ```toml
//! [turn]
//! pass = "if no other move"
//!
//! [end]
//! stuck = { draw = "both passed" }
//! ```

use std::sync::Arc;

use super::condition::{asks_for_passes, has, in_bans, in_ends};
use super::plan::{Hook, Last, Lay, Plan, Relevance, Station};
use super::rule::{Feature, FenField, FenPlace, Rule, Topic};
use super::scope::Scope;
use crate::board::Bits;
use crate::definition::Table;
use crate::model::pieces::Side;
use crate::moves::Ground;
use crate::state::{
    InFen, OnChange, Remembers, Slot, SlotDeclaration, SlotShape, Snapshot, State, Until, Words,
};

/// Remembered passes in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[],
    read: |_, root, _| read(root).then(|| Box::new(Passes) as Box<dyn Rule>),
    ..Feature::NONE
};

/// Passes that are remembered.
#[derive(Clone, Copy, Debug)]
struct Passes;

/// Returns `true` if an end, a ban or a duty depends on passes.
fn read(root: &Table) -> bool {
    in_ends(root).chain(in_bans(root)).any(|word| has(word, asks_for_passes))
}

impl Rule for Passes {
    fn topic(&self) -> Topic {
        Topic { place: 10, heading: "Turns" }
    }

    fn sentences(&self, _: &Scope<'_>) -> Vec<String> {
        Vec::new()
    }

    fn fields(&self) -> Vec<FenField> {
        let meaning = "the sides whose last turn was a pass";
        vec![FenField { place: FenPlace::Named(25), example: "passed=w".into(), meaning }]
    }
}

impl<B: Bits> Lay<B> for Passes {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        let slot = plan.declare(SlotDeclaration {
            name: "passed".into(),
            fen: InFen::Field(25),
            shape: SlotShape::Flag,
            per_side: true,
            on_change: OnChange::Stays,
            until: Until::Never,
            owner: Arc::new(Noted),
        });
        plan.passes = Some(slot);
        plan.hook_of_both(Arc::new(Noter(slot)));
    }
}

/// The hook that notes passes.
#[derive(Debug)]
struct Noter(Slot);

impl<B: Bits> Hook<B> for Noter {
    fn stations(&self) -> &'static [Station] {
        &[Station::TurnEnd]
    }

    fn relevance(&self) -> Option<Relevance<B>> {
        Some(Relevance { while_held: vec![self.0], ..Relevance::none() })
    }

    fn turn_ends(&self, _: Ground<'_, B>, state: &mut State<B>, last: Last<B>) {
        let side = state.side;
        self.0.put_flag(state, side, last.mv.is_pass());
    }
}

/// The slot of the passes.
#[derive(Debug)]
struct Noted;

impl Remembers for Noted {
    fn expects(&self, _: SlotShape) -> &'static str {
        "expected `w`, `b`, `wb` or `-`, for the sides whose last turn was a pass"
    }

    fn sentences(&self, _: &Snapshot<'_>, _: SlotShape, words: &dyn Fn(Side) -> Vec<u64>) -> Vec<String> {
        let passed = |side: &Side| Words(&words(*side)).0[0] != 0;
        Side::BOTH.into_iter().filter(passed).map(|side| format!("{} has passed", side.name())).collect()
    }
}
