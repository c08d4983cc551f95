//! How a game ends.

use std::cell::OnceCell;

use super::{any_legal, legal, make};
use crate::board::Bits;
use crate::model::condition::{Condition, Men, Whose};
use crate::model::men::Side;
use crate::state::State;
use crate::tables::{End, Tables, Verdict};

/// What is remembered of a game beside its position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct History {
    /// How often the position has occurred, now included.
    pub(crate) occurrences: u32,
    /// Plies since the idle count was reset.
    pub(crate) idle: u32,
}

/// Judges one position.
pub(crate) struct Judge<'a, B> {
    tables: &'a Tables<B>,
    state: &'a State<B>,
    /// Who says the conditions.
    side: Side,
    history: Option<History>,
    steps: OnceCell<bool>,
}

impl<'a, B: Bits> Judge<'a, B> {
    /// A judge for the side to move; without a history, ends about history don't hold.
    pub(crate) fn new(tables: &'a Tables<B>, state: &'a State<B>, history: Option<History>) -> Self {
        Self { tables, state, side: state.side, history, steps: OnceCell::new() }
    }

    /// The first end that holds.
    pub(crate) fn end(&self) -> Option<&'a End<B>> {
        self.tables.ends.iter().find(|end| self.holds(&end.condition))
    }

    /// The winner an end brings about for the side to move, `None` for a draw.
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
            Condition::Count(men, comparison, number) => comparison.holds(self.count(men), *number),
            Condition::NoStep => !*self.steps.get_or_init(|| any_legal(self.tables, self.state)),
            Condition::Check => self.tables.attacks.in_check(self.state, self.side),
            Condition::Occurrence(times) => self.history.is_some_and(|history| history.occurrences >= *times),
            Condition::Idle { plies, .. } => self.history.is_some_and(|history| history.idle >= *plies),
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

    fn count(&self, men: &Men<B>) -> u32 {
        let of = |side: Side| {
            let mut squares = match &men.types[..] {
                [] => self.state.side(side),
                types => types.iter().fold(B::NONE, |set, &kind| set | self.state.of(kind, side)),
            };
            if let Some(region) = &men.region {
                squares &= region[side.index()];
            }
            squares.count()
        };
        match men.whose {
            Whose::Mine => of(self.side),
            Whose::Theirs => of(self.side.other()),
            Whose::Both => of(self.side) + of(self.side.other()),
        }
    }
}

/// Whether no rule can end the game after a step that takes at most one man, if there are steps then; history is not asked.
pub(super) fn goes_on<B: Bits>(tables: &Tables<B>, state: &State<B>) -> bool {
    tables.cuts.iter().all(|cut| cut.is_far(state))
}

/// Whether a rule ends the game here though there are steps; history is not asked.
#[inline(always)]
pub(crate) fn over<B: Bits>(tables: &Tables<B>, state: &State<B>) -> bool {
    for cut in &tables.cuts {
        if cut.may_hold(state) && Judge::new(tables, state, None).holds(&tables.ends[cut.end].condition) {
            return true;
        }
    }
    false
}
