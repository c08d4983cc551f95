//! What a definition means: piece types, movements, regions, ends. No places in files, no board width.

pub(crate) mod condition;
pub(crate) mod men;
pub(crate) mod movement;
