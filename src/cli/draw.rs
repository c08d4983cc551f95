//! A board drawn in text.

use crate::{Game, Side};

/// How men are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Figures {
    /// Letters: capitals for White
    Letters,
    /// Chess figures where the game has them, letters elsewhere
    Unicode,
}

/// The board, ranks from the last, with coordinates; squares in `marked` (file, rank) are shown with a mark.
pub(super) fn board(game: &Game, figures: Figures, marked: &[(u8, u8)]) -> String {
    let variant = game.variant();
    let pieces = variant.pieces();
    let geometry = &variant.rules.geometry;
    let mut text = String::new();
    for rank in (0..variant.ranks()).rev() {
        text += &format!("{:>3} ", rank + 1);
        for file in 0..variant.files() {
            let hole = geometry.square(file, rank).is_some_and(|square| {
                use crate::board::Bits;
                geometry.holes.has(square)
            });
            let cell = match game.at(file, rank) {
                Some((kind, side)) => {
                    let piece = &pieces[kind];
                    match (&piece.figures, figures, side) {
                        (Some([white, _]), Figures::Unicode, Side::White) => white.clone(),
                        (Some([_, black]), Figures::Unicode, Side::Black) => black.clone(),
                        (_, _, Side::White) => piece.letter.clone(),
                        (_, _, Side::Black) => piece.letter.to_lowercase(),
                    }
                }
                None if hole => " ".to_owned(),
                None => ".".to_owned(),
            };
            let mark = if marked.contains(&(file, rank)) { '*' } else { ' ' };
            text += &format!("{cell:>2}{mark}");
        }
        text = text.trim_end().to_owned() + "\n";
    }
    text += "    ";
    for file in 0..variant.files() {
        text += &format!("{:>2} ", char::from(b'a' + file));
    }
    text.trim_end().to_owned() + "\n"
}
