//! Values that were found by tuning, in the place of derived ones: what is kept beside a game.
//!
//! A file of values is TOML: `[pieces]` says what the men of a type are worth, in the middle of the game and at its end, in hundredths of the
//! man of which there are most; `[terms]` by how many percent of the derived weight everything else counts; `search`, above both, how the
//! engine searches this game. What it doesn't name stays as derived.

use std::ops::Range;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::method::Method;
use crate::text::{Diagnostic, Span};

/// A term of the evaluation besides material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// Squares men can come to where they are not at risk.
    Freedom,
    /// Attacks on squares about the enemy's royal man.
    Pressure,
    /// Own men about the own royal man.
    Shelter,
    /// Men that promote guarding one another.
    Chained,
    /// Men that promote guarding stronger ones.
    Guarded,
    /// Men that a man that promotes could take.
    Threatened,
    /// Men that a man worth less could take, those that promote aside.
    Prey,
    /// Men that promote and that nothing can stop.
    Unstopped,
    /// Men that promote side by side.
    Abreast,
    /// Men that promote and that no other can come to guard.
    Lone,
    /// Men that promote behind another.
    Doubled,
    /// Men that the enemy could take and nobody guards, those that promote aside.
    Loose,
    /// The same of men that promote.
    Stray,
    /// Squares that a side strikes and the other does not.
    Held,
    /// The same of squares about the enemy's royal man, where he alone guards.
    Breach,
    /// Squares from which a man could give check unpunished.
    Checks,
    /// Men with hardly a safe square to come to, those that promote aside.
    Stuck,
    /// Men that a man that promotes could attack by a safe step.
    Push,
    /// Being the side to move.
    Tempo,
    /// The piece-square values.
    Place,
    /// The piece-square values of royal pieces.
    RoyalPlace,
}

/// How many terms there are.
pub(super) const TERMS: usize = 21;

/// The names of the terms, in order.
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
    "tempo",
    "place",
    "royal-place",
];

/// Something in the middle of the game and at its end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stages {
    /// In the middle.
    pub mid: i32,
    /// At the end.
    pub end: i32,
}

/// Something by rank, seen from the side of the man, or by file, from the edge inwards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// In the middle.
    pub mid: Vec<i32>,
    /// At the end.
    pub end: Vec<i32>,
}

impl Course {
    /// The value at a place; zero beyond the end.
    pub(super) fn at(&self, place: usize) -> Stages {
        let get = |values: &[i32]| values.get(place).copied().unwrap_or(0);
        Stages { mid: get(&self.mid), end: get(&self.end) }
    }
}

/// Values for the engine in the place of those it derives from the rules.
///
/// ```
/// let values = ferz::Values::read("[pieces]\nrook = { mid = 480, end = 550 }\n").unwrap();
/// assert_eq!(values.men["rook"].end, 550);
/// assert!(ferz::Values::read("[pieces]\nrook = 5\n").is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Values {
    /// How the engine searches, if it isn't told.
    #[serde(default)]
    pub search: Option<Method>,
    /// By the name of the piece what a man is worth, in hundredths of the man of which the array has most.
    #[serde(default, rename = "pieces")]
    pub men: IndexMap<String, Stages>,
    /// By the name of the term how many percent of the derived weight it has.
    #[serde(default)]
    pub terms: IndexMap<String, Stages>,
    /// By the name of the piece how many percent of the derived weight its freedom has, beside that of the term.
    #[serde(default)]
    pub freedom: IndexMap<String, Stages>,
    /// By the name of the piece what it is worth more by rank, the nearest to its side first.
    #[serde(default)]
    pub ranks: IndexMap<String, Course>,
    /// By the name of the piece what it is worth more by file, those at the edges first.
    #[serde(default)]
    pub files: IndexMap<String, Course>,
}

/// Why a text holds no values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuesError {
    /// A description of the fault.
    pub message: String,
    /// The bytes to look at.
    pub range: Range<usize>,
}

impl ValuesError {
    /// The same as a diagnostic with a place in a source.
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

/// Values beyond this would drown what a search knows of decided games.
const MOST_VALUE: i32 = 5_000;
/// No weight is so many times the derived one.
const MOST_PERCENT: i32 = 2_000;

impl Values {
    /// Reads a text.
    ///
    /// # Errors
    /// Returns the fault and its range if the text is no TOML, has other keys, or has values that no search could bear. Pieces are not
    /// checked: those that a game doesn't have are passed over.
    pub fn read(text: &str) -> Result<Self, ValuesError> {
        let error = |message: String, range: Range<usize>| ValuesError { message, range };
        let values: Self = toml::from_str(text)
            .map_err(|bad| error(bad.message().to_owned(), bad.span().unwrap_or(0..0)))?;
        let beyond = |stages: &Stages, most: i32| stages.mid.abs() > most || stages.end.abs() > most;
        let place = |name: &str| {
            let at = text.find(name).unwrap_or(0);
            at..at + name.len()
        };
        if let Some((name, _)) = values.men.iter().find(|(_, stages)| beyond(stages, MOST_VALUE)) {
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

    /// Writes them down as [`read`](Self::read) reads them, a line a value.
    pub fn text(&self) -> String {
        let stages = |stages: &Stages| format!("{{ mid = {}, end = {} }}", stages.mid, stages.end);
        let course = |course: &Course| format!("{{ mid = {:?}, end = {:?} }}", course.mid, course.end);
        let parts = [
            table("pieces", &self.men, stages),
            table("terms", &self.terms, stages),
            table("freedom", &self.freedom, stages),
            table("ranks", &self.ranks, course),
            table("files", &self.files, course),
        ];
        let search = self.search.map(|method| format!("search = \"{method}\"\n"));
        search.into_iter().chain(parts.into_iter().flatten()).collect::<Vec<_>>().join("\n")
    }

    /// The percents of a term.
    pub(super) fn percent(&self, term: usize) -> Stages {
        self.terms.get(NAMES[term]).copied().unwrap_or(Stages { mid: 100, end: 100 })
    }
}

/// A table as TOML writes it, a line an entry; nothing of one that is empty.
fn table<T>(name: &str, entries: &IndexMap<String, T>, written: impl Fn(&T) -> String) -> Option<String> {
    let widest = entries.keys().map(|name| key(name).len()).max()?;
    let line = |(name, entry): (&String, &T)| format!("{:widest$} = {}\n", key(name), written(entry));
    Some(format!("[{name}]\n{}", entries.iter().map(line).collect::<String>()))
}

/// A name as TOML writes it before a `=`.
fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !name.is_empty() && name.chars().all(bare) { name.to_owned() } else { format!("{name:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let stages = |mid, end| Stages { mid, end };
        let values = Values {
            search: Some(Method::Tree),
            men: [("rook".to_owned(), stages(480, -3)), ("été \"x\"".to_owned(), stages(1, 2))].into(),
            terms: [("free".replace("free", "freedom"), stages(100, 0))].into(),
            freedom: [("rook".to_owned(), stages(80, 120))].into(),
            ranks: [("rook".to_owned(), Course { mid: vec![0, -3, 7], end: vec![] })].into(),
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
