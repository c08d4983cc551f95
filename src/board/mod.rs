//! Squares, and sets of squares in 64, 128 or 256 bits.
//!
//! A square is the number `rank * files + file`, from 0 at White's lower left corner. Knows no piece and no rule.

mod bits;
mod geometry;
pub(crate) mod isa;
mod per_square;

pub(crate) use bits::{Bits, U256};
pub use geometry::Cells;
pub(crate) use geometry::Symmetry;
pub(crate) use geometry::{Geometry, Wall, Wrap};
pub(crate) use per_square::PerSquare;

/// The number of a square: `rank * files + file`.
pub(crate) type Square = u8;

/// A set of squares on a board of any size, for the stages that don't know the board's width yet.
pub(crate) type SquareSet = U256;

/// Most files, and most ranks, of a board.
pub(crate) const MAX_EXTENT: u8 = 16;
