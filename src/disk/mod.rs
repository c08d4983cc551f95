//! Files a user would miss: written whole or not at all, and over another only when told; and where the program keeps its own.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Replaces a file, or writes a new one, by way of a draft beside it. What the file's name links to is replaced, not the link; its
/// permissions stay.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if real.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    if fs::metadata(&real).is_ok_and(|found| !found.is_file()) {
        // a device or a pipe is no file to be replaced
        return fs::write(&real, bytes);
    }
    let draft = drafted(&real, bytes)?;
    let kept = fs::metadata(&real).map(|found| fs::set_permissions(&draft, found.permissions()));
    let done = kept.unwrap_or(Ok(())).and_then(|()| fs::rename(&draft, &real));
    if done.is_err() {
        // the draft is of no use any more
        _ = fs::remove_file(&draft);
    }
    done
}

/// Creates a file that must not be there yet.
///
/// # Errors
/// Of the kind [`ErrorKind::AlreadyExists`] if it is.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let draft = drafted(path, bytes)?;
    // a link, unlike a rename, never replaces; where there are no links, having looked must do
    let done = match fs::hard_link(&draft, path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists && fs::symlink_metadata(path).is_err() => {
            fs::rename(&draft, path)
        }
        done => done,
    };
    // gone already if it was renamed
    _ = fs::remove_file(&draft);
    done
}

/// A new file beside another, with these bytes, safely on the disk.
fn drafted(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::other("it has no name"))?.to_string_lossy();
    for number in 0..1000 {
        let draft = path.with_file_name(format!(".{name}.{}-{number}.draft", std::process::id()));
        match fs::File::create_new(&draft) {
            Ok(mut file) => {
                let done = file.write_all(bytes).and_then(|()| file.sync_all());
                if done.is_err() {
                    _ = fs::remove_file(&draft);
                }
                return done.map(|()| draft);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("there is no free name for a draft beside it"))
}

/// What went wrong, in words of the one who named the file.
pub(crate) fn words(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "that is not permitted".to_owned(),
        _ => error.to_string(),
    }
}

/// The directory for what the program remembers: `$XDG_STATE_HOME/ferz`, or `~/.local/state/ferz`.
pub(crate) fn state_home() -> Option<PathBuf> {
    let set = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    set.or_else(|| {
        std::env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(".local/state"))
    })
    .map(|state| state.join("ferz"))
}
