//! Dropped pieces that count as unmoved.

use std::sync::Arc;

use super::Hands;
use crate::board::Bits;
use crate::feature::plan::{Hook, Made, Plan, Relevance, Station, Unmoved};
use crate::model::pieces::{Side, TypeId};
use crate::state::State;

/// The hook that marks them.
#[derive(Debug)]
struct Dropped<B: Bits> {
    /// Their types, by side.
    types: [Box<[TypeId]>; 2],
    unmoved: Unmoved<B>,
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
    plan.hook_of_both(Arc::new(Dropped { types, unmoved: Unmoved::new(plan) }));
}

impl<B: Bits> Hook<B> for Dropped<B> {
    fn stations(&self) -> &'static [Station] {
        &[Station::React]
    }

    fn relevance(&self) -> Option<Relevance<B>> {
        Some(Relevance::default())
    }

    fn react(&self, state: &mut State<B>, made: &Made<B>) {
        let (mv, us) = (made.mv, state.side);
        if mv.is_drop() && self.types[us.index()].contains(&mv.after.kind()) {
            self.unmoved.mark(state, mv.to, mv.after.kind());
        }
    }
}
