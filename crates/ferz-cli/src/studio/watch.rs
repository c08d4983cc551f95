//! Watching the files on the disk.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Weak};
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use super::games::{Games, lock};

/// The maximum duration of a burst of changes: an editor writes, renames and sets permissions in a row.
const BURST: Duration = Duration::from_millis(15);
/// The interval at which the set of folders is refreshed, and files are checked whether or not the system reported a change.
const ROUND: Duration = Duration::from_millis(500);

/// Watches until the house is gone.
pub(super) fn watch(house: &Arc<Games>) {
    let house = Arc::downgrade(house);
    std::thread::spawn(move || {
        let (told, changes) = channel();
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if let Ok(event) = event
                && !event.kind.is_access()
            {
                // there is no receiver any more when the studio ends
                _ = told.send(event.paths);
            }
        });
        // if nothing can be watched, the regular checks must do
        round(&house, watcher.ok(), &changes);
    });
}

fn round(house: &Weak<Games>, mut watcher: Option<RecommendedWatcher>, changes: &Receiver<Vec<PathBuf>>) {
    let mut watched: BTreeSet<PathBuf> = BTreeSet::new();
    loop {
        let Some(alive) = house.upgrade() else { return };
        for folder in alive.folders() {
            if let Some(watcher) = &mut watcher
                && !watched.contains(&folder)
                && watcher.watch(&folder, RecursiveMode::NonRecursive).is_ok()
            {
                watched.insert(folder);
            }
        }
        drop(alive);
        let first = changes.recv_timeout(ROUND).inspect_err(|error| {
            if *error == RecvTimeoutError::Disconnected {
                std::thread::sleep(ROUND);
            }
        });
        let first = first.ok();
        let told = first.is_some();
        let mut paths: Vec<PathBuf> = first.into_iter().flatten().collect();
        while told && let Ok(more) = changes.recv_timeout(BURST) {
            paths.extend(more);
        }
        let Some(alive) = house.upgrade() else { return };
        if !told {
            paths = alive.documents().iter().map(|document| lock(document).path.clone()).collect();
        }
        // a fault of ferz has been reported, and the next change is looked at
        _ = catch_unwind(AssertUnwindSafe(|| alive.look(&paths)));
    }
}
