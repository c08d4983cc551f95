//! Alpha-beta with a null window for every move but the first (principal variation search).

use super::exchange::{moving, see_at_least};
use super::histories::Made;
use super::order::{APART, Ranked, is_known, is_losing, is_quiet, next};
use super::searcher::Searcher;
use super::table::{Bound, Known};
use super::{DECIDED, INFINITE, MOST_PLIES, WON};
use crate::board::Bits;
use crate::model::pieces::Piece;
use crate::moves::{List, Move, TurnPart};
use crate::play;
use crate::state::{Mark, Slots};

/// A node being searched, with what is known before any of its moves is searched.
#[derive(Clone, Copy, Debug)]
struct Node {
    alpha: i32,
    beta: i32,
    depth: i32,
    ply: usize,
    check: bool,
    /// True if an exact value is wanted, and not only a bound (a PV node).
    exact: bool,
    /// True if the null-move observation holds: doing nothing may be assumed not to be better than the best move.
    still: bool,
    /// True if the side to move stands better than before its last move.
    improving: bool,
    /// The static evaluation.
    static_eval: i32,
    /// The extension of the first move, in plies.
    more: i32,
}

/// The results of the moves searched so far.
#[derive(Clone, Copy, Debug)]
struct Tally {
    best: i32,
    mv: Option<Move>,
    /// The quiet moves that have not caused a cutoff.
    quiet: Tried<32>,
    /// The captures that have not caused a cutoff.
    takes: Tried<16>,
}

/// A move of a list that is about to be searched.
#[derive(Clone, Copy, Debug)]
struct Try {
    mv: Move,
    /// Its index in the order of search, and the number of moves.
    number: usize,
    of: usize,
    rank: i32,
    quiet: bool,
    piece: Piece,
}

/// Moves already searched, of which the first `MOST` are kept.
#[derive(Clone, Copy, Debug)]
struct Tried<const MOST: usize> {
    moves: [Option<Move>; MOST],
    count: usize,
}

impl<const MOST: usize> Tried<MOST> {
    const NONE: Self = Self { moves: [None; MOST], count: 0 };

    fn note(&mut self, mv: Move) {
        if let Some(place) = self.moves.get_mut(self.count) {
            *place = Some(mv);
        }
        self.count += 1;
    }
}

impl Tally {
    fn new() -> Self {
        Self { best: -INFINITE, mv: None, quiet: Tried::NONE, takes: Tried::NONE }
    }
}

impl<B: Bits> Searcher<'_, B> {
    /// Returns the value of the position for the side to move, exact within the window.
    pub(super) fn search(
        &mut self,
        (alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
        (check, may_pass): (bool, bool),
    ) -> i32 {
        self.frames[ply].pv.clear();
        if ply == 0 {
            self.raised = None;
        }
        if depth <= 0 {
            return self.quiesce((alpha, beta), ply, 0, check);
        }
        if self.tick() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        let (exact, static_eval) = (beta - alpha > 1, -INFINITE);
        let mut node = Node {
            alpha,
            beta,
            depth,
            ply,
            check,
            exact,
            still: false,
            improving: false,
            static_eval,
            more: 0,
        };
        if let Some(value) = self.decided(&mut node) {
            return value;
        }
        let known = self.shared.table.get(self.kept_key());
        let usable = known.filter(|known| ply > 0 && !exact && known.depth >= depth);
        if let Some(value) = usable.and_then(|known| Self::settled(known, (node.alpha, node.beta), ply)) {
            return value;
        }
        self.weigh(&mut node, known);
        if node.still
            && ply > 0
            && let Some(value) = self.cut(&node, may_pass)
        {
            return value;
        }
        if known.is_none() && depth >= 5 {
            node.depth -= 1;
        }
        let mut list = std::mem::take(&mut self.frames[ply].list);
        let mut ranked = std::mem::take(&mut self.frames[ply].ranked);
        let value = self.expand(node, known, &mut list, &mut ranked);
        self.frames[ply].list = list;
        self.frames[ply].ranked = ranked;
        value
    }

    /// Returns the value if the game is over, the line is too long, or no win is near enough to matter; narrows the window to possible
    /// values (mate distance pruning).
    fn decided(&mut self, node: &mut Node) -> Option<i32> {
        let ply = node.ply;
        if ply > 0 {
            if let Some(value) = self.over(ply).or_else(|| self.history(ply)) {
                return Some(value);
            }
            node.alpha = node.alpha.max(ply as i32 - WON);
            node.beta = node.beta.min(WON - ply as i32 - 1);
            if node.alpha >= node.beta {
                return Some(node.alpha);
            }
        }
        (ply >= MOST_PLIES).then(|| self.static_eval((node.alpha, node.beta), ply))
    }

    /// Evaluates the position statically, and derives what follows from that.
    fn weigh(&mut self, node: &mut Node, known: Option<Known>) {
        let ply = node.ply;
        node.still = self.sound.still
            && !node.check
            && !node.exact
            && node.beta.abs() < DECIDED
            && self.is_plain()
            && self.params.has_force(&self.state, self.state.side);
        if !node.check {
            node.static_eval = self.static_eval((node.alpha, node.beta), ply);
        }
        self.frames[ply].value = node.static_eval;
        if let Some(known) = known.filter(|known| !node.check && known.value.abs() < DECIDED) {
            // the value found by a search is more accurate
            let better = match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.value > node.static_eval,
                Bound::Upper => known.value < node.static_eval,
            };
            node.static_eval = if better { known.value } else { node.static_eval };
        }
        node.improving = !node.check && ply >= 2 && node.static_eval > self.frames[ply - 2].value;
    }

    /// Returns the value of the position by searching its moves.
    fn expand(
        &mut self,
        mut node: Node,
        known: Option<Known>,
        list: &mut List,
        ranked: &mut Vec<Ranked>,
    ) -> i32 {
        let (ply, first, key) = (node.ply, node.alpha, self.kept_key());
        play::legal_into(self.tables, &self.state, list);
        self.heed(list);
        if ply == 0 {
            list.moves.retain(|mv| self.roots.contains(mv));
        } else {
            self.correct_key(list);
            self.overlook(&mut list.moves, true);
        }
        if list.moves.is_empty() {
            return self.ended(ply, None).unwrap_or(0);
        }
        self.rank(list, known, (self.frames[ply].killers, ply), ranked);
        self.frames[ply + 1].killers = [None; 2];
        if list.moves.len() == 1 && ply > 0 && (ply as i32) < 2 * self.root_depth {
            node.depth += 1;
        }
        if let Some(known) = known
            && let Some(value) = self.singular_extension(&mut node, known, list, ranked)
        {
            return value;
        }
        let (best, mv) = self.best_of(node, list, ranked);
        if self.stopped {
            return 0;
        }
        let loud = mv.is_some_and(|mv| !is_quiet(&self.tables.effect(&self.state, &list.changes, mv)));
        self.learn(&node, first, best, loud);
        if ply > 0 || self.whole_root {
            self.remember(key, (best, mv), (first, node.beta), node.depth, ply);
        }
        best
    }

    /// Extends the move from the transposition table if it is much better than all others; cuts if others are good enough too (singular
    /// extensions, T. Anantharaman, M. Campbell and F. Hsu, 1988; in the form that excludes the move).
    fn singular_extension(
        &mut self,
        node: &mut Node,
        known: Known,
        list: &List,
        ranked: &mut [Ranked],
    ) -> Option<i32> {
        let Node { depth, ply, beta, .. } = *node;
        let found = Self::from_table(known.value, ply);
        let sure = known.bound != Bound::Upper && known.depth >= depth - 3 && found.abs() < DECIDED;
        if depth < 7 || ply == 0 || ply as i32 >= 2 * self.root_depth || !sure || ranked.len() < 2 {
            return None;
        }
        let first = next((self.tables, self.params), &self.state, &list.moves, ranked, 0);
        if !is_known(first.rank) {
            return None;
        }
        let bar = found - 2 * depth;
        let others = Node { alpha: bar - 1, beta: bar, depth: (depth - 1) / 2, exact: false, ..*node };
        let (best, _) = self.best_of(others, list, &mut ranked[1..]);
        if self.stopped {
            return Some(0);
        }
        if best < bar {
            node.more = 1;
        } else if bar >= beta && !node.exact {
            return Some(bar);
        } else if found >= beta {
            node.more = -1;
        }
        None
    }

    /// Returns the best value of the ranked moves, and the best move if it improves on the value so far.
    fn best_of(&mut self, mut node: Node, list: &List, ranked: &mut [Ranked]) -> (i32, Option<Move>) {
        let mut tally = Tally::new();
        for number in 0..ranked.len() {
            let values = (self.tables, self.params);
            let Ranked { rank, index } = next(values, &self.state, &list.moves, ranked, number);
            let mv = list.moves[index as usize];
            let quiet = is_quiet(&self.tables.effect(&self.state, &list.changes, mv));
            let piece = moving(&self.state, mv);
            let tried = Try { mv, number, of: list.moves.len(), rank, quiet, piece };
            let prunes = node.still && node.ply > 0 && tally.best > -DECIDED && number > 0;
            if prunes && self.see_loses(&node, &tried) {
                tally.quiet.count += usize::from(quiet);
                continue;
            }
            let idle = prunes && (Self::is_late(&node, &tally, &tried) || Self::is_futile(&node, &tried));
            if idle && !self.params.may_give_check(self.tables, &self.state, mv) {
                tally.quiet.count += 1;
                continue;
            }
            let (undo, turned) = self.go(list, mv, node.ply);
            let gives = self.in_check();
            if idle && !gives {
                self.back(mv, &undo);
                tally.quiet.count += 1;
                continue;
            }
            let value = self.look_misjudging(&node, &tried, (gives, turned));
            self.back(mv, &undo);
            if self.stopped || self.weigh_in(&mut node, &mut tally, &tried, value) {
                break;
            }
            if quiet {
                tally.quiet.note(mv);
            } else if mv.takes() && self.tables.is_simple(&self.state, mv) {
                tally.takes.note(mv);
            }
        }
        (tally.best, tally.mv)
    }

    /// Records the value of a move; returns `true` if it causes a cutoff.
    fn weigh_in(&mut self, node: &mut Node, tally: &mut Tally, tried: &Try, value: i32) -> bool {
        if value > tally.best {
            tally.best = value;
        }
        if value <= node.alpha {
            return false;
        }
        let ply = node.ply;
        tally.mv = Some(tried.mv);
        node.alpha = value;
        if ply == 0 {
            self.raised = Some(value);
        }
        if node.exact || ply == 0 {
            self.lead_by(tried.mv, ply);
        }
        if value >= node.beta {
            self.bonus(node, tried, tally);
        }
        value >= node.beta
    }

    /// Returns `true` if the move is pruned near the leaves because static exchange evaluation says that it loses too much.
    fn see_loses(&self, node: &Node, tried: &Try) -> bool {
        let depth = node.depth;
        let doubtful = tried.quiet && tried.rank < APART || is_losing(tried.rank);
        let least = if tried.quiet { -25 * depth * depth } else { -90 * depth };
        depth <= 6 && doubtful && !see_at_least((self.tables, self.params), &self.state, tried.mv, least)
    }

    /// Returns `true` if a quiet move comes so late, or has so bad a history, that it is pruned, unless it gives check (late move pruning).
    fn is_late(node: &Node, tally: &Tally, tried: &Try) -> bool {
        let depth = node.depth;
        if !tried.quiet || tried.rank >= APART || depth > 5 {
            return false;
        }
        let late = 3 + depth * depth * if node.improving { 2 } else { 1 };
        tally.quiet.count as i32 >= late || tried.rank < -4000 * depth
    }

    /// Returns `true` if the position is so far below the window that a quiet move is pruned (futility pruning).
    fn is_futile(node: &Node, tried: &Try) -> bool {
        let &Node { depth, static_eval, alpha, .. } = node;
        tried.quiet && depth <= 5 && tried.rank < APART && static_eval + 90 + 110 * depth <= alpha
    }

    /// Returns the value after a move just made, for a root move with the noise of a player below full strength.
    #[inline]
    fn look_misjudging(&mut self, node: &Node, tried: &Try, (gives, turned): (bool, bool)) -> i32 {
        if node.ply > 0 || self.shared.handicap.is_none() {
            return self.look(node, tried, (gives, turned));
        }
        let [alpha, beta] = [node.alpha, node.beta].map(|value| self.unjudged(value, tried.mv));
        let shifted = Node { alpha, beta, ..*node };
        let value = self.look(&shifted, tried, (gives, turned));
        self.misjudged(value, tried.mv)
    }

    /// Returns the value after a move just made: late moves are reduced at first, and all but the first are searched in a null window.
    fn look(&mut self, node: &Node, tried: &Try, (gives, turned): (bool, bool)) -> i32 {
        let &Node { alpha, beta, depth, ply, exact, .. } = node;
        let forced = tried.mv.part() != TurnPart::Move;
        let worthwhile = !is_losing(tried.rank) && (ply as i32) < 2 * self.root_depth;
        let mut extended = i32::from(gives && turned && worthwhile || forced && ply < 60);
        if tried.number == 0 && node.more != 0 {
            extended = node.more;
        }
        let next = depth - 1 + extended;
        if tried.number == 0 {
            return self.child((alpha, beta), next, ply, (gives, turned));
        }
        let late = depth >= 3 && tried.number >= 2 + usize::from(exact) && extended == 0 && !node.check;
        let reduced = if late { self.reduction(node, tried) } else { 0 };
        let mut value = self.child((alpha, alpha + 1), next - reduced, ply, (gives, turned));
        if value > alpha && reduced > 0 {
            value = self.child((alpha, alpha + 1), next, ply, (gives, turned));
        }
        if value > alpha && value < beta {
            value = self.child((alpha, beta), next, ply, (gives, turned));
        }
        value
    }

    /// Returns the value after a move just made: negated if the side to move has changed.
    #[inline]
    fn child(
        &mut self,
        (alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
        (check, turned): (bool, bool),
    ) -> i32 {
        if self.stopped {
            0
        } else if turned {
            -self.search((-beta, -alpha), depth, ply + 1, (check, true))
        } else {
            self.search((alpha, beta), depth, ply + 1, (check, true))
        }
    }

    /// Returns the reduction of a late move, in plies (late move reductions).
    fn reduction(&self, node: &Node, tried: &Try) -> i32 {
        let &Try { rank, quiet, number, .. } = tried;
        let losing = is_losing(rank);
        if (!quiet && !losing) || tried.of <= 4 || self.sound.duty && !quiet {
            return 0;
        }
        let base = 0.4 + f64::from(node.depth).ln() * (number as f64).ln() / 2.2;
        let mut by = base as i32;
        by -= i32::from(node.exact) + i32::from(rank >= APART);
        by += i32::from(!node.improving);
        if quiet {
            by -= rank.clamp(-30_000, 30_000) / 10_000;
        }
        by.clamp(0, node.depth - 2)
    }

    /// Returns a value without searching any move, where the null-move observation holds: by reverse futility pruning, razoring or a null
    /// move.
    fn cut(&mut self, node: &Node, may_pass: bool) -> Option<i32> {
        let &Node { alpha, beta, depth, ply, static_eval, .. } = node;
        if depth <= 6 && static_eval - 85 * (depth - i32::from(node.improving)) >= beta {
            return Some(static_eval);
        }
        if depth <= 2 && static_eval + 250 * depth < alpha {
            let value = self.quiesce((alpha, alpha + 1), ply, 0, false);
            if value <= alpha {
                return Some(value);
            }
        }
        if self.stopped || !may_pass || depth < 3 || static_eval < beta {
            return None;
        }
        self.null_move_cut(node)
    }

    /// Returns a value if a null move causes a cutoff.
    fn null_move_cut(&mut self, node: &Node) -> Option<i32> {
        let &Node { beta, depth, ply, static_eval, .. } = node;
        let reduced = 3 + depth / 4 + ((static_eval - beta) / 200).min(3);
        let slots = self.make_null_move(ply);
        let value = -self.search((-beta, 1 - beta), depth - reduced, ply + 1, (false, false));
        self.leave();
        self.state.pass();
        self.state.slots = slots;
        if self.stopped {
            return Some(0);
        }
        if value < beta {
            return None;
        }
        let value = if value > DECIDED { beta } else { value };
        if depth < 10 {
            return Some(value);
        }
        // at high depths the result is verified
        let checked = self.search((beta - 1, beta), depth - reduced, ply, (false, false));
        (checked >= beta || self.stopped).then_some(value)
    }

    /// Makes a null move; returns the previous slots.
    fn make_null_move(&mut self, ply: usize) -> Slots<B> {
        let slots = self.state.slots;
        self.frames[ply].made = Made::default();
        self.state.slots.passed = Mark::default();
        self.state.pass();
        let frame = &self.frames[ply];
        let (balance, idle) = (frame.balance, frame.idle + 1);
        let next = &mut self.frames[ply + 1];
        (next.balance, next.idle, next.fresh, next.value) = (balance, idle, 0, 0);
        let key = self.key(false);
        self.enter(key);
        slots
    }

    /// Updates the history scores: up for the move that caused the cutoff, down for those before it.
    fn bonus(&mut self, node: &Node, good: &Try, tally: &Tally) {
        let by = (180 * node.depth - 80).min(1800);
        let (mv, before) = (good.mv, self.before(node.ply));
        if good.quiet {
            let killers = &mut self.frames[node.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.histories.note_quiet(good.piece, mv, before, by);
            for other in tally.quiet.moves.into_iter().flatten() {
                self.histories.note_quiet(moving(&self.state, other), other, before, -by);
            }
        } else if mv.takes() && self.tables.is_simple(&self.state, mv) {
            self.histories.note_taking(good.piece, mv, self.state.at(mv.take), by);
        }
        for other in tally.takes.moves.into_iter().flatten() {
            self.histories.note_taking(moving(&self.state, other), other, self.state.at(other.take), -by);
        }
    }

    /// Updates the correction history by the difference between the value that the search has found and the static evaluation.
    fn learn(&mut self, node: &Node, first: i32, best: i32, loud: bool) {
        let value = self.frames[node.ply].value;
        let says = (best < node.beta || best > value) && (best > first || best < value);
        if !node.check && !loud && says && best.abs() < DECIDED && value.abs() < DECIDED {
            let look = self.view(node.ply);
            self.histories.note_off(look, best - value, node.depth);
        }
    }
}
