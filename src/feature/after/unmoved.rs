//! Captured pieces that are put on the board again as unmoved ones.

use std::sync::Arc;

use crate::board::Bits;
use crate::feature::plan::{Hook, Made, Plan, Relevance, Station, Unmoved};
use crate::model::pieces::Side;
use crate::moves::Role;
use crate::state::State;

/// The hook that marks them.
#[derive(Debug)]
struct Reborn<B: Bits>(Unmoved<B>);

/// Lays it out for the captures of a side.
pub(super) fn lay<B: Bits>(plan: &mut Plan<'_, B>, side: Side) {
    let hook = Reborn(Unmoved::new(plan));
    plan.hook(side, &(Arc::new(hook) as Arc<dyn Hook<B>>));
}

impl<B: Bits> Hook<B> for Reborn<B> {
    fn stations(&self) -> &'static [Station] {
        &[Station::React]
    }

    /// Pieces are put on the board only as a consequence of a move, which matters to the hook it follows from.
    fn relevance(&self) -> Option<Relevance<B>> {
        Some(Relevance::default())
    }

    fn react(&self, state: &mut State<B>, made: &Made<B>) {
        for change in made.following.iter().filter(|change| change.role == Role::Placed) {
            self.0.mark(state, change.square, change.after.kind());
        }
    }
}
