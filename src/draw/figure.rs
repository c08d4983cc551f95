//! Figures of pieces: drawings, figures made from the movement for all other pieces, and both of them on tiles.
//!
//! `assets/pieces` holds the drawings. Those of Unicode signs are two files, White's and Black's, named for the sign. Any other drawing is one
//! file: White's, with `#fff` for its body, `#000` for its outline and `#111` for the lines within, which a black body has light.

use include_dir::{Dir, include_dir};

use super::compass::disc;
use super::tile;
use crate::model::figures::Tile;
use crate::model::pieces::{PieceType, Side};

static DRAWINGS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/pieces");

/// The side length of the square a figure is drawn in.
pub(crate) const SIZE: i32 = 45;

/// Returns a figure as the inside of an SVG of `SIZE` by `SIZE`.
pub(crate) fn figure(kind: &PieceType, side: Side) -> String {
    let drawing = kind.look.figures.as_ref().and_then(|figures| match kind.look.tile {
        None => drawing(&figures[side.index()], side),
        // one drawing serves both sides; the tile shows whose it is
        Some(_) => drawing(&figures[0], Side::White),
    });
    match (kind.look.tile, drawing) {
        (None, Some(drawing)) => drawing,
        (None, None) => disc(kind, side),
        (Some(tile), Some(drawing)) => tile::pictured(tile, side, &drawing),
        (Some(tile), None) => tile::marked(tile, side, kind),
    }
}

/// Returns the figure with the characters of a piece, if it has any.
pub(crate) fn kanji(kind: &PieceType, side: Side) -> Option<String> {
    let characters = &kind.look.kanji.as_ref()?[side.index()];
    let promoted = kind.letter.starts_with('+');
    Some(tile::written(kind.look.tile.unwrap_or(Tile::Round), side, characters, promoted))
}

/// Returns the figure that is made from the movement, whether or not the piece has a drawing.
pub(crate) fn compass(kind: &PieceType, side: Side) -> String {
    match kind.look.tile {
        Some(tile) => tile::marked(tile, side, kind),
        None => disc(kind, side),
    }
}

/// Returns `true` if the figure points towards the enemy, so that it turns with the board.
pub(crate) fn pointed(kind: &PieceType) -> bool {
    kind.look.tile == Some(Tile::Pointed)
}

/// Returns `true` if the piece has a drawing, so that its figure need not be made.
pub(crate) fn is_drawn(kind: &PieceType) -> bool {
    kind.look.figures.is_some()
}

/// Returns the drawing of a figure: a Unicode sign, or a name.
fn drawing(figure: &str, side: Side) -> Option<String> {
    let mut signs = figure.chars();
    match (signs.next()?, signs.next()) {
        (only, None) => inside(&format!("{:04X}.svg", u32::from(only))).map(str::to_owned),
        _ => {
            let drawn = inside(&format!("{figure}.svg"))?;
            Some(match side {
                Side::White => drawn.to_owned(),
                Side::Black => drawn.replace("#fff", "#000").replace("#111", "#ececec"),
            })
        }
    }
}

/// Returns the drawing in a file: the inside of its SVG.
fn inside(file: &str) -> Option<&'static str> {
    let text = DRAWINGS.get_file(file)?.contents_utf8()?.trim();
    let (_, inside) = text.split_once('>')?;
    inside.strip_suffix("</svg>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::figures::{named, names};
    use crate::{Variant, builtin_games};

    fn whole(inside: &str) -> String {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIZE} {SIZE}\">{inside}</svg>")
    }

    #[test]
    fn every_man_of_every_game_has_a_figure_of_its_own_and_of_one_family() {
        let mut characters = 0;
        for name in builtin_games() {
            let variant = Variant::load(name, &[]).unwrap();
            let mut seen = Vec::new();
            for kind in &variant.rules.types {
                for side in Side::BOTH {
                    let drawn = figure(kind, side);
                    roxmltree::Document::parse(&whole(&drawn)).expect("well-formed");
                    assert!(!seen.contains(&drawn), "{name}: {} looks like another", kind.name);
                    if let Some(written) = kanji(kind, side) {
                        roxmltree::Document::parse(&whole(&written)).expect("well-formed");
                        assert!(!written.contains("<text"), "{name}: {} has no outline", kind.name);
                        assert!(!seen.contains(&written), "{name}: {} reads like another", kind.name);
                        characters += 1;
                        seen.push(written);
                    }
                    seen.push(drawn);
                }
            }
            let made = variant.rules.types.iter().filter(|kind| !is_drawn(kind)).count();
            assert!([0, variant.rules.types.len()].contains(&made), "{name}: some are made, some drawn");
            let said = variant.rules.types.iter().filter(|kind| kind.look.kanji.is_some()).count();
            let tiled = variant.rules.types.iter().all(|kind| kind.look.tile.is_some());
            assert_eq!(
                said,
                if tiled { variant.rules.types.len() } else { 0 },
                "{name}: tiles without characters"
            );
        }
        assert!(characters > 200, "{characters}");
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
        let has = |figure: &str| drawing(figure, Side::White).is_some();
        assert!(has("♔") && has("elephant"));
        assert!(!has("♔♔") && !has("") && !has("x") && !has("../CREDITS"));
    }

    #[test]
    fn drawings_are_plain_and_every_name_has_one() {
        let files =
            DRAWINGS.files().filter(|file| file.path().extension().is_some_and(|ending| ending == "svg"));
        let mut number = 0;
        for file in files {
            let (path, text) = (file.path().display(), file.contents_utf8().unwrap());
            let document = roxmltree::Document::parse(text).expect("well-formed");
            assert_eq!(document.root_element().attribute("viewBox"), Some("0 0 45 45"), "{path}");
            for node in document.descendants().filter(roxmltree::Node::is_element) {
                let name = node.tag_name().name();
                assert!(["svg", "g", "path", "circle", "ellipse", "rect"].contains(&name), "{path}: {name}");
                let spoken =
                    |other: &str| other.starts_with("on") || other.contains("href") || other == "style";
                assert!(node.attributes().all(|other| !spoken(other.name())), "{path}");
            }
            assert!(text.len() < 2500, "{path} is long");
            number += 1;
        }
        let mut used: Vec<String> = names().filter_map(named).flatten().collect();
        used.sort_unstable();
        used.dedup();
        assert_eq!(used.len(), number, "each drawing has a name, and each name a drawing");
        for figure in used {
            let sides = Side::BOTH
                .map(|side| drawing(&figure, side).unwrap_or_else(|| panic!("{figure} is missing")));
            assert!(!figure.is_ascii() || sides[0] != sides[1], "{figure} is the same for both");
        }
    }

    #[test]
    fn a_game_names_figures_and_tiles() {
        let text = "game.name = \"Odd\"\nboard = { files = 5, ranks = 5 }\nend.stuck.lose = \"no move\"\nsetup.white = [\"A B C D .\"]\n\
             [pieces]\nowl = { letter = \"A\", moves = \"W\" }\nsage = { letter = \"B\", moves = \"D\" }\n\
             two = { letter = \"C\", moves = \"R\", figure = \"owl\" }\nrook = { letter = \"D\", moves = \"R\", figure = \"disc\", kanji = \"車?\" }";
        let of = |text: &str| Variant::from_text("odd.toml", text, &[]).unwrap().rules.types.clone();
        let types = of(text);
        // a drawing that a type asks for is used; by its name alone, a type only gets an unused one
        assert_eq!([0, 1, 2, 3].map(|at| is_drawn(&types[at])), [false, false, true, false]);
        assert!(kanji(&types[3], Side::White).is_some_and(|drawn| drawn.contains(">?</text>")));
        assert!(kanji(&types[0], Side::White).is_none());
        let tiled = of(&text.replace("ranks = 5 }", "ranks = 5, tiles = \"pointed\" }"));
        assert!(tiled.iter().all(|kind| !is_drawn(kind) && pointed(kind)), "all or none");
        assert!(figure(&tiled[0], Side::Black).contains("rotate(180"));
        let round = ["tiles = \"round\"", "figure = \"fox\"", "figure = \"tower\""];
        let said = ["tiles = \"pointed\"", "figure = \"owl\"", "figure = \"disc\""];
        let text = text.replace("ranks = 5 }", "ranks = 5, tiles = \"pointed\" }").replace("sage", "yurt");
        let round = of(&said.into_iter().zip(round).fold(text, |text, (old, new)| text.replace(old, new)));
        assert!(round.iter().all(is_drawn) && !round.iter().any(pointed));
    }
}
