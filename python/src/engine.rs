//! The engine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ferz::{Limits, Score, SearchInfo, SearchRequest, SearchResult, Strength};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::FerzError;
use crate::values::Move;

/// A line of play that the engine has found.
#[pyclass(frozen, get_all, module = "ferz")]
#[derive(Clone, Debug)]
pub(crate) struct Info {
    /// The depth in plies.
    depth: u32,
    /// The score for the side to move in centipawns; None if a forced win or loss has been found.
    score: Option<i32>,
    /// The number of the winner's turns to the end: positive if the side to move wins, negative if it loses; None if neither has been found.
    mate: Option<i64>,
    /// The chances to win, draw and lose, in thousandths, for the side to move.
    wdl: (u32, u32, u32),
    /// The moves of the line.
    pv: Vec<Move>,
    /// The number of nodes searched.
    nodes: u64,
    /// The time, in seconds.
    time: f64,
}

#[pymethods]
impl Info {
    fn __repr__(&self) -> String {
        let pv: Vec<String> = self.pv.iter().map(|one| one.inner.to_string()).collect();
        let score = match (self.score, self.mate) {
            (Some(score), _) => format!("score {score}"),
            (_, mate) => format!("mate {}", mate.unwrap_or_default()),
        };
        format!("<Info depth {} {score} pv {}>", self.depth, pv.join(" "))
    }
}

impl Info {
    fn of(info: &SearchInfo, board: &Board) -> Self {
        let (score, mate) = match info.score {
            Score::Value(value) => (Some(value), None),
            Score::Win(turns) => (None, Some(i64::from(turns))),
            Score::Loss(turns) => (None, Some(-i64::from(turns))),
        };
        let [win, draw, loss] = info.score.win_draw_loss();
        let mut ahead = board.game.clone();
        let mut pv = Vec::new();
        for next in &info.pv {
            pv.push(Move::of(next.clone(), &board.variant, &ahead.fen().into()));
            if ahead.play(next).is_err() {
                break;
            }
        }
        let time = info.time.as_secs_f64();
        Self { depth: info.depth, score, mate, wdl: (win, draw, loss), pv, nodes: info.nodes, time }
    }
}

/// An engine that plays any game. It knows only the rules.
///
/// `hash` is the size of its transposition table in MiB, `threads` the number of its threads. Other Python threads run while it searches.
#[pyclass(frozen, module = "ferz")]
#[derive(Debug)]
pub(crate) struct Engine {
    inner: ferz::Engine,
}

/// The limits of a search, as Python gives them: depth in plies, nodes, time in seconds.
type Within = (Option<u32>, Option<u64>, Option<f64>);

fn limits((depth, nodes, time): Within) -> PyResult<Limits> {
    let time = match time {
        Some(time) if !(time.is_finite() && (0.0..=1e9).contains(&time)) => {
            return Err(PyValueError::new_err("the time must be a number of seconds, not negative"));
        }
        time => time.map(Duration::from_secs_f64),
    };
    if depth.is_none() && nodes.is_none() && time.is_none() {
        return Err(PyValueError::new_err("give a limit: depth, nodes or time"));
    }
    Ok(Limits { depth, nodes, time, ..Limits::default() })
}

impl Engine {
    fn think(&self, py: Python<'_>, board: &Board, request: &SearchRequest) -> PyResult<SearchResult> {
        let stop = AtomicBool::new(false);
        let mut interrupted = None;
        let result = py.detach(|| {
            self.inner.think(&board.game, request, &stop, &mut |_| {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    interrupted = Some(error);
                    stop.store(true, Ordering::Relaxed);
                }
            })
        });
        match (interrupted, result.overflow) {
            (Some(error), _) => Err(error),
            (None, Some(error)) => Err(FerzError::new_err(error.to_string())),
            (None, None) => Ok(result),
        }
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (hash=16, threads=1))]
    fn new(hash: usize, threads: usize) -> PyResult<Self> {
        let inner = ferz::Engine::new(hash, threads);
        inner.map(|inner| Self { inner }).map_err(|error| PyMemoryError::new_err(error.to_string()))
    }

    /// Returns the best lines, the best first; none if the game is over. At least one limit must be given: depth in plies, nodes, or
    /// time in seconds. With one thread and a limit on nodes or depth the result is always the same.
    #[pyo3(signature = (board, *, depth=None, nodes=None, time=None, lines=1))]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Board,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        lines: usize,
    ) -> PyResult<Vec<Info>> {
        let request =
            SearchRequest { limits: limits((depth, nodes, time))?, lines, ..SearchRequest::default() };
        let result = self.think(py, board, &request)?;
        Ok(result.lines.iter().map(|info| Info::of(info, board)).collect())
    }

    /// Returns the move that the engine plays, or None if the game is over. `elo` limits its strength, and `seed` then
    /// chooses among the moves that it may play.
    #[pyo3(signature = (board, *, depth=None, nodes=None, time=None, elo=None, seed=0))]
    #[allow(clippy::too_many_arguments)]
    fn play(
        &self,
        py: Python<'_>,
        board: &Board,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        elo: Option<u32>,
        seed: u64,
    ) -> PyResult<Option<Move>> {
        let strength = match elo {
            None => None,
            Some(elo) => Some(Strength::new(elo).ok_or_else(|| {
                let (least, most) = (Strength::WEAKEST.elo(), Strength::STRONGEST.elo());
                PyValueError::new_err(format!("elo must be from {least} to {most}"))
            })?),
        };
        let limits = if elo.is_some() && (depth, nodes, time) == (None, None, None) {
            Limits::default()
        } else {
            limits((depth, nodes, time))?
        };
        let request = SearchRequest { limits, strength, seed, ..SearchRequest::default() };
        let best = self.think(py, board, &request)?.best;
        Ok(best.map(|best| Move::of(best, &board.variant, &board.game.fen().into())))
    }

    /// Empties the transposition table.
    fn forget(&self) {
        self.inner.forget();
    }
}
