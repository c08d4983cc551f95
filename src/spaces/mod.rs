//! Spaces for programs that learn: a numbered list of actions and planes of observation, worked out from the rules of any game, and many
//! games played at once.
//!
//! An [`ActionSpace`] numbers everything that a move may ever be. The list depends on the rules alone, so that a number means the same in
//! every position of the game, and squares are seen by the side to move: both sides move the same way up the board. An
//! [`ObservationSpace`] shows a position as planes of numbers, seen the same way. A [`Batch`] plays many games at a time.
//!
//! ```
//! use ferz::spaces::ActionSpace;
//! let chess = ferz::Variant::load("chess", &[])?;
//! let (space, game) = (ActionSpace::new(&chess), chess.start());
//! let legal = space.legal(&game);
//! assert_eq!(legal.len(), 20);
//! for (number, legal_move) in legal {
//!     assert_eq!(space.move_of(&game, number), Some(legal_move));
//! }
//! # Ok::<(), ferz::LoadError>(())
//! ```

mod action;
mod batch;
mod build;
mod numbering;
mod planes;
mod pool;
mod seat;

pub use action::Action;
pub use batch::{Batch, IllegalAction, Step};
pub use numbering::ActionSpace;
pub use planes::ObservationSpace;

use crate::Variant;
use crate::definition::{Entry, Node, Value};

/// The number of a hash before anything has been added: that of FNV-1a with 64 bits.
const EMPTY: u64 = 0xCBF2_9CE4_8422_2325;

/// Adds bytes to a hash by FNV-1a.
fn hashed(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

impl Variant {
    /// Returns a hash of the rules in force: of the game file with all that it extends and the options as they are chosen, without what only
    /// names, draws, explains or tests the game. It does not depend on the words in which ferz tells the rules. It is the same in every run
    /// of the program, but may change with the version of ferz. It is computed once for a variant and its clones.
    ///
    /// ```
    /// use ferz::Variant;
    /// let chess = Variant::load("chess", &[])?;
    /// let copy = Variant::from_text("copy.toml", "extends = \"chess\"\n[game]\nname = \"Copy\"\n", &[])?;
    /// assert_eq!(chess.rules_hash(), copy.rules_hash());
    /// assert_ne!(chess.rules_hash(), Variant::load("antichess", &[])?.rules_hash());
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn rules_hash(&self) -> u64 {
        *self.hash.get_or_init(|| {
            let rules = self.definition.root.iter().filter(|(key, _)| !BESIDE_THE_RULES.contains(key));
            let size = format!("{}x{} {:?}", self.files(), self.ranks(), self.rules.geometry.symmetry);
            rules.fold(text_added(EMPTY, &size), |hash, (key, entry)| {
                node_added(text_added(hash, key), key, &entry.node)
            })
        })
    }
}

/// The tables and keys of a game file that are no rules.
const BESIDE_THE_RULES: [&str; 6] = ["extends", "game", "sides", "notation", "options", "example"];
/// The keys of a piece, and the key of the board, that are about looks.
const LOOKS: [&str; 4] = ["figure", "glyphs", "kanji", "san"];
const TINTED: &str = "tinted";

/// Adds a text to a hash; blanks in a row count as one.
fn text_added(hash: u64, text: &str) -> u64 {
    let words = text.split_whitespace().fold(hash, |hash, word| hashed(hashed(hash, word.as_bytes()), b" "));
    hashed(words, &[0])
}

/// Adds a value of a game file to a hash; `heading` is the table that it belongs to.
fn node_added(hash: u64, heading: &str, node: &Node) -> u64 {
    match &node.value {
        Value::Text(text) => text_added(hash, text),
        Value::Integer(number) => hashed(hash, &number.to_le_bytes()),
        Value::Float(number) => hashed(hash, &number.to_le_bytes()),
        Value::Flag(flag) => hashed(hash, &[u8::from(*flag) + 1]),
        Value::Date(text) => text_added(hash, text),
        Value::List(items) => {
            hashed(items.iter().fold(hash, |hash, item| node_added(hash, heading, item)), b"]")
        }
        Value::Table(table) => {
            let looks = |key: &str| match heading {
                "pieces" => LOOKS.contains(&key),
                "board" => key == TINTED,
                _ => false,
            };
            let entries = table.iter().filter(|(key, _)| !looks(key));
            let added =
                |hash, (key, entry): (&str, &Entry)| node_added(text_added(hash, key), heading, &entry.node);
            hashed(entries.fold(hash, added), b"}")
        }
    }
}
