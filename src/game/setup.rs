//! Positions put together piece by piece.

use std::collections::BTreeMap;

use super::error::SetupError;
use super::load::Variant;
use super::piece::Piece;
use super::position::Position;
use super::square::Square;
use crate::model::pieces::Side;

/// A position being set up, piece by piece. In the finished position every piece that stands where the start position has the same piece
/// counts as unmoved, and nothing is remembered but the pieces in hand; a FEN says more.
///
/// ```
/// use ferz::{Piece, Setup, Side};
/// let chess = ferz::Variant::load("chess", &[])?;
/// let piece = |name, side| Piece { piece_type: chess.piece_type(name).unwrap(), side };
/// let position = Setup::empty(&chess)
///     .put("e1".parse()?, piece("king", Side::White))
///     .put("h1".parse()?, piece("rook", Side::White))
///     .put("e8".parse()?, piece("king", Side::Black))
///     .finish()?;
/// assert_eq!(position.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Setup {
    variant: Variant,
    pieces: BTreeMap<Square, Piece>,
    hands: BTreeMap<Piece, u32>,
    side_to_move: Side,
}

impl Setup {
    /// Begins with an empty board; White is to move.
    pub fn empty(variant: &Variant) -> Self {
        let (pieces, hands) = (BTreeMap::new(), BTreeMap::new());
        Self { variant: variant.clone(), pieces, hands, side_to_move: Side::White }
    }

    /// Sets how many pieces of a type a side has in hand.
    #[must_use]
    pub fn hold(mut self, piece: Piece, number: u32) -> Self {
        self.hands.insert(piece, number);
        self
    }

    /// Puts a piece on a square, replacing what stood there.
    #[must_use]
    pub fn put(mut self, square: Square, piece: Piece) -> Self {
        self.pieces.insert(square, piece);
        self
    }

    /// Clears a square.
    #[must_use]
    pub fn clear(mut self, square: Square) -> Self {
        self.pieces.remove(&square);
        self
    }

    /// Sets the side to move.
    #[must_use]
    pub fn side_to_move(self, side_to_move: Side) -> Self {
        Self { side_to_move, ..self }
    }

    /// Returns the position.
    ///
    /// # Errors
    /// If a piece stands on a square that the board doesn't have, belongs to another variant, or can't be in hand.
    pub fn finish(self) -> Result<Position, SetupError> {
        let rules = &self.variant.rules;
        let mut placed = Vec::new();
        for (square, piece) in self.pieces {
            let number = square.number(&rules.geometry).filter(|_| self.variant.has_square(square));
            let known = self.variant.type_at(piece.piece_type.index()) == Some(piece.piece_type);
            if !known {
                return Err(SetupError::NoSuchPiece(square));
            }
            let number = number.ok_or(SetupError::NoSuchSquare(square))?;
            placed.push((number, piece.piece_type.id(), piece.side));
        }
        let mut held = Vec::new();
        for (piece, number) in self.hands {
            let known = self.variant.type_at(piece.piece_type.index()) == Some(piece.piece_type);
            let number = u8::try_from(number).ok().filter(|_| known).ok_or(SetupError::NotInHand(piece))?;
            held.push((piece, number));
        }
        let hands: Vec<_> =
            held.iter().map(|(piece, number)| (piece.piece_type.id(), piece.side, *number)).collect();
        let set_up = self.variant.table.set_up(&placed, &hands, self.side_to_move);
        let set_up = set_up.map_err(|at| SetupError::NotInHand(held[at].0))?;
        Ok(Position::new(self.variant.clone(), set_up))
    }
}

/// The pieces and the side to move of a position.
impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let hand = |side: Side| {
            let held = position.hand(side).into_iter();
            held.map(move |(piece_type, number)| (Piece { piece_type, side }, number))
        };
        Self {
            variant: position.variant().clone(),
            pieces: position.pieces().collect(),
            hands: Side::BOTH.into_iter().flat_map(hand).collect(),
            side_to_move: position.side_to_move(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin_games;

    #[test]
    fn the_start_position_can_be_set_up_in_every_game() {
        for name in builtin_games() {
            let start = Variant::load(name, &[]).expect("a built-in game").start_position();
            let again = Setup::from(&start).finish().expect("pieces and squares of the game");
            assert_eq!(again, start, "{name}");
            assert_eq!(again.legal_moves(), start.legal_moves(), "{name}");
        }
    }

    #[test]
    fn what_the_variant_does_not_have_is_refused() {
        let [chess, courier] =
            ["chess", "courier"].map(|name| Variant::load(name, &[]).expect("a built-in game"));
        let (square, far) = ("a1".parse().expect("a square"), "l8".parse().expect("a square"));
        let piece = |variant: &Variant, name| Piece {
            piece_type: variant.piece_type(name).expect("a type"),
            side: Side::White,
        };
        let king = piece(&chess, "king");
        let put = |square, piece| Setup::empty(&chess).put(square, piece).finish().map(|_| ());
        assert_eq!(put(square, king), Ok(()));
        assert_eq!(put(far, king), Err(SetupError::NoSuchSquare(far)));
        assert_eq!(put(square, piece(&courier, "courier")), Err(SetupError::NoSuchPiece(square)));
        assert_eq!(Setup::empty(&chess).put(far, king).clear(far).finish().map(|_| ()), Ok(()));
    }
}
