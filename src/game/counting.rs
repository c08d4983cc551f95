//! Perft of positions, in any of the ways of counting.

use std::sync::atomic::{AtomicBool, Ordering};

use super::moves::Move;
use super::position::Position;
use crate::play::{Perft, PerftError};

impl Perft {
    /// Returns the number of nodes at a depth of `depth` moves below a position. Rules about repetition and moves without progress don't
    /// end games here.
    ///
    /// ```
    /// use ferz::{Perft, Variant};
    /// let position = Variant::load("chess", &[])?.start_position();
    /// let perft = Perft { threads: 2, hash: 16.try_into().ok(), ..Perft::default() };
    /// assert_eq!(perft.count(&position, 4)?, 197_281);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no memory for the table, the depth is more than 255, or a position has more moves than can be listed.
    pub fn count(&self, position: &Position, depth: u32) -> Result<u64, PerftError> {
        let counts = position.board.divide(depth, *self, &|_, _| true)?;
        Ok(if depth == 0 { 1 } else { counts.iter().map(|&(_, nodes)| nodes).sum() })
    }

    /// Returns the number of nodes as [`count`](Self::count) does; `None` if `going` has returned `false`. It is called now and then, from
    /// several threads.
    ///
    /// ```
    /// use ferz::{Perft, Variant};
    /// let position = Variant::load("chess", &[])?.start_position();
    /// assert_eq!(Perft::default().count_while(&position, 3, &|| true)?, Some(8902));
    /// assert_eq!(Perft::default().count_while(&position, 3, &|| false)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`count`](Self::count).
    pub fn count_while(
        &self,
        position: &Position,
        depth: u32,
        going: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<u64>, PerftError> {
        let stopped = AtomicBool::new(false);
        let progress = |_, _| {
            let goes_on = !stopped.load(Ordering::Relaxed) && going();
            stopped.fetch_or(!goes_on, Ordering::Relaxed);
            goes_on
        };
        let counts = position.board.divide(depth, *self, &progress)?;
        let nodes = if depth == 0 { 1 } else { counts.iter().map(|&(_, nodes)| nodes).sum() };
        Ok((!stopped.into_inner()).then_some(nodes))
    }

    /// Returns the number of nodes at a depth of `depth` moves below each move of a position. Whenever a part of the work is done, and
    /// now and then within a part, `progress` receives the number of parts done and of all parts; it is called from several threads.
    ///
    /// ```
    /// use ferz::{Perft, Variant};
    /// let position = Variant::load("chess", &[])?.start_position();
    /// let counts = Perft::default().divide(&position, 3, &|_done, _all| ())?;
    /// assert_eq!(counts.len(), 20);
    /// let below = counts.iter().find(|(first, _)| first.to_string() == "e2e4").map(|(_, nodes)| *nodes);
    /// assert_eq!(below, Some(600));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no memory for the table, the depth is more than 255, or a position has more moves than can be listed.
    pub fn divide(
        &self,
        position: &Position,
        depth: u32,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Vec<(Move, u64)>, PerftError> {
        let progress = |done, all| {
            progress(done, all);
            true
        };
        let counts = position.board.divide(depth, *self, &progress)?;
        Ok(counts.into_iter().map(|(packed, nodes)| (position.describe(packed), nodes)).collect())
    }
}
