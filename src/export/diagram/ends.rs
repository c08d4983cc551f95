//! Ends: those that the Diagram knows, and those that it leaves to the players.

use super::Page;
use crate::definition::Table;
use crate::export::asked::Asked;
use crate::export::words::sides;
use crate::order;
use crate::text::{Diagnostic, Span};

/// The results of the ends of a game read so far.
#[derive(Default)]
struct Said {
    checkmate: bool,
    no_move: bool,
    /// A lone royal piece: that it loses, and that it draws if it bares the other.
    bare: [Option<Span>; 2],
    unknown: Vec<Span>,
}

/// What is said of the ends that the Diagram doesn't know.
const UNKNOWN: &str =
    "the Interactive Diagram doesn't support some ends of the game: they are described in the text below it";

impl Page<'_> {
    /// All ends.
    pub(super) fn ends(&mut self) {
        let mut said = Said::default();
        for (name, node) in self.root.named("end") {
            let rule = self.rules.ends.iter().find(|rule| rule.name == name.text);
            if let (Some(end), Some(rule)) = (node.table(), rule) {
                self.end(end, &rule.condition, name.span, &mut said);
            }
        }
        let odd = [
            (!said.checkmate, "a game in which checkmate does not lose"),
            (!said.no_move, "a game in which a player without a move neither loses nor draws"),
        ];
        self.unsaid_in_if("end", "in these ends", &odd);
        match said.bare {
            [Some(_), Some(_)] => self.set("baring", "0"),
            one => said.unknown.extend(one.into_iter().flatten()),
        }
        order::by_key(&mut said.unknown, |span| span.start);
        if !said.unknown.is_empty() {
            let warning = Diagnostic::warning("ferz::export::end", UNKNOWN);
            let place = |warning: Diagnostic, span| warning.at(span, "left to the players");
            self.report.push(said.unknown.into_iter().fold(warning, place));
        }
    }

    /// Exports an end, or notes that the Diagram doesn't know it.
    fn end(&mut self, end: &Table, condition: &Asked, place: Span, said: &mut Said) {
        let found = ["lose", "win", "draw"].into_iter().find_map(|key| Some((key, end.text(key)?)));
        let Some((value, word)) = found else { return };
        let is = |text: &str| self.meant(text).as_ref() == Some(condition);
        let both = sides(end).len() == 2 && end.keys().all(|key| key == value || key == "before");
        match value {
            "lose" if both && is("checkmate") => said.checkmate = true,
            "lose" | "draw" if both && (is("stalemate") || is("no move")) => {
                said.checkmate |= value == "lose" && is("no move");
                said.no_move = true;
                self.set("stalemate", if value == "lose" { "win" } else { "draw" });
            }
            _ if condition.needs_no_move() => {
                self.unsaid(word.span, "this result", "the Diagram has a different one");
                (said.checkmate, said.no_move) = (true, true);
            }
            // a bare king, and one that bares the other in return
            "lose" if both && is("count(mine) = 1") => said.bare[0] = Some(place),
            "draw" if both && is("count(mine) = 1 and can(count(theirs) = 1)") => said.bare[1] = Some(place),
            _ => said.unknown.push(place),
        }
    }
}
