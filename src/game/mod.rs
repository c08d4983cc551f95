//! Games being played: loading a definition, legal steps, history, results.
//!
//! Here the width of the board is erased, once, behind one coarse trait; nothing above is generic.

#[cfg(feature = "app")]
mod deed;
mod erased;
mod examples;
mod library;
mod load;
mod scout;
mod session;
mod thinking;
mod tuning;
#[cfg(feature = "app")]
mod verdict;

pub use crate::definition::Choice;
pub use examples::{ExampleOutcome, Stated};
pub use library::builtin_games;
pub use load::{LoadError, OptionInfo, PieceInfo, Variant};
pub use scout::{Scout, Steps};
pub use session::{Game, GameResult, Made, PlayError, PositionError, StepInfo};
pub use thinking::{Ask, Engine, Insight, Level, NoRoom, Opinion, Score};
pub use tuning::{Round, Tuned, Tuning};

#[cfg(feature = "app")]
pub(crate) use deed::Manner;
#[cfg(feature = "app")]
pub(crate) use library::BuiltIn;
#[cfg(feature = "studio")]
pub(crate) use load::load_text;
#[cfg(feature = "app")]
pub(crate) use load::{VALUES, look_at, open_file, values_beside};
#[cfg(feature = "app")]
pub(crate) use verdict::{capital, verdict};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::isa::only_portable;
    use crate::state::split_mix;

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

    /// Random play from the array, checking the law in every position; how many steps were left out as unsafe.
    fn lawful(name: &str, seed: u64, plies: usize) -> usize {
        let mut board = Variant::load(name, &[]).expect("built-in games load").array();
        let (mut unsafe_steps, mut seed) = (0, seed);
        for _ in 0..plies {
            unsafe_steps +=
                board.breach().unwrap_or_else(|breach| panic!("{name}: {}: {breach}", board.key()));
            let steps = board.steps();
            if steps.is_empty() || board.end(None).is_some() {
                break;
            }
            board.make(steps[split_mix(&mut seed) as usize % steps.len()]);
        }
        unsafe_steps
    }

    #[test]
    fn legality_told_beforehand_and_by_making_every_step_agree() {
        for name in builtin_games() {
            let variant = Variant::load(name, &[]).expect("built-in games load");
            for portable in [false, true] {
                only_portable(portable);
                let unsafe_steps: usize = (0..24).map(|seed| lawful(name, seed, 120)).sum();
                let royal = variant.pieces().iter().any(|piece| piece.royal);
                assert_eq!(unsafe_steps > 0, royal, "{name}: kings come into danger in random play");
            }
            only_portable(false);
        }
    }
}
