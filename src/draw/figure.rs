//! Piece glyphs: ready-made drawings for the Unicode symbols that have one, glyphs made from the movement for all other pieces.
//!
//! Drawings are looked up by the Unicode symbol that the game file gives as the glyph of a piece; `assets/pieces` holds them. A made glyph
//! is a disc with the letter of the piece in it and, around the letter, a compass of its moves: a bar for a one-square step, a dot for a
//! leap, an arrow for a ride; filled if the piece both moves and captures there, hollow if it only moves, red if it only captures.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use include_dir::{Dir, include_dir};

use super::movement::{Diagram, Spot, When};
use super::svg::escaped;
use crate::model::pieces::{PieceType, Side};

static DRAWINGS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/pieces");

/// The side length of the square a glyph is drawn in.
pub(crate) const SIZE: i32 = 45;

/// Returns a glyph as the inside of an SVG of `SIZE` by `SIZE`.
pub fn figure(kind: &PieceType, side: Side) -> String {
    let sign = kind.glyphs.as_ref().map(|glyphs| glyphs[side.index()].as_str());
    sign.and_then(drawing).map_or_else(|| made(kind, side), str::to_owned)
}

/// Returns `true` if the piece has a drawing, so that its glyph need not be made.
pub(crate) fn is_drawn(kind: &PieceType) -> bool {
    let has = |glyphs: &[String; 2]| glyphs.iter().all(|sign| drawing(sign).is_some());
    kind.glyphs.as_ref().is_some_and(has)
}

/// Returns the drawing of a Unicode symbol, if there is one.
fn drawing(sign: &str) -> Option<&'static str> {
    let mut signs = sign.chars().filter(|c| *c != '\u{fe0e}');
    let (only, None) = (signs.next()?, signs.next()) else { return None };
    let file = DRAWINGS.get_file(format!("{:04X}.svg", u32::from(only)))?;
    let text = file.contents_utf8()?.trim();
    let (_, inside) = text.split_once('>')?;
    inside.strip_suffix("</svg>")
}

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
    nearest.sort_by_key(|((dx, dy), _)| dx.unsigned_abs().max(dy.unsigned_abs()));
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

fn made(kind: &PieceType, side: Side) -> String {
    let (body, ink) = match side {
        Side::White => ("#fff", "#1b1b1b"),
        Side::Black => ("#26211b", "#fdfbf6"),
    };
    let mut drawn = format!(
        "<circle cx=\"22.5\" cy=\"22.5\" r=\"20.5\" fill=\"{body}\" stroke=\"#000\" stroke-width=\"1.5\"/>"
    );
    if kind.royal {
        _ = write!(
            drawn,
            "<circle cx=\"22.5\" cy=\"22.5\" r=\"9\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.2\"/>"
        );
    }
    for ((dx, dy), way) in ways(&Diagram::of(&kind.movement)) {
        // a black piece moves the other way
        let up = if side == Side::White { -1.0 } else { 1.0 };
        drawn += &mark((f64::from(dx), f64::from(dy) * up), way, (body, ink));
    }
    let letter = match side {
        Side::White => kind.letter.clone(),
        Side::Black => kind.letter.to_lowercase(),
    };
    let size = if letter.chars().count() > 1 { 11 } else { 15 };
    _ = write!(
        drawn,
        "<text x=\"22.5\" y=\"22.5\" dy=\"0.36em\" font-family=\"'DejaVu Sans',Verdana,sans-serif\" font-weight=\"bold\" \
         font-size=\"{size}\" text-anchor=\"middle\" style=\"fill:{ink}\">{}</text>",
        escaped(&letter)
    );
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
    let red = if body == "#fff" { "#b3261e" } else { "#ff8a80" };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Variant, builtin_games};

    fn whole(inside: &str) -> String {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIZE} {SIZE}\">{inside}</svg>")
    }

    #[test]
    fn every_man_of_every_game_has_a_figure_of_its_own() {
        for name in builtin_games() {
            let variant = Variant::load(name, &[]).unwrap();
            let mut seen = Vec::new();
            for kind in &variant.rules.types {
                for side in Side::BOTH {
                    let drawn = figure(kind, side);
                    roxmltree::Document::parse(&whole(&drawn)).expect("well-formed");
                    assert!(!seen.contains(&drawn), "{name}: {} looks like another", kind.name);
                    seen.push(drawn);
                }
            }
        }
    }

    #[test]
    fn a_made_figure_tells_steps_leaps_rides_and_captures() {
        let text = "game.name = \"Odd\"\nboard = { files = 5, ranks = 5 }\nend.stuck.lose = \"no move\"\nsetup.white = [\"A B C D E\"]\n\
             [pieces]\none = { letter = \"A\", moves = \"W\" }\ntwo = { letter = \"B\", moves = \"D\" }\nthree = { letter = \"C\", moves = \"R\" }\n\
             four = { letter = \"D\", moves = \"mW cF\" }\nfive = { letter = \"E\", moves = \"zB\", glyphs = [\"<\", \"x\"] }";
        let variant = Variant::from_text("odd.toml", text, &[]).unwrap();
        let drawn: Vec<String> = variant.rules.types.iter().map(|kind| figure(kind, Side::White)).collect();
        let count = |at: usize, what: &str| drawn[at].matches(what).count();
        assert_eq!([count(0, "<rect"), count(1, "r=\"1.9\""), count(2, "<path")], [4, 4, 8]);
        assert_eq!([count(3, "<rect"), count(3, "fill=\"#b3261e\"")], [8, 4]);
        assert!(count(4, "<path") >= 4, "{}", drawn[4]);
    }

    #[test]
    fn a_sign_has_its_drawing_and_no_other_text_has() {
        assert!(drawing("♔").is_some() && drawing("♔\u{fe0e}").is_some());
        assert!(drawing("♔♔").is_none() && drawing("").is_none() && drawing("../CREDITS").is_none());
    }
}
