//! Portable Game Notation (S. J. Edwards, 1994) for every game: one reader, one writer.
//!
//! A [`Reader`] reads games from a stream one by one, so that a file may be of any size; each is a [`Record`], as written. [`Record::play`]
//! replays it by the rules of a game, variations included, and reports everything that is wrong with it; the result is again a record, in
//! one notation. A record is written by its [`Display`](std::fmt::Display).
//!
//! Besides the tags of the standard, `Variant` names the game, `VariantOptions` its options (`gardez=declared, double-step=off`), `SetUp`
//! and `FEN` the position it begins with. The names of games are not known here.
//!
//! ```
//! use ferz::pgn::{Termination, Reader, Notation};
//! let text = "[White \"Nobody\"]\n\n1. f3 {weak} e5 2. g4?? (2. e4 Nf6) Qh4# 0-1\n";
//! let record = Reader::new(text.as_bytes()).next().unwrap()?;
//! assert_eq!((record.tag("White"), record.termination), (Some("Nobody"), Some(Termination::Black)));
//! let played = record.play(&ferz::Variant::load("chess", &[])?, Notation::Coordinates);
//! assert!(played.faults.is_empty());
//! assert_eq!(played.game.outcome().unwrap().reason, "checkmate");
//! assert!(played.record.to_string().ends_with("1. f2f3 {weak} 1... e7e5 2. g2g4 $4 (2. e2e4 g8f6) 2... d8h4 0-1\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod lexer;
mod play;
mod reader;
mod writer;

use std::fmt;

pub use play::{Notation, Played};
pub use reader::Reader;

use crate::text::Severity;
use crate::{Outcome, Side};

/// A place in a text: line and column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

/// A fault of a game, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The place.
    pub place: Place,
    /// Its severity: an error, or a warning if the game can be read all the same.
    pub severity: Severity,
    /// The message: a sentence without a full stop.
    pub message: String,
}

impl Fault {
    /// Creates an error at a place; the message is a sentence without a full stop.
    pub fn error(place: Place, message: impl Into<String>) -> Self {
        Self { place, severity: Severity::Error, message: message.into() }
    }

    pub(crate) fn warning(place: Place, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(place, message) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.severity == Severity::Error { "error" } else { "warning" };
        write!(f, "{}:{}: {word}: {}", self.place.line, self.place.column, self.message)
    }
}

/// A tag: `[Event "Somewhere"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name: letters, digits and `_`.
    pub name: String,
    /// Its value, without quotes and escapes.
    pub value: String,
    /// The place of the tag.
    pub place: Place,
}

/// The game termination marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Termination {
    /// `1-0`: White has won.
    White,
    /// `0-1`: Black has won.
    Black,
    /// `1/2-1/2`: a draw.
    Draw,
    /// `*`: the game is unfinished, or its result unknown.
    Unknown,
}

impl Termination {
    /// Returns the marker of a game with this outcome.
    pub fn of(outcome: Option<&Outcome>) -> Self {
        match outcome.map(|outcome| outcome.winner) {
            None => Self::Unknown,
            Some(None) => Self::Draw,
            Some(Some(Side::White)) => Self::White,
            Some(Some(Side::Black)) => Self::Black,
        }
    }

    /// Returns the win of a side.
    pub fn win(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }

    /// Returns `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn word(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Parses its token, also as `½-½` or `1/2`, and with two points for a win, as records of draughts have it: `2-0`, `1-1`.
    pub fn read(word: &str) -> Option<Self> {
        Some(match word {
            "1-0" | "2-0" => Self::White,
            "0-1" | "0-2" => Self::Black,
            "1/2-1/2" | "1/2" | "½-½" | "1-1" => Self::Draw,
            "*" => Self::Unknown,
            _ => return None,
        })
    }
}

/// An annotation that follows a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A Numeric Annotation Glyph, `$4`.
    Nag(u8),
    /// A comment: `{…}`, or from `;` to the end of the line.
    Comment(String),
    /// A variation: moves that could have been played instead.
    Variation(Line),
}

/// A move in the movetext.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// The move as written.
    pub text: String,
    /// The place of the move.
    pub place: Place,
    /// The move number and the side; not known before the game is replayed.
    pub turn: Option<(u32, Side)>,
    /// The annotations that follow it, in order.
    pub notes: Vec<Note>,
}

/// A sequence of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub before: Vec<String>,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// A game as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Its tags, in order.
    pub tags: Vec<Tag>,
    /// Its moves.
    pub line: Line,
    /// The game termination marker; `None` if there is none.
    pub termination: Option<Termination>,
    /// The place where the game begins.
    pub place: Place,
    /// The place where the game ends.
    pub end: Place,
    /// The syntax faults of the record.
    pub faults: Vec<Fault>,
}

impl Record {
    /// Returns the value of the first tag of a name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.whole_tag(name).map(|tag| tag.value.as_str())
    }

    /// Returns the first tag of a name, with its place.
    pub fn whole_tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// Sets a tag, at the end if there was none of that name.
    ///
    /// ```
    /// let mut record = ferz::pgn::Record::default();
    /// record.set("Event", "a \"match\"");
    /// assert!(record.to_string().starts_with(r#"[Event "a \"match\""]"#));
    /// ```
    pub fn set(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => value.clone_into(&mut tag.value),
            None => {
                let tag = Tag { name: name.to_owned(), value: value.to_owned(), place: Place::default() };
                self.tags.push(tag);
            }
        }
    }
}
