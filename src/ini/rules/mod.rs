//! The rules of a variant, table by table.

mod after;
mod castling;
mod chase;
mod counting;
mod ends;
pub(super) mod forbid;
mod hand;
mod outside;
mod promotion;
mod setup;

pub(crate) use after::FLIPS;
pub(crate) use forbid::{ENCLOSING, HOPPER, fleeing, floating, spared};

use toml::{Table, Value};

use super::game::Game;

/// The tables of a whole game file, in their order; the header is left out.
pub(super) fn tables(game: &mut Game<'_>) -> Table {
    let mut all = Table::new();
    let mut add = |name: &str, table: Table| {
        if !table.is_empty() {
            all.insert(name.to_owned(), Value::Table(table));
        }
    };
    add("board", setup::board(game));
    let mut pieces = game.pieces();
    pieces.extend(setup::blocker(game));
    add("pieces", pieces);
    add("setup", setup::setup(game));
    add("promotion", promotion::promotion(game));
    add("turn", setup::turn(game));
    add("capture", forbid::capture(game));
    add("hand", hand::hand(game));
    add("drop", hand::drop(game));
    add("forbid", forbid::forbid(game));
    add("must", forbid::must(game));
    add("after", after::after(game));
    add("castling", castling::castling(game));
    add("en-passant", promotion::en_passant(game));
    add("chase", chase::chase(game));
    add("counting", counting::counting(game));
    add("end", ends::ends(game));
    all
}

/// A table of texts.
fn texts<'a>(entries: impl IntoIterator<Item = (&'a str, String)>) -> Table {
    entries.into_iter().map(|(key, text)| (key.to_owned(), Value::String(text))).collect()
}

/// Rules with the names they would have: the first stands in the table itself, the others below their names.
fn named(rules: Vec<(String, Table)>) -> Table {
    let mut all = Table::new();
    for (at, (name, rule)) in rules.into_iter().enumerate() {
        if at == 0 {
            all.extend(rule);
        } else {
            let mut free = name.clone();
            while all.contains_key(&free) {
                free.push_str("-too");
            }
            all.insert(free, Value::Table(rule));
        }
    }
    all
}
