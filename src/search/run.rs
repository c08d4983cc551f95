//! A whole search: iterative deepening on one or several threads, until a limit is reached.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::handicap::Handicap;
use super::method::Method;
use super::params::EvalParams;
use super::searcher::{Searcher, Shared};
use super::table::Table;
use super::tree;
use super::trend::Trend;
use super::{Clock, DECIDED, INFINITE, Limits, MOST_PLIES, Pondering, WON};
use crate::board::Bits;
use crate::moves::{Move, TooManyMoves};
use crate::order;
use crate::play;
use crate::state::State;
use crate::tables::Tables;

/// Half the width of the first aspiration window.
const WINDOW: i32 = 24;

/// The stack size of a thread.
const STACK: usize = 16 << 20;

/// The task of a search.
#[derive(Clone, Debug)]
pub(crate) struct Task<'a> {
    pub(crate) method: Method,
    pub(crate) limits: Limits,
    /// The ponder handle, if the time limits are not known yet.
    pub(crate) pondering: Option<&'a Pondering>,
    pub(crate) clock: Clock,
    /// The root moves to choose from; empty means all.
    pub(crate) only: Vec<Move>,
    /// The number of best lines wanted.
    pub(crate) lines: usize,
    pub(crate) threads: usize,
    pub(crate) table: &'a Table,
    pub(crate) stop: &'a AtomicBool,
    /// The keys of the positions of the game, this one last.
    pub(crate) keys: &'a [u64],
    /// The number of idle plies.
    pub(crate) idle: u32,
    /// The limits of a player below full strength.
    pub(crate) handicap: Option<Handicap>,
    /// True if bounds of values are reported.
    pub(crate) bounds: bool,
}

impl Task<'_> {
    /// Returns `true` if the search is for a move to play. One for several lines, or without limits, is an analysis.
    fn plays(&self) -> bool {
        self.lines <= 1 && (self.pondering.is_some() || self.limits != Limits::default())
    }
}

/// The meaning of a score that is reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Bound {
    /// The value is the score.
    #[default]
    Exact,
    /// The score is at least the value: the search has turned out better than expected, and goes on (a fail high).
    Lower,
    /// The score is at most the value: the search has turned out worse than expected, and goes on (a fail low).
    Upper,
}

/// A line of play with its value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    pub(crate) moves: Vec<Move>,
    /// The value for the side to move.
    pub(crate) value: i32,
    pub(crate) depth: u32,
    pub(crate) deepest: u32,
}

/// The state of a search under way.
#[derive(Clone, Debug)]
pub(crate) struct Progress<'a> {
    pub(crate) line: &'a Line,
    /// Its index among the best lines, from 0.
    pub(crate) number: usize,
    pub(crate) bound: Bound,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    /// The occupancy of the transposition table, in thousandths.
    pub(crate) fullness: u32,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thought {
    /// The best lines, best first.
    pub(crate) lines: Vec<Line>,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    /// The rule by which some position of the search has more moves than can be listed, so that not all of them were searched.
    pub(crate) overflow: Option<TooManyMoves>,
}

/// Searches a position in which the game is not over.
pub(crate) fn think<B: Bits>(
    (tables, params): (&Tables<B>, &EvalParams<B>),
    (state, past): (&State<B>, &[State<B>]),
    task: &Task<'_>,
    report: &mut dyn FnMut(&Progress<'_>),
) -> Thought {
    let shared = Shared {
        table: task.table,
        stop: task.stop,
        done: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        unclaimed: AtomicU64::new(task.limits.nodes.unwrap_or(u64::MAX)),
        // a tree has one thread
        threads: if task.method == Method::Tree { 1 } else { task.threads.max(1) as u64 },
        handicap: task.handicap,
        limits: task.limits,
        player: state.side,
        contempt: if task.plays() { params.contempt } else { 0 },
        pondering: task.pondering,
        clock: task.clock,
        begun: task.clock.now(),
        overflow: OnceLock::new(),
    };
    task.table.next_search();
    let searcher = || Searcher::new((tables, params), &shared, (state, past), (task.keys, task.idle));
    let mut thought = thread::scope(|scope| {
        let mut main =
            Driver { searcher: searcher(), task, best: Vec::new(), trend: Trend::default(), number: 0 };
        main.searcher.claim_first();
        for number in 1..shared.threads as usize {
            let helper =
                Driver { searcher: searcher(), task, best: Vec::new(), trend: Trend::default(), number };
            // if a thread can't be started, the search goes on without it
            let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || helper.help());
        }
        let (squares, types) = (tables.rules.geometry.squares(), tables.rules.types.len());
        if let Some(histories) = task.table.kept(squares, types) {
            main.searcher.histories = histories;
        }
        let thought = match task.method {
            Method::AlphaBeta => main.lead(report),
            Method::Tree => {
                let moves = main.first_moves();
                tree::climb(main.searcher, task, &moves, report)
            }
        };
        shared.done.store(true, Ordering::Relaxed);
        thought
    });
    thought.nodes = shared.nodes.load(Ordering::Relaxed);
    thought.overflow = shared.overflow.get().copied();
    thought
}

/// The iterative deepening of one thread.
struct Driver<'a, B> {
    searcher: Searcher<'a, B>,
    task: &'a Task<'a>,
    best: Vec<Line>,
    trend: Trend,
    number: usize,
}

impl<B: Bits> Driver<'_, B> {
    fn first_moves(&self) -> Vec<Move> {
        let mut moves = play::legal(self.searcher.tables, &self.searcher.state).moves;
        moves.retain(|mv| self.task.only.is_empty() || self.task.only.contains(mv));
        self.searcher.overlook(&mut moves, true);
        moves
    }

    /// Returns `true` if the search of the root has the true value of the position.
    fn is_whole(&self) -> bool {
        self.task.only.is_empty() && self.task.handicap.is_none()
    }

    /// Returns the value of a line as a player below full strength sees it.
    fn judged(&self, line: &Line) -> i32 {
        line.moves.first().map_or(line.value, |mv| self.searcher.misjudged(line.value, *mv))
    }

    /// Searches alongside the first thread, for the sake of what this leaves in the transposition table.
    fn help(mut self) {
        let moves = self.first_moves();
        self.searcher.whole_root = self.is_whole();
        let mut value = None;
        for depth in 1..MOST_PLIES as u32 {
            // some threads are a ply ahead, so that not all search the same
            let depth = depth + (self.number as u32 + depth / 2) % 2;
            self.searcher.roots.clone_from(&moves);
            value = self.aspire((depth, 0), value, &mut |_| ());
            if self.searcher.stopped {
                break;
            }
        }
        self.searcher.look_up();
    }

    fn lead(mut self, report: &mut dyn FnMut(&Progress<'_>)) -> Thought {
        let moves = self.first_moves();
        let lines = self.task.lines.clamp(1, moves.len().max(1));
        let most = self.task.limits.depth.unwrap_or(u32::MAX).min(MOST_PLIES as u32 - 20);
        if let Some(&first) = moves.first() {
            // there is a move from the start, however soon the search must end
            self.best = vec![Line { moves: vec![first], ..Line::default() }];
            for depth in 1..=most.max(1) {
                self.deepen(depth, &moves, lines, report);
                if self.searcher.stopped || self.is_enough(depth, moves.len()) {
                    break;
                }
                self.searcher.look_up();
            }
        }
        let searcher = &mut self.searcher;
        searcher.look_up();
        let nodes = searcher.shared.nodes.load(Ordering::Relaxed);
        let time = searcher.shared.elapsed();
        self.task.table.keep(Some(self.searcher.histories));
        Thought { lines: self.best, nodes, time, overflow: None }
    }

    /// Searches one ply deeper, for each of the best lines.
    fn deepen(&mut self, depth: u32, moves: &[Move], lines: usize, report: &mut dyn FnMut(&Progress<'_>)) {
        let before = std::mem::take(&mut self.best);
        let mut found: Vec<Line> = Vec::new();
        self.searcher.deepest = 0;
        for number in 0..lines {
            let gone = |mv: &Move| found.iter().any(|line| line.moves.first() == Some(mv));
            self.searcher.roots = moves.iter().copied().filter(|mv| !gone(mv)).collect();
            self.searcher.whole_root = number == 0 && self.is_whole();
            let first = before.get(number).and_then(|line| line.moves.first());
            self.searcher.expected = first.filter(|_| !self.searcher.whole_root).map_or(0, |mv| mv.mark());
            let expected = before.get(number).filter(|_| depth > 1).map(|line| self.judged(line));
            let value = self.aspire((depth, number), expected, report);
            let pv = &self.searcher.frames[0].pv;
            // an interrupted search still counts if it has improved on its first move
            if pv.is_empty() || self.searcher.stopped && value.is_none() {
                break;
            }
            let deepest = self.searcher.deepest as u32;
            let value = self.searcher.unjudged(value.unwrap_or_default(), pv[0]);
            found.push(Line { moves: pv.clone(), value, depth, deepest });
            if self.searcher.stopped {
                break;
            }
        }
        // lines that were not reached keep their value from the previous depth
        for line in before {
            if found.len() < lines && !found.iter().any(|known| known.moves.first() == line.moves.first()) {
                found.push(line);
            }
        }
        if self.task.lines > 1 {
            order::by_key(&mut found, |line| {
                (std::cmp::Reverse(line.depth), std::cmp::Reverse(self.judged(line)))
            });
        }
        self.best = found;
        let (mv, value) =
            self.best.first().map_or((None, 0), |line| (line.moves.first().copied(), line.value));
        self.trend.note(mv, value);
        self.tell(depth, report);
    }

    fn tell(&mut self, depth: u32, report: &mut dyn FnMut(&Progress<'_>)) {
        let found = self.best.iter().enumerate().filter(|(_, line)| line.depth == depth);
        let fullness = self.searcher.shared.table.fullness();
        tell(&mut self.searcher, found, (Bound::Exact, fullness), report);
    }

    /// Reports that the value of a line is at least or at most this, if bounds are to be reported.
    fn tell_bound(
        &mut self,
        (depth, number): (u32, usize),
        (value, bound): (i32, Bound),
        report: &mut dyn FnMut(&Progress<'_>),
    ) {
        if !self.task.bounds || self.number > 0 {
            return;
        }
        let moves = self.searcher.frames[0].pv.clone();
        let value = moves.first().map_or(value, |mv| self.searcher.unjudged(value, *mv));
        let line = Line { moves, value, depth, deepest: self.searcher.deepest as u32 };
        let fullness = self.searcher.shared.table.fullness();
        tell(&mut self.searcher, [(number, &line)].into_iter(), (bound, fullness), report);
    }

    /// Searches from the root, at first in an aspiration window; `None` if it was stopped before it had a result.
    fn aspire(
        &mut self,
        (depth, number): (u32, usize),
        expected: Option<i32>,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Option<i32> {
        self.searcher.root_depth = depth as i32;
        let mut width = WINDOW;
        let narrow = expected.filter(|value| depth >= 4 && value.abs() < DECIDED);
        let (mut low, mut high) =
            narrow.map_or((-INFINITE, INFINITE), |value| (value - width, value + width));
        loop {
            let check = self.searcher.in_check();
            let value = self.searcher.search((low, high), depth as i32, 0, (check, false));
            if self.searcher.stopped {
                return self.searcher.raised;
            }
            width *= 3;
            if value <= low && low > -INFINITE {
                self.tell_bound((depth, number), (value, Bound::Upper), report);
                low = if width > 700 { -INFINITE } else { (low - width).max(-INFINITE) };
            } else if value >= high && high < INFINITE {
                self.tell_bound((depth, number), (value, Bound::Lower), report);
                high = if width > 700 { INFINITE } else { (high + width).min(INFINITE) };
            } else {
                return Some(value);
            }
        }
    }

    /// Returns `true` if searching deeper has no point, or there is no time for it.
    fn is_enough(&self, depth: u32, moves: usize) -> bool {
        let value = self.best.first().map_or(0, |line| line.value);
        let sure = depth as i32 > WON - value.abs() + 2;
        let spend = |enough| self.trend.share(enough);
        is_enough(self.searcher.shared, value, (sure, moves == 1 && depth >= 4), spend)
    }
}

/// Reports lines with their numbers.
pub(super) fn tell<'l, B: Bits>(
    searcher: &mut Searcher<'_, B>,
    found: impl Iterator<Item = (usize, &'l Line)>,
    (bound, fullness): (Bound, u32),
    report: &mut dyn FnMut(&Progress<'_>),
) {
    let stopped = searcher.stopped;
    searcher.look_up();
    searcher.stopped = stopped;
    let (nodes, time) = (searcher.shared.nodes.load(Ordering::Relaxed), searcher.shared.elapsed());
    for (number, line) in found {
        report(&Progress { line, number, bound, nodes, time, fullness });
    }
}

/// Returns `true` if a search that has found this value should end. A decided value ends it if it is `sure`; little time is enough if the
/// first move is `forced`; `spend` says how much of the time to spend.
pub(super) fn is_enough(
    shared: &Shared<'_>,
    value: i32,
    (sure, forced): (bool, bool),
    spend: impl Fn(Duration) -> Duration,
) -> bool {
    // no limit applies on the opponent's time
    let Some((begun, limits)) = shared.running() else { return false };
    let plies = WON - value.abs();
    let clock = limits.enough.is_some() || limits.time.is_some();
    if value.abs() > DECIDED && clock && sure {
        return true;
    }
    if limits.mate.is_some_and(|turns| value > DECIDED && (plies + 1) / 2 <= turns as i32) {
        return true;
    }
    limits.enough.is_some_and(|enough| shared.clock.since(begun) >= spend(enough) || forced)
}
