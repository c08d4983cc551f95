//! The header of a game: its inventors, its year, and the sources of its rules.
//!
//! ```toml
//! [game]
//! name    = "The Courier Game"
//! year    = "about 1205"
//! sources = ["H. J. R. Murray, A History of Chess (1913)"]
//! ```

use crate::definition::{Key, KeyTable, Kind as Shape, Table};

/// The keys of `[game]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "game",
    doc: "The name of the game and where it comes from.",
    keys: &[
        Key::required("name", Shape::Text, "The name of the game.", "\"The Courier Game\""),
        Key::optional(
            "uci",
            Shape::Words,
            "The name that other programs use for the game, if it differs from the file's, or several, the usual one first; the game can be found by these names, too.",
            "\"3check\"",
        ),
        Key::optional("year", Shape::Year, "When it was first played or published.", "\"about 1205\""),
        Key::optional("inventor", Shape::Words, "Who invented it.", "\"Nuno Cruz\""),
        Key::optional("sources", Shape::Words, "Where its rules are written down.", "[\"a book\"]"),
        Key::optional(
            "notes",
            Shape::Words,
            "What else a reader should know, such as how an unclear rule was interpreted.",
            "[]",
        ),
    ],
};

/// The heading of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Header {
    pub(crate) name: String,
    pub(crate) uci: Vec<String>,
    pub(crate) year: Option<String>,
    pub(crate) inventor: Vec<String>,
    pub(crate) sources: Vec<String>,
    pub(crate) notes: Vec<String>,
}

/// Reads `[game]`.
pub(crate) fn read(table: &Table) -> Header {
    let words = |key| table.words(key).iter().map(|word| word.text.to_owned()).collect();
    Header {
        name: table.text("name").map_or_else(String::new, |word| word.text.to_owned()),
        uci: words("uci"),
        year: table.year("year"),
        inventor: words("inventor"),
        sources: words("sources"),
        notes: words("notes"),
    }
}
