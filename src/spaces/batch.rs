//! Many games played at once.

use std::fmt;

use super::numbering::{ActionSpace, Scratch};
use super::planes::ObservationSpace;
use super::pool::Pool;
use super::seat::{Left, Seat};
use crate::Variant;
use crate::model::pieces::Side;

/// The error of an action that is not legal in one of the games of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAction {
    /// The index of the game.
    pub game: usize,
    /// The number of the action.
    pub action: u32,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "action {} is not legal in game {}", self.action, self.game)
    }
}

impl std::error::Error for IllegalAction {}

/// The result of a ply in one game of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    /// For the side that made the move: 1 if the game has ended and it has won, -1 if it has lost, 0 otherwise.
    pub reward: f32,
    /// The game has ended by a rule, and has begun again.
    pub terminated: bool,
    /// The game was stopped, because it had the most plies that a game may have, or no legal move though no rule ended it; it has begun
    /// again.
    pub truncated: bool,
}

/// Many games of one variant, played at once, in several threads. A game that ends begins again in the same step.
///
/// Everything is indexed by game, and results are written into memory of the caller's, so that nothing is allocated in play. The same
/// seed and the same actions give the same games, whatever the number of threads.
///
/// ```
/// use ferz::spaces::{Batch, Step};
/// let mut batch = Batch::new(&ferz::Variant::load("chess", &[])?, 8, 7);
/// let mut actions = vec![0; batch.len()];
/// let mut steps = vec![Step::default(); batch.len()];
/// for _ in 0..100 {
///     batch.by_chance(&mut actions);
///     batch.step(&actions, &mut steps).unwrap();
/// }
/// batch.by_chance(&mut actions);
/// actions[3] = u32::MAX - 1;
/// assert_eq!(batch.step(&actions, &mut steps).unwrap_err().game, 3);
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Debug)]
pub struct Batch {
    space: ActionSpace,
    planes: ObservationSpace,
    seats: Vec<Seat>,
    seed: u64,
    pool: Pool,
    most_plies: usize,
    places: Vec<usize>,
}

/// The fewest games that are worth a thread.
const WORTH_A_THREAD: usize = 64;

/// The pieces of work for each thread, so that none waits long for another.
const SHARES: usize = 4;

impl Batch {
    /// Creates a batch of so many games, all at the start. The seed is that of [`by_chance`](Self::by_chance).
    pub fn new(variant: &Variant, games: usize, seed: u64) -> Self {
        let (space, planes) = (ActionSpace::new(variant), ObservationSpace::new(variant));
        let mut scratch = Scratch::default();
        let seats = (0..games).map(|index| Seat::new(&space, &mut scratch, seed_of(seed, index))).collect();
        Self {
            space,
            planes,
            seats,
            seed,
            pool: Pool::new(1),
            most_plies: usize::MAX,
            places: vec![0; games],
        }
    }

    /// Returns the batch with so many threads, which stand ready as long as it exists; at least one, which is that of the caller.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { pool: Pool::new(threads), ..self }
    }

    /// Returns the batch with a maximum number of plies per game, after which a game is stopped; at least one.
    #[must_use]
    pub fn with_most_plies(self, most_plies: usize) -> Self {
        Self { most_plies: most_plies.max(1), ..self }
    }

    /// Returns the action space.
    pub fn action_space(&self) -> &ActionSpace {
        &self.space
    }

    /// Returns the observation space.
    pub fn observation_space(&self) -> &ObservationSpace {
        &self.planes
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// Returns `true` if there are no games.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// Begins all games again, with the seed that they began with or another.
    pub fn reset(&mut self, seed: Option<u64>) {
        self.seed = seed.unwrap_or(self.seed);
        let mut scratch = Scratch::default();
        for (index, seat) in self.seats.iter_mut().enumerate() {
            seat.begin(&self.space, &mut scratch, seed_of(self.seed, index));
        }
    }

    /// Returns the side to move of a game.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn side_to_move(&self, game: usize) -> Side {
        self.seats[game].side()
    }

    /// Returns the legal actions of a game, in no particular order.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn legal(&self, game: usize) -> Vec<u32> {
        self.seats[game].legal().collect()
    }

    /// Returns the position of a game as a FEN.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn fen(&self, game: usize) -> String {
        self.seats[game].fen()
    }

    /// Writes a random legal action of each game, all equally likely; 0 where there is none.
    ///
    /// # Panics
    /// If there are not as many actions as games.
    pub fn by_chance(&mut self, actions: &mut [u32]) {
        assert_eq!(actions.len(), self.seats.len(), "an action for each game");
        self.each(actions, 1, |_, seats, actions| {
            for (seat, action) in seats.iter_mut().zip(actions) {
                *action = seat.by_chance().unwrap_or(0);
            }
        });
    }

    /// Writes the masks of legal actions, one behind the other: true for each action that is legal.
    ///
    /// # Panics
    /// If the masks don't have as many places as there are games and actions.
    pub fn legal_mask(&mut self, masks: &mut [bool]) {
        masks.fill(false);
        self.seats.iter_mut().for_each(Seat::new_mask);
        self.update_mask(masks);
    }

    /// Updates the masks of legal actions that this batch has written last, and that nobody has changed since: only the differences are
    /// written, which is faster than [`legal_mask`](Self::legal_mask).
    ///
    /// # Panics
    /// If the masks don't have as many places as there are games and actions.
    pub fn update_mask(&mut self, masks: &mut [bool]) {
        let size = self.space.size();
        assert_eq!(masks.len(), self.seats.len() * size, "a place for each action of each game");
        self.each(masks, size, move |_, seats, masks| {
            for (seat, mask) in seats.iter_mut().zip(masks.chunks_exact_mut(size)) {
                seat.mask(mask);
            }
        });
    }

    /// Writes the observations, one behind the other.
    ///
    /// # Panics
    /// If they don't have as many bytes as there are games and bytes of an observation.
    pub fn observe(&mut self, observations: &mut [u8]) {
        let (size, planes) = (self.planes.size(), self.planes.clone());
        assert_eq!(observations.len(), self.seats.len() * size, "the bytes of an observation for each game");
        self.each(observations, size, move |_, seats, observations| {
            for (seat, observation) in seats.iter().zip(observations.chunks_exact_mut(size)) {
                seat.observe(&planes, observation);
            }
        });
    }

    /// Plays an action in each game, and writes the results.
    ///
    /// # Errors
    /// The first action that is not legal in its game; in that case no game has been played on.
    ///
    /// # Panics
    /// If there are not as many actions and steps as games.
    pub fn step(&mut self, actions: &[u32], steps: &mut [Step]) -> Result<(), IllegalAction> {
        self.advance(actions, steps, None)
    }

    /// Plays an action in each game as [`step`](Self::step) does, and brings the masks up to date as [`update_mask`](Self::update_mask) does:
    /// this is faster than one after the other.
    ///
    /// # Errors
    /// The first action that is not legal in its game; in that case no game has been played on.
    ///
    /// # Panics
    /// If there are not as many actions and steps as games, or the masks don't have as many places as there are games and actions.
    pub fn step_and_mask(
        &mut self,
        actions: &[u32],
        steps: &mut [Step],
        masks: &mut [bool],
    ) -> Result<(), IllegalAction> {
        self.advance(actions, steps, Some(masks))
    }

    fn advance(
        &mut self,
        actions: &[u32],
        steps: &mut [Step],
        masks: Option<&mut [bool]>,
    ) -> Result<(), IllegalAction> {
        let (games, size) = (self.seats.len(), self.space.size());
        assert_eq!((actions.len(), steps.len()), (games, games), "one for each game");
        for (game, (seat, &action)) in self.seats.iter().zip(actions).enumerate() {
            self.places[game] = seat.place(action).ok_or(IllegalAction { game, action })?;
        }
        let mut rows: Vec<Option<&mut [bool]>> = match masks {
            Some(masks) => {
                assert_eq!(masks.len(), games * size, "a place for each action of each game");
                masks.chunks_exact_mut(size).map(Some).collect()
            }
            None => (0..games).map(|_| None).collect(),
        };
        let most_plies = self.most_plies;
        let places = std::mem::take(&mut self.places);
        let each = places.iter().zip(steps).zip(&mut rows);
        let mut each: Vec<_> = each.map(|((place, step), row)| (place, step, row)).collect();
        self.each(&mut each, 1, move |space, seats, each| {
            let mut scratch = Scratch::default();
            for (seat, (place, step, row)) in seats.iter_mut().zip(each) {
                **step = played((space, &mut scratch), seat, **place, most_plies);
                if let Some(row) = row {
                    seat.mask(row);
                }
            }
        });
        self.places = places;
        Ok(())
    }

    /// Does some work on all games, each with its share of what is written, in threads.
    fn each<T: Send>(
        &mut self,
        out: &mut [T],
        size: usize,
        work: impl Fn(&ActionSpace, &mut [Seat], &mut [T]) + Sync,
    ) {
        let threads = self.pool.threads().min(self.seats.len() / WORTH_A_THREAD).max(1);
        let shares = if threads == 1 { 1 } else { threads * SHARES };
        let share = self.seats.len().div_ceil(shares).max(1);
        let (space, work) = (&self.space, &work);
        let shares = self.seats.chunks_mut(share).zip(out.chunks_mut((share * size).max(1)));
        self.pool.run(shares.map(|(seats, out)| move || work(space, seats, out)));
    }
}

/// Returns the seed of a game of a batch.
fn seed_of(seed: u64, game: usize) -> u64 {
    seed ^ (game as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Plays a move of a game, which begins again if it has ended.
fn played(
    (space, scratch): (&ActionSpace, &mut Scratch),
    seat: &mut Seat,
    place: usize,
    most_plies: usize,
) -> Step {
    let mover = seat.side();
    let left = seat.play((space, scratch), place, most_plies);
    if left != Left::Open {
        seat.restart(space, scratch);
    }
    match left {
        Left::Open => Step::default(),
        Left::Stopped => Step { truncated: true, ..Step::default() },
        Left::Ended(winner) => {
            let reward = winner.map_or(0.0, |winner| if winner == mover { 1.0 } else { -1.0 });
            Step { reward, terminated: true, truncated: false }
        }
    }
}
