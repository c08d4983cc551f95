//! Rules that only ever forbid, walls and who may not take whom: whether one matters in a position is seen by leaving it out.

use crate::feature::walls;
use crate::game::{Game, Variant};
use crate::moves::Move;
use crate::rules::Rules;

/// A game without one of its rules.
#[derive(Debug)]
pub(super) struct Absent {
    pub(super) kind: &'static str,
    /// The rule in words.
    pub(super) what: String,
    variant: Variant,
}

impl Absent {
    /// The game without each of its rules that forbid.
    pub(super) fn each(variant: &Variant) -> Vec<Self> {
        let rules = &variant.rules;
        let scope = rules.scope();
        let without = |kind, what, change: &dyn Fn(&mut Rules)| {
            let mut rules = Rules::clone(rules);
            change(&mut rules);
            Self { kind, what, variant: variant.with_rules(rules) }
        };
        let walls = rules.geometry.walls.iter().enumerate().map(|(at, wall)| {
            without("wall", walls::sentence(&scope, wall), &|rules| drop(rules.geometry.walls.remove(at)))
        });
        let forbids = rules.forbids.iter().enumerate().map(|(at, forbid)| {
            without("forbid", forbid.sentence(&scope), &|rules| drop(rules.forbids.remove(at)))
        });
        walls.chain(forbids).collect()
    }

    /// Whether a position with these steps would have others without the rule.
    pub(super) fn matters(&self, fen: &str, steps: &[Move]) -> bool {
        let others = self.variant.position(fen).map(|game: Game| game.steps());
        others.is_ok_and(|others| {
            others.len() != steps.len() || !others.iter().all(|other| steps.contains(other))
        })
    }
}
