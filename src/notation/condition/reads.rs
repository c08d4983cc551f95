//! A condition in plain words.

use super::{Condition, Men, Op, Side};
use crate::notation::fault::{any_of, joined};
use crate::notation::pieces::Name;
use crate::notation::squares::{Leaf, SquareExpr};

/// The condition as a sentence without its full stop.
pub fn reads(condition: &Condition) -> String {
    match condition {
        Condition::Or(parts) => listed(parts, ", or "),
        Condition::And(parts) => listed(parts, ", and "),
        Condition::Not(part) => format!("it is not so that {}", reads(part)),
        Condition::Can(part) => format!("the side to move has a step after which {}", reads(part)),
        Condition::Compare { men, op, right, .. } => count(men, *op, *right),
        Condition::Holds(men, _) => count(men, Op::Ge, 1),
        Condition::NoStep(_) => "the side to move has no step".to_owned(),
        Condition::Checkmate(_) => "the side to move is in check and has no step".to_owned(),
        Condition::Stalemate(_) => "the side to move is not in check and has no step".to_owned(),
        Condition::Check(_) => "the side to move is in check".to_owned(),
        Condition::Occurrence(times, _) => format!("the position has occurred {times} times"),
        Condition::Idle { plies, captures, pieces, .. } => idle(*plies, *captures, pieces),
    }
}

fn listed(parts: &[Condition], link: &str) -> String {
    let bracketed = |part: &Condition| match part {
        Condition::Or(_) | Condition::And(_) => format!("({})", reads(part)),
        _ => reads(part),
    };
    parts.iter().map(bracketed).collect::<Vec<_>>().join(link)
}

fn count(men: &Men, op: Op, number: u32) -> String {
    let (owner, verb) = match men.side {
        Side::Mine => ("the side to move", "has"),
        Side::Theirs => ("the opponent", "has"),
        Side::Both => ("the two sides together", "have"),
    };
    let kinds = any_of(&names(&men.types));
    let what = match (op, number) {
        (Op::Eq, 0) => format!("no {}", if kinds.is_empty() { "man" } else { &kinds }),
        (Op::Ge, 1) | (Op::Gt, 0) => some(&kinds),
        _ if kinds.is_empty() => amount(op, number),
        _ => format!("{} ({kinds})", amount(op, number)),
    };
    let place = men.region.as_ref().map_or(String::new(), place);
    format!("{owner} {verb} {what}{place}")
}

/// At least one man of these kinds, or of any.
fn some(kinds: &str) -> String {
    match kinds.chars().next() {
        None => "a man".to_owned(),
        Some('a' | 'e' | 'i' | 'o' | 'u') => format!("an {kinds}"),
        Some(_) => format!("a {kinds}"),
    }
}

fn place(region: &SquareExpr) -> String {
    match region {
        SquareExpr::Leaf(Leaf::Named(name), _) => format!(" in {name}"),
        other => format!(" on {other}"),
    }
}

fn amount(op: Op, number: u32) -> String {
    let amount = match op {
        Op::Eq => "just",
        Op::Ne => "not just",
        Op::Lt => "fewer than",
        Op::Le => "at most",
        Op::Gt => "more than",
        Op::Ge => "at least",
    };
    format!("{amount} {number} {}", if number == 1 { "man" } else { "men" })
}

fn idle(plies: u32, captures: bool, types: &[Name]) -> String {
    let mut events: Vec<String> = Vec::new();
    if captures {
        events.push("a capture".to_owned());
    }
    if !types.is_empty() {
        events.push(format!("a step by {}", some(&any_of(&names(types)))));
    }
    format!("there have been {plies} plies without {}", joined(&events, "or"))
}

fn names(types: &[Name]) -> Vec<&str> {
    types.iter().map(|(name, _)| name.as_str()).collect()
}
