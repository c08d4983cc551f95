//! The search for the best move. It knows no game, feature or piece, only compiled tables.
//!
//! Alpha-beta with iterative deepening ([`run`]), a transposition table, a quiescence search, and values derived from the rules
//! ([`params`]). A turn may have several moves, so the sign of a value changes only when the side to move does. Pruning and reductions rest
//! on assumptions about the rules; [`sound`] says which of them a game allows.

mod alphabeta;
mod clock;
mod derived;
mod evaluate;
mod exchange;
mod fit;
mod goals;
mod handicap;
mod histories;
mod method;
mod order;
mod params;
mod ponder;
mod quiesce;
mod record;
mod run;
mod searcher;
mod sound;
mod table;
mod tree;
mod trend;
mod values;

pub use clock::Clock;
#[cfg(test)]
pub(crate) use exchange::see_at_least;
pub(crate) use fit::{Fit, Sample, fit, sample};
pub(crate) use handicap::{Handicap, STRONGEST, WEAKEST};
pub use method::{Method, ParseMethodError};
pub(crate) use params::EvalParams;
pub use ponder::Pondering;
pub use run::Bound;
pub(crate) use run::{Progress, Task, Thought, think};
pub(crate) use table::Table;
pub use values::{Tapered, TaperedTable, Values, ValuesError};

use std::time::Duration;

/// The bound beyond which values mean that the game is won or lost in a known number of moves.
pub(crate) const DECIDED: i32 = 29_000;
/// The value of a game won at once.
pub(crate) const WON: i32 = 30_000;
/// A bound above every value.
const INFINITE: i32 = 31_000;
/// The maximum search depth in plies.
const MOST_PLIES: usize = 160;

/// The limits of a search. A limit that is not given does not apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes. With one thread the result is then always the same.
    pub nodes: Option<u64>,
    /// The maximum time.
    pub time: Option<Duration>,
    /// The time after which no new iteration begins: sooner if the best move has long been the same, later if it has just changed or turned
    /// out worse.
    pub enough: Option<Duration>,
    /// The number of the winner's turns within which finding a win ends the search.
    pub mate: Option<u32>,
}

/// A pseudo-random number generator (SplitMix64): fast, the same numbers for the same seed in every version, and no good for secrets.
///
/// ```
/// let mut dice = ferz::Dice::new(7);
/// let game = ferz::Variant::load("chess", &[])?.start();
/// let moves = game.legal_moves();
/// let first = &moves[dice.below(moves.len() as u64) as usize];
/// assert!(moves.contains(first) && dice.below(6) < 6);
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Creates a generator with a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below a limit; 0 if the limit is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (word ^ (word >> 31)) % limit.max(1)
    }
}
