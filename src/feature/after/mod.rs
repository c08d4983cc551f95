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
//! Invariants: an effect sets off no other; a capture that would remove the captor's own royal piece is no attack; nobody may make a move that
//! costs him a royal piece.

mod play;

use super::condition::{Condition, resolve_of_move, resolve_selection};
use super::move_kinds;
use super::plan::{MoveKind, MoveKinds};
use super::rule::{Feature, Measure, Rule, Topic};
use super::scope::{Scope, in_a_row, sentence};
use crate::board::SquareSet;
use crate::definition::{Key, KeyTable, Kind as Shape, Table, Word};
use crate::model::condition::{Its, Pieces, Whose};
use crate::model::pieces::{Side, TypeId};
use crate::text::{Diagnostic, Report};

/// The words by which a piece becomes another of the captured type.
const TAKEN: &str = "what it took";

/// The keys of an `[after]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "after",
    doc: "What follows by itself from a move: pieces removed, changed or turned to stone.",
    keys: &[
        Key::required("move", Shape::MoveKinds, "The moves it follows from.", "\"capture\""),
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
            Shape::OneOf(&["it on its start"]),
            "Where the piece that has moved is put, so that it captures without moving.",
            "\"it on its start\"",
        ),
        Key::optional(
            "moved",
            Shape::Selection,
            "The pieces that count as having moved from now on: first moves and castling are lost.",
            "\"their king on its file\"",
        ),
        Key::optional(
            "when",
            Shape::Condition,
            "What must hold before the move, said of the player who makes it.",
            "\"their king on its file\"",
        ),
        Key::optional(
            "side",
            Shape::OneOf(&["white", "black"]),
            "The only side from whose moves it follows; by default, both.",
            "\"white\"",
        ),
    ],
};

/// The keys of which a table has one: the effects.
const DEEDS: [&str; 6] = ["remove", "flip", "becomes", "wall", "put", "moved"];

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
        let all: Vec<_> = tables.into_iter().filter_map(|(_, table)| read(scope, table, report)).collect();
        if all.is_empty() { None } else { Some(Box::new(Afters(all))) }
    },
};

/// The effects of a game.
#[derive(Clone, Debug)]
struct Afters(Vec<After>);

/// An effect as the rules have it.
#[derive(Clone, Debug)]
struct After {
    kinds: MoveKinds,
    side: Option<Side>,
    /// Asked before the move, with its words.
    when: Option<(Condition<SquareSet>, String)>,
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
    Moved(Selection<S>),
}

/// Reads an `[after]`.
fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Option<After> {
    let kinds = table.text("move").and_then(|word| move_kinds::read(scope, word, report));
    let side =
        Side::BOTH.into_iter().find(|side| table.text("side").is_some_and(|word| word.text == side.name()));
    let said: Vec<&str> = DEEDS.into_iter().filter(|key| table.contains(key)).collect();
    let [key] = said[..] else {
        if table.has_only(&KEYS) {
            report.push(not_one(table, &said));
        }
        return None;
    };
    let word = table.text(key)?;
    let mut selection = || selected(scope, table, key, report);
    let its = |text: &str| if text == "its start" { Its::Start } else { Its::Square };
    let deed = match key {
        "remove" => Deed::Remove(selection()?),
        "flip" => Deed::Flip(selection()?),
        "moved" => Deed::Moved(selection()?),
        "wall" => Deed::Wall(its(word.text)),
        "put" => Deed::PutBack,
        _ if word.text == TAKEN => Deed::Becomes(None),
        _ => Deed::Becomes(Some(scope.piece(word, report)?)),
    };
    let when = table.text("when").map(|word| read_when(scope, word, report));
    let when = when.map_or(Some(None), |when| when.map(Some));
    Some(After { kinds: kinds?, side, when: when?, deed })
}

/// Reads a condition about the board before the move.
fn read_when(
    scope: &Scope<'_>,
    word: Word<'_>,
    report: &mut Report,
) -> Option<(Condition<SquareSet>, String)> {
    let (condition, words) = resolve_of_move(scope, word, report)?;
    if condition.looks_beyond_the_board() {
        report.push(
            Diagnostic::error(
                "ferz::after::when",
                "an effect can't ask about moves or the course of the game",
            )
            .at(word.span, "can't be asked here")
            .help(
                "ask about pieces, where they stand and what is attacked, such as `their king on its file`",
            ),
        );
        return None;
    }
    Some((condition, words))
}

/// Reports a table that doesn't have just one effect.
fn not_one(table: &Table, said: &[&str]) -> Diagnostic {
    let quoted: Vec<String> = said.iter().map(|key| format!("`{key}`")).collect();
    let (message, label) = match said {
        [] => ("this table gives no effect of the move".to_owned(), "no effect"),
        _ => (format!("{} stand in one table", in_a_row(&quoted, "and")), "more than one effect"),
    };
    let place = said.get(1).and_then(|key| table.get(key)).map_or(table.span(), |entry| entry.key_span);
    Diagnostic::error("ferz::after::one_effect", message)
        .at(place, label)
        .help("give one effect in each table: `remove`, `flip`, `becomes`, `wall`, `put` or `moved`")
}

/// Reads the pieces that an effect is about.
fn selected(
    scope: &Scope<'_>,
    table: &Table,
    key: &str,
    report: &mut Report,
) -> Option<Selection<SquareSet>> {
    let word = table.text(key)?;
    let selection = resolve_selection(scope, word, report)?;
    if selection
        .iter()
        .flatten()
        .any(|selected| selected.attacked.is_some() || selected.attacking.is_some() || selected.in_hand)
    {
        let message = "an effect asks neither about attacks nor about pieces in hand";
        report.push(
            Diagnostic::error("ferz::selection::attacked", message)
                .at(word.span, "can't be asked here")
                .help("name the pieces by owner, type and place"),
        );
        return None;
    }
    Some(selection)
}

impl Rule for Afters {
    fn topic(&self) -> Topic {
        Topic { place: 57, heading: "Effects of moves" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        self.0.iter().map(|after| after.sentence(scope)).collect()
    }

    fn changes_movements(&self) -> bool {
        true
    }

    fn endangers_royals(&self) -> bool {
        self.0.iter().any(|after| !matches!(after.deed, Deed::Moved(_) | Deed::PutBack))
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
}

impl After {
    /// Returns `true` if it follows from moves of a side.
    fn is_of(&self, side: Side) -> bool {
        self.side.is_none_or(|own| own == side)
    }

    /// Returns `true` if it follows from captures only.
    fn is_of_captures(&self) -> bool {
        self.kinds.0.iter().all(|kind| matches!(kind, MoveKind::Capture { .. }))
    }

    /// The effect in words.
    fn sentence(&self, scope: &Scope<'_>) -> String {
        let whose = self.side.map_or_else(String::new, |side| format!(" of {}'s", side.capital()));
        let after = format!("after {}{whose}", move_kinds::in_words(scope, &self.kinds));
        let follows = match &self.deed {
            Deed::Remove(selection) => format!("{} are removed", told(scope, selection)),
            Deed::Flip(selection) => format!("{} change sides", told(scope, selection)),
            Deed::Becomes(None) => "the piece that moved becomes one of the type that it captured".to_owned(),
            Deed::Becomes(Some(kind)) => format!("the piece that moved becomes {}", scope.each_of(&[*kind])),
            Deed::Wall(Its::Start) => "the square that the move began on turns into a wall".to_owned(),
            Deed::Wall(_) => {
                "the square that the move ended on turns into a wall, and the piece on it is gone".to_owned()
            }
            Deed::PutBack => "the piece that moved is put back on the square it came from".to_owned(),
            Deed::Moved(selection) => format!("{} count as having moved", told(scope, selection)),
        };
        let when = self.when.as_ref().map_or_else(String::new, |(_, words)| format!(" if {words} before it"));
        sentence(&format!("{after}{when}, {follows}."))
    }
}

/// Pieces that an effect is about, in words.
fn told(scope: &Scope<'_>, selection: &Selection<SquareSet>) -> String {
    let each = selection.iter().map(|chosen| match chosen {
        None => "the piece that moved".to_owned(),
        Some(selected) => told_pieces(scope, selected),
    });
    in_a_row(&each.collect::<Vec<_>>(), "and")
}

/// Some pieces in words: `the opponent's rooks on the squares that …`.
fn told_pieces(scope: &Scope<'_>, selected: &Pieces<SquareSet>) -> String {
    let whose = |whose| match whose {
        Whose::Mine => "the mover's ",
        Whose::Theirs => "the opponent's ",
        Whose::Both => "",
    };
    let kinds = |types: &[TypeId]| match types {
        [] => "pieces".to_owned(),
        types => {
            let others: Vec<TypeId> =
                (0..scope.types.len() as TypeId).filter(|kind| !types.contains(kind)).collect();
            match others.len() < types.len() {
                true => format!("pieces other than {}", scope.each_of(&others)),
                false => scope.list(types, "or"),
            }
        }
    };
    let place = match (&selected.reached, &selected.region, selected.its) {
        (Some(reached), ..) => {
            let by = &reached.by.notation;
            let from = match &reached.of {
                Some((owner, types)) => format!("{}{}", whose(*owner), kinds(types)),
                None => reached.from.words().to_owned(),
            };
            match &reached.until {
                None => format!(" that a piece moving as `{by}` would reach from {from}"),
                Some((owner, types)) => format!(
                    " in an unbroken row along `{by}` between {from} and {}{}",
                    whose(*owner),
                    kinds(types)
                ),
            }
        }
        (_, Some(region), _) => format!(" on {}", scope.squares_of_both(*region, "or")),
        (.., Some(its)) => format!(" on {}", its.words()),
        _ => String::new(),
    };
    format!("{}{}{place}", whose(selected.whose), kinds(&selected.types))
}
