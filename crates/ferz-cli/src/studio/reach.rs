//! The target squares of a piece among others that are put on an empty board.

use ferz::Side;
use ferz::{Game, Variant};
use serde::{Deserialize, Serialize};

use super::fault::Fault;
use super::start::begin;

/// A piece on a square.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Placed {
    pub(super) square: String,
    #[serde(rename = "type")]
    pub(super) kind: usize,
    pub(super) white: bool,
}

/// A board with the piece in question, and others in its way.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Asked {
    pub(super) piece: Placed,
    #[serde(default)]
    pub(super) others: Vec<Placed>,
}

/// A square the piece can move to.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Target {
    pub(super) square: String,
    /// The squares of pieces that are captured on the way.
    pub(super) takes: Vec<String>,
}

/// Returns the target squares of the piece.
pub(super) fn targets(variant: &Variant, asked: &Asked) -> Result<Vec<Target>, Fault> {
    let fen = placement(variant, asked)?;
    let game: Game = begin(variant, Some(&fen))?;
    let mut found: Vec<Target> = Vec::new();
    for mv in game.moves_regardless() {
        let info = game.in_words(&mv);
        if info.from != asked.piece.square {
            continue;
        }
        let target = Target { square: info.to, takes: info.takes.into_iter().map(|(_, at)| at).collect() };
        if !found.contains(&target) {
            found.push(target);
        }
    }
    Ok(found)
}

/// Returns the pieces as a FEN, with the piece's side to move.
fn placement(variant: &Variant, asked: &Asked) -> Result<String, Fault> {
    let (files, ranks) = (usize::from(variant.files()), usize::from(variant.ranks()));
    let mut letters: Vec<Option<String>> = vec![None; files * ranks];
    for placed in asked.others.iter().chain([&asked.piece]) {
        let kind = variant.piece_types().get(placed.kind);
        let kind =
            kind.ok_or_else(|| Fault::bad(format!("there is no piece type number {}", placed.kind)))?;
        let square = placed.square.parse().ok().filter(|&square| variant.has_square(square));
        let square =
            square.ok_or_else(|| Fault::bad("a piece stands on a square that the board doesn't have"))?;
        let side = if placed.white { Side::White } else { Side::Black };
        let at = usize::from(square.rank()) * files + usize::from(square.file());
        letters[at] = Some(match side {
            Side::White => kind.letter.clone(),
            Side::Black => kind.letter.to_lowercase(),
        });
    }
    let row = |letters: &[Option<String>]| {
        let (mut text, mut empty) = (String::new(), 0);
        for letter in letters {
            match letter {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text += letter;
                }
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    let rows: Vec<String> = letters.chunks(files).rev().map(row).collect();
    Ok(format!("{} {}", rows.join("/"), if asked.piece.white { "w" } else { "b" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(square: &str, kind: usize, white: bool) -> Placed {
        Placed { square: square.to_owned(), kind, white }
    }

    fn squares(variant: &Variant, asked: &Asked) -> Vec<String> {
        let mut found: Vec<String> =
            targets(variant, asked).unwrap().into_iter().map(|target| target.square).collect();
        found.sort();
        found
    }

    #[test]
    fn pieces_in_the_way_block_or_are_taken() {
        let variant = Variant::load("chess", &[]).unwrap();
        let rook = variant.piece_types().iter().position(|piece| piece.name == "rook").unwrap();
        let others = vec![placed("a3", rook, false), placed("b1", rook, true)];
        let asked = Asked { piece: placed("a1", rook, true), others };
        assert_eq!(squares(&variant, &asked), ["a2", "a3"]);
        let taken =
            targets(&variant, &asked).unwrap().into_iter().find(|target| target.square == "a3").unwrap();
        assert_eq!(taken.takes, ["a3"]);
    }

    #[test]
    fn walls_and_holes_are_minded() {
        let variant = Variant::load("courtyard", &[]).unwrap();
        let guard = variant.piece_types().iter().position(|piece| piece.name == "guard").unwrap();
        let asked = Asked { piece: placed("c4", guard, true), others: Vec::new() };
        assert!(!squares(&variant, &asked).contains(&"d5".to_owned()));
        assert!(targets(&variant, &Asked { piece: placed("a1", guard, true), others: Vec::new() }).is_err());
        assert!(targets(&variant, &Asked { piece: placed("c4", 99, true), others: Vec::new() }).is_err());
    }
}
