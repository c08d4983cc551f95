//! Work that is done again whenever a file is saved.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use super::common::Failure;
use super::file;

/// The time after which files are checked even if the system reports nothing.
const ROUND: Duration = Duration::from_millis(500);
/// The maximum duration of a burst of changes: an editor writes, renames and sets permissions in a row.
const BURST: Duration = Duration::from_millis(30);

/// The time of the last change and the size of files; `None` for one that doesn't exist.
type Stamps = BTreeMap<PathBuf, Option<(SystemTime, u64)>>;

/// Does the work now and whenever one of the files, or one that was read for them, has changed. Ends only with an error of the work.
pub(super) fn watch(
    said: &[String],
    mut work: impl FnMut(&mut BTreeSet<PathBuf>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut read = BTreeSet::new();
    let mut watching = Watching::new();
    loop {
        let before = stamps(said, &read);
        work(&mut read)?;
        // a file that was read for the first time can only have changed after that
        let mut known = stamps(said, &read);
        known.extend(before);
        watching.folders(known.keys());
        let changed = loop {
            watching.wait();
            let now = stamps(said, &read);
            if let Some(changed) = difference(&known, &now) {
                break changed.to_owned();
            }
        };
        writeln!(stderr(), "\n{} has changed\n", changed.display())?;
    }
}

/// The stamps of the named files, and of those that were read for them.
fn stamps(said: &[String], read: &BTreeSet<PathBuf>) -> Stamps {
    let stamp = |path: &Path| {
        let found = std::fs::metadata(path).ok()?;
        Some((found.modified().ok()?, found.len()))
    };
    let meant = file::game_files(said).unwrap_or_default().into_iter().map(PathBuf::from);
    let beside = |path: &PathBuf| ferz::Values::path_beside(path);
    let files: BTreeSet<PathBuf> = meant.chain(read.iter().cloned()).collect();
    let values: Vec<PathBuf> = files.iter().map(beside).collect();
    files.into_iter().chain(values).map(|path| (path.clone(), stamp(&path))).collect()
}

/// The first file that is not as it was.
fn difference<'a>(before: &'a Stamps, now: &'a Stamps) -> Option<&'a Path> {
    let other = |(path, stamp): &(&PathBuf, &Option<_>)| before.get(*path) != Some(*stamp);
    let gone = before.keys().find(|path| !now.contains_key(*path));
    now.iter().find(other).map(|(path, _)| path).or(gone).map(PathBuf::as_path)
}

/// The folders that the system reports changes of.
struct Watching {
    watcher: Option<RecommendedWatcher>,
    changes: Receiver<()>,
    folders: BTreeSet<PathBuf>,
}

impl Watching {
    fn new() -> Self {
        let (told, changes) = channel();
        let watcher = notify::recommended_watcher(move |_| {
            // there is no receiver any more when the program ends
            _ = told.send(());
        });
        // if nothing can be watched, the regular checks must do
        Self { watcher: watcher.ok(), changes, folders: BTreeSet::new() }
    }

    /// Watches the folders of files as well.
    fn folders<'a>(&mut self, files: impl Iterator<Item = &'a PathBuf>) {
        let Some(watcher) = &mut self.watcher else { return };
        for file in files {
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new("."));
            if !self.folders.contains(folder) && watcher.watch(folder, RecursiveMode::NonRecursive).is_ok() {
                self.folders.insert(folder.to_owned());
            }
        }
    }

    /// Waits until something may have changed.
    fn wait(&self) {
        match self.changes.recv_timeout(ROUND) {
            Ok(()) => while self.changes.recv_timeout(BURST).is_ok() {},
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(ROUND),
        }
    }
}
