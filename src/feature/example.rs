//! Examples in a game file: a position, moves, and what must then hold. `ferz test` runs them.
//!
//! ```toml
//! [[example]]
//! shows  = "courier/12"
//! fen    = "n11/1k10/12/12/12/12/12/R5K5 w"
//! play   = "a1a8"
//! result = "draw"
//! ```

use crate::definition::{Choice, Key, KeyTable, Kind as Shape, Table};
use crate::text::Span;

/// The largest perft count that can be stated.
const MOST_PATHS: i64 = 1_000_000_000_000_000_000;

/// The keys of an `[[example]]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "example",
    doc: "A position, moves, and what must then hold.",
    keys: &[
        Key::required("shows", Shape::Text, "The rule it shows.", "\"castling through check\""),
        Key::optional(
            "fen",
            Shape::Line,
            "The position; by default, the start position.",
            "\"n11/1k10/12/12/12/12/12/R5K5 w\"",
        ),
        Key::optional(
            "options",
            Shape::Named(&Shape::Text),
            "The options it is played with.",
            "{ double-step = \"off\" }",
        ),
        Key::optional("play", Shape::Line, "Moves that must be legal, in turn.", "\"a1a8\""),
        Key::optional("legal", Shape::Line, "Moves that must then be legal.", "\"e2e4 e2e3\""),
        Key::optional("illegal", Shape::Line, "Moves that must then not be legal.", "\"e2e5\""),
        Key::optional(
            "count",
            Shape::Integer { min: 0, max: 100_000 },
            "How many moves must then be legal.",
            "20",
        ),
        Key::optional(
            "perft",
            Shape::List(&Shape::Integer { min: 0, max: MOST_PATHS }),
            "The perft numbers to depth 1, 2, and so on, that must then be counted.",
            "[20, 400, 8902]",
        ),
        Key::optional(
            "result",
            Shape::OneOf(&["white", "black", "draw", "unfinished"]),
            "What the result must then be.",
            "\"draw\"",
        ),
        Key::optional("reason", Shape::Text, "The end that must have brought it about.", "\"bare-king\""),
        Key::optional("reaches", Shape::Line, "The FEN that must then be reached.", "\"8/8/8/8/8/8/8/8 w\""),
        Key::optional(
            "seen",
            Shape::Line,
            "What the side to move must then see: a FEN with `?` for each square that it doesn't see.",
            "\"????/????/8/R?K? w\"",
        ),
    ],
};

/// An example.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    pub(crate) span: Span,
    pub(crate) shows: String,
    pub(crate) fen: Option<(String, Span)>,
    pub(crate) options: Vec<Choice>,
    /// The place of the options, or of the example if it has none.
    pub(crate) options_span: Span,
    pub(crate) play: Vec<(String, Span)>,
    pub(crate) legal: Vec<(String, Span)>,
    pub(crate) illegal: Vec<(String, Span)>,
    pub(crate) count: Option<(usize, Span)>,
    /// The number of nodes at depth 1, 2, and so on.
    pub(crate) perft: Vec<(u64, Span)>,
    pub(crate) result: Option<(String, Span)>,
    pub(crate) reason: Option<(String, Span)>,
    pub(crate) reaches: Option<(String, Span)>,
    pub(crate) seen: Option<(String, Span)>,
    /// True if the example tests anything.
    pub(crate) asks: bool,
}

/// The keys that test something in a position.
const ASKS: [&str; 9] = ["play", "legal", "illegal", "count", "perft", "result", "reason", "reaches", "seen"];

/// Reads an `[[example]]`.
pub(crate) fn read(table: &Table) -> Example {
    let text = |key| table.text(key).map(|word| (word.text.to_owned(), word.span));
    let moves = |key| {
        let word = table.text(key);
        let split = word.into_iter().flat_map(|word| {
            let offset = move |token: &str| token.as_ptr() as usize - word.text.as_ptr() as usize;
            word.text.split_whitespace().map(move |token| {
                (token.to_owned(), word.span.within(0, offset(token)..offset(token) + token.len()))
            })
        });
        split.collect::<Vec<_>>()
    };
    let options = table.table("options").into_iter().flat_map(Table::iter);
    let empty = |key| {
        table.list(key).is_some_and(<[_]>::is_empty)
            || table.text(key).is_some_and(|word| word.text.trim().is_empty())
    };
    Example {
        span: table.span(),
        shows: table.text("shows").map_or_else(String::new, |word| word.text.to_owned()),
        fen: text("fen"),
        options: options
            .filter_map(|(name, entry)| {
                Some(Choice { name: name.to_owned(), value: entry.node.text()?.text.to_owned() })
            })
            .collect(),
        play: moves("play"),
        legal: moves("legal"),
        illegal: moves("illegal"),
        count: table.node("count").and_then(|node| Some((usize::try_from(node.integer()?).ok()?, node.span))),
        perft: paths(table),
        result: text("result"),
        reason: text("reason"),
        reaches: text("reaches"),
        seen: text("seen"),
        options_span: table.node("options").map_or(table.span(), |node| node.span),
        asks: ASKS.iter().any(|key| table.contains(key) && !empty(key)),
    }
}

/// The perft counts that an example states.
fn paths(table: &Table) -> Vec<(u64, Span)> {
    let stated = table.list("perft").into_iter().flatten();
    stated.filter_map(|node| Some((u64::try_from(node.integer()?).ok()?, node.span))).collect()
}
