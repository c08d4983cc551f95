//! Unsaved texts on the disk: what is typed outlives the program, though its file is not saved.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

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
        Self { folder: folder.filter(|folder| fs::create_dir_all(folder).is_ok()) }
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
}
