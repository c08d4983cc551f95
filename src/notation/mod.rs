//! The small notations that live inside strings: [`moves`], [`squares`], [`pieces`] and [`condition`].
//!
//! Each parser turns a text into a tree whose leaves know their bytes, or reports everything that is wrong with it. The tree loses spaces,
//! and which of several spellings was used. Invariant: no name is looked up here, and no board is known, so `rank 12` and a misspelt region
//! pass; the resolver has the range to point at.
//!
//! Each notation has its grammar in `grammar/`, and only its `parse` names the parser library.

pub(crate) mod condition;
pub(crate) mod kinds;
pub(crate) mod moves;
pub(crate) mod pieces;
pub(crate) mod squares;

mod fault;
mod known;
mod parse;

pub(crate) use fault::Fault;
pub use known::{KnownMovement, known_by_name, known_movements};
pub(crate) use pieces::Name;
