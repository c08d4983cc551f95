//! The rules in sentences, for people.

use super::Rules;
use crate::board::{Bits, Symmetry};
use crate::feature::walls;
use crate::model::men::Side;

impl Rules {
    /// What the features of the game say.
    pub(crate) fn sentences(&self) -> Vec<String> {
        let scope = self.scope();
        let mut lines = self.turn.sentences(&scope);
        lines.extend(self.promotion.iter().flat_map(|promotion| promotion.sentences(&scope)));
        lines.extend(self.castling.iter().flat_map(|castling| castling.sentences(&scope)));
        lines.extend(self.en_passant.iter().map(|en_passant| en_passant.sentence(&scope)));
        lines.extend(self.capture.sentences(&scope));
        lines.extend(self.geometry.walls.iter().map(|wall| walls::sentence(&scope, wall)));
        lines.extend(self.forbids.iter().map(|forbid| forbid.sentence(&scope)));
        lines.extend(self.relocations.iter().map(|relocation| relocation.sentence(&scope)));
        lines.extend(self.safe_walk.iter().map(|walk| walk.sentence(&scope)));
        lines.extend(self.declarations.iter().map(|declaration| declaration.sentence(&scope)));
        lines
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
