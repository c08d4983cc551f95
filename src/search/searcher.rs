//! Alpha-beta over one position: one of these a thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::evaluate::{Balance, evaluate};
use super::order::{Past, Ranked, Ranking, is_quiet, pick};
use super::sound::{Pasts, Sound};
use super::table::{Bound, Known, Table};
use super::worth::Worth;
use super::{DECIDED, INFINITE, Limits, MOST_PLIES, WON};
use crate::board::Bits;
use crate::model::men::{Content, Side};
use crate::play::{self, History, Judge, List, Undo, over};
use crate::state::{Mark, State};
use crate::tables::{Tables, Verdict, pass};
use crate::walk::{How, Step};

/// After so many positions the clock and the flag are looked at.
const PATIENCE: u64 = 512;

/// What threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    /// From outside.
    pub(super) stop: &'a AtomicBool,
    /// From the first thread to the others.
    pub(super) done: AtomicBool,
    pub(super) nodes: AtomicU64,
    pub(super) limits: Limits,
    pub(super) begun: Instant,
}

/// What one ply ahead of the root needs; its room is used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    pub(super) list: List,
    pub(super) ranked: Vec<Ranked>,
    pub(super) killers: [Option<Step>; 2],
    pub(super) pv: Vec<Step>,
    pub(super) balance: Balance,
    idle: u32,
    /// Plies since a capture: further back no position can be the same.
    fresh: u32,
    value: i32,
}

pub(super) struct Searcher<'a, B> {
    pub(super) tables: &'a Tables<B>,
    pub(super) worth: &'a Worth<B>,
    pub(super) shared: &'a Shared<'a>,
    pub(super) state: State<B>,
    pub(super) frames: Vec<Frame>,
    pub(super) sound: Sound,
    pub(super) nodes: u64,
    told: u64,
    pub(super) deepest: usize,
    pub(super) stopped: bool,
    /// The value of the best line that this search of the root has found, as long as it has found one.
    pub(super) raised: Option<i32>,
    /// How far the whole search looks ahead now.
    pub(super) root_depth: i32,
    /// The first steps that are looked at.
    pub(super) roots: Vec<Step>,
    /// Whether those are all there are.
    pub(super) whole_root: bool,
    pub(super) past: Past,
    pasts: Pasts,
    /// Keys of the positions of the game and of the line, this one last.
    keys: Vec<u64>,
    /// How many of them were before the root.
    before: usize,
    alone: bool,
}

impl<'a, B: Bits> Searcher<'a, B> {
    pub(super) fn new(
        (tables, worth): (&'a Tables<B>, &'a Worth<B>),
        shared: &'a Shared<'a>,
        (state, keys, idle): (&State<B>, &[u64], u32),
        alone: bool,
    ) -> Self {
        let mut frames = vec![Frame::default(); MOST_PLIES + 2];
        frames[0].balance = Balance::of(worth, state);
        frames[0].idle = idle;
        frames[0].fresh = keys.len() as u32;
        Self {
            tables,
            worth,
            shared,
            state: state.fresh_copy(),
            frames,
            sound: Sound::of(tables),
            nodes: 0,
            told: 0,
            deepest: 0,
            stopped: false,
            raised: None,
            root_depth: 1,
            roots: Vec::new(),
            whole_root: true,
            past: Past::new(tables.rules.types.len()),
            pasts: Pasts::of(tables),
            keys: keys.to_vec(),
            before: keys.len().saturating_sub(1),
            alone,
        }
    }

    /// Counts a position, and looks now and then whether to stop.
    #[inline]
    pub(super) fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.alone {
            self.stopped |= self.shared.limits.nodes.is_some_and(|most| self.nodes >= most);
        }
        if self.nodes.is_multiple_of(PATIENCE) {
            self.look_up();
        }
        self.stopped
    }

    pub(super) fn look_up(&mut self) {
        let shared = self.shared;
        let all = shared.nodes.fetch_add(self.nodes - self.told, Ordering::Relaxed) + self.nodes - self.told;
        self.told = self.nodes;
        self.stopped |= shared.stop.load(Ordering::Relaxed)
            || shared.done.load(Ordering::Relaxed)
            || shared.limits.nodes.is_some_and(|most| all >= most)
            || shared.limits.time.is_some_and(|most| shared.begun.elapsed() >= most);
    }

    /// The key of the position.
    fn key(&mut self, passable: bool) -> u64 {
        let slots = self.state.slots;
        self.state.slots = self.tables.effective(slots, passable);
        let key = self.state.key(&self.tables.keys);
        self.state.slots = slots;
        key
    }

    /// What a verdict is worth for the side to move.
    fn worth_of(verdict: Verdict, ply: usize) -> i32 {
        match verdict {
            Verdict::Win => WON - ply as i32,
            Verdict::Lose => ply as i32 - WON,
            Verdict::Draw => 0,
        }
    }

    /// The value where there are no steps, or a rule ends the game.
    pub(super) fn ended(&self, ply: usize, history: Option<History>) -> Option<i32> {
        let judge = Judge::new(self.tables, &self.state, history);
        judge.end().map(|end| Self::worth_of(end.verdict, ply))
    }

    /// The value if a rule ends the game here, history included.
    #[inline]
    pub(super) fn over(&self, ply: usize) -> Option<i32> {
        if over(self.tables, &self.state) { self.ended(ply, None) } else { None }
    }

    /// The value if the position has occurred before, or play has been idle too long.
    fn history(&self, ply: usize) -> Option<i32> {
        let frame = &self.frames[ply];
        if self.pasts.idle.is_some_and(|limit| frame.idle >= limit) {
            let value = self.ended(ply, Some(History { occurrences: 1, idle: frame.idle }));
            if value.is_some() {
                return value;
            }
        }
        let (times, verdict) = self.pasts.occurrence?;
        let (now, earlier) = self.keys.split_last()?;
        let within = (frame.fresh as usize).min(earlier.len());
        if within < 3 {
            return None;
        }
        let mut seen = 1;
        for (index, key) in earlier.iter().enumerate().skip(earlier.len() - within) {
            if key == now {
                seen += 1;
                // within the line once is enough: who came back once can do it again
                if seen >= times || index >= self.before {
                    return Some(Self::worth_of(verdict, ply));
                }
            }
        }
        None
    }

    /// Makes a step of the list of a ply. Gives what taking it back needs, and whether the side to move has changed.
    #[inline]
    pub(super) fn go(&mut self, list: &List, step: Step, ply: usize) -> (Undo<B>, bool) {
        let frame = &self.frames[ply];
        let after = frame.balance.after(self.worth, &self.state, step);
        let takes = step.takes() || step.how == How::Huff;
        let idle = match step.how {
            How::InPlace | How::Decline => frame.idle,
            How::Huff => 0,
            _ if self.pasts.captures && takes => 0,
            _ if self.pasts.types.contains(&self.state.at(step.from).kind()) => 0,
            _ => frame.idle + 1,
        };
        let fresh = if takes { 0 } else { frame.fresh + 1 };
        let side = self.state.side;
        let undo = play::make::<B, true>(self.tables, &mut self.state, step, &list.links);
        // a special rule may have changed more than the step says
        let balance = match after {
            Some(balance) if self.tables.special.is_none() || !takes => balance,
            _ => Balance::of(self.worth, &self.state),
        };
        let next = &mut self.frames[ply + 1];
        (next.balance, next.idle, next.fresh) = (balance, idle, fresh);
        let passable = !self.state.slots.passed.squares.is_empty();
        let key = self.key(passable);
        self.keys.push(key);
        (undo, self.state.side != side)
    }

    #[inline]
    pub(super) fn back(&mut self, step: Step, undo: &Undo<B>) {
        self.keys.pop();
        play::unmake::<B, true>(self.tables, &mut self.state, step, undo);
    }

    #[inline]
    pub(super) fn in_check(&self) -> bool {
        self.worth.royal && self.tables.attacks.in_check(&self.state, self.state.side)
    }

    #[inline]
    pub(super) fn standing(&self, window: (i32, i32), ply: usize) -> i32 {
        let frame = &self.frames[ply];
        evaluate((self.tables, self.worth), &self.state, frame.balance, window, frame.idle)
    }

    /// The key kept for this position, which the table goes by.
    #[inline]
    pub(super) fn kept_key(&self) -> u64 {
        self.keys.last().copied().unwrap_or_default()
    }

    /// Values of decided games in the table count from its position, not from the root.
    pub(super) fn to_table(value: i32, ply: usize) -> i32 {
        match value {
            _ if value > DECIDED => value + ply as i32,
            _ if value < -DECIDED => value - ply as i32,
            _ => value,
        }
    }

    pub(super) fn from_table(value: i32, ply: usize) -> i32 {
        match value {
            _ if value > DECIDED => value - ply as i32,
            _ if value < -DECIDED => value + ply as i32,
            _ => value,
        }
    }

    /// What the table says that settles this.
    pub(super) fn settled(known: Known, (alpha, beta): (i32, i32), ply: usize) -> Option<i32> {
        let value = Self::from_table(known.value, ply);
        let settles = match known.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        settles.then_some(value)
    }

    /// The value of the position for the side to move, exact within the window.
    pub(super) fn search(
        &mut self,
        (mut alpha, mut beta): (i32, i32),
        mut depth: i32,
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
        let exact = beta - alpha > 1;
        if ply > 0 {
            if let Some(value) = self.over(ply).or_else(|| self.history(ply)) {
                return value;
            }
            alpha = alpha.max(ply as i32 - WON);
            beta = beta.min(WON - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        if ply >= MOST_PLIES {
            return self.standing((alpha, beta), ply);
        }
        let first = alpha;
        let key = self.kept_key();
        let known = self.shared.table.get(key);
        let usable = known.filter(|known| ply > 0 && !exact && known.depth >= depth);
        if let Some(value) = usable.and_then(|known| Self::settled(known, (alpha, beta), ply)) {
            return value;
        }
        let still = self.sound.still
            && !check
            && !exact
            && beta.abs() < DECIDED
            && self.is_plain()
            && self.worth.has_force(&self.state, self.state.side);
        let mut standing = if check { -INFINITE } else { self.standing((alpha, beta), ply) };
        self.frames[ply].value = standing;
        if let Some(known) = known.filter(|known| !check && known.value.abs() < DECIDED) {
            // what was found by looking ahead is nearer the truth
            let better = match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.value > standing,
                Bound::Upper => known.value < standing,
            };
            standing = if better { known.value } else { standing };
        }
        if still
            && ply > 0
            && let Some(value) = self.cut((alpha, beta), depth, ply, (standing, may_pass))
        {
            return value;
        }
        if known.is_none() && depth >= 5 {
            depth -= 1;
        }
        let improving = !check && ply >= 2 && standing > self.frames[ply - 2].value;

        let mut list = std::mem::take(&mut self.frames[ply].list);
        let mut ranked = std::mem::take(&mut self.frames[ply].ranked);
        play::legal_into(self.tables, &self.state, &mut list);
        if ply == 0 {
            list.steps.retain(|step| self.roots.contains(step));
        } else {
            self.correct_key(&list);
        }
        if list.steps.is_empty() {
            self.frames[ply].list = list;
            self.frames[ply].ranked = ranked;
            return self.ended(ply, None).unwrap_or(0);
        }
        let ranking = Ranking {
            tables: self.tables,
            worth: self.worth,
            state: &self.state,
            past: &self.past,
            links: &list.links,
            best: known.map_or(0, |known| known.step),
            killers: self.frames[ply].killers,
        };
        ranking.all(&list.steps, &mut ranked);
        self.frames[ply + 1].killers = [None; 2];
        if list.steps.len() == 1 && ply > 0 && (ply as i32) < 2 * self.root_depth {
            depth += 1;
        }

        let (mut best, mut best_step) = (-INFINITE, None);
        let mut tried: [Option<Step>; 32] = [None; 32];
        let mut quiets = 0usize;
        for number in 0..ranked.len() {
            let Ranked { rank, index } = pick(&mut ranked, number);
            let step = list.steps[usize::from(index)];
            let quiet = is_quiet(&self.state, step);
            let mover = self.state.at(step.from);
            let (undo, turned) = self.go(&list, step, ply);
            let gives = self.in_check();
            if still && quiet && !gives && ply > 0 && best > -DECIDED && number > 0 {
                let late = 3 + depth * depth * if improving { 2 } else { 1 };
                let hopeless = depth <= 5 && standing + 90 + 110 * depth <= alpha && rank < 1 << 20;
                if depth <= 5 && quiets as i32 >= late || hopeless {
                    self.back(step, &undo);
                    quiets += 1;
                    continue;
                }
            }
            let forced = matches!(step.how, How::Huff | How::InPlace | How::Decline);
            let worthwhile = rank > -(1 << 20) && (ply as i32) < 2 * self.root_depth;
            let extended = i32::from(gives && turned && worthwhile || forced && ply < 60);
            let next = depth - 1 + extended;
            let reduced = if depth >= 3 && number >= 2 + usize::from(exact) && extended == 0 && !check {
                self.reduction(depth, number, (quiet, rank), exact, improving, list.steps.len())
            } else {
                0
            };
            let mut value;
            if number == 0 {
                value = self.child((alpha, beta), next, ply, (gives, turned));
            } else {
                value = self.child((alpha, alpha + 1), next - reduced, ply, (gives, turned));
                if value > alpha && reduced > 0 {
                    value = self.child((alpha, alpha + 1), next, ply, (gives, turned));
                }
                if value > alpha && value < beta {
                    value = self.child((alpha, beta), next, ply, (gives, turned));
                }
            }
            self.back(step, &undo);
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_step = Some(step);
                    alpha = value;
                    if ply == 0 {
                        self.raised = Some(value);
                    }
                    if exact || ply == 0 {
                        self.lead_by(step, ply);
                    }
                    if value >= beta {
                        if quiet {
                            self.praise((mover, step), &tried[..quiets.min(32)], depth, ply);
                        }
                        break;
                    }
                }
            }
            if quiet {
                if let Some(place) = tried.get_mut(quiets) {
                    *place = Some(step);
                }
                quiets += 1;
            }
        }
        self.frames[ply].list = list;
        self.frames[ply].ranked = ranked;
        if self.stopped {
            return 0;
        }
        if ply > 0 || self.whole_root {
            self.remember(key, (best, best_step), (first, beta), depth, ply);
        }
        best
    }

    /// Whether nothing special is going on in this position.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        let memory = &self.state.memory;
        self.tables.special.as_deref().is_none_or(|special| {
            special.is_calm(&self.tables.attacks, &self.state) && memory.waiting.is_empty()
        })
    }

    /// Where a square was passed over but nothing can take there, the position is the same as without.
    fn correct_key(&mut self, list: &List) {
        if self.state.slots.passed.squares.is_empty() {
            return;
        }
        let passing = |step: &Step| step.how == How::Move && step.takes() && step.take != step.to;
        if !list.steps.iter().any(|step| passing(step) || !step.is_ordinary()) {
            let key = self.key(false);
            if let Some(last) = self.keys.last_mut() {
                *last = key;
            }
        }
    }

    /// The value after a step just made: its sign changes if the side did.
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

    /// By how much less far a late step is looked at.
    fn reduction(
        &self,
        depth: i32,
        number: usize,
        (quiet, rank): (bool, i32),
        exact: bool,
        improving: bool,
        steps: usize,
    ) -> i32 {
        let losing = rank < -(1 << 20);
        if (!quiet && !losing) || steps <= 4 || self.sound.duty && !quiet {
            return 0;
        }
        let base = 0.4 + f64::from(depth).ln() * (number as f64).ln() / 2.2;
        let mut by = base as i32;
        by -= i32::from(exact) + i32::from(rank >= 1 << 20);
        by += i32::from(!improving);
        if quiet {
            by -= (rank.clamp(-16_384, 16_384)) / 7000;
        }
        by.clamp(0, depth - 2)
    }

    /// What can be said without looking at steps, where doing nothing is not better than the best step.
    fn cut(
        &mut self,
        (alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
        (standing, may_pass): (i32, bool),
    ) -> Option<i32> {
        if depth <= 6 && standing - 85 * depth >= beta {
            return Some(standing);
        }
        if depth <= 2 && standing + 250 * depth < alpha {
            let value = self.quiesce((alpha, alpha + 1), ply, 0, false);
            if value <= alpha {
                return Some(value);
            }
        }
        if self.stopped || !may_pass || depth < 3 || standing < beta {
            return None;
        }
        let slots = self.state.slots;
        self.state.slots.passed = Mark::default();
        pass(&mut self.state);
        let frame = &self.frames[ply];
        let (balance, idle) = (frame.balance, frame.idle + 1);
        let next = &mut self.frames[ply + 1];
        (next.balance, next.idle, next.fresh, next.value) = (balance, idle, 0, 0);
        let key = self.key(false);
        self.keys.push(key);
        let reduced = 3 + depth / 4 + ((standing - beta) / 200).min(3);
        let value = -self.search((-beta, 1 - beta), depth - reduced, ply + 1, (false, false));
        self.keys.pop();
        pass(&mut self.state);
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
        // deep down it is checked
        let checked = self.search((beta - 1, beta), depth - reduced, ply, (false, false));
        (checked >= beta || self.stopped).then_some(value)
    }

    /// A quiet step has refuted what came before, and others have not.
    fn praise(&mut self, (man, step): (Content, Step), tried: &[Option<Step>], depth: i32, ply: usize) {
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(step) {
            *killers = [Some(step), killers[0]];
        }
        let by = (depth * depth * 12 + 40).min(1600);
        self.past.note(man, step, by);
        for other in tried.iter().flatten() {
            self.past.note(self.state.at(other.from), *other, -by);
        }
    }

    /// Who is to move.
    pub(super) fn side(&self) -> Side {
        self.state.side
    }
}
