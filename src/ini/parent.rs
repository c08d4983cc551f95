//! The game of ferz that a variant descends from, and what a file says that extends it.

use toml::{Table, Value};

use crate::definition::Library;
use crate::game::BuiltIn;
use crate::notation::moves::moves;
use crate::order;

/// A built-in game with all that it inherits, or nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Parent {
    /// The name of the game.
    pub(super) name: Option<String>,
    pub(super) table: Table,
}

/// The maximum number of games that extend one another.
const DEEPEST: usize = 16;

/// Tables that are about a game itself and are not inherited.
const OWN: [&str; 3] = ["extends", "example", "options"];

impl Parent {
    /// The game that other programs call by this name.
    pub(super) fn find(name: &str) -> Option<Self> {
        let (path, _) = BuiltIn.find(name)?;
        let name = path.rsplit('/').next()?.strip_suffix(".toml")?.to_owned();
        Some(Self { table: whole(&name, 0)?, name: Some(name) })
    }

    fn at(&self, path: &[&str]) -> Option<&Value> {
        let (last, above) = path.split_last()?;
        let table = above.iter().try_fold(&self.table, |table, key| table.get(*key)?.as_table())?;
        table.get(*last)
    }

    /// Returns `true` if the game says this there.
    pub(super) fn says(&self, path: &[&str], text: &str) -> bool {
        self.at(path).and_then(Value::as_str) == Some(text)
    }

    /// Returns `true` if an end of the game has this condition.
    pub(super) fn asks(&self, words: &str) -> bool {
        let ends = self.at(&["end"]).and_then(Value::as_table);
        ends.is_some_and(|ends| {
            ends.values()
                .filter_map(Value::as_table)
                .flat_map(Table::values)
                .any(|text| text.as_str().is_some_and(|text| text.contains(words)))
        })
    }

    /// The name of the piece type of a letter.
    pub(super) fn named(&self, letter: &str) -> Option<String> {
        let pieces = self.at(&["pieces"])?.as_table()?;
        let is = |value: &Value| value.get("letter").and_then(Value::as_str) == Some(letter);
        pieces.iter().find(|(_, value)| is(value)).map(|(name, _)| name.clone())
    }

    /// Returns the table of a file that extends the game and says the same as a whole file.
    pub(super) fn difference(&self, whole: &Table) -> Table {
        let whole = self.named_alike(whole);
        let mut said = difference(&self.table, &whole, &self.regions());
        if said.get("setup").is_some() {
            complete_setup(&mut said, &whole);
        }
        said
    }

    /// Returns the table of a file that extends the game and changes in it what changes between two whole files; `None` if that is something
    /// that the first of them doesn't say as the game does.
    pub(super) fn change(&self, before: &Table, after: &Table) -> Option<Table> {
        let (before, after) = (self.named_alike(before), self.named_alike(after));
        let regions = self.regions();
        let mut said = difference(&before, &after, &regions);
        let otherwise = difference(&self.table, &before, &regions);
        if said.get("setup").is_some() {
            complete_setup(&mut said, &after);
        }
        let clashes = |(key, value): (&String, &Value)| match (value, otherwise.get(key)) {
            (_, None) => false,
            _ if key == "setup" => false,
            (Value::Table(said), Some(Value::Table(other))) if APART.contains(&key.as_str()) => {
                said.keys().any(|key| other.contains_key(key))
            }
            _ => true,
        };
        (!said.iter().any(clashes)).then_some(said)
    }

    /// Changes the ends of the game that count moves without progress: drops are progress.
    pub(super) fn count_drops(&self, change: &mut Table) {
        let Some(theirs) = self.at(&["end"]).and_then(Value::as_table) else { return };
        for (name, end) in theirs {
            let clocks = end.as_table().into_iter().flatten().filter_map(|(word, text)| {
                let (moves, resets) = text.as_str()?.split_once(" moves without capture")?;
                let drops =
                    if resets.starts_with(" or ") || resets.starts_with(',') { ", drop" } else { " or drop" };
                (!resets.contains("drop"))
                    .then(|| (word.clone(), format!("{moves} moves without capture{drops}{resets}")))
            });
            let clocks: Table = clocks.map(|(word, text)| (word, Value::String(text))).collect();
            let ends = change.entry("end").or_insert_with(|| Value::Table(Table::new()));
            if let (false, Value::Table(ends)) = (clocks.is_empty(), ends) {
                ends.entry(name.clone()).or_insert(Value::Table(clocks));
            }
        }
    }

    /// A whole file in which rules have the same names as in the game.
    fn named_alike(&self, whole: &Table) -> Table {
        let mut whole = whole.clone();
        for key in RULES {
            self.rename(&mut whole, key);
        }
        self.order_ends(&mut whole);
        whole
    }

    fn regions(&self) -> Table {
        self.at(&["regions"]).and_then(Value::as_table).cloned().unwrap_or_default()
    }

    /// Renames rules as in the parent if it has the same ones.
    fn rename(&self, whole: &mut Table, key: &str) {
        let (Some(Value::Table(mine)), Some(Value::Table(theirs))) = (whole.get(key), self.table.get(key))
        else {
            return;
        };
        let regions = self.regions();
        let mut named = Table::new();
        for (name, value) in mine {
            let alike = |other: &str| {
                theirs.get(other).is_some_and(|other| value.is_table() && same("", other, value, &regions))
            };
            let free = |other: &str| !mine.contains_key(other) && !named.contains_key(other);
            let name = match alike(name) {
                true => name.clone(),
                false => theirs.keys().find(|other| alike(other) && free(other)).unwrap_or(name).clone(),
            };
            named.insert(name, value.clone());
        }
        whole.insert(key.to_owned(), Value::Table(named));
    }

    /// Ends that the parent has come first in a child: where that would change what decides, new ends are put before them.
    fn order_ends(&self, whole: &mut Table) {
        let (Some(Value::Table(mine)), Some(Value::Table(theirs))) =
            (whole.get("end"), self.table.get("end"))
        else {
            return;
        };
        let history = |value: &Value| {
            value.as_table().is_some_and(|table| {
                table.values().any(|text| {
                    text.as_str()
                        .is_some_and(|text| text.contains("occurrence") || text.contains(" without "))
                })
            })
        };
        let mut ordered = Table::new();
        for (at, (name, value)) in mine.iter().enumerate() {
            let mut value = value.clone();
            let later = |(name, value): &(&String, &Value)| {
                theirs.contains_key(*name) && value.get("draw").is_some() && !history(value)
            };
            let next = mine.iter().skip(at + 1).find(later).map(|(name, _)| name.clone());
            if let (false, Some(table), Some(next)) =
                (theirs.contains_key(name) || history(&value), value.as_table_mut(), next)
            {
                table.insert("before".into(), next.into());
            }
            ordered.insert(name.clone(), value);
        }
        whole.insert("end".into(), Value::Table(ordered));
    }
}

/// The tables that hold rules by names.
const RULES: [&str; 5] = ["end", "forbid", "must", "promotion", "drop"];

/// The tables whose entries don't affect one another.
const APART: [&str; 5] = ["pieces", "end", "forbid", "must", "drop"];

/// A game with what it inherits.
fn whole(name: &str, depth: usize) -> Option<Table> {
    let (_, text) = BuiltIn.find(name)?;
    let mut table: Table = toml::from_str(text).ok()?;
    let parent = table.get("extends").and_then(Value::as_str).map(str::to_owned);
    OWN.iter().for_each(|key| drop(table.remove(*key)));
    match parent.filter(|_| depth < DEEPEST) {
        None => Some(table),
        Some(parent) => {
            let mut inherited = whole(&parent, depth + 1)?;
            inherited.remove("game");
            merge(&mut inherited, table);
            Some(inherited)
        }
    }
}

fn merge(parent: &mut Table, child: Table) {
    for (key, value) in child {
        match (parent.get_mut(&key), value) {
            (Some(Value::Table(mine)), Value::Table(theirs)) => merge(mine, theirs),
            (Some(_), Value::Boolean(false)) if key != "royal" && key != "optional" => {
                drop(parent.remove(&key))
            }
            (_, value) => drop(parent.insert(key, value)),
        }
    }
}

/// Returns the table that changes one table into another.
fn difference(old: &Table, new: &Table, regions: &Table) -> Table {
    let mut said = Table::new();
    for (key, value) in new {
        match (old.get(key), value) {
            (Some(before), _) if same(key, before, value, regions) => {}
            (Some(Value::Table(before)), Value::Table(after)) if key != "to" && key != "limit" => {
                let within = difference(before, after, regions);
                if !within.is_empty() {
                    said.insert(key.clone(), Value::Table(within));
                }
            }
            // a table in place of a table is merged: keys that it no longer has are removed by name
            (Some(Value::Table(before)), Value::Table(after)) => {
                drop(said.insert(key.clone(), Value::Table(difference(before, after, regions))))
            }
            _ => drop(said.insert(key.clone(), value.clone())),
        }
    }
    for key in old.keys().filter(|key| !new.contains_key(*key) && !SILENT.contains(&key.as_str())) {
        said.insert(key.clone(), Value::Boolean(false));
    }
    said
}

/// Keys of a parent that a child need not remove: they are no rules.
const SILENT: [&str; 16] = [
    "before",
    "game",
    "regions",
    "glyphs",
    "figure",
    "kanji",
    "tiles",
    "grid",
    "river",
    "diagonals",
    "tinted",
    "san",
    "options",
    "notation",
    "a1",
    "movements",
];

/// Returns `true` if two values say the same.
fn same(key: &str, old: &Value, new: &Value, regions: &Table) -> bool {
    if old == new {
        return true;
    }
    match (old, new) {
        (Value::String(before), Value::String(after)) if key == "moves" => same_moves(before, after),
        (Value::String(before), Value::String(after)) => {
            let meant = regions.get(before).and_then(Value::as_str);
            meant == Some(after) || LISTS.contains(&key) && words(before) == words(after)
        }
        (Value::Table(before), Value::Table(after)) => {
            let silent = |key: &&String| !SILENT.contains(&key.as_str());
            before.keys().filter(silent).count() == after.keys().filter(silent).count()
                && after
                    .iter()
                    .all(|(key, value)| before.get(key).is_some_and(|old| same(key, old, value, regions)))
        }
        (Value::Array(before), Value::Array(after)) => {
            before.len() == after.len()
                && before.iter().zip(after).all(|(old, new)| same(key, old, new, regions))
        }
        _ => false,
    }
}

/// Keys that hold lists of pieces, in any order.
const LISTS: [&str; 4] = ["pieces", "to", "by", "capture"];

/// The words of a list in any order.
fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    order::values(&mut words);
    words
}

fn same_moves(before: &str, after: &str) -> bool {
    matches!((moves(before), moves(after)), (Ok((before, _)), Ok((after, _))) if before == after)
}

/// Rows and a FEN exclude each other: a file that gives one removes the other.
fn complete_setup(said: &mut Table, whole: &Table) {
    if let (Some(Value::Table(setup)), Some(Value::Table(all))) = (said.get_mut("setup"), whole.get("setup"))
    {
        for (key, value) in all {
            setup.entry(key.clone()).or_insert_with(|| value.clone());
        }
    }
}
