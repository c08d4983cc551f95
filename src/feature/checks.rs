//! Counted checks: the number of checks that each side has given, in games with an end that depends on it.
//!
//! ```toml
//! [end]
//! checks = { win = "checks(mine) >= 3" }
//! ```
//!
//! A move that gives check counts once, however many pieces attack. A FEN has the number of checks that each side has yet to give: `3+3`.

use std::sync::Arc;

use super::condition::{condition, mentions};
use super::plan::{Hook, Last, Lay, Plan, Relevance, Station};
use super::rule::{Feature, FenField, FenPlace, Rule, Topic};
use super::scope::Scope;
use crate::board::Bits;
use crate::definition::Table;
use crate::model::pieces::Side;
use crate::moves::Ground;
use crate::notation::condition::Form;
use crate::state::{
    InFen, OnChange, Remembers, Slot, SlotDeclaration, SlotShape, Snapshot, State, Until, Words,
};

/// Counted checks in the registry.
pub(crate) static FEATURE: Feature =
    Feature { keys: &[], read: |_, root, _| Some(Box::new(read(root)?)), ..Feature::NONE };

/// The greatest number of checks that matters in a game.
#[derive(Clone, Copy, Debug)]
struct CountedChecks {
    most: u8,
}

/// Returns the checks to be counted, if an end depends on them.
fn read(root: &Table) -> Option<CountedChecks> {
    most(root.table("end")?).map(|most| CountedChecks { most })
}

/// Returns the greatest number of checks that an end tests for.
fn most(ends: &Table) -> Option<u8> {
    let texts = ends
        .iter()
        .filter_map(|(_, entry)| entry.node.table())
        .flat_map(|end| ["win", "lose", "draw"].into_iter().filter_map(|key| end.text(key)));
    let mut most = None;
    for text in texts {
        let Ok(said) = condition(text.text) else { continue };
        mentions(&said, &mut |form| {
            if let Form::Checks { right, .. } = form {
                most = most.max(Some((*right).min(u32::from(u8::MAX)) as u8));
            }
        });
    }
    most
}

impl Rule for CountedChecks {
    fn topic(&self) -> Topic {
        Topic { place: 95, heading: "Checks" }
    }

    fn sentences(&self, _: &Scope<'_>) -> Vec<String> {
        vec!["The checks that each side gives are counted; a move that gives check counts once, however many pieces attack.".to_owned()]
    }

    fn fields(&self) -> Vec<FenField> {
        let meaning = "how many checks White and Black have yet to give";
        vec![FenField { place: FenPlace::Named(1), example: "3+3".into(), meaning }]
    }
}

impl<B: Bits> Lay<B> for CountedChecks {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        let slot = plan.declare(SlotDeclaration {
            name: "checks".into(),
            fen: InFen::Left(self.most),
            shape: SlotShape::Number,
            per_side: true,
            on_change: OnChange::Stays,
            until: Until::Never,
            owner: Arc::new(Given { most: self.most }),
        });
        plan.checks = Some(slot);
        plan.hook_of_both(Arc::new(Counter { slot, most: self.most }));
    }
}

/// The hook that counts checks.
#[derive(Debug)]
struct Counter {
    slot: Slot,
    most: u8,
}

impl<B: Bits> Hook<B> for Counter {
    fn stations(&self) -> &'static [Station] {
        &[Station::TurnEnd]
    }

    fn relevance(&self) -> Option<Relevance<B>> {
        Some(Relevance { checks: true, ..Relevance::none() })
    }

    fn turn_ends(&self, ground: Ground<'_, B>, state: &mut State<B>, _: Last<B>) {
        let us = state.side;
        let given = self.slot.number(state, us);
        if given < self.most && ground.attacks.in_check(state, us.other()) {
            self.slot.put_number(state, us, given + 1);
        }
    }
}

/// The slot of the checks given.
#[derive(Debug)]
struct Given {
    most: u8,
}

impl Remembers for Given {
    fn expects(&self, _: SlotShape) -> &'static str {
        "expected the checks that White and Black have yet to give, as in `3+3`"
    }

    fn sentences(&self, _: &Snapshot<'_>, _: SlotShape, words: &dyn Fn(Side) -> Vec<u64>) -> Vec<String> {
        let of = |side: Side| {
            let given = Words(&words(side)).0[0];
            format!("{} has given {given} of {} checks", side.name(), self.most)
        };
        Side::BOTH.map(of).into()
    }
}
