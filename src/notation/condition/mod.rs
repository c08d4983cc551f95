//! Conditions under which a game ends: `count(mine) = 1 and can(count(theirs) = 1)`.
//!
//! A condition is said by the side about to move, which is `mine` throughout, also after the step that `can`
//! looks for. What is lost: brackets, blanks, and which of several spellings was used.
//!
//! Invariants: there is no `can` within a `can`; what is about the game's history ([`Condition::Occurrence`]
//! and [`Condition::Idle`]) is the whole condition; `Or` and `And` have at least two parts.

mod mistake;
mod parse;
mod reads;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::Fault;
use super::fault::{bounded, foremost};
use super::pieces::Name;
use super::squares::SquareExpr;

pub use reads::reads;

/// Most brackets within each other.
const DEEPEST: usize = 64;

/// A condition as written; each leaf knows its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    Or(Vec<Condition>),
    And(Vec<Condition>),
    Not(Box<Condition>),
    /// A legal step leads to where this holds.
    Can(Box<Condition>),
    /// How many such men there are.
    Compare {
        men: Men,
        op: Op,
        right: u32,
        range: Range<usize>,
    },
    /// There is such a man; the men have a region.
    Holds(Men, Range<usize>),
    /// The side to move has no legal step.
    NoStep(Range<usize>),
    /// No legal step, in check.
    Checkmate(Range<usize>),
    /// No legal step, not in check.
    Stalemate(Range<usize>),
    /// The side to move stands in check.
    Check(Range<usize>),
    /// The position has occurred so many times; at least twice.
    Occurrence(u32, Range<usize>),
    /// So many plies without a capture (if `captures`) or a step by one of these types.
    Idle {
        plies: u32,
        captures: bool,
        pieces: Vec<Name>,
        range: Range<usize>,
    },
}

/// Some men: by owner, type and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Men {
    pub(crate) side: Side,
    /// Empty: of every type.
    pub(crate) types: Vec<Name>,
    /// The squares they stand on, if that matters, as their owner sees them.
    pub(crate) region: Option<SquareExpr>,
    pub(crate) range: Range<usize>,
}

/// Whose men are meant, said by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Mine,
    Theirs,
    Both,
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Condition {
    /// What is about the history of the game and not the whole condition.
    fn history_inside(&self) -> Vec<Fault> {
        let part = |part: &Self| match part {
            Self::Occurrence(_, range) | Self::Idle { range, .. } => {
                vec![mistake::history_inside(range.clone())]
            }
            other => other.history_inside(),
        };
        match self {
            Self::Or(parts) | Self::And(parts) => parts.iter().flat_map(part).collect(),
            Self::Not(one) | Self::Can(one) => part(one),
            _ => Vec::new(),
        }
    }
}

/// Reads a condition, or says all that is wrong.
pub fn condition(text: &str) -> Result<Condition, Vec<Fault>> {
    bounded(text, "ferz::condition::too_long")?;
    if let Some(at) = too_deep(text) {
        return Err(vec![mistake::too_deep(at)]);
    }
    match parse::parse(text) {
        Ok((tree, mut faults)) => {
            faults.extend(tree.history_inside());
            if faults.is_empty() { Ok(tree) } else { Err(foremost(faults)) }
        }
        Err(fault) => Err(vec![fault]),
    }
}

/// Where brackets go deeper than anyone would write, and than the parser should follow.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, sign) in text.bytes().enumerate() {
        match sign {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Some(at);
        }
    }
    None
}
