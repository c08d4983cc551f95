//! `ferz new`

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use ferz::Variant;
use ferz::read_game_file;
use ferz::template::{Refusal, child, file_name, template, title};

use super::common::{Failure, drawn};
use super::file;

/// Start a new game file: a commented template that checks without errors, or a child of another game
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz new my-courier --from courier")]
pub(super) struct Args {
    /// The name of the game; the file gets the same name, in lower-case letters with hyphens for spaces, and `.toml`
    #[arg(value_name = "NAME")]
    name: String,
    /// Extend this game, built in or a file
    #[arg(long, value_name = "GAME")]
    from: Option<String>,
    /// Copy the other game instead of extending it
    #[arg(long, requires = "from")]
    copy: bool,
    /// The size of the board, files by ranks
    #[arg(long, value_name = "WxH", conflicts_with = "from")]
    board: Option<String>,
    /// Write to this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the file if it already exists
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let name = stem(&args.name)?;
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(file_name(&name)));
    let text = match (&args.from, args.copy) {
        (Some(game), true) => copied(game)?,
        (Some(game), false) => child(&name, game, &path)?,
        (None, _) => {
            let (files, ranks) = size(args.board.as_deref().unwrap_or("8x8"))?;
            template(&title(&name), files, ranks)
        }
    };
    match args.force {
        true => file::replace(&path, text.as_bytes())?,
        false => file::create(&path, text.as_bytes())?,
    }
    let shown = path.display().to_string();
    let quoted = if shown.contains(' ') { format!("\"{shown}\"") } else { shown };
    writeln!(stdout(), "{quoted} has been written. To try it: ferz check {quoted}, ferz play {quoted}")?;
    Ok(())
}

/// The name without its extension; it must be one that a file can have.
fn stem(name: &str) -> Result<String, Failure> {
    let stem = name.strip_suffix(".toml").unwrap_or(name);
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ' | '.');
    match stem.chars().all(plain) && stem.starts_with(char::is_alphanumeric) {
        true => Ok(stem.to_owned()),
        false => Err(Failure::Usage(format!(
            "`{}` can't be the name of a game: use letters, digits and hyphens, and `-o` for a file elsewhere",
            ferz::text::shown(name)
        ))),
    }
}

fn size(text: &str) -> Result<(usize, usize), Failure> {
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|n| (1..=16).contains(n));
    let parts: Option<(usize, usize)> =
        text.split_once(['x', 'X', '×']).and_then(|(files, ranks)| Some((number(files)?, number(ranks)?)));
    match parts {
        Some((files, ranks)) if files >= 3 && ranks >= 4 => Ok((files, ranks)),
        _ => Err(Failure::Usage(format!(
            "`--board {}` must be files by ranks, such as `10x8`: 3 to 16 files, 4 to 16 ranks",
            ferz::text::shown(text)
        ))),
    }
}

fn copied(game: &str) -> Result<String, Failure> {
    // what can't be read is reported as by any other command
    Variant::load(game, &[])?;
    let (text, _) = read_game_file(Path::new(game)).map_err(Failure::Usage)?;
    // the line that names the schema is for the place of the original file
    let kept = text.lines().filter(|line| !line.starts_with("#:schema"));
    Ok(kept.map(|line| format!("{line}\n")).collect())
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unloaded(error) => error.into(),
            Refusal::Unreadable(message) => Self::Usage(message),
            Refusal::Unsound(checked) => Self::Input(drawn(&checked.report, &checked.sources)),
            other => Self::Input(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_sizes_are_looked_at() {
        assert_eq!(stem("x.toml").ok().as_deref(), Some("x"));
        for bad in ["", "../x", "a/b", "-x", "a\u{0}"] {
            assert!(stem(bad).is_err(), "{bad}");
        }
        assert_eq!(size("10x8").ok(), Some((10, 8)));
        for bad in ["8", "x", "0x8", "17x8", "8x8x8", "2x2", "-1x8", "8x"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }
}
