//! Effects: what follows by itself from a move.
//!
//! ```toml
//! [after.blast]
//! move   = "capture"
//! remove = "it, any but pawn at K from it"
//!
//! [after.trail]
//! move = "any"
//! wall = "its start"
//! ```
//!
//! An effect follows from each move that its table is about, in the order of the tables; each sees the board that the one before has left.
//! *It* is the piece that has moved or was dropped. What is removed goes where captured pieces go.
//!
//! Invariants: an effect sets off no other; a capture that would remove the captor's own royal piece is no attack; no side may make a move
//! that costs it a royal piece.

mod checked;
mod play;
mod read;
mod spare;
mod unmoved;
mod words;

use self::read::read;
use super::condition::Condition;
use super::plan::{MoveKind, MoveKinds};
use super::rule::{Feature, Measure, Rule, Topic};
use super::scope::Scope;
use crate::board::{Bits, Geometry, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape};
use crate::model::condition::{Its, Pieces};
use crate::model::pieces::{Side, TypeId};

/// The words for the captured piece: what a piece becomes, or what is put on the board.
const TAKEN: &str = "what it took";

/// The keys of an `[after]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "after",
    doc: "What else a move does: pieces removed or changed, squares turned into walls.",
    keys: &[
        Key::required("move", Shape::MoveKinds, "The moves that have this effect.", "\"capture\""),
        Key::optional(
            "remove",
            Shape::Selection,
            "The pieces that are removed.",
            "\"it, any but pawn at K from it\"",
        ),
        Key::optional("flip", Shape::Selection, "The pieces that change sides.", "\"it\""),
        Key::optional(
            "becomes",
            Shape::Text,
            "What the piece that has moved becomes: a piece type, or `what it took`.",
            "\"what it took\"",
        ),
        Key::optional(
            "wall",
            Shape::OneOf(&["its square", "its start"]),
            "The square that turns into a wall; what stands there is gone.",
            "\"its start\"",
        ),
        Key::optional(
            "put",
            Shape::OneOf(&["it on its start", TAKEN]),
            "The piece that is put somewhere: the one that has moved, back where it came from, or the captured one, on one of the squares of `on`.",
            "\"it on its start\"",
        ),
        Key::optional(
            "on",
            Shape::Squares,
            "The squares on which the captured piece is put, as its owner sees them: on the first that is empty.",
            "\"b1 g1\"",
        ),
        Key::optional(
            "same",
            Shape::OneOf(&["colour", "file", "rank"]),
            "Of these squares, only those of the same colour, file or rank as the one on which the move ends.",
            "\"colour\"",
        ),
        Key::optional(
            "unmoved",
            Shape::Flag,
            "Whether the piece that is put on the board counts as unmoved.",
            "true",
        ),
        Key::optional(
            "to-hand",
            Shape::Selection,
            "The pieces that return to their owners' hands.",
            "\"it\"",
        ),
        Key::optional(
            "moved",
            Shape::Selection,
            "The pieces that count as having moved from now on: first moves and castling are lost.",
            "\"their king on its file\"",
        ),
        Key::optional(
            "note",
            Shape::Text,
            "The note to make of the player who has moved, for conditions such as `noted castled`.",
            "\"castled\"",
        ),
        Key::optional("forget", Shape::Text, "The note on that player that is forgotten.", "\"castled\""),
        Key::optional(
            "when",
            Shape::Condition,
            "What must hold before the move, as seen by the player who makes it.",
            "\"their king on its file\"",
        ),
        Key::optional(
            "leaving",
            Shape::Condition,
            "What must hold after the move and the effects before this one, as seen by the player who makes the move.",
            "\"my rook attacking their king\"",
        ),
        Key::optional(
            "gives",
            Shape::OneOf(&["check"]),
            "What the opponent must be in after the move and the effects before this one.",
            "\"check\"",
        ),
        Key::optional(
            "side",
            Shape::OneOf(&["white", "black"]),
            "The only side whose moves have this effect; by default, both.",
            "\"white\"",
        ),
    ],
};

/// The keys of the effects, of which a table has exactly one.
const DEEDS: [&str; 9] = ["remove", "flip", "becomes", "wall", "put", "to-hand", "moved", "note", "forget"];

/// Effects in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("after", Shape::Rules(&Shape::Table(&KEYS)), KEYS.doc, "")],
    measured_by: &[
        ("ferz::after::", Measure::Pieces),
        ("ferz::after::", Measure::Parent),
        ("ferz::selection::", Measure::Pieces),
    ],
    read: |scope, root, report| {
        let tables = root.rules("after", &KEYS);
        let hands = root.contains("hand");
        let all: Vec<_> =
            tables.into_iter().filter_map(|(_, table)| read(scope, table, hands, report)).collect();
        if all.is_empty() { None } else { Some(Box::new(Afters(all))) }
    },
    ..Feature::NONE
};

/// The effects of a game.
#[derive(Clone, Debug)]
struct Afters(Vec<After>);

/// An effect as the rules have it.
#[derive(Clone, Debug)]
struct After {
    kinds: MoveKinds,
    side: Option<Side>,
    /// The condition before the move, with its wording.
    when: Option<Condition<SquareSet>>,
    /// The condition after the move and the effects before this one, with its wording.
    leaving: Option<Condition<SquareSet>>,
    /// True if the move must have given check.
    gives_check: bool,
    deed: Deed<SquareSet>,
}

/// Pieces that an effect is about; `None` stands for the piece that has moved.
type Selection<S> = Vec<Option<Pieces<S>>>;

/// The effect itself.
#[derive(Clone, Debug)]
enum Deed<S> {
    Remove(Selection<S>),
    Flip(Selection<S>),
    /// The piece that has moved becomes one of a type, or of the type that it took.
    Becomes(Option<TypeId>),
    Wall(Its),
    PutBack,
    PutTaken(Rebirth<S>),
    ToHand(Selection<S>),
    Moved(Selection<S>),
    /// A note about the mover: its place among the notes of the game, its name, and `false` if it is forgotten.
    Note(usize, String, bool),
}

/// The squares on which a captured piece is put back.
#[derive(Clone, Debug)]
struct Rebirth<S> {
    /// As White and as Black see them.
    on: [S; 2],
    /// The file, rank or colour that they must have in common with the square on which the move ends.
    same: Option<Its>,
    unmoved: bool,
}

impl Rule for Afters {
    fn topic(&self) -> Topic {
        Topic { place: 57, heading: "Effects of moves" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        self.0.iter().map(|after| after.sentence(scope)).collect()
    }

    fn changes_movements(&self) -> bool {
        self.0.iter().any(After::bears_on_royals)
    }

    fn endangers_royals(&self) -> bool {
        self.0.iter().any(|after| {
            !matches!(after.deed, Deed::Moved(_) | Deed::PutBack | Deed::PutTaken(_) | Deed::Note(..))
        })
    }

    fn costs_captors(&self, kind: TypeId) -> bool {
        let captures = |of: &MoveKind| match of {
            MoveKind::Any => true,
            MoveKind::Capture { of, by } => of.is_empty() && (by.is_empty() || by.contains(&kind)),
            _ => false,
        };
        self.0.iter().any(|after| {
            let asks = after.when.is_some() || after.leaving.is_some() || after.gives_check;
            let always = after.side.is_none() && !asks && after.kinds.0.iter().any(captures);
            always && matches!(&after.deed, Deed::Remove(selection) if selection.contains(&None))
        })
    }

    fn may_remove(&self, kind: TypeId) -> bool {
        let of = |chosen: &Option<Pieces<SquareSet>>| {
            let types = chosen.as_ref().map(|chosen| &chosen.types[..]);
            types.is_some_and(|types| types.is_empty() || types.contains(&kind))
        };
        self.0.iter().any(|after| matches!(&after.deed, Deed::Remove(selection) if selection.iter().any(of)))
    }

    fn puts_walls(&self) -> bool {
        self.0.iter().any(|after| matches!(after.deed, Deed::Wall(_)))
    }

    fn adds(&self, kind: TypeId, _: Side) -> bool {
        self.0.iter().any(|after| match &after.deed {
            Deed::Flip(_) | Deed::Becomes(None) => true,
            Deed::Becomes(Some(becomes)) => *becomes == kind,
            _ => false,
        })
    }

    fn brings(&self, _: &Geometry, (_, side): (TypeId, Side), _: SquareSet) -> SquareSet {
        let on = |after: &After| match &after.deed {
            Deed::PutTaken(rebirth) => rebirth.on[side.index()],
            _ => SquareSet::NONE,
        };
        self.0.iter().map(on).fold(SquareSet::NONE, |all, on| all | on)
    }
}

impl After {
    /// Returns `true` if it follows from moves of a side.
    fn is_of(&self, side: Side) -> bool {
        self.side.is_none_or(|own| own == side)
    }
}
