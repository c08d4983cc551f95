//! The game files of the editor's folders that are not open, for questions about all files that extend one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use ferz::LARGEST_FILE;

use super::documents::{Document, Drafts, Origin, View};
use super::uri;
use crate::disk;

/// The number of files that are read.
const MOST_READ: usize = 500;

/// The number of folders below a folder of the editor, one in another, that are searched.
const DEEPEST: usize = 6;

/// Returns the files in some folders that extend one of the open files and are not open themselves.
pub(super) fn unopened(
    folders: &[PathBuf],
    open: &BTreeSet<PathBuf>,
    library: &Drafts,
) -> Vec<(Document, View)> {
    let mut found = BTreeSet::new();
    for folder in folders {
        look_into(folder, DEEPEST, &mut found);
    }
    let read = |path: &PathBuf| {
        let text =
            std::io::read_to_string(disk::open(path).ok()?).ok().filter(|text| text.contains("extends"))?;
        Some(Document::new(uri::of(path)?, 0, text))
    };
    let unopened = found.iter().filter(|path| !open.contains(*path)).take(MOST_READ).filter_map(read);
    let extends = |view: &View| {
        view.parts.iter().any(|part| matches!(&part.origin, Origin::File(path) if open.contains(path)))
    };
    let viewed = unopened.map(|document| {
        let view = View::of(&document, &|path| library.text(path));
        (document, view)
    });
    viewed.filter(|(_, view)| extends(view)).collect()
}

/// Adds the game files in a folder.
fn look_into(folder: &Path, depth: usize, found: &mut BTreeSet<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or(".");
        if found.len() >= MOST_READ {
            return;
        }
        if name.starts_with('.') || ["target", "node_modules"].contains(&name) || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            if depth > 0 {
                look_into(&path, depth - 1, found);
            }
        } else if path.extension().is_some_and(|ending| ending == "toml")
            && fs::metadata(&path).is_ok_and(|about| about.len() <= LARGEST_FILE as u64)
        {
            found.insert(uri::settled(&path));
        }
    }
}
