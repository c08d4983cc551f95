//! Errors of setting up positions and of playing moves.

use std::fmt;
use std::ops::Range;

use super::moves::Move;
use super::outcome::Outcome;
use super::piece::Piece;
use super::square::Square;
use crate::moves::TooManyMoves;
use crate::play::fen::FenFault;

/// A fault of a FEN, or something in one that is ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FenError {
    /// The bytes of the FEN that are at fault.
    pub range: Range<usize>,
    /// A description of the fault.
    pub message: String,
    /// Advice on correcting it.
    pub help: Option<String>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FenError {}

impl From<FenFault> for FenError {
    fn from(fault: FenFault) -> Self {
        Self { range: fault.range, message: fault.message, help: fault.help }
    }
}

/// A fault of a [`Setup`](crate::Setup).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// The board has no such square.
    NoSuchSquare(Square),
    /// The piece on the square is of another variant.
    NoSuchPiece(Square),
    /// The piece can't be in hand, or not that many of them.
    NotInHand(Piece),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchSquare(square) => write!(f, "the board has no square {square}"),
            Self::NoSuchPiece(square) => write!(f, "the piece on {square} doesn't belong to this variant"),
            Self::NotInHand(piece) => write!(f, "{piece} can't be in hand, or not that many of them"),
        }
    }
}

impl std::error::Error for SetupError {}

/// The error of a move that can't be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The game is over.
    Over(Outcome),
    /// The text names no move of this position.
    NotAMove(String),
    /// The text could mean any of these moves.
    Ambiguous(Vec<Move>),
    /// The text lacks what follows the squares, such as the type of a promotion; these moves have the squares.
    Incomplete(Vec<Move>),
    /// The text after the squares is wrong; these moves have the squares.
    WrongEnding(Vec<Move>),
    /// The move is not legal, for this reason.
    Illegal(String),
    /// The move doesn't belong to this position.
    OtherPosition,
    /// The position has more moves than can be listed.
    TooMany(TooManyMoves),
}

impl PlayError {
    /// Returns `true` if there is no such legal move: the game is not over, and the text is not ambiguous.
    pub fn is_illegal(&self) -> bool {
        !matches!(self, Self::Over(_) | Self::Ambiguous(_) | Self::TooMany(_))
    }
}

/// Writes moves, separated by commas.
fn listed(f: &mut fmt::Formatter<'_>, begin: &str, moves: &[Move]) -> fmt::Result {
    f.write_str(begin)?;
    moves.iter().enumerate().try_for_each(|(at, one)| write!(f, "{}{one}", if at > 0 { ", " } else { " " }))
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(outcome) => write!(f, "the game is over ({})", outcome.reason),
            Self::NotAMove(text) => write!(f, "`{text}` is not a move in this position"),
            Self::Ambiguous(moves) => listed(f, "that could be any of", moves),
            Self::Incomplete(moves) => listed(f, "the piece promotes there: write", moves),
            Self::WrongEnding(moves) => listed(f, "what follows the squares is wrong: write", moves),
            Self::Illegal(why) => f.write_str(why),
            Self::OtherPosition => f.write_str("it is not a move in this position"),
            Self::TooMany(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for PlayError {}
