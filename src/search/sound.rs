//! The assumptions that a search may make about a game, and the ends that depend on history.

use crate::board::Bits;
use crate::model::condition::Resets;
use crate::tables::plan::Facts;
use crate::tables::{Limit, Tables};

/// The assumptions that the rules of a game allow a search to make.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sound {
    /// The null-move observation: doing nothing is no better than the best move, if the side has force and is not in check. Null moves and
    /// cuts by the static evaluation rest on it. It does not hold where moves are compulsory for other reasons than check or every turn has
    /// several moves; where only the first turns have, each position is tested.
    pub(super) still: bool,
    /// Captures are compulsory: where there is one, standing pat is not allowed.
    pub(super) duty: bool,
    /// Failing to capture costs a piece.
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
    /// The number of occurrences of a position that ends the game, and the index of that end.
    pub(super) occurrence: Option<(u32, usize)>,
    pub(super) idle: Option<u32>,
    /// True if the game ends when counted plies run out.
    pub(super) counted: bool,
    /// The events that reset the count of idle plies.
    pub(super) resets: Resets,
}

impl Pasts {
    pub(super) fn of<B: Bits>(tables: &Tables<B>) -> Self {
        let mut pasts = Self { resets: tables.idle_resets(), ..Self::default() };
        for (index, end) in tables.ends.iter().enumerate() {
            match end.condition.limit() {
                Some(Limit::Occurrences(times))
                    if pasts.occurrence.is_none_or(|(least, _)| times < least) =>
                {
                    pasts.occurrence = Some((times, index));
                }
                Some(Limit::Idle(plies)) if pasts.idle.is_none_or(|least| plies < least) => {
                    pasts.idle = Some(plies);
                }
                Some(Limit::Counted) => pasts.counted = true,
                _ => {}
            }
        }
        pasts
    }
}
