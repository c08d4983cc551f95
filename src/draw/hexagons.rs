//! The places of hexagons in pictures: upright files, ranks that slope down to the right.

use super::svg::SQUARE;
use crate::board::Cells;

/// The height of half a cell; its neighbour in the next file is a square's width away.
const HALF: i32 = 23;

/// Half the width of a cell, from its left corner to its right one.
const WIDE: f64 = SQUARE as f64 * 2.0 / 3.0;

/// The line on which a cell lies, in half cells upwards.
pub(crate) fn height(file: i32, rank: i32) -> i32 {
    2 * rank - file
}

/// Returns the centre of a cell in a picture: to the right and down from that of the first.
pub(super) fn centre(cells: Cells, (file, rank): (i32, i32)) -> (i32, i32) {
    match cells {
        Cells::Squares => (file * SQUARE, -rank * SQUARE),
        Cells::Hexagons => (file * SQUARE, -height(file, rank) * HALF),
    }
}

/// Returns a cell around a point.
pub(super) fn outline(cells: Cells, class: &str, (x, y): (i32, i32)) -> String {
    if cells == Cells::Squares {
        let (left, top) = (x - SQUARE / 2, y - SQUARE / 2);
        return format!(
            "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>\n"
        );
    }
    let at = |part: f64| format!("{:.1}", f64::from(x) + part * WIDE);
    format!(
        "<polygon class=\"{class}\" points=\"{},{y} {},{top} {},{top} {},{y} {},{foot} {},{foot}\"/>\n",
        at(-1.0),
        at(-0.5),
        at(0.5),
        at(1.0),
        at(0.5),
        at(-0.5),
        top = y - HALF,
        foot = y + HALF
    )
}
