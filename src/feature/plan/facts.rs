//! The consequences of a game's rules that play must know.

use crate::state::Slot;

/// The pieces that can't be captured now.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Barred {
    /// On the squares in a slot of the side to move.
    Squares(Slot),
    /// On the squares in a queue of either side.
    Queue(Slot),
}

/// The positions whose moves have to be listed and tested one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Lists {
    /// Positions that a hook bears on.
    #[default]
    WherePending,
    /// Also positions where a piece can jump: every capture is a jump, so that compulsory captures matter nowhere else.
    WhereJumps,
    Always,
}

/// The consequences of a game's rules for move generation and search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Facts {
    /// True if no other move is legal where a capture is.
    pub(crate) captures_exclude_others: bool,
    /// True if other moves, or other captures, may be illegal where a capture is legal.
    pub(crate) captures_are_compulsory: bool,
    /// True if a side that fails to capture may lose the piece that could have captured.
    pub(crate) failing_to_capture_costs: bool,
    /// True if a turn may have several moves, so that passing is not equivalent to moving.
    pub(crate) turns_have_parts: bool,
    /// True if moves depend on the positions that have occurred, so that a position alone doesn't tell which are legal.
    pub(crate) moves_depend_on_the_past: bool,
}
