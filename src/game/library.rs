//! The built-in games: every `.toml` file below `games/`, by the name of its file.
//!
//! The feature `library` embeds them in the program. Without it, there are only those added by [`add_to_library`], which a page
//! in a browser fetches as it needs them.

use std::sync::{PoisonError, RwLock};

use crate::definition::{Derives, Library};
use crate::order;
use crate::rules::shuffled;

/// The built-in games.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BuiltIn;

/// A file of the library.
#[derive(Clone, Copy, Debug)]
struct File {
    /// Its path below `games/`, with slashes.
    path: &'static str,
    text: &'static str,
}

impl File {
    fn name(&self) -> &'static str {
        self.path.rsplit_once('/').map_or(self.path, |(_, name)| name)
    }

    /// Returns its name without the extension, if it has that extension.
    fn stem(&self, extension: &str) -> Option<&'static str> {
        self.name().strip_suffix(extension)?.strip_suffix('.').filter(|stem| !stem.is_empty())
    }

    /// Returns what a game file says under a key on a line of its own: one text, or a list of texts.
    fn said(&self, key: &str) -> impl Iterator<Item = &'static str> {
        let value = move |line: &'static str| {
            let value = line.strip_prefix(key)?.trim_start().strip_prefix('=')?.trim();
            value.starts_with(['"', '[']).then_some(value)
        };
        self.text.lines().filter_map(value).flat_map(|value| value.split('"').skip(1).step_by(2))
    }

    /// Returns `true` if a game file says that other programs call the game by this name.
    fn is_called(&self, name: &str) -> bool {
        self.said("uci").any(|said| said == name)
    }

    /// Returns `true` if the game has a [bare](bare) name, as its file's, its title, or a name in other programs.
    fn is_likely(&self, name: &str) -> bool {
        let stem = self.stem("toml").into_iter();
        stem.chain(self.said("uci")).chain(self.said("name")).any(|said| bare(said) == name)
    }
}

/// Returns a name without what programs write differently: capitals, spaces and signs.
pub(super) fn bare(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|sign| sign.to_ascii_lowercase()).collect()
}

/// The files that were added to this program's library.
static GIVEN: RwLock<Vec<File>> = RwLock::new(Vec::new());

/// Adds a file to the library of this program: a game file, or the values file beside one, by its path below the folder of all games. A file
/// with the same path is replaced. The texts stay in memory as long as the program runs.
///
/// ```
/// ferz::add_to_library("mine/tall.toml", "extends = \"chess\"\n[game]\nname = \"Tall\"\n");
/// assert!(ferz::builtin_games().contains(&"tall"));
/// assert_eq!(ferz::Variant::load("tall", &[])?.title(), "Tall");
/// # Ok::<(), ferz::LoadError>(())
/// ```
pub fn add_to_library(path: &str, text: &str) {
    let mut given = GIVEN.write().unwrap_or_else(PoisonError::into_inner);
    let old = given.iter().position(|file| file.path == path);
    if old.is_some_and(|old| given[old].text == text) {
        return;
    }
    let file = File { path: path.to_owned().leak(), text: text.to_owned().leak() };
    match old {
        Some(old) => given[old] = file,
        None => given.push(file),
    }
}

#[cfg(feature = "library")]
mod carried {
    use std::sync::LazyLock;

    use include_dir::{Dir, include_dir};

    use super::File;

    static GAMES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/games");

    pub(super) static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
        let mut found = Vec::new();
        below(&GAMES, &mut found);
        found
    });

    fn below(dir: &'static Dir<'static>, found: &mut Vec<File>) {
        let file = |file: &'static include_dir::File<'static>| {
            Some(File { path: file.path().to_str()?, text: file.contents_utf8()? })
        };
        found.extend(dir.files().filter_map(file));
        dir.dirs().for_each(|dir| below(dir, found));
    }
}

/// Returns all files of the library, beginning with those that were added.
fn files() -> Vec<File> {
    let given = GIVEN.read().unwrap_or_else(PoisonError::into_inner);
    #[cfg(feature = "library")]
    return given.iter().chain(&*carried::FILES).copied().collect();
    #[cfg(not(feature = "library"))]
    given.clone()
}

/// Returns all files of the library, sorted: the path below the folder of all games, and the text. Beside game files there are files of engine
/// values.
///
/// ```
/// assert!(ferz::library_files().iter().any(|(path, _)| *path == "chess/chess.toml"));
/// ```
pub fn library_files() -> Vec<(&'static str, &'static str)> {
    let mut found: Vec<_> = files().into_iter().map(|file| (file.path, file.text)).collect();
    order::by_key(&mut found, |(path, _)| *path);
    found.dedup_by_key(|(path, _)| *path);
    found
}

/// Returns the game files with their names, sorted by name.
fn sorted() -> Vec<(&'static str, File)> {
    let named = |file: File| Some((file.stem("toml")?, file));
    let mut found: Vec<_> = files().into_iter().filter_map(named).collect();
    order::by_key(&mut found, |(name, _)| *name);
    found.dedup_by_key(|(name, _)| *name);
    found
}

/// Returns the file of a built-in game by its name, its title, or its name in other programs: its path below the folder of all games, and
/// its text. Capitals, spaces and signs in a name don't matter, as programs differ in them.
///
/// ```
/// let (path, text) = ferz::builtin_file("chess").unwrap();
/// assert!(path == "chess/chess.toml" && text.contains("[pieces]"));
/// assert_eq!(ferz::builtin_file("King of the Hill"), ferz::builtin_file("kingofthehill"));
/// assert_eq!(ferz::builtin_file("nothing"), None);
/// ```
pub fn builtin_file(name: &str) -> Option<(&'static str, &'static str)> {
    let all = sorted();
    let by_name = all.iter().find(|(stem, _)| *stem == name);
    let called = || all.iter().find(|(_, file)| file.is_called(name));
    // a path is no name
    let bare = if name.contains(['/', '\\', '.']) { String::new() } else { bare(name) };
    let likely = || all.iter().find(|(_, file)| !bare.is_empty() && file.is_likely(&bare));
    let (_, file) = by_name.or_else(called).or_else(likely)?;
    Some((file.path, file.text))
}

impl Library for BuiltIn {
    fn find(&self, name: &str) -> Option<(&str, &str)> {
        builtin_file(name)
    }

    fn names(&self) -> Vec<&str> {
        builtin_games()
    }

    fn derives(&self) -> Derives {
        shuffled
    }
}

impl BuiltIn {
    /// Returns the values kept beside a built-in game, if there are any.
    pub(super) fn values(self, name: &str) -> Option<&'static str> {
        let (_, game) = sorted().into_iter().find(|(stem, _)| *stem == name)?;
        let beside = game.path.strip_suffix("toml")?;
        let values = files().into_iter().find(|file| file.path.strip_prefix(beside) == Some("values"));
        values.map(|file| file.text)
    }
}

/// Returns the family of a built-in game: the name of its folder.
///
/// ```
/// assert_eq!(ferz::builtin_family("shogi"), Some("drops"));
/// assert_eq!(ferz::builtin_family("nothing"), None);
/// ```
pub fn builtin_family(name: &str) -> Option<&'static str> {
    let (_, file) = sorted().into_iter().find(|(stem, _)| *stem == name)?;
    file.path.rsplit('/').nth(1)
}

/// Returns the description of a built-in game, in a sentence: the comment at the head of its file.
///
/// ```
/// assert_eq!(ferz::builtin_about("gothic").unwrap(), "Gothic Chess: Capablanca's pieces in another array.");
/// assert_eq!(ferz::builtin_about("nothing"), None);
/// ```
pub fn builtin_about(name: &str) -> Option<String> {
    let (_, file) = sorted().into_iter().find(|(stem, _)| *stem == name)?;
    let comments = file.text.lines().map_while(|line| line.strip_prefix('#'));
    let words: Vec<&str> = comments.filter(|line| !line.starts_with(":schema")).map(str::trim).collect();
    Some(words.join(" "))
}

/// Returns the names of the built-in games, sorted.
///
/// ```
/// assert!(ferz::builtin_games().contains(&"courier"));
/// ```
pub fn builtin_games() -> Vec<&'static str> {
    sorted().into_iter().map(|(name, _)| name).collect()
}
