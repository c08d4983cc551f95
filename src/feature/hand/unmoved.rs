//! Dropped pieces that count as unmoved: they may castle, and make the first moves of their types.

use std::sync::Arc;

use super::Hands;
use crate::board::Bits;
use crate::feature::plan::{Hook, Made, Plan, Rights, Station};
use crate::model::pieces::{Side, TypeId};
use crate::state::State;

/// The types whose dropped pieces count as unmoved.
#[derive(Debug)]
struct Unmoved<B: Bits> {
    /// By side.
    types: [Box<[TypeId]>; 2],
    /// Those of which it matters whether a piece has moved.
    tracked: Box<[TypeId]>,
    rights: Option<Arc<dyn Rights<B>>>,
}

/// Lays out which dropped pieces count as unmoved, if some do.
pub(super) fn lay<B: Bits>(hands: &Hands, plan: &mut Plan<'_, B>) {
    if !hands.drops.iter().any(|drop| drop.unmoved) {
        return;
    }
    let types = Side::BOTH.map(|side| {
        let drops = hands.drops.iter().filter(|drop| drop.unmoved && drop.is_of(side));
        drops.flat_map(|drop| drop.pieces.clone()).collect()
    });
    let first = (0..).zip(plan.types).filter(|(_, kind)| kind.movement.asks_for_unmoved()).map(|(id, _)| id);
    let tracked = first.chain(plan.tracked.iter().copied()).collect();
    plan.hook_of_both(Arc::new(Unmoved { types, tracked, rights: plan.rights.clone() }));
}

impl<B: Bits> Hook<B> for Unmoved<B> {
    fn stations(&self) -> &'static [Station] {
        &[Station::React]
    }

    fn react(&self, state: &mut State<B>, made: &Made<B>) {
        let (mv, us) = (made.mv, state.side);
        if !mv.is_drop() || !self.types[us.index()].contains(&mv.after.kind()) {
            return;
        }
        let fresh = self.rights.as_ref().map_or(B::NONE, |rights| rights.fresh(state));
        state.slots.rights |= fresh & B::bit(mv.to);
        if self.tracked.contains(&mv.after.kind()) {
            state.slots.unmoved |= B::bit(mv.to);
        }
    }
}
