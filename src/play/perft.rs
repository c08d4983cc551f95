//! Counting the leaf nodes of a game tree (perft): in one thread or several, with or without a hash table.

use std::fmt;
use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::bulk::PerftJob;
use super::generate::ListInto;
use super::hashed::{Hashed, Table};
use super::placements::{TurnsJob, put_next};
use super::{legal, make, over, unmake};
use crate::board::Bits;
use crate::board::isa::{Isa, Job, dispatch};
use crate::moves::{List, Move, TooManyMoves};
use crate::state::State;
use crate::tables::Tables;

/// The treatment of the last ply in perft.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Last {
    /// It is only counted, and not listed: the fastest (bulk counting).
    #[default]
    Counted,
    /// It is listed like the others, but not made.
    Listed,
    /// It is made like the others.
    Made,
}

/// The options of perft. The count itself does not depend on them.
///
/// ```
/// use ferz::{Perft, Variant};
/// let position = Variant::load("chess", &[])?.start_position();
/// let perft = Perft { threads: 2, hash: 16.try_into().ok(), ..Perft::default() };
/// assert_eq!(perft.count(&position, 5)?, 4_865_609);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Perft {
    /// The treatment of the last ply.
    pub last: Last,
    /// The number of threads; 0 means 1.
    pub threads: usize,
    /// The size of the hash table in MiB, in which transpositions are looked up (not in games that forbid repetition); `None` for no table. Positions are identified by 64 bits,
    /// so a wrong count is possible, but very unlikely.
    pub hash: Option<NonZero<usize>>,
    /// True if the depth is a number of turns, not of moves: a turn of several moves is counted as one. There is no hash table then, and
    /// every move is made, except in a last turn that consists of a move and something put on the board, if `last` allows it.
    pub by_turn: bool,
}

impl Default for Perft {
    fn default() -> Self {
        Self { last: Last::Counted, threads: 1, hash: None, by_turn: false }
    }
}

/// The maximum depth.
const DEEPEST: u32 = 255;

/// The number of parts of the work per thread, so that no thread is idle for long at the end.
const PARTS: usize = 128;

/// A progress callback: parts done, of how many. Called by every thread now and then; one to which it returns `false` counts no further, so that
/// its count is of no use.
pub(crate) type Progress<'a> = &'a (dyn Fn(usize, usize) -> bool + Sync);

/// The nodes below each root move.
pub(crate) type Divided = Result<Vec<(Move, u64)>, PerftError>;

/// An error of perft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PerftError {
    /// The depth exceeds 255 plies.
    TooDeep,
    /// There is no memory for a hash table of this many MiB.
    TableTooLarge(usize),
    /// A position of the tree has more moves than can be listed.
    TooMany(TooManyMoves),
}

impl fmt::Display for PerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep => write!(f, "perft can't count deeper than {DEEPEST}"),
            Self::TooMany(error) => write!(f, "{error}"),
            Self::TableTooLarge(mebibytes) => {
                write!(f, "there is not enough memory for a table of {mebibytes} MiB")
            }
        }
    }
}

impl std::error::Error for PerftError {}

/// Returns the number of nodes at a depth of `depth` moves. With `bulk`, the last move is counted and not made.
///
/// # Errors
/// If a position of the tree has more moves than can be listed.
pub(crate) fn perft<B: Bits>(
    tables: &Tables<B>,
    state: &mut State<B>,
    depth: u32,
    bulk: bool,
) -> Result<u64, TooManyMoves> {
    let lists = &mut vec![List::default(); depth as usize];
    let nodes = dispatch(PerftJob { tables, state, depth, bulk, lists: &mut *lists });
    whole(lists).map(|()| nodes)
}

/// Checks that the lists had room for all moves.
fn whole(lists: &[List]) -> Result<(), TooManyMoves> {
    lists.iter().find_map(|list| list.full).map_or(Ok(()), Err)
}

/// A counter that lists the last move too; each depth has a list that is reused.
struct ListedJob<'a, B> {
    tables: &'a Tables<B>,
    state: &'a mut State<B>,
    depth: u32,
    lists: &'a mut [List],
}

impl<B: Bits> Job for ListedJob<'_, B> {
    const NATIVE: bool = B::WIDTH <= 128;
    type Output = u64;

    #[inline(always)]
    fn run<I: Isa>(self) -> u64 {
        let Self { tables, state, depth, lists } = self;
        let Some((list, rest)) = lists.split_first_mut().filter(|_| depth > 0) else { return 1 };
        if over(tables, state) {
            return 0;
        }
        I::run(ListInto { tables, state, list });
        if depth == 1 {
            return list.moves.len() as u64;
        }
        let mut nodes = 0;
        for &mv in &list.moves {
            let undo = make::<B, false>(tables, state, mv, &list.changes);
            nodes += I::run(ListedJob { tables, state: &mut *state, depth: depth - 1, lists: &mut *rest });
            unmake::<B, false>(tables, state, mv, &undo);
        }
        nodes
    }
}

/// Returns the number of nodes at a depth of `depth` moves below each root move.
///
/// # Errors
/// If there is no memory for the table, the depth is too large, or a position has more moves than can be listed.
pub(crate) fn divide<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    depth: u32,
    options: Perft,
    progress: Progress<'_>,
) -> Divided {
    if depth > DEEPEST {
        return Err(PerftError::TooDeep);
    }
    let by_position = !tables.hooks.as_ref().is_some_and(|hooks| hooks.facts.moves_depend_on_the_past);
    let table =
        options.hash.filter(|_| by_position).map(|mebibytes| Table::new(mebibytes.get())).transpose()?;
    if depth == 0 || over(tables, state) {
        return Ok(Vec::new());
    }
    let firsts = legal(tables, state);
    whole(std::slice::from_ref(&firsts)).map_err(PerftError::TooMany)?;
    let cut = OnceLock::new();
    let threads = options.threads.max(1);
    let parts = if options.by_turn {
        let first = |first| Part::after_first(tables, state, (&firsts, first), depth);
        (0..firsts.moves.len()).map(first).collect()
    } else {
        parts(tables, state, &firsts, depth, PARTS * threads)
    };
    let wide = mean_moves(&parts, depth);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut counts = vec![0; firsts.moves.len()];
        let mut lists = vec![List::default(); depth as usize];
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut state = part.state.fresh_copy();
            counts[part.first] += match options.by_turn {
                true => turns(tables, &mut state, (part.depth, options.last), &mut lists),
                false => {
                    let going = || progress(done.load(Ordering::Relaxed), parts.len());
                    sliced(tables, &mut state, (part.depth, wide), (options.last, &table), &mut lists, &going)
                }
            };
            if !progress(done.fetch_add(1, Ordering::Relaxed) + 1, parts.len()) {
                break;
            }
        }
        if let Err(error) = whole(&lists) {
            cut.get_or_init(|| error);
        }
        counts
    };
    let mut totals = vec![0; firsts.moves.len()];
    std::thread::scope(|scope| {
        // if a thread can't be started, the others do its work
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let workers: Vec<_> = (1..threads.min(parts.len())).filter_map(start).collect();
        let mut add =
            |counts: Vec<u64>| totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        add(work());
        for worker in workers {
            add(worker.join().expect("counting doesn't panic"));
        }
    });
    match cut.into_inner() {
        Some(error) => Err(PerftError::TooMany(error)),
        None => Ok(firsts.moves.into_iter().zip(totals).collect()),
    }
}

/// The number of nodes, roughly, that are counted without asking whether to go on. Unit tests are given few, so that they count in slices.
const SLICE: f64 = if cfg!(test) { 1e3 } else { 1e7 };

/// Returns the mean number of moves of the positions above the parts; the depth is that of the root.
fn mean_moves<B>(parts: &[Part<B>], depth: u32) -> f64 {
    let below = parts.first().map_or(0, |part| part.depth);
    (parts.len() as f64).powf(1.0 / f64::from((depth - below).max(1)))
}

/// Returns the number of nodes as [`count`] does, slice by slice; the positions above have `wide` moves. Once `going` has returned `false`,
/// the rest is left out. With a hash table there are no slices, as positions near the root are looked up as well.
fn sliced<B: Bits>(
    tables: &Tables<B>,
    state: &mut State<B>,
    (depth, wide): (u32, f64),
    how: (Last, &Option<Table>),
    lists: &mut [List],
    going: &dyn Fn() -> bool,
) -> u64 {
    if depth < 2 || how.1.is_some() || wide.powf(depth.into()) <= SLICE {
        return count(tables, state, depth, how, lists);
    }
    if over(tables, state) {
        return 0;
    }
    let list = legal(tables, state);
    if let (Some(_), Some(last)) = (list.full, lists.last_mut()) {
        last.full = list.full;
    }
    let mut nodes = 0;
    for &mv in &list.moves {
        if !going() {
            break;
        }
        let undo = make::<B, true>(tables, state, mv, &list.changes);
        nodes += sliced(tables, state, (depth - 1, list.moves.len() as f64), how, lists, going);
        unmake::<B, true>(tables, state, mv, &undo);
    }
    nodes
}

/// Returns the number of nodes, counted as the options say.
fn count<B: Bits>(
    tables: &Tables<B>,
    state: &mut State<B>,
    depth: u32,
    (last, table): (Last, &Option<Table>),
    lists: &mut [List],
) -> u64 {
    match (table, last) {
        (Some(table), _) => dispatch(Hashed { tables, state, depth, last, table, lists }),
        (None, Last::Listed) => dispatch(ListedJob { tables, state, depth, lists }),
        (None, _) => dispatch(PerftJob { tables, state, depth, bulk: last == Last::Counted, lists }),
    }
}

/// Returns the number of positions after this many further turns, including the one under way. The last list records whether there were too
/// many moves.
fn turns<B: Bits>(
    tables: &Tables<B>,
    state: &mut State<B>,
    (depth, last): (u32, Last),
    lists: &mut [List],
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if over(tables, state) {
        return 0;
    }
    if depth == 1
        && last == Last::Counted
        && let Some(put) = put_next(tables, state)
    {
        return dispatch(TurnsJob { tables, state, put });
    }
    let list = legal(tables, state);
    if let (Some(_), Some(last)) = (list.full, lists.last_mut()) {
        last.full = list.full;
    }
    let mut nodes = 0;
    for &mv in &list.moves {
        let side = state.side;
        let undo = make::<B, false>(tables, state, mv, &list.changes);
        nodes += turns(tables, state, (depth - u32::from(state.side != side), last), lists);
        unmake::<B, false>(tables, state, mv, &undo);
    }
    nodes
}

/// A part of the work: a position after some moves, the index of the root move, and the remaining depth.
struct Part<B> {
    first: usize,
    state: State<B>,
    depth: u32,
}

impl<B: Bits> Part<B> {
    /// Returns the part after a root move, the depth counted in turns.
    fn after_first(
        tables: &Tables<B>,
        state: &State<B>,
        (firsts, first): (&List, usize),
        depth: u32,
    ) -> Self {
        let mut after = state.fresh_copy();
        make::<B, true>(tables, &mut after, firsts.moves[first], &firsts.changes);
        let depth = depth - u32::from(after.side != state.side);
        Self { first, state: after, depth }
    }
}

/// Splits the tree into at least `least` parts, if it has enough nodes: positions at the same depth, deep enough to share the work evenly.
fn parts<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    firsts: &List,
    depth: u32,
    least: usize,
) -> Vec<Part<B>> {
    let after = |state: &State<B>, list: &List, index: usize| {
        let mut after = state.fresh_copy();
        make::<B, true>(tables, &mut after, list.moves[index], &list.changes);
        after
    };
    let part = |first| Part { first, state: after(state, firsts, first), depth: depth - 1 };
    let mut parts: Vec<_> = (0..firsts.moves.len()).map(part).collect();
    // counting a part should cost more than copying its position
    while parts.len() < least && parts.first().is_some_and(|part| part.depth > 2) {
        let each = |part: &Part<B>| {
            let list = if over(tables, &part.state) { List::default() } else { legal(tables, &part.state) };
            let deeper = |index| Part {
                first: part.first,
                state: after(&part.state, &list, index),
                depth: part.depth - 1,
            };
            (0..list.moves.len()).map(deeper).collect::<Vec<_>>()
        };
        parts = parts.iter().flat_map(each).collect();
    }
    parts
}
