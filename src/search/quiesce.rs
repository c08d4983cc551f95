//! Quiescence search: where the main search would stop, captures are followed to their end.

use super::order::{Ranked, is_losing, next, prize, promotion};
use super::searcher::Searcher;
use super::table::Known;
use super::{DECIDED, INFINITE, MOST_PLIES};
use crate::board::Bits;
use crate::moves::{List, Move, TurnPart};
use crate::play;

/// The number of quiescence plies in which checks are still answered by every move.
const CHECKS: usize = 8;

/// The cost of failing to capture, where that costs a piece.
const FAILED: i32 = 90;

/// The margin by which a capture may gain more than the piece it takes (delta pruning).
const MARGIN: i32 = 180;

/// The state of a node of the quiescence search.
#[derive(Clone, Copy, Debug)]
struct Quarrel {
    alpha: i32,
    beta: i32,
    ply: usize,
    deep: usize,
    exact: bool,
    /// True if standing pat is not allowed.
    must: bool,
    /// True if the next check wins.
    by_check: bool,
    static_eval: i32,
}

/// The captures of a position: whether there are any, and whether the side to move has to make one of the moves listed.
#[derive(Clone, Copy, Debug)]
struct Duty {
    takes: bool,
    must: bool,
}

impl<B: Bits> Searcher<'_, B> {
    /// Returns the value when only captures are searched. A side may stand pat instead, unless it is in check or must capture.
    pub(super) fn quiesce(&mut self, (alpha, beta): (i32, i32), ply: usize, deep: usize, check: bool) -> i32 {
        self.frames[ply].pv.clear();
        if self.tick() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        if let Some(value) = self.over(ply) {
            return value;
        }
        if ply >= MOST_PLIES {
            return self.static_eval((alpha, beta), ply);
        }
        let exact = beta - alpha > 1;
        let known = self.shared.table.get(self.kept_key());
        let usable = known.filter(|_| !exact);
        if let Some(value) = usable.and_then(|known| Self::settled(known, (alpha, beta), ply)) {
            return value;
        }
        let by_check = self.params.checks_left(&self.state, self.side()) == Some(1);
        let quarrel =
            Quarrel { alpha, beta, ply, deep, exact, must: false, by_check, static_eval: -INFINITE };
        let mut list = std::mem::take(&mut self.frames[ply].list);
        let mut ranked = std::mem::take(&mut self.frames[ply].ranked);
        let value = self.settle(quarrel, check && deep < CHECKS, known, &mut list, &mut ranked);
        self.frames[ply].list = list;
        self.frames[ply].ranked = ranked;
        value
    }

    /// Returns the value by captures, or by all moves if `answers`.
    fn settle(
        &mut self,
        mut quarrel: Quarrel,
        answers: bool,
        known: Option<Known>,
        list: &mut List,
        ranked: &mut Vec<Ranked>,
    ) -> i32 {
        let (ply, key, first) = (quarrel.ply, self.kept_key(), quarrel.alpha);
        let Some(duty) = self.list_noisy(answers, quarrel.by_check, list) else {
            return self.ended(ply, None).unwrap_or(0);
        };
        quarrel.must = duty.must;
        if !duty.must {
            let failed = if duty.takes && self.sound.costs { FAILED } else { 0 };
            quarrel.static_eval = self.static_eval((quarrel.alpha, quarrel.beta), ply) - failed;
            if quarrel.static_eval >= quarrel.beta {
                return quarrel.static_eval;
            }
            quarrel.alpha = quarrel.alpha.max(quarrel.static_eval);
        }
        self.rank(list, known, ([None; 2], ply), ranked);
        let (best, mv) = self.best_capture(quarrel, list, ranked);
        if self.stopped {
            return 0;
        }
        self.remember(key, (best, mv), (first, quarrel.beta), 0, ply);
        best
    }

    /// Lists captures, promotions, and whatever else must be searched, checks too if the next one wins; `None` if there are no moves at all.
    fn list_noisy(&mut self, answers: bool, by_check: bool, list: &mut List) -> Option<Duty> {
        let whole = if answers || by_check {
            play::legal_into(self.tables, &self.state, list);
            true
        } else {
            play::noisy_into(self.tables, &self.state, list)
        };
        self.heed(list);
        if whole && list.moves.is_empty() {
            return None;
        }
        let prelude = |mv: &Move| mv.part() == TurnPart::Prelude;
        let noisy = |mv: &Move| mv.takes() || prelude(mv);
        let takes = whole && list.moves.iter().any(noisy);
        let must = answers || list.moves.first().is_some_and(prelude) || takes && self.sound.duty;
        if whole && !must {
            let List { moves, changes, .. } = list;
            moves.retain(|mv| {
                let effect = self.tables.effect(&self.state, changes, *mv);
                let checks = by_check && self.params.may_give_check(self.tables, &self.state, *mv);
                noisy(mv) || checks || promotion(self.params, &effect) > 0
            });
        }
        self.overlook(&mut list.moves, must);
        Some(Duty { takes, must })
    }

    /// Returns the best value of the ranked moves or of standing pat, and the best move if it improves on the value so far.
    fn best_capture(&mut self, quarrel: Quarrel, list: &List, ranked: &mut [Ranked]) -> (i32, Option<Move>) {
        let Quarrel { mut alpha, beta, ply, exact, must, by_check, static_eval, .. } = quarrel;
        let few = self.state.side(self.side().other()).count() <= 4;
        let (mut best, mut best_move) = (static_eval, None);
        for number in 0..ranked.len() {
            let values = (self.tables, self.params);
            let Ranked { rank, index } = next(values, &self.state, &list.moves, ranked, number);
            let mv = list.moves[index as usize];
            let wins = by_check && self.params.may_give_check(self.tables, &self.state, mv);
            if !must && !wins && best > -DECIDED {
                let effect = self.tables.effect(&self.state, &list.changes, mv);
                let gain = prize(self.params, &effect) + promotion(self.params, &effect).max(0);
                if !few && static_eval + gain + MARGIN <= alpha {
                    best = best.max(static_eval + gain + MARGIN);
                    continue;
                }
                if is_losing(rank) {
                    continue;
                }
            }
            let value = self.follow(&quarrel, alpha, list, mv);
            if self.stopped {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_move = Some(mv);
                if exact {
                    self.lead_by(mv, ply);
                }
                if value >= beta {
                    break;
                }
            }
        }
        (best, best_move)
    }

    /// Returns the value after a capture.
    fn follow(&mut self, quarrel: &Quarrel, alpha: i32, list: &List, mv: Move) -> i32 {
        let &Quarrel { beta, ply, deep, .. } = quarrel;
        let (undo, turned) = self.go(list, mv, ply);
        let gives = self.in_check();
        let value = if turned {
            -self.quiesce((-beta, -alpha), ply + 1, deep + 1, gives)
        } else {
            self.quiesce((alpha, beta), ply + 1, deep + 1, gives)
        };
        self.back(mv, &undo);
        value
    }
}
