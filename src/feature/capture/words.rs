//! Captures in words.

use super::jumping::Crowning;
use super::{Capture, Compulsory};
use crate::feature::scope::Scope;

/// Returns the rules in words; whether any piece promotes matters to chains.
pub(super) fn sentences(rule: &Capture, scope: &Scope<'_>) -> Vec<String> {
    let mut lines: Vec<&str> = vec![match rule.compulsory {
        Compulsory::Free if !scope.has_captures() => return Vec::new(),
        Compulsory::Free => "Captures are never compulsory.",
        Compulsory::Strict => "A player who can capture must capture: no other move is legal.",
        Compulsory::Huff => {
            "A player who can capture should capture. If the player makes another move instead, or breaks off a chain of jumps that could have gone on, every piece that could have captured is an offender (if one did capture, only that piece). Before moving, the opponent must then choose one offender and remove it from the board, wherever it now stands (a huff)."
        }
    }];
    let chosen: Vec<String> = rule.first.iter().map(|first| first.words(scope)).collect();
    let chosen = match chosen.split_first() {
        None => String::new(),
        Some((first, rest)) => {
            let rest: String = rest.iter().map(|next| format!("; among these, only {next}")).collect();
            format!("If there are several captures, only {first} are legal{rest}.")
        }
    };
    lines.extend((!chosen.is_empty()).then_some(&*chosen));
    if scope.has_jumps() && rule.once {
        lines.push("A piece makes at most one jump in a move.");
    } else if scope.has_jumps() {
        lines.extend(chain_sentences(rule).into_iter().take(if scope.has_promotion() { 3 } else { 2 }));
    }
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    if scope.has_jumps() && rule.onward {
        lines.push(
            "Within a chain, no jump goes straight back in the direction from which the piece has come."
                .to_owned(),
        );
    }
    if let Some(squares) = rule.stop_in {
        lines.push(format!("A chain ends when the piece lands on {}.", scope.squares_of_both(squares, "or")));
    }
    lines
}

/// Describes the rules for chains of jumps.
fn chain_sentences(rule: &Capture) -> [&'static str; 3] {
    [
        if rule.may_stop && rule.huffs() {
            "A piece that has jumped and can jump again may do so at once, in the same move, or stop, at the price of a huff: a chain of jumps may end after any jump."
        } else if rule.may_stop {
            "A piece that has jumped and can jump again may do so at once, in the same move, or stop: a chain of jumps may end after any jump."
        } else {
            "A piece that has jumped and can jump again must do so at once, in the same move, until it can jump no further (a chain of jumps). If there are several ways to go on, the player chooses."
        },
        if rule.at_the_end {
            "Jumped pieces are removed when the chain is over; until then they block the way, and none can be jumped twice."
        } else {
            "Each jumped piece is removed at once."
        },
        match rule.crowning {
            Crowning::Ends => "A piece that lands where it promotes ends its chain there.",
            Crowning::AtTheEnd => {
                "A piece that lands where it would promote, but can jump on, does so; it promotes only if its chain ends there."
            }
            Crowning::JumpsOn => {
                "A piece that lands where it promotes does so at once, and jumps on, if it can, as what it has become."
            }
        },
    ]
}
