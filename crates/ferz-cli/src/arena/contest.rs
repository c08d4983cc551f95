//! Many games, in several threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use ferz::{Side, Variant};

use super::game::{Finished, MatchGame, Terms};
use super::limits::PlayerLimits;
use super::openings::Opening;
use super::player::{Player, PlayerError, start};
use super::spec::Spec;
use crate::protocol::SupportedVariants;

/// The stack size for the search of a built-in player.
const STACK: usize = 64 << 20;

/// A match that is to be played.
pub(crate) struct Contest {
    pub(crate) variant: Variant,
    pub(crate) offers: SupportedVariants,
    pub(crate) players: [Spec; 2],
    /// The limits of each player.
    pub(crate) paces: [PlayerLimits; 2],
    pub(crate) terms: Terms,
    /// The openings, one for each round.
    pub(crate) openings: Vec<Opening>,
    pub(crate) rounds: usize,
    /// The number of games of each round, colours swapped from one to the next.
    pub(crate) games: usize,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
    /// Set from outside to end the match at once: unfinished games are discarded.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Contest {
    /// Returns the number of games.
    pub(crate) fn all(&self) -> usize {
        self.rounds * self.games
    }
}

/// A message from a thread.
enum News {
    Finished(Box<Finished>),
    Failed(String),
}

/// Plays a match. Every finished game is passed to the callback; `false` ends the match when the games being played are done, and setting
/// [`Contest::stop`] ends it without finishing these.
///
/// # Errors
/// Returns the reason if a player can't play at all.
pub(crate) fn run(contest: &Contest, mut each: impl FnMut(Finished) -> bool) -> Result<(), String> {
    let (enough, next) = (AtomicBool::new(false), AtomicUsize::new(0));
    let (sender, news) = channel();
    let failure = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..contest.threads.clamp(1, contest.all().max(1)) {
            let sender = sender.clone();
            let (next, enough) = (&next, &enough);
            let table = move || Seats { contest, players: [None, None] }.sit(next, enough, &sender);
            if let Err(error) = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, table) {
                enough.store(true, Ordering::Relaxed);
                *failure.lock().expect("nobody panics with it") = Some(error.to_string());
            }
        }
        drop(sender);
        for told in news {
            let go_on = match told {
                News::Finished(finished) => each(*finished),
                News::Failed(words) => {
                    *failure.lock().expect("nobody panics with it") = Some(words);
                    false
                }
            };
            if !go_on {
                enough.store(true, Ordering::Relaxed);
            }
        }
    });
    failure.into_inner().expect("nobody panics with it").map_or(Ok(()), Err)
}

/// The players of one thread.
struct Seats<'a> {
    contest: &'a Contest,
    players: [Option<Box<dyn Player>>; 2],
}

impl Seats<'_> {
    /// Plays the games of one thread in turn.
    fn sit(mut self, next: &AtomicUsize, enough: &AtomicBool, sender: &Sender<News>) {
        while !enough.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.contest.all() {
                return;
            }
            let played = self.play(number);
            if self.contest.stop.load(Ordering::Relaxed) {
                return;
            }
            let told = match played {
                Ok(finished) => News::Finished(Box::new(finished)),
                Err(words) => News::Failed(words),
            };
            // there is no receiver any more once the match has failed
            if sender.send(told).is_err() {
                return;
            }
        }
    }

    fn play(&mut self, number: usize) -> Result<Finished, String> {
        let contest = self.contest;
        for (seat, spec) in contest.players.iter().enumerate() {
            if self.players[seat].is_none() {
                let seed = contest.seed ^ ((2 * number + seat) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let name = |words: String| format!("{}: {words}", spec.name);
                self.players[seat] = Some(start(spec, &contest.offers, seed, &contest.stop).map_err(
                    |trouble| match trouble {
                        PlayerError::Unfit(words) | PlayerError::Wrong(words) | PlayerError::Gone(words) => {
                            name(words)
                        }
                        PlayerError::Silent => name("it has not identified itself in time".to_owned()),
                        PlayerError::Resigns => name("it resigns before the game".to_owned()),
                    },
                )?);
            }
        }
        let (round, white) = (number / contest.games, number % contest.games % 2);
        let opening = &contest.openings[round % contest.openings.len()];
        let game = opening.game(&contest.variant)?;
        let [Some(first), Some(second)] = &mut self.players else { return Err("nobody plays".to_owned()) };
        let (mut players, mut paces): ([&mut dyn Player; 2], _) =
            ([&mut **first, &mut **second], contest.paces);
        if white == 1 {
            players.reverse();
            paces.reverse();
        }
        let mut bout = MatchGame::new(players, paces, contest.terms, game);
        let name = |side: Side| &contest.players[(side as usize + white) % 2].name;
        let over = bout.play().map_err(|(side, words)| format!("{}: {words}", name(side)))?;
        let mut record = bout.record(&over);
        let plies = bout.game.moves().len();
        record.set("Round", &format!("{}.{}", round + 1, number % contest.games + 1));
        record.set("White", name(Side::White));
        record.set("Black", name(Side::Black));
        if let Some(side) = over.broken {
            // restarted before its next game
            self.players[(side as usize + white) % 2] = None;
        }
        let (winner, ending, reason) = (over.winner, over.ending, over.reason);
        Ok(Finished { number: number + 1, white, winner, ending, reason, plies, record })
    }
}
