//! The options of variants.ini: their kinds, their default values, and what ferz lacks to express the others.

use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};

/// The kind of value that an option has.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// An option for drawing or evaluating the game; no rule.
    Gui,
    /// The options named by the value, all at once.
    Both,
    /// `true` or `false`, in built-in variants; not an option of a file.
    BuiltIn,
    Bool,
    Rank,
    /// A rank, in an option that others have replaced.
    Old,
    File,
    Number,
    Squares,
    Pieces,
    Piece,
    Pairs,
    Counts,
    Value,
    Text,
}

/// An option.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// Its default value; for `Both`, the options it sets.
    pub(super) default: &'static str,
    /// The feature that ferz would need for any other value.
    pub(super) needs: Option<&'static str>,
}

/// All options, but those that name pieces.
pub(super) static KEYS: LazyLock<Vec<Key>> =
    LazyLock::new(|| rows(include_str!("data/keys.txt")).map(listed).collect());

/// The option by which pieces castle from wherever they stand.
pub(crate) fn roaming() -> &'static str {
    KEYS.iter().find(|key| key.name.ends_with("960")).map_or("", |key| key.name)
}

/// The movement of the hoppers that neither capture nor jump over pieces of their own type.
pub(crate) const HOPPER: &str = "pR";

/// The types of piece known by name: the option, the movement and the name in a game file.
pub(crate) static TYPES: LazyLock<Vec<[&str; 3]>> =
    LazyLock::new(|| rows(include_str!("data/pieces.txt")).collect());

/// The option of the first of these types, the one with a double step.
pub(crate) fn pawn() -> &'static str {
    TYPES[0][0]
}

/// The option of the last of these types, which is royal without a further option.
pub(crate) fn king() -> &'static str {
    TYPES[TYPES.len() - 1][0]
}

/// Movements and the names of the pieces that have them.
pub(super) static NAMES: LazyLock<Vec<(&str, &str)>> =
    LazyLock::new(|| rows(include_str!("data/names.txt")).map(|[moves, name]| (moves, name)).collect());

/// Values named after games, and what they mean: the option, the value and the meaning.
static VALUES: LazyLock<Vec<[&str; 3]>> = LazyLock::new(|| rows(include_str!("data/values.txt")).collect());

/// Returns the meaning of a value of an option; nothing if the value is unknown.
pub(super) fn meaning(option: &str, value: &str) -> Option<&'static str> {
    VALUES.iter().find(|known| known[0] == option && known[1] == value).map(|known| known[2])
}

/// Returns the value of an option that has a meaning.
pub(crate) fn value(option: &str, meaning: &str) -> Option<&'static str> {
    VALUES.iter().find(|known| known[0] == option && known[2] == meaning).map(|known| known[1])
}

/// The option of that name.
pub(super) fn key(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// The lines of a table that are no comments.
pub(super) fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The lines of a table with bars between its columns; what a line doesn't say is empty.
pub(super) fn rows<const N: usize>(text: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    lines(text).map(|line| {
        let mut columns = line.splitn(N, '|').map(str::trim);
        [(); N].map(|()| columns.next().unwrap_or_default())
    })
}

fn listed([name, kind, default, needs]: [&'static str; 4]) -> Key {
    let kind = Kind::deserialize(StrDeserializer::<Error>::new(kind)).unwrap_or(Kind::Gui);
    Key { name, kind, default, needs: Some(needs).filter(|needs| !needs.is_empty()) }
}
