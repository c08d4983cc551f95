//! Captures in words.

use super::{Capture, Compulsory};
use crate::feature::scope::Scope;

/// The rules in words; whether any man promotes matters to chains.
pub(super) fn sentences(rule: &Capture, scope: &Scope<'_>) -> Vec<String> {
    let mut lines: Vec<&str> = vec![match rule.compulsory {
        Compulsory::Free => "Nobody has to take.",
        Compulsory::Strict => "If a capture is there, one must be made: no other step is legal.",
        Compulsory::Huff => {
            "A player who could take should. If the player makes another step, or breaks a chain of jumps off while a further jump was open, every man that could have taken is an offender (if a man did take, only that man); before making a step the other side must then remove one offender of its choice, wherever it now stands, from the board (a huff), and then steps as usual."
        }
    }];
    if rule.most {
        lines.push("Of several captures, only those that take most men are legal.");
    }
    if scope.has_jumps() {
        lines.extend(chain_sentences(rule).into_iter().take(if scope.has_promotion() { 3 } else { 2 }));
    }
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    if let Some(squares) = rule.stop_in {
        lines.push(format!(
            "A chain ends where the man comes down on {}.",
            scope.squares_of_both(squares, "or")
        ));
    }
    lines
}

/// How chains of jumps go.
fn chain_sentences(rule: &Capture) -> [&'static str; 3] {
    [
        if rule.may_stop {
            "A man that has jumped and could jump again may go on at once, in the same step, or stop: a chain of jumps may stop after any of them."
        } else {
            "A man that has jumped and can jump again must go on at once, in the same step, until it can't: a chain of jumps. Where there are several ways, the player chooses."
        },
        if rule.at_the_end {
            "Jumped men leave the board when the chain is over; until then they stand in the way, and none is jumped twice."
        } else {
            "Each jumped man leaves the board at once."
        },
        if rule.crowning_goes_on {
            "A man that comes down where it would promote and can jump on does so; it promotes only if its chain ends there."
        } else {
            "A man that comes down where it promotes ends its chain there."
        },
    ]
}
