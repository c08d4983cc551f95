//! The engine at the tables: as many at a time as there are processors, each in a thread of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ferz::{Game, Level, Limits, Score, SearchRequest};
use serde::Serialize;

use super::fault::Fault;

/// The size of an engine's transposition table in MiB.
const HASH: usize = 16;
/// The time it thinks at the highest level, which has no other limit.
const LONGEST: Duration = Duration::from_secs(3);
/// The minimum time for a move, so that one can follow it.
const PACE: Duration = Duration::from_millis(350);
/// The interval at which an engine that waits for its turn looks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(50);
/// The number of nodes searched for a hint.
const HINT: u64 = 200_000;

/// The maximum number of engines that think at once.
#[derive(Debug)]
pub(super) struct Room {
    free: Mutex<usize>,
    freed: Condvar,
}

/// A place in the room, given back when it is dropped.
#[derive(Debug)]
struct Place<'a>(&'a Room);

impl Room {
    pub(super) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { free: Mutex::new(cores), freed: Condvar::new() }
    }

    /// A place as soon as there is one; `None` if it is not wanted any more.
    fn enter(&self, stop: &AtomicBool) -> Option<Place<'_>> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            free = self.freed.wait_timeout(free, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        *free -= 1;
        Some(Place(self))
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.freed.notify_one();
    }
}

/// Returns the move of an engine of a level, in coordinate notation; `None` when the game is over or `stop` was set.
pub(super) fn choose(room: &Room, game: &Game, level: u8, stop: &Arc<AtomicBool>) -> Option<String> {
    let began = Instant::now();
    let level = Level::new(level).unwrap_or(Level::USUAL);
    let time = (level == Level::HIGHEST).then_some(LONGEST);
    let limits = Limits { time, enough: time.map(|time| time / 2), ..Limits::default() };
    let ask = SearchRequest {
        limits,
        strength: level.strength(),
        seed: game.position().hash() ^ chance(),
        ..SearchRequest::default()
    };
    let step = {
        let _place = room.enter(stop)?;
        let engine = crate::memory::engine(HASH, 1).ok()?;
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        engine.think(game, &ask, stop, &mut |_| ()).best?
    };
    while began.elapsed() < PACE && !stop.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(10));
    }
    (!stop.load(Ordering::Relaxed)).then(|| step.to_string())
}

/// Returns an unpredictable number.
fn chance() -> u64 {
    getrandom::u64().unwrap_or_default()
}

/// The engine's move, and its evaluation of the position.
#[derive(Debug, Serialize)]
pub(super) struct Hint {
    step: String,
    line: Vec<String>,
    /// The score for White: hundredths of the most numerous piece, or a mate in so many plies, below 0 against White.
    value: Option<i64>,
    mate: Option<i64>,
}

/// A hint for the side to move.
pub(super) fn advise(room: &Room, game: &Game) -> Result<Hint, Fault> {
    let go_on = AtomicBool::new(false);
    let _place = room.enter(&go_on);
    let engine = crate::memory::engine(HASH, 1).map_err(|error| Fault::broken(error.to_string()))?;
    let ask = SearchRequest {
        limits: Limits { nodes: Some(HINT), ..Limits::default() },
        ..SearchRequest::default()
    };
    let opinion = engine.think(game, &ask, &go_on, &mut |_| ());
    let step = opinion.best.ok_or_else(|| Fault::refused("the game is over"))?;
    let sign = if game.side_to_move() == ferz::Side::White { 1 } else { -1 };
    let best = opinion.lines.first();
    let (value, mate) = match best.map(|line| line.score) {
        Some(Score::Value(value)) => (Some(sign * i64::from(value)), None),
        Some(Score::Win(plies)) => (None, Some(sign * i64::from(plies))),
        Some(Score::Loss(plies)) => (None, Some(-sign * i64::from(plies))),
        None => (None, None),
    };
    Ok(Hint {
        step: step.to_string(),
        line: best.map_or_else(Vec::new, |line| line.pv.iter().map(ToString::to_string).collect()),
        value,
        mate,
    })
}
