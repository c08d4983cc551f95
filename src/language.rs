//! The language of game files, for editors and other programs that help to write them: the tables of keys, and
//! the words of conditions and of kinds of move.
//!
//! ```
//! use ferz::language::{Kind, ROOT};
//! let board = ROOT.key("board").unwrap();
//! let files = board.kind.keys().unwrap().key("files").unwrap();
//! assert!(matches!(files.kind, Kind::Integer { max: 16, .. }));
//! assert!(files.required && files.kind.words() == "a whole number");
//! ```

pub use crate::definition::{Hint, Key, KeyTable, Kind};
use crate::feature::FEATURES;
use crate::feature::condition::ENTRIES;
use crate::notation::kinds;
pub use crate::rules::ROOT;

/// Returns the JSON Schema of game files, by which editors complete and check them: the text of a JSON object. With the feature `tools`.
///
/// ```
/// let schema = ferz::language::schema();
/// assert!(schema.contains("\"title\": \"A ferz game file\""));
/// ```
#[cfg(feature = "tools")]
pub fn schema() -> String {
    format!("{:#}", crate::definition::schema(&ROOT))
}

/// Returns words and phrases with which facts in conditions begin, each with its meaning.
///
/// ```
/// assert!(ferz::language::condition_words().any(|(word, _)| word == "checkmate"));
/// ```
pub fn condition_words() -> impl Iterator<Item = (&'static str, &'static str)> {
    ENTRIES.iter().flat_map(|entry| entry.offers).copied()
}

/// Returns the words of kinds of move, each with its meaning.
///
/// ```
/// assert!(ferz::language::move_kind_words().any(|(word, _)| word == "castling"));
/// ```
pub fn move_kind_words() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_rules = FEATURES.iter().flat_map(|feature| feature.kinds).map(|kind| (kind.word, kind.meaning));
    kinds::WORDS.iter().copied().chain(of_rules)
}
