//! The built-in games: every `.toml` file below `games/`, by the name of its file.

use include_dir::{Dir, File, include_dir};

use crate::definition::Library;

static GAMES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/games");

/// The built-in games.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltIn;

fn files<'a>(dir: &'a Dir<'a>, found: &mut Vec<(&'a str, &'a File<'a>)>) {
    for file in dir.files() {
        let path = file.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            found.extend(path.file_stem().and_then(|stem| stem.to_str()).map(|stem| (stem, file)));
        }
    }
    dir.dirs().for_each(|dir| files(dir, found));
}

fn sorted() -> Vec<(&'static str, &'static File<'static>)> {
    let mut found = Vec::new();
    files(&GAMES, &mut found);
    found.sort_by_key(|(name, _)| *name);
    found
}

/// Returns `true` if a game file says that other programs call the game so.
fn is_called(file: &File<'_>, name: &str) -> bool {
    let said = |line: &str| {
        let value = line.strip_prefix("uci")?.trim_start().strip_prefix('=')?.trim();
        // one name, or a list of them on the same line
        value.starts_with(['"', '[']).then(|| value.split('"').skip(1).step_by(2).any(|said| said == name))
    };
    file.contents_utf8().is_some_and(|text| text.lines().any(|line| said(line) == Some(true)))
}

impl Library for BuiltIn {
    fn find(&self, name: &str) -> Option<(&str, &str)> {
        let all = sorted();
        let by_name = all.iter().find(|(stem, _)| *stem == name);
        let (_, file) = by_name.or_else(|| all.iter().find(|(_, file)| is_called(file, name)))?;
        Some((file.path().to_str()?, file.contents_utf8()?))
    }

    fn names(&self) -> Vec<&str> {
        builtin_games()
    }
}

impl BuiltIn {
    /// Returns the values kept beside a built-in game, if there are any.
    pub(super) fn values(self, name: &str) -> Option<&'static str> {
        let (_, file) = sorted().into_iter().find(|(stem, _)| *stem == name)?;
        GAMES.get_file(file.path().with_extension("values"))?.contents_utf8()
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
    file.path().parent()?.file_name()?.to_str()
}

/// Returns the names of the built-in games, sorted.
///
/// ```
/// assert!(ferz::builtin_games().contains(&"courier"));
/// ```
pub fn builtin_games() -> Vec<&'static str> {
    sorted().into_iter().map(|(name, _)| name).collect()
}
