//! The engine as an opponent at the prompt. Equal choices fall by the seed, so that a seed tells a whole game.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::{Ask, Engine, Game, Level, Limits, Step};

/// MiB for what it knows; less where there is no room.
const HASH: [usize; 2] = [32, 1];
/// How long it thinks at the highest level, which has no other bound.
const LONGEST: Duration = Duration::from_secs(4);
/// Positions looked at for a hint.
const HINT: u64 = 150_000;

/// The player.
#[derive(Debug)]
pub(super) struct Player {
    engine: Engine,
    level: Level,
    seed: u64,
}

impl Player {
    /// A player of a level; `None` if there is no room for one.
    pub(super) fn new(level: Level, seed: u64) -> Option<Self> {
        let engine = HASH.iter().find_map(|&room| Engine::new(room, 1).ok())?;
        Some(Self { engine, level, seed })
    }

    /// Its step; `None` when the game is over.
    pub(super) fn choose(&self, game: &Game) -> Option<Step> {
        let time = (self.level == Level::HIGHEST).then_some(LONGEST);
        let limits = Limits { time, enough: time.map(|time| time / 2), ..Limits::default() };
        let turn = (game.made().len() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.ask(game, Ask { limits, level: Some(self.level), seed: self.seed ^ turn, ..Ask::default() })
    }

    /// What it would do if it did its best for a moment.
    pub(super) fn advise(&self, game: &Game) -> Option<Step> {
        let limits = Limits { nodes: Some(HINT), ..Limits::default() };
        self.ask(game, Ask { limits, ..Ask::default() })
    }

    fn ask(&self, game: &Game, ask: Ask) -> Option<Step> {
        // what it answers must not hang on what it was asked before
        self.engine.forget();
        self.engine.think(game, &ask, &AtomicBool::new(false), &mut |_| ()).step
    }
}
