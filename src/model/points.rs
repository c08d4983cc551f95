//! The values of pieces where points decide.

use super::pieces::{Side, TypeId};

/// Points, in halves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Points {
    /// By type.
    pub(crate) of: Vec<u32>,
    /// The additional points of each side.
    pub(crate) bonus: [u32; 2],
}

impl Points {
    /// The points of a piece.
    pub(crate) fn of(&self, kind: TypeId) -> u32 {
        self.of.get(usize::from(kind)).copied().unwrap_or(0)
    }

    /// The points that a side has without any piece.
    pub(crate) fn bonus(&self, side: Side) -> u32 {
        self.bonus[side.index()]
    }
}

/// A number of halves as it is written: `1.5`, `13`.
pub(crate) fn written(halves: u32) -> String {
    match halves % 2 {
        0 => (halves / 2).to_string(),
        _ => format!("{}.5", halves / 2),
    }
}
