//! SFEN: a position as programs for shogi write it (Universal Shogi Interface).
//!
//! `placement side hands number`: `b` is the side that is written with capitals and moves first, the pieces in hand have a field of their own
//! (`2P3p`, or `-`), and the number counts plies from 1.

use super::{Clocks, Content, FenFault, Field, FirstField, read_marks, read_placement};
use crate::board::Bits;
use crate::model::pieces::Side;
use crate::tables::Tables;

/// The fields of a position in SFEN.
pub(super) struct Fields<'a> {
    placement: &'a Field<'a>,
    side: Side,
    hands: &'a Field<'a>,
    /// The number of the next ply.
    number: u32,
}

impl<'a> Fields<'a> {
    /// Returns the fields of a text that is SFEN beyond doubt; `None` if it is a FEN.
    ///
    /// # Errors
    /// If it might be either, so that the side to move is not known.
    pub(super) fn of(fields: &'a [Field<'a>]) -> Result<Option<Self>, FenFault> {
        let (is_named, fields) = match fields {
            [("sfen", _), rest @ ..] => (true, rest),
            _ => (false, fields),
        };
        let [placement, side, hands, rest @ ..] = fields else { return Ok(None) };
        let number = match rest {
            [] => Some(1),
            [(number, _)] => number.parse().ok(),
            _ => None,
        };
        let (Some(number), false) = (number, placement.0.contains('[')) else { return Ok(None) };
        if !is_hands(hands.0) {
            return Ok(None);
        }
        if hands.0 == "-" && rest.is_empty() && !is_named {
            return Err(FenFault::new(
                side.1.start..hands.1.end,
                "this may be a FEN or SFEN, which disagree about the side that moves",
                "end it with the halfmove clock and the move number, `- - 0 1`, for a FEN, or with the number of the move, `- 1`, for SFEN",
            ));
        }
        let side = match side.0 {
            "b" => Side::White,
            "w" => Side::Black,
            _ => return Ok(None),
        };
        Ok(Some(Self { placement, side, hands, number }))
    }

    /// Sets up the position; the text has `length` bytes.
    pub(super) fn read<B: Bits>(&self, tables: &Tables<B>, length: usize) -> Result<Content<B>, FenFault> {
        let (token, place) = self.placement;
        if FirstField::new(token, usize::from(tables.rules.geometry.ranks)).hands.is_some() {
            let message = "in SFEN the pieces in hand have a field of their own";
            return Err(FenFault::new(place.clone(), message, "leave out what follows the last rank"));
        }
        let (mut state, placed) = read_placement(tables, self.placement)?;
        let mut ignored = Vec::new();
        state.side = self.side;
        tables.freshen(&mut state);
        read_marks(tables, &mut state, (&placed, place.start), &mut ignored)?;
        let (hands, range) = self.hands;
        match tables.read_hands(&mut state, hands) {
            Some(Err((at, message))) => {
                return Err(FenFault::new(range.start + at.start..range.start + at.end, message, ""));
            }
            None if *hands != "-" => {
                return Err(FenFault::new(
                    range.start..length,
                    "this game has no pieces in hand",
                    "write `-`",
                ));
            }
            _ => {}
        }
        tables.settle(&mut state);
        let clocks = Clocks { idle: 0, number: self.number.max(1).div_ceil(2) };
        Ok(Content { state, clocks, ignored })
    }
}

/// Returns `true` if a field has pieces in hand: `-`, or letters with numbers in front of them.
fn is_hands(field: &str) -> bool {
    let letters = field.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '+');
    field == "-" || letters && field.ends_with(|sign: char| sign.is_ascii_alphabetic())
}
