//! Conditions under which a game ends: `count(mine) = 1 and can(count(theirs) = 1)`.
//!
//! A condition is about one player, called `mine` throughout, even after the move that `can` looks for. The tree loses
//! brackets, spaces, and which of several spellings was used.
//!
//! Facts that are mere words are distinguished by a list that the resolver has.
//!
//! Invariants: there is no `can` within a `can`; what is about the game's history ([`Form::Occurrence`] and [`Form::Idle`]) is the
//! whole condition, or one part of several that must all hold; `Or` and `And` have at least two parts.

mod mistake;
mod parse;

use std::ops::Range;

use super::Fault;
use super::fault::{bounded, foremost};
use super::pieces::Name;
use super::squares::SquareExpr;
use crate::model::condition::{Always, Comparison, Its, Safety, Whose};

/// The maximum nesting of brackets.
const DEEPEST: usize = 64;

/// A condition as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    Or(Vec<Condition>),
    And(Vec<Condition>),
    Not(Box<Condition>),
    /// Some legal move leads to a position where this holds.
    Can(Box<Condition>),
    Fact(Fact),
}

/// A fact as written, with its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    pub(crate) form: Form,
    pub(crate) range: Range<usize>,
}

/// The ways in which facts are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Words with single spaces between: `no move`.
    Words(String),
    /// The number of such pieces: `count(mine) = 1`.
    Count { pieces: Pieces, op: Comparison, right: u32 },
    /// The number of checks given: `checks(mine) >= 3`.
    Checks { whose: Whose, op: Comparison, right: u32 },
    /// Two sums compared: `count(mine) < count(theirs)`.
    Compared { left: Vec<Term>, op: Comparison, right: Vec<Term> },
    /// A note on the player, or on the opponent, made at least so often: `they noted shak`, `noted freeze 3 times`.
    Noted { theirs: bool, name: Name, times: u32 },
    /// So many of such pieces in some order: `5 in a row of my stone`; with a square of a move among them: `… through its square`.
    Row { number: u32, shape: Shape, pieces: Pieces, along: Option<Name>, through: Option<Its> },
    /// A chain of such pieces between some regions, `my stone connects rank 1 to rank 9 at W`, or of all of them, `my stone in one group`.
    Connects { pieces: Pieces, ends: Vec<SquareExpr>, along: Option<Name> },
    /// The move begins or ends there: `its square on rank 1`.
    Stands { its: Its, region: SquareExpr },
    /// The move begins or ends where a movement leads from the other of its squares, or from some wall: `its square at W from a wall`.
    Reaches { its: Its, by: Name, from: Option<Its> },
    /// There is such a piece; the pieces have a region: `my pawn on rank 8`.
    Holds(Pieces),
    /// The position has occurred a number of times, at least two: `third occurrence`, possibly with checks or chases ever since.
    Occurrence { times: u32, always: Option<Always> },
    /// A time in which something does not happen: `100 plies without capture or pawn move`.
    Idle(Idle),
}

/// The arrangement of several pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Side by side along a line.
    Row,
    /// On a line, with gaps.
    Line,
    /// On all squares of a block, so many files wide and so many ranks high.
    Block { ranks: u32 },
}

/// A part of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    /// The number of such pieces: `count(mine)`.
    Count(Pieces),
    /// The value of such pieces: `points(mine)`, with its bytes.
    Points(Pieces, Range<usize>),
    /// The squares that a side occupies or surrounds: `area(mine)`.
    Area(Whose),
    /// The number of steps of a move: `its length`, with its bytes.
    Length(Range<usize>),
    Number(u32),
}

/// A number of plies without a capture (if `captures`), a drop (if `drops`) or a move by one of these types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Idle {
    pub(crate) plies: u32,
    pub(crate) captures: bool,
    pub(crate) drops: bool,
    pub(crate) pieces: Vec<Name>,
}

/// Some pieces: by owner, type and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pieces {
    pub(crate) side: Whose,
    /// Empty: of every type, without those in `except`.
    pub(crate) types: Vec<Name>,
    pub(crate) except: Vec<Name>,
    /// The squares they stand on, if that matters, as their owner sees them.
    pub(crate) region: Option<SquareExpr>,
    /// The squares they stand on, as given by a move.
    pub(crate) its: Option<Its>,
    /// The squares they stand on, as reached by a movement from where a move begins or ends.
    pub(crate) reached: Option<Box<Reached>>,
    /// True if they are in hand.
    pub(crate) in_hand: bool,
    /// The attacks on them, if these matter.
    pub(crate) safety: Option<Safety>,
    /// The pieces of which they could capture at least one, if that matters.
    pub(crate) attacking: Option<Box<Pieces>>,
    /// True if their groups have no empty square beside them.
    pub(crate) enclosed: bool,
    pub(crate) range: Range<usize>,
}

impl Pieces {
    /// All pieces of both sides, for a text in which nothing can be read.
    fn all(range: Range<usize>) -> Self {
        let (types, except) = (Vec::new(), Vec::new());
        Self {
            side: Whose::Both,
            types,
            except,
            region: None,
            its: None,
            reached: None,
            in_hand: false,
            safety: None,
            attacking: None,
            enclosed: false,
            range,
        }
    }
}

/// The squares that a movement leads to from a square of a move, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reached {
    /// The movement, with its bytes.
    pub(crate) by: Name,
    pub(crate) from: Its,
    /// The pieces from which it leads, if these are named instead of a square of a move.
    pub(crate) of: Option<Box<Pieces>>,
    /// The pieces at the other end of the line, if those between are meant.
    pub(crate) until: Option<Box<Pieces>>,
}

impl Condition {
    /// Returns `true` if it is a fact about the history of the game; `words` are those among the facts that are mere words.
    fn is_history(&self, words: &[&str]) -> bool {
        match self {
            Self::Fact(Fact { form: Form::Occurrence { .. } | Form::Idle(_), .. }) => true,
            Self::Fact(Fact { form: Form::Words(own), .. }) => words.contains(&own.as_str()),
            _ => false,
        }
    }

    /// Returns the faults of facts about the history of the game that are neither the whole condition nor joined to others by `and`.
    fn history_inside(&self, words: &[&str]) -> Vec<Fault> {
        let part = |part: &Self| match part {
            Self::Fact(Fact { range, .. }) if part.is_history(words) => {
                vec![mistake::history_inside(range.clone())]
            }
            other => other.history_inside(words),
        };
        match self {
            // a limit, with what must hold when it is reached
            Self::And(parts) if parts.iter().filter(|part| part.is_history(words)).count() == 1 => {
                parts.iter().filter(|part| !part.is_history(words)).flat_map(part).collect()
            }
            Self::Or(parts) | Self::And(parts) => parts.iter().flat_map(part).collect(),
            Self::Not(one) | Self::Can(one) => part(one),
            Self::Fact(_) => Vec::new(),
        }
    }
}

/// Pieces that an effect is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    /// The piece that has moved or was dropped.
    It,
    Pieces(Pieces),
}

/// Parses the pieces that an effect is about: `it, any but pawn at K from it`.
pub(crate) fn selection(text: &str) -> Result<Vec<Chosen>, Vec<Fault>> {
    bounded(text, "ferz::condition::too_long")?;
    parse::selection(text)
}

/// The spellings of a fact that is mere words, the usual one first.
pub(crate) type Spellings = &'static [&'static str];

/// Parses a condition, or reports all that is wrong. The phrases are the facts that are mere words,
/// `history` those of them that are about the history of the game.
pub(crate) fn condition(
    text: &str,
    phrases: &[Spellings],
    history: &[&str],
) -> Result<Condition, Vec<Fault>> {
    bounded(text, "ferz::condition::too_long")?;
    if let Some(at) = too_deep(text) {
        return Err(vec![mistake::too_deep(at)]);
    }
    match parse::parse(text, phrases) {
        Ok((tree, mut faults)) => {
            faults.extend(tree.history_inside(history));
            if faults.is_empty() { Ok(tree) } else { Err(foremost(faults)) }
        }
        Err(fault) => Err(vec![fault]),
    }
}

/// Returns the offset where brackets are nested deeper than anyone would write and the parser should follow.
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
