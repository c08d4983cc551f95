//! New game files: their names, and the texts they begin with.

use std::path::Path;

use ferz::builtin_games;
use ferz::template::{self, Refusal};
use serde::Deserialize;

use super::fault::Fault;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewFile {
    /// Its name, without a folder.
    pub(super) name: String,
    /// The built-in game that it extends.
    #[serde(default)]
    from: Option<String>,
    /// The size of the board, if it extends none.
    #[serde(default)]
    size: Option<(u8, u8)>,
}

/// A text to begin with.
pub(super) fn beginning(new: &NewFile, name: &str, path: &Path) -> Result<String, Fault> {
    match (&new.from, new.size.unwrap_or((8, 8))) {
        (Some(game), _) if !builtin_games().contains(&&**game) => {
            Err(Fault::missing(format!("there is no game called `{game}`")))
        }
        (Some(game), _) => template::child(name, game, path).map_err(|refusal| match refusal {
            Refusal::Unsound(_) => Fault::refused(format!("{game} can't be extended under this name")),
            other => Fault::refused(other.to_string()),
        }),
        (None, (files @ 3..=16, ranks @ 4..=16)) => {
            Ok(template::template(&template::title(name), files.into(), ranks.into()))
        }
        _ => Err(Fault::bad("a board has 3 to 16 files and 4 to 16 ranks")),
    }
}

/// Signs of other forms (full-width, superscript, enclosed, mathematical), which some systems take for the plain ones.
fn is_fancy(sign: char) -> bool {
    matches!(sign, '\u{b2}'..='\u{b9}' | '\u{2070}'..='\u{218b}' | '\u{2460}'..='\u{24ff}' | '\u{f900}'..='\u{faff}' | '\u{fb00}'..='\u{fb06}'
        | '\u{ff00}'..='\u{ffef}' | '\u{1d400}'..='\u{1d7ff}' | '\u{1f100}'..='\u{1f1ff}')
}

/// Returns `true` for the name of a device, which can't be the name of a file on some systems, whatever follows its first dot.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let number = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    let numbered =
        number.is_some_and(|number| number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit()));
    numbered || ["CON", "PRN", "AUX", "NUL"].contains(&&*stem)
}

/// The name of a new file, without its ending.
pub(super) fn named(name: &str) -> Result<&str, Fault> {
    let name = name.trim();
    let name = name.strip_suffix(".toml").unwrap_or(name);
    let sign = |c: char| (c.is_alphanumeric() && !is_fancy(c)) || matches!(c, '-' | '_' | ' ' | '.');
    if !name.chars().all(sign) || !name.starts_with(char::is_alphanumeric) || name.len() > 80 {
        return Err(Fault::bad("a name consists of letters, digits and hyphens"));
    }
    match is_device(name) {
        true => Err(Fault::bad(format!("`{name}` is the name of a device on some systems: choose another"))),
        false => Ok(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_on_every_system() {
        for name in
            ["my-game", "My Game.toml", "schach_für.alle", "console", "com", "com10", "nullspiel", "чаша"]
        {
            assert!(named(name).is_ok(), "{name}");
        }
        for name in ["CON", "con.toml", "Nul.x", "lpt9", "ＮＵＬ", "com¹", "𝐂𝐎𝐍", "a/b", "a:b", ".a", " ", ""]
        {
            assert!(named(name).is_err(), "{name}");
        }
    }
}
