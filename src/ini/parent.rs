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
    /// What other programs call it.
    pub(super) relative: Option<String>,
    pub(super) table: Table,
}

impl Parent {
    /// The game that other programs call by this name.
    pub(super) fn find(name: &str) -> Option<Self> {
        let (path, _) = BuiltIn.find(name)?;
        let own = path.rsplit('/').next()?.strip_suffix(".toml")?.to_owned();
        Some(Self { table: whole(&own)?, name: Some(own), relative: Some(name.to_owned()) })
    }

    /// A table of the game.
    fn table(&self, key: &str) -> Option<&Table> {
        self.table.get(key)?.as_table()
    }

    /// Returns `true` if the game says this in a table, under a key.
    pub(super) fn says(&self, [table, key]: &[&str; 2], text: &str) -> bool {
        self.table(table).and_then(|table| table.get(*key)?.as_str()) == Some(text)
    }

    /// Returns `true` if an end of the game has this condition.
    pub(super) fn asks(&self, words: &str) -> bool {
        let ends = self.table("end").into_iter().flat_map(Table::values).filter_map(Value::as_table);
        let mut texts = ends.flat_map(Table::values).filter_map(Value::as_str);
        texts.any(|text| text.contains(words))
    }

    /// The name of the piece type of a letter.
    pub(super) fn named(&self, letter: &str) -> Option<String> {
        let is = |value: &Value| value.get("letter").and_then(Value::as_str) == Some(letter);
        self.table("pieces")?.iter().find(|(_, value)| is(value)).map(|(name, _)| name.clone())
    }

    /// Returns the table of a file that extends the game and says the same as a whole file.
    pub(super) fn difference(&self, whole: &Table) -> Table {
        let whole = self.named_alike(whole);
        let mut said = difference(&self.table, &whole, &self.regions());
        complete_setup(&mut said, &whole);
        said
    }

    /// Returns the table of a file that extends the game and changes in it what changes between two whole files; `None` if that is something
    /// that the first of them doesn't say as the game does.
    pub(super) fn change(&self, before: &Table, after: &Table) -> Option<Table> {
        let (before, after) = (self.named_alike(before), self.named_alike(after));
        let regions = self.regions();
        let mut said = difference(&before, &after, &regions);
        let otherwise = difference(&self.table, &before, &regions);
        complete_setup(&mut said, &after);
        let clashes = |(key, value): (&String, &Value)| match (value, otherwise.get(key)) {
            (Value::Table(said), Some(Value::Table(other))) if APART.contains(&key.as_str()) => {
                said.keys().any(|key| other.contains_key(key))
            }
            (_, other) => other.is_some() && key != "setup",
        };
        (!said.iter().any(clashes)).then_some(said)
    }

    /// Changes the ends of the game that count moves without progress: drops are progress.
    pub(super) fn count_drops(&self, change: &mut Table) {
        let counted = |text: &str| {
            let (moves, resets) =
                text.split_once(" moves without capture").filter(|(_, rest)| !rest.contains("drop"))?;
            let more = resets.starts_with(" or ") || resets.starts_with(',');
            Some(format!("{moves} moves without capture{}{resets}", if more { ", drop" } else { " or drop" }))
        };
        let Value::Table(ends) = change.entry("end").or_insert_with(|| Table::new().into()) else { return };
        for (name, end) in self.table("end").into_iter().flatten() {
            let mut texts = end.as_table().into_iter().flatten();
            let clock = texts.find_map(|(word, text)| Some((word.clone(), counted(text.as_str()?)?.into())));
            if let Some(clock) = clock {
                ends.entry(name.clone()).or_insert_with(|| Table::from_iter([clock]).into());
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
        self.table("regions").cloned().unwrap_or_default()
    }

    /// A table of both files, if they have it.
    fn both<'a>(&'a self, whole: &'a Table, key: &str) -> Option<[&'a Table; 2]> {
        Some([whole.get(key)?.as_table()?, self.table(key)?])
    }

    /// Renames rules as in the parent if it has the same ones.
    fn rename(&self, whole: &mut Table, key: &str) {
        let Some([mine, theirs]) = self.both(whole, key) else { return };
        let regions = self.regions();
        let mut named = Table::new();
        for (name, value) in mine {
            let alike = |other: &&String| {
                let other = theirs.get(other.as_str());
                other.is_some_and(|other| value.is_table() && same("", other, value, &regions))
            };
            let free = |other: &&String| !mine.contains_key(*other) && !named.contains_key(*other);
            let known = || theirs.keys().find(|other| alike(other) && free(other));
            let name = Some(name).filter(alike).or_else(known).unwrap_or(name);
            named.insert(name.clone(), value.clone());
        }
        whole.insert(key.to_owned(), named.into());
    }

    /// Ends that the parent has come first in a child: where that would change what decides, new ends are put before them.
    fn order_ends(&self, whole: &mut Table) {
        let Some([mine, theirs]) = self.both(whole, "end") else { return };
        let history = |value: &Value| {
            let mut texts = value.as_table().into_iter().flatten().filter_map(|(_, text)| text.as_str());
            texts.any(|text| text.contains("occurrence") || text.contains(" without "))
        };
        let later = |(name, value): &(&String, &Value)| {
            theirs.contains_key(*name) && value.get("draw").is_some() && !history(value)
        };
        let mut ordered = Table::new();
        for (at, (name, value)) in mine.iter().enumerate() {
            let is_new = !theirs.contains_key(name) && !history(value);
            let next = mine.iter().skip(at + 1).find(later).filter(|_| is_new);
            let mut value = value.clone();
            if let (Some((next, _)), Some(table)) = (next, value.as_table_mut()) {
                table.insert("before".into(), next.clone().into());
            }
            ordered.insert(name.clone(), value);
        }
        whole.insert("end".into(), ordered.into());
    }
}

/// The tables that hold rules by names.
const RULES: [&str; 5] = ["end", "forbid", "must", "promotion", "drop"];

/// The tables whose entries don't affect one another.
const APART: [&str; 5] = ["pieces", "end", "forbid", "must", "drop"];

/// A game with what it inherits: all but what is about the games themselves.
fn whole(name: &str) -> Option<Table> {
    let (_, text) = BuiltIn.find(name)?;
    let mut table: Table = toml::from_str(text).ok()?;
    let [parent, ..] = ["extends", "example", "options"].map(|key| table.remove(key));
    let Some(parent) = parent.as_ref().and_then(Value::as_str) else { return Some(table) };
    let mut inherited = whole(parent)?;
    inherited.remove("game");
    merge(&mut inherited, table);
    Some(inherited)
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
        let change = match (old.get(key), value) {
            (Some(before), _) if same(key, before, value, regions) => continue,
            // a table in place of a table is merged: keys that it no longer has are removed by name
            (Some(Value::Table(before)), Value::Table(after)) => difference(before, after, regions).into(),
            _ => value.clone(),
        };
        let whole = key == "to" || key == "limit";
        if whole || change.as_table().is_none_or(|change| !change.is_empty()) || value == &change {
            said.insert(key.clone(), change);
        }
    }
    for key in old.keys().filter(|key| !new.contains_key(*key) && is_rule(key)) {
        said.insert(key.clone(), Value::Boolean(false));
    }
    said
}

/// Keys of a parent that a child need not remove: they are no rules.
const SILENT: &str = "before game regions glyphs figure kanji tiles grid river diagonals tinted san options notation a1 movements";

/// Returns `true` if a key is one of a rule.
fn is_rule(key: &str) -> bool {
    SILENT.split(' ').all(|silent| silent != key)
}

/// Returns `true` if two values say the same.
fn same(key: &str, old: &Value, new: &Value, regions: &Table) -> bool {
    match (old, new) {
        (old, new) if old == new => true,
        (Value::String(before), Value::String(after)) if key == "moves" => {
            matches!((moves(before), moves(after)), (Ok((before, _)), Ok((after, _))) if before == after)
        }
        (Value::String(before), Value::String(after)) => {
            let meant = regions.get(before).and_then(Value::as_str);
            meant == Some(after) || LISTS.contains(&key) && words(before) == words(after)
        }
        (Value::Table(before), Value::Table(after)) => {
            let rules = |table: &Table| table.keys().filter(|key| is_rule(key)).count();
            let is_there = |(key, new): (&String, &Value)| {
                before.get(key).is_some_and(|old| same(key, old, new, regions))
            };
            rules(before) == rules(after) && after.iter().all(is_there)
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

/// Rows and a FEN exclude each other: a file that gives one removes the other.
fn complete_setup(said: &mut Table, whole: &Table) {
    let both = (said.get_mut("setup"), whole.get("setup"));
    let (Some(Value::Table(setup)), Some(Value::Table(all))) = both else { return };
    for (key, value) in all {
        setup.entry(key.clone()).or_insert_with(|| value.clone());
    }
}
