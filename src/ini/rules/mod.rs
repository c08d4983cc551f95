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
    let mut all = Table::new();
    let mut add = |name: &str, table: Table| {
        if !table.is_empty() {
            all.insert(name.to_owned(), Value::Table(table));
        }
    };
    paired::refuse(game);
    add("board", setup::board(game));
    let mut pieces = game.pieces();
    pieces.extend(setup::blocker(game));
    add("pieces", pieces);
    add("setup", setup::setup(game));
    add("promotion", promotion::promotion(game));
    add("turn", setup::turn(game));
    add("capture", game.paired("capture"));
    add("hand", hand::hand(game));
    add("drop", hand::drop(game));
    add("forbid", game.paired("forbid"));
    add("must", game.paired("must"));
    add("after", game.paired("after"));
    add("castling", castling::castling(game));
    add("en-passant", promotion::en_passant(game));
    add("chase", chase::chase(game));
    add("counting", game.counting());
    add("end", ends::ends(game));
    all
}

/// A table of texts.
fn texts<'a>(entries: impl IntoIterator<Item = (&'a str, String)>) -> Table {
    entries.into_iter().map(|(key, text)| (key.to_owned(), Value::String(text))).collect()
}

/// The entry by which a rule is about one side.
fn about(side: Option<&str>) -> Option<(&'static str, String)> {
    side.map(|side| ("side", side.to_owned()))
}

/// The cases of both sides, or one if they are the same: those of one side are about it.
fn by_side(both: [Option<Case>; 2]) -> Vec<Case> {
    let about_it =
        |(side, case): (Option<&str>, Option<Case>)| Some(case?.into_iter().chain(about(side)).collect());
    each(both).into_iter().filter_map(about_it).collect()
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
