//! The table of pairs: a rule of a game file and the options that say it. An import writes the rule that options mean, an export finds the
//! options of a rule by what it means.
//!
//! Texts have placeholders in braces. The name of an option stands for its value in the words of game files, `x` for one of the types that a
//! pair is about; the import has some more words of its own. A list of texts says all of them, without those that have a placeholder of
//! which there is none.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use indexmap::IndexMap;
use serde::Deserialize;
use toml::{Table, Value};

use super::keys::rows;

/// A rule and its options.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pair {
    /// The name that an import gives to the rule.
    #[serde(default)]
    pub(crate) name: String,
    /// What must hold besides for an import to write the rule.
    #[serde(default, rename = "if")]
    pub(crate) given: String,
    /// What there is a rule for each of: `royal` types, those of an option, or what the import has a word for.
    #[serde(default)]
    pub(crate) of: String,
    /// The values of options; one in braces is any value.
    #[serde(default)]
    pub(crate) ini: IndexMap<String, String>,
    /// The rule.
    pub(crate) file: Table,
    /// The only direction in which the pair is read.
    pub(crate) only: Option<Direction>,
}

impl Pair {
    /// Returns `true` if it is about several rules, by their names, that say something only together.
    pub(crate) fn is_of_several(&self) -> bool {
        self.name.is_empty() && self.file.values().all(Value::is_table)
    }
}

/// What words stand for in one of several rules of a pair.
pub(crate) type Case = Vec<(&'static str, String)>;

/// Returns what a word stands for in a case.
pub(crate) fn word(case: &Case, name: &str) -> Option<String> {
    case.iter().find(|(word, _)| *word == name).map(|(_, said)| said.clone())
}

/// A direction of translation.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Direction {
    Import,
    Export,
}

static PAIRS: LazyLock<BTreeMap<String, Vec<Pair>>> =
    LazyLock::new(|| toml::from_str(include_str!("data/pairs.toml")).expect("the table of pairs is sound"));

/// Returns the pairs for the rules of a table, in one direction.
pub(crate) fn pairs(table: &str, direction: Direction) -> impl Iterator<Item = &'static Pair> {
    let all = PAIRS.get(table).into_iter().flatten();
    all.filter(move |pair| pair.only.is_none_or(|only| only == direction))
}

/// The results of an end for the player it is about: the word of a game file, the value of an option, and that for the opponent.
pub(crate) const RESULTS: [(&str, &str, &str); 3] =
    [("lose", "loss", "win"), ("win", "win", "loss"), ("draw", "draw", "draw")];

/// The counting rules by their names there.
pub(crate) static COUNTS: LazyLock<Table> =
    LazyLock::new(|| toml::from_str(include_str!("data/counting.toml")).expect("the counts are sound"));

/// Returns the options of the piece types that the chasing rule with a name there tells apart.
pub(crate) fn chasing(said: &str) -> impl Iterator<Item = &'static str> {
    let line = rows(include_str!("data/chasing.txt")).find(|[role, _]| *role == said);
    line.into_iter().flat_map(|[_, options]| options.split(' '))
}

/// Returns a text with words in the place of its placeholders; `None` if there is none for one of them.
pub(crate) fn said(text: &str, word: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let mut parts = text.split('{');
    let mut whole = parts.next()?.to_owned();
    for part in parts {
        let (name, after) = part.split_once('}')?;
        whole = whole + &word(name)? + after;
    }
    Some(whole)
}

/// Returns a value with words in the place of its placeholders.
pub(crate) fn filled(value: &Value, word: &dyn Fn(&str) -> Option<String>) -> Option<Value> {
    Some(match value {
        Value::String(text) => said(text, word)?.into(),
        Value::Table(table) => table_of(table, word)?.into(),
        Value::Array(all) => {
            let all: Vec<Value> = all.iter().filter_map(|part| filled(part, word)).collect();
            let texts: Option<Vec<&str>> = all.iter().map(Value::as_str).collect();
            match texts {
                _ if all.is_empty() => return None,
                Some(texts) => texts.join(" and ").into(),
                None => all.into(),
            }
        }
        other => other.clone(),
    })
}

/// Returns a table with words in the place of its placeholders.
pub(crate) fn table_of(table: &Table, word: &dyn Fn(&str) -> Option<String>) -> Option<Table> {
    table.iter().map(|(key, value)| Some((said(key, word)?, filled(value, word)?))).collect()
}
