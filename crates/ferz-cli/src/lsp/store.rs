//! Texts of the program as files, so that an editor can open them: built-in games, and the explanation of each diagnostic.
//!
//! They are kept in the user's folder for such things, by version, and can't be written.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ferz::builtin_file;
use ferz::text::{EXPLANATIONS, explained};
use lsp_types::Uri;

use super::uri;
use crate::disk;

/// Returns the file of a built-in game, by its path among them; written if it isn't there.
pub(super) fn built_in(path: &str) -> Option<PathBuf> {
    let name = Path::new(path).file_stem()?.to_str()?;
    let (known, text) = builtin_file(name)?;
    (known == path).then(|| kept(&Path::new("games").join(path), text)).flatten()
}

/// Returns the address of the explanation of a diagnostic code.
pub(super) fn explanation(code: &str) -> Option<Uri> {
    static FILE: OnceLock<Option<Uri>> = OnceLock::new();
    let line = explained().find(|one| one.code == code)?.line;
    let file = FILE.get_or_init(|| uri::of(&kept(Path::new("diagnostics.md"), EXPLANATIONS)?));
    format!("{}#L{line}", file.as_ref()?.as_str()).parse().ok()
}

/// Returns a file with this text; `None` if it can't be written.
fn kept(name: &Path, text: &str) -> Option<PathBuf> {
    let path = folder()?.join("ferz").join(env!("CARGO_PKG_VERSION")).join(name);
    if fs::read(&path).is_ok_and(|known| known == text.as_bytes()) {
        return Some(path);
    }
    fs::create_dir_all(path.parent()?).ok()?;
    disk::replace(&path, text.as_bytes()).ok()?;
    let mut permissions = fs::metadata(&path).ok()?.permissions();
    permissions.set_readonly(true);
    // it is only a copy, so failing to make it read-only does not matter
    _ = fs::set_permissions(&path, permissions);
    Some(path)
}

/// Returns the user's cache directory.
fn folder() -> Option<PathBuf> {
    let named = |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || named("HOME");
    match env::consts::OS {
        "windows" => named("LOCALAPPDATA"),
        "macos" => home().map(|home| home.join("Library/Caches")),
        _ => named("XDG_CACHE_HOME").or_else(|| home().map(|home| home.join(".cache"))),
    }
}
