//! Unsaved texts on the disk: what is typed outlives the program, though its file is not saved.
//!
//! While such a text is checked, a mark beside it says so. If a mark is found when a file is opened, the check has ended the program that
//! made it, or the program was killed meanwhile: the text is set aside as a file of its own, and not checked again.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::disk;

/// The maximum size in bytes of a kept text that is read, with the text it began from.
const LARGEST: u64 = 16 << 20;

/// A text in an editor that is not the one on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) text: String,
    /// The text on the disk that the editor began from.
    pub(super) base: String,
}

/// A draft as it is kept, with the file it is of.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    path: PathBuf,
    base: String,
    text: String,
}

/// The storage of unsaved texts.
#[derive(Clone, Debug, Default)]
pub(super) struct Drafts {
    /// Nowhere, if there is no place for it.
    folder: Option<PathBuf>,
}

impl Drafts {
    /// The storage in a folder of its own within the folder of the studio.
    pub(super) fn new(state: Option<&Path>) -> Self {
        let folder = state.map(|state| state.join("drafts"));
        let folder = folder.filter(|folder| fs::create_dir_all(folder).is_ok());
        folder.iter().for_each(|folder| disk::clear(folder, None));
        Self { folder }
    }

    fn place(&self, path: &Path) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{:016x}.json", digest(path))))
    }

    /// Keeps the unsaved text of a file, or forgets it; returns `true` if that is on the disk.
    pub(super) fn keep(&self, path: &Path, draft: Option<&Draft>) -> bool {
        let Some(place) = self.place(path) else { return draft.is_none() };
        let Some(draft) = draft else {
            _ = fs::remove_file(place);
            return true;
        };
        let kept = Kept { path: path.to_owned(), base: draft.base.clone(), text: draft.text.clone() };
        serde_json::to_vec(&kept).is_ok_and(|bytes| disk::replace(&place, &bytes).is_ok())
    }

    /// The unsaved text of a file, if one was kept.
    pub(super) fn find(&self, path: &Path) -> Option<Draft> {
        let mut bytes = Vec::new();
        disk::open(&self.place(path)?).ok()?.take(LARGEST).read_to_end(&mut bytes).ok()?;
        let kept: Kept = serde_json::from_slice(&bytes).ok()?;
        (kept.path == path).then_some(Draft { text: kept.text, base: kept.base })
    }

    /// Marks the unsaved text of a file as being checked, until the mark is dropped.
    pub(super) fn mark(&self, path: &Path) -> Mark {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = |place: PathBuf| {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            place.with_extension(format!("{}-{number}.{CHECKED}", std::process::id()))
        };
        Mark(self.place(path).map(name).filter(|mark| fs::write(mark, "").is_ok()))
    }

    /// Removes all marks of this program, which is ending normally.
    pub(super) fn unmark(&self) {
        let own = format!(".{}-", std::process::id());
        self.marks(|name| name.contains(&own)).iter().for_each(|mark| _ = fs::remove_file(mark));
    }

    /// Sets the unsaved text of a file aside if its last check did not end; returns its new path.
    pub(super) fn set_aside(&self, path: &Path) -> Option<PathBuf> {
        let place = self.place(path)?;
        let begin = place.file_stem()?.to_str()?;
        let marks = self.marks(|name| name.starts_with(begin));
        let aside = (!marks.is_empty()).then(|| self.move_aside(path, &place)).flatten();
        marks.iter().for_each(|mark| _ = fs::remove_file(mark));
        aside
    }

    fn move_aside(&self, path: &Path, place: &Path) -> Option<PathBuf> {
        let draft = self.find(path)?;
        let name = format!("{}.{}.toml", path.file_stem()?.to_string_lossy(), disk::stamp(SystemTime::now()));
        let aside = place.with_file_name(name);
        if disk::create(&aside, draft.text.as_bytes()).is_ok() {
            _ = fs::remove_file(place);
            return Some(aside);
        }
        let aside = place.with_extension("aside");
        fs::rename(place, &aside).ok().map(|()| aside)
    }

    /// The marks with certain names.
    fn marks(&self, named: impl Fn(&str) -> bool) -> Vec<PathBuf> {
        let entries = self.folder.iter().flat_map(fs::read_dir).flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        let is_mark = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            name.ends_with(CHECKED) && named(name)
        };
        paths.filter(is_mark).collect()
    }
}

/// The extension of a mark.
const CHECKED: &str = "checked";

/// A mark on the disk: an unsaved text is being checked.
#[derive(Debug)]
pub(super) struct Mark(Option<PathBuf>);

impl Drop for Mark {
    fn drop(&mut self) {
        self.0.iter().for_each(|mark| _ = fs::remove_file(mark));
    }
}

/// The digest of a path (FNV-1a), the same in every run.
fn digest(path: &Path) -> u64 {
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    bytes.fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_text_is_found_by_its_file_alone() {
        let folder = std::env::temp_dir().join(format!("ferz-drafts-of-{}", std::process::id()));
        let drafts = Drafts::new(Some(&folder));
        let draft = Draft { text: "b".to_owned(), base: "a".to_owned() };
        assert!(drafts.keep(Path::new("/x.toml"), Some(&draft)));
        assert_eq!(drafts.find(Path::new("/x.toml")), Some(draft));
        assert_eq!(drafts.find(Path::new("/y.toml")), None);
        assert!(drafts.keep(Path::new("/x.toml"), None));
        assert_eq!(drafts.find(Path::new("/x.toml")), None);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_text_whose_check_did_not_end_is_set_aside() {
        let folder = std::env::temp_dir().join(format!("ferz-drafts-aside-{}", std::process::id()));
        let drafts = Drafts::new(Some(&folder));
        let (x, y) = (Path::new("/x.toml"), Path::new("/y.toml"));
        for path in [x, y] {
            let draft = Draft { text: format!("of {}", path.display()), base: String::new() };
            assert!(drafts.keep(path, Some(&draft)));
            drop(drafts.mark(path));
        }
        assert_eq!(drafts.set_aside(x), None);
        std::mem::forget(drafts.mark(x));
        let aside = drafts.set_aside(x).unwrap();
        assert_eq!(fs::read_to_string(aside).unwrap(), "of /x.toml");
        assert!(drafts.find(x).is_none() && drafts.find(y).is_some());
        assert_eq!(drafts.set_aside(x), None);
        std::mem::forget(drafts.mark(y));
        drafts.unmark();
        assert_eq!(drafts.set_aside(y), None);
        fs::remove_dir_all(folder).unwrap();
    }
}
