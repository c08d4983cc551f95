//! A position as a side sees it, in the form of a FEN.
//!
//! `?` stands for what the side does not know: each square that it does not see, the opponent's hand, and the number of plies without
//! progress, which would tell what the opponent has moved. Nothing is said of the opponent's rights, and nothing of what else a position
//! remembers, such as notes and counts.

use crate::board::Bits;
use crate::model::pieces::Side;
use crate::state::State;
use crate::tables::Tables;

/// The sign for what a side does not know.
pub(crate) const UNKNOWN: char = '?';

/// Returns the squares just passed over that a side knows of, if an en passant capture is among the legal moves.
pub(crate) fn passed_seen<B: Bits>(state: &State<B>, (side, seen): (Side, B)) -> B {
    let passed = state.slots.passed;
    if state.side == side && seen.has(passed.victim) { passed.squares & seen } else { B::NONE }
}

/// Formats what a side that sees some squares knows of a position; `passable` says whether an en passant capture is among the legal moves.
pub(crate) fn write_seen<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    (side, seen): (Side, B),
    passable: bool,
    number: u32,
) -> String {
    let mut known = state.fresh_copy();
    known.slots.rights &= state.side(side);
    known.slots.unmoved &= state.side(side);
    let squares = if passable { passed_seen(state, (side, seen)) } else { B::NONE };
    let fields = [
        tables.write_placement_seen(state, side, seen),
        state.side.name()[..1].to_owned(),
        tables.rights_field(&known),
        super::passed_field(tables, state, squares),
        UNKNOWN.to_string(),
        number.to_string(),
    ];
    let named = tables.rights_by_name(&known, tables.fresh_unmoved(state) & state.side(side));
    let named = named.into_iter().map(|(name, value)| format!("{name}={value}"));
    fields.into_iter().chain(named).collect::<Vec<_>>().join(" ")
}
