//! Squares by file and rank, the same on boards of any size.

use std::fmt;
use std::str::FromStr;

use crate::board::{self, Geometry, MAX_EXTENT};

/// A square of any board: a file and a rank, each from 0 to 15; [`Variant::has_square`](crate::Variant::has_square) says if a board has
/// it. Squares are ordered by rank, then by file.
///
/// ```
/// use ferz::Square;
/// let square: Square = "l12".parse()?;
/// assert_eq!((square.file(), square.rank()), (11, 11));
/// assert_eq!(Square::new(4, 3).unwrap().to_string(), "e4");
/// assert_eq!(Square::new(16, 0), None);
/// assert_eq!(format!("{:>4}", square), " l12");
/// # Ok::<(), ferz::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Creates the square of a file and a rank, both from 0; `None` if one is more than 15.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < MAX_EXTENT && rank < MAX_EXTENT { Some(Self(rank << 4 | file)) } else { None }
    }

    /// Returns the file, from 0 (`a`) to 15 (`p`).
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// Returns the rank, from 0 (written 1) to 15 (written 16).
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// Returns the square with a number on a board.
    pub(crate) fn numbered(geometry: &Geometry, number: board::Square) -> Self {
        Self(geometry.rank(number) << 4 | geometry.file(number))
    }

    /// Returns its number on a board; `None` if the board has no such square.
    pub(super) fn number(self, geometry: &Geometry) -> Option<board::Square> {
        geometry.square(self.file(), self.rank())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", char::from(b'a' + self.file()), self.rank() + 1))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error of a text that is no square: a letter from `a` to `p` and a number from 1 to 16 are expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter from a to p and a number from 1 to 16")
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let (&file, digits) = text.as_bytes().split_first().ok_or(ParseSquareError)?;
        let rank: u8 = match *digits {
            [one @ b'1'..=b'9'] => one - b'0',
            [b'1', one @ b'0'..=b'6'] => 10 + one - b'0',
            _ => return Err(ParseSquareError),
        };
        file.checked_sub(b'a').and_then(|file| Self::new(file, rank - 1)).ok_or(ParseSquareError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_written_and_read_alike() {
        for file in 0..16 {
            for rank in 0..16 {
                let square = Square::new(file, rank).expect("on the largest board");
                assert_eq!((square.file(), square.rank()), (file, rank));
                assert_eq!(square.to_string().parse(), Ok(square));
            }
        }
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in ["", "e", "4", "e0", "e04", "e17", "q1", "E4", "e4 ", "e4e5", "é4", "e999", "e+1"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text}");
        }
    }

    #[test]
    fn a_square_is_found_on_boards_of_any_shape() {
        let square: Square = "c2".parse().expect("a square");
        for (files, ranks, number) in [(8, 8, Some(10)), (12, 8, Some(14)), (2, 8, None), (8, 1, None)] {
            let geometry = Geometry::new(files, ranks);
            assert_eq!(square.number(&geometry), number);
            assert!(number.is_none_or(|number| Square::numbered(&geometry, number) == square));
        }
    }
}
