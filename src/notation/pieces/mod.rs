//! Lists of piece types: `queen`, `queen, rook`, `any but king, pawn`.
//!
//! The tree loses which sign separates the names. Invariant: names are well formed; whether there are such types, and whether one is named
//! twice, is checked by the resolver.

pub(super) mod mistake;
mod parse;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::Fault;
use super::fault::{bounded, foremost};

/// A name and its bytes.
pub(crate) type Name = (String, Range<usize>);

/// Some piece types by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceExpr {
    /// Every type, without those in `except`.
    pub(crate) all: bool,
    /// The types named; empty if `all`.
    pub(crate) names: Vec<Name>,
    /// The types left out; empty unless `all`.
    pub(crate) except: Vec<Name>,
}

/// Parses a list of piece types, or reports all that is wrong.
pub(crate) fn pieces(text: &str) -> Result<PieceExpr, Vec<Fault>> {
    bounded(text, "ferz::pieces::too_long")?;
    match parse::parse(text) {
        Ok((list, faults)) if faults.is_empty() => Ok(list),
        Ok((_, faults)) => Err(foremost(faults)),
        Err(fault) => Err(vec![fault]),
    }
}
