//! A rules-definition interpreter for chess variants and their cousins.

pub(crate) mod model;
pub mod text;
