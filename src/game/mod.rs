//! Games being played: loading a definition, legal steps, history, results.
//!
//! Here the width of the board is erased, once, behind one coarse trait; nothing above is generic.

mod erased;
mod examples;
mod library;
mod load;
mod session;

pub use crate::definition::Choice;
pub use examples::ExampleOutcome;
pub use library::builtin_games;
pub use load::{LoadError, OptionInfo, PieceInfo, Variant};
pub use session::{Game, GameResult, Made, PlayError, PositionError, StepInfo};

#[cfg(feature = "app")]
pub(crate) use load::check_file;
