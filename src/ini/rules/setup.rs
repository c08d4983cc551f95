//! The board, the start position and the turn.

use toml::{Table, Value};

use super::texts;
use crate::board::{Bits, Geometry, Square, SquareSet, Symmetry};
use crate::ini::game::Game;
use crate::ini::start::{Stands, placement};

/// The size of the board, its walls and how Black sees it.
pub(super) fn board(game: &Game<'_>) -> Table {
    let mut table = Table::new();
    for (key, number) in [("files", game.geometry.files), ("ranks", game.geometry.ranks)] {
        table.insert(key.into(), Value::Integer(number.into()));
    }
    if !game.start.walls.is_empty() && !hops_over_walls(game) {
        let walls = format!("all but {}", game.written(game.start.walls));
        let open = game.written(game.board() & !game.start.walls);
        table.insert("squares".into(), if walls.len() < open.len() { walls } else { open }.into());
    }
    let parents = |symmetry| game.parent.says(&["board", "symmetry"], symmetry);
    let symmetry = match game.geometry.symmetry {
        Symmetry::Mirror => Some("mirror").filter(|_| parents("rotate") || parents("same side")),
        Symmetry::Rotate => Some("rotate"),
        Symmetry::SameSide => Some("same side"),
    };
    table.extend(symmetry.map(|symmetry| ("symmetry".to_owned(), symmetry.into())));
    table
}

/// The pieces at the start: in rows if Black's stand opposite White's, or as a FEN.
pub(super) fn setup(game: &Game<'_>) -> Table {
    let geometry = &game.geometry;
    let turned = game.start.is_opposite(geometry, |one| (one.letter, one.plus));
    let whites = game.start.on.iter().filter(|(_, piece)| piece.white);
    let rows = turned && !hops_over_walls(game) && geometry.symmetry != Symmetry::SameSide;
    let top = whites.map(|(square, _)| geometry.rank(*square)).max();
    match top.filter(|top| rows && 2 * top < geometry.ranks) {
        Some(top) => {
            let row = |rank| {
                let own = |square| game.start.at(square).filter(|piece| piece.white);
                let squares = geometry.whole_rank(rank).squares();
                let signs = squares.map(|square| own(square).map_or(".".to_owned(), Stands::sign));
                Value::String(signs.collect::<Vec<_>>().join(" "))
            };
            Table::from_iter([("white".to_owned(), Value::Array((0..=top).map(row).collect()))])
        }
        None => {
            let wall = |square| hops_over_walls(game) && game.start.walls.has(square);
            let sign = |square| match game.start.at(square) {
                Some(piece) => Some(piece.sign()),
                None => wall(square).then(|| "*".to_owned()),
            };
            texts([("fen", placement(geometry, sign))])
        }
    }
}

/// The squares on the edge of the board, beside which walls grow.
pub(super) fn rim(geometry: &Geometry) -> SquareSet {
    let on_edge = |square: &Square| {
        [0, geometry.files - 1].contains(&geometry.file(*square))
            || [0, geometry.ranks - 1].contains(&geometry.rank(*square))
    };
    geometry.every().filter(on_edge).collect()
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
    let there = game.settings.meaning("wallingRule") == "neutral" || hops_over_walls(game);
    there.then(|| (blocker_name(game), Value::Table(table)))
}

fn blocker_name(game: &Game<'_>) -> String {
    game.parent.named("*").unwrap_or_else(|| "blocker".to_owned())
}

/// The squares on which a turn may put walls; `None` if they are not the same for both sides.
pub(super) fn walling_region(game: &Game<'_>) -> Option<SquareSet> {
    match game.settings.said("staticGatingRegion") {
        Some(_) => Some(game.squares("staticGatingRegion")),
        None => {
            let [white, black] = game.regions("wallingRegion");
            (white == black).then_some(white)
        }
    }
}

/// The part of a turn that puts a wall or a neutral piece on the board.
fn walling(game: &mut Game<'_>) -> Option<Table> {
    let rule = game.settings.meaning("wallingRule");
    let what = match rule {
        "arrow" | "anywhere" | "edge" => "wall".to_owned(),
        "neutral" => blocker_name(game),
        _ => return None,
    };
    let region = walling_region(game)?;
    let mut part = texts([("place", what.clone())]);
    if rule == "arrow" {
        // the arrow moves like the piece that shoots it
        let moves: Vec<&String> = game.types.iter().flat_map(|one| &one.moves.always).collect();
        let [moves] = moves[..] else {
            game.refuse("wallingRule", "an arrow that moves like the piece that shoots it");
            return None;
        };
        part.insert("at".into(), format!("{} from it", moves.trim_start_matches(['m', 'c'])).into());
    }
    if region != game.board() || what != "wall" {
        part.insert("on".into(), game.written(region).into());
    }
    Some(part)
}

/// Writes the first side to move, the parts of a turn and passes.
pub(super) fn turn(game: &mut Game<'_>) -> Table {
    let mut table = Table::new();
    if game.start.black_moves {
        table.insert("first-mover".into(), "black".into());
    }
    if let Some(part) = walling(game) {
        let mut first = texts([("move", "any".to_owned())]);
        let parts = match game.holds("parts") {
            true => vec![first, part],
            false => {
                first.insert("or".into(), Value::Table(part));
                vec![first]
            }
        };
        table.insert("every".into(), Value::Array(parts.into_iter().map(Value::Table).collect()));
    }
    table.extend(game.paired("turn"));
    table
}
