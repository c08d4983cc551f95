//! Texts to begin a new game with.

use std::path::{Component, Path};

use crate::format::format;
use crate::lint::{Checked, check_text};
use crate::{LoadError, Variant, builtin_games};

/// The error of a game that can't be extended.
#[derive(Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// The game to begin from can't be loaded.
    Unloaded(LoadError),
    /// A file or a folder can't be read.
    Unreadable(String),
    /// The text would not load.
    Unsound(Box<Checked>),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unloaded(error) => error.fmt(f),
            Self::Unreadable(message) => f.write_str(message),
            Self::Unsound(_) => f.write_str("the game can't be extended under this name"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Returns the name of the file of a game: lower-case letters with dashes for spaces, and the extension.
///
/// ```
/// assert_eq!(ferz::template::file_name("My Game"), "my-game.toml");
/// ```
pub fn file_name(name: &str) -> String {
    format!("{}.toml", name.to_lowercase().replace(' ', "-"))
}

/// Returns the title of a game by the name of its file, without the extension.
///
/// ```
/// assert_eq!(ferz::template::title("my-game"), "My Game");
/// ```
pub fn title(name: &str) -> String {
    let words = name.split(['-', '_', ' ']).filter(|word| !word.is_empty());
    words.map(crate::feature::scope::sentence).collect::<Vec<_>>().join(" ")
}

/// Returns a text that extends another game, built in or a file by its path, and is to be written to `path`. `name` is that of the new game,
/// as [`title`] reads it.
///
/// ```
/// let text = ferz::template::child("my-courier", "courier", "my-courier.toml".as_ref())?;
/// assert!(text.contains("\nextends = \"courier\"\n") && text.contains("\"My Courier\""));
/// # Ok::<(), ferz::template::Refusal>(())
/// ```
///
/// # Errors
/// If the other game can't be loaded or found from the folder of `path`, or its child would not load.
pub fn child(name: &str, game: &str, path: &Path) -> Result<String, Refusal> {
    let parent = Variant::load(game, &[]).map_err(Refusal::Unloaded)?;
    let named = builtin_games().contains(&game) && !Path::new(game).is_file();
    let extends = if named { game.to_owned() } else { way(path, Path::new(game))? };
    let first = parent.piece_types().first();
    let (piece, letter) =
        first.map_or_else(Default::default, |piece| (piece.name.clone(), piece.letter.clone()));
    let moves = first.map_or_else(String::new, |piece| piece.notation.replace('"', ""));
    let text = format!(
        "\
# {title}: {from}, but …

extends = {extends}

[game]
name    = {title_quoted}
sources = []
notes   = []

# Write only what differs. A table is merged key by key, anything else replaces what was there, and `false` removes it.
# `ferz show {game}` prints the rules so far, `ferz diff {game} {file}` what you have changed.

# [pieces]
# {piece} = {{ moves = \"{moves}\" }}                   # the {piece} moves differently
# wizard = {{ letter = \"{free}\", moves = \"F C\" }}    # a new piece: give it a place in the start position

# [end]
# checkmate = {{ lose = \"checkmate\" }}

# Examples show that the rules are what you intend; `ferz test {file}` runs them.

[[example]]
shows = \"the moves at the start\"
count = {count}
",
        title = title(name),
        from = parent.title(),
        extends = quoted(&extends),
        title_quoted = quoted(&title(name)),
        file = path.display(),
        free = free_letter(&parent, &letter),
        count = parent.start_position().legal_moves().len(),
    );
    sound(&text, path)?;
    Ok(text)
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    toml_edit::Value::from(text).to_string()
}

fn free_letter(parent: &Variant, other: &str) -> char {
    let taken: Vec<String> = parent.piece_types().iter().map(|piece| piece.letter.clone()).collect();
    let free =
        ('A'..='Z').rev().find(|letter| !taken.contains(&letter.to_string()) && *other != letter.to_string());
    free.unwrap_or('?')
}

/// The way from the folder of one file to another file, as `extends` writes it.
fn way(from: &Path, to: &Path) -> Result<String, Refusal> {
    let cannot = |path: &Path, error: std::io::Error| {
        Refusal::Unreadable(format!("can't read {}: {error}", path.display()))
    };
    let folder = from.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().map_err(|error| cannot(folder, error))?;
    let target = to.canonicalize().map_err(|error| cannot(to, error))?;
    let (mine, theirs): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (folder.components().collect(), target.components().collect());
    let shared = mine.iter().zip(&theirs).take_while(|(one, other)| one == other).count();
    let up = std::iter::repeat_n("..".to_owned(), mine.len() - shared);
    let down = theirs[shared..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    let parts: Vec<String> = up.chain(down).collect();
    let start = if parts.first().is_some_and(|part| part == "..") { "" } else { "./" };
    Ok(format!("{start}{}", parts.join("/")))
}

/// Refuses to write what doesn't load.
fn sound(text: &str, path: &Path) -> Result<(), Refusal> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let checked = check_text(&path.to_string_lossy(), text, Some(folder));
    match checked.report.has_errors() {
        true => Err(Refusal::Unsound(Box::new(checked))),
        false => Ok(()),
    }
}

/// Returns White's first rank: rooks at the sides, knights beside them, the royal piece in the middle, as far as there is room.
fn row(files: usize) -> String {
    let piece = |file: usize| match file {
        _ if file == files / 2 => "K",
        _ if file == 0 || file + 1 == files => "R",
        _ if files >= 6 && (file == 1 || file + 2 == files) => "N",
        _ => ".",
    };
    (0..files).map(piece).collect::<Vec<_>>().join(" ")
}

/// Returns the text of a small game with this title on a board of this size, with comments on further possibilities. It loads on boards of 3
/// to 16 files and 4 to 16 ranks.
///
/// ```
/// let text = ferz::template::template("My Game", 10, 8);
/// let game = ferz::Variant::from_text("my-game", &text, &[])?;
/// assert_eq!((game.title(), game.files(), game.ranks()), ("My Game", 10, 8));
/// # Ok::<(), ferz::LoadError>(())
/// ```
pub fn template(title: &str, files: usize, ranks: usize) -> String {
    let knight = files >= 6;
    let pawns = vec!["P"; files].join(" ");
    let second = if ranks >= 6 { format!(", \"{pawns}\"") } else { String::new() };
    let knight_line = if knight { "knight = { letter = \"N\", moves = \"N\" }\n" } else { "" };
    let (pawn_line, promotion) = match ranks >= 6 {
        true => (
            "pawn   = { letter = \"P\", moves = \"fmW fcF\" }   # it moves straight forward and captures diagonally forward\n",
            format!(
                "[promotion]\npieces = \"pawn\"\non     = \"rank {ranks}\"        # as White sees it; Black's is opposite\nto     = \"any but king, pawn\"\n\n"
            ),
        ),
        false => ("", String::new()),
    };
    let idle = if ranks >= 6 { "capture or pawn move" } else { "capture" };
    let text = format!(
        "\
# {title}: say here in one sentence what the game is.
#
# `ferz check FILE` shows what is wrong with this file, `ferz play FILE` plays the game, `ferz rules FILE` writes its rule sheet.

[game]
name    = {name}
# year     = 2025
# inventor = \"you\"
sources = []               # where the rules are written down
notes   = []               # what else a reader should know

[board]
files = {files}
ranks = {ranks}
# squares  = \"dark\"        # the squares in play, if not all
# symmetry = \"rotate\"      # how Black sees the board, if not mirrored

# [regions]
# centre = \"b2..c3\"        # names for squares

[pieces]                   # moves are in Betza's notation: W is one square orthogonally, F one diagonally, N the knight's leap …
king   = {{ letter = \"K\", moves = \"K\", royal = true }}   # royal: it must not be left attacked
rook   = {{ letter = \"R\", moves = \"R\" }}
{knight_line}{pawn_line}
[setup]                    # White's ranks from the first; Black's pieces stand opposite
white = [\"{}\"{second}]

{promotion}[end]                      # each is about a player; the first that holds decides
checkmate   = {{ lose = \"checkmate\" }}
stalemate   = {{ draw = \"stalemate\" }}
repetition  = {{ draw = \"third occurrence\" }}
no-progress = {{ draw = \"50 moves without {idle}\" }}

# Examples show that the rules are what you intend; `ferz test FILE` runs them.

[[example]]
shows  = \"the game is not over before it begins\"
result = \"unfinished\"
",
        row(files),
        name = quoted(title),
    );
    format(&text).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_checks_without_a_word_and_is_laid_out() {
        for files in 3..=16 {
            for ranks in 4..=16 {
                let text = template("A \"b\"", files, ranks);
                let checked = check_text("new.toml", &text, None);
                let errors = checked
                    .report
                    .diagnostics()
                    .iter()
                    .filter(|d| d.severity != crate::text::Severity::Advice);
                let found: Vec<_> = errors.map(|problem| (problem.code, &problem.message)).collect();
                assert_eq!(found, [], "{files}x{ranks}");
                assert_eq!(format(&text).as_deref(), Ok(&*text), "{files}x{ranks}");
            }
        }
    }

    #[test]
    fn every_built_in_game_can_be_extended() {
        for name in builtin_games() {
            let text = child("mine", name, Path::new("mine.toml"))
                .unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
            assert_eq!(format(&text).as_deref(), Ok(&*text), "{name}");
        }
    }

    #[test]
    fn a_name_becomes_a_title() {
        assert_eq!(title("my-first_game"), "My First Game");
    }
}
