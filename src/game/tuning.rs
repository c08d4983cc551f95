//! Tuning the engine's values to a game by self-play.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::load::Variant;
use super::session::Game;
use super::thinking::{Engine, Score, SearchRequest};
use crate::model::pieces::Side;
use crate::search::{Dice, Limits, Sample, Values};

/// The settings of tuning.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// The number of games in a round.
    pub games: usize,
    /// The number of nodes searched for every move.
    pub nodes: u64,
    /// The number of rounds: the games of each are played with the values of the one before, which are then fitted to the positions of all.
    pub rounds: usize,
    /// The number of threads.
    pub threads: usize,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { games: 600, nodes: 1500, rounds: 2, threads: 1, seed: 1 }
    }
}

/// The progress of tuning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TuningProgress<'a> {
    /// The number of games of a round played so far; rounds count from 1. The last game had these positions.
    Played(usize, usize, &'a [TrainingPosition]),
    /// The thousandths of a round's fitting done.
    Fitted(usize, usize),
}

/// A position of a self-play game, as a training sample.
///
/// ```
/// let lesson: ferz::TrainingPosition = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\t120\t1".parse().unwrap();
/// assert_eq!((lesson.value, lesson.result), (120, Some(1.0)));
/// assert_eq!(lesson.to_string().parse(), Ok(lesson));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingPosition {
    /// The position.
    pub fen: String,
    /// The score that a search gave the position, for White, in hundredths of the most numerous piece.
    pub value: i32,
    /// The result of its game, from 0 (White lost) to 1; `None` if the game was not finished.
    pub result: Option<f32>,
}

impl TrainingPosition {
    /// Returns the sample for fitting; `None` if its value depends on more than pieces and their squares, or the game has no such position.
    fn sample(&self, variant: &Variant) -> Option<Sample> {
        let mut sample = variant.start_from(&self.fen).ok()?.sample()?.searched(self.value as f32);
        self.result.into_iter().for_each(|result| sample.ended(result));
        Some(sample)
    }
}

impl std::fmt::Display for TrainingPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\t{}\t", self.fen, self.value)?;
        match self.result {
            Some(result) => write!(f, "{result}"),
            None => f.write_str("*"),
        }
    }
}

/// The error of a line that holds no training position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseTrainingPositionError;

impl std::fmt::Display for ParseTrainingPositionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a FEN, a value for White in hundredths, and a result (`1`, `0.5`, `0` or `*`) are expected, with tabs between")
    }
}

impl std::error::Error for ParseTrainingPositionError {}

impl std::str::FromStr for TrainingPosition {
    type Err = ParseTrainingPositionError;

    fn from_str(line: &str) -> Result<Self, ParseTrainingPositionError> {
        let parts: Vec<&str> = line.split('\t').collect();
        let &[fen, value, result] = &parts[..] else { return Err(ParseTrainingPositionError) };
        let result = match result {
            "*" => None,
            told => Some(
                told.parse()
                    .ok()
                    .filter(|told| (0.0..=1.0).contains(told))
                    .ok_or(ParseTrainingPositionError)?,
            ),
        };
        let value = value
            .parse()
            .ok()
            .filter(|value: &i32| value.abs() <= GIVEN_UP.0)
            .ok_or(ParseTrainingPositionError)?;
        Ok(Self { fen: fen.to_owned(), value, result })
    }
}

/// The result of a round of tuning.
#[derive(Clone, Debug)]
pub struct TuningRound {
    /// The fitted values.
    pub values: Values,
    /// The number of positions they were fitted to.
    pub positions: usize,
    /// White's wins, draws, and Black's wins.
    pub results: [usize; 3],
    /// The errors of the old and the new values on held-out positions: mean squared errors of a probability between 0 and 1.
    pub errors: [f64; 2],
}

/// The range of the number of random moves at the beginning of every game.
const OPENING: [u64; 2] = [4, 9];
/// The maximum length of a game.
const LONGEST: usize = 300;
/// A game is adjudicated when both sides agree on a score this high for so many plies.
const GIVEN_UP: (i32, u32) = (2200, 6);
/// The size of a player's transposition table in MiB.
const HASH: usize = 4;

impl Tuning {
    /// Plays games, fits values to all positions known so far, `known` ones included, and repeats, beginning with the values the game has.
    /// `told` receives the progress, from several threads; when `stop` is set nothing new is begun, and the finished rounds are returned.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// let chess = ferz::Variant::load("chess", &[])?;
    /// let tuning = ferz::Tuning { games: 2, nodes: 50, rounds: 1, ..ferz::Tuning::default() };
    /// let rounds = tuning.run(&chess, &[], &AtomicBool::new(false), &|_| ());
    /// assert!(rounds[0].values.pieces.contains_key("rook"));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn run(
        &self,
        variant: &Variant,
        known: &[TrainingPosition],
        stop: &AtomicBool,
        told: &(dyn Fn(TuningProgress<'_>) + Sync),
    ) -> Vec<TuningRound> {
        let (mut variant, mut rounds) = (variant.clone(), Vec::new());
        let mut lessons = known.to_vec();
        for round in 1..=self.rounds {
            // games added to known ones get numbers of their own
            let first = known.len() + round * self.games;
            let mut played = self.play(&variant, (round, first), stop, told);
            if stop.load(Ordering::Relaxed) {
                break;
            }
            lessons.append(&mut played.lessons);
            let samples: Vec<Sample> = lessons.iter().filter_map(|lesson| lesson.sample(&variant)).collect();
            let positions = samples.len();
            let fit = variant.array().fit(samples, &mut |done| told(TuningProgress::Fitted(round, done)));
            let (values, errors) = (fit.values, fit.errors);
            variant = variant.with_values(values.clone());
            rounds.push(TuningRound { values, positions, results: played.results, errors });
        }
        rounds
    }

    fn play(
        &self,
        variant: &Variant,
        (round, first): (usize, usize),
        stop: &AtomicBool,
        told: &(dyn Fn(TuningProgress<'_>) + Sync),
    ) -> Played {
        // by game number, so that the result does not depend on the order in which threads finish
        let all: Mutex<Vec<Option<Played>>> = Mutex::new(vec![None; self.games]);
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            let Ok(engine) = Engine::new(HASH, 1) else { return };
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games || stop.load(Ordering::Relaxed) {
                    return;
                }
                let played = self.game(variant, &engine, (first + number) as u64, stop);
                told(TuningProgress::Played(
                    round,
                    1 + done.fetch_add(1, Ordering::Relaxed),
                    &played.lessons,
                ));
                if let Ok(mut all) = all.lock() {
                    all[number] = Some(played);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads {
                // if a thread can't be started, the others do its work
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        let all = all.into_inner().unwrap_or_default();
        all.into_iter().flatten().fold(Played::default(), |mut sum, mut game| {
            sum.lessons.append(&mut game.lessons);
            sum.results.iter_mut().zip(game.results).for_each(|(sum, more)| *sum += more);
            sum
        })
    }

    /// Plays a game of the engine against itself.
    fn game(&self, variant: &Variant, engine: &Engine, number: u64, stop: &AtomicBool) -> Played {
        engine.forget();
        let mut dice = Dice::new(self.seed.wrapping_mul(0x2545_F491_4F6C_DD1D) ^ number);
        let mut game = opening(variant, &mut dice);
        let ask = SearchRequest {
            limits: Limits { nodes: Some(self.nodes), ..Limits::default() },
            ..SearchRequest::default()
        };
        let (mut lessons, mut clear, mut last) = (Vec::new(), 0, 0);
        while game.outcome().is_none() && game.moves().len() < LONGEST && clear < GIVEN_UP.1 {
            let opinion = engine.think(&game, &ask, stop, &mut |_| ());
            let Some(mv) = opinion.best.map(|best| best.packed()) else { break };
            let value = opinion.lines.first().map_or(0, |line| match line.score {
                Score::Value(value) => value,
                Score::Win(_) => 3000,
                Score::Loss(_) => -3000,
            });
            let value = if game.side_to_move() == Side::White { value } else { -value };
            let is_clear = value.abs() >= GIVEN_UP.0 && value.signum() == last;
            (clear, last) = (if is_clear { clear + 1 } else { 0 }, value.signum());
            if value.abs() < GIVEN_UP.0 && !game.is_check() && game.is_quiet(mv) {
                lessons.push(TrainingPosition { fen: game.fen(), value, result: None });
            }
            game.advance(mv);
        }
        let is_over = game.outcome().is_some() || clear >= GIVEN_UP.1;
        let winner = match game.outcome() {
            Some(result) => result.winner,
            None if clear >= GIVEN_UP.1 && last > 0 => Some(Side::White),
            None if clear >= GIVEN_UP.1 => Some(Side::Black),
            None => None,
        };
        let (place, result) = match winner {
            Some(Side::White) => (0, 1.0),
            None => (1, 0.5),
            Some(Side::Black) => (2, 0.0),
        };
        let mut results = [0; 3];
        results[place] = 1;
        // an unfinished game has no result
        lessons.iter_mut().filter(|_| is_over).for_each(|lesson| lesson.result = Some(result));
        Played { lessons, results }
    }
}

/// Returns a position some random moves from the start position in which the game is not over; the start position itself if none is found.
fn opening(variant: &Variant, dice: &mut Dice) -> Game {
    for _ in 0..20 {
        let mut game = match variant.starts() {
            0 | 1 => variant.start(),
            all => {
                let start = variant.numbered_start(dice.below(u64::from(all)) as u32);
                start.map_or_else(|| variant.start(), Game::from)
            }
        };
        for _ in 0..OPENING[0] + dice.below(OPENING[1] - OPENING[0]) {
            let moves = game.look().unwrap_or_default();
            if moves.is_empty() {
                break;
            }
            game.advance(moves[dice.below(moves.len() as u64) as usize]);
        }
        if game.outcome().is_none() {
            return game;
        }
    }
    variant.start()
}

/// The samples and the results of games.
#[derive(Clone, Debug, Default)]
struct Played {
    lessons: Vec<TrainingPosition>,
    results: [usize; 3],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuning_is_the_same_with_any_number_of_threads() {
        let variant = Variant::load("shatranj", &[]).unwrap();
        let run = |threads| {
            let tuning = Tuning { games: 6, nodes: 60, rounds: 2, threads, seed: 5 };
            let rounds = tuning.run(&variant, &[], &AtomicBool::new(false), &|_| ());
            rounds.into_iter().map(|round| (round.values, round.positions, round.results)).collect::<Vec<_>>()
        };
        let one = run(1);
        assert_eq!(one.len(), 2);
        assert_eq!(one, run(3));
        assert!(
            one.iter().all(|(_, positions, results)| *positions > 50 && results.iter().sum::<usize>() == 6)
        );
    }

    #[test]
    fn a_tuning_that_is_stopped_ends() {
        let variant = Variant::load("courier", &[]).unwrap();
        let tuning = Tuning { games: 1_000_000, ..Tuning::default() };
        assert!(tuning.run(&variant, &[], &AtomicBool::new(true), &|_| ()).is_empty());
    }

    #[test]
    fn every_game_can_be_tuned() {
        for name in crate::builtin_games() {
            let variant = Variant::load(name, &[]).unwrap();
            let tuning = Tuning { games: 2, nodes: 30, rounds: 1, threads: 1, seed: 2 };
            let rounds = tuning.run(&variant, &[], &AtomicBool::new(false), &|_| ());
            let values = &rounds[0].values;
            assert_eq!(Values::read(&values.text()).as_ref(), Ok(values), "{name}");
            let game = variant.with_values(values.clone()).start();
            let ask = SearchRequest {
                limits: Limits { nodes: Some(50), ..Limits::default() },
                ..SearchRequest::default()
            };
            let engine = Engine::new(1, 1).unwrap();
            assert!(engine.think(&game, &ask, &AtomicBool::new(false), &mut |_| ()).best.is_some(), "{name}");
        }
    }
}
