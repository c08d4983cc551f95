//! The engine as an opponent. Choices between equal moves depend on the seed alone, so that a seed determines a whole game.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ferz::{Engine, Game, Level, Limits, Move, SearchInfo, SearchRequest, SearchResult};

/// Sizes of its transposition table in MiB: the second is used if there is no memory for the first.
const HASH: [usize; 2] = [32, 1];
/// The time it thinks at the highest level, which has no other limit.
const LONGEST: Duration = Duration::from_secs(4);
/// The number of nodes searched for a hint.
const HINT: u64 = 150_000;
/// The time it takes to evaluate a position.
const GLANCE: Duration = Duration::from_millis(800);

/// The player.
#[derive(Debug)]
pub(super) struct Player {
    engine: Engine,
}

impl Player {
    /// A player; `None` if there is no memory for one.
    pub(super) fn new() -> Option<Self> {
        let engine = HASH.iter().find_map(|&room| crate::memory::engine(room, 1).ok())?;
        Some(Self { engine })
    }

    /// Returns its move at a level; `None` when the game is over.
    pub(super) fn choose(&self, game: &Game, level: Level, seed: u64, stop: &AtomicBool) -> Option<Move> {
        let time = (level == Level::HIGHEST).then_some(LONGEST);
        let limits = Limits { time, enough: time.map(|time| time / 2), ..Limits::default() };
        let turn = (game.moves().len() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let ask = SearchRequest {
            limits,
            strength: level.strength(),
            seed: seed ^ turn,
            ..SearchRequest::default()
        };
        self.ask(game, &ask, stop, &mut |_| ()).best
    }

    /// Returns its opinion at full strength after a short search.
    pub(super) fn advise(&self, game: &Game, stop: &AtomicBool) -> SearchResult {
        let limits = Limits { nodes: Some(HINT), ..Limits::default() };
        self.ask(game, &SearchRequest { limits, ..SearchRequest::default() }, stop, &mut |_| ())
    }

    /// Evaluates a position by a short search, and reports what it finds meanwhile.
    pub(super) fn judge(&self, game: &Game, stop: &AtomicBool, report: &mut dyn FnMut(&SearchInfo)) {
        let limits = Limits { time: Some(GLANCE), ..Limits::default() };
        self.ask(game, &SearchRequest { limits, ..SearchRequest::default() }, stop, report);
    }

    fn ask(
        &self,
        game: &Game,
        ask: &SearchRequest,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        // the result must not depend on earlier requests
        self.engine.forget();
        self.engine.think(game, ask, stop, report)
    }
}
