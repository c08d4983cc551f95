//! The features of game files, one rule per file.
//!
//! Each file has the same parts in the same order: what the rule is in the terms of the field with its TOML table, its
//! invariants, its table of keys, its resolved type, `read` (words become ids, every fault is reported at its place),
//! `compile` (ids become tables of one board width), and its hooks: a *generator* adds moves, a *reaction* adds changes
//! after a move's own. Features meet in the slots of a state and in moves; none imports another.
//!
//! Adding a rule takes a file with a [`Feature`](rule::Feature) and a [`Rule`](rule::Rule), and its line in [`FEATURES`]. What is not a
//! rule but part of the frame of a game isn't listed: the heading, board, regions, pieces, set-up, ends, notation and examples. All
//! games have a frame, rules are resolved in its terms, and it is accessed by name. What ends can test is in [`condition`], with one
//! file for each fact.

pub(crate) mod after;
pub(crate) mod board;
pub(crate) mod capture;
pub(crate) mod castling;
pub(crate) mod chase;
pub(crate) mod checks;
pub(crate) mod conditional;
pub(crate) mod consecutive;
pub(crate) mod counting;
pub(crate) mod declaration;
pub(crate) mod effects;
pub(crate) mod en_passant;
pub(crate) mod end;
pub(crate) mod example;
pub(crate) mod forbid;
pub(crate) mod hand;
pub(crate) mod header;
pub(crate) mod hop;
pub(crate) mod note;
pub(crate) mod passes;
pub(crate) mod pieces;
pub(crate) mod points;
pub(crate) mod promotion;
pub(crate) mod recurrence;
pub(crate) mod relocate;
pub(crate) mod safe_walk;
pub(crate) mod setup;
pub(crate) mod shuffle;
pub(crate) mod sides;
pub(crate) mod sight;
pub(crate) mod turn;
pub(crate) mod walls;
pub(crate) mod written;

#[cfg_attr(not(feature = "tools"), expect(dead_code, reason = "only sheets and lints ask for some of it"))]
pub(crate) mod condition;
pub(crate) mod move_kinds;
pub(crate) mod plan;
#[cfg_attr(not(feature = "tools"), expect(dead_code, reason = "only sheets and lints ask for some of it"))]
pub(crate) mod rule;
pub(crate) mod scope;

/// All rules, in the order of their tables: that of the schema, of completion and of formatted files, and the one in which they
/// are read. Nothing else depends on it.
pub(crate) const FEATURES: &[&rule::Feature] = &[
    &promotion::FEATURE,
    &turn::FEATURE,
    &capture::FEATURE,
    &castling::FEATURE,
    &en_passant::FEATURE,
    &safe_walk::FEATURE,
    &walls::FEATURE,
    &hand::FEATURE,
    &forbid::FEATURE,
    &consecutive::FEATURE,
    &relocate::FEATURE,
    &hop::FEATURE,
    &declaration::FEATURE,
    &effects::FEATURE,
    &conditional::FEATURE,
    &after::FEATURE,
    &checks::FEATURE,
    &chase::FEATURE,
    &passes::FEATURE,
    &shuffle::FEATURE,
    &points::FEATURE,
    &note::FEATURE,
    &counting::FEATURE,
    &recurrence::FEATURE,
    &sight::FEATURE,
];

#[cfg(test)]
mod tests {
    use super::FEATURES;
    use super::rule::KindOfMove;
    use crate::notation::kinds::{Kind, kinds};

    fn all() -> Vec<&'static KindOfMove> {
        FEATURES.iter().flat_map(|feature| feature.kinds).collect()
    }

    #[test]
    fn every_kind_of_move_of_a_rule_can_be_named() {
        assert!(!all().is_empty());
        for kind in all() {
            assert_eq!(kinds(kind.word), Ok(vec![Kind::Named(kind.word.to_owned())]));
            let same = all().iter().filter(|other| other.word == kind.word).count();
            assert_eq!(same, 1, "{} kinds of move are called `{}`", same, kind.word);
        }
    }

    #[test]
    fn every_named_kind_of_move_is_of_a_rule() {
        let grammar = include_str!("../../grammar/kinds.pest");
        let line = grammar.lines().find(|line| line.starts_with("named ")).expect("the words of such kinds");
        let words: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        assert_eq!(words.len(), all().len());
        for word in words {
            assert!(all().iter().any(|kind| kind.word == word), "no rule has `{word}`");
        }
    }
}
