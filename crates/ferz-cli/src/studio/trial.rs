//! A movement that is tried out on a board of its own.

use ferz::movement::Movement;
use ferz::text::Span;
use ferz::{Cells, Variant};
use serde::{Deserialize, Serialize};

use super::fault::Fault;
use super::reach::{Asked, Placed, targets};

/// The files and ranks of the board.
const EXTENT: u8 = 13;
/// The files and ranks of the board on which mobility is counted.
const USUAL: u8 = 8;
/// The places of the types in the list of pieces.
const TRIED: usize = 0;
const OTHER: usize = 1;

/// A movement, and pieces in its way.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tried {
    notation: String,
    square: String,
    #[serde(default)]
    enemies: Vec<String>,
    #[serde(default)]
    friends: Vec<String>,
}

/// What a movement does.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Trial"))]
pub(super) struct TrialView {
    /// Without a capital and a full stop.
    words: String,
    /// The names of pieces that move so.
    names: Vec<String>,
    warnings: Vec<String>,
    /// The squares to which it goes, if nothing stands there; and those where it takes an enemy.
    moves: Vec<String>,
    takes: Vec<String>,
    /// The moves from a square of an empty board of eight by eight, on average.
    mobility: f64,
}

/// Returns a game with this movement.
fn game(notation: &str, extent: u8) -> Result<Variant, Fault> {
    let notation = serde_json::to_string(notation).map_err(|error| Fault::bad(error.to_string()))?;
    let text = format!(
        "game.name = \"Trial\"\nboard = {{ files = {extent}, ranks = {extent} }}\nend.stuck.draw = \"no move\"\nsetup.white = [\"X{}\"]\n\
         pieces.tried = {{ letter = \"X\", moves = {notation} }}\npieces.other = {{ letter = \"O\", moves = \"K\" }}\n",
        " .".repeat(usize::from(extent) - 1)
    );
    Variant::from_text("trial.toml", &text, &[]).map_err(|error| Fault::refused(error.to_string()))
}

fn at(square: &str, kind: usize, white: bool) -> Placed {
    Placed { square: square.to_owned(), kind, white }
}

/// Returns the squares that the piece reaches from one square, and those on which it takes something.
fn reached(
    variant: &Variant,
    square: &str,
    others: Vec<Placed>,
) -> Result<(Vec<String>, Vec<String>), Fault> {
    let found = targets(variant, &Asked { piece: at(square, TRIED, true), others })?;
    let (quiet, takes): (Vec<_>, Vec<_>) = found.into_iter().partition(|target| target.takes.is_empty());
    let takes = takes.into_iter().flat_map(|target| target.takes).collect();
    Ok((quiet.into_iter().map(|target| target.square).collect(), takes))
}

/// Tries out a movement.
pub(super) fn tried(asked: &Tried) -> Result<TrialView, Fault> {
    let messages =
        |all: &[ferz::text::Diagnostic]| all.iter().map(|one| one.message.clone()).collect::<Vec<_>>();
    let (movement, warnings) = Movement::read(Cells::Squares, &asked.notation, Span::default())
        .map_err(|faults| Fault::refused(messages(&faults).join("; ")))?;
    let variant = game(&asked.notation, EXTENT)?;
    let others = || {
        let enemies = asked.enemies.iter().map(|square| at(square, OTHER, false));
        enemies.chain(asked.friends.iter().map(|square| at(square, OTHER, true))).collect::<Vec<_>>()
    };
    let (moves, mut takes) = reached(&variant, &asked.square, others())?;
    for square in variant.squares().map(|square| square.to_string()) {
        let taken = [&asked.enemies, &asked.friends].iter().any(|list| list.contains(&square));
        if !taken && square != asked.square {
            let with_enemy = others().into_iter().chain([at(&square, OTHER, false)]).collect();
            takes.extend(
                reached(&variant, &asked.square, with_enemy)?.1.into_iter().filter(|one| *one == square),
            );
        }
    }
    takes.sort();
    takes.dedup();
    Ok(TrialView {
        words: movement.words(),
        names: movement.names().iter().map(|&name| name.to_owned()).collect(),
        warnings: messages(&warnings),
        moves,
        takes,
        mobility: mobility(&asked.notation)?,
    })
}

/// Returns the number of moves on an empty board, on average over its squares.
fn mobility(notation: &str) -> Result<f64, Fault> {
    let variant = game(notation, USUAL)?;
    let mut all = 0;
    for square in variant.squares() {
        all += reached(&variant, &square.to_string(), Vec::new())?.0.len();
    }
    Ok(all as f64 / f64::from(USUAL * USUAL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_movement_shows_where_it_goes_and_what_it_takes() {
        let tried = |notation: &str, enemies: &[&str]| {
            let enemies = enemies.iter().map(|&square| square.to_owned()).collect();
            tried(&Tried {
                notation: notation.to_owned(),
                square: "g7".to_owned(),
                enemies,
                friends: Vec::new(),
            })
        };
        let pawn = tried("fmW fcF", &[]).unwrap();
        assert_eq!((pawn.moves, pawn.takes), (vec!["g8".to_owned()], vec!["f8".to_owned(), "h8".to_owned()]));
        let rook = tried("R", &["g9"]).unwrap();
        assert_eq!(rook.names[0], "rook");
        assert!(rook.takes.contains(&"g9".to_owned()) && !rook.takes.contains(&"g10".to_owned()));
        assert!((rook.mobility - 14.0).abs() < 1e-9);
        assert!(tried("E", &[]).is_err());
    }
}
