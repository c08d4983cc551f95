//! The rules in sentences, for people.

use super::Rules;
use crate::board::{Bits, Symmetry};
use crate::feature::walls;
use crate::model::men::Side;

impl Rules {
    /// What the features of the game say.
    pub(crate) fn sentences(&self) -> Vec<String> {
        self.topics().into_iter().flat_map(|(_, lines)| lines).collect()
    }

    /// What the features of the game say, each below its heading; headings with nothing to say are left out.
    pub(crate) fn topics(&self) -> Vec<(&'static str, Vec<String>)> {
        let scope = self.scope();
        let mut topics = vec![
            ("Turns", self.turn.sentences(&scope)),
            ("Promotion", self.promotion.iter().flat_map(|it| it.sentences(&scope)).collect()),
            ("Castling", self.castling.iter().flat_map(|it| it.sentences(&scope)).collect()),
            ("En passant", self.en_passant.iter().map(|it| it.sentence(&scope)).collect()),
            ("Captures", self.capture.sentences(&scope, self.promotion.is_some())),
            ("Who may not take whom", self.forbids.iter().map(|it| it.sentence(&scope)).collect()),
            ("Walls", self.geometry.walls.iter().map(|wall| walls::sentence(&scope, wall)).collect()),
            ("Men put back", self.relocations.iter().map(|it| it.sentence(&scope)).collect()),
            ("Several steps at once", self.safe_walk.iter().map(|it| it.sentence(&scope)).collect()),
            ("Declarations", self.declarations.iter().map(|it| it.sentence(&scope)).collect()),
        ];
        topics.retain(|(_, lines): &(_, Vec<String>)| !lines.is_empty());
        topics
    }

    /// What holds because the definition does not say otherwise.
    pub(crate) fn defaults(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.turn.first_mover == Side::White {
            lines.push("White moves first.".to_owned());
        }
        if !self.turn.has_programme() {
            lines.push("Each turn is one step.".to_owned());
        }
        let corner = if self.geometry.dark_corner { "dark" } else { "light" };
        lines.push(format!("The square a1 is {corner}."));
        lines.push(match self.geometry.symmetry {
            Symmetry::Mirror => "Black sees the board in a mirror: rank for rank, the same files.".to_owned(),
            Symmetry::Rotate => "Black sees the board turned round.".to_owned(),
        });
        if self.geometry.holes.is_empty() {
            lines.push("All squares are played on.".to_owned());
        }
        if self.types.iter().any(|kind| kind.royal) {
            lines.push("No step may leave a royal man of one's own attacked.".to_owned());
        }
        lines
    }
}
