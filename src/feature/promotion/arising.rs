//! Promotion to royal pieces: it answers checks, and may itself leave a royal piece attacked.

use std::sync::Arc;

use super::Promotion;
use crate::board::{Bits, Square};
use crate::feature::plan::{Hook, Plan, Station};
use crate::model::pieces::Piece;
use crate::state::State;
use crate::walk::Attacks;

/// The hook that has moves listed and tested where a piece of a type may become royal.
#[derive(Debug)]
struct Arising<B> {
    piece: Piece,
    /// The squares from which a move may make it royal.
    from: B,
}

/// Lays it out, if the promotion makes pieces royal.
pub(super) fn lay<B: Bits>(plan: &mut Plan<'_, B>, promotion: &Promotion) {
    if !promotion.to.iter().any(|&to| plan.types[usize::from(to)].royal) {
        return;
    }
    plan.hooks.royals_arise = true;
    for (kind, side) in promotion.each() {
        let zone = B::from_wide(promotion.zone[side.index()]);
        let table = &plan.kinds[side.index()][usize::from(kind)];
        let by_legs = !plan.types[usize::from(kind)].movement.paths.is_empty();
        let enters = |from: &Square| by_legs || table.ever_reaches(*from).meets(zone);
        let from = plan.geometry.every().filter(enters).fold(zone, |set, from| set | B::bit(from));
        let hook = Arising { piece: Piece::new(kind, side), from };
        plan.hook(side, &(Arc::new(hook) as Arc<dyn Hook<B>>));
    }
}

impl<B: Bits> Hook<B> for Arising<B> {
    fn stations(&self) -> &'static [Station] {
        &[Station::Bears]
    }

    fn bears(&self, state: &State<B>, _: &Attacks<B>) -> bool {
        state.like(self.piece).meets(self.from)
    }
}
