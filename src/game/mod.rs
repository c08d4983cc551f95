//! Games being played: loading a definition, legal steps, history, results.
//!
//! Here the width of the board is erased, once, behind one coarse trait; nothing above is generic.

mod erased;
mod examples;
mod library;
mod load;
mod scout;
mod session;
mod thinking;

pub use crate::definition::Choice;
pub use examples::{ExampleOutcome, Stated};
pub use library::builtin_games;
pub use load::{LoadError, OptionInfo, PieceInfo, Variant};
pub use scout::{Scout, Steps};
pub use session::{Game, GameResult, Made, PlayError, PositionError, StepInfo};
pub use thinking::{Ask, Engine, Insight, Level, NoRoom, Opinion, Score};

#[cfg(feature = "app")]
pub(crate) use load::check_file;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::isa::only_portable;

    #[test]
    fn both_choices_of_instructions_count_alike() {
        for name in builtin_games() {
            let game = Variant::load(name, &[]).expect("built-in games load").start();
            only_portable(true);
            let portable = game.perft(3, true);
            only_portable(false);
            assert_eq!(portable, game.perft(3, true), "{name}");
        }
    }
}
