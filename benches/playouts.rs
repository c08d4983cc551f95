//! Random games, always the same ones. The number of their moves is found beforehand by playing them another way, slowly.
//!
//! ```sh
//! cargo bench --bench playouts
//! ```

use divan::counter::ItemsCount;
use ferz::{Game, MoveList, Variant, builtin_games};

fn main() {
    divan::main();
}

/// The number of games, and the maximum number of moves of each.
const GAMES: usize = 100;
const LONGEST: usize = 200;

/// The numbers of SplitMix64 (Steele, Lea, Flood 2014).
struct Dice(u64);

impl Dice {
    fn below(&mut self, number: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (((word ^ (word >> 31)) as u128 * number as u128) >> 64) as usize
    }
}

/// A game of the library without the ends that an explorer doesn't know of: repetition, moves without progress, moves that are counted.
fn without_history(name: &str) -> Game {
    let variant = Variant::load(name, &[]).expect("a built-in game");
    let history =
        |words: &str| ["occurred", "without a", "a count allows"].iter().any(|word| words.contains(word));
    let ends = variant.ends().into_iter().filter(|end| history(&end.words));
    let removed: String = ends.map(|end| format!("{} = false\n", end.name)).collect();
    let text = format!("extends = {name:?}\n[end]\n{removed}");
    Variant::from_text("child.toml", &text, &[]).expect("a sound child").start()
}

/// Counts the moves of all games, played like any other game.
fn slowly(start: &Game) -> usize {
    let (mut dice, mut made) = (Dice(1), 0);
    for _ in 0..GAMES {
        let mut game = start.clone();
        while game.moves().len() < LONGEST {
            let steps = game.legal_moves();
            let Some(step) = steps.get(dice.below(steps.len().max(1))) else { break };
            game.play(step).expect("a legal step");
        }
        made += game.moves().len();
    }
    made
}

#[divan::bench(args = builtin_games(), sample_count = 10, sample_size = 1)]
fn random_games(bencher: divan::Bencher<'_, '_>, name: &str) {
    let start = without_history(name);
    let steps = slowly(&start);
    let (mut explorer, mut list) = (start.explorer(), MoveList::new());
    bencher.counter(ItemsCount::new(steps)).bench_local(|| {
        let (mut dice, mut made) = (Dice(1), 0);
        for _ in 0..GAMES {
            explorer.restart();
            for _ in 0..LONGEST {
                explorer.legal_moves(&mut list);
                let index = dice.below(list.len().max(1));
                if list.is_empty() {
                    break;
                }
                explorer.play(&list, index);
                made += 1;
            }
        }
        assert_eq!(made, steps, "{name}");
    });
}

/// The same games, move by move as [`ferz::Position`] offers them: every list is made of values that stand for themselves.
#[divan::bench(args = builtin_games(), sample_count = 10, sample_size = 1)]
fn random_games_of_positions(bencher: divan::Bencher<'_, '_>, name: &str) {
    let start = without_history(name);
    let steps = slowly(&start);
    bencher.counter(ItemsCount::new(steps)).bench_local(|| {
        let (mut dice, mut made) = (Dice(1), 0);
        for _ in 0..GAMES {
            let mut position = start.position().clone();
            for _ in 0..LONGEST {
                let moves = position.legal_moves();
                let Some(next) = moves.get(dice.below(moves.len().max(1))) else { break };
                position.play(next).expect("a legal move");
                made += 1;
            }
        }
        assert_eq!(made, steps, "{name}");
    });
}
