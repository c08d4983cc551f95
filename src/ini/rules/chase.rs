//! Chases, by the rule that an option names.

use toml::{Table, Value};

use super::texts;
use crate::ini::chasing::options;
use crate::ini::game::Game;

/// The option.
const OPTION: &str = "chasingRule";

/// Returns `true` if perpetual chase loses.
pub(super) fn chases(game: &Game<'_>) -> bool {
    game.settings.text(OPTION) == "axf"
}

/// The chases of a variant.
pub(super) fn chase(game: &mut Game<'_>) -> Table {
    if game.settings.text(OPTION) != "none" && !chases(game) {
        game.refuse(OPTION, "chasing rules that are known by this name");
    }
    if !chases(game) {
        return Table::new();
    }
    let names = |said: &str| -> Vec<String> {
        let types = options(said).filter_map(|option| game.settings.typed(option));
        types.flat_map(|one| game.names(one.letter)).collect()
    };
    let but = |names: Vec<String>| match names.is_empty() {
        true => "any".to_owned(),
        false => format!("any but {}", names.join(", ")),
    };
    let mut table = texts([("by", but(names("free"))), ("of", but(names("never-chased")))]);
    let over = format!("ranks {}..{}", game.settings.number("soldierPromotionRank"), game.size.ranks);
    let mut add = |key: &str, under: Vec<String>, value: String| {
        if !under.is_empty() && !value.is_empty() {
            let under = under.into_iter().map(|name| (name, Value::String(value.clone())));
            table.insert(key.to_owned(), Value::Table(under.collect()));
        }
    };
    if game.settings.number("soldierPromotionRank") > 1 {
        add("on", names("beyond"), over);
    }
    add("even-if-protected", names("light"), names("heavy").join(", "));
    table
}
