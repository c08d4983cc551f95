//! Checkmate and stalemate: no legal move, in check or not. Both are short for conditions made of other facts.

use super::check::Check;
use super::no_move::NoMove;
use super::{Condition, Entry, Fact};
use crate::board::SquareSet;
use crate::notation::condition::Form;
use crate::text::{Clause, Phrase, Role};

pub(super) const ENTRY: Entry = Entry {
    phrases: &[&["checkmate"], &["stalemate"]],
    offers: &[
        ("checkmate", "the player is in check and has no move"),
        ("stalemate", "the player is not in check and has no move"),
    ],
    is: |form| matches!(form, Form::Words(words) if words == "checkmate" || words == "stalemate"),
    resolve: |form, resolver, report| {
        resolver.royal(report)?;
        let check = Condition::Fact(Fact::Check(Check));
        let is_checkmate = matches!(form, Form::Words(words) if words == "checkmate");
        let check = if is_checkmate { check } else { check.denied() };
        resolver.now(Condition::all([check, Condition::Fact(Fact::NoMove(NoMove))]), report)
    },
};

/// Finds checkmate or stalemate among parts that must all hold, or their contrary among parts of which one must: returns the places of its two
/// parts, and how it is told.
pub(super) fn among(parts: &[Condition<SquareSet>], all: bool) -> Option<(usize, usize, Clause)> {
    let (check, no_move) = (Condition::Fact(Fact::Check(Check)), Condition::Fact(Fact::NoMove(NoMove)));
    let place = |wanted: Condition<SquareSet>| {
        let wanted = if all { wanted } else { wanted.denied() };
        parts.iter().position(|part| *part == wanted)
    };
    let stuck = place(no_move)?;
    let (checked, told) = match (place(check.clone()), place(check.denied())) {
        (Some(at), None) => (at, ["checkmated", " (in check, with no legal move)"]),
        (None, Some(at)) => (at, ["stalemated", " (not in check, but with no legal move)"]),
        _ => return None,
    };
    let is = if all { "is" } else { "is not" };
    let says = Phrase::from(format!("{is} {}", told[0])) + Phrase::detail(told[1]);
    Some((checked, stuck, Clause::of(Role::Player, says)))
}
