//! The working state of a search of one position, one for each thread.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::evaluate::{IncrementalScore, evaluate, terms};
use super::exchange::moving;
use super::handicap::Handicap;
use super::histories::{Histories, Look, Made};
use super::order::{Ranked, Ranking};
use super::params::{EvalParams, TaperedScore};
use super::sound::{Pasts, Sound};
use super::table::{Bound, Known, Table};
use super::{Clock, DECIDED, Limits, MOST_PLIES, Pondering, WON};
use crate::board::Bits;
use crate::model::pieces::Side;
use crate::moves::{List, Move, TooManyMoves};
use crate::play::{self, History, Judge, Undo, over};
use crate::state::State;
use crate::tables::Tables;

/// The maximum number of nodes between two checks of the clock and the stop flag.
const PATIENCE: u64 = 512;

/// The size of the cache of expensive evaluation terms.
const SEEN: usize = 1 << 14;

/// The state that the threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    /// The stop flag from outside.
    pub(super) stop: &'a AtomicBool,
    /// The stop flag from the first thread to the others.
    pub(super) done: AtomicBool,
    pub(super) nodes: AtomicU64,
    /// The number of nodes that no thread has claimed yet.
    pub(super) unclaimed: AtomicU64,
    pub(super) threads: u64,
    pub(super) limits: Limits,
    /// The side to move at the root.
    pub(super) player: Side,
    /// The amount by which a draw counts less than an even position for the player.
    pub(super) contempt: i32,
    pub(super) handicap: Option<Handicap>,
    pub(super) pondering: Option<&'a Pondering>,
    pub(super) clock: Clock,
    /// The time on the clock when the search began.
    pub(super) begun: Duration,
    /// The rule by which some position of the search has more moves than can be listed.
    pub(super) overflow: OnceLock<TooManyMoves>,
}

impl Shared<'_> {
    /// Records that a list does not have all moves of its position, if so.
    #[inline]
    fn check(&self, list: &List) {
        if let Some(full) = list.full {
            self.overflow.get_or_init(|| full);
        }
    }

    /// Returns when the clock started to run, and its limits; `None` while it is the opponent's clock.
    pub(super) fn running(&self) -> Option<(Duration, Limits)> {
        self.pondering.map_or(Some((self.begun, self.limits)), Pondering::clock)
    }

    /// Returns the time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.clock.since(self.begun)
    }

    fn is_late(&self) -> bool {
        let late = |(begun, limits): (Duration, Limits)| {
            limits.time.is_some_and(|most| self.clock.since(begun) >= most)
        };
        self.running().is_some_and(late)
    }
}

/// The state of one ply of the search; its memory is reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    pub(super) list: List,
    pub(super) ranked: Vec<Ranked>,
    pub(super) killers: [Option<Move>; 2],
    /// The move made at this ply.
    pub(super) made: Made,
    pub(super) pv: Vec<Move>,
    pub(super) balance: IncrementalScore,
    pub(super) idle: u32,
    /// The number of plies since a capture or a null move: no earlier position can be the same.
    pub(super) fresh: u32,
    /// The static evaluation, for the side to move.
    pub(super) value: i32,
}

pub(super) struct Searcher<'a, B> {
    pub(super) tables: &'a Tables<B>,
    pub(super) params: &'a EvalParams<B>,
    pub(super) shared: &'a Shared<'a>,
    pub(super) state: State<B>,
    pub(super) frames: Vec<Frame>,
    pub(super) sound: Sound,
    pub(super) nodes: u64,
    told: u64,
    /// The number of positions within turns that were tried to list moves, since the stop flag was last looked at for that.
    tried: u64,
    /// The number of nodes that this thread may count before it has to claim more.
    granted: u64,
    pub(super) deepest: usize,
    pub(super) stopped: bool,
    /// The value of the best line that this search of the root has found, if any.
    pub(super) raised: Option<i32>,
    /// The depth of the current iteration.
    pub(super) root_depth: i32,
    /// The root moves to search.
    pub(super) roots: Vec<Move>,
    /// The best root move of the previous depth, as packed in the transposition table, for a search whose root is not kept there; else 0.
    pub(super) expected: u32,
    /// True if those are all the legal moves at the root.
    pub(super) whole_root: bool,
    pub(super) histories: Histories,
    pasts: Pasts,
    /// A cache of the expensive evaluation terms, by the keys of positions.
    seen: Box<[(u64, TaperedScore)]>,
    /// The keys of the positions of the game and of the current line, this one last.
    pub(super) keys: Vec<u64>,
    /// The last of these positions, where an end depends on perpetual chasing.
    past: Vec<State<B>>,
    /// The number of positions before the root.
    before: usize,
}

impl<'a, B: Bits> Searcher<'a, B> {
    pub(super) fn new(
        (tables, params): (&'a Tables<B>, &'a EvalParams<B>),
        shared: &'a Shared<'a>,
        (state, past): (&State<B>, &[State<B>]),
        (keys, idle): (&[u64], u32),
    ) -> Self {
        let mut frames = vec![Frame::default(); MOST_PLIES + 2];
        frames[0].balance = IncrementalScore::of(params, state);
        frames[0].idle = idle;
        frames[0].fresh = keys.len() as u32;
        Self {
            tables,
            params,
            shared,
            state: state.fresh_copy(),
            frames,
            sound: Sound::of(tables),
            nodes: 0,
            told: 0,
            tried: 0,
            granted: 0,
            deepest: 0,
            stopped: false,
            raised: None,
            root_depth: 1,
            roots: Vec::new(),
            expected: 0,
            whole_root: true,
            histories: Histories::new(&tables.rules.geometry, tables.rules.types.len()),
            pasts: Pasts::of(tables),
            seen: vec![(0, TaperedScore::default()); SEEN].into(),
            keys: keys.to_vec(),
            past: past.to_vec(),
            before: keys.len().saturating_sub(1),
        }
    }

    /// Counts a node, and checks now and then whether to stop.
    #[inline]
    pub(super) fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.granted {
            self.claim();
        }
        if self.nodes.is_multiple_of(PATIENCE) {
            self.look_up();
        }
        self.stopped
    }

    /// Takes note of what a list says besides its moves: whether some are missing, and how many positions were tried to find them, which take
    /// as long as nodes.
    #[inline]
    pub(super) fn heed(&mut self, list: &List) {
        self.shared.check(list);
        self.tried += list.tried;
        if self.tried >= PATIENCE {
            self.tried = 0;
            self.look_up();
        }
    }

    /// Claims nodes for the thread that reports the result, before others can: half of them if there are few.
    pub(super) fn claim_first(&mut self) {
        let all = self.shared.unclaimed.load(Ordering::Relaxed);
        if self.shared.threads > 1 {
            self.granted = (all / 2).min(8 * PATIENCE);
            self.shared.unclaimed.fetch_sub(self.granted, Ordering::Relaxed);
        }
    }

    /// Claims some of the nodes that all threads together may search; stops if there are none. A single thread gets them all.
    #[cold]
    pub(super) fn claim(&mut self) {
        let threads = self.shared.threads;
        let share =
            |left: u64| if threads == 1 { left } else { PATIENCE.min(left / (2 * threads)).max(1).min(left) };
        let take = |left: u64| Some(left - share(left));
        let left = self.shared.unclaimed.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        self.granted += share(left.unwrap_or_default());
        if self.nodes >= self.granted {
            self.stopped = true;
            // a node that was not granted is not searched
            self.nodes = self.nodes.min(self.granted);
        }
    }

    pub(super) fn look_up(&mut self) {
        let shared = self.shared;
        let all = shared.nodes.fetch_add(self.nodes - self.told, Ordering::Relaxed) + self.nodes - self.told;
        self.told = self.nodes;
        self.stopped |= shared.stop.load(Ordering::Relaxed)
            || shared.done.load(Ordering::Relaxed)
            || shared.limits.nodes.is_some_and(|most| all >= most)
            || shared.is_late();
    }

    /// Removes the moves of the position that a player below full strength overlooks; one remains if `some`.
    #[inline]
    pub(super) fn overlook(&self, moves: &mut Vec<Move>, some: bool) {
        if let Some(handicap) = self.shared.handicap.filter(Handicap::overlooks) {
            handicap.overlook(self.kept_key(), moves, some);
        }
    }

    /// Returns the noise in the value of a root move, for a player below full strength.
    pub(super) fn noise(&self, mv: Move) -> i32 {
        let root = self.keys.get(self.before).copied().unwrap_or_default();
        self.shared.handicap.map_or(0, |handicap| handicap.noise(root, mv))
    }

    /// Returns the value of a root move as a player below full strength sees it. A decided game is not misjudged.
    pub(super) fn misjudged(&self, value: i32, mv: Move) -> i32 {
        if value.abs() > DECIDED { value } else { value + self.noise(mv) }
    }

    /// Returns the value of a root move without that noise.
    pub(super) fn unjudged(&self, value: i32, mv: Move) -> i32 {
        if value.abs() > DECIDED { value } else { value - self.noise(mv) }
    }

    /// Returns the key of the position.
    pub(super) fn key(&mut self, passable: bool) -> u64 {
        let slots = self.state.slots;
        self.state.slots = self.tables.effective(&self.state, passable);
        let key = self.tables.history_key(&self.state);
        self.state.slots = slots;
        key
    }

    /// Returns the value of a game's end for the side to move.
    fn value_of(&self, winner: Option<Side>, ply: usize) -> i32 {
        match winner {
            Some(side) if side == self.state.side => WON - ply as i32,
            Some(_) => ply as i32 - WON,
            None => self.draw(),
        }
    }

    /// Returns the value of a draw for the side to move: less than even for the player who searches, if the game calls for contempt.
    fn draw(&self) -> i32 {
        if self.state.side == self.shared.player { -self.shared.contempt } else { self.shared.contempt }
    }

    /// Returns the value if there are no moves, or a rule ends the game.
    pub(super) fn ended(&self, ply: usize, history: Option<History>) -> Option<i32> {
        let ended = Judge::new(self.tables, &self.state, history).end();
        ended.map(|(_, winner)| self.value_of(winner, ply))
    }

    /// Returns the value if a rule ends the game here, history included.
    #[inline]
    pub(super) fn over(&self, ply: usize) -> Option<i32> {
        if over(self.tables, &self.state) { self.ended(ply, None) } else { None }
    }

    /// Returns the value if the position has occurred before, or play has been idle or counted too long.
    pub(super) fn history(&self, ply: usize) -> Option<i32> {
        let frame = &self.frames[ply];
        let counted_out = self.pasts.counted && self.tables.is_counted_out(&self.state);
        if counted_out || self.pasts.idle.is_some_and(|limit| frame.idle >= limit) {
            let value =
                self.ended(ply, Some(History { occurrences: 1, idle: frame.idle, ..History::default() }));
            if value.is_some() {
                return value;
            }
        }
        // the pieces that are left change by captures and promotions, which are progress
        if frame.idle == 0 && self.tables.dead.is_some_and(|dead| dead.is_near(&self.state)) {
            let history = History { occurrences: 1, judges_dead: true, ..History::default() };
            let value = self.ended(ply, Some(history));
            if value.is_some() {
                return value;
            }
        }
        let (times, end) = self.pasts.occurrence?;
        let (now, earlier) = self.keys.split_last()?;
        let within = (frame.fresh as usize).min(earlier.len());
        if within < 3 {
            return None;
        }
        let mut seen = 1;
        for (index, key) in earlier.iter().enumerate().skip(earlier.len() - within) {
            if key == now {
                seen += 1;
                // one repetition within the line is enough: the side can repeat it again
                if seen >= times || index >= self.before {
                    if self.tables.asks_who_checked || self.tables.chase.is_some() {
                        let checking = self.tables.checking(&self.keys[index + 1..]);
                        let chasing = self.chasing(earlier.len() - index);
                        let history = History {
                            occurrences: times,
                            idle: frame.idle,
                            checking,
                            chasing,
                            judges_dead: false,
                        };
                        return Some(self.ended(ply, Some(history)).unwrap_or_else(|| self.draw()));
                    }
                    let winner = Judge::new(self.tables, &self.state, None).winner_by(&self.tables.ends[end]);
                    return Some(winner.map_or_else(|| self.draw(), |winner| self.value_of(winner, ply)));
                }
            }
        }
        None
    }

    /// Returns, by side, whether all its moves of the last plies chased one piece.
    fn chasing(&self, plies: usize) -> [bool; 2] {
        let first = self.past.len().checked_sub(plies + 1);
        first.map_or([false; 2], |first| play::chasing(self.tables, &self.past[first..]))
    }

    /// Enters the position into the history of the line, with its key.
    pub(super) fn enter(&mut self, key: u64) {
        self.keys.push(key);
        if self.tables.chase.is_some() {
            self.past.push(self.state.fresh_copy());
        }
    }

    /// Removes the position from the history of the line.
    pub(super) fn leave(&mut self) {
        self.keys.pop();
        self.past.pop();
    }

    /// Makes a move of a ply's list. Returns what unmaking it needs, and whether the side to move has changed.
    #[inline]
    pub(super) fn go(&mut self, list: &List, mv: Move, ply: usize) -> (Undo<B>, bool) {
        let frame = &self.frames[ply];
        let effect = self.tables.effect(&self.state, &list.changes, mv);
        let balance = frame.balance.after(self.params, &effect);
        let idle = self.tables.idle_after(&effect, &self.pasts.resets, frame.idle);
        let fresh = if effect.takes() { 0 } else { frame.fresh + 1 };
        let side = self.state.side;
        self.frames[ply].made = self.histories.made(moving(&self.state, mv), mv);
        let undo = play::make::<B, true>(self.tables, &mut self.state, mv, &list.changes);
        let next = &mut self.frames[ply + 1];
        (next.balance, next.idle, next.fresh) = (balance, idle, fresh);
        let passable = !self.state.slots.passed.squares.is_empty();
        let key = self.key(passable);
        self.enter(key);
        (undo, self.state.side != side)
    }

    #[inline]
    pub(super) fn back(&mut self, mv: Move, undo: &Undo<B>) {
        self.leave();
        play::unmake::<B, true>(self.tables, &mut self.state, mv, undo);
    }

    #[inline]
    pub(super) fn in_check(&self) -> bool {
        self.params.royal && self.tables.attacks.in_check(&self.state, self.state.side)
    }

    /// Returns the static evaluation of the position, with the correction history applied.
    #[inline]
    pub(super) fn static_eval(&mut self, window: (i32, i32), ply: usize) -> i32 {
        let (frame, key) = (&self.frames[ply], self.kept_key());
        let seen = &mut self.seen[key as usize % SEEN];
        let dear = || {
            if seen.0 != key {
                *seen = (key, terms(self.tables, self.params, &self.state));
            }
            seen.1
        };
        let values = (self.tables, self.params);
        let value = evaluate(values, &self.state, frame.balance, window, frame.idle, dear);
        value + self.histories.off(self.view(ply))
    }

    /// Returns the incrementally updated key of this position, used by the transposition table.
    #[inline]
    pub(super) fn kept_key(&self) -> u64 {
        self.keys.last().copied().unwrap_or_default()
    }

    /// Converts a value for the table, where values of decided games count from the position and not from the root.
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

    /// Returns the value of a transposition table entry if its bound settles the window.
    pub(super) fn settled(known: Known, (alpha, beta): (i32, i32), ply: usize) -> Option<i32> {
        let value = Self::from_table(known.value, ply);
        let settles = match known.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        settles.then_some(value)
    }

    /// Returns `true` if no special rule applies to this position.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        let hooks = self.tables.hooks.as_deref();
        hooks.is_none_or(|hooks| hooks.are_calm(&self.tables.attacks, &self.state))
    }

    /// Corrects the key of a position where a square was passed over but no capture is possible there: it is the same as without the mark.
    pub(super) fn correct_key(&mut self, list: &List) {
        if self.state.slots.passed.squares.is_empty() {
            return;
        }
        if !list.moves.iter().any(|&mv| self.tables.may_use_passed(&self.state, mv)) {
            let key = self.key(false);
            if let Some(last) = self.keys.last_mut() {
                *last = key;
            }
        }
    }

    /// Ranks the moves of a list by the transposition table, the history and the killer moves.
    pub(super) fn rank(
        &self,
        list: &List,
        known: Option<Known>,
        (killers, ply): ([Option<Move>; 2], usize),
        ranked: &mut Vec<Ranked>,
    ) {
        let ranking = Ranking {
            params: self.params,
            state: &self.state,
            histories: &self.histories,
            tables: self.tables,
            list,
            best: match ply {
                0 if self.expected != 0 => self.expected,
                _ => known.map_or(0, |known| known.mv),
            },
            killers,
            before: self.before(ply),
        };
        ranking.all(ranked);
    }

    /// Returns the moves that led to a ply, the most recent first.
    #[inline]
    pub(super) fn before(&self, ply: usize) -> [Made; 2] {
        [1, 2].map(|back| if ply >= back { self.frames[ply - back].made } else { Made::default() })
    }

    /// Returns the keys of the position in the correction history.
    #[inline]
    pub(super) fn view(&self, ply: usize) -> Look {
        Look::of(self.params, &self.state, self.before(ply)[0])
    }

    /// Returns the side to move.
    pub(super) fn side(&self) -> Side {
        self.state.side
    }
}
