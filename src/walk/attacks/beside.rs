//! Attacks beside the tables: those of pieces whose movement depends on more of the position than which squares are occupied.

use std::fmt::Debug;
use std::sync::Arc;

use super::Attacks;
use crate::board::{Bits, Square};
use crate::model::pieces::{Side, TypeId};
use crate::state::State;

/// A rule by which pieces attack beside their movements.
pub(crate) trait Attackers<B>: Debug + Send + Sync {
    /// Returns the pieces of a side, of one type or of all, that could capture on a square by the rule.
    fn attackers(&self, position: (&Attacks<B>, &State<B>), square: Square, by: (Side, Option<TypeId>)) -> B;
}

impl<B: Bits> Attacks<B> {
    /// Adds rules by which pieces attack beside their movements: no mask tells any more which moves leave royal pieces safe.
    pub(crate) fn add_beside(&mut self, rules: Vec<Arc<dyn Attackers<B>>>) {
        if rules.is_empty() {
            return;
        }
        self.sides.iter_mut().for_each(|side| side.lines = None);
        (self.odd, self.unmapped, self.asks_position) = ([true; 2], [true; 2], [true; 2]);
        self.paths = true;
        self.beside = rules.into();
    }

    /// Returns the pieces of a side, of one type or of all but some, none of those in `gone`, that could capture on a square by such a rule,
    /// given the occupancy `occupied`.
    #[inline]
    pub(super) fn beside(
        &self,
        state: &State<B>,
        square: Square,
        by: (Side, Option<TypeId>),
        (occupied, gone): (B, B),
        harmless: &[TypeId],
    ) -> B {
        if self.beside.is_empty() {
            return B::NONE;
        }
        let never = harmless.iter().fold(gone, |set, &kind| set | state.of(kind, by.0));
        let among = |state: &State<B>| {
            self.beside.iter().fold(B::NONE, |set, rule| set | rule.attackers((self, state), square, by))
        };
        let found = match occupied == state.occupied() {
            true => among(state),
            false => among(&self.supposed(state, square, by.0, (occupied, B::NONE))),
        };
        found & !never
    }
}
