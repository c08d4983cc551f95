//! The budget of a game: how much work all its paths may be.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::model::path::Path;

/// The error of paths that lead so many ways that they can't be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyWays;

/// The steps that the paths of all pieces and conditions of a game may take, from every square, for both sides together.
///
/// A step is the work of visiting one square, at most some 20 ns until the game is ready to be played; a way that is found costs
/// [`PER_WAY`] of them, for the memory of all tables that are made from it, some 10 bytes a step. Of the games of the library, `chu-shogi`
/// takes most steps, some 1,800,000.
pub(crate) const MOST_STEPS: u64 = 40_000_000;

/// The steps that a way costs.
pub(super) const PER_WAY: u64 = 32;

/// The steps that a leg of a path costs, for reading and keeping it.
const PER_LEG: u64 = 32;

/// The steps that it costs to begin a path on a square.
pub(super) const PER_PATH: u64 = 4;

/// The steps that are left. Steps are counted, never time, so that a game is refused everywhere or nowhere.
#[derive(Debug)]
pub(crate) struct Budget(AtomicU64);

impl Default for Budget {
    /// The budget of a whole game.
    fn default() -> Self {
        Self(MOST_STEPS.into())
    }
}

impl Budget {
    /// Returns a part of the budget of a game.
    #[cfg(feature = "tools")]
    pub(crate) fn part(parts: usize) -> Self {
        Self((MOST_STEPS / parts as u64).into())
    }

    /// Spends some steps.
    ///
    /// # Errors
    /// If fewer are left, of which none remain then.
    #[inline]
    pub(crate) fn spend(&self, steps: u64) -> Result<(), TooManyWays> {
        // one thread spends from a budget; it is atomic only to be shared
        let left = self.0.load(Ordering::Relaxed).checked_sub(steps);
        self.0.store(left.unwrap_or(0), Ordering::Relaxed);
        left.map(|_| ()).ok_or(TooManyWays)
    }

    /// Spends the steps of keeping paths, wherever they lead.
    ///
    /// # Errors
    /// If fewer are left.
    pub(crate) fn spend_on(&self, paths: &[Path]) -> Result<(), TooManyWays> {
        self.spend(paths.iter().map(|path| PER_LEG * path.legs.len() as u64).sum())
    }

    /// Returns the steps that have been spent, of those of a whole game.
    pub(crate) fn spent(&self) -> u64 {
        MOST_STEPS - self.0.load(Ordering::Relaxed)
    }
}
