//! The engine at the tables: as many at a time as there are processors, each in a thread of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ferz::{Game, Level, Limits, SearchRequest};
use serde::{Deserialize, Serialize};

use super::clock::MoveTime;
use super::fault::Fault;
use super::view::{LineView, for_white};

/// The size of an engine's transposition table in MiB.
const HASH: usize = 16;
/// The interval at which an engine that waits for its turn checks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(50);
/// The number of nodes searched for a hint.
const HINT: u64 = 200_000;

/// The size of the transposition table for an analysis in MiB.
const ANALYSIS_HASH: usize = 64;
/// The longest time for an analysis.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(300);
/// The maximum number of lines of an analysis.
const MOST_LINES: usize = 5;

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
pub(super) fn choose(
    room: &Room,
    game: &Game,
    level: u8,
    time: MoveTime,
    stop: &Arc<AtomicBool>,
) -> Option<String> {
    let began = Instant::now();
    let level = Level::new(level).unwrap_or(Level::USUAL);
    let ask = SearchRequest {
        limits: time.limits(),
        strength: level.strength(),
        seed: game.position().hash() ^ chance(),
        ..SearchRequest::default()
    };
    let mv = {
        let _place = room.enter(stop)?;
        let engine = crate::memory::engine(HASH, 1).ok()?;
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        engine.think(game, &ask, stop, &mut |_| ()).best?
    };
    while began.elapsed() < time.pace() && !stop.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(10));
    }
    (!stop.load(Ordering::Relaxed)).then(|| mv.to_string())
}

/// Returns an unpredictable number.
fn chance() -> u64 {
    getrandom::u64().unwrap_or_default()
}

/// The engine's move, and its evaluation of the position.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Hint {
    #[serde(rename = "move")]
    mv: String,
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
    let mv = opinion.best.ok_or_else(|| Fault::refused("the game is over"))?;
    let best = opinion.lines.first();
    let (value, mate) = best.map_or((None, None), |line| for_white(line.score, game.side_to_move()));
    Ok(Hint {
        mv: mv.to_string(),
        line: best.map_or_else(Vec::new, |line| line.pv.iter().map(ToString::to_string).collect()),
        value,
        mate,
    })
}

/// An analysis that is wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Analysis {
    /// The moves from the beginning of the game to the position, in coordinate notation.
    pub(super) path: Vec<String>,
    /// True if the other side is to move.
    #[serde(default)]
    pub(super) threat: bool,
    /// The number of lines.
    lines: usize,
    /// The number of nodes after which it ends.
    #[serde(default)]
    nodes: Option<u64>,
}

/// Searches a position until `stop` is set or a limit is reached; `told` hears of the lines as they are found.
pub(super) fn analyse(
    room: &Room,
    game: &Game,
    asked: &Analysis,
    stop: &AtomicBool,
    told: &mut dyn FnMut(LineView),
) -> Result<(), Fault> {
    let Some(_place) = room.enter(stop) else { return Ok(()) };
    let engine = crate::memory::engine(ANALYSIS_HASH, 1).map_err(|error| Fault::broken(error.to_string()))?;
    let limits = Limits { nodes: asked.nodes, time: Some(LONGEST_ANALYSIS), ..Limits::default() };
    let lines = asked.lines.clamp(1, MOST_LINES);
    let ask = SearchRequest { limits, lines, ..SearchRequest::default() };
    engine.think(game, &ask, stop, &mut |info| told(LineView::of(game, info)));
    Ok(())
}
