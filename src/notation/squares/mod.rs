//! Sets of squares, as White sees them: `rank 8`, `d5..g6`, `dark but courtyard`.
//!
//! The tree loses spaces and commas, and which of `all` and `any` was written. Files and ranks count from 0. Invariant: every file and rank
//! is less than 16 and every span of them is the right way round; whether they are on the game's own board, and whether a region exists, is
//! checked by the resolver.

mod mistake;
mod parse;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Range;

use super::Fault;
use super::fault::{bounded, foremost};

/// A set of squares; each leaf knows its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SquareExpr {
    /// A set with a name or picture of its own.
    Leaf(Leaf, Range<usize>),
    /// Squares in any of these; never fewer than two.
    Union(Vec<SquareExpr>),
    /// Squares in both: `dark in rank 8`.
    Intersection(Box<SquareExpr>, Box<SquareExpr>),
    /// Squares in the first that aren't in the second: `dark but courtyard`.
    Difference(Box<SquareExpr>, Box<SquareExpr>),
}

/// A set that is named directly. A square is its file and its rank, both from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    All,
    Dark,
    Light,
    Rank(u8),
    /// From the lower to the higher, both included.
    Ranks(u8, u8),
    File(u8),
    /// From left to right, both included.
    Files(u8, u8),
    Square(u8, u8),
    /// From the lower left to the upper right corner, both included.
    Block((u8, u8), (u8, u8)),
    /// A region of the game.
    Named(String),
}

impl Leaf {
    fn is_backwards(&self) -> bool {
        match *self {
            Self::Ranks(a, b) | Self::Files(a, b) => a > b,
            Self::Block((f, r), (g, s)) => f > g || r > s,
            _ => false,
        }
    }
}

impl SquareExpr {
    /// The leaves, from left to right.
    #[cfg(test)]
    pub(crate) fn leaves(&self) -> Vec<(&Leaf, &Range<usize>)> {
        match self {
            Self::Leaf(leaf, range) => vec![(leaf, range)],
            Self::Union(parts) => parts.iter().flat_map(Self::leaves).collect(),
            Self::Intersection(a, b) | Self::Difference(a, b) => [a.leaves(), b.leaves()].concat(),
        }
    }

    /// Returns the same set in a text that has `by` more bytes before it.
    pub(super) fn shifted(self, by: usize) -> Self {
        let shift = |part: Box<Self>| Box::new(part.shifted(by));
        match self {
            Self::Leaf(leaf, range) => Self::Leaf(leaf, range.start + by..range.end + by),
            Self::Union(parts) => Self::Union(parts.into_iter().map(|part| part.shifted(by)).collect()),
            Self::Intersection(a, b) => Self::Intersection(shift(a), shift(b)),
            Self::Difference(a, b) => Self::Difference(shift(a), shift(b)),
        }
    }
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = |file: u8| char::from(b'a' + file.min(25));
        let rank = |rank: u8| rank + 1;
        match *self {
            Self::All => f.write_str("all"),
            Self::Dark => f.write_str("dark"),
            Self::Light => f.write_str("light"),
            Self::Rank(a) => write!(f, "rank {}", rank(a)),
            Self::Ranks(a, b) => write!(f, "ranks {}..{}", rank(a), rank(b)),
            Self::File(a) => write!(f, "file {}", file(a)),
            Self::Files(a, b) => write!(f, "files {}..{}", file(a), file(b)),
            Self::Square(a, b) => write!(f, "{}{}", file(a), rank(b)),
            Self::Block((a, b), (c, d)) => write!(f, "{}{}..{}{}", file(a), rank(b), file(c), rank(d)),
            Self::Named(ref name) => f.write_str(name),
        }
    }
}

/// Formats a set as it would be written in a game file.
impl fmt::Display for SquareExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaf(leaf, _) => leaf.fmt(f),
            Self::Union(parts) => {
                let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                f.write_str(&parts.join(", "))
            }
            Self::Intersection(a, b) => write!(f, "{a} in {b}"),
            Self::Difference(a, b) => write!(f, "{a} but {b}"),
        }
    }
}

/// Parses a set of squares, or reports all that is wrong.
pub(crate) fn squares(text: &str) -> Result<SquareExpr, Vec<Fault>> {
    bounded(text, "ferz::squares::too_long")?;
    match parse::parse(text) {
        Ok((tree, faults)) if faults.is_empty() => Ok(tree),
        Ok((_, faults)) => Err(foremost(mistake::distinct(text, faults))),
        Err(fault) => Err(vec![fault]),
    }
}
