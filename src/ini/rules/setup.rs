//! The board, the start position and the turn.

use toml::{Table, Value};

use super::{given, texts};
use crate::board::{Bits, Geometry, Square, SquareSet, Symmetry};
use crate::feature::setup::write_placement;
use crate::ini::game::Game;
use crate::ini::start::Stands;

/// The size of the board, its walls and how Black sees it.
pub(super) fn board(game: &Game<'_>) -> Table {
    let outside = || {
        let walls = format!("all but {}", game.written(game.start.walls));
        let open = game.written(game.board() & !game.start.walls);
        if walls.len() < open.len() { walls } else { open }
    };
    let is_cut = !game.start.walls.is_empty() && !hops_over_walls(game);
    let parents = |symmetry| game.parent.says(&["board", "symmetry"], symmetry);
    let symmetry = match game.geometry.symmetry {
        Symmetry::Mirror => Some("mirror").filter(|_| parents("rotate") || parents("same side")),
        Symmetry::Rotate => Some("rotate"),
        Symmetry::SameSide => Some("same side"),
    };
    given([
        ("files", Some(game.geometry.files.into())),
        ("ranks", Some(game.geometry.ranks.into())),
        ("squares", is_cut.then(|| outside().into())),
        ("symmetry", symmetry.map(Value::from)),
    ])
}

/// The pieces at the start: in rows if Black's stand opposite White's, or as a FEN.
pub(super) fn setup(game: &Game<'_>) -> Table {
    let (geometry, start, hops) = (&game.geometry, &game.start, hops_over_walls(game));
    let turned = start.is_opposite(geometry, |one| (one.letter, one.plus));
    let rows = turned && !hops && geometry.symmetry != Symmetry::SameSide;
    let top = start.own(true, |_| true).squares().last().map(|square| geometry.rank(square));
    let Some(top) = top.filter(|top| rows && 2 * top < geometry.ranks) else {
        let wall = |square| (hops && start.walls.has(square)).then(|| "*".to_owned());
        let sign = |square| start.at(square).map(Stands::sign).or_else(|| wall(square));
        return texts([("fen", write_placement(geometry, sign))]);
    };
    let row = |rank| {
        let own = |square| start.at(square).filter(|piece| piece.white);
        let squares = geometry.whole_rank(rank).squares();
        squares.map(|square| own(square).map_or(".".to_owned(), Stands::sign)).collect::<Vec<_>>().join(" ")
    };
    given([("white", Some((0..=top).map(row).collect::<Vec<_>>().into()))])
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
    let own = [("letter", "*".into()), ("moves", "".into()), ("neutral", true.into())];
    let there = game.settings.meaning("wallingRule") == "neutral" || hops_over_walls(game);
    there.then(|| (blocker_name(game), given(own.map(|(key, value)| (key, Some(value)))).into()))
}

fn blocker_name(game: &Game<'_>) -> String {
    game.parent.named("*").unwrap_or_else(|| "blocker".to_owned())
}

/// The squares on which a turn may put walls; `None` if they are not the same for both sides.
pub(super) fn walling_region(game: &Game<'_>) -> Option<SquareSet> {
    if game.settings.said("staticGatingRegion").is_some() {
        return Some(game.squares("staticGatingRegion"));
    }
    let [white, black] = game.regions("wallingRegion");
    (white == black).then_some(white)
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
    let mut at = None;
    if rule == "arrow" {
        // the arrow moves like the piece that shoots it
        let moves: Vec<&String> = game.types.iter().flat_map(|one| &one.moves.always).collect();
        let [moves] = moves[..] else {
            game.refuse("wallingRule", "an arrow that moves like the piece that shoots it");
            return None;
        };
        at = Some(format!("{} from it", moves.trim_start_matches(['m', 'c'])).into());
    }
    let on = (region != game.board() || what != "wall").then(|| game.written(region).into());
    Some(given([("place", Some(what.into())), ("at", at), ("on", on)]))
}

/// Writes the first side to move, the parts of a turn and passes.
pub(super) fn turn(game: &mut Game<'_>) -> Table {
    let every = walling(game).map(|part| {
        let first = |or: Option<Value>| given([("move", Some("any".into())), ("or", or)]);
        match game.holds("parts") {
            true => vec![first(None), part],
            false => vec![first(Some(part.into()))],
        }
    });
    let mut table = given([
        ("first-mover", game.start.black_moves.then(|| "black".into())),
        ("every", every.map(Value::from)),
    ]);
    table.extend(game.paired("turn"));
    table
}
