//! Pieces put on the board that count as unmoved: they may castle, and make the first moves of their types.

use std::sync::Arc;

use super::{Plan, Rights};
use crate::board::{Bits, Square};
use crate::model::pieces::TypeId;
use crate::state::State;

/// The marks of unmoved pieces in a game whose rights are laid out.
#[derive(Debug)]
pub(crate) struct Unmoved<B: Bits> {
    /// The types of which it matters whether a piece has moved.
    tracked: Box<[TypeId]>,
    rights: Option<Arc<dyn Rights<B>>>,
}

impl<B: Bits> Unmoved<B> {
    pub(crate) fn new(plan: &Plan<'_, B>) -> Self {
        let first = (0..).zip(plan.types).filter(|(_, kind)| kind.movement.asks_for_unmoved());
        let tracked = first.map(|(id, _)| id).chain(plan.tracked.iter().copied()).collect();
        Self { tracked, rights: plan.rights.clone() }
    }

    /// Marks the piece of a type that has come to a square.
    pub(crate) fn mark(&self, state: &mut State<B>, square: Square, kind: TypeId) {
        let fresh = self.rights.as_ref().map_or(B::NONE, |rights| rights.fresh_on(state, square));
        state.slots.rights |= fresh;
        if self.tracked.contains(&kind) {
            state.slots.unmoved |= B::bit(square);
        }
    }
}
