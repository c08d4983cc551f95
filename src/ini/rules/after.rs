//! Effects of a capture: blasts, and pieces that turn into walls.

use toml::{Table, Value};

use super::castling;
use super::promotion::pawn;
use super::setup::{has_parts, walling_rule};
use super::texts;
use crate::ini::game::Game;
use crate::ini::types;

/// The effects of captures.
pub(super) fn after(game: &mut Game<'_>) -> Table {
    let mut effects = Table::new();
    let mut add = |name: &str, entries: [(&str, String); 2]| {
        effects.insert(name.into(), Value::Table(texts(entries)));
    };
    let settings = game.settings;
    let named = |letters: Vec<char>| -> Vec<String> {
        letters.into_iter().flat_map(|letter| game.names(letter)).collect()
    };
    let pawns: Vec<String> = settings.typed(pawn()).map(|piece| game.names(piece.letter)).unwrap_or_default();
    if settings.is("blastOnCapture") {
        let immune = named(settings.letters("blastImmuneTypes"));
        let spared: Vec<String> = pawns.iter().chain(&immune).cloned().collect();
        let around =
            if spared.is_empty() { "any".to_owned() } else { format!("any but {}", spared.join(" or ")) };
        if immune.is_empty() {
            add("blast", [("move", "capture".into()), ("remove", format!("it, {around} at K from it"))]);
        } else {
            add("blast", [("move", "capture".into()), ("remove", format!("{around} at K from it"))]);
            add(
                "burst",
                [("move", format!("capture by any but {}", immune.join(", "))), ("remove", "it".into())],
            );
        }
    }
    let stones = match settings.is("petrifyOnCapture") {
        true => game.types.iter().map(|one| one.name.clone()).filter(|name| !pawns.contains(name)).collect(),
        false => named(settings.letters("petrifyOnCaptureTypes")),
    };
    if !stones.is_empty() {
        add(
            "petrify",
            [("move", format!("capture by {}", game.list(&stones))), ("wall", "its square".into())],
        );
    }
    let beside = "their any at K from it";
    let types = game.types.clone();
    let royal = types.iter().any(|one| types::royal(game, one).is_some());
    if royal && settings.meaning("flipEnclosedPieces") != "none" {
        game.refuse("flipEnclosedPieces", "royal pieces that change sides");
    }
    let drops = settings.is("pieceDrops");
    if drops && has_parts(game) {
        game.refuse("wallingRule", "walls after drops");
    }
    match settings.meaning("flipEnclosedPieces") {
        "flank" => {
            add("enclose", [("move", "drop".into()), ("flip", "their any between it and my any at Q".into())])
        }
        "beside" => add("turn", [("move", "any".into()), ("flip", beside.into())]),
        "joined" => {
            let mut rule = |name: &str, kind: &str, when: &str| {
                let entries = [("move", kind), ("when", when), ("flip", beside)];
                let entries = entries.map(|(key, text)| (key, text.to_owned()));
                effects.insert(name.into(), Value::Table(texts(entries)));
            };
            rule("arrive", "any", "its start in all");
            rule("join", "drop", "count(my any at K from its square) > 0");
        }
        "none" => {}
        _ => game.refuse("flipEnclosedPieces", "an effect that depends on how the piece has moved"),
    }
    let mut add = |name: &str, entries: [(&str, String); 2]| {
        effects.insert(name.into(), Value::Table(texts(entries)));
    };
    if walling_rule(game) == "trail" {
        add("trail", [("move", "any".into()), ("wall", "its start".into())]);
    }
    effects.extend(castling::opposite(game));
    if let Some(race) = castling::race(game) {
        effects.extend(race.effects);
    }
    effects
}
