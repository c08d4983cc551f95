//! Promotion in words.

use super::Promotion;
use crate::feature::scope::{Scope, in_a_row, sentence};
use crate::notation::moves::{describe, moves_alone};

/// The promotions of one table in words.
pub(super) fn sentences(scope: &Scope<'_>, table: &[Promotion]) -> Vec<String> {
    match table {
        [] => Vec::new(),
        [one] => one.sentences(scope),
        [first, ..] => {
            let pair = |one: &Promotion| {
                format!("{} becomes {}", scope.each_of(&one.pieces), scope.each_of(&one.to))
            };
            let pairs: Vec<String> = table.iter().map(pair).collect();
            let may = match (first.standing, first.optional) {
                (true, _) => "may, instead of moving, promote",
                (_, true) => "may promote",
                _ if table.iter().any(|one| turns_back(one, table)) => "must turn into another",
                _ => "must promote",
            };
            let who = first.who("a piece", scope);
            vec![sentence(&format!("{who} {may}: {}.", in_a_row(&pairs, "and")))]
        }
    }
}

/// Returns `true` if the type that a piece becomes may become the original one in turn.
fn turns_back(one: &Promotion, table: &[Promotion]) -> bool {
    let back = |other: &Promotion| {
        other.pieces.iter().any(|kind| one.to.contains(kind))
            && other.to.iter().any(|kind| one.pieces.contains(kind))
    };
    table.iter().any(back)
}

impl Promotion {
    /// Returns the subject of the rule: `a pawn that reaches rank 8`.
    fn who(&self, pieces: &str, scope: &Scope<'_>) -> String {
        let whole = self.zone == [scope.geometry().playable(); 2];
        let zone = scope.squares_of_both(self.zone, "or");
        let by = self.by;
        let of = self.side.map_or_else(String::new, |side| format!(" of {}'s", scope.side(side)));
        let how = match (self.standing, by.arriving, by.leaving, by.from_outside) {
            (true, ..) if whole => return format!("{pieces}{of}"),
            (true, ..) => format!("that stands on {zone}"),
            _ if whole && by.capturing => "that captures".to_owned(),
            _ if whole => "that moves".to_owned(),
            (_, true, false, false) if by.capturing => format!("that captures on {zone}"),
            (_, true, false, false) => format!("that reaches {zone}"),
            (_, true, false, true) => format!("that enters {zone} from outside"),
            (_, false, ..) => format!("whose move begins on {zone}"),
            (_, true, true, _) => format!("whose move begins or ends on {zone}"),
        };
        let only =
            if by.capturing && !(by.arriving && !by.leaving || whole) { ", if it captures," } else { "" };
        format!("{pieces}{of} {how}{only}")
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let pieces = scope.each_of(&self.pieces);
        let who = self.who(&pieces, scope);
        let (must, at_once) = match (self.standing, self.optional) {
            (true, _) => ("may, instead of moving,", ""),
            (_, true) => ("may", " at once"),
            _ => ("must", " at once"),
        };
        let what = match (self.lost, self.to.len()) {
            (true, _) => format!(
                "a piece of a type its owner has lost ({}), as the owner chooses",
                scope.list(&self.to, "or")
            ),
            (false, 0 | 1) => scope.each_of(&self.to),
            (false, _) => format!("{}, as its owner chooses", scope.each_of(&self.to)),
        };
        let mut lines = Vec::new();
        if self.after > 0 {
            let turns = if self.after == 1 { "turn".to_owned() } else { format!("{} turns", self.after) };
            lines.push(sentence(&format!("{who} stays as it is for its owner's next {turns}.")));
            lines.push(format!(
                "At the start of the turn after that, it {must} become {what}; this is a separate move, after which the owner moves as usual. If several pieces are due, the one that arrived first comes first."
            ));
        } else {
            let when =
                self.when.as_ref().map_or_else(String::new, |when| format!(" if {}", when.words(scope)));
            lines.push(sentence(&format!("{who} {must}{at_once} become {what}{when}.")));
        }
        if let Some(moves) = &self.moves {
            let cells = scope.geometry().cells;
            let words = moves_alone(cells, &moves.notation).map_or_else(
                |_| format!("moves as `{}`", moves.notation),
                |(movement, _)| describe(&movement),
            );
            lines.push(format!("As it does so, it may also change its square: for this it {words}."));
        }
        if !self.limits.is_empty() {
            let limit = |&(kind, most): &(_, u32)| format!("{} ({most})", scope.type_name(kind));
            let limits: Vec<String> = self.limits.iter().map(limit).collect();
            lines.push(format!(
                "A side can't promote to a type of which it already has this many on the board: {}.",
                in_a_row(&limits, "and")
            ));
        }
        lines.extend(self.lost_sentences().into_iter().map(str::to_owned));
        let waiting = [
            (
                self.immobile,
                "While waiting, it neither moves nor attacks, but it blocks the way for both sides.",
            ),
            (self.immune, "While waiting, it can't be captured."),
        ];
        if self.remembers() {
            lines.extend(waiting.iter().filter(|(holds, _)| *holds).map(|(_, words)| (*words).to_owned()));
        }
        lines
    }

    /// Returns the sentences on promotion to lost pieces only.
    fn lost_sentences(&self) -> Vec<&'static str> {
        if !self.lost {
            return Vec::new();
        }
        let none = match self.waits_for_loss {
            true => {
                "If none of them has been lost by then, it waits, and becomes the next of these pieces that its owner loses, as soon as that happens. If several pieces are waiting, the one that has waited longest promotes."
            }
            false => "If none of them has been lost by then, it stays as it is for good.",
        };
        vec![
            "Each lost piece can be used only once, and counts as the type that it was when it was captured.",
            none,
        ]
    }
}
