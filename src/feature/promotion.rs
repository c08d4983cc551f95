//! Promotion: a man that arrives in a zone becomes another.
//!
//! ```toml
//! [promotion]
//! pieces = "pawn"
//! on     = "rank 8"
//! to     = "queen, rook"
//! ```
//!
//! Invariant: the zone is a property of the type that arrives, so a step onto it exists once for each choice and never
//! without one (unless promotion is optional).

use super::scope::Scope;
use crate::board::{Bits, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Table};
use crate::model::men::{Content, MAX_TYPES, TypeId};
use crate::text::{Diagnostic, Report};
use crate::walk::{Arrival, Kind};

/// The keys of `[promotion]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "promotion",
    doc: "Which pieces become others, where, and what they may become.",
    keys: &[
        Key::required("pieces", Shape::Pieces, "The pieces that promote.", "\"pawn\""),
        Key::required(
            "on",
            Shape::Squares,
            "The squares on which they do, as White sees them.",
            "\"rank 8\"",
        ),
        Key::required("to", Shape::Pieces, "What they may become.", "\"any but king, pawn\""),
        Key::optional(
            "optional",
            Shape::Flag,
            "Whether the piece may also stay what it is; if not said, it must promote.",
            "true",
        ),
    ],
};

/// Promotion as the rules have it.
#[derive(Clone, Debug)]
pub(crate) struct Promotion {
    pub(crate) pieces: Vec<TypeId>,
    /// As White and as Black see it.
    pub(crate) zone: [SquareSet; 2],
    pub(crate) to: Vec<TypeId>,
    pub(crate) optional: bool,
}

/// Reads `[promotion]`.
pub(crate) fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Option<Promotion> {
    let (pieces, on, to) = (table.text("pieces"), table.text("on"), table.text("to"));
    let pieces = pieces.map(|word| scope.types(word, report));
    let zone = on.and_then(|word| scope.squares(word, report));
    let choices = to.map(|word| scope.types(word, report));
    let (pieces, zone, choices) = (pieces?, zone?, choices?);
    if let (true, Some(word)) = (choices.is_empty(), to)
        && !report.has_errors()
    {
        report.push(
            Diagnostic::error("ferz::promotion::to_nothing", "the promotion has nothing to promote to")
                .at(word.span, "no piece is left here")
                .help("name the pieces it may become, such as `to = \"any but king, pawn\"`"),
        );
    }
    if let (true, Some(word)) = (zone[0].is_empty(), on) {
        report.push(
            Diagnostic::error(
                "ferz::promotion::nowhere",
                "the promotion can never happen: there is no such square",
            )
            .at(word.span, "these words name no square of the board"),
        );
    }
    let optional = table.flag("optional").unwrap_or(false);
    Some(Promotion { pieces, zone, to: choices, optional })
}

impl Promotion {
    /// The rule in words.
    pub(crate) fn sentence(&self, scope: &Scope<'_>) -> String {
        let must = if self.optional { "may become" } else { "becomes" };
        let zone = scope.square_words(self.zone[0]);
        format!(
            "A {} that arrives on {zone} {must} a {}.",
            scope.list(&self.pieces, "or"),
            scope.list(&self.to, "or")
        )
    }

    /// Adds the zone to the types it concerns.
    pub(crate) fn compile<B: Bits>(&self, kinds: &mut [Kind<B>]) {
        for kind in kinds.iter_mut().filter(|kind| self.pieces.contains(&kind.content.kind())) {
            let side = kind.content.side();
            let choices = self.to.iter().filter(|&&to| usize::from(to) < MAX_TYPES);
            kind.arrival = Some(Arrival {
                zone: B::from_wide(self.zone[side.index()]),
                choices: choices.map(|&to| Content::man(to, side)).collect(),
                optional: self.optional,
            });
        }
    }
}
