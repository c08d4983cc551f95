//! Captures of royal pieces with further effects that may cost the captor's side its own, where no table tells which do: each is tested
//! individually.

use std::fmt::Debug;
use std::sync::Arc;

use super::Attacks;
use crate::board::{Bits, Square};
use crate::model::pieces::{Piece, Side, TypeId};
use crate::state::{Scratch, State};

/// The captures of royal pieces of a game, by moves of pieces that end where the captured piece stands.
pub(crate) trait RoyalCaptures<B>: Debug + Send + Sync {
    /// Returns `true` if the side to move keeps its own royal pieces when it captures from one square on another, further effects included.
    fn keeps_royals(&self, state: &State<B>, from: Square, to: Square) -> bool;
}

impl<B: Bits> Attacks<B> {
    /// Lets captures of royal pieces count as attacks only where one of these captures keeps the captor's own. The tables must have been
    /// built for a game in which all types are harmless; the `harmless` ones really are.
    pub(crate) fn look_at(&mut self, captures: Arc<dyn RoyalCaptures<B>>, harmless: &[TypeId]) {
        self.sides.iter_mut().for_each(|side| side.lines = None);
        (self.odd, self.unmapped, self.asks_position) = ([true; 2], [true; 2], [true; 2]);
        self.harmless = harmless.into();
        self.royal_captures = Some(captures);
    }

    /// Returns `true` if some piece of `by`, none of those in `gone`, could capture a royal piece on a square by moving there, and would
    /// keep its own, given the occupancy `occupied`.
    pub(super) fn attacked_as_looked_at(
        &self,
        state: &State<B>,
        square: Square,
        by: Side,
        (occupied, gone): (B, B),
    ) -> bool {
        let Some(captures) = self.royal_captures.as_deref() else { return false };
        let harmless = self.harmless.iter().fold(B::NONE, |set, &kind| set | state.of(kind, by));
        let takers = self.takers_on_target(state, square, (by, None), (occupied, gone)) & !harmless;
        if takers.is_empty() {
            return false;
        }
        let supposed = self.supposed(state, square, by, (occupied, gone));
        takers.squares().any(|from| captures.keeps_royals(&supposed, from, square))
    }

    /// Returns the position in which a side is to capture on a square: a royal piece of the other side stands there, and the occupancy is
    /// `occupied` without the pieces in `gone`.
    pub(super) fn supposed(
        &self,
        state: &State<B>,
        square: Square,
        by: Side,
        (occupied, gone): (B, B),
    ) -> Scratch<B> {
        let mut supposed = state.scratch();
        supposed.side = by;
        let royals = self.of_royal_types(state, by.other());
        let (left, come) = (state.occupied() & (!occupied | gone), occupied & !gone & !state.occupied());
        left.squares().for_each(|square| supposed.put(square, Piece::EMPTY));
        // a piece of which only one thing is known: it stands in the way
        come.squares().for_each(|square| supposed.put(square, Piece::WALL));
        if let Some(&kind) = self.royals.first().filter(|_| !royals.has(square)) {
            let royal = royals.squares().next();
            let piece = royal.map_or(Piece::new(kind, by.other()), |square| state.at(square));
            royal.into_iter().for_each(|square| supposed.put(square, Piece::EMPTY));
            supposed.put(square, piece);
        }
        supposed
    }
}
