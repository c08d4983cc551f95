//! Move notation beside coordinates.
//!
//! ```toml
//! [notation]
//! squares    = "numbers"     # 11-15, 22x15: the playable squares counted from Black's side
//! promotions = "unwritten"   # no letter behind a move that promotes
//! unmoved    = "files"       # DEde: in FENs, the files of the pieces that have not moved
//! ```

use crate::board::{Bits, Geometry, Square};
use crate::definition::{Key, KeyTable, Kind as Shape, Table};

/// The keys of `[notation]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "notation",
    doc: "How moves are written in game scores.",
    keys: &[
        Key::optional(
            "squares",
            Shape::OneOf(&["letters", "numbers"]),
            "Squares by file and rank, or by number as in draughts; by default, letters.",
            "\"numbers\"",
        ),
        Key::optional(
            "promotions",
            Shape::OneOf(&["written", "unwritten"]),
            "Whether a move that promotes ends in the letter of the new piece; by default, it does.",
            "\"unwritten\"",
        ),
        Key::optional(
            "unmoved",
            Shape::OneOf(&["squares", "files"]),
            "How FENs say which pieces have not moved, where that matters for their moves: by a field of their squares where they differ from what is expected, or, in games without castling, by their files in its place; by default, by squares.",
            "\"files\"",
        ),
    ],
};

/// The notation of moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Written {
    pub numbers: bool,
    pub(crate) promotions_unwritten: bool,
    /// FENs have the files of unmoved pieces in the place of castling rights.
    pub(crate) unmoved_by_file: bool,
}

/// Reads `[notation]`.
pub(crate) fn read(table: &Table) -> Written {
    let says = |key, wanted| table.text(key).is_some_and(|word| word.text == wanted);
    Written {
        numbers: says("squares", "numbers"),
        promotions_unwritten: says("promotions", "unwritten"),
        unmoved_by_file: says("unmoved", "files"),
    }
}

impl Written {
    /// The number of a playable square, counted from 1 at the upper left as White sees the board.
    pub(crate) fn number(self, geometry: &Geometry, square: Square) -> usize {
        let order = |square: Square| (geometry.ranks - 1 - geometry.rank(square), geometry.file(square));
        let mine = order(square);
        1 + geometry.playable().squares().filter(|&other| order(other) < mine).count()
    }
}
