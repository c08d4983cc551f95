//! Checkmate and stalemate: no legal move, in check or not. Both are short for conditions made of other facts.

use super::check::Check;
use super::no_move::NoMove;
use super::{Condition, Entry, Fact};
use crate::board::SquareSet;
use crate::notation::condition::Form;

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
        let check = if is_checkmate(form) { check } else { Condition::Not(Box::new(check)) };
        resolver.now(Condition::All(vec![check, Condition::Fact(Fact::NoMove(NoMove))]), report)
    },
    reads: |form| match is_checkmate(form) {
        true => "the player is in check and has no move".to_owned(),
        false => "the player is not in check and has no move".to_owned(),
    },
    denied: None,
    together: |parts| {
        Some(match in_check(parts)? {
            true => "the player is checkmated (in check, with no legal move)",
            false => "the player is stalemated (not in check, but with no legal move)",
        })
    },
};

fn is_checkmate(form: &Form) -> bool {
    matches!(form, Form::Words(words) if words == "checkmate")
}

/// Recognises the two parts of checkmate (`true`: no legal move, and in check) or of stalemate (`false`: no legal move, and not in check).
fn in_check(parts: &[Condition<SquareSet>]) -> Option<bool> {
    let no_move = Condition::Fact(Fact::NoMove(NoMove));
    let check = Condition::Fact(Fact::Check(Check));
    let other = match parts {
        [one, other] if *one == no_move => other,
        [other, one] if *one == no_move => other,
        _ => return None,
    };
    match other {
        other if *other == check => Some(true),
        Condition::Not(part) if **part == check => Some(false),
        _ => None,
    }
}
