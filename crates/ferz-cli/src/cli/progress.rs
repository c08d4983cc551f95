//! A progress bar on standard error during long work, if it is a terminal.

use std::io::{IsTerminal, stderr};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The time that work takes before a bar is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// The progress of work.
#[derive(Debug)]
pub(super) struct Progress {
    begun: Instant,
    seen: bool,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// Nothing is shown yet.
    pub(super) fn new() -> Self {
        Self { begun: Instant::now(), seen: stderr().is_terminal(), bar: OnceLock::new() }
    }

    /// Sets the number of parts done.
    pub(super) fn show(&self, done: usize, all: usize) {
        if self.seen && self.begun.elapsed() >= PATIENCE {
            let bar = self.bar.get_or_init(|| bar(all, self.begun.elapsed()));
            bar.set_position(bar.position().max(done as u64));
        }
    }

    /// Removes the bar.
    pub(super) fn clear(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

fn bar(all: usize, elapsed: Duration) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent:>3}%, {elapsed} so far, {eta} to go");
    let bar = ProgressBar::new(all as u64).with_elapsed(elapsed);
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}
