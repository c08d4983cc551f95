//! Files a user would miss: written atomically, overwritten only on request; and the directory of the program's own files.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Replaces a file, or writes a new one, by way of a draft beside it. What the file's name links to is replaced, not the link; its
/// permissions stay.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if real.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    if fs::metadata(&real).is_ok_and(|found| !found.is_file()) {
        // a device or a pipe can't be replaced like a file
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
/// An error of the kind [`ErrorKind::AlreadyExists`] if it exists.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let draft = drafted(path, bytes)?;
    // a hard link, unlike a rename, never replaces; if the file system has no links, the check above must do
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
    clear(folder_of(path), Some(&name));
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

/// The age from which a draft counts as abandoned: writing one takes only a moment.
const FORGOTTEN: Duration = Duration::from_secs(60);

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes the drafts that programs left behind in a folder when they were killed: those of the file of that name, or all of them. The file
/// that a draft is of has never been touched.
pub(crate) fn clear(folder: &Path, name: Option<&str>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let file = entry.file_name();
        let of = file.to_str().and_then(drafted_file);
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if of.is_some_and(|of| name.is_none_or(|name| name == of)) && age().is_some_and(|age| age > FORGOTTEN)
        {
            // if it can't be removed, it does no harm
            _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns the name of the file that a draft is of, from the name of the draft.
fn drafted_file(draft: &str) -> Option<&str> {
    let (name, numbers) = draft.strip_prefix('.')?.strip_suffix(".draft")?.rsplit_once('.')?;
    let (process, number) = numbers.split_once('-')?;
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (digits(process) && digits(number)).then_some(name)
}

/// Opens a regular file for reading. Anything else that has a name is refused: opening a pipe waits for whoever writes to it.
///
/// # Errors
/// If there is no such file, it is no regular file, or may not be read.
pub(crate) fn open(path: &Path) -> io::Result<fs::File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file"));
    }
    fs::File::open(path)
}

/// Describes an I/O error to the user who named the file.
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

/// The date in UTC, `2026-02-28`.
pub(crate) fn today() -> String {
    let now = stamp(SystemTime::now());
    now.split('T').next().unwrap_or_default().to_owned()
}

/// A time in UTC, `2026-02-28T23-59-59`.
pub(crate) fn stamp(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // years begin in March, so that the leap day is their last (H. Hinnant, chrono-compatible date algorithms)
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let shifted = (5 * day + 2) / 153;
    let (day, month) =
        (day - (153 * shifted + 2) / 5 + 1, if shifted < 10 { shifted + 3 } else { shifted - 9 });
    let year = era * 400 + year + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year}-{month:02}-{day:02}T{hour:02}-{minute:02}-{second:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_of_killed_programs_are_cleared_away() {
        let folder = std::env::temp_dir().join(format!("ferz-drafts-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (path, old) = (folder.join("a.toml"), SystemTime::now() - 2 * FORGOTTEN);
        let names = [".a.toml.17-0.draft", ".a.toml.18-2.draft", ".b.toml.17-0.draft", ".a.toml.x-0.draft"];
        for (number, name) in names.iter().enumerate() {
            let file = fs::File::create_new(folder.join(name)).unwrap();
            if number != 1 {
                file.set_modified(old).unwrap();
            }
        }
        replace(&path, b"text").unwrap();
        let mut left: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, [".a.toml.18-2.draft", ".a.toml.x-0.draft", ".b.toml.17-0.draft", "a.toml"]);
        clear(&folder, None);
        assert!(!folder.join(".b.toml.17-0.draft").exists() && folder.join(".a.toml.x-0.draft").exists());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn times_are_written_as_dates() {
        let at = |seconds| stamp(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00-00-00");
        assert_eq!(at(951_827_696), "2000-02-29T12-34-56");
        assert_eq!(at(1_772_323_199), "2026-02-28T23-59-59");
    }
}
