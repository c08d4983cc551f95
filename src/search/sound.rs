//! The assumptions that a search may make about a game, and the ends that depend on history.

use crate::board::Bits;
use crate::model::men::TypeId;
use crate::tables::plan::Facts;
use crate::tables::{Limit, Tables, Verdict};

/// The assumptions that the rules of a game allow a search to make.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sound {
    /// Doing nothing would not be better than the best step, where there is force and no check: what null moves and cuts by the
    /// value of standing still rest on. Not where steps are forced by more than check or every turn has several steps; where only first
    /// turns have, it is asked of each position.
    pub(super) still: bool,
    /// Captures are compulsory outright: where there is one, standing still is no choice.
    pub(super) duty: bool,
    /// Failing to take costs a man.
    pub(super) costs: bool,
}

impl Sound {
    pub(super) fn of<B: Bits>(tables: &Tables<B>) -> Self {
        let facts = tables.hooks.as_deref().map_or_else(Facts::default, |hooks| hooks.facts);
        let (duty, costs) = (facts.captures_are_compulsory, facts.failing_to_capture_costs);
        let royal = tables.rules.types.iter().any(|kind| kind.royal);
        Self { still: royal && !duty && !costs && !facts.turns_have_parts, duty, costs }
    }
}

/// The ends of a game that depend on its history.
#[derive(Clone, Debug, Default)]
pub(super) struct Pasts {
    /// An occurrence that ends the game, and how.
    pub(super) occurrence: Option<(u32, Verdict)>,
    pub(super) idle: Option<u32>,
    /// The events that reset the count of idle plies: captures, if true, and moves of these piece types.
    pub(super) captures: bool,
    pub(super) types: Vec<TypeId>,
}

impl Pasts {
    pub(super) fn of<B: Bits>(tables: &Tables<B>) -> Self {
        let (captures, types) = tables.idle_resets();
        let mut pasts = Self { captures, types, ..Self::default() };
        for end in &tables.ends {
            match end.condition.limit() {
                Some(Limit::Occurrences(times))
                    if pasts.occurrence.is_none_or(|(least, _)| times < least) =>
                {
                    pasts.occurrence = Some((times, end.verdict));
                }
                Some(Limit::Idle(plies)) if pasts.idle.is_none_or(|least| plies < least) => {
                    pasts.idle = Some(plies);
                }
                _ => {}
            }
        }
        pasts
    }
}
