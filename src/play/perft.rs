//! Counting the steps of a game tree.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::generate::PerftJob;
use super::{List, legal, make, over};
use crate::board::Bits;
use crate::board::isa::dispatch;
use crate::state::State;
use crate::tables::Tables;
use crate::walk::Step;

/// The number of paths of `depth` steps. With `bulk`, the last step is counted and not made.
pub(crate) fn perft<B: Bits>(tables: &Tables<B>, state: &mut State<B>, depth: u32, bulk: bool) -> u64 {
    dispatch(PerftJob { tables, state, depth, bulk, list: &mut List::default() })
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
        let mut counts = vec![0; firsts.steps.len()];
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            counts[job.first] += perft(tables, &mut job.state.fresh_copy(), job.depth, bulk);
        }
        counts
    };
    let mut totals = vec![0; firsts.steps.len()];
    std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut add =
            |counts: Vec<u64>| totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        add(work());
        for worker in workers {
            add(worker.join().expect("counting doesn't panic"));
        }
    });
    firsts.steps.into_iter().zip(totals).collect()
}

/// A part of the work: a position after one or two steps, the index of the first, and how deep it is still to be counted.
struct Job<B> {
    first: usize,
    state: State<B>,
    depth: u32,
}

/// Parts small enough to share the work evenly.
fn jobs<B: Bits>(tables: &Tables<B>, state: &State<B>, firsts: &List, depth: u32) -> Vec<Job<B>> {
    let mut jobs = Vec::new();
    for (first, &step) in firsts.steps.iter().enumerate() {
        let mut after = state.fresh_copy();
        make::<B, false>(tables, &mut after, step, &firsts.links);
        if depth < 4 {
            jobs.push(Job { first, state: after, depth: depth - 1 });
        } else if !over(tables, &after) {
            let seconds = legal(tables, &after);
            for &second in &seconds.steps {
                let mut state = after.fresh_copy();
                make::<B, false>(tables, &mut state, second, &seconds.links);
                jobs.push(Job { first, state, depth: depth - 2 });
            }
        }
    }
    jobs
}
