//! The rules in sentences, for people.

use super::Rules;
use crate::board::{Bits, Symmetry};
use crate::feature::turn::Turn;
use crate::model::pieces::Side;
use crate::order;

impl Rules {
    /// Returns the sentences of the game's features.
    pub(crate) fn sentences(&self) -> Vec<String> {
        self.topics().into_iter().flat_map(|(_, lines)| lines).collect()
    }

    /// Returns the sentences of the game's features, each below its heading; headings without sentences are left out.
    pub(crate) fn topics(&self) -> Vec<(&'static str, Vec<String>)> {
        let scope = self.scope();
        let mut said: Vec<_> = self.each().map(|rule| (rule.topic(), rule.sentences(&scope))).collect();
        order::by_key(&mut said, |(topic, _)| topic.place);
        let mut topics: Vec<(&'static str, Vec<String>)> = Vec::new();
        for (topic, lines) in said.into_iter().filter(|(_, lines)| !lines.is_empty()) {
            match topics.last_mut().filter(|(heading, _)| *heading == topic.heading) {
                Some((_, above)) => above.extend(lines),
                None => topics.push((topic.heading, lines)),
            }
        }
        topics
    }

    /// Returns the sentences for rules that hold because the game file does not say otherwise.
    pub(crate) fn defaults(&self) -> Vec<String> {
        let (turn, mut lines) = (self.the::<Turn>(), Vec::new());
        let [white, black] = Side::BOTH.map(|side| self.scope().side(side).to_owned());
        if self.first_mover() == Side::White {
            lines.push(format!("{white} moves first."));
        }
        if !turn.has_programme() {
            lines.push("Each turn is one move.".to_owned());
        }
        let corner = if self.geometry.dark_corner { "dark" } else { "light" };
        lines.push(format!("The square a1 is {corner}."));
        lines.push(match self.geometry.symmetry {
            Symmetry::Mirror => {
                format!("The rules are mirrored for {black}: the files are the same, the ranks are reversed.")
            }
            Symmetry::Rotate => format!("{black} sees the board rotated."),
            Symmetry::SameSide => "Both players sit on the same side of the board.".to_owned(),
        });
        if self.geometry.holes.is_empty() {
            lines.push("All squares are in play.".to_owned());
        }
        if self.types.iter().any(|kind| kind.royal) {
            lines.push("No move may leave the player's own royal piece attacked.".to_owned());
        }
        lines
    }
}
