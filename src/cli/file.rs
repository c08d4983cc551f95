//! Files that are read, and results in files: written whole or not at all, and over another file only when told.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use super::common::Failure;

/// A file to be read, or standard input if none is named, or `-` is.
pub(super) fn open(path: Option<&str>) -> Result<Box<dyn BufRead>, Failure> {
    let Some(path) = path.filter(|path| *path != "-") else { return Ok(Box::new(stdin().lock())) };
    let file = fs::File::open(path).map_err(|error| Failure::Input(format!("can't read {path}: {error}")))?;
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

/// Writes a text to a file, or to standard output if none is named; a file that is there is replaced.
pub(super) fn put(file: Option<&Path>, text: &str) -> Result<(), Failure> {
    match file {
        Some(path) => replace(path, text),
        None => Ok(stdout().lock().write_all(text.as_bytes())?),
    }
}

/// Replaces a file, or writes a new one, by way of a draft beside it. What the file's name links to is replaced, not the link; its
/// permissions stay.
pub(super) fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if real.is_dir() {
        return Err(cannot(path, "it is a folder"));
    }
    if fs::metadata(&real).is_ok_and(|found| !found.is_file()) {
        // a device or a pipe is no file to be replaced
        return fs::write(&real, text).map_err(|error| cannot(path, &words(&error)));
    }
    let draft = drafted(&real, text).map_err(|error| cannot(path, &words(&error)))?;
    let kept = fs::metadata(&real).map(|found| fs::set_permissions(&draft, found.permissions()));
    let done = kept.unwrap_or(Ok(())).and_then(|()| fs::rename(&draft, &real));
    done.map_err(|error| {
        // the draft is of no use any more
        _ = fs::remove_file(&draft);
        cannot(path, &words(&error))
    })
}

/// Writes a file that must not be there yet.
pub(super) fn create(path: &Path, text: &str) -> Result<(), Failure> {
    let there = || cannot(path, "it exists already (`--force` replaces it)");
    if fs::symlink_metadata(path).is_ok() {
        return Err(there());
    }
    let draft = drafted(path, text).map_err(|error| cannot(path, &words(&error)))?;
    // a link, unlike a rename, never replaces; where there are no links, having looked must do
    let done = match fs::hard_link(&draft, path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists && fs::symlink_metadata(path).is_err() => {
            fs::rename(&draft, path)
        }
        done => done,
    };
    // gone already if it was renamed
    _ = fs::remove_file(&draft);
    done.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => there(),
        _ => cannot(path, &words(&error)),
    })
}

/// A new file beside another, with this text.
fn drafted(path: &Path, text: &str) -> std::io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| std::io::Error::other("it has no name"))?.to_string_lossy();
    for number in 0..1000 {
        let draft = path.with_file_name(format!(".{name}.{}-{number}.draft", std::process::id()));
        match fs::File::create_new(&draft) {
            Ok(mut file) => {
                let done = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
                if done.is_err() {
                    _ = fs::remove_file(&draft);
                }
                return done.map(|()| draft);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(std::io::Error::other("there is no free name for a draft beside it"))
}

fn words(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such folder".to_owned(),
        ErrorKind::PermissionDenied => "that is not permitted".to_owned(),
        _ => error.to_string(),
    }
}

fn cannot(path: &Path, why: &str) -> Failure {
    Failure::Input(format!("can't write {}: {why}", path.display()))
}
