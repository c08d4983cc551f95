//! Walls around a region, with a gate through which some may pass.
//!
//! ```toml
//! [walls.courtyard]
//! around = "courtyard"
//! open   = { at = "f7", to = "king" }
//! ```
//!
//! A wall stops every step, slide and jump between the inside and the outside, except for the pieces in `to` between the inside and the
//! squares in `at`. These are as White sees them; Black's gate is on the corresponding squares. Pieces pass freely along the outside.
//!
//! Invariant: walls are compiled into the move tables; play never tests for them.

use super::plan::{Lay, Plan};
use super::rule::{Feature, Measure, Rule, Topic, Use};
use super::scope::Scope;
use crate::board::{Bits, SquareSet, Wall};
use crate::definition::{Key, KeyTable, Kind as Shape, Table};
use crate::model::pieces::Side;
use crate::text::{Diagnostic, Report};

/// The keys of a wall's gate.
pub(crate) const OPEN: KeyTable = KeyTable {
    name: "gate",
    doc: "Where a wall is open, and to whom.",
    keys: &[
        Key::required(
            "at",
            Shape::Squares,
            "The squares outside from which the way in is open, as White sees them.",
            "\"f7\"",
        ),
        Key::required("to", Shape::Pieces, "The pieces that may pass.", "\"king\""),
    ],
};

/// The keys of a `[walls]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "walls",
    doc: "A wall around a region.",
    keys: &[
        Key::required(
            "around",
            Shape::Squares,
            "The squares inside, the same for both sides.",
            "\"courtyard\"",
        ),
        Key::optional(
            "open",
            Shape::Table(&OPEN),
            "Its gate; by default, it has none.",
            "{ at = \"f7\", to = \"king\" }",
        ),
    ],
};

/// Walls in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("walls", Shape::Rules(&Shape::Table(&KEYS)), KEYS.doc, "")],
    measured_by: &[("ferz::walls::", Measure::Board), ("ferz::walls::", Measure::Parent)],
    read: |scope, root, report| {
        let all = root.rules("walls", &KEYS).into_iter();
        let all: Vec<_> = all.filter_map(|(_, table)| read(scope, table, report)).collect();
        if all.is_empty() { None } else { Some(Box::new(Walls(all))) }
    },
    ..Feature::NONE
};

/// The walls of a game.
#[derive(Clone, Debug)]
struct Walls(Vec<Wall>);

/// Reads a `[walls]`.
fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Option<Wall> {
    let around = table.text("around")?;
    let [inside, _] = scope.squares(around, report)?;
    let bounds = bounds(scope, inside);
    let open = table.table("open");
    let at = open.and_then(|open| open.text("at"));
    let gate = at.map(|word| scope.squares(word, report));
    let open_to = open.and_then(|open| open.text("to")).map(|word| scope.types(word, report));
    let gate = gate.unwrap_or(Some([SquareSet::NONE; 2]))?;
    let place = at.map_or(around.span, |word| word.span);
    if gate[0].meets(inside) {
        report.push(
            Diagnostic::error("ferz::walls::gate_inside", "the gate of a wall must be a square outside it")
                .at(place, "this gate is inside the wall")
                .at(around.span, "the wall goes around these squares")
                .help("name the squares outside the wall from which pieces may enter"),
        );
    } else if gate[1].meets(inside) {
        let black = scope.squares_listed(gate[1] & inside, "and");
        report.push(
            Diagnostic::error("ferz::walls::gate_inside", "Black's gate would be inside the wall")
                .at(place, format!("for Black, this is {black}"))
                .at(around.span, "the wall goes around these squares")
                .help("the wall is the same for both players, but each has a gate, as seen from their own side: move the wall or the gate so that both gates are outside"),
        );
    }
    Some(Wall { inside, area: bounds, gate, open_to: open_to.unwrap_or_default() })
}

/// The smallest block of squares that holds all of some.
fn bounds(scope: &Scope<'_>, inside: SquareSet) -> SquareSet {
    let geometry = scope.geometry();
    let (files, ranks): (Vec<u8>, Vec<u8>) =
        inside.squares().map(|square| (geometry.file(square), geometry.rank(square))).unzip();
    let within = |list: &[u8], n: u8| list.iter().min() <= Some(&n) && Some(&n) <= list.iter().max();
    let squares = geometry.every();
    let block = squares.filter(|&sq| within(&files, geometry.file(sq)) && within(&ranks, geometry.rank(sq)));
    block.fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square))
}

impl<B: Bits> Lay<B> for Walls {
    /// Walls stand on the board, where movements meet them.
    fn lay(&self, _: &mut Plan<'_, B>) {}
}

impl Rule for Walls {
    fn topic(&self) -> Topic {
        Topic { place: 70, heading: "Walls" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        self.0.iter().map(|wall| sentence(scope, wall)).collect()
    }

    fn walls(&self) -> &[Wall] {
        &self.0
    }

    fn relaxed(&self, scope: &Scope<'_>) -> Vec<(Use, Box<dyn Rule>)> {
        let without = |(at, what): (usize, String)| {
            let mut left = self.clone();
            left.0.remove(at);
            (Use { place: 90, kind: "wall", what }, Box::new(left) as Box<dyn Rule>)
        };
        self.sentences(scope).into_iter().enumerate().map(without).collect()
    }
}

/// A wall in words.
fn sentence(scope: &Scope<'_>, wall: &Wall) -> String {
    let inside = scope.squares_listed(wall.inside, "and");
    let wall_words = format!(
        "A wall stands around {inside}: no piece may move or jump between these squares and the others"
    );
    if wall.open_to.is_empty() || wall.gate.iter().all(|gate| gate.is_empty()) {
        return format!("{wall_words}. It has no gate.");
    }
    let gate = |side: usize| scope.squares_listed(wall.gate[side], "or");
    format!(
        "{wall_words}. The only exception is {}, which may move or jump through its own gate: between {} and the inside for {}, between {} and the inside for {}. Pieces move freely along the outside of the wall.",
        scope.each_of(&wall.open_to),
        gate(0),
        scope.side(Side::White),
        gate(1),
        scope.side(Side::Black)
    )
}
