//! Facts about a game, for interfaces that show it.

use std::sync::Arc;

use super::load::Variant;
use crate::board::Cells;

impl Variant {
    /// Returns `true` if every move takes one piece to another square, where an enemy may be captured, or, if `drops` is set, drops one.
    ///
    /// ```
    /// let plain = |name| ferz::Variant::load(name, &[]).map(|game| [false, true].map(|drops| game.has_only_plain_moves(drops)));
    /// assert_eq!(plain("shatranj")?, [true, true]);
    /// assert_eq!(plain("crazyhouse")?, [false, true]);
    /// assert_eq!(plain("english-draughts")?, [false, false]);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn has_only_plain_moves(&self, drops: bool) -> bool {
        let jumps = self.rules.types.iter().any(|kind| kind.movement.jumps().next().is_some());
        !jumps && self.rules.each().all(|rule| !rule.has_other_moves() || drops && rule.has_only_drops())
    }

    /// Returns the regions of the board: the name of each, and its squares in words.
    ///
    /// ```
    /// let xiangqi = ferz::Variant::load("xiangqi", &[])?;
    /// assert!(xiangqi.regions().iter().any(|(name, squares)| name == "palace" && squares.contains("d1")));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn regions(&self) -> Vec<(String, String)> {
        let scope = self.rules.scope();
        let regions = self.rules.regions.iter();
        regions.map(|(name, both)| (name.clone(), scope.squares_of_region(*both, "and"))).collect()
    }

    /// Returns `true` if game records identify squares by numbers.
    ///
    /// ```
    /// assert!(ferz::Variant::load("english-draughts", &[])?.numbers_squares());
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn numbers_squares(&self) -> bool {
        self.rules.written.numbers()
    }

    /// Returns `true` if one is a clone of the other, engine values aside; games that were loaded separately are not, even if their rules
    /// are the same.
    ///
    /// ```
    /// let chess = ferz::Variant::load("chess", &[])?;
    /// assert!(chess.clone().is_clone_of(&chess));
    /// assert!(!ferz::Variant::load("chess", &[])?.is_clone_of(&chess));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn is_clone_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules)
    }

    /// Returns the shape of the cells of the board.
    pub fn cells(&self) -> Cells {
        self.rules.geometry.cells
    }

    /// Returns `true` if the game file gives the name that other programs use for the game.
    ///
    /// ```
    /// assert!(ferz::Variant::load("three-check", &[])?.says_uci_name());
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn says_uci_name(&self) -> bool {
        !self.rules.header.uci.is_empty()
    }
}
