//! Static exchange evaluation (SEE): the value of captures back and forth on one square, by the attack tables.

use super::order::balance;
use super::params::EvalParams;
use crate::board::{Bits, Square};
use crate::model::pieces::Piece;
use crate::moves::Move;
use crate::state::State;
use crate::tables::Tables;

/// Returns `true` if a move wins at least this much when both sides then capture on its target square, least valuable attacker first, as
/// long as that pays.
///
/// After a move with further effects, recaptures are not considered; other moves that do more than move one piece are assumed to gain
/// enough. Pins are ignored.
pub(crate) fn see_at_least<B: Bits>(
    (tables, params): (&Tables<B>, &EvalParams<B>),
    state: &State<B>,
    mv: Move,
    least: i32,
) -> bool {
    if !(mv.is_drop() || tables.is_simple(state, mv)) {
        return tables.followed(state, mv).is_none_or(|effect| balance(params, &effect) >= least);
    }
    let mover = moving(state, mv);
    let taken = if mv.takes() { params.piece_value(state.at(mv.take)) } else { 0 };
    let mut balance = taken + params.piece_value(mv.after) - params.piece_value(mover) - least;
    if balance < 0 {
        return false;
    }
    // the balance if the moving piece is lost for nothing
    balance = params.piece_value(mv.after) - balance;
    if balance <= 0 {
        return true;
    }
    let mut gone = if mv.is_drop() { B::NONE } else { B::bit(mv.from) | B::bit(mv.take) };
    let mut occupied = state.occupied() & !gone | B::bit(mv.to);
    let (mut side, mut enough) = (state.side, true);
    loop {
        side = side.other();
        let takers = tables.attacks.takers(state, mv.to, (side, None), occupied, gone);
        let Some((from, value)) = cheapest(params, state, takers) else { return enough };
        enough = !enough;
        balance = value - balance;
        if balance < i32::from(enough) {
            return enough;
        }
        gone |= B::bit(from);
        occupied &= !B::bit(from);
    }
}

/// Returns the piece that moves or is dropped, before the move.
#[inline(always)]
pub(super) fn moving<B: Bits>(state: &State<B>, mv: Move) -> Piece {
    let piece = state.at(mv.from);
    if piece.is_empty() { mv.after } else { piece }
}

/// Returns the least valuable of some pieces, with its value.
#[inline]
fn cheapest<B: Bits>(params: &EvalParams<B>, state: &State<B>, pieces: B) -> Option<(Square, i32)> {
    pieces.squares().map(|from| (from, params.piece_value(state.at(from)))).min_by_key(|(_, value)| *value)
}
