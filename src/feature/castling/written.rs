//! The names and notation of castling moves.

use crate::board::Square;
use crate::moves::{Entry, Sketch, Writing};

/// The square of the other piece that castles.
fn partner(sketch: &Sketch<'_>) -> Option<Square> {
    let begins = |entry: &&Entry| entry.change.square != sketch.mv.from && !entry.change.before.is_empty();
    Some(sketch.changes.iter().find(begins)?.change.square)
}

/// The names and notation of castling moves.
#[derive(Debug)]
pub(super) enum Written {
    /// By the squares of the first piece.
    BySquares,
    /// By those of both, as in Chess960: where the pieces begin where they stand, the first may stay there, or go where it could go alone.
    ByPieces,
}

impl Writing for Written {
    fn name(&self) -> &'static str {
        "castling"
    }

    fn coordinates(&self, sketch: &Sketch<'_>) -> String {
        let to = match self {
            Self::BySquares => sketch.mv.to,
            Self::ByPieces => partner(sketch).unwrap_or(sketch.mv.to),
        };
        sketch.square(sketch.mv.from) + &sketch.square(to)
    }

    /// The king takes the rook, as in Chess960; also with the square that the rook goes to.
    fn apart(&self, sketch: &Sketch<'_>) -> Vec<String> {
        let Some(partner) = partner(sketch) else { return Vec::new() };
        let ends = |entry: &&Entry| entry.change.square != sketch.mv.to && !entry.change.after.is_empty();
        let to = sketch.changes.iter().find(ends).map_or(partner, |entry| entry.change.square);
        let [from, partner, to] = [sketch.mv.from, partner, to].map(|square| sketch.square(square));
        vec![format!("{from}{partner}"), format!("{from}{}{partner}{to}", sketch.square(sketch.mv.to))]
    }

    /// Towards White's right hand it is short.
    fn san(&self, sketch: &Sketch<'_>) -> Option<String> {
        let partner = partner(sketch)?;
        let right_hand = sketch.geometry.file(partner) > sketch.geometry.file(sketch.mv.from);
        Some(if right_hand { "O-O" } else { "O-O-O" }.to_owned())
    }
}
