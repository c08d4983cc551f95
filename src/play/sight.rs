//! The squares that a side sees.

use super::chase::turned;
use super::legal;
use crate::board::Bits;
use crate::model::pieces::Side;
use crate::moves::{Effect, Origin, Role};
use crate::state::State;
use crate::tables::Tables;

/// Returns the squares that a side sees: all in a game without sight.
pub(crate) fn seen<B: Bits>(tables: &Tables<B>, state: &State<B>, side: Side) -> B {
    let playable = B::narrowed(&tables.rules.geometry.playable());
    let Some(sight) = tables.rules.sight else { return playable };
    let mut seen = state.side(side);
    if sight.attacks {
        let attacked = |&square: &_| !tables.attacks.captors(state, square, side).is_empty();
        seen = (playable & !seen).squares().filter(attacked).fold(seen, |seen, square| seen | B::bit(square));
    }
    if sight.moves {
        seen |= reached(tables, state, side);
    }
    seen & playable
}

/// Returns the squares to which the legal moves of a side lead and those on which they capture, as if it were its turn.
fn reached<B: Bits>(tables: &Tables<B>, state: &State<B>, side: Side) -> B {
    let state = turned(tables, state, side);
    let list = legal(tables, &state);
    let mut reached = B::NONE;
    for &mv in &list.moves {
        // without what follows from the move
        let effect = Effect::new(&state, mv, tables.entries(&list.changes, mv));
        let moves = matches!(effect.origin(), Origin::Square(_));
        effect.each_own(|change| {
            if moves || matches!(change.role, Role::Taken | Role::Removed) {
                reached |= B::bit(change.square);
            }
        });
    }
    reached
}
