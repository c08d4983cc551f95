//! Actions as values: what a number of the list means.

use std::fmt;

use crate::game::{PieceType, Square};

/// An action as the side to move sees it: for Black, each square is the one that looks to Black as the square named here looks to White.
///
/// It is written like a move in coordinates: `e2e4`, `e7e8=Q` where the piece becomes another, `b1c3/H` where another comes from the hand
/// beside it, `P@e4` for a drop, `@e4` for a wall or neutral piece that is put on the board, `xe4` for a piece that is removed, `decline`
/// and `pass` for what is left out, `action 12!` for the action 12 made with an announcement, and `other 1` for the first of the moves that share their squares with another move of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// A piece goes from a square to another; one that does something where it stands begins and ends on its square.
    Move {
        /// The square it leaves.
        from: Square,
        /// The square where it arrives.
        to: Square,
        /// The type that it becomes, if it becomes another.
        becomes: Option<PieceType>,
        /// The type of a piece that comes from the hand beside it.
        with: Option<PieceType>,
    },
    /// A piece comes from the hand.
    Drop {
        /// Its type.
        piece_type: PieceType,
        /// The square where it is put.
        to: Square,
    },
    /// The same as the action with this number, with the words that announce an attack.
    Announced(u32),
    /// A wall or a neutral piece is put on the board.
    Place {
        /// The square where it is put.
        to: Square,
    },
    /// A piece is removed, and none moves.
    Remove {
        /// The square of the piece.
        square: Square,
    },
    /// A part of the turn is left out.
    Decline,
    /// A whole turn is left out.
    Pass,
    /// The pieces change sides, instead of a first move.
    Swap,
    /// The move with this number, from 1, of those that can't be told from another move of the position by what the actions above say, such
    /// as captures by different ways between the same squares; in the order of their coordinates.
    Other(u32),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Move { from, to, becomes, with } => {
                let becomes = becomes.map_or_else(String::new, |kind| format!("={kind}"));
                let with = with.map_or_else(String::new, |kind| format!("/{kind}"));
                format!("{from}{to}{becomes}{with}")
            }
            Self::Drop { piece_type, to } => format!("{piece_type}@{to}"),
            Self::Announced(number) => format!("action {number}!"),
            Self::Place { to } => format!("@{to}"),
            Self::Remove { square } => format!("x{square}"),
            Self::Decline => "decline".to_owned(),
            Self::Pass => "pass".to_owned(),
            Self::Swap => "swap".to_owned(),
            Self::Other(number) => format!("other {number}"),
        };
        f.pad(&text)
    }
}
