//! Parts of a turn in which a chosen piece is taken off the board.
//!
//! ```toml
//! [turn]
//! every = [{ move = "any" }, { remove = "their man", unless = "not 3 in a row of my man through its square" }]
//! ```
//!
//! What else is required of the piece, bans and duties say: their kind of move is `removing`.
//!
//! Invariant: the piece is removed, not captured.

use super::Stage;
use crate::board::{Bits, SquareSet};
use crate::definition::Table;
use crate::feature::condition::{plural, resolve_selection, squares_of};
use crate::feature::plan::Plan;
use crate::feature::rule::Sample;
use crate::feature::scope::{Scope, in_a_row};
use crate::model::condition::{Pieces, Whose};
use crate::model::pieces::{Piece, TypeId};
use crate::moves::{List, Maker, Move, Role, Sketch, TurnPart, Writing};
use crate::state::State;
use crate::text::{Diagnostic, Report};

/// The pieces of which one is removed instead of a move, as the rules have them.
#[derive(Clone, Debug)]
pub(super) struct Removing(Pieces<SquareSet>);

/// Reads what a part of a turn removes.
pub(super) fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Option<Removing> {
    let word = table.text("remove")?;
    let mut chosen = resolve_selection(scope, word, report)?.into_iter();
    if let (Some(Some(pieces)), None) = (chosen.next(), chosen.next())
        && pieces.is_seen()
    {
        return Some(Removing(pieces));
    }
    let message = "`remove` can choose pieces only by owner, type and squares";
    report.push(
        Diagnostic::error("ferz::turn::remove", message).at(word.span, "this asks for more than that").help(
            "write, for example, `their man` or `my stone on d4..e5`, and forbid the rest with `[forbid]` and `move = \"removing\"`",
        ),
    );
    None
}

impl Removing {
    /// Returns `true` if pieces of a type may be removed.
    pub(super) fn may_remove(&self, kind: TypeId) -> bool {
        self.0.types.is_empty() || self.0.types.contains(&kind)
    }

    /// The notation of a removal.
    pub(super) fn sample(&self, scope: &Scope<'_>) -> Option<Sample> {
        let square = scope.geometry().name(scope.geometry().playable().squares().next()?);
        let how = "x and the square of the piece".to_owned();
        Some(Sample { place: 49, what: "a piece removed", example: format!("x{square}"), how })
    }

    /// The part as the predicate of a player: `removes one of the opponent's men`.
    pub(super) fn words(&self, scope: &Scope<'_>) -> String {
        let Pieces { whose, types, region, .. } = &self.0;
        let names: Vec<String> = types.iter().map(|&kind| plural(&scope.type_name(kind))).collect();
        let names = if names.is_empty() { "pieces".to_owned() } else { in_a_row(&names, "or") };
        let on = region.map_or_else(String::new, |on| format!(" on {}", scope.squares_of_both(on, "or")));
        match whose {
            Whose::Mine => format!("removes one of their own {names}{on}"),
            Whose::Theirs => format!("removes one of the opponent's {names}{on}"),
            Whose::Both => format!("removes one of the {names}{on}"),
        }
    }

    fn lay<B: Bits>(&self, plan: &mut Plan<'_, B>) -> Removed<B> {
        let royal = plan.types.iter().any(|kind| kind.royal);
        let maker = plan.maker(if royal { &Checked } else { &Free });
        Removed { maker, pieces: self.0.map(B::narrowed) }
    }
}

/// The pieces of which one is removed instead of a move, on a board of some width.
#[derive(Clone, Debug)]
pub(super) struct Removed<B> {
    maker: Maker,
    pieces: Pieces<B>,
}

/// Lays out the parts of a turn in which a piece is removed.
pub(super) fn lay<B: Bits>(plan: &mut Plan<'_, B>, stages: &[Stage]) -> Box<[Option<Removed<B>>]> {
    stages.iter().map(|stage| stage.remove.as_ref().map(|remove| remove.lay(plan))).collect()
}

impl<B: Bits> Removed<B> {
    /// Lists the removals.
    pub(super) fn list(&self, state: &State<B>, list: &mut List) {
        for square in squares_of(&self.pieces, state, state.side).squares() {
            let ends = Move::plain(square, square, square, Piece::EMPTY);
            list.push_listed(ends, (self.maker, TurnPart::Move), REASON, |record| {
                record.add(square, (state.at(square), Piece::EMPTY), Role::Removed);
            });
        }
    }
}

/// The name of the rule in the error about too many moves.
const REASON: &str = "a piece removed";

/// The name and notation of removals: `xe4`.
#[derive(Debug)]
struct Free;

/// The same in games with royal pieces, which they may leave attacked.
#[derive(Debug)]
struct Checked;

impl Writing for Free {
    fn name(&self) -> &'static str {
        "remove"
    }

    fn coordinates(&self, sketch: &Sketch<'_>) -> String {
        format!("x{}", sketch.square(sketch.mv.to))
    }
}

impl Writing for Checked {
    fn name(&self) -> &'static str {
        "remove"
    }

    fn coordinates(&self, sketch: &Sketch<'_>) -> String {
        Free.coordinates(sketch)
    }

    fn is_doubtful(&self) -> bool {
        true
    }
}
