//! Figures made from a movement: around the letter of a piece, a compass of its moves.
//!
//! A bar is a one-square step, a dot a leap, an arrow a ride; filled if the piece both moves and captures there, hollow if it only moves, red
//! if it only captures.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::movement::{Diagram, Spot, When};
use super::svg::escaped;
use crate::model::pieces::{PieceType, Side};
use crate::order;

/// The way a piece gets to the squares of one direction.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    spot: Spot,
    rides: bool,
}

/// The directions in which a piece moves: the offset of the nearest square, and the way it gets there.
fn ways(diagram: &Diagram) -> BTreeMap<(i8, i8), Way> {
    let mut ways: BTreeMap<(i8, i8), Way> = BTreeMap::new();
    for line in diagram.lines.iter().filter(|line| line.onward.is_some() || line.squares.len() > 2) {
        if let Some(&first) = line.squares.first() {
            let spot = diagram.spots.get(&first).copied().unwrap_or_default();
            ways.entry(first).or_default().rides = true;
            ways.entry(first).or_default().spot = spot;
        }
    }
    let mut nearest: Vec<_> = diagram.spots.iter().collect();
    order::by_key(&mut nearest, |((dx, dy), _)| dx.unsigned_abs().max(dy.unsigned_abs()));
    for (&(dx, dy), &spot) in nearest {
        let along = |way: &(i8, i8)| {
            let (x, y) = (i16::from(way.0), i16::from(way.1));
            x * i16::from(dy) == y * i16::from(dx) && x * i16::from(dx) + y * i16::from(dy) > 0
        };
        let ridden = ways.iter().any(|(way, found)| found.rides && along(way));
        let shown = spot.sign().is_some() || spot.victim;
        if shown && !ridden {
            ways.entry((dx, dy)).or_default().spot = spot;
        }
    }
    ways
}

/// Returns a disc with the letter of a piece and its compass.
pub(super) fn disc(kind: &PieceType, side: Side) -> String {
    let (body, ink) = match side {
        Side::White => ("#fff", "#1b1b1b"),
        Side::Black => ("#26211b", "#fdfbf6"),
    };
    let letter = match side {
        Side::White => kind.letter.clone(),
        Side::Black => kind.letter.to_lowercase(),
    };
    let size = if letter.chars().count() > 1 { 11 } else { 15 };
    format!(
        "<circle cx=\"22.5\" cy=\"22.5\" r=\"20.5\" fill=\"{body}\" stroke=\"#000\" stroke-width=\"1.5\"/>{}{}",
        marks(kind, side, (body, ink)),
        written(&letter, (22.5, 22.5), size, ink)
    )
}

/// Returns a letter about a point.
pub(super) fn written(letter: &str, (x, y): (f64, f64), size: u8, ink: &str) -> String {
    format!(
        "<text x=\"{x}\" y=\"{y}\" dy=\"0.36em\" font-family=\"'DejaVu Sans',Verdana,sans-serif\" font-weight=\"bold\" \
         font-size=\"{size}\" text-anchor=\"middle\" style=\"fill:{ink}\">{}</text>",
        escaped(letter)
    )
}

/// Returns the compass of a piece alone, on a ground and in an ink.
pub(super) fn marks(kind: &PieceType, side: Side, (body, ink): (&str, &str)) -> String {
    let mut drawn = String::new();
    if kind.royal {
        _ = write!(
            drawn,
            "<circle cx=\"22.5\" cy=\"22.5\" r=\"9\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.2\"/>"
        );
    }
    for ((dx, dy), way) in ways(&Diagram::of(&kind.movement)) {
        // a black piece moves in the opposite direction
        let up = if side == Side::White { -1.0 } else { 1.0 };
        drawn += &mark((f64::from(dx), f64::from(dy) * up), way, (body, ink));
    }
    drawn
}

/// Draws the mark of one direction at the rim.
fn mark((x, y): (f64, f64), way: Way, (body, ink): (&str, &str)) -> String {
    let length = x.hypot(y).max(1.0);
    let (ux, uy) = (x / length, y / length);
    let at = |far: f64| (22.5 + ux * far, 22.5 + uy * far);
    let spot = way.spot;
    let takes = spot.take > When::Never || spot.victim;
    let quiet = spot.quiet > When::Never;
    let red = if ink == "#1b1b1b" { "#b3261e" } else { "#ff8a80" };
    let (line, fill) = match (quiet, takes) {
        (true, true) => (ink, ink),
        (true, false) => (ink, body),
        _ => (red, red),
    };
    if way.rides {
        let ((ax, ay), (bx, by), (tx, ty)) = (at(10.5), at(17.0), at(20.0));
        let (nx, ny) = (-uy * 2.6, ux * 2.6);
        return format!(
            "<path d=\"M{ax:.1} {ay:.1}L{bx:.1} {by:.1}\" stroke=\"{line}\" stroke-width=\"2\"/>\
             <path d=\"M{tx:.1} {ty:.1}L{:.1} {:.1}L{:.1} {:.1}z\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\".6\"/>",
            bx - ux + nx,
            by - uy + ny,
            bx - ux - nx,
            by - uy - ny
        );
    }
    let far = x.abs().max(y.abs());
    if far <= 1.0 {
        let (px, py) = at(13.4);
        let turn = uy.atan2(ux).to_degrees();
        return format!(
            "<rect x=\"-2.6\" y=\"-1.6\" width=\"5.2\" height=\"3.2\" rx=\"1\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\".9\" \
             transform=\"translate({px:.1} {py:.1}) rotate({turn:.0})\"/>"
        );
    }
    let (px, py) = at((13.6 + far).min(17.6));
    format!(
        "<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"1.9\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\".9\"/>"
    )
}
