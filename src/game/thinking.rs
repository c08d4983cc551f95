//! Asking the engine for the best move.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

use super::moves::Move;
use super::session::Game;
use super::strength::Strength;
use crate::moves::TooManyMoves;
use crate::search::{Bound, Clock, DECIDED, Handicap, Limits, Method, Pondering, Progress, Table, Task, WON};

/// The error of a transposition table of this many MiB that doesn't fit in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableTooLarge(pub usize);

impl fmt::Display for TableTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is not enough memory for a table of {} MiB", self.0)
    }
}

impl std::error::Error for TableTooLarge {}

/// The score of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Score {
    /// A value in hundredths of the most numerous piece of the start position.
    Value(i32),
    /// A win in this many plies.
    Win(u32),
    /// A loss in this many plies.
    Loss(u32),
}

impl Score {
    fn of(value: i32) -> Self {
        match value {
            _ if value > DECIDED => Self::Win((WON - value).unsigned_abs()),
            _ if value < -DECIDED => Self::Loss((WON + value).unsigned_abs()),
            _ => Self::Value(value),
        }
    }

    /// Returns the probabilities of a win, a draw and a loss for the side to move, in thousandths that add up to 1000.
    ///
    /// They are those of a logistic model with a threshold for draws (P. Rao and L. Kupper, *Ties in paired-comparison experiments*, 1967):
    /// a win has probability 1 / (1 + exp((a - x) / b)) at the value x, and a loss that of a win at -x. The threshold a, where a win is as
    /// likely as not, and the spread b are fitted to games of the engine against itself.
    ///
    /// ```
    /// use ferz::Score;
    /// let [win, draw, loss] = Score::Value(0).win_draw_loss();
    /// assert_eq!((win, win + draw + loss), (loss, 1000));
    /// assert!(Score::Value(600).win_draw_loss()[0] > 700);
    /// assert_eq!(Score::Loss(4).win_draw_loss(), [0, 0, 1000]);
    /// ```
    pub fn win_draw_loss(self) -> [u32; 3] {
        let value = match self {
            Self::Win(_) => return [1000, 0, 0],
            Self::Loss(_) => return [0, 0, 1000],
            Self::Value(value) => f64::from(value),
        };
        let wins = |value: f64| (1000.0 / (1.0 + ((EVEN_CHANCE - value) / SPREAD).exp())).round() as u32;
        let (win, loss) = (wins(value), wins(-value));
        [win, 1000 - win - loss, loss]
    }
}

/// The value at which a win is as likely as not, and the spread of the values around it: fitted to games of chess at 3,000 nodes a move
/// (`benches/results.md`).
const EVEN_CHANCE: f64 = 222.0;
const SPREAD: f64 = 315.0;

/// The number of nodes per MiB of transposition table for a player below full strength.
const NODES_A_MEBIBYTE: u64 = 30_000;

/// A request to an [`Engine`]. The default asks for one line without any limit.
#[derive(Clone, Debug, Default)]
pub struct SearchRequest {
    /// The search method; by default that of the game's [values](crate::Values), or else alpha-beta.
    pub method: Option<Method>,
    /// The limits of the search.
    pub limits: Limits,
    /// For pondering: the handle that reports when the engine's own clock starts to run, and with what limits.
    pub pondering: Option<Pondering>,
    /// The root moves to choose from; empty means all.
    pub only: Vec<Move>,
    /// The number of best lines wanted; 0 means 1.
    pub lines: usize,
    /// The playing strength; by default full strength.
    pub strength: Option<Strength>,
    /// The seed of all that is random in playing below full strength.
    pub seed: u64,
    /// True if bounds of a score are reported too, as soon as they are known.
    pub bounds: bool,
    /// True if the game goes on after a draw that nobody has claimed, see [`Game::outcome_unclaimed`].
    pub unclaimed: bool,
}

/// A line of play that a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchInfo {
    /// Its number among the best lines, from 1.
    pub number: usize,
    /// The depth in plies to which every line was searched, reductions aside.
    pub depth: u32,
    /// The length of the longest line in plies.
    pub deepest: u32,
    /// The score of the line.
    pub score: Score,
    /// Exact, unless the request asks for bounds too.
    pub bound: Bound,
    /// Its moves (the principal variation).
    pub pv: Vec<Move>,
    /// The number of nodes searched so far.
    pub nodes: u64,
    /// The time taken so far.
    pub time: Duration,
    /// The occupancy of the transposition table, in thousandths.
    pub fullness: u32,
}

impl SearchInfo {
    /// Returns its moves in coordinate notation, with spaces between.
    pub fn coordinates(&self) -> String {
        self.pv.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }
}

/// The result of a [`SearchRequest`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchResult {
    /// The best move; `None` when the game is over, or no move may be chosen.
    pub best: Option<Move>,
    /// The expected reply, on which an engine may ponder.
    pub ponder: Option<Move>,
    /// The best lines, best first.
    pub lines: Vec<SearchInfo>,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
    /// The rule by which the position has more moves than can be listed, if it has: nothing is searched then. If only positions in the tree
    /// have, it is the rule of one of them, and the lines are based on some of its moves.
    pub overflow: Option<TooManyMoves>,
}

/// An engine that finds the best move in any game. It knows only the rules of a game.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use ferz::{Engine, Limits, Score, SearchRequest, Variant};
/// let game = Variant::load("chess", &[])?.start_from("6k1/5ppp/8/8/8/8/8/R6K w").unwrap();
/// let engine = Engine::new(1, 1)?;
/// let limits = Limits { nodes: Some(2000), ..Limits::default() };
/// let request = SearchRequest { limits, ..SearchRequest::default() };
/// let result = engine.think(&game, &request, &AtomicBool::new(false), &mut |_| ());
/// assert_eq!(result.best.unwrap().to_string(), "a1a8");
/// assert_eq!(result.lines[0].score, Score::Win(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    table: RwLock<Table>,
    threads: usize,
    clock: Clock,
}

impl Engine {
    /// Creates an engine with a transposition table of a size in MiB, which it never exceeds, and a number of threads; 0 means 1 for both.
    /// During tree search, an eighth of that memory is used for the tree.
    ///
    /// An operating system that overcommits memory may kill the program when the table fills: check first how much is free if that matters.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(mebibytes: usize, threads: usize) -> Result<Self, TableTooLarge> {
        let table = Table::new(mebibytes).ok_or(TableTooLarge(mebibytes))?;
        Ok(Self { table: RwLock::new(table), threads: threads.max(1), clock: Clock::default() })
    }

    /// Uses another clock than the machine's.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// Forgets what was found in earlier positions, as before a new game.
    pub fn forget(&self) {
        self.read().clear();
    }

    fn read(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the table, with memory lent to a tree or without.
    fn table(&self, lent: bool) -> RwLockReadGuard<'_, Table> {
        loop {
            let table = self.read();
            if table.lends() == lent {
                return table;
            }
            drop(table);
            self.table.write().unwrap_or_else(PoisonError::into_inner).lend(lent);
        }
    }

    /// Sets the number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Thinks about a position until a limit is reached or `stop` is set. With one thread, a limit on depth or nodes, and nothing found
    /// earlier, the result is always the same. Every line found is reported at once.
    ///
    /// Several threads may call this at once; one that uses a different [`Method`] from the others waits for them.
    pub fn think(
        &self,
        game: &Game,
        ask: &SearchRequest,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        let over = if ask.unclaimed { game.outcome_unclaimed() } else { game.outcome() };
        if over.is_some() || game.overflow().is_some() {
            return SearchResult { overflow: game.overflow(), ..SearchResult::default() };
        }
        let method = ask.method.or(game.variant().values().search).unwrap_or_default();
        let handicap = ask.strength.map(|strength| Handicap::of(strength.elo(), ask.seed));
        let Some(handicap) = handicap else {
            return self.search(game, ask, (method, &self.table(method == Method::Tree), None), stop, report);
        };
        // a table of its own: earlier results would make a weak player stronger, and its oversights must not mislead others
        match Table::new(1 + (handicap.nodes / NODES_A_MEBIBYTE) as usize) {
            Some(mut table) => {
                table.lend(method == Method::Tree);
                self.search(game, ask, (method, &table, Some(handicap)), stop, report)
            }
            None => SearchResult { best: game.legal_moves().into_iter().next(), ..SearchResult::default() },
        }
    }

    /// Searches by a method, with a table and possibly a handicap.
    fn search(
        &self,
        game: &Game,
        ask: &SearchRequest,
        (method, table, handicap): (Method, &Table, Option<Handicap>),
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        let (board, keys, idle) = game.stand();
        // plies without progress that were no reason to claim a draw make none of the moves a draw
        let idle = if ask.unclaimed && game.outcome().is_some() { 0 } else { idle };
        let mut limits = ask.limits;
        if let Some(Handicap { nodes, .. }) = handicap {
            limits.nodes = Some(limits.nodes.map_or(nodes, |most| most.min(nodes)));
        }
        let task = Task {
            method,
            limits,
            pondering: ask.pondering.as_ref(),
            clock: self.clock,
            only: ask.only.iter().map(Move::packed).collect(),
            lines: ask.lines.max(1),
            threads: if handicap.is_some() { 1 } else { self.threads },
            table,
            stop,
            keys,
            idle,
            handicap,
            bounds: ask.bounds,
        };
        let insight = |found: &Progress<'_>| SearchInfo {
            number: found.number + 1,
            depth: found.line.depth,
            deepest: found.line.deepest,
            score: Score::of(found.line.value),
            bound: found.bound,
            pv: board.line(&found.line.moves),
            nodes: found.nodes,
            time: found.time,
            fullness: found.fullness,
        };
        let thought = board.think(&task, &mut |found| report(&insight(found)));
        let lines: Vec<SearchInfo> = thought
            .lines
            .iter()
            .enumerate()
            .map(|(number, line)| {
                let (nodes, time) = (thought.nodes, thought.time);
                insight(&Progress { line, number, bound: Bound::Exact, nodes, time, fullness: 0 })
            })
            .collect();
        let line = lines.first().map_or(&[][..], |line| &line.pv);
        SearchResult {
            best: line.first().cloned(),
            ponder: line.get(1).cloned(),
            lines,
            nodes: thought.nodes,
            time: thought.time,
            overflow: thought.overflow,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_tells_how_far_the_end_is() {
        assert_eq!(Score::of(WON - 3), Score::Win(3));
        assert_eq!(Score::of(2 - WON), Score::Loss(2));
        assert_eq!(Score::of(-17), Score::Value(-17));
    }
}
