//! The storage of saves: written whole or not at all, never over another game.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::save::{Fault, Save};
use crate::disk;

/// The ending of a save's name.
const ENDING: &str = "ferz";
/// The maximum number of bytes read from a save.
const LARGEST: u64 = 4 << 20;

/// The place where one game is kept.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// Nowhere.
    Nowhere,
    /// In a new file of a directory, once there is something to keep.
    Within(PathBuf),
    /// In a file that must not exist yet.
    New(PathBuf),
    /// In a file that had this content when it was last seen.
    File(PathBuf, String),
}

impl Place {
    /// The file, if there is one already.
    pub(super) fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path, _) => Some(path),
            _ => None,
        }
    }

    /// Keeps a text here.
    pub(super) fn keep(&mut self, text: String) -> io::Result<()> {
        let path = match self {
            Self::Nowhere => return Ok(()),
            Self::Within(directory) => create_within(directory, &text)?,
            Self::New(path) => {
                disk::create(path, text.as_bytes())?;
                path.clone()
            }
            Self::File(path, seen) => {
                if fs::read_to_string(&path).is_ok_and(|found| found != *seen) {
                    return Err(io::Error::other("another program has changed the file"));
                }
                disk::replace(path, text.as_bytes())?;
                path.clone()
            }
        };
        *self = Self::File(path, text);
        Ok(())
    }
}

/// The directory for the saves of a game: its name, for a path with a number that distinguishes it from others of that name.
pub(super) fn directory(game: &str) -> Option<PathBuf> {
    let path = Path::new(game);
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' };
    let stem = path.file_stem().map_or(game.into(), |stem| stem.to_string_lossy());
    let stem: String = stem.chars().take(40).map(plain).collect();
    let name = if path.is_absolute() { format!("{stem}-{:08x}", fingerprint(game)) } else { stem };
    disk::state_home().map(|home| home.join(name))
}

/// FNV-1a.
fn fingerprint(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Reads a save.
pub(super) fn read(path: &Path) -> Result<(Save, String), Fault> {
    let fault =
        |error: &dyn std::fmt::Display| Fault { line: 0, message: format!("it can't be read: {error}") };
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| fault(&error))?;
    file.take(LARGEST).read_to_end(&mut bytes).map_err(|error| fault(&error))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..good].iter().filter(|&&byte| byte == b'\n').count();
        Fault { line, message: "it is not UTF-8 text".to_owned() }
    })?;
    Save::read(&text).map(|save| (save, text))
}

/// The saves of a game, or of all games, the one last played first.
pub(super) fn latest(game: Option<&str>) -> Vec<PathBuf> {
    let directories = match game {
        Some(game) => directory(game).into_iter().collect(),
        None => disk::state_home().map(|home| entries(&home)).unwrap_or_default(),
    };
    let saves = directories.iter().flat_map(|directory| entries(directory));
    let mut saves: Vec<_> = saves
        .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
        .map(|path| (fs::metadata(&path).and_then(|data| data.modified()).unwrap_or(UNIX_EPOCH), path))
        .collect();
    saves.sort();
    saves.into_iter().rev().map(|(_, path)| path).collect()
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    fs::read_dir(directory)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default()
}

/// Creates a file in a directory, named for the time.
fn create_within(directory: &Path, text: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(directory)?;
    let now = disk::stamp(SystemTime::now());
    for number in 1..1000 {
        let more = if number == 1 { String::new() } else { format!("-{number}") };
        let path = directory.join(format!("{now}{more}.{ENDING}"));
        match disk::create(&path, text.as_bytes()) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            done => return done.map(|()| path),
        }
    }
    Err(io::Error::from(ErrorKind::AlreadyExists))
}
