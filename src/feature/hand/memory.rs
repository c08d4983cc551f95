//! The state of hands in a position: the pieces in them, and which pieces on the board have promoted.

use super::Hands;
use crate::feature::condition::plural;
use crate::model::pieces::{PieceType, Side, TypeId};
use crate::state::{Item, Remembers, SlotShape, Snapshot, Words};

/// The slot of the pieces in hand.
#[derive(Debug)]
pub(super) struct InHand(pub(super) Hands);

impl Remembers for InHand {
    fn expects(&self, _: SlotShape) -> &'static str {
        "isn't a piece that can be in hand"
    }

    fn admits(&self, _: &Snapshot<'_>, item: Item) -> Result<bool, String> {
        let Item::Count { kind, .. } = item else { return Ok(true) };
        let starts = self.0.start.iter().any(|start| start.contains(&kind));
        Ok((starts || !self.0.royal.contains(&kind)) && self.0.reverted(kind) == kind)
    }

    fn at_start(&self, side: Side) -> &[TypeId] {
        &self.0.start[side.index()]
    }

    fn sentences(
        &self,
        snapshot: &Snapshot<'_>,
        _: SlotShape,
        words: &dyn Fn(Side) -> Vec<u64>,
    ) -> Vec<String> {
        let of = |side: Side| {
            let own = words(side);
            let held = in_words(snapshot.types, |kind| usize::from(Words(&own).count(kind)));
            (!held.is_empty()).then(|| format!("{} has in hand: {held}", side.name()))
        };
        Side::BOTH.into_iter().filter_map(of).collect()
    }
}

/// Returns the pieces of a hand with their number, such as `2 pawns, 1 knight`.
pub(super) fn in_words(types: &[PieceType], count: impl Fn(TypeId) -> usize) -> String {
    let held = (0..).zip(types).filter_map(|(id, kind)| match count(id) {
        0 => None,
        1 => Some(kind.spoken()),
        several => Some(format!("{several} {}", plural(&kind.spoken()))),
    });
    held.collect::<Vec<_>>().join(", ")
}

/// The slot of the squares of pieces that were of a type before they promoted.
#[derive(Debug)]
pub(super) struct Marked {
    /// The types that pieces of this type promote to.
    pub(super) to: Vec<TypeId>,
}

impl Remembers for Marked {
    fn admits(&self, snapshot: &Snapshot<'_>, item: Item) -> Result<bool, String> {
        let Item::Square { square, .. } = item else { return Ok(false) };
        Ok((snapshot.at)(square).get().is_some_and(|(kind, _)| self.to.contains(&kind)))
    }

    fn sentences(
        &self,
        snapshot: &Snapshot<'_>,
        _: SlotShape,
        words: &dyn Fn(Side) -> Vec<u64>,
    ) -> Vec<String> {
        snapshot.about("promoted", words)
    }
}
