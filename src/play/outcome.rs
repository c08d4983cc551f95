//! The end of a game.

use std::cell::OnceCell;

use super::{any_legal, legal, make};
use crate::board::Bits;
use crate::model::men::Side;
use crate::state::State;
use crate::tables::{Asked, Condition, End, History, Meaning, Tables, Verdict};
use crate::walk::Attacks;

/// A judge of one position.
pub(crate) struct Judge<'a, B> {
    tables: &'a Tables<B>,
    state: &'a State<B>,
    /// The side from whose view the conditions are stated.
    side: Side,
    history: Option<History>,
    steps: OnceCell<bool>,
}

impl<'a, B: Bits> Judge<'a, B> {
    /// Creates a judge for the side to move; without a history, ends about history don't apply.
    pub(crate) fn new(tables: &'a Tables<B>, state: &'a State<B>, history: Option<History>) -> Self {
        Self { tables, state, side: state.side, history, steps: OnceCell::new() }
    }

    /// Returns the first end that applies.
    pub(crate) fn end(&self) -> Option<&'a End<B>> {
        self.tables.ends.iter().find(|end| self.holds(&end.condition))
    }

    /// Returns the winner an end brings about for the side to move, `None` for a draw.
    pub(crate) fn winner(&self, verdict: Verdict) -> Option<Side> {
        match verdict {
            Verdict::Win => Some(self.side),
            Verdict::Lose => Some(self.side.other()),
            Verdict::Draw => None,
        }
    }

    fn holds(&self, condition: &Condition<B>) -> bool {
        match condition {
            Condition::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Condition::All(parts) => parts.iter().all(|part| self.holds(part)),
            Condition::Not(part) => !self.holds(part),
            Condition::Can(part) => self.can(part),
            Condition::Fact(fact) => fact.holds(self),
        }
    }

    fn can(&self, condition: &Condition<B>) -> bool {
        let list = legal(self.tables, self.state);
        list.steps.iter().any(|&step| {
            let mut after = self.state.fresh_copy();
            make::<B, false>(self.tables, &mut after, step, &list.changes);
            let ahead = Judge { state: &after, history: None, steps: OnceCell::new(), ..*self };
            ahead.holds(condition)
        })
    }
}

impl<B: Bits> Asked<B> for Judge<'_, B> {
    fn state(&self) -> &State<B> {
        self.state
    }

    fn attacks(&self) -> &Attacks<B> {
        &self.tables.attacks
    }

    fn side(&self) -> Side {
        self.side
    }

    fn history(&self) -> Option<History> {
        self.history
    }

    fn has_step(&self) -> bool {
        *self.steps.get_or_init(|| any_legal(self.tables, self.state))
    }
}

/// Returns `true` if no rule can end the game after a move that captures at most one piece, if there are legal moves then; history is not
/// considered.
pub(super) fn goes_on<B: Bits>(tables: &Tables<B>, state: &State<B>) -> bool {
    tables.cuts.iter().all(|cut| cut.is_far(state))
}

/// Returns `true` if a rule ends the game here though there are legal moves; history is not considered.
#[inline(always)]
pub(crate) fn over<B: Bits>(tables: &Tables<B>, state: &State<B>) -> bool {
    for cut in &tables.cuts {
        if cut.may_hold(state) && Judge::new(tables, state, None).holds(&tables.ends[cut.end].condition) {
            return true;
        }
    }
    false
}
