//! The board, the start position and the turn.

use toml::{Table, Value};

use super::texts;
use crate::board::Symmetry;
use crate::ini::game::{Game, Sided};
use crate::ini::squares::{Size, Squares};
use crate::ini::start::Stands;

/// The size of the board, its walls and how Black sees it.
pub(super) fn board(game: &mut Game<'_>) -> Table {
    let mut table = Table::new();
    let number = |number: usize| Value::Integer(i64::try_from(number).unwrap_or(0));
    table.insert("files".into(), number(game.size.files));
    table.insert("ranks".into(), number(game.size.ranks));
    if !game.start.walls.is_empty() && !hops_over_walls(game) {
        let open = Squares::all(game.size).without(&game.start.walls);
        let walls = game.start.walls.write(game.size);
        let open = open.write(game.size);
        let text = if walls.len() + 8 < open.len() { format!("all but {walls}") } else { open };
        table.insert("squares".into(), text.into());
    }
    match game.symmetry {
        Symmetry::Mirror
            if game.parent.says(&["board", "symmetry"], "rotate")
                || game.parent.says(&["board", "symmetry"], "same side") =>
        {
            table.insert("symmetry".into(), "mirror".into());
        }
        Symmetry::Mirror => {}
        Symmetry::Rotate => drop(table.insert("symmetry".into(), "rotate".into())),
        Symmetry::SameSide => drop(table.insert("symmetry".into(), "same side".into())),
    }
    table
}

/// The pieces at the start: in rows if Black's stand opposite White's, or as a FEN.
pub(super) fn setup(game: &mut Game<'_>) -> Table {
    let turned = game.start.on.iter().all(|(square, piece)| {
        let opposite = Squares([*square].into()).opposite(game.size, game.symmetry);
        let there = opposite.0.first().and_then(|square| game.start.at(*square));
        there.is_some_and(|there| {
            there.white != piece.white && (there.letter, there.plus) == (piece.letter, piece.plus)
        })
    });
    let low = game.start.on.iter().filter(|(_, piece)| piece.white).map(|((_, rank), _)| *rank).max();
    match low {
        Some(top)
            if turned
                && !hops_over_walls(game)
                && 2 * top < game.size.ranks
                && game.symmetry != Symmetry::SameSide =>
        {
            let rows = (0..=top).map(|rank| Value::String(row(game, rank)));
            [("white".to_owned(), Value::Array(rows.collect()))].into_iter().collect()
        }
        _ => texts([("fen", placement(game))]),
    }
}

fn sign(piece: &Stands) -> String {
    let letter = if piece.white { piece.letter.to_ascii_uppercase() } else { piece.letter };
    format!("{}{letter}", if piece.plus { "+" } else { "" })
}

fn row(game: &Game<'_>, rank: usize) -> String {
    let sign =
        |file| game.start.at((file, rank)).filter(|piece| piece.white).map_or_else(|| ".".to_owned(), sign);
    (0..game.size.files).map(sign).collect::<Vec<_>>().join(" ")
}

fn placement(game: &Game<'_>) -> String {
    let rank = |rank: usize| {
        let (mut text, mut empty) = (String::new(), 0);
        for file in 0..game.size.files {
            let wall =
                (hops_over_walls(game) && game.start.walls.0.contains(&(file, rank))).then(|| "*".to_owned());
            match game.start.at((file, rank)).map(sign).or(wall) {
                None => empty += 1,
                Some(sign) => {
                    text += &(if empty > 0 { empty.to_string() } else { String::new() } + &sign);
                    empty = 0;
                }
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    (0..game.size.ranks).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// Returns the rule of walls that a turn puts on the board besides its move.
pub(super) fn walling_rule(game: &Game<'_>) -> &'static str {
    let settings = game.settings;
    let old = ["arrowGating", "staticGating", "duckGating", "pastGating"];
    match settings.meaning("wallingRule") {
        "none" => {
            old.iter().find(|option| settings.is(option)).map_or("none", |option| settings.meaning(option))
        }
        rule => rule,
    }
}

/// Returns `true` if a turn has a second part.
pub(super) fn has_parts(game: &Game<'_>) -> bool {
    !matches!(walling_rule(game), "none" | "trail") && !game.settings.is("wallOrMove")
}

/// The squares on the edge of the board, beside which walls grow.
pub(super) fn rim(size: Size) -> Squares {
    let on_edge = |(file, rank): &(usize, usize)| {
        [0, size.files - 1].contains(file) || [0, size.ranks - 1].contains(rank)
    };
    Squares(Squares::all(size).0.into_iter().filter(on_edge).collect())
}

/// Returns `true` if the start position has walls, and pieces that may hop over them: squares that are left out would stop these.
fn hops_over_walls(game: &Game<'_>) -> bool {
    let hops = |terms: &[String]| terms.iter().any(|term| term.contains(['p', 'g']));
    !game.start.walls.is_empty()
        && game.types.iter().any(|one| hops(&one.moves.always) || hops(&one.moves.first))
}

/// The neutral piece that a turn puts on the board, or that walls in the start position are, if there is one.
pub(super) fn blocker(game: &Game<'_>) -> Option<(String, Value)> {
    let mut table = texts([("letter", "*".to_owned()), ("moves", String::new())]);
    table.insert("neutral".into(), true.into());
    let there = walling_rule(game) == "neutral" || hops_over_walls(game);
    there.then(|| (blocker_name(game), Value::Table(table)))
}

fn blocker_name(game: &Game<'_>) -> String {
    game.parent.named("*").unwrap_or_else(|| "blocker".to_owned())
}

/// The part of a turn that puts a wall or a neutral piece on the board.
fn walling(game: &mut Game<'_>) -> Option<Table> {
    let settings = game.settings;
    let rule = walling_rule(game);
    let what = match rule {
        "arrow" | "anywhere" | "edge" => "wall".to_owned(),
        "neutral" => blocker_name(game),
        "trail" | "none" => return None,
        _ => {
            game.refuse("wallingRule", "walls that depend on the existing walls");
            return None;
        }
    };
    let regions = match settings.said("staticGatingRegion") {
        Some(_) => Sided::Both(settings.squares("staticGatingRegion", game.size)),
        None => game.region("wallingRegionWhite", "wallingRegionBlack"),
    };
    let types = game.types.clone();
    let Sided::Both(region) = regions else {
        game.refuse("wallingRegionBlack", "walls that each side places on different squares");
        return None;
    };
    let mut part = texts([("place", what.clone())]);
    if rule == "arrow" {
        // the arrow moves like the piece that shoots it
        let moves: Vec<&str> = types.iter().flat_map(|one| &one.moves.always).map(String::as_str).collect();
        let [moves] = moves[..] else {
            game.refuse("wallingRule", "an arrow that moves like the piece that shoots it");
            return None;
        };
        part.insert("at".into(), format!("{} from it", moves.trim_start_matches(['m', 'c'])).into());
    }
    if region != Squares::all(game.size) || what != "wall" {
        part.insert("on".into(), region.write(game.size).into());
    }
    Some(part)
}

/// Writes the first side to move, and passes.
pub(super) fn turn(game: &mut Game<'_>) -> Table {
    let mut table = Table::new();
    if game.start.black_moves {
        table.insert("first-mover".into(), "black".into());
    }
    if let Some(part) = walling(game) {
        let mut first = texts([("move", "any".to_owned())]);
        let parts = match has_parts(game) {
            true => vec![first, part],
            false => {
                first.insert("or".into(), Value::Table(part));
                vec![first]
            }
        };
        table.insert("every".into(), Value::Array(parts.into_iter().map(Value::Table).collect()));
    }
    let settings = game.settings;
    for (option, words) in [("pass", "always"), ("passOnStalemate", "if no other move")] {
        let (white, black) = (settings.is(&format!("{option}White")), settings.is(&format!("{option}Black")));
        match (white, black) {
            (true, true) if !table.contains_key("pass") => drop(table.insert("pass".into(), words.into())),
            (true, false) => game.refuse(&format!("{option}White"), "a pass that only one side has"),
            (false, true) => game.refuse(&format!("{option}Black"), "a pass that only one side has"),
            _ => {}
        }
    }
    table
}
