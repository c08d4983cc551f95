//! Boards and movements as pictures: in text for the terminal, and as SVG.
//!
//! [`text`] draws a position in text. A [`Picture`] holds the content of a picture of a position, a [`Diagram`] that of a movement; [`svg`]
//! draws either. Figures of pieces are also available separately, for boards of one's own.
//!
//! ```
//! use ferz::draw::{Picture, PieceStyle, svg};
//! let game = ferz::Variant::load("courier", &[])?.start();
//! let mut picture = Picture::shown(&game, PieceStyle::Letters);
//! picture.turned = true;
//! assert!(svg::board(&picture, svg::Frame::Alone).starts_with("<svg "));
//! # Ok::<(), ferz::LoadError>(())
//! ```

pub(crate) mod board;
mod compass;
pub(crate) mod figure;
mod hexagons;
mod legend;
mod lines;
pub(crate) mod movement;
pub(crate) mod sign;
pub mod svg;
pub mod text;
mod tile;

use crate::model::figures;
use crate::{Game, Piece, PieceType, Variant};
pub use board::{Cell, DrawnPiece, Edge, Ground, Picture, PieceStyle};
pub use movement::Diagram;

/// Returns the figure of a piece: its drawing, or else one made from its movement, as the inside of an SVG of 45 by 45.
///
/// ```
/// use ferz::{Piece, Side, Variant, draw::figure};
/// let chess = Variant::load("chess", &[])?;
/// let [white, black] = Side::BOTH.map(|side| figure(&chess, Piece { piece_type: chess.piece_type("rook").unwrap(), side }));
/// assert!(white.contains("<path") && white != black);
/// # Ok::<(), ferz::LoadError>(())
/// ```
///
/// # Panics
/// If the piece is of another variant, which has more types.
pub fn figure(variant: &Variant, piece: Piece) -> String {
    figure::figure(&variant.rules.types[piece.piece_type.index()], piece.side)
}

/// Returns the figure of a piece with the characters of the game on a tile, as the inside of an SVG of 45 by 45; `None` if it has none.
///
/// ```
/// use ferz::{Piece, Side, Variant, draw::kanji};
/// let of = |variant: &Variant| {
///     let piece_type = variant.piece_type("rook").unwrap();
///     kanji(variant, Piece { piece_type, side: Side::White })
/// };
/// assert!(of(&Variant::load("shogi", &[])?).is_some());
/// assert!(of(&Variant::load("chess", &[])?).is_none());
/// # Ok::<(), ferz::LoadError>(())
/// ```
///
/// # Panics
/// If the piece is of another variant, which has more types.
pub fn kanji(variant: &Variant, piece: Piece) -> Option<String> {
    figure::kanji(&variant.rules.types[piece.piece_type.index()], piece.side)
}

/// Returns the figure made from the movement of a piece, whether or not it has a drawing, as the inside of an SVG of 45 by 45.
///
/// ```
/// use ferz::{Piece, Side, Variant, draw::compass};
/// let chess = Variant::load("chess", &[])?;
/// let knight = Piece { piece_type: chess.piece_type("knight").unwrap(), side: Side::White };
/// assert!(compass(&chess, knight).contains("<circle"));
/// # Ok::<(), ferz::LoadError>(())
/// ```
///
/// # Panics
/// If the piece is of another variant, which has more types.
pub fn compass(variant: &Variant, piece: Piece) -> String {
    figure::compass(&variant.rules.types[piece.piece_type.index()], piece.side)
}

/// Returns `true` if the figures of a piece type point towards the enemy, so that they turn with the board.
///
/// ```
/// let shogi = ferz::Variant::load("shogi", &[])?;
/// assert!(ferz::draw::is_pointed(&shogi, shogi.piece_type("rook").unwrap()));
/// # Ok::<(), ferz::LoadError>(())
/// ```
///
/// # Panics
/// If the type is of another variant, which has more types.
pub fn is_pointed(variant: &Variant, piece_type: PieceType) -> bool {
    figure::pointed(&variant.rules.types[piece_type.index()])
}

/// Returns the names of the drawn figures, as `figure` in a game file has them; a piece with such a name is drawn like that by default.
///
/// ```
/// assert!(ferz::draw::figure_names().any(|name| name == "elephant"));
/// ```
pub fn figure_names() -> impl Iterator<Item = &'static str> + Clone {
    figures::names()
}

/// Pictures of a game, with the feature `tools`.
impl Game {
    /// Returns the board drawn in letters, with coordinates, from White's side or turned round; hands stand beside it.
    ///
    /// ```
    /// let game = ferz::Variant::load("gardner", &[])?.start();
    /// assert!(game.drawing(false).trim_start().starts_with("5  r"));
    /// assert!(game.drawing(true).trim_start().starts_with("1  "));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn drawing(&self, turned: bool) -> String {
        text::board(self, &text::Look { turned, ..text::Look::plain(text::Figures::Letters) }, &[])
    }

    /// Returns the position as an SVG file, from White's side or turned round, with the side to move or the result as its title, and the
    /// squares of the last move highlighted.
    ///
    /// ```
    /// let mut game = ferz::Variant::load("chess", &[])?.start();
    /// game.play_text("e4").unwrap();
    /// assert!(game.svg(false).contains("Chess: Black to move"));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn svg(&self, turned: bool) -> String {
        let picture = board::Picture { turned, ..board::Picture::shown(self, board::PieceStyle::Drawn) };
        svg::board(&picture, svg::Frame::Alone)
    }
}
