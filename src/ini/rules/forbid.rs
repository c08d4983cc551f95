//! Bans and duties.

use toml::{Table, Value};

use super::{promotion, setup, texts};
use crate::ini::game::{Game, Sided};
use crate::ini::keys::TYPES;
use crate::ini::squares::Squares;
use crate::ini::types::{self, Type};

/// Captures that come before all other moves.
pub(super) fn capture(game: &mut Game<'_>) -> Table {
    if game.settings.is("mustCapture") { texts([("compulsory", "strict".into())]) } else { Table::new() }
}

/// Writes the bans.
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
        if dropped_on_top(game) {
            let above = format!("its square on ranks 2..{}", game.size.ranks);
            let when = format!("{above} and count(any at bW from its square) = 0");
            ban("floating".into(), &[("move", "drop".into()), ("when", when)]);
        }
        if settings.is("shogiPawnDropMateIllegal") {
            for name in settings.typed(TYPES[18][0]).and_then(|piece| base(piece.letter)).into_iter() {
                ban(
                    format!("{name}-mate"),
                    &[("move", format!("drop of {name}")), ("gives", "checkmate".into())],
                );
            }
        }
        // checks to other types than the royal one of the table are no checks by drop
        if !settings.is("dropChecks") && game.types.iter().any(Type::is_king) {
            ban("drop-checks".into(), &[("move", "drop".into()), ("gives", "check".into())]);
        }
        if settings.is("dropOppositeColoredBishop") {
            for name in settings.typed(TYPES[2][0]).and_then(|piece| base(piece.letter)).into_iter() {
                ban(
                    format!("two-{name}s-of-a-colour"),
                    &[("move", format!("drop of {name}")), ("when", format!("my {name} on its colour"))],
                );
                for (label, squares) in rooms(game) {
                    let whole =
                        format!("count(my any in {}) = {}", squares.write(game.size), squares.0.len());
                    let none = format!("count(my {name} in {}) = 0", squares.write(game.size));
                    ban(
                        format!("no-{label}-room"),
                        &[
                            ("move", format!("drop of any but {name}")),
                            ("leaving", format!("{whole} and {none}")),
                        ],
                    );
                }
            }
        }
    }
    if setup::walling_rule(game) == "edge" {
        let rim = setup::rim(game.size).write(game.size);
        let when = format!("not its square on {rim} and not its square at W from a wall");
        ban("inland-walls".into(), &[("move", "placing".into()), ("when", when)]);
    }
    // a check is answered by a move
    let royal = game.types.clone().iter().any(|one| types::royal(game, one).is_some());
    if settings.is("wallOrMove") && royal {
        bans.insert(
            "walls-in-check".into(),
            Value::Table(texts([("move", "placing".to_owned()), ("when", "check".to_owned())])),
        );
    }
    for (name, when) in enclosing(game) {
        bans.insert(name.to_owned(), Value::Table(texts([("move", "drop".to_owned()), ("when", when)])));
    }
    let mut ban = |name: String, entries: &[(&str, String)]| {
        bans.insert(name, Value::Table(texts(entries.iter().cloned())));
    };
    if settings.is("makpongRule") {
        let types = game.types.clone();
        let royal = types.iter().filter(|one| types::royal(game, one).is_some());
        for king in royal.map(|one| &one.name) {
            let attackers = |place| format!("count(their any{place} attacking my {king})");
            let when = format!("check and {} > {}", attackers(""), attackers(" on its square"));
            ban(format!("fleeing-{king}"), &[("move", king.clone()), ("when", when)]);
        }
    }
    for one in game
        .types
        .iter()
        .filter(|one| TYPES.iter().any(|[option, moves, _]| one.option == *option && *moves == "pR"))
    {
        let name = &one.name;
        let kinds = format!("capture of {name} by {name} or {name} over {name}");
        ban(format!("{name}-to-{name}"), &[("move", kinds)]);
    }
    for (side, (pawns, region)) in promotion::stuck(game) {
        let when = format!("its square on {}", region.write(game.size));
        let name = side.map_or("no-promotion".to_owned(), |side| format!("no-{side}-promotion"));
        let side = side.map(|side| ("side", side.to_owned()));
        let entries = [("move", pawns), ("when", when)].into_iter().chain(side);
        bans.insert(name, Value::Table(texts(entries)));
    }
    let mut ban = |name: String, entries: &[(&str, String)]| {
        bans.insert(name, Value::Table(texts(entries.iter().cloned())));
    };
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

/// The squares of each colour that a side may drop its pieces on, where these are few.
fn rooms(game: &Game<'_>) -> Vec<(&'static str, Squares)> {
    let Sided::Both(region) = game.region("dropRegionWhite", "dropRegionBlack") else { return Vec::new() };
    let of = |dark: bool| {
        let squares = region.0.iter().filter(|(file, rank)| ((file + rank) % 2 == 0) == dark);
        Squares(squares.copied().collect())
    };
    if region.0.len() > game.start.hand.len() {
        return Vec::new();
    }
    vec![("dark", of(true)), ("light", of(false))]
}

/// Returns `true` if pieces are dropped on top of what lies below.
pub(in crate::ini) fn dropped_on_top(game: &Game<'_>) -> bool {
    let settings = game.settings;
    settings.is("pieceDrops") && (settings.is("dropOnTop") || settings.meaning("enclosingDrop") == "on-top")
}

/// Drops that need pieces around their square, and those to begin with.
fn enclosing(game: &mut Game<'_>) -> Vec<(&'static str, String)> {
    let settings = game.settings;
    let needed = match settings.meaning("enclosingDrop") {
        "flank" => "count(their any between its square and my any at Q) = 0",
        "beside" => "count(my any at K from its square) = 0",
        "apart" => "count(their any at W from its square) > 0",
        "none" | "on-top" => return Vec::new(),
        _ => {
            game.refuse("enclosingDrop", "drops from outside");
            return Vec::new();
        }
    };
    if !settings.is("pieceDrops") {
        return Vec::new();
    }
    let first = settings.squares("enclosingDropStart", game.size);
    let is_open = |square: &(usize, usize)| game.start.at(*square).is_none();
    if !first.0.iter().any(is_open) {
        return vec![("idle", needed.to_owned())];
    }
    let text = first.write(game.size);
    if first != first.opposite(game.size, game.symmetry) {
        game.refuse("enclosingDropStart", "squares to begin with that are not the same for both sides");
    }
    let rest = Squares::all(game.size).without(&first).write(game.size);
    let filled = format!("count(any any in {text})");
    vec![
        ("idle", format!("{filled} >= {} and {needed}", first.0.len())),
        ("outer", format!("{filled} < {} and its square in {rest}", first.0.len())),
    ]
}

/// Writes the duties.
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
