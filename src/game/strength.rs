//! The strength of an engine: levels, and the scale they are on.

use std::fmt;

use crate::search::{STRONGEST, WEAKEST};

/// A playing strength below the engine's full strength, in Elo.
///
/// Differences of the scale are Elo as measured between these strengths in two games, extrapolated at the upper end; its zero has no
/// meaning beyond ferz. [`Level`] says what a strength limits.
///
/// ```
/// use ferz::Strength;
/// let strength = Strength::new(1500).unwrap();
/// assert_eq!(strength.elo(), 1500);
/// assert!(Strength::WEAKEST < strength && strength < Strength::STRONGEST);
/// assert_eq!(Strength::new(Strength::STRONGEST.elo() + 1), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(u32);

impl Strength {
    /// The lowest strength.
    pub const WEAKEST: Self = Self(WEAKEST);
    /// The highest strength below the engine's full one.
    pub const STRONGEST: Self = Self(STRONGEST);

    /// Creates a strength in Elo, from that of [`WEAKEST`](Self::WEAKEST) to that of [`STRONGEST`](Self::STRONGEST).
    pub fn new(elo: u32) -> Option<Self> {
        (WEAKEST..=STRONGEST).contains(&elo).then_some(Self(elo))
    }

    /// Returns the strength in Elo.
    pub fn elo(self) -> u32 {
        self.0
    }
}

/// A level of play: from 1, for beginners, to 31, full strength.
///
/// A level is about 150 Elo stronger than the one below. The lowest play nearly at random; up to the middle they overlook moves, their own and the
/// opponent's, and misjudge positions; the higher ones only search less deeply. Level 31 has no limits but those it is
/// given, so how much stronger it is depends on the time it has.
///
/// ```
/// use ferz::Level;
/// let (low, high) = (Level::new(7).unwrap(), Level::new(8).unwrap());
/// assert_eq!(high.strength().unwrap().elo() - low.strength().unwrap().elo(), 150);
/// assert_eq!(Level::HIGHEST.strength(), None);
/// assert_eq!(Level::new(32), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The difference in strength between two levels, in Elo.
const STEP: u32 = 150;

impl Level {
    /// The lowest level.
    pub const LOWEST: Self = Self(1);
    /// The highest level, limited only by the limits it is given.
    pub const HIGHEST: Self = Self(31);
    /// A level that a player who knows the moves can beat.
    pub const USUAL: Self = Self(6);

    /// Creates a level from 1 to 31.
    pub fn new(level: u8) -> Option<Self> {
        (Self::LOWEST.0..=Self::HIGHEST.0).contains(&level).then_some(Self(level))
    }

    /// Returns all levels, the lowest first.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (Self::LOWEST.0..Self::HIGHEST.0 + 1).map(Self)
    }

    /// Returns its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the strength at which it plays; `None` for full strength.
    pub fn strength(self) -> Option<Strength> {
        let elo = WEAKEST + STEP * u32::from(self.0 - Self::LOWEST.0);
        (self < Self::HIGHEST).then(|| Strength(elo.min(STRONGEST)))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_as_far_apart_as_is_said() {
        assert_eq!((Level::new(0), Level::new(32)), (None, None));
        let all: Vec<Strength> = Level::all().filter_map(Level::strength).collect();
        assert_eq!(all.len(), 30);
        assert_eq!(all[0], Strength::WEAKEST);
        for pair in all.windows(2) {
            assert_eq!(pair[1].elo() - pair[0].elo(), STEP);
        }
        assert!(all[all.len() - 1] <= Strength::STRONGEST);
    }
}
