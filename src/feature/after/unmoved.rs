//! Captured pieces that are put on the board again as unmoved ones: they may castle, and make the first moves of their types.

use std::sync::Arc;

use crate::board::Bits;
use crate::feature::plan::{Hook, Made, Plan, Rights, Station};
use crate::model::pieces::{Side, TypeId};
use crate::moves::Role;
use crate::state::State;

/// The hook that gives such pieces the rights of unmoved ones.
#[derive(Debug)]
struct Unmoved<B: Bits> {
    /// The types of which it matters whether a piece has moved.
    tracked: Box<[TypeId]>,
    rights: Option<Arc<dyn Rights<B>>>,
}

/// Lays it out for the captures of a side.
pub(super) fn lay<B: Bits>(plan: &mut Plan<'_, B>, side: Side) {
    let first = (0..).zip(plan.types).filter(|(_, kind)| kind.movement.asks_for_unmoved()).map(|(id, _)| id);
    let tracked = first.chain(plan.tracked.iter().copied()).collect();
    let hook = Unmoved { tracked, rights: plan.rights.clone() };
    plan.hook(side, &(Arc::new(hook) as Arc<dyn Hook<B>>));
}

impl<B: Bits> Hook<B> for Unmoved<B> {
    fn stations(&self) -> &'static [Station] {
        &[Station::React]
    }

    fn react(&self, state: &mut State<B>, made: &Made<B>) {
        for change in made.following.iter().filter(|change| change.role == Role::Placed) {
            let square = B::bit(change.square);
            let fresh = self.rights.as_ref().map_or(B::NONE, |rights| rights.fresh(state));
            state.slots.rights |= fresh & square;
            if self.tracked.contains(&change.after.kind()) {
                state.slots.unmoved |= square;
            }
        }
    }
}
