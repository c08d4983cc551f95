//! Chases, by the rule that an option names.

use toml::Table;

use super::{any_but, texts};
use crate::ini::game::Game;
use crate::ini::pairs::chasing;

/// The chases of a variant.
pub(super) fn chase(game: &Game<'_>) -> Table {
    if !game.holds("chasingRule=axf") {
        return Table::new();
    }
    let names = |said: &str| chasing(said).flat_map(|option| game.names_of(option)).collect::<Vec<_>>();
    let but = |said: &str| any_but(&names(said).join(", "));
    let mut table = texts([("by", but("free")), ("of", but("never-chased"))]);
    let mut add = |key: &str, under: Vec<String>, value: String| {
        if !under.is_empty() && !value.is_empty() {
            let under = texts(under.iter().map(|name| (&**name, value.clone())));
            table.insert(key.to_owned(), under.into());
        }
    };
    let rank = game.settings.number("soldierPromotionRank");
    if rank > 1 {
        add("on", names("beyond"), format!("ranks {rank}..{}", game.geometry.ranks));
    }
    add("even-if-protected", names("light"), names("heavy").join(", "));
    table
}
