//! Reading files: game files, and the files of engine values beside them.

use std::path::{Path, PathBuf};

use super::library::builtin_file;
use crate::definition::{Folder, LARGEST_FILE};
use crate::search::Values;
use crate::text::decoded;

/// Reads a game file without interpreting it: returns the text of the file at a path, or of the built-in game of that name, and the folder
/// to which the paths in its `extends` are relative. A file larger than [`LARGEST_FILE`](crate::LARGEST_FILE) is read only far enough to
/// tell that it is too large.
///
/// ```
/// let (text, folder) = ferz::read_game_file("courier".as_ref())?;
/// assert!(text.contains("[pieces]") && folder.is_none());
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The reason in a sentence: there is no such file or game, or it can't be read.
pub fn read_game_file(path: &Path) -> Result<(String, Option<&Path>), String> {
    let shown = path.to_string_lossy();
    match builtin_file(&shown) {
        Some((_, text)) if !path.is_file() => Ok((text.to_owned(), None)),
        _ => {
            let text = read_file(path).map_err(|message| format!("can't read {shown}: {message}"))?;
            Ok((text, path.parent()))
        }
    }
}

impl Values {
    /// Returns the path of the file beside a game file that holds its engine values, whether or not there is one.
    ///
    /// ```
    /// use std::path::Path;
    /// assert_eq!(ferz::Values::path_beside(Path::new("games/race.toml")), Path::new("games/race.values"));
    /// ```
    pub fn path_beside(game: &Path) -> PathBuf {
        game.with_extension("values")
    }

    /// Reads the engine values beside a game file; `None` if there are none, or they can't be read.
    /// [`Variant::load`](crate::Variant::load) reads them as well, and reports what is wrong with them.
    ///
    /// ```
    /// assert!(ferz::Values::beside("no-such-folder/race.toml".as_ref()).is_none());
    /// ```
    pub fn beside(game: &Path) -> Option<Self> {
        let (_, text) = values_beside(Folder::Open(game), game)?;
        Self::read(&text.ok()?).ok()
    }
}

/// Returns the values file beside a game file in a folder, if there is one: its path, and its text or why it can't be read.
pub(crate) fn values_beside(folder: Folder<'_>, game: &Path) -> Option<(PathBuf, Result<String, String>)> {
    let beside = Values::path_beside(game);
    // a folder is reported; reading anything else, such as a pipe, might never end
    let text = (beside.is_file() || beside.is_dir()).then(|| read_within(folder, &beside))?;
    Some((beside, text))
}

/// The maximum number of bytes read from a file; a larger file is no game file.
const MOST_BYTES: u64 = LARGEST_FILE as u64 + 1;

/// Reads a file that stands in a folder.
pub(super) fn read_within(folder: Folder<'_>, path: &Path) -> Result<String, String> {
    if path.exists() && !folder.admits(path) {
        return Err("it is a link that leads out of its folder".to_owned());
    }
    read_file(path)
}

fn read_file(path: &Path) -> Result<String, String> {
    use std::io::{ErrorKind, Read};
    let words = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "that is not permitted".to_owned(),
        _ => error.to_string(),
    };
    // opening a pipe waits for whoever writes to it, and a device never ends
    let kind = std::fs::metadata(path).map_err(words)?;
    if kind.is_dir() {
        return Err("it is a folder".to_owned());
    }
    if !kind.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(words)?;
    file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(words)?;
    Ok(decoded(bytes))
}
