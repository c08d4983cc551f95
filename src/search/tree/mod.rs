//! Monte-Carlo tree search: a tree that grows one position at a time where play looks best, for games in which searching all lines to the
//! same depth is inefficient.
//!
//! A visit descends from the root by [`nodes`] to an unexpanded position, searches it by alpha-beta one ply deeper than the visit before
//! (M. Winands and Y. Björnsson, Alpha-beta-based play-outs in Monte-Carlo tree search, 2011), and backs up the result. A position visited
//! often enough is expanded: every move there is searched to the depth that the position itself was, which also gives its prior. In backing
//! up, the value of a position is that of its best move (M. Lanctot and others, Monte-Carlo tree search with heuristic evaluations using
//! implicit minimax backups, 2014), mixed with the mean of the visits; certain wins, losses and draws are kept as bounds, so that they are
//! exact. When the memory is full, no more positions are expanded.
//!
//! With a limit on depth or nodes the search is deterministic: it has one thread and uses no random numbers. A depth of N is 2^(N-1)
//! visits, none of which searches more than N plies from its leaf.

mod nodes;

use std::sync::atomic::Ordering;

use super::order::next;
use super::run::{Bound, Line, Progress, Task, Thought, is_enough, tell};
use super::searcher::Searcher;
use super::{DECIDED, INFINITE, MOST_PLIES};
use crate::board::Bits;
use crate::moves::{List, Move};
use crate::order;
use crate::play::{self, Undo};
use nodes::{Node, Tree};

/// The maximum depth of the tree.
const DEEPEST: usize = MOST_PLIES / 2;

/// The maximum depth of a leaf search.
const FURTHEST: u32 = 60;

/// The depth in plies to which all root moves are searched before the tree grows, captures aside.
const FIRST: i32 = 3;

/// The number of visits after which a position is expanded.
const RIPE: u32 = 6;

/// Half the width of the first window around the expected value.
const WINDOW: i32 = 40;

/// The margin below the best move beyond which a move is not valued exactly.
const MARGIN: i32 = 300;

/// The state of a tree search.
struct Climber<'s, 'a, B> {
    searcher: Searcher<'a, B>,
    task: &'s Task<'a>,
    tree: Tree,
    /// The maximum depth of a leaf search.
    furthest: i32,
    /// The nodes from the root to the one being searched.
    way: Vec<u32>,
    /// The moves on that path, with what unmaking them needs.
    undos: Vec<(Move, Undo<B>)>,
    /// The children of the node being expanded.
    fresh: Vec<Node>,
}

/// Grows a tree until a limit is reached.
pub(super) fn climb<B: Bits>(
    searcher: Searcher<'_, B>,
    task: &Task<'_>,
    roots: &[Move],
    report: &mut dyn FnMut(&Progress<'_>),
) -> Thought {
    let Some(&first) = roots.first() else { return Thought::default() };
    let root = Node::new((first, false), 0, 0, (0, false));
    let furthest = task.limits.depth.unwrap_or(FURTHEST).min(FURTHEST) as i32;
    let tree = Tree::new(root, (roots.len() + 1, task.table.lent()));
    let (way, undos, fresh) = (Vec::new(), Vec::new(), Vec::new());
    let mut climber = Climber { searcher, task, tree, furthest, way, undos, fresh };
    climber.searcher.roots = roots.to_vec();
    climber.grow(report)
}

impl<B: Bits> Climber<'_, '_, B> {
    fn grow(mut self, report: &mut dyn FnMut(&Progress<'_>)) -> Thought {
        let most = self.task.limits.depth.unwrap_or(u32::MAX).clamp(1, u32::BITS);
        let mut visits = 0u32;
        while self.visit() {
            visits = visits.saturating_add(1);
            let depth = visits.ilog2() + 1;
            if visits.is_power_of_two() && depth < most {
                self.tell(depth, report);
            }
            if depth >= most || self.is_enough() {
                break;
            }
        }
        let lines = self.tell(visits.max(1).ilog2() + 1, report);
        let shared = self.searcher.shared;
        let (nodes, time) = (shared.nodes.load(Ordering::Relaxed), shared.elapsed());
        self.task.table.keep(Some(self.searcher.histories));
        Thought { lines, nodes, time, overflow: None }
    }

    /// Reports the best lines, and returns them.
    fn tell(&mut self, depth: u32, report: &mut dyn FnMut(&Progress<'_>)) -> Vec<Line> {
        let lines = self.lines(depth);
        let told = (Bound::Exact, self.tree.fullness());
        tell(&mut self.searcher, lines.iter().enumerate(), told, report);
        lines
    }

    /// Returns `true` if growing the tree further is pointless, or the time is up.
    fn is_enough(&mut self) -> bool {
        self.searcher.look_up();
        let root = self.tree.at(0);
        let forced = self.searcher.roots.len() == 1 && root.visits >= 8;
        is_enough(self.searcher.shared, i32::from(root.value), (root.is_decided(), forced), |enough| enough)
    }

    /// Returns the best lines, as many as were requested.
    fn lines(&self, depth: u32) -> Vec<Line> {
        let line = |moves, value| Line { moves, value, depth, deepest: self.searcher.deepest as u32 };
        if !self.tree.at(0).is_open() {
            // there is a move from the start, however soon the search must end
            return vec![line(vec![self.searcher.roots[0]], 0)];
        }
        let mut best = self.tree.ranking(0);
        if self.task.handicap.is_some() {
            let seen = |at: &u32| {
                let node = self.tree.at(*at);
                std::cmp::Reverse(self.searcher.misjudged(i32::from(node.value), node.mv))
            };
            order::by_key(&mut best, seen);
        }
        let best = best.into_iter().take(self.task.lines.max(1));
        best.map(|at| line(self.tree.line(at), i32::from(self.tree.at(at).value))).collect()
    }

    /// Visits the tree once; returns `false` if nothing more can be found, or the search is stopped.
    fn visit(&mut self) -> bool {
        if self.tree.at(0).is_settled() || self.searcher.tick() {
            return false;
        }
        self.descend();
        let (at, ply) = (self.way[self.way.len() - 1], self.undos.len());
        let ripe = ply == 0 || self.tree.at(at).visits >= RIPE && ply < DEEPEST;
        if !ripe || !self.open(at, ply) {
            self.look_further(at, ply);
        }
        while let Some((mv, undo)) = self.undos.pop() {
            self.searcher.back(mv, &undo);
        }
        if !self.searcher.stopped {
            self.tree.back_up(&self.way);
        }
        !self.searcher.stopped
    }

    /// Descends to an unexpanded position.
    fn descend(&mut self) {
        self.way.clear();
        self.way.push(0);
        let mut at = 0;
        while let Some(next) = self.tree.next(at) {
            let (mv, ply) = (self.tree.at(next).mv, self.undos.len());
            let searcher = &mut self.searcher;
            searcher.frames[ply].value = self.tree.at(at).params();
            let mut list = std::mem::take(&mut searcher.frames[ply].list);
            let passed = ply > 0 && !searcher.state.slots.passed.squares.is_empty();
            if mv.needs_list() || passed {
                play::legal_into(searcher.tables, &searcher.state, &mut list);
            }
            if passed {
                searcher.correct_key(&list);
            }
            let (undo, _) = searcher.go(&list, mv, ply);
            searcher.frames[ply].list = list;
            self.undos.push((mv, undo));
            self.way.push(next);
            at = next;
        }
    }

    /// Expands the current position; returns `false` if there is no room for its children.
    fn open(&mut self, at: u32, ply: usize) -> bool {
        let searcher = &mut self.searcher;
        let mut list = std::mem::take(&mut searcher.frames[ply].list);
        play::legal_into(searcher.tables, &searcher.state, &mut list);
        searcher.heed(&list);
        if ply == 0 {
            list.moves.retain(|mv| searcher.roots.contains(mv));
        } else {
            searcher.correct_key(&list);
            searcher.overlook(&mut list.moves, true);
        }
        let room = self.tree.has_room(list.moves.len());
        if list.moves.is_empty() {
            let value = searcher.ended(ply, None).unwrap_or(0);
            self.tree.at_mut(at).find(value, true);
        } else if ply == 0 {
            self.open_root(&list);
        } else if room {
            let depth = i32::from(self.tree.at(at).depth) - 1;
            self.look_below(&list, ply, depth.max(0));
            if !self.searcher.stopped {
                self.tree.open(at, &self.fresh);
            }
        }
        self.searcher.frames[ply].list = list;
        room
    }

    /// Expands the root as far as time and nodes allow, searching all moves to increasing depths.
    fn open_root(&mut self, list: &List) {
        let mut found = Vec::new();
        for depth in 0..=FIRST.min(self.furthest) {
            self.look_below(list, 0, depth);
            if self.searcher.stopped && depth > 0 {
                break;
            }
            std::mem::swap(&mut found, &mut self.fresh);
        }
        if !found.is_empty() {
            self.tree.open(0, &found);
        }
    }

    /// Searches an unexpanded position one ply deeper, at first in a narrow window around its expected value.
    fn look_further(&mut self, at: u32, ply: usize) {
        let node = self.tree.at(at);
        let (depth, expected) = ((i32::from(node.depth) + 1).min(self.furthest), node.params());
        let searcher = &mut self.searcher;
        searcher.root_depth = ply as i32 + depth;
        let check = searcher.in_check();
        let (mut low, mut high) = (expected - WINDOW, expected + WINDOW);
        if expected.abs() > DECIDED {
            (low, high) = (-INFINITE, INFINITE);
        }
        let found = loop {
            let value = searcher.search((low, high), depth, ply, (check, true));
            match value {
                _ if searcher.stopped => return,
                _ if value <= low && low > -INFINITE => low = -INFINITE,
                _ if value >= high && high < INFINITE => high = INFINITE,
                _ => break value,
            }
        };
        let node = self.tree.at_mut(at);
        node.depth = depth as u8;
        node.find(found, false);
    }

    /// Evaluates the children of the current position, the most promising first.
    fn look_below(&mut self, list: &List, ply: usize, depth: i32) {
        self.fresh.clear();
        let searcher = &mut self.searcher;
        let mut ranked = std::mem::take(&mut searcher.frames[ply].ranked);
        let known = searcher.shared.table.get(searcher.kept_key());
        searcher.rank(list, known, (searcher.frames[ply].killers, ply), &mut ranked);
        searcher.frames[ply + 1].killers = [None; 2];
        let mut best = -INFINITE;
        for number in 0..ranked.len() {
            let values = (searcher.tables, searcher.params);
            let chosen = next(values, &searcher.state, &list.moves, &mut ranked, number);
            let mv = list.moves[chosen.index as usize];
            let (undo, turned) = searcher.go(list, mv, ply);
            let ended = searcher.over(ply + 1).or_else(|| searcher.history(ply + 1));
            let sign = if turned { -1 } else { 1 };
            let (ply, check) = (ply + 1, searcher.in_check());
            let value = match ended {
                Some(value) => sign * value,
                None => Look { ply, depth, check, turned }.near(searcher, best),
            };
            searcher.back(mv, &undo);
            if searcher.stopped {
                break;
            }
            best = best.max(value);
            self.fresh.push(Node::new((mv, turned), ply, depth, (sign * value, ended.is_some())));
        }
        searcher.frames[ply].ranked = ranked;
    }
}

/// A search of the current position, at a ply from the root.
#[derive(Clone, Copy, Debug)]
struct Look {
    ply: usize,
    depth: i32,
    check: bool,
    /// True if the move leading here has ended the turn.
    turned: bool,
}

impl Look {
    /// Returns the value for the side that chose to come here, exact within the window.
    fn within<B: Bits>(self, searcher: &mut Searcher<'_, B>, (alpha, beta): (i32, i32)) -> i32 {
        let window = if self.turned { (-beta, -alpha) } else { (alpha, beta) };
        let value = match self.depth {
            0 => searcher.quiesce(window, self.ply, 0, self.check),
            depth => searcher.search(window, depth, self.ply, (self.check, true)),
        };
        if self.turned { -value } else { value }
    }

    /// Returns the value, exact if it comes near the best so far.
    fn near<B: Bits>(self, searcher: &mut Searcher<'_, B>, best: i32) -> i32 {
        let bar = best - MARGIN;
        searcher.root_depth = self.ply as i32 + self.depth;
        if best <= -DECIDED {
            return self.within(searcher, (-INFINITE, INFINITE));
        }
        let value = self.within(searcher, (bar, bar + 1));
        if value <= bar || searcher.stopped { value } else { self.within(searcher, (bar, INFINITE)) }
    }
}
