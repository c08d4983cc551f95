//! Moves that can be taken back: Fairy-Stockfish doesn't count them as progress.

use std::collections::BTreeSet;

use crate::model::movement::{Course, Movement, Offset};
use crate::model::path::Leg;

/// The share of a piece's moves to empty squares that it could take back with its next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reversible {
    None,
    Some,
    All,
}

/// The farthest that a piece goes on the longest board.
const FARTHEST: i16 = 15;

/// Returns how many moves could be taken back on an empty board. Movements that hop, bend or depend on squares aren't traced: they could in
/// some cases be taken back, unless they only go forward.
pub(crate) fn reversible(movement: &Movement) -> Reversible {
    let quiet = |first: bool| -> BTreeSet<(i16, i16)> {
        let terms = movement.moves.iter().filter(|term| term.quiet && (first || !term.first));
        terms.flat_map(|term| &term.courses).flat_map(ends).collect()
    };
    let (all, later) = (quiet(true), quiet(false));
    let forward = |leg: &Leg| !leg.cycle.is_empty() && leg.cycle.iter().all(|by| by.dy > 0);
    let onward = later.iter().all(|(_, dy)| *dy >= 0)
        && movement.paths.iter().all(|path| path.legs.iter().all(forward));
    match all.iter().filter(|(dx, dy)| later.contains(&(-dx, -dy))).count() {
        0 if movement.paths.is_empty() || onward => Reversible::None,
        back if back == all.len() && movement.paths.is_empty() => Reversible::All,
        _ => Reversible::Some,
    }
}

/// Returns the displacements to the squares on which a course may end.
fn ends(course: &Course) -> impl Iterator<Item = (i16, i16)> + '_ {
    let add = |(x, y): &mut (i16, i16), by: &Offset| {
        (*x, *y) = (*x + i16::from(by.dx), *y + i16::from(by.dy));
        Some((*x, *y))
    };
    let most = course.max.map_or(usize::MAX, usize::from);
    course
        .cycle
        .iter()
        .cycle()
        .scan((0, 0), add)
        .take_while(|(x, y)| x.abs().max(y.abs()) <= FARTHEST)
        .take(most.min(usize::from(FARTHEST.unsigned_abs()) * course.cycle.len()))
        .skip(usize::from(course.stride) - 1)
        .step_by(usize::from(course.stride))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cells;
    use crate::notation::moves::moves_alone;

    #[test]
    fn a_piece_takes_moves_back_if_it_goes_both_ways() {
        let of = |text| reversible(&moves_alone(Cells::Squares, text).expect("a movement").0);
        for text in ["fmW fcF", "fmW ifmR2 fcF", "fF", "ffN", "fR"] {
            assert_eq!(of(text), Reversible::None, "{text}");
        }
        for text in ["fsW", "FfW", "fmW smR", "fmR bmW", "mR cpR", "imD W"] {
            assert_eq!(of(text), Reversible::Some, "{text}");
        }
        for text in ["K", "N", "nN", "R", "vR2", "mW cfF", "NN"] {
            assert_eq!(of(text), Reversible::All, "{text}");
        }
        for (text, hops) in
            [("fmW fpR", Reversible::None), ("fmW pR", Reversible::Some), ("K pR", Reversible::Some)]
        {
            assert_eq!(of(text), hops, "{text}");
        }
    }
}
