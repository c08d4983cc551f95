//! Tables on the disk: a file each, written after every change, so that a game outlives the program.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::fault::Fault;
use super::table::{Kept, VERSION};
use crate::disk;

/// The maximum number of bytes read from a file.
const LARGEST: u64 = 4 << 20;

/// The age at which a table without a move counts as abandoned.
const FORGOTTEN: Duration = Duration::from_secs(24 * 60 * 60);

/// The storage of tables.
#[derive(Clone, Debug)]
pub(super) struct Store {
    /// Nowhere, if there is no place for it.
    folder: Option<PathBuf>,
}

/// A table's name is sixteen digits, so it is no path.
pub(super) fn is_name(id: &str) -> bool {
    id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

impl Store {
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        let folder = folder.filter(|folder| fs::create_dir_all(folder).is_ok());
        folder.iter().for_each(|folder| disk::clear(folder, None));
        Self { folder }
    }

    /// Returns `true` if anything is kept at all.
    pub(super) fn keeps(&self) -> bool {
        self.folder.is_some()
    }

    fn path(&self, id: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref().filter(|_| is_name(id))?.join(format!("{id}.json")))
    }

    /// Keeps a table as it stands.
    pub(super) fn keep(&self, id: &str, kept: &Kept) -> Result<(), Fault> {
        let Some(path) = self.path(id) else { return Ok(()) };
        let text = serde_json::to_string_pretty(kept).map_err(|error| Fault::broken(error.to_string()))?;
        disk::replace(&path, text.as_bytes()).map_err(|error| {
            Fault::broken(format!("the game can't be kept in {}: {}", path.display(), disk::words(&error)))
        })
    }

    /// A table that was kept.
    pub(super) fn find(&self, id: &str) -> Result<Kept, Fault> {
        let missing = || Fault::missing("there is no such game");
        let path = self.path(id).ok_or_else(missing)?;
        let mut text = String::new();
        let file = disk::open(&path).map_err(|_| missing())?;
        file.take(LARGEST)
            .read_to_string(&mut text)
            .map_err(|error| Fault::broken(format!("{} can't be read: {error}", path.display())))?;
        let kept: Kept = serde_json::from_str(&text)
            .map_err(|error| Fault::broken(format!("{} is damaged: {error}", path.display())))?;
        if kept.version != VERSION {
            return Err(Fault::broken(format!("{} is from another version of ferz", path.display())));
        }
        Ok(kept)
    }

    /// Removes a table in which nothing was done, if it is no longer open anywhere.
    pub(super) fn forget(&self, id: &str) {
        let Some(path) = self.path(id) else { return };
        let changed = fs::metadata(&path).and_then(|data| data.modified());
        if changed.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > FORGOTTEN)) {
            // if it can't be removed, it does no harm
            _ = fs::remove_file(path);
        }
    }

    /// The names of the tables, the last changed first.
    pub(super) fn latest(&self) -> Vec<String> {
        let entries = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let mut found: Vec<(SystemTime, String)> = entries
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let id = name.strip_suffix(".json").filter(|id| is_name(id))?.to_owned();
                let time = entry.metadata().and_then(|data| data.modified()).unwrap_or(UNIX_EPOCH);
                Some((time, id))
            })
            .collect();
        found.sort();
        found.into_iter().rev().map(|(_, id)| id).collect()
    }
}
