//! Boards and movements as pictures: in text for the terminal, and as SVG.
//!
//! [`text`] draws a position in text. [`board`] holds the content of a picture of a position, [`movement`] that of a movement diagram;
//! [`svg`] draws either.

pub(crate) mod board;
mod compass;
pub(crate) mod figure;
mod hexagons;
mod lines;
pub(crate) mod movement;
pub(crate) mod svg;
pub(crate) mod text;
mod tile;

use crate::Game;

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
    /// assert!(game.svg(false).contains("Chess: black to move"));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn svg(&self, turned: bool) -> String {
        let picture = board::Picture { turned, ..board::Picture::shown(self, board::PieceStyle::Drawn) };
        svg::board(&picture, svg::Frame::Alone)
    }
}
