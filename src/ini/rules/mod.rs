//! The rules of a variant, table by table.

mod castling;
mod chase;
mod ends;
mod hand;
mod outside;
pub(super) mod paired;
mod promotion;
mod setup;

use toml::{Table, Value};

use super::game::{Game, each};
use super::pairs::Case;

/// The tables of a whole game file, in their order; the header is left out.
pub(super) fn tables(game: &mut Game<'_>) -> Table {
    paired::refuse(game);
    let mut pieces = game.pieces();
    pieces.extend(setup::blocker(game));
    let all = [
        ("board", setup::board(game)),
        ("pieces", pieces),
        ("setup", setup::setup(game)),
        ("promotion", promotion::promotion(game)),
        ("turn", setup::turn(game)),
        ("capture", game.paired("capture")),
        ("hand", if_asked(game, "hands", |game| hand::hand(game))),
        ("drop", hand::drop(game)),
        ("forbid", game.paired("forbid")),
        ("must", game.paired("must")),
        ("after", game.paired("after")),
        ("castling", if_asked(game, "castling", castling::castling)),
        ("en-passant", if_asked(game, "doubleStep", promotion::en_passant)),
        ("chase", chase::chase(game)),
        ("counting", game.counting()),
        ("end", ends::ends(game)),
    ];
    given(all.map(|(name, table)| (name, (!table.is_empty()).then(|| table.into()))))
}

/// The table of a rule, if the variant has it.
fn if_asked(game: &mut Game<'_>, asked: &str, rule: impl FnOnce(&mut Game<'_>) -> Table) -> Table {
    if game.holds(asked) { rule(game) } else { Table::new() }
}

/// A table of texts.
fn texts<'a>(entries: impl IntoIterator<Item = (&'a str, String)>) -> Table {
    entries.into_iter().map(|(key, text)| (key.to_owned(), Value::String(text))).collect()
}

/// A table of those entries that have a value.
pub(super) fn given<'a>(entries: impl IntoIterator<Item = (&'a str, Option<Value>)>) -> Table {
    entries.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

/// Any piece, or any but those of some names.
fn any_but(names: &str) -> String {
    if names.is_empty() { "any".to_owned() } else { format!("any but {names}") }
}

/// The entry by which a rule is about one side.
fn about(side: Option<&str>) -> Option<(&'static str, String)> {
    side.map(|side| ("side", side.to_owned()))
}

/// The cases of both sides, or one if they are the same: those of one side are about it.
fn by_side(both: [Option<Case>; 2]) -> Vec<Case> {
    let case = |(side, case): (_, Option<Case>)| Some(case?.into_iter().chain(about(side)).collect());
    each(both).into_iter().filter_map(case).collect()
}

/// Adds a rule under a name, or under one like it that is free.
fn put(all: &mut Table, name: impl Into<String>, rule: impl Into<Value>) {
    let name = name.into();
    let mut names = std::iter::once(name.clone()).chain((2_u32..).map(|number| format!("{name}-{number}")));
    if let Some(free) = names.find(|name| !all.contains_key(name)) {
        all.insert(free, rule.into());
    }
}

/// Rules with the names they would have: the first stands in the table itself, the others below their names.
fn named(rules: Vec<(String, Table)>) -> Table {
    let mut rules = rules.into_iter();
    let mut all = rules.next().map_or_else(Table::new, |(_, rule)| rule);
    rules.for_each(|(name, rule)| put(&mut all, name, rule));
    all
}
