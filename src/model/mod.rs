//! The model of a game file: piece types, movements, regions, ends. It has no places in files and no board width.

pub(crate) mod chase;
pub(crate) mod condition;
pub(crate) mod figures;
pub(crate) mod movement;
pub(crate) mod path;
pub(crate) mod pieces;
pub(crate) mod points;
pub(crate) mod reach;
pub(crate) mod sides;
pub(crate) mod sight;
pub(crate) mod starts;
