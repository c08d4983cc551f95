//! Built-in players, which need no process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ferz::Dice;
use ferz::{Engine, Game, Move, SearchRequest};

use super::limits::{Allowance, PlayerLimits};
use super::player::{Player, PlayerError, Reply};

/// The engine in this program.
pub(super) struct Own {
    engine: Engine,
    /// The request at every move, limits and seed aside.
    ask: SearchRequest,
    dice: Dice,
    stop: Arc<AtomicBool>,
}

impl Own {
    pub(super) fn new(
        ask: SearchRequest,
        (hash, threads): (usize, usize),
        seed: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, PlayerError> {
        let engine = crate::memory::engine(hash, threads)
            .map_err(|no_room| PlayerError::Unfit(no_room.to_string()))?;
        Ok(Self { engine, ask, dice: Dice::new(seed), stop: Arc::clone(stop) })
    }
}

impl Player for Own {
    fn begin(&mut self, _: &Game, _: &PlayerLimits) -> Result<(), PlayerError> {
        self.engine.forget();
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Reply, PlayerError> {
        let seed = self.dice.below(u64::MAX);
        let ask = SearchRequest { limits: allowance.limits(game.side_to_move()), seed, ..self.ask.clone() };
        let begun = Instant::now();
        let think = || self.engine.think(game, &ask, &self.stop, &mut |_| ());
        let opinion = catch_unwind(AssertUnwindSafe(think))
            .map_err(|_| PlayerError::Gone("the search has a fault".to_owned()))?;
        let mv = opinion.best;
        let best = opinion.lines.iter().find(|line| line.pv.first() == mv.as_ref());
        Ok(Reply {
            time: begun.elapsed(),
            score: best.map(|line| line.score),
            depth: best.map_or(0, |line| line.depth),
            nodes: opinion.nodes,
            mv: mv.map(|mv| mv.to_string()).unwrap_or_default(),
        })
    }
}

/// A player that moves at random.
pub(super) struct Random(Dice);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(Dice::new(seed))
    }
}

/// Captures as many pieces as it can, else plays at random.
pub(super) struct Greedy(Dice);

impl Greedy {
    pub(super) fn new(seed: u64) -> Self {
        Self(Dice::new(seed))
    }
}

/// Returns one of some moves, at random.
fn any(moves: &[Move], dice: &mut Dice) -> Reply {
    let mv = moves.get(dice.below(moves.len() as u64) as usize);
    Reply { mv: mv.map(Move::to_string).unwrap_or_default(), ..Reply::default() }
}

impl Player for Random {
    fn begin(&mut self, _: &Game, _: &PlayerLimits) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Reply, PlayerError> {
        Ok(any(&game.legal_moves(), &mut self.0))
    }
}

impl Player for Greedy {
    fn begin(&mut self, _: &Game, _: &PlayerLimits) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Reply, PlayerError> {
        let moves: Vec<(usize, Move)> =
            game.legal_moves().into_iter().map(|mv| (mv.captures().len(), mv)).collect();
        let most = moves.iter().map(|(taken, _)| *taken).max().unwrap_or(0);
        let best: Vec<Move> =
            moves.into_iter().filter(|(taken, _)| *taken == most).map(|(_, mv)| mv).collect();
        Ok(any(&best, &mut self.0))
    }
}
