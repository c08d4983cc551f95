//! The squares that a move must not empty if it is to be as safe as a move of one piece.

use super::{Attacks, Guarded};
use crate::board::Bits;
use crate::state::State;

impl<B: Bits> Attacks<B> {
    /// Returns the squares that may decide whether a move is legal if it empties one of them, besides those where it begins, ends or
    /// captures: that of the only royal piece of the side to move, those between it and an enemy, and, where a piece may be pinned, those
    /// of the enemy that pins it and of enemy royal pieces, without which no pin matters. `None` if the royal piece is attacked now, or if
    /// the squares are not known.
    pub(crate) fn exposed(&self, state: &State<B>) -> Option<B> {
        let Guarded { king, lines } = self.guarded(state)?;
        let (them, lines) = (state.side.other(), &lines[usize::from(king.first())]);
        let (enemy, occupied) = (state.side(them), state.occupied());
        let (mut leapers, mut riders, mut exposed) = (B::NONE, B::NONE, king);
        for row in self.sides[them.index()].row_triples(king.first()).as_flattened() {
            let pieces = row.whole(state);
            leapers |= row.leap & pieces;
            riders |= row.ride & pieces;
        }
        if leapers.meets(enemy) {
            return None;
        }
        for from in (riders & enemy).squares() {
            let (line, blockers) = (lines[from], lines[from] & occupied);
            if blockers.is_empty() {
                return None;
            }
            let pins = blockers.at_most_one() && !blockers.meets(enemy);
            // a capture on a square just passed over takes two pieces from a line
            let may_pin = pins || !state.slots.passed.squares.is_empty();
            exposed |= if may_pin { line | B::bit(from) | self.royals(state, them) } else { line };
        }
        Some(exposed)
    }
}
