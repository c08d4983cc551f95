//! The state of turns in a position: the sides whose first turn is to come, the number of turns that are over, and the progress of a turn.

use super::Turn;
use crate::board::Square;
use crate::model::pieces::{Piece, Side};
use crate::moves::{Sketch, Writing};
use crate::state::{Item, Remembers, SlotShape, Snapshot, Words};

/// The name of the slot for the sides whose first turn is still to come.
pub(super) const FIRST: &str = "first";

/// The slots for the progress of a turn.
#[derive(Debug)]
pub(super) struct Progress {
    pub(super) rule: Turn,
    pub(super) start: Box<[(Square, Piece)]>,
}

impl Remembers for Progress {
    fn expects(&self, shape: SlotShape) -> &'static str {
        match shape {
            SlotShape::Flag => "expected `w`, `b`, `wb` or `-`, for the sides whose first turn is to come",
            SlotShape::Number => "expected the number of turns that both sides together have had",
            _ => "expected the number of moves made and the square of the piece that moved, as in `1:e4`",
        }
    }

    /// The part must be one of the turn that the side to move is in.
    fn admits(&self, snapshot: &Snapshot<'_>, item: Item) -> Result<bool, String> {
        let concerns = self.rule.first_side.is_none_or(|side| side == snapshot.side);
        let parts = self.rule.parts(snapshot.side, concerns && (snapshot.flag)(FIRST, snapshot.side));
        match item {
            Item::NumberAt { number, .. }
                if parts.len() <= usize::from(number) && !parts.last().is_some_and(|last| last.by_turn) =>
            {
                Err("the turn has no such move".to_owned())
            }
            _ => Ok(true),
        }
    }

    /// A side's first turn is to come if its pieces are in the start position.
    fn is_set(&self, snapshot: &Snapshot<'_>, side: Side) -> bool {
        let own = |piece: &Piece| piece.get().is_some_and(|(_, owner)| owner == side);
        let mut start = self.start.iter().filter(|(_, piece)| own(piece));
        let pieces = snapshot.geometry.every().filter(|&square| own(&(snapshot.at)(square))).count();
        start.clone().count() == pieces && start.all(|&(square, piece)| (snapshot.at)(square) == piece)
    }

    fn sentences(
        &self,
        snapshot: &Snapshot<'_>,
        shape: SlotShape,
        words: &dyn Fn(Side) -> Vec<u64>,
    ) -> Vec<String> {
        if shape == SlotShape::Number {
            return vec![format!("turn {}", words(Side::White)[0] + 1)];
        }
        let (made, last) = match shape {
            SlotShape::NumberAt => Words(&words(snapshot.side)).number_at(),
            _ => (0, 0),
        };
        let line = || format!("move {} of the turn, after the {}", made + 1, snapshot.named(last));
        (made > 0).then(line).into_iter().collect()
    }
}

/// The name and notation of parts of a turn that are left out.
#[derive(Debug)]
pub(super) struct Declined;

impl Writing for Declined {
    fn name(&self) -> &'static str {
        "decline"
    }

    fn coordinates(&self, _: &Sketch<'_>) -> String {
        "0000".to_owned()
    }
}
