//! Turns in words.

use super::{Stage, Turn};
use crate::board::SquareSet;
use crate::feature::condition::Condition;
use crate::feature::move_kinds;
use crate::feature::scope::Scope;
use crate::model::pieces::Side;

/// The rule in words.
pub(super) fn sentences(turn: &Turn, scope: &Scope<'_>) -> Vec<String> {
    let programme = |when: &str, stages: &[Stage]| {
        let words = |(at, stage): (usize, &Stage)| stage.words(scope, at == 0);
        let moves: Vec<String> = stages.iter().enumerate().map(words).collect();
        let over = match stages.iter().any(|stage| stage.after.is_some()) {
            true => " If the next of these moves is not possible, the turn is over.",
            false => "",
        };
        let side = if when == "the first" { turn.first_side } else { turn.every_side };
        let who = side.map_or("each player", |side| scope.side(side));
        format!("In {when} turn, {who} {}.{over}", moves.join(", then "))
    };
    let mut lines = Vec::new();
    if turn.first_mover == Side::Black {
        lines.push(format!("{} moves first.", scope.side(Side::Black)));
    }
    if turn.has_first() {
        lines.push(programme("the first", &turn.first));
    }
    if !turn.every.is_empty() {
        lines.push(programme(if turn.has_first() { "every later" } else { "every" }, &turn.every));
        let other = turn.every_side.map(|side| scope.side(side.other()));
        lines.extend(other.map(|other| format!("{other}'s turns are one move each.")));
    }
    if turn.safe_at_the_end {
        lines.push(
            "A royal piece may be left attacked within a turn, but must be safe at the end of it.".to_owned(),
        );
    }
    let [second, first] = [turn.first_mover.other(), turn.first_mover].map(|side| scope.side(side));
    lines.extend(turn.swap.map(|swap| swap.sentence(second, first)));
    let royal = scope.types.iter().any(|kind| kind.royal);
    lines.extend(turn.pass.map(|pass| pass.sentence(royal).to_owned()));
    let in_check = turn.pass_in_check.as_ref();
    lines.extend(in_check.map(|allowed| format!("A player in check may pass if {}.", allowed.words(scope))));
    lines
}

impl Stage {
    /// The part as the predicate of a player: `makes a move`; a later one makes `another move`.
    fn words(&self, scope: &Scope<'_>, is_first: bool) -> String {
        let in_words = if is_first { move_kinds::in_words } else { move_kinds::another_in_words };
        let moves = self.moves.as_ref().map(|moves| format!("makes {}", in_words(scope, moves)));
        let place = self.place.as_ref().map(|place| place.words(scope));
        let remove = self.remove.as_ref().map(|remove| remove.words(scope));
        let mut words = moves.into_iter().chain(place).chain(remove).collect::<Vec<_>>().join(" or ");
        if self.another_piece {
            words += ", but not with the piece that has just moved";
        }
        let optional = self.optional.then(|| "optional".to_owned());
        let after = self.after.as_ref().map(|after| format!("only after a move by {}", scope.each_of(after)));
        if self.by_turn {
            words = match words.as_str() {
                "makes a move" => "makes as many moves as the turn number".to_owned(),
                words => format!("{words}, as many times as the turn number"),
            };
            words += ", the turns of both players being counted together";
        }
        let unless = self.unless.as_ref().map(|unless| match self.by_turn {
            true => format!("the turn ends sooner if {}", unless.words(scope)),
            false => unless_or_only_if(scope, unless),
        });
        let limits: Vec<String> = optional.into_iter().chain(after).chain(unless).collect();
        if !limits.is_empty() {
            words += &format!(" ({})", limits.join("; "));
        }
        words
    }
}

/// The condition that ends a turn before a part, or its contrary if that is shorter: `only if the player has 3 men in a row`.
fn unless_or_only_if(scope: &Scope<'_>, unless: &Condition<SquareSet>) -> String {
    let unlike = format!("unless {}", unless.words(scope));
    let alike = format!("only if {}", unless.clone().denied().words(scope));
    if alike.len() < unlike.len() { alike } else { unlike }
}
