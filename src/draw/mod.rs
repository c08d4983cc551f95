//! Boards and movements as pictures: in text for the terminal, and as SVG.
//!
//! [`text`] draws a position in text. [`board`] says what is to be seen of a position, [`movement`] where a type of man can go; [`svg`]
//! draws either.

pub(crate) mod board;
pub(crate) mod figure;
pub(crate) mod movement;
pub(crate) mod svg;
pub(crate) mod text;
