//! Rules that only forbid, such as walls and restrictions on captures: whether one matters in a position is found by leaving it out.

use crate::feature::rule::Use;
use crate::game::{Game, Variant};
use crate::moves::Move;
use crate::order;

/// A game without a part of one of its rules.
#[derive(Debug)]
pub(super) struct Absent {
    pub(super) rule: Use,
    variant: Variant,
}

impl Absent {
    /// Returns the game without each part of its rules that forbid.
    pub(super) fn each(variant: &Variant) -> Vec<Self> {
        let rules = &variant.rules;
        let scope = rules.scope();
        let parts = rules.each().enumerate().flat_map(|(at, rule)| {
            rule.relaxed(&scope).into_iter().map(move |(rule, left)| (rule, rules.with(at, left)))
        });
        let mut each: Vec<Self> =
            parts.map(|(rule, left)| Self { rule, variant: variant.with_rules(left) }).collect();
        order::by_key(&mut each, |absent| absent.rule.place);
        each
    }

    /// Returns `true` if a position with these moves would have others without the rule.
    pub(super) fn matters(&self, fen: &str, moves: &[Move]) -> bool {
        let others = self.variant.start_from(fen).map(|game: Game| game.look().unwrap_or_default());
        others.is_ok_and(|others| {
            others.len() != moves.len() || !others.iter().all(|other| moves.contains(other))
        })
    }
}
