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
    Fen,
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
    LazyLock::new(|| lines(include_str!("data/keys.txt")).map(listed).collect());

/// The option by which pieces castle from wherever they stand.
pub(crate) fn roaming() -> &'static str {
    KEYS.iter().find(|key| key.name.ends_with("960")).map_or("", |key| key.name)
}

/// The movement of the hoppers that neither capture nor jump over pieces of their own type.
pub(crate) const HOPPER: &str = "pR";

/// The types of piece known by name: the option, the movement and the name in a game file.
pub(crate) static TYPES: LazyLock<Vec<[&str; 3]>> =
    LazyLock::new(|| lines(include_str!("data/pieces.txt")).map(columns).collect());

/// The option of the first of these types, the one with a double step.
pub(crate) fn pawn() -> &'static str {
    TYPES[0][0]
}

/// The option of the last of these types, which is royal without a further option.
pub(crate) fn king() -> &'static str {
    TYPES[TYPES.len() - 1][0]
}

/// Movements and the names of the pieces that have them.
pub(super) static NAMES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let split = |line: &'static str| line.rsplit_once(' ').map(|(moves, name)| (moves.trim(), name));
    lines(include_str!("data/names.txt")).filter_map(split).collect()
});

/// Values named after games, and what they mean: the option, the value and the meaning.
static VALUES: LazyLock<Vec<[&str; 3]>> = LazyLock::new(|| {
    let row = |line: &'static str| <[&str; 3]>::try_from(line.split_whitespace().collect::<Vec<_>>()).ok();
    lines(include_str!("data/values.txt")).filter_map(row).collect()
});

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

pub(super) fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The first word, the last, and what is between them.
fn columns(line: &'static str) -> [&'static str; 3] {
    let (option, rest) = line.split_once(' ').unwrap_or((line, ""));
    let (moves, name) = rest.trim().rsplit_once(' ').unwrap_or((rest, option));
    let moves = moves.trim();
    [option, if moves == "-" { "" } else { moves }, name]
}

fn listed(line: &'static str) -> Key {
    let (said, needs) = line.split_once(" | ").map_or((line, None), |(said, needs)| (said, Some(needs)));
    let mut words = said.splitn(3, ' ');
    let name = words.next().unwrap_or_default();
    let word = StrDeserializer::<Error>::new(words.next().unwrap_or_default());
    let kind = Kind::deserialize(word).unwrap_or(Kind::Gui);
    Key { name, kind, default: words.next().unwrap_or_default(), needs }
}
