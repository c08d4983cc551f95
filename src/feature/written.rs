//! Move notation beside coordinates.
//!
//! ```toml
//! [notation]
//! squares    = "numbers"     # 11-15, 22x15: the playable squares counted from Black's side
//! squares    = "usi"         # 7g7f, 2b8h+, P*5e: as shogi programs write
//! squares    = "iccs"        # H2-E2: as records of xiangqi write
//! promotions = "unwritten"   # no letter behind a move that promotes
//! positions  = "sfen"        # … b 2P3p 1: positions are also read as shogi programs write them
//! positions  = "pdn"         # W:Wc3,Kf6:Bd4: … as programs for draughts do
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
            Shape::OneOf(Squares::WORDS),
            "Squares by file and rank, by number as in draughts, as in USI (7g7f) or as in ICCS (H2-E2); by default, letters.",
            "\"numbers\"",
        ),
        Key::optional(
            "promotions",
            Shape::OneOf(&["written", "unwritten"]),
            "Whether a move that promotes ends in the letter of the new piece; by default, it does.",
            "\"unwritten\"",
        ),
        Key::optional(
            "positions",
            Shape::OneOf(&["fen", "sfen", "pdn"]),
            "Whether positions are also read in SFEN, as programs for shogi write them, or as in PDN, the notation of draughts; by default, only FENs are, but with numbered squares PDN as well.",
            "\"sfen\"",
        ),
        Key::optional(
            "unmoved",
            Shape::OneOf(&["squares", "files"]),
            "How FENs say which pieces have not moved, where that matters for their moves: by a field with their squares, where these differ from what is expected, or, in games without castling, by their files in place of the castling rights; by default, by squares.",
            "\"files\"",
        ),
    ],
};

/// The notation of squares in game scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Squares {
    /// By file and rank: `e4`.
    #[default]
    Letters,
    /// By number, as in draughts: `22`.
    Numbers,
    /// As in the Universal Shogi Interface: files by numbers from White's right, ranks by letters from Black's side, `7g`.
    Usi,
    /// As the Internet Chinese Chess Server writes moves: a capital for the file and ranks from 0, `H2`.
    Iccs,
}

impl Squares {
    const ALL: [Self; 4] = [Self::Letters, Self::Numbers, Self::Usi, Self::Iccs];
    const WORDS: &[&str] = &["letters", "numbers", "usi", "iccs"];
}

/// The notation of moves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Written {
    squares: Squares,
    pub(crate) promotions_unwritten: bool,
    /// True if positions are also read in SFEN.
    pub(crate) reads_sfen: bool,
    /// True if positions are also read as in PDN, though squares have no numbers.
    reads_pdn: bool,
    /// True if FENs have the files of unmoved pieces in the place of castling rights.
    pub(crate) unmoved_by_file: bool,
}

/// Reads `[notation]`.
pub(crate) fn read(table: &Table) -> Written {
    let says = |key, wanted| table.text(key).is_some_and(|word| word.text == wanted);
    Written {
        squares: Squares::ALL
            .into_iter()
            .find(|squares| says("squares", Squares::WORDS[*squares as usize]))
            .unwrap_or_default(),
        promotions_unwritten: says("promotions", "unwritten"),
        reads_sfen: says("positions", "sfen"),
        reads_pdn: says("positions", "pdn"),
        unmoved_by_file: says("unmoved", "files"),
    }
}

impl Written {
    /// Returns `true` if squares are numbered, as in draughts.
    pub(crate) const fn numbers(self) -> bool {
        matches!(self.squares, Squares::Numbers)
    }

    /// Returns `true` if positions are also read as in PDN.
    pub(crate) const fn reads_pdn(self) -> bool {
        self.reads_pdn || self.numbers()
    }

    /// Returns what separates the two squares of a move, where moves are written by [names](Self::name) other than those by file and rank.
    pub(crate) const fn between(self) -> Option<&'static str> {
        match self.squares {
            Squares::Usi => Some(""),
            Squares::Iccs => Some("-"),
            Squares::Letters | Squares::Numbers => None,
        }
    }

    /// The name of a square in game scores that name them.
    pub(crate) fn name(self, geometry: &Geometry, square: Square) -> String {
        let (file, rank) = (geometry.file(square), geometry.rank(square));
        let letter = |first: u8, number: u8| char::from(first + number);
        match self.squares {
            Squares::Letters | Squares::Numbers => geometry.name(square),
            Squares::Usi => format!("{}{}", geometry.files - file, letter(b'a', geometry.ranks - 1 - rank)),
            Squares::Iccs => format!("{}{rank}", letter(b'A', file)),
        }
    }

    /// The word of game files for the squares of game scores.
    #[cfg_attr(not(feature = "tools"), allow(dead_code))]
    pub(crate) const fn squares(self) -> &'static str {
        Squares::WORDS[self.squares as usize]
    }

    /// Returns the kind of square names in words, where they aren't those by file and rank.
    #[cfg_attr(not(feature = "tools"), allow(dead_code))]
    pub(crate) const fn names_in_words(self) -> Option<&'static str> {
        match self.squares {
            Squares::Letters | Squares::Numbers => None,
            Squares::Usi => Some(
                "as in USI, by the two squares: of each the number of its file, counted from White's right, and a letter for its rank, counted from Black's side",
            ),
            Squares::Iccs => Some(
                "as in ICCS, by the two squares: of each a capital for its file, and the number of its rank, counted from 0",
            ),
        }
    }

    /// The number of a playable square, counted from 1 at the upper left as White sees the board.
    pub(crate) fn number(self, geometry: &Geometry, square: Square) -> usize {
        let order = |square: Square| (geometry.ranks - 1 - geometry.rank(square), geometry.file(square));
        let mine = order(square);
        1 + geometry.playable().squares().filter(|&other| order(other) < mine).count()
    }
}
