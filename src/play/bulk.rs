//! Counting moves and nodes in bulk: the moves of the last ply are counted, and neither listed nor made.

use super::bans::{count_forbidden, drops_only};
use super::count::{Count, Via};
use super::doubtful::verify;
use super::generate::{ListInto, Ordinary, OrdinaryCount, PlainList, concerned, count_quietly, listed};
use super::make::{make, make_plain, unmake, unmake_plain};
use super::outcome::{goes_on, over};
use super::placements::{TurnsJob, put_next};
use crate::board::isa::{Isa, Job};
use crate::board::{Bits, Square};
use crate::model::pieces::Piece;
use crate::moves::{List, Move, Promotions, Role, Sink, TurnPart};
use crate::state::State;
use crate::tables::Tables;
use crate::tables::plan::{Doubt, Hooks, Relevant, Road};

/// A job that counts the legal moves; the list is scratch space for positions to which special rules apply.
struct CountJob<'a, B>(&'a Tables<B>, &'a State<B>, &'a mut List);

impl<B: Bits> Job for CountJob<'_, B> {
    const NATIVE: bool = B::WIDTH <= 128;
    type Output = u64;
    #[inline(always)]
    fn run<I: Isa>(self) -> u64 {
        let Self(tables, state, list) = self;
        if tables.has_plain_moves() {
            return I::run(OrdinaryCount::<B, true>(tables, state));
        }
        let Some(hooks) = concerned(tables, state) else {
            let quietly = count_quietly::<B, I>(tables, state);
            return quietly.unwrap_or_else(|| I::run(OrdinaryCount::<B, false>(tables, state)));
        };
        list.clear();
        let side = state.side.index();
        match hooks.roads[side] {
            Road::CapturesInDoubt if hooks.doubt(state) == Doubt::Captures => {
                return count_doubtful::<B, I>(tables, hooks, state, list);
            }
            Road::Accompanied => {
                if let Some((open, more)) = hooks.accompanied(state) {
                    let mut count = Accompanied { tables, open, more: u64::from(more), count: 0 };
                    I::run(Ordinary { tables, state, unknown: B::NONE, sink: &mut count });
                    return count.count;
                }
            }
            Road::DropsBanned => {
                let count = I::run(OrdinaryCount::<B, false>(tables, state));
                return count - count_forbidden(tables, hooks, state, list);
            }
            Road::DropsFirst if hooks.bans[side].iter().all(|ban| ban.is_on_no_drop()) => {
                let mut count = Count::default();
                drops_only(tables, state, &mut count);
                if count.0 > 0 {
                    return count.0;
                }
            }
            Road::CapturesFirst => {
                let mut sink = ByCapture::default();
                I::run(Ordinary { tables, state, unknown: B::NONE, sink: &mut Via(&mut sink) });
                return if sink.captures > 0 { sink.captures } else { sink.others };
            }
            Road::PassIfStuck => {
                let count = I::run(OrdinaryCount::<B, false>(tables, state));
                if count > 0 {
                    return count;
                }
            }
            _ => {}
        }
        listed::<B, I>(tables, hooks, state, list);
        list.moves.len() as u64
    }
}

/// A recursive perft counter.
pub(super) struct PerftJob<'a, B> {
    pub(super) tables: &'a Tables<B>,
    pub(super) state: &'a mut State<B>,
    pub(super) depth: u32,
    pub(super) bulk: bool,
    /// One list for each depth.
    pub(super) lists: &'a mut [List],
}

impl<B: Bits> Job for PerftJob<'_, B> {
    const NATIVE: bool = B::WIDTH <= 128;
    type Output = u64;

    #[inline(always)]
    fn run<I: Isa>(self) -> u64 {
        let Self { tables, state, depth, bulk, lists } = self;
        let Some((list, rest)) = lists.split_first_mut().filter(|_| depth > 0) else { return 1 };
        if over(tables, state) {
            return 0;
        }
        if depth == 1 && bulk {
            return I::run(CountJob(tables, state, list));
        }
        if tables.hooks.is_none() {
            return I::run(PlainPerftJob { tables, state, depth, bulk, list });
        }
        if depth == 2
            && bulk
            && let Some(put) = put_next(tables, state)
        {
            return I::run(TurnsJob { tables, state, put });
        }
        if depth == 2 && bulk && are_checks_indifferent(tables, state) {
            return I::run(PlainPerftJob { tables, state, depth, bulk, list: &mut *list });
        }
        I::run(ListInto { tables, state, list });
        let mut nodes = 0;
        for &mv in &list.moves {
            let undo = make::<B, false>(tables, state, mv, &list.changes);
            let (state, lists, depth) = (&mut *state, &mut *rest, depth - 1);
            nodes += I::run(PerftJob { tables, state, depth, bulk, lists });
            unmake::<B, false>(tables, state, mv, &undo);
        }
        nodes
    }
}

/// Returns `true` if checks are counted, and nothing else follows from moves, but the next one ends no game: then it doesn't matter after it
/// how many have been given.
#[inline(always)]
fn are_checks_indifferent<B: Bits>(tables: &Tables<B>, state: &State<B>) -> bool {
    let relevant = tables.hooks.as_ref().and_then(|hooks| hooks.relevant.as_ref());
    tables.has_plain_moves() && relevant.is_some_and(Relevant::are_checks_alone) && goes_on(tables, state)
}

/// A perft counter for a game without special rules, from a position where it is not over.
struct PlainPerftJob<'a, B> {
    tables: &'a Tables<B>,
    state: &'a mut State<B>,
    depth: u32,
    bulk: bool,
    /// The moves of the positions above; those of this one are pushed behind them and popped again.
    list: &'a mut List,
}

impl<B: Bits> Job for PlainPerftJob<'_, B> {
    const NATIVE: bool = B::WIDTH <= 128;
    type Output = u64;

    #[inline(always)]
    fn run<I: Isa>(self) -> u64 {
        let Self { tables, state, depth, bulk, list } = self;
        let base = list.moves.len();
        I::run(PlainList { tables, state, list: &mut *list });
        let mut nodes = 0;
        if depth == 1 {
            // counted by listing the moves
            nodes = (list.moves.len() - base) as u64;
        } else {
            let goes_on = goes_on(tables, state);
            for index in base..list.moves.len() {
                let mv = list.moves[index];
                let undo = make_plain::<B, false>(tables, state, mv, &[]);
                nodes += match (depth, bulk) {
                    _ if !goes_on && over(tables, state) => 0,
                    (2, true) => I::run(OrdinaryCount::<B, true>(tables, state)),
                    _ => {
                        let (state, list, depth) = (&mut *state, &mut *list, depth - 1);
                        I::run(PlainPerftJob { tables, state, depth, bulk, list })
                    }
                };
                unmake_plain::<B, false>(tables, state, mv, &undo);
            }
        }
        list.moves.truncate(base);
        nodes
    }
}

/// Returns the number of legal moves where some captures are in doubt and no other rule affects the moves: the captures in doubt are listed
/// and tested, the other moves only counted. The list is scratch space, and empty.
#[inline(never)]
fn count_doubtful<B: Bits, I: Isa>(
    tables: &Tables<B>,
    hooks: &Hooks<B>,
    state: &State<B>,
    list: &mut List,
) -> u64 {
    let unknown = hooks.doubtful_squares(&tables.attacks, state, Doubt::Captures);
    let mut sink = Doubted { unknown, known: 0, doubtful: std::mem::take(list) };
    I::run(Ordinary { tables, state, unknown, sink: &mut Via(&mut sink) });
    *list = sink.doubtful;
    verify(tables, state, (Doubt::Captures, unknown), list);
    sink.known + list.moves.len() as u64
}

/// A sink that counts captures and other moves.
#[derive(Default)]
struct ByCapture {
    captures: u64,
    others: u64,
}

impl<B: Bits> Sink<B> for ByCapture {
    fn moves(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, targets: B) {
        let occupied = targets & state.occupied();
        self.captures += arrival.count(state, from, occupied);
        self.others += arrival.count(state, from, targets ^ occupied);
    }

    fn plain(&mut self, state: &State<B>, _: Piece, _: Square, targets: B) {
        let occupied = targets & state.occupied();
        self.captures += u64::from(occupied.count());
        self.others += u64::from((targets ^ occupied).count());
    }

    fn setwise(&mut self, state: &State<B>, arrival: &Promotions<B>, targets: B, _: i16) {
        self.moves(state, arrival, 0, targets);
    }

    fn take(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, to: Square, take: Square) {
        let count = arrival.count(state, from, B::bit(to));
        if take == from { self.others += count } else { self.captures += count }
    }

    fn drops(&mut self, _: Piece, targets: B) {
        self.others += u64::from(targets.count());
    }

    fn whole(&mut self, mv: Move) {
        if mv.takes() { self.captures += 1 } else { self.others += 1 }
    }
}

/// A sink that counts moves, those from some squares several times.
struct Accompanied<'a, B> {
    tables: &'a Tables<B>,
    open: B,
    more: u64,
    count: u64,
}

impl<B: Bits> Sink<B> for Accompanied<'_, B> {
    #[inline(always)]
    fn moves(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, targets: B) {
        let times = 1 + if self.open.has(from) { self.more } else { 0 };
        self.count += arrival.count(state, from, targets) * times;
    }

    #[inline(always)]
    fn plain(&mut self, _: &State<B>, _: Piece, from: Square, targets: B) {
        let times = 1 + if self.open.has(from) { self.more } else { 0 };
        self.count += u64::from(targets.count()) * times;
    }

    #[inline(always)]
    fn setwise(&mut self, state: &State<B>, arrival: &Promotions<B>, targets: B, by: i16) {
        if (state.like(arrival.own) & self.open).is_empty() {
            self.count += arrival.count(state, 0, targets);
            return;
        }
        for to in targets.squares() {
            self.moves(state, arrival, (i16::from(to) - by) as Square, B::bit(to));
        }
    }

    fn take(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, to: Square, _: Square) {
        self.moves(state, arrival, from, B::bit(to));
    }

    fn drops(&mut self, _: Piece, targets: B) {
        self.count += u64::from(targets.count());
    }

    fn whole(&mut self, mv: Move) {
        let left = self.tables.entries(&[], mv).iter().map(|entry| entry.change);
        let left =
            left.filter(|one| one.role == Role::Moved && one.after.is_empty() && self.open.has(one.square));
        self.count += 1 + if mv.part() == TurnPart::Move { left.count() as u64 * self.more } else { 0 };
    }
}

/// A sink that counts moves, and lists those that are in doubt.
struct Doubted<B> {
    /// The squares on which captures are in doubt.
    unknown: B,
    known: u64,
    doubtful: List,
}

impl<B: Bits> Sink<B> for Doubted<B> {
    #[inline(always)]
    fn moves(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, targets: B) {
        self.known += arrival.count(state, from, targets & !self.unknown);
        self.doubtful.moves(state, arrival, from, targets & self.unknown);
    }

    #[inline(always)]
    fn plain(&mut self, _: &State<B>, _: Piece, _: Square, targets: B) {
        self.known += u64::from(targets.count());
    }

    #[inline(always)]
    fn setwise(&mut self, state: &State<B>, arrival: &Promotions<B>, targets: B, _: i16) {
        self.known += arrival.count(state, 0, targets);
    }

    fn take(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, to: Square, take: Square) {
        self.doubtful.take(state, arrival, from, to, take);
    }

    fn drops(&mut self, _: Piece, targets: B) {
        self.known += u64::from(targets.count());
    }

    fn whole(&mut self, mv: Move) {
        <List as Sink<B>>::whole(&mut self.doubtful, mv);
    }
}
