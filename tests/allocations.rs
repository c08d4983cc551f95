//! Counting the moves of the last ply asks for no memory: what is needed is kept from position to position.

use allocation_counter::measure;
use ferz::{Variant, builtin_games};

use crate::dice::Dice;

/// The positions of each game, from random games.
const POSITIONS: usize = 12;

/// The most times that counting two plies may ask for memory, for its lists and its copy of the position, however many positions it meets.
const MOST: u64 = 40;

#[test]
fn the_last_ply_takes_no_memory() {
    let mut dice = Dice(7);
    for name in builtin_games() {
        let start = Variant::load(name, &[]).expect("a built-in game").start();
        let mut game = start.clone();
        for _ in 0..POSITIONS {
            for _ in 0..5 {
                let moves = game.legal_moves();
                let Some(next) = moves.get(dice.below(moves.len().max(1))) else { break };
                game.play(next).expect("a legal move");
            }
            let position = game.position();
            let replies = position.perft(1);
            if replies == 0 || replies > 500 {
                game = start.clone();
                continue;
            }
            let asked = measure(|| _ = position.perft(2)).count_total;
            assert!(
                asked <= MOST,
                "{name}, {}: memory was asked for {asked} times after {replies} moves",
                position.fen()
            );
        }
    }
}
