//! Where a search would stop, captures are followed to their end.

use super::order::{Ranked, Ranking, crowning, loses, pick, prize};
use super::searcher::Searcher;
use super::{DECIDED, INFINITE, MOST_PLIES};
use crate::board::Bits;
use crate::play;
use crate::walk::{How, Step};

/// So many plies of captures deep checks are still answered by every step.
const CHECKS: usize = 8;

/// What failing to take costs, where it costs a man.
const HUFFED: i32 = 90;

impl<B: Bits> Searcher<'_, B> {
    /// The value when nothing but captures is looked at. A side may stand still instead, unless it is in check or must take.
    pub(super) fn quiesce(
        &mut self,
        (mut alpha, beta): (i32, i32),
        ply: usize,
        deep: usize,
        check: bool,
    ) -> i32 {
        self.frames[ply].pv.clear();
        if self.tick() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        if let Some(value) = self.over(ply) {
            return value;
        }
        if ply >= MOST_PLIES {
            return self.standing((alpha, beta), ply);
        }
        let (first, exact) = (alpha, beta - alpha > 1);
        let key = self.kept_key();
        let known = self.shared.table.get(key);
        let usable = known.filter(|_| !exact);
        if let Some(value) = usable.and_then(|known| Self::settled(known, (alpha, beta), ply)) {
            return value;
        }
        let answers = check && deep < CHECKS;
        let mut list = std::mem::take(&mut self.frames[ply].list);
        let whole = if answers {
            play::legal_into(self.tables, &self.state, &mut list);
            true
        } else {
            play::noisy_into(self.tables, &self.state, &mut list)
        };
        if whole && list.steps.is_empty() {
            self.frames[ply].list = list;
            return self.ended(ply, None).unwrap_or(0);
        }
        let noisy = |step: &Step| step.takes() || !matches!(step.how, How::Move | How::Script | How::Decline);
        let crowns = |step: &Step| crowning(self.worth, &self.state, *step) > 0;
        let takes = whole && list.steps.iter().any(noisy);
        let before = matches!(list.steps.first(), Some(step) if matches!(step.how, How::Huff | How::InPlace));
        let must = answers || before || takes && self.sound.duty;
        if whole && !must {
            list.steps.retain(|step| noisy(step) || crowns(step));
        }
        let (mut best, mut best_step) = (-INFINITE, None);
        let mut standing = -INFINITE;
        if !must {
            standing = self.standing((alpha, beta), ply) - if takes && self.sound.huffs { HUFFED } else { 0 };
            best = standing;
            if best >= beta {
                self.frames[ply].list = list;
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut ranked = std::mem::take(&mut self.frames[ply].ranked);
        let ranking = Ranking {
            tables: self.tables,
            worth: self.worth,
            state: &self.state,
            past: &self.past,
            links: &list.links,
            best: known.map_or(0, |known| known.step),
            killers: [None; 2],
        };
        ranking.all(&list.steps, &mut ranked);
        let few = self.state.side(self.side().other()).count() <= 4;
        for number in 0..ranked.len() {
            let Ranked { index, .. } = pick(&mut ranked, number);
            let step = list.steps[usize::from(index)];
            if !must && best > -DECIDED {
                let gain = prize(self.worth, &self.state, &list.links, step)
                    + crowning(self.worth, &self.state, step).max(0);
                if !few && standing + gain + 180 <= alpha {
                    best = best.max(standing + gain + 180);
                    continue;
                }
                if loses(self.tables, self.worth, &self.state, step) {
                    continue;
                }
            }
            let (undo, turned) = self.go(&list, step, ply);
            let gives = self.in_check();
            let value = if turned {
                -self.quiesce((-beta, -alpha), ply + 1, deep + 1, gives)
            } else {
                self.quiesce((alpha, beta), ply + 1, deep + 1, gives)
            };
            self.back(step, &undo);
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_step = Some(step);
                    if exact {
                        self.lead_by(step, ply);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.frames[ply].list = list;
        self.frames[ply].ranked = ranked;
        if self.stopped {
            return 0;
        }
        self.remember(key, (best, best_step), (first, beta), 0, ply);
        best
    }
}
