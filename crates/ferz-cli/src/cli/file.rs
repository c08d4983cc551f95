//! Reading files, and writing results: atomically, and over another file only on request.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Write, stdin, stdout};
use std::path::Path;

use super::common::Failure;
use crate::disk;

/// A file to be read, or standard input if none is named, or `-` is.
pub(super) fn open(path: Option<&str>) -> Result<Box<dyn BufRead>, Failure> {
    let Some(path) = path.filter(|path| *path != "-") else { return Ok(Box::new(stdin().lock())) };
    let file = fs::File::open(path).map_err(|error| Failure::Input(format!("can't read {path}: {error}")))?;
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

/// Writes bytes to a file, or to standard output if none is named; a file that is there is replaced.
pub(super) fn put(file: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    match file {
        Some(path) => replace(path, bytes),
        None => Ok(stdout().lock().write_all(bytes)?),
    }
}

/// Replaces a file, or writes a new one.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    disk::replace(path, bytes).map_err(|error| cannot(path, &error))
}

/// Writes a file that must not be there yet.
pub(super) fn create(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    disk::create(path, bytes).map_err(|error| cannot(path, &error))
}

fn cannot(path: &Path, error: &std::io::Error) -> Failure {
    let why = match error.kind() {
        ErrorKind::AlreadyExists => "it exists already (`--force` replaces it)".to_owned(),
        ErrorKind::NotFound => "there is no such folder".to_owned(),
        _ => disk::words(error),
    };
    Failure::Input(format!("can't write {}: {why}", path.display()))
}
