//! Counting: the rules that an option names, as tables of a game file.

use toml::{Table, Value};

use crate::ini::counting::{filled, rules};
use crate::ini::game::Game;

/// The option.
const OPTION: &str = "countingRule";

/// Returns `true` if the variant counts moves.
pub(super) fn counts(game: &Game<'_>) -> bool {
    game.settings.text(OPTION) != "none"
}

/// The counts of a variant.
pub(super) fn counting(game: &mut Game<'_>) -> Table {
    if !counts(game) {
        return Table::new();
    }
    let Some(rule) = rules().remove(game.settings.text(OPTION)) else {
        game.refuse(OPTION, "counting rules that are known by this name");
        return Table::new();
    };
    let Value::Table(counts) = rule else { return Table::new() };
    let name = |option: &str| {
        let letter = game.settings.typed(option)?.letter;
        Some(game.names(letter).join(" or ")).filter(|names| !names.is_empty())
    };
    counts.into_iter().filter_map(|(key, count)| Some((key, filled(count, &name)?))).collect()
}
