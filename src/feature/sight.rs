//! Sight: what a player sees of the board, in games in which nobody sees everything.
//!
//! ```toml
//! [sight]
//! sees = "where it may move"
//! ```
//!
//! A player sees the squares of their own pieces, and others as the table says. Sight restricts what is shown, never what is legal: play,
//! the engine and notation know nothing of it, and no position remembers anything for it.

use super::plan::{Lay, Plan};
use super::rule::{Feature, Rule, Topic};
use super::scope::Scope;
use crate::board::Bits;
use crate::definition::{Key, KeyTable, Kind as Shape, Table};
use crate::model::sight::Sight;

/// The words for what a side sees.
const MOVES: &str = "where it may move";
const ATTACKS: &str = "what it attacks";
const BOTH: &str = "both";

/// The keys of `[sight]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "sight",
    doc: "What a player sees of the board, in games in which nobody sees everything.",
    keys: &[Key::required(
        "sees",
        Shape::OneOf(&[MOVES, ATTACKS, BOTH]),
        "What a side sees besides its own pieces: the squares to which its legal moves lead and those on which they capture, the squares that its pieces attack, or both.",
        "\"where it may move\"",
    )],
};

/// Sight in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("sight", Shape::Table(&KEYS), KEYS.doc, "")],
    read: |_, root, _| read(root).map(|sight| Box::new(Seen(sight)) as Box<dyn Rule>),
    ..Feature::NONE
};

/// Reads the table `[sight]`.
pub(crate) fn read(root: &Table) -> Option<Sight> {
    let sees = root.table("sight")?.text("sees")?;
    Some(Sight { moves: sees.text != ATTACKS, attacks: sees.text != MOVES })
}

/// Sight as the rules have it.
#[derive(Clone, Copy, Debug)]
struct Seen(Sight);

impl Rule for Seen {
    fn topic(&self) -> Topic {
        Topic { place: 99, heading: "Sight" }
    }

    fn sentences(&self, _: &Scope<'_>) -> Vec<String> {
        let reached = "those to which their legal moves lead, and those on which these capture";
        let attacked = "those that their pieces attack";
        let others = match self.0 {
            Sight { moves: true, attacks: false } => reached.to_owned(),
            Sight { moves: false, .. } => attacked.to_owned(),
            Sight { moves: true, attacks: true } => format!("{reached}, and {attacked}"),
        };
        let mut sentences = vec![format!(
            "A player sees only some squares of the board: those of their own pieces, {others}."
        )];
        if self.0.moves {
            sentences.push(
                "Outside their turn, players see what they would see if it were their turn. Drops show nothing."
                    .to_owned(),
            );
        }
        sentences
    }
}

impl<B: Bits> Lay<B> for Seen {
    fn lay(&self, _: &mut Plan<'_, B>) {}
}

#[cfg(test)]
mod tests {
    use crate::{Side, Variant};

    fn seen(sees: &str, fen: &str, side: Side) -> String {
        let text = format!("extends = \"chess\"\n[game]\nname = \"x\"\n[sight]\nsees = \"{sees}\"\n");
        let variant = Variant::from_text("x.toml", &text, &[]).expect("it is sound");
        let squares = variant.position(fen).expect("a sound position").seen_by(side);
        squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_piece_sees_where_it_may_move_or_what_it_attacks() {
        let fen = "4k3/8/8/8/3p4/4P3/4K3/8 w - - 0 1";
        assert_eq!(seen("where it may move", fen, Side::White), "d1 e1 f1 d2 e2 f2 d3 e3 f3 d4 e4");
        assert_eq!(seen("what it attacks", fen, Side::White), "d1 e1 f1 d2 e2 f2 d3 e3 f3 d4 f4");
        assert_eq!(seen("both", fen, Side::White), "d1 e1 f1 d2 e2 f2 d3 e3 f3 d4 e4 f4");
        assert_eq!(seen("where it may move", fen, Side::Black), "d3 e3 d4 d7 e7 f7 d8 e8 f8");
    }

    #[test]
    fn a_pawn_captured_in_passing_is_seen_in_the_turn_in_which_it_may_be() {
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        assert!(seen("where it may move", fen, Side::White).contains("d5 e5 d6 e6"));
        assert!(!seen("where it may move", &fen.replace("d6", "-"), Side::White).contains("d5"));
    }
}
