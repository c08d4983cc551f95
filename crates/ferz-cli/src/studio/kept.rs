//! The part of a table that outlives the program: the game, its players and its clock.

use std::collections::BTreeMap;

use ferz::{Choice, Level, Side};
use serde::{Deserialize, Serialize};

use super::clock::Clock;
use super::fault::Fault;
use super::notes::Notes;

/// The origin of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) enum Origin {
    /// A built-in game.
    BuiltIn(String),
    /// A file, by its path from the root.
    File(String),
}

/// The kind of player of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) enum Seat {
    #[default]
    Person,
    Engine,
}

/// The players of both sides, and the level of the engine.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Seats {
    pub(super) white: Seat,
    pub(super) black: Seat,
    pub(super) level: u8,
}

impl Default for Seats {
    fn default() -> Self {
        Self { white: Seat::Person, black: Seat::Engine, level: Level::USUAL.number() }
    }
}

impl Seats {
    pub(super) fn of(self, side: Side) -> Seat {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    pub(super) fn sound(self) -> Result<Self, Fault> {
        match Level::new(self.level) {
            Some(_) => Ok(self),
            None => {
                Err(Fault::bad(format!("a level must be from 1 to {}, not {}", Level::HIGHEST, self.level)))
            }
        }
    }
}

/// The part of a table that is kept on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    pub(super) version: u32,
    pub(super) title: String,
    pub(super) origin: Origin,
    pub(super) options: Vec<(String, String)>,
    /// The FEN of the beginning, if that is not the start position.
    pub(super) start: Option<String>,
    /// True if the game goes on from another position than it began with, because the rules have changed.
    #[serde(default)]
    pub(super) changed: bool,
    /// The FEN that it began with then.
    #[serde(default)]
    pub(super) setup: Option<String>,
    #[serde(alias = "steps")]
    pub(super) moves: Vec<String>,
    /// Moves taken back, the next first.
    pub(super) ahead: Vec<String>,
    #[serde(default, skip_serializing_if = "Notes::is_empty")]
    pub(super) notes: Notes,
    pub(super) seats: Seats,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) clock: Option<Clock>,
    /// The players, the event and the result, by their names in PGN.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) tags: Tags,
    /// The games that came in one PGN, if there are several, and which of them is on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) chapters: Vec<Chapter>,
    #[serde(default)]
    pub(super) chapter: usize,
}

/// One of several games, while another one is on the board.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Chapter {
    /// The FEN of the beginning, if that is not the start position.
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
    #[serde(default, skip_serializing_if = "Notes::is_empty")]
    pub(super) notes: Notes,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) tags: Tags,
}

/// What a record says about a game besides its moves, by the names of PGN.
pub(super) type Tags = BTreeMap<String, String>;

/// The tags that are kept.
const TAGS: [&str; 9] = ["White", "Black", "WhiteElo", "BlackElo", "Event", "Site", "Date", "Round", RESULT];
/// The tag that ends a game whose rules don't.
pub(super) const RESULT: &str = "Result";
/// The most letters of a tag.
const LONGEST_TAG: usize = 200;

/// Returns the tags of these that say something.
pub(super) fn telling(tags: impl IntoIterator<Item = (String, String)>) -> Tags {
    let tidy = |(name, value): (String, String)| (name, value.trim().chars().take(LONGEST_TAG).collect());
    let tells = |(name, value): &(String, String)| {
        TAGS.contains(&name.as_str()) && value.chars().any(|sign| !matches!(sign, '?' | '.' | '*' | '-'))
    };
    tags.into_iter().map(tidy).filter(tells).collect()
}

impl Kept {
    /// Returns `true` if nothing was done at the table.
    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
            && self.ahead.is_empty()
            && self.start.is_none()
            && self.notes.is_empty()
            && self.tags.is_empty()
    }
}

/// The version of [`Kept`].
pub(super) const VERSION: u32 = 1;

/// The choices of options, as they are kept.
pub(super) fn choices(options: &[(String, String)]) -> Vec<Choice> {
    options.iter().map(|(name, value)| Choice { name: name.clone(), value: value.clone() }).collect()
}
