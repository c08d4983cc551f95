//! Pictures as PNG, drawn from their SVG with letters of the program's own, so that they look alike everywhere.

mod letters;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The largest side of a picture, in pixels.
const LARGEST: f32 = 16_384.0;

/// Renders an SVG as a PNG, with `scale` pixels per unit.
///
/// # Errors
/// If it is no SVG, or the picture would be too large.
pub(crate) fn png(svg: &str, scale: f32) -> Result<Vec<u8>, String> {
    let tree =
        Tree::from_str(&letters::outlined(svg)?, &Options::default()).map_err(|error| error.to_string())?;
    let size = tree.size();
    let (width, height) = ((size.width() * scale).ceil(), (size.height() * scale).ceil());
    if !(1.0..=LARGEST).contains(&width) || !(1.0..=LARGEST).contains(&height) {
        return Err(format!(
            "a picture of {width} by {height} pixels can't be drawn: at most {LARGEST} either way"
        ));
    }
    let mut pixels =
        Pixmap::new(width as u32, height as u32).ok_or("there is not enough memory for the picture")?;
    pixels.fill(resvg::tiny_skia::Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Variant;
    use ferz::draw::svg::{Frame, board};
    use ferz::draw::{Picture, PieceStyle};

    #[test]
    fn a_board_becomes_pixels_with_men_and_letters() {
        let game = Variant::load("courier", &[]).unwrap().start();
        let drawn = board(&Picture::shown(&game, PieceStyle::Drawn), Frame::Alone);
        let bytes = png(&drawn, 2.0).unwrap();
        let pixels = Pixmap::decode_png(&bytes).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (1020, 700));
        let dark = |x: u32, y: u32| pixels.pixel(x, y).is_some_and(|pixel| pixel.red() < 80);
        // the glyph of the far rook, and the file's letter below the board
        assert!((50..130).any(|x| (14..90).any(|y| dark(x, y))));
        assert!((60..110).any(|x| (655..695).any(|y| dark(x, y))));
        assert!(png("no svg", 1.0).is_err() && png(&drawn, 1e6).is_err() && png(&drawn, f32::NAN).is_err());
    }
}
