//! Boards and movements as pictures: in text for the terminal, and as SVG.
//!
//! [`text`] draws a position in text. [`board`] holds the content of a picture of a position, [`movement`] that of a movement diagram;
//! [`svg`] draws either.

pub(crate) mod board;
pub(crate) mod figure;
pub(crate) mod movement;
pub(crate) mod svg;
pub(crate) mod text;
