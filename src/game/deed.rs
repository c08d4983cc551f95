//! A move in words, for interfaces in which a move is chosen.

use super::moves::{Move, MoveKind};
use super::session::Game;

/// The manner of a move, for interfaces in which a move is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Manner {
    /// A move from one square to another.
    Move,
    /// A capture.
    Capture,
    /// Anything that does more than move a piece from one square to another.
    Special,
}

/// A move, with its squares and piece types by name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveWords {
    /// In coordinate notation.
    pub coordinates: String,
    /// In standard algebraic notation.
    pub san: String,
    /// Its kind.
    pub kind: MoveKind,
    /// The name of the moving piece (where one is only removed, that one).
    pub piece: String,
    /// The origin (where a piece is only removed: its square; of something put on the board: the target); empty if it has none.
    pub from: String,
    /// The target (where a piece is only removed: its square); empty if it has none.
    pub to: String,
    /// The captured pieces and their squares, in the order in which they leave the board.
    pub takes: Vec<(String, String)>,
    /// The name of the type that the piece becomes, if it becomes another.
    pub becomes: Option<String>,
    /// The announcement made with it, such as a warning.
    pub says: Option<String>,
}

impl Game {
    /// Returns a legal move, with its squares and piece types by name.
    ///
    /// ```
    /// let game = ferz::Variant::load("chess", &[])?.start_from("1n5k/P7/8/8/8/8/8/K7 w - - 0 1").unwrap();
    /// let told = game.in_words(&game.parse_move("axb8=Q").unwrap());
    /// assert_eq!((&*told.piece, &*told.from, &*told.to), ("pawn", "a7", "b8"));
    /// assert_eq!((told.manner(), &*told.words()), (ferz::Manner::Special, "become a queen"));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn in_words(&self, of: &Move) -> MoveWords {
        let variant = self.variant();
        let removes = matches!(of.kind(), MoveKind::Huff | MoveKind::Remove);
        let removed = of.captures().first().filter(|_| removes);
        let piece = of.piece().or(removed.map(|(_, piece)| *piece));
        let square = |square: Option<_>| {
            let square = square.or(removed.map(|(square, _)| *square));
            square.map_or_else(String::new, |square| square.to_string())
        };
        let name = |piece_type| variant[piece_type].name.clone();
        MoveWords {
            coordinates: of.to_string(),
            san: self.position().san(of),
            kind: of.kind(),
            piece: piece.map_or_else(String::new, |piece| name(piece.piece_type)),
            from: square(of.from().or(of.to().filter(|_| of.kind() == MoveKind::Place))),
            to: square(of.to()),
            takes: of.captures().iter().map(|(at, piece)| (name(piece.piece_type), at.to_string())).collect(),
            becomes: of.promotion().map(name),
            says: of.announcement().map(str::to_owned),
        }
    }
}

impl MoveWords {
    /// Returns the manner of the move.
    pub fn manner(&self) -> Manner {
        let special = !matches!(self.kind, MoveKind::Normal | MoveKind::Place)
            || self.becomes.is_some()
            || self.says.is_some();
        match (special, self.takes.is_empty()) {
            (true, _) => Manner::Special,
            (_, false) => Manner::Capture,
            _ => Manner::Move,
        }
    }

    /// Describes the effects of the move besides going from one square to another; empty for a plain move.
    pub fn words(&self) -> String {
        let taken =
            || self.takes.iter().map(|(name, at)| format!("{name} {at}")).collect::<Vec<_>>().join(", ");
        let mut said = Vec::new();
        match self.kind {
            MoveKind::Huff => {
                said.push(format!("remove the {} on {} that failed to capture", self.piece, self.from));
            }
            MoveKind::Remove => said.push(format!("remove the {} on {}", self.piece, self.from)),
            MoveKind::Swap => said.push("take over what the other player has".to_owned()),
            MoveKind::Decline => said.push("leave it, and play on".to_owned()),
            MoveKind::Pass => said.push("pass".to_owned()),
            MoveKind::Chain | MoveKind::Effect if !self.takes.is_empty() => {
                said.push(format!("take {}", taken()));
            }
            MoveKind::Effect if self.from == self.to => said.push("move away and come back".to_owned()),
            MoveKind::Drop => said.push(format!("drop a {}", self.piece)),
            MoveKind::Castling => said.push("castle".to_owned()),
            MoveKind::Place => said.push(format!("put it on {}", self.to)),
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
    fn a_move_is_told_by_what_it_does() {
        let game = Variant::load("chess", &[]).unwrap().start_from("1n5k/P7/8/8/8/8/8/R3K3 w Q").unwrap();
        let told = |text: &str| game.in_words(&game.parse_move(text).unwrap());
        assert_eq!(told("a1b1").manner(), Manner::Move);
        assert_eq!(
            (told("a7b8q").manner(), told("a7b8q").words()),
            (Manner::Special, "become a queen".into())
        );
        assert_eq!(told("a7b8q").takes, [("knight".to_owned(), "b8".to_owned())]);
        assert_eq!(told("O-O-O").words(), "castle");
    }

    #[test]
    fn an_effect_is_told() {
        let text = "extends = \"chess\"\n[pieces]\nknight = { moves = \"K cabK mabK\" }";
        let variant = Variant::from_text("lion.toml", text, &[]).unwrap();
        let game = variant.start_from("4k3/8/8/3p4/3N4/8/8/4K3 w").unwrap();
        let told = |text: &str| game.in_words(&game.parse_move(text).unwrap());
        let (shot, stay) = (told("d4xd5d4"), told("d4d4"));
        assert_eq!((shot.kind, shot.words()), (MoveKind::Effect, "take pawn d5".to_owned()));
        assert_eq!((stay.kind, stay.words()), (MoveKind::Effect, "move away and come back".to_owned()));
    }
}
