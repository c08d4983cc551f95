//! Counting the moves of the last ply asks for no memory: what is needed is kept from position to position.

use allocation_counter::measure;
use ferz::{Variant, builtin_games};

use crate::dice::Dice;

/// The positions of each game, from random games.
const POSITIONS: usize = 12;

#[test]
fn the_last_ply_takes_no_memory() {
    let mut dice = Dice(7);
    for name in builtin_games() {
        let mut game = Variant::load(name, &[]).expect("a built-in game").start();
        let (mut asked, mut nodes) = (0, 0);
        for _ in 0..POSITIONS {
            for _ in 0..5 {
                let moves = game.legal_moves();
                if moves.is_empty() || moves.len() > 500 {
                    break;
                }
                let next = moves[dice.below(moves.len())].clone();
                game.play(&next).expect("a legal move");
            }
            let position = game.position();
            if position.outcome().is_some() || position.legal_moves().len() > 500 {
                game = Variant::load(name, &[]).expect("a built-in game").start();
                continue;
            }
            let mut count = 0;
            asked += measure(|| count = position.perft(2)).count_total;
            nodes += position.perft(1);
        }
        println!("{name} {asked} {nodes} {:.2}", asked as f64 / nodes as f64);
    }
}
