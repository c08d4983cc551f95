//! Points: what pieces are worth, where an end or the choice of a capture compares them.
//!
//! ```toml
//! [points]
//! chariot = 13
//! cannon  = 7
//! black   = 1.5
//!
//! [end]
//! passes = { win = "both passed and points(mine) > points(theirs)" }
//! ```
//!
//! Types without a number are worth nothing. `white` and `black` give that side points in addition to its pieces.

use super::plan::{Lay, Plan};
use super::rule::{Feature, Rule, Topic};
use super::scope::{Scope, in_a_row};
use crate::board::Bits;
use crate::definition::{Hint, Key, Kind as Shape, Table, Word};
use crate::model::pieces::{PieceType, Side};
use crate::model::points::{Points, written};
use crate::text::Report;

/// Points in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional(
        "points",
        Shape::Named(&Shape::Points),
        "What pieces of each type are worth where an end, or the choice of a capture, compares points; `white` and `black` give that side points in addition to its pieces.",
        "{ rook = 5, black = 1.5 }",
    )
    .with(Hint::PieceNames)],
    measured_by: &[("ferz::points::", super::rule::Measure::Pieces)],
    read: |scope, _, _| Some(Box::new(Worth(scope.points?.clone())) as Box<dyn Rule>),
    ..Feature::NONE
};

/// Points as the rules have them.
#[derive(Clone, Debug)]
struct Worth(Points);

/// Reads the table `[points]`.
pub(crate) fn read(scope: &Scope<'_>, root: &Table, report: &mut Report) -> Option<Points> {
    let table = root.table("points")?;
    let mut points = Points { of: vec![0; scope.types.len()], bonus: [0, 0] };
    for (name, entry) in table.iter() {
        let Some(halves) = entry.node.halves() else { continue };
        if let Some(side) = Side::named(name) {
            points.bonus[side.index()] = halves;
        } else if let Some(kind) = scope.piece(Word { text: name, span: entry.key_span }, report) {
            points.of[usize::from(kind)] = halves;
        }
    }
    Some(points)
}

impl Rule for Worth {
    fn topic(&self) -> Topic {
        Topic { place: 96, heading: "Points" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let worth = |(kind, halves): (&PieceType, &u32)| {
            (*halves > 0).then(|| format!("{} {}", kind.spoken(), written(*halves)))
        };
        let pieces: Vec<String> = scope.types.iter().zip(&self.0.of).filter_map(worth).collect();
        let mut sentences = vec![format!("In points, the pieces are worth: {}.", in_a_row(&pieces, "and"))];
        for side in Side::BOTH {
            let halves = self.0.bonus(side);
            if halves > 0 {
                sentences.push(format!("{} has {} extra points.", scope.side(side), written(halves)));
            }
        }
        sentences
    }
}

impl<B: Bits> Lay<B> for Worth {
    fn lay(&self, _: &mut Plan<'_, B>) {}
}
