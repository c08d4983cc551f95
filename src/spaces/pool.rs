//! Threads that stand ready for a batch.

use std::sync::{Mutex, PoisonError};

/// So many threads, the caller's included.
#[derive(Debug)]
pub(super) struct Pool {
    threads: usize,
    /// The others; `None` if there is but one thread, or if the machine gives no more.
    others: Option<rayon::ThreadPool>,
    /// The process that they belong to.
    process: u32,
}

impl Pool {
    /// Creates a pool of so many threads; at least one.
    pub(super) fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        let others = (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads - 1).build());
        Self { threads, others: others.and_then(Result::ok), process: process() }
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Does some pieces of work at once, and returns when all are done. The caller begins with the first, the others with the last, so that a
    /// piece mostly stays with the thread that has it in its cache; a thread that is late leaves its pieces to the caller.
    pub(super) fn run<W: FnOnce()>(
        &mut self,
        mut works: impl DoubleEndedIterator<Item = W> + ExactSizeIterator + Send,
    ) {
        if works.len() > 1 && self.others.is_some() && self.process != process() {
            // a fork has the memory of the process that it comes from, and none of its threads
            std::mem::forget(std::mem::replace(self, Self::new(self.threads)));
        }
        let Some(others) = self.others.as_ref().filter(|_| works.len() > 1) else {
            return works.for_each(|work| work());
        };
        let helpers = (self.threads - 1).min(works.len() - 1);
        let works = Mutex::new(&mut works);
        let lock = || works.lock().unwrap_or_else(PoisonError::into_inner);
        let (first, last) = (|| lock().next(), || lock().next_back());
        others.in_place_scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|_| std::iter::from_fn(&last).for_each(|work| work()));
            }
            std::iter::from_fn(&first).for_each(|work| work());
        });
    }
}

/// Returns the number of the process; in WebAssembly there is but one.
fn process() -> u32 {
    if cfg!(target_family = "wasm") { 0 } else { std::process::id() }
}
