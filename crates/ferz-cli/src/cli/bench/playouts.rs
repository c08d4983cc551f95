//! Random games.

use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use ferz::{Explorer, Game, MoveList};

use super::{Loaded, rate, total, widest};
use crate::cli::common::Failure;

/// The maximum number of moves of a random game, as repetition and moves without progress don't end it.
const LONGEST: usize = 400;
/// The number of games that are replayed more slowly, to check the moves.
const CHECKED: u32 = 5;
/// The seed of the random numbers.
const SEED: u64 = 0x5EED;

/// Marsaglia's xorshift generator with a multiplication at the end (S. Vigna, 2016).
struct Dice(u64);

impl Dice {
    /// A number below another.
    // this package is compiled for size, and the games for speed
    #[inline(always)]
    fn below(&mut self, number: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let word = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D);
        ((u128::from(word) * number as u128) >> 64) as usize
    }
}

/// The results of random games.
#[derive(Default)]
struct Played {
    moves: u64,
    /// The number of finished games.
    ended: u32,
}

/// Plays a number of games, passes every move and the number of alternatives to `each`, and returns the totals.
fn play(
    explorer: &mut Explorer,
    games: u32,
    mut each: impl FnMut(&Explorer, usize, (&MoveList, usize)),
) -> Played {
    let (mut dice, mut moves, mut played) = (Dice(SEED), MoveList::new(), Played::default());
    for _ in 0..games {
        explorer.restart();
        for length in 0.. {
            explorer.legal_moves(&mut moves);
            if moves.is_empty() || length == LONGEST {
                played.ended += u32::from(moves.is_empty());
                break;
            }
            let index = dice.below(moves.len());
            each(explorer, length, (&moves, index));
            explorer.play(&moves, index);
            played.moves += 1;
        }
    }
    played
}

/// Plays, prints a table, and returns the discrepancies.
pub(super) fn run(games: &[Loaded], playouts: u32) -> Result<Vec<String>, Failure> {
    let (name, mut out) = (widest(games), stdout().lock());
    writeln!(out, "{:name$}     games     ended        moves  time (s)  million moves/s", "game")?;
    let (mut faults, mut moves, mut time) = (Vec::new(), 0, Duration::ZERO);
    for loaded in games {
        let start = loaded.variant.start();
        let mut explorer = start.explorer();
        faults.extend(check(&start, playouts).map(|fault| format!("{}: {fault}", loaded.name)));
        let begun = Instant::now();
        let played = play(&mut explorer, playouts, |_, _, _| ());
        let took = begun.elapsed();
        (moves, time) = (moves + played.moves, time + took);
        let (seconds, speed) = (took.as_secs_f64(), rate(played.moves, took) / 1e6);
        let Played { moves, ended } = played;
        writeln!(
            out,
            "{:name$}  {playouts:>8}  {ended:>8}  {moves:>11}  {seconds:>8.3}  {speed:>15.2}",
            loaded.name
        )?;
        out.flush()?;
    }
    drop(out);
    total(("Moves", "made"), moves, time)?;
    Ok(faults)
}

/// Plays the first games like any other game, with ends about history, and compares the moves.
fn check(start: &Game, playouts: u32) -> Option<String> {
    let (mut game, mut fault) = (start.clone(), None);
    play(&mut start.explorer(), playouts.min(CHECKED), |explorer, length, (list, index)| {
        if length == 0 {
            game = start.clone();
        }
        if game.moves().len() == length && fault.is_none() && game.outcome().is_none() {
            let (ours, mv) = (game.legal_moves(), explorer.describe(list, index));
            let listed = (0..list.len()).map(|index| explorer.describe(list, index));
            if !listed.eq(ours) || game.play(&mv).is_err() {
                fault = Some(format!("the moves of a random game are wrong in {}", game.fen()));
            }
        }
    });
    fault
}
