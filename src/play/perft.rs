//! Counting the steps of a game tree.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{count_legal, legal, make, over, unmake};
use crate::board::Bits;
use crate::state::State;
use crate::tables::Tables;
use crate::walk::Step;

/// The number of paths of `depth` steps. With `bulk`, the last step is counted and not made.
pub(crate) fn perft<B: Bits>(tables: &Tables<B>, state: &mut State<B>, depth: u32, bulk: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    if over(tables, state) {
        return 0;
    }
    if depth == 1 && bulk {
        return count_legal(tables, state);
    }
    let mut nodes = 0;
    for step in legal(tables, state) {
        let undo = make::<B, false>(tables, state, step);
        nodes += perft(tables, state, depth - 1, bulk);
        unmake::<B, false>(tables, state, step, undo);
    }
    nodes
}

/// The number of paths through each first step, worked out by so many threads.
pub(crate) fn divide<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    depth: u32,
    threads: usize,
    bulk: bool,
) -> Vec<(Step, u64)> {
    if depth == 0 || over(tables, state) {
        return Vec::new();
    }
    let firsts = legal(tables, state);
    let jobs = jobs(tables, state, &firsts, depth);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counts = vec![0; firsts.len()];
        while let Some((first, path)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut state = state.clone();
            for &step in path {
                make::<B, false>(tables, &mut state, step);
            }
            counts[*first] += perft(tables, &mut state, depth - path.len() as u32, bulk);
        }
        counts
    };
    let mut totals = vec![0; firsts.len()];
    std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut add =
            |counts: Vec<u64>| totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        add(work());
        for worker in workers {
            add(worker.join().expect("counting doesn't panic"));
        }
    });
    firsts.into_iter().zip(totals).collect()
}

/// Paths of one or two steps, each with the index of its first, small enough to share the work evenly.
fn jobs<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    firsts: &[Step],
    depth: u32,
) -> Vec<(usize, Vec<Step>)> {
    let mut jobs = Vec::new();
    for (index, &first) in firsts.iter().enumerate() {
        if depth < 4 {
            jobs.push((index, vec![first]));
            continue;
        }
        let mut state = state.clone();
        make::<B, false>(tables, &mut state, first);
        if !over(tables, &state) {
            jobs.extend(legal(tables, &state).into_iter().map(|second| (index, vec![first, second])));
        }
    }
    jobs
}
