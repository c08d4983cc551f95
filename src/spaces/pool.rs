//! Threads that stand ready for a batch.

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

    /// Does some pieces of work at once, the first of them in the thread of the caller, and returns when all are done.
    pub(super) fn run<W: FnOnce() + Send>(&mut self, mut works: impl ExactSizeIterator<Item = W>) {
        if self.others.is_some() && works.len() > 1 && self.process != process() {
            // a fork has the memory of the process that it comes from, and none of its threads
            std::mem::forget(std::mem::replace(self, Self::new(self.threads)));
        }
        let Some(others) = &self.others else { return works.for_each(|work| work()) };
        let Some(first) = works.next() else { return };
        others.in_place_scope(|scope| {
            works.for_each(|work| scope.spawn(|_| work()));
            first();
        });
    }
}

/// Returns the number of the process; in WebAssembly there is but one.
fn process() -> u32 {
    if cfg!(target_family = "wasm") { 0 } else { std::process::id() }
}
