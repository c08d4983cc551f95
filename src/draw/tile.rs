//! Figures on tiles: pointed ones, turned round for Black, and round ones in red and black.

use std::fmt::Write as _;

use super::compass;
use super::svg::escaped;
use crate::model::figures::Tile;
use crate::model::pieces::{PieceType, Side};

/// The outlines of characters, in a square of 100 by 100.
static OUTLINES: &str = include_str!("../../assets/kanji/outlines.txt");

const DARK: &str = "#1b1b1b";
const RED: &str = "#b3261e";

/// The colour of what stands on a tile.
fn ink(tile: Tile, side: Side) -> &'static str {
    match (tile, side) {
        (Tile::Round, Side::White) => RED,
        _ => DARK,
    }
}

/// Puts something on a tile, and turns a pointed one round for Black.
fn on(tile: Tile, side: Side, content: &str) -> String {
    match (tile, side) {
        (Tile::Pointed, side) => {
            let outline = "<path d=\"M22.5 3l13 5.5L39 41H6L9.5 8.5z\" fill=\"#f7e3b5\" stroke=\"#3a2a12\" stroke-width=\"1.5\" \
                           stroke-linejoin=\"round\"/>";
            match side {
                Side::White => format!("{outline}{content}"),
                Side::Black => format!("<g transform=\"rotate(180 22.5 22.5)\">{outline}{content}</g>"),
            }
        }
        (Tile::Round, side) => {
            let ink = ink(tile, side);
            format!(
                "<circle cx=\"22.5\" cy=\"22.5\" r=\"20.5\" fill=\"#fbf1da\" stroke=\"{ink}\" stroke-width=\"1.5\"/>\
                 <circle cx=\"22.5\" cy=\"22.5\" r=\"18\" fill=\"none\" stroke=\"{ink}\" stroke-width=\".9\"/>{content}"
            )
        }
    }
}

/// Returns a drawing on a tile.
pub(super) fn pictured(tile: Tile, side: Side, drawing: &str) -> String {
    let ink = ink(tile, side);
    let drawing = drawing
        .replace("#000", ink)
        .replace("#111", ink)
        .replace("stroke-width=\"1.5\"", "stroke-width=\"1.8\"");
    let place = match tile {
        Tile::Pointed => "translate(7.4 9.4) scale(.67)",
        Tile::Round => "translate(7.2 6.9) scale(.68)",
    };
    on(tile, side, &format!("<g transform=\"{place}\">{drawing}</g>"))
}

/// Returns the letter of a piece and the compass of its moves on a tile; the letter is upright on all of them.
pub(super) fn marked(tile: Tile, side: Side, kind: &PieceType) -> String {
    let (body, middle, scale) = match tile {
        Tile::Pointed => ("#f7e3b5", 25.0, 0.74),
        Tile::Round => ("#fbf1da", 22.5, 0.82),
    };
    // a pointed tile is turned as a whole
    let towards = if tile == Tile::Pointed { Side::White } else { side };
    let marks = compass::marks(kind, towards, (body, DARK));
    let ink = if kind.letter.starts_with('+') { RED } else { ink(tile, side) };
    let size = if kind.letter.chars().count() > 1 { 10 } else { 13 };
    let letter = compass::written(&kind.letter, (22.5, middle), size, ink);
    let (x, y) = (22.5 - 22.5 * scale, middle - 22.5 * scale);
    let upright = match (tile, side) {
        (Tile::Pointed, Side::Black) => format!("<g transform=\"rotate(180 22.5 {middle})\">{letter}</g>"),
        _ => letter,
    };
    on(tile, side, &format!("<g transform=\"translate({x:.2} {y:.2}) scale({scale})\">{marks}</g>{upright}"))
}

/// Returns characters on a tile, one below the other.
pub(super) fn written(tile: Tile, side: Side, characters: &str, promoted: bool) -> String {
    let ink = if promoted { RED } else { ink(tile, side) };
    let number = characters.chars().count().max(1) as f64;
    let (middle, room) = match tile {
        Tile::Pointed => (24.5, 25.0),
        Tile::Round => (22.5, 26.5),
    };
    // two characters are somewhat flat and together a little taller than one
    let (wide, high) = if number > 1.0 { (room * 0.76, room * 1.16 / number) } else { (room, room) };
    let top = middle - high * number / 2.0;
    let mut content = String::new();
    for (at, character) in characters.chars().enumerate() {
        let y = top + high * at as f64;
        _ = match outline(character) {
            Some(path) => write!(
                content,
                "<path fill=\"{ink}\" transform=\"translate({:.2} {y:.2}) scale({:.4} {:.4})\" d=\"{path}\"/>",
                22.5 - wide / 2.0,
                wide / 100.0,
                high / 100.0
            ),
            None => write!(
                content,
                "<text x=\"22.5\" y=\"{:.2}\" dy=\"0.36em\" font-size=\"{high:.1}\" text-anchor=\"middle\" style=\"fill:{ink}\">{}</text>",
                y + high / 2.0,
                escaped(&character.to_string())
            ),
        };
    }
    on(tile, side, &content)
}

fn outline(character: char) -> Option<&'static str> {
    OUTLINES.lines().find_map(|line| line.strip_prefix(character)?.strip_prefix(' '))
}
