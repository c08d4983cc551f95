//! The kind of a move, and the description of its effects in words.

use super::session::StepInfo;

/// The kind of a move, for interfaces in which a move is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Manner {
    /// A move from one square to another.
    Move,
    /// A capture.
    Capture,
    /// Anything that does more than move a piece from one square to another.
    Special,
}

impl StepInfo {
    /// Returns the kind of the move.
    #[doc(hidden)]
    pub fn manner(&self) -> Manner {
        let special = self.kind != "move" || self.becomes.is_some() || self.says.is_some();
        match (special, self.takes.is_empty()) {
            (true, _) => Manner::Special,
            (_, false) => Manner::Capture,
            _ => Manner::Move,
        }
    }

    /// Describes the effects of the move besides going from one square to another; empty for a plain move.
    #[doc(hidden)]
    pub fn words(&self) -> String {
        let taken =
            || self.takes.iter().map(|(name, at)| format!("{name} {at}")).collect::<Vec<_>>().join(", ");
        let mut said = Vec::new();
        match self.kind {
            "huff" => said.push(format!("remove the {} on {} that failed to capture", self.piece, self.from)),
            "decline" => said.push("leave it, and play on".to_owned()),
            "chain" if !self.takes.is_empty() => said.push(format!("take {}", taken())),
            _ if self.castling => said.push("castle".to_owned()),
            _ => {}
        }
        said.extend(self.becomes.as_ref().map(|name| format!("become a {name}")));
        said.extend(self.says.as_ref().map(|words| format!("say \u{201c}{words}\u{201d}")));
        said.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn a_step_is_told_by_what_it_does() {
        let game = Variant::load("chess", &[]).unwrap().position("1n5k/P7/8/8/8/8/8/R3K3 w Q").unwrap();
        let info = |step: &str| game.info(game.find(step).unwrap());
        assert_eq!(info("a1b1").manner(), Manner::Move);
        assert_eq!(
            (info("a7b8q").manner(), info("a7b8q").words()),
            (Manner::Special, "become a queen".into())
        );
        assert_eq!(info("O-O-O").words(), "castle");
    }
}
