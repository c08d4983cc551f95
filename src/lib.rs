//! A rules-definition interpreter for chess variants and their cousins.

pub(crate) mod definition;
pub(crate) mod model;
pub(crate) mod notation;
pub mod text;
