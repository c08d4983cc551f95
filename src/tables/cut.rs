//! Ends that can apply though there are legal moves, and what is necessary for them.

use super::{Count, End, dead_of};
use crate::board::Bits;
use crate::model::condition::Whose;
use crate::model::pieces::Side;
use crate::state::{Slot, State};

/// An end that can apply though there are legal moves.
#[derive(Clone, Debug)]
pub(crate) struct Cut<B> {
    /// Its index among the ends.
    pub(crate) end: usize,
    /// True if it is tested only for the side to move.
    of_mover: bool,
    /// A count of pieces without which it does not apply.
    count: Option<Count<B>>,
    /// The side that must have at most this many pieces for it to apply.
    at_most: Option<(Whose, u32)>,
    /// The slot that records whose last turn was a pass, if the end applies only after a pass.
    passes: Option<Slot>,
    /// The slot of the checks given, and the fewest that some side must have given.
    checks: Option<(Slot, u32)>,
}

impl<B: Bits> Cut<B> {
    pub(super) fn of(index: usize, end: &End<B>, passes: Option<Slot>, checks: Option<Slot>) -> Option<Self> {
        let condition = &end.condition;
        let (count, at_most) = (condition.count().cloned(), condition.at_most());
        // as in published figures, a dead position still has moves
        let cuts = !condition.is_history() && !condition.needs_no_move() && dead_of(condition).is_none();
        let passes = passes.filter(|_| condition.needs_passes());
        let checks = checks.zip(condition.needs_checks());
        cuts.then_some(Self { end: index, of_mover: end.of_mover, count, at_most, passes, checks })
    }

    /// Returns `true` if the end may apply, as far as counting pieces tells.
    #[inline(always)]
    pub(crate) fn may_hold(&self, state: &State<B>) -> bool {
        let few = |side: Side, most: u32| state.side(side).count() <= most;
        let (us, them) = (state.side, state.side.other());
        let few_enough = match self.at_most {
            Some((Whose::Both, most)) => state.occupied().count() <= most,
            Some((Whose::Mine, most)) if self.of_mover => few(us, most),
            Some((Whose::Theirs, most)) if self.of_mover => few(them, most),
            Some((_, most)) => few(us, most) || few(them, most),
            None => true,
        };
        if !few_enough || self.passes.is_some_and(|slot| !slot.flag(state, us) && !slot.flag(state, them)) {
            return false;
        }
        if let Some((slot, least)) = self.checks {
            let given = |side| u32::from(slot.number(state, side)) >= least;
            if !given(us) && !given(them) {
                return false;
            }
        }
        match &self.count {
            Some(count) => count.holds_for(state, us) || !self.of_mover && count.holds_for(state, them),
            None => true,
        }
    }

    /// Returns `true` if the end can't hold even after a move that captures at most one piece, as far as counting pieces and checks tells.
    pub(crate) fn is_far(&self, state: &State<B>) -> bool {
        let given = |slot: Slot, side| u32::from(slot.number(state, side));
        let few_checks = |(slot, least)| Side::BOTH.iter().all(|&side| given(slot, side) + 1 < least);
        self.checks.is_some_and(few_checks)
            || self.at_most.is_some_and(|(whose, most)| match whose {
                Whose::Mine | Whose::Theirs => {
                    Side::BOTH.iter().all(|&side| state.side(side).count() > most + 1)
                }
                Whose::Both => state.occupied().count() > most + 1,
            })
    }
}
