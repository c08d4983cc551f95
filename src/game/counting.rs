//! Perft of positions, in any of the ways of counting.

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
        let counts = position.board.divide(depth, *self, &|_, _| ())?;
        Ok(if depth == 0 { 1 } else { counts.iter().map(|&(_, nodes)| nodes).sum() })
    }

    /// Returns the number of nodes at a depth of `depth` moves below each move of a position. Whenever a part of the work is done,
    /// `progress` receives the number of parts done and of all parts; it is called from several threads.
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
        let counts = position.board.divide(depth, *self, progress)?;
        Ok(counts.into_iter().map(|(packed, nodes)| (position.describe(packed), nodes)).collect())
    }
}
