//! Bans and duties.

use toml::{Table, Value};

use super::texts;
use crate::ini::game::Game;
use crate::ini::keys::TYPES;
use crate::ini::men;

/// Captures that come before all other moves.
pub(super) fn capture(game: &mut Game<'_>) -> Table {
    if game.settings.is("mustCapture") { texts([("compulsory", "strict".into())]) } else { Table::new() }
}

/// What may not be done.
pub(super) fn forbid(game: &mut Game<'_>) -> Table {
    let mut bans = Table::new();
    let mut ban = |name: String, entries: &[(&str, String)]| {
        bans.insert(name, Value::Table(texts(entries.iter().cloned())));
    };
    let settings = game.settings;
    let drops = settings.is("pieceDrops");
    let base = |letter: char| game.base(letter).map(|one| one.name.clone());
    if !settings.is("checking") {
        ban("checks".into(), &[("gives", "check".into())]);
    }
    if drops {
        let most = settings.number("dropNoDoubledCount");
        for name in
            settings.letters("dropNoDoubled").into_iter().take(1).filter_map(base).filter(|_| most > 0)
        {
            let when = if most == 1 {
                format!("my {name} on its file")
            } else {
                format!("count(my {name} on its file) >= {most}")
            };
            ban(format!("two-{name}s"), &[("move", format!("drop of {name}")), ("when", when)]);
        }
        if settings.is("shogiPawnDropMateIllegal") {
            for name in settings.typed(TYPES[18][0]).and_then(|man| base(man.letter)).into_iter() {
                ban(
                    format!("{name}-mate"),
                    &[("move", format!("drop of {name}")), ("gives", "checkmate".into())],
                );
            }
        }
        if !settings.is("dropChecks") {
            ban("drop-checks".into(), &[("move", "drop".into()), ("gives", "check".into())]);
        }
        if settings.is("dropOppositeColoredBishop") {
            for name in settings.typed(TYPES[2][0]).and_then(|man| base(man.letter)).into_iter() {
                ban(
                    format!("two-{name}s-of-a-colour"),
                    &[("move", format!("drop of {name}")), ("when", format!("my {name} on its colour"))],
                );
            }
        }
    }
    if settings.is("makpongRule") {
        let types = game.types.clone();
        let royal = types.iter().filter(|one| men::royal(game, one).is_some());
        for king in royal.map(|one| &one.name) {
            let attackers = |place| format!("count(their any{place} attacking my {king})");
            let when = format!("check and {} > {}", attackers(""), attackers(" on its square"));
            ban(format!("fleeing-{king}"), &[("move", king.clone()), ("when", when)]);
        }
    }
    if settings.is("immobilityIllegal") {
        ban("stranded".into(), &[("leaving", "it can never move".into())]);
    }
    for letter in settings.letters("mutuallyImmuneTypes") {
        let names = game.list(&game.names(letter));
        if !names.is_empty() {
            ban(format!("immune-{}", game.names(letter)[0]), &[("capture", names.clone()), ("by", names)]);
        }
    }
    bans
}

/// What must be done if it can be.
pub(super) fn must(game: &mut Game<'_>) -> Table {
    let settings = game.settings;
    if !settings.is("mustDrop") {
        return Table::new();
    }
    let kind = match settings.text("mustDropType").contains('*') {
        true => "drop".to_owned(),
        false => {
            let names: Vec<String> = settings
                .letters("mustDropType")
                .into_iter()
                .filter_map(|letter| game.base(letter).map(|one| one.name.clone()))
                .collect();
            format!("drop of {}", game.list(&names))
        }
    };
    texts([("move", kind)])
}
