//! Reading files, and writing results: atomically, and over another file only on request.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use super::common::Failure;
use crate::disk;

/// A file to be read, or standard input if none is named, or `-` is.
pub(super) fn open(path: Option<&str>) -> Result<Box<dyn BufRead>, Failure> {
    let Some(path) = path.filter(|path| *path != "-") else { return Ok(Box::new(stdin().lock())) };
    let file = fs::File::open(path).map_err(|error| Failure::Input(format!("can't read {path}: {error}")))?;
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

/// Writes bytes to a file, or to standard output if none is named; an existing file is replaced.
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

/// Writes a file that must not exist yet.
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

/// The files that the arguments name; those of a folder and its subfolders in the order of their names.
pub(super) fn game_files(said: &[String]) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    for name in said {
        if !Path::new(name).is_dir() {
            files.push(name.clone());
            continue;
        }
        let mut found = Vec::new();
        below(Path::new(name), &mut found)
            .map_err(|error| Failure::Usage(format!("can't read the folder {name}: {error}")))?;
        if found.is_empty() {
            return Err(Failure::Usage(format!("there is no `.toml` file in the folder {name}")));
        }
        found.sort();
        files.extend(found.iter().map(|path| path.to_string_lossy().into_owned()));
    }
    Ok(files)
}

/// Finds the game files in a folder and its subfolders; links to folders and hidden folders are not followed.
fn below(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if entry.file_type()?.is_dir() {
            if !hidden {
                below(&path, found)?;
            }
        } else if !hidden && path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
    Ok(())
}

/// The extension of a file to be written, in lower case; none if the name indicates no format, as with `/dev/null`.
pub(super) fn ending(file: Option<&Path>) -> Option<String> {
    file.and_then(Path::extension).map(|ending| ending.to_string_lossy().to_lowercase())
}

/// The failure of a command that can't write such a format.
pub(super) fn no_format(ending: &str, known: &str) -> Failure {
    let shown = ferz::text::shown(ending);
    Failure::Usage(format!(
        "there is no format `.{shown}` here: end the name of the file in {known}, or choose with `--format`"
    ))
}
