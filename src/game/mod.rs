//! Games being played: loading a game file, legal moves, history, results.
//!
//! Here the width of the board is erased, once, behind one coarse trait; nothing above is generic.

mod counting;
mod deed;
mod erased;
mod error;
mod examples;
mod explorer;
mod facts;
mod files;
mod held;
mod library;
mod load;
mod material;
mod moves;
mod names;
mod numbered;
mod options;
mod outcome;
mod outline;
mod piece;
mod position;
#[cfg(feature = "serde")]
mod serial;
mod session;
mod setup;
mod sight;
mod square;
mod strength;
mod tags;
mod thinking;
mod tuning;
mod turns;
mod verdict;
mod writing;

pub use crate::definition::Choice;
pub use error::{FenError, PlayError, SetupError};
pub use examples::{Counted, ExampleOutcome, StatedPerft};
pub use explorer::{Explorer, MoveList};
pub use files::read_game_file;
#[cfg(feature = "tools")]
pub(crate) use files::values_beside;
#[cfg(feature = "tools")]
pub(crate) use held::form_of;
#[cfg(feature = "tools")]
pub(crate) use library::BuiltIn;
pub use library::{
    add_to_library, builtin_about, builtin_family, builtin_file, builtin_games, library_files,
};
#[cfg(feature = "tools")]
pub(crate) use load::look_at;

pub use load::{LoadError, Variant};
pub use moves::{Move, MoveKind};
pub use options::OptionInfo;
pub use outcome::{End, Outcome, Verdict};
pub use piece::{Obstacle, Piece, PieceType, PieceTypeInfo};
pub use position::Position;
pub use session::Game;
pub use setup::Setup;
pub use square::{ParseSquareError, Square};
pub use strength::{Level, Strength};
pub use thinking::{Engine, Score, SearchInfo, SearchRequest, SearchResult, TableTooLarge};
pub use tuning::{ParseTrainingPositionError, TrainingPosition, Tuning, TuningProgress, TuningRound};

pub(crate) use erased::ErasedPosition;
pub(crate) use numbered::{Content, Form, NO_TYPE, Shape, Trait};

pub use deed::{Manner, MoveWords};
pub use held::Held;
pub use material::Balance;

#[cfg(test)]
mod tests {
    mod laws;

    use super::*;
    use crate::board::Wrap;
    use crate::board::isa::only_portable;
    use crate::model::pieces::Royalty;

    #[test]
    fn both_choices_of_instructions_count_alike() {
        for name in builtin_games() {
            let game = Variant::load(name, &[]).expect("built-in games load").start();
            only_portable(true);
            let portable = game.position().perft(3);
            only_portable(false);
            assert_eq!(portable, game.position().perft(3), "{name}");
        }
    }

    #[test]
    fn every_machine_finds_the_same_moves_in_the_same_order() {
        for name in builtin_games() {
            let mut game = Variant::load(name, &[]).expect("built-in games load").start();
            let mut dice = crate::search::Dice::new(7);
            for _ in 0..100 {
                only_portable(true);
                let portable = game.look().unwrap_or_default();
                only_portable(false);
                assert_eq!(portable, game.look().unwrap_or_default(), "{name}: {}", game.fen());
                if portable.is_empty() {
                    break;
                }
                game.advance(portable[dice.below(portable.len() as u64) as usize]);
            }
        }
    }

    /// Plays at random; returns the number of checking moves, each of which must be predicted without being made, of the others, and of
    /// those predicted not to check.
    fn checks(variant: &Variant, seed: u64) -> [usize; 3] {
        let (mut game, mut dice, mut found) = (variant.start(), crate::search::Dice::new(seed), [0; 3]);
        for _ in 0..80 {
            let moves = game.look().unwrap_or_default();
            for &mv in &moves {
                let (told, mover) = (game.stand().0.may_give_check(mv), game.side_to_move());
                game.advance(mv);
                let gives = game.side_to_move() != mover && game.is_check();
                assert!(told || !gives, "{}: {} gives check", game.fen(), game.moves().len());
                game.undo();
                found[0] += usize::from(gives);
                found[1] += usize::from(!gives);
                found[2] += usize::from(!told);
            }
            if moves.is_empty() {
                break;
            }
            game.advance(moves[dice.below(moves.len() as u64) as usize]);
        }
        found
    }

    #[test]
    fn moves_that_give_check_are_told_without_being_made() {
        for name in builtin_games() {
            let variant = Variant::load(name, &[]).expect("built-in games load");
            let [give, not, told] = (0..6)
                .map(|seed| checks(&variant, seed))
                .fold([0; 3], |all, more| std::array::from_fn(|at| all[at] + more[at]));
            if variant.piece_types().iter().any(|piece| piece.royal) {
                // a piece may give check by becoming a hurdle, or leaving one, or by lending a movement, and lines that go round the edge
                // meet everywhere: there all are thought to
                let hurdles = variant
                    .rules
                    .types
                    .iter()
                    .any(|kind| !kind.movement.paths.is_empty() || !kind.conditional.is_empty());
                let round = variant.rules.geometry.wrap != Wrap::default();
                // so are those where several pieces share their royalty, or are royal beside each other
                let types = &variant.rules.types;
                let shared = types.iter().any(|kind| kind.royalty != Royalty::Each)
                    || types.iter().filter(|kind| kind.royal).count() > 1;
                let banned = variant.rules.bans_checks();
                assert!(
                    (banned || give > 0) && (hurdles || round || shared || 4 * told > not),
                    "{name}: {give} give check, {not} don't, {told} are told not to"
                );
            }
        }
    }

    /// Returns whether the exchange value of a move in a chess position is at least zero, and whether it is more than zero.
    fn exchange(fen: &str, mv: &str) -> (bool, bool) {
        let game = Variant::load("chess", &[]).expect("built-in games load").start_from(fen).expect("sound");
        let (board, ..) = game.stand();
        let mv = board.matching(mv)[0];
        (board.see_at_least(mv, 0), board.see_at_least(mv, 1))
    }

    #[test]
    fn exchanges_are_followed_to_their_end() {
        let (loses, even, gains) = ((false, false), (true, false), (true, true));
        let cases = [
            ("4k3/8/2p5/3p4/4P3/8/8/4K3 w", "e4d5", even),
            ("4k3/8/8/3p4/8/8/3R4/4K3 w", "d2d5", gains),
            // a second rook behind the first does not make a guarded pawn worth a rook
            ("4k3/8/2p5/3p4/8/8/3R4/3RK3 w", "d2d5", loses),
            // pieces that stand behind others join in
            ("3rk3/8/8/3r4/8/8/3R4/4K3 w", "d2d5", even),
            ("3rk3/8/8/3r4/8/8/3R4/3RK3 w", "d2d5", gains),
            // a royal piece captures only where nothing can recapture
            ("4k3/3p4/8/8/8/8/3R4/4K3 w", "d2d7", loses),
            ("4k3/3p4/8/8/8/8/3R4/3RK3 w", "d2d7", gains),
            // moves that capture nothing can lose, too
            ("4k3/8/2p5/8/8/8/8/3QK3 w", "d1d5", loses),
            ("4k3/8/2p5/8/8/8/8/3QK3 w", "d1d4", even),
        ];
        for (fen, mv, wanted) in cases {
            assert_eq!(exchange(fen, mv), wanted, "{fen}: {mv}");
        }
    }
}
