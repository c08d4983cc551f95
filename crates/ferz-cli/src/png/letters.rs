//! Text of pictures as paths, so that drawing a picture needs no font.
//!
//! `assets/letters/outlines.txt` has the outlines, from the fonts DejaVu Sans and DejaVu Sans Bold: those of ASCII in both weights, and of
//! arrows, geometric shapes, stars, and the pieces of chess, shogi, draughts and cards in one, which stands for the other too. Any other
//! character is drawn as U+FFFD, a diamond with a question mark in it. A selector of variants takes no room.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::OnceLock;

use resvg::usvg::roxmltree::{Document, Node};

/// The units of the outlines per font size.
const UNITS: f64 = 2048.0;
/// The replacement for a character without an outline.
const UNKNOWN: char = '\u{fffd}';

/// A character as it is drawn.
#[derive(Clone, Copy, Debug)]
struct Outline {
    width: f64,
    /// Its path, upwards.
    path: &'static str,
}

/// The outlines, by weight and character.
fn outlines() -> &'static HashMap<(bool, char), Outline> {
    static OUTLINES: OnceLock<HashMap<(bool, char), Outline>> = OnceLock::new();
    OUTLINES
        .get_or_init(|| include_str!("../../assets/letters/outlines.txt").lines().filter_map(read).collect())
}

/// A line of the outlines: weight, number, width, path.
fn read(line: &'static str) -> Option<((bool, char), Outline)> {
    let mut parts = line.splitn(4, ' ');
    let (weight, number, width) = (parts.next()?, parts.next()?, parts.next()?);
    let sign = char::from_u32(u32::from_str_radix(number, 16).ok()?)?;
    Some(((weight == "b", sign), Outline { width: width.parse().ok()?, path: parts.next()? }))
}

fn outline(sign: char, bold: bool) -> Option<Outline> {
    if ('\u{fe00}'..='\u{fe0f}').contains(&sign) {
        return None;
    }
    let find = |sign| outlines().get(&(bold, sign)).or_else(|| outlines().get(&(false, sign)));
    find(sign).or_else(|| find(UNKNOWN)).copied()
}

/// Returns an SVG made by ferz with a group of paths in the place of each text.
///
/// # Errors
/// If it is not an SVG.
pub(super) fn outlined(svg: &str) -> Result<String, String> {
    let document = Document::parse(svg).map_err(|error| error.to_string())?;
    let (mut drawn, mut done) = (String::with_capacity(svg.len() * 2), 0);
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        drawn += &svg[done..text.range().start];
        drawn += &group(text, svg);
        done = text.range().end;
    }
    drawn += &svg[done..];
    // the style of texts now applies to their groups
    Ok(drawn.replace(".ferz text", ".ferz .text"))
}

/// Returns a text as a group, centred where the text is.
fn group(text: Node<'_, '_>, svg: &str) -> String {
    let said = |name: &str| text.attribute(name);
    let class = said("class").unwrap_or_default();
    let styled = styled(svg, class);
    let size = said("font-size").or_else(|| between(styled, "font-size:", "px"));
    let size: f64 = size.and_then(|size| size.parse().ok()).unwrap_or(16.0);
    let bold = said("font-weight") == Some("bold") || styled.contains("font-weight:bold");
    let number = |name: &str| said(name).and_then(|number| number.parse::<f64>().ok()).unwrap_or(0.0);
    let down = said("dy").and_then(|dy| dy.strip_suffix("em")?.parse::<f64>().ok()).unwrap_or(0.0) * size;
    let signs = || text.text().unwrap_or_default().chars().filter_map(|sign| outline(sign, bold));
    let (scale, mut along) = (size / UNITS, -signs().map(|outline| outline.width).sum::<f64>() / 2.0);
    let mut drawn = format!(
        "<g class=\"text {class}\" style=\"{}\" transform=\"translate({:.3} {:.3}) scale({scale:.6} -{scale:.6})\">",
        said("style").unwrap_or_default(),
        number("x"),
        number("y") + down
    );
    for Outline { width, path } in signs() {
        _ = write!(drawn, "<path transform=\"translate({along})\" d=\"{path}\"/>");
        along += width;
    }
    drawn + "</g>"
}

/// Returns the style that a picture has for texts of a class.
fn styled<'a>(svg: &'a str, class: &str) -> &'a str {
    between(svg, &format!(".ferz text.{class}{{"), "}").unwrap_or_default()
}

fn between<'a>(text: &'a str, from: &str, to: &str) -> Option<&'a str> {
    text.split_once(from)?.1.split_once(to).map(|(inside, _)| inside)
}

#[cfg(test)]
mod tests {
    use ferz::{Variant, builtin_games};

    use super::*;

    #[test]
    fn every_sign_of_every_game_has_an_outline() {
        let rims = ('a'..='p').chain('0'..='9').chain(['+', '*', '@']);
        let of = |name: &str| {
            let pieces = Variant::load(name, &[]).unwrap().piece_types().to_vec();
            pieces.into_iter().flat_map(|piece| {
                [
                    vec![piece.letter.to_lowercase(), piece.letter],
                    piece.glyphs.into_iter().flatten().collect(),
                ]
                .concat()
            })
        };
        let texts: Vec<String> =
            builtin_games().into_iter().flat_map(of).chain(rims.map(String::from)).collect();
        for sign in texts.iter().flat_map(|text| text.chars()) {
            assert!(outlines().contains_key(&(false, sign)), "{sign}");
            assert!(!sign.is_ascii() || outlines().contains_key(&(true, sign)), "{sign}");
        }
    }

    #[test]
    fn texts_become_paths_that_take_as_much_room() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><style>.ferz text.rim{font-size:20px}</style>\
                   <text class=\"rim\" x=\"5\" y=\"7\" dy=\"0.5em\">i&amp;\u{4e00}</text><text>\u{265a}\u{fe0e}</text></svg>";
        let drawn = outlined(svg).unwrap();
        let document = Document::parse(&drawn).expect("well-formed");
        let groups: Vec<_> = document.descendants().filter(|node| node.has_tag_name("g")).collect();
        let paths = |node: &Node<'_, '_>| {
            node.children().map(|path| path.attribute("d").unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert!(
            groups[0].attribute("transform").unwrap().starts_with("translate(5.000 17.000) scale(0.009766 ")
        );
        assert_eq!((paths(&groups[0]).len(), paths(&groups[1]).len()), (3, 1));
        assert_eq!(paths(&groups[0])[2], outline(UNKNOWN, false).unwrap().path);
        assert!(!document.descendants().any(|node| node.has_tag_name("text")) && outlined("no svg").is_err());
    }
}
