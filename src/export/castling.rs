//! Castling as part of a movement, as the Diagram and XBoard read it.

use std::collections::BTreeSet;

use crate::model::movement::Castle;

/// Returns the same way to the other side.
pub(super) fn mirrored(way: &Castle) -> Castle {
    Castle { right: !way.right, ..*way }
}

/// Writes ways of castling: `isO2`, `ilO3irO4`.
pub(super) fn written(ways: &BTreeSet<Castle>) -> String {
    let one = |way: &Castle| {
        let side = match (ways.contains(&mirrored(way)), way.right) {
            (true, true) => return None,
            (true, false) => "s",
            (false, true) => "r",
            (false, false) => "l",
        };
        Some(format!("i{side}{}O{}", if way.inside { "j" } else { "" }, way.squares))
    };
    ways.iter().filter_map(one).collect()
}
