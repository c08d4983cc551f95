//! The looks of piece types and boards in pictures, and the names of the drawn figures.
//!
//! `assets/pieces/names.txt` lists the figures and the names of pieces that are drawn with them.

use crate::board::SquareSet;

/// The looks of a piece type in a picture.
#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    /// The figures of White's and Black's piece: the names of drawings, or Unicode signs that have one.
    pub(crate) figures: Option<[String; 2]>,
    /// White's and Black's characters on a tile.
    #[cfg_attr(not(feature = "tools"), expect(dead_code, reason = "only pictures ask for it"))]
    pub(crate) kanji: Option<[String; 2]>,
    /// The tile under the figures, if there is one.
    #[cfg_attr(not(feature = "tools"), expect(dead_code, reason = "only pictures ask for it"))]
    pub(crate) tile: Option<Tile>,
}

/// The shape of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tile {
    /// Pointed, towards the enemy, in one colour for both sides.
    Pointed,
    /// Round, in red and black.
    Round,
}

/// The lines of a board whose pieces stand where lines cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    /// The rank above which the lines along files are broken, except for those at the edges.
    pub(crate) river: Option<u8>,
    /// The areas that have lines from corner to corner, as White and as Black see them.
    pub(crate) diagonals: [SquareSet; 2],
}

/// The word for a figure made from the movement, even where a drawing would have been found.
pub(crate) const MADE: &str = "disc";

static NAMES: &str = include_str!("../../assets/pieces/names.txt");

/// The figures, each with the names of pieces that are drawn with it.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    NAMES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(':'))
}

/// All names that figures have.
pub(crate) fn names() -> impl Iterator<Item = &'static str> + Clone {
    let of = |(figure, names): (&'static str, &'static str)| {
        let own = figure.is_ascii().then_some(figure);
        own.into_iter().chain(names.split(',').map(str::trim)).filter(|name| !name.is_empty())
    };
    lines().collect::<Vec<_>>().into_iter().flat_map(of)
}

/// Returns White's and Black's figures of a name.
pub(crate) fn named(name: &str) -> Option<[String; 2]> {
    let is = |figure: &str, names: &str| figure == name || names.split(',').any(|other| other.trim() == name);
    let (figure, _) = lines().find(|(figure, names)| is(figure, names))?;
    let mut signs = figure.chars().filter(|sign| !sign.is_ascii());
    match (signs.next(), signs.next()) {
        (Some(white), Some(black)) => Some([white.into(), black.into()]),
        _ => Some([figure.into(), figure.into()]),
    }
}

/// Returns the sign that a text is, if it has a drawing.
pub(crate) fn sign(text: &str) -> Option<String> {
    let bare: String = text.chars().filter(|sign| *sign != '\u{fe0e}').collect();
    let known = |sign: char| !sign.is_ascii() && lines().any(|(figure, _)| figure.contains(sign));
    let mut signs = bare.chars();
    (known(signs.next()?) && signs.next().is_none()).then_some(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_signs_lead_to_figures() {
        let pair = |white: &str, black: &str| Some([white.to_owned(), black.to_owned()]);
        assert_eq!(named("cardinal"), pair("archbishop", "archbishop"));
        assert_eq!(named("rook"), pair("♖", "♜"));
        assert_eq!(named("nobody"), None);
        assert_eq!(sign("♔\u{fe0e}").as_deref(), Some("♔"));
        assert!(sign("♔♔").is_none() && sign("").is_none() && sign("x").is_none());
    }

    #[test]
    fn every_name_is_said_once() {
        let mut all: Vec<&str> = names().collect();
        all.sort_unstable();
        let number = all.len();
        all.dedup();
        assert_eq!(all.len(), number);
        assert!(!all.contains(&MADE) && all.iter().all(|name| !name.contains(' ')), "{all:?}");
    }
}
