//! Tuned evaluation values, kept alongside a game, which replace the derived ones.
//!
//! A values file is TOML. `[pieces]` has the values of piece types in the middlegame and the endgame, in hundredths of the most numerous
//! piece; `[terms]` the percentage of its derived weight at which each other term counts; `search`, above both, the search method for this
//! game. Whatever is not named keeps its derived value.

use std::ops::Range;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::method::Method;
use crate::text::{Diagnostic, Span};

/// A term of the evaluation besides material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// Safe mobility: target squares where pieces are not at risk.
    Freedom,
    /// Attacks on squares around the enemy royal piece.
    Pressure,
    /// Own pieces around the own royal piece.
    Shelter,
    /// Promoting pieces that guard one another.
    Chained,
    /// Stronger pieces guarded by promoting ones.
    Guarded,
    /// Pieces that a promoting piece attacks.
    Threatened,
    /// Pieces attacked by a less valuable one, promoting pieces aside.
    Prey,
    /// Passed pieces: promoting pieces that nothing can stop.
    Unstopped,
    /// Promoting pieces side by side.
    Abreast,
    /// Isolated promoting pieces, which no other can come to guard.
    Lone,
    /// Doubled promoting pieces, one behind another.
    Doubled,
    /// Hanging pieces: attacked and unguarded, promoting pieces aside.
    Loose,
    /// Hanging promoting pieces.
    Stray,
    /// Squares that a side attacks and the other does not.
    Held,
    /// Such squares around the enemy royal piece, guarded by it alone.
    Breach,
    /// Safe checks: squares from which a piece could give check without being captured.
    Checks,
    /// Pieces with hardly a safe target square, promoting pieces aside.
    Stuck,
    /// Pieces that a promoting piece could attack by a safe move.
    Push,
    /// The distance of a piece from a region that wins, past whatever stands in its way or guards it.
    Race,
    /// The checks given, in a game that is won by giving a number of them.
    Given,
    /// The moves that a side lacks to what wins, such as a chain of its pieces.
    Aim,
    /// The value of being the side to move.
    Tempo,
    /// The piece-square values.
    Place,
    /// The piece-square values of royal pieces.
    RoyalPlace,
}

/// The number of terms.
pub(super) const TERMS: usize = 24;

/// The names of the terms, in the order of the enum.
pub(super) const NAMES: [&str; TERMS] = [
    "freedom",
    "pressure",
    "shelter",
    "chained",
    "guarded",
    "threatened",
    "prey",
    "unstopped",
    "abreast",
    "lone",
    "doubled",
    "loose",
    "stray",
    "held",
    "breach",
    "checks",
    "stuck",
    "push",
    "race",
    "given",
    "aim",
    "tempo",
    "place",
    "royal-place",
];

/// A middlegame and an endgame value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tapered {
    /// The middlegame value.
    pub mid: i32,
    /// The endgame value.
    pub end: i32,
}

/// Values by rank, from the piece's own side, or by file, from the edge inwards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaperedTable {
    /// The middlegame values.
    pub mid: Vec<i32>,
    /// The endgame values.
    pub end: Vec<i32>,
}

impl TaperedTable {
    /// Returns the values at an index; zero beyond the end.
    pub(super) fn at(&self, place: usize) -> Tapered {
        let get = |values: &[i32]| values.get(place).copied().unwrap_or(0);
        Tapered { mid: get(&self.mid), end: get(&self.end) }
    }
}

/// Engine values that replace those derived from the rules.
///
/// ```
/// let values = ferz::Values::read("[pieces]\nrook = { mid = 480, end = 550 }\n").unwrap();
/// assert_eq!(values.pieces["rook"].end, 550);
/// assert!(ferz::Values::read("[pieces]\nrook = 5\n").is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Values {
    /// The search method, unless another is requested.
    #[serde(default)]
    pub search: Option<Method>,
    /// By piece name: the value of a piece, in hundredths of the most numerous piece of the start position.
    #[serde(default)]
    pub pieces: IndexMap<String, Tapered>,
    /// By term name: the percentage of its derived weight.
    #[serde(default)]
    pub terms: IndexMap<String, Tapered>,
    /// By piece name: the percentage of the derived weight of its mobility, multiplied by that of the term.
    #[serde(default)]
    pub freedom: IndexMap<String, Tapered>,
    /// By piece name: additional values by rank, its own side's first rank first.
    #[serde(default)]
    pub ranks: IndexMap<String, TaperedTable>,
    /// By piece name: additional values by file, the edge files first.
    #[serde(default)]
    pub files: IndexMap<String, TaperedTable>,
}

/// The error of a text that is not a valid values file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuesError {
    /// A description of the fault.
    pub message: String,
    /// The bytes at fault.
    pub range: Range<usize>,
}

impl ValuesError {
    /// Converts the error into a diagnostic at a place in a source.
    pub(crate) fn diagnostic(self, place: Span) -> Diagnostic {
        let message = format!("the values file of the game can't be used: {}", self.message);
        let help = "`ferz tune` writes them; without the file the engine derives them from the rules";
        Diagnostic::error("ferz::values::unsound", message).at(place, "here").help(help)
    }
}

impl std::fmt::Display for ValuesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for ValuesError {}

/// The largest absolute value: larger ones would overlap with the scores of decided games.
const MOST_VALUE: i32 = 5_000;
/// The largest percentage.
const MOST_PERCENT: i32 = 2_000;

impl Values {
    /// Parses a values file.
    ///
    /// # Errors
    /// Returns the fault and its range if the text is not TOML, or has unknown keys or values out of range. Piece names are not checked:
    /// those that a game does not have are ignored.
    pub fn read(text: &str) -> Result<Self, ValuesError> {
        let error = |message: String, range: Range<usize>| ValuesError { message, range };
        let values: Self = toml::from_str(text)
            .map_err(|bad| error(bad.message().to_owned(), bad.span().unwrap_or(0..0)))?;
        let beyond = |stages: &Tapered, most: i32| stages.mid.abs() > most || stages.end.abs() > most;
        let place = |name: &str| {
            let at = text.find(name).unwrap_or(0);
            at..at + name.len()
        };
        if let Some((name, _)) = values.pieces.iter().find(|(_, stages)| beyond(stages, MOST_VALUE)) {
            return Err(error(
                format!("`{name}` is worth more than {MOST_VALUE}, or less than that below 0"),
                place(name),
            ));
        }
        for (name, course) in values.ranks.iter().chain(&values.files) {
            if course.mid.iter().chain(&course.end).any(|value| value.abs() > MOST_VALUE) {
                return Err(error(
                    format!("a place of `{name}` is worth more than {MOST_VALUE}, or less than that below 0"),
                    place(name),
                ));
            }
        }
        if let Some(name) = values.terms.keys().find(|name| !NAMES.contains(&&***name)) {
            let known = NAMES.join(", ");
            return Err(error(format!("there is no term `{name}`: the terms are {known}"), place(name)));
        }
        for (name, stages) in values.terms.iter().chain(&values.freedom) {
            if stages.mid < 0 || stages.end < 0 || beyond(stages, MOST_PERCENT) {
                return Err(error(format!("`{name}` must be from 0 to {MOST_PERCENT} percent"), place(name)));
            }
        }
        Ok(values)
    }

    /// Formats the values as [`read`](Self::read) parses them, one per line.
    pub fn text(&self) -> String {
        let stages = |stages: &Tapered| format!("{{ mid = {}, end = {} }}", stages.mid, stages.end);
        let course = |course: &TaperedTable| format!("{{ mid = {:?}, end = {:?} }}", course.mid, course.end);
        let parts = [
            table("pieces", &self.pieces, stages),
            table("terms", &self.terms, stages),
            table("freedom", &self.freedom, stages),
            table("ranks", &self.ranks, course),
            table("files", &self.files, course),
        ];
        let search = self.search.map(|method| format!("search = \"{method}\"\n"));
        search.into_iter().chain(parts.into_iter().flatten()).collect::<Vec<_>>().join("\n")
    }

    /// Returns the percentages of a term.
    pub(super) fn percent(&self, term: usize) -> Tapered {
        self.terms.get(NAMES[term]).copied().unwrap_or(Tapered { mid: 100, end: 100 })
    }
}

/// Formats a TOML table, one entry per line; `None` if it is empty.
fn table<T>(name: &str, entries: &IndexMap<String, T>, written: impl Fn(&T) -> String) -> Option<String> {
    let widest = entries.keys().map(|name| key(name).len()).max()?;
    let line = |(name, entry): (&String, &T)| format!("{:widest$} = {}\n", key(name), written(entry));
    Some(format!("[{name}]\n{}", entries.iter().map(line).collect::<String>()))
}

/// Formats a name as a TOML key.
fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !name.is_empty() && name.chars().all(bare) { name.to_owned() } else { format!("{name:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let stages = |mid, end| Tapered { mid, end };
        let values = Values {
            search: Some(Method::Tree),
            pieces: [("rook".to_owned(), stages(480, -3)), ("été \"x\"".to_owned(), stages(1, 2))].into(),
            terms: [("free".replace("free", "freedom"), stages(100, 0))].into(),
            freedom: [("rook".to_owned(), stages(80, 120))].into(),
            ranks: [("rook".to_owned(), TaperedTable { mid: vec![0, -3, 7], end: vec![] })].into(),
            ..Values::default()
        };
        assert_eq!(Values::read(&values.text()).unwrap(), values);
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let place = |text: &str| {
            let error = Values::read(text).unwrap_err();
            (text[error.range].to_owned(), error.message)
        };
        assert_eq!(place("[pieces]\nrook = { mid = 5 }").0, "{ mid = 5 }");
        assert!(place("[pieces]\nrook = { mid = 99999, end = 1 }").1.contains("rook"));
        assert_eq!(place("[terms]\nfreedm = { mid = 1, end = 1 }").0, "freedm");
        assert!(place("[terms]\nfreedom = { mid = -1, end = 1 }").1.contains("percent"));
        assert_eq!(place("search = \"three\"").0, "\"three\"");
        assert!(place("[mne]\n").1.contains("mne"));
    }
}
