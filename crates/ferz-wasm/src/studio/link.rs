//! A game and its rules as one object, for a link.

use serde::{Deserialize, Serialize};

use super::fault::Fault;
use super::house::House;
use super::table::{Kept, Origin, Table, choices};

/// A game, with the text of its file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Link {
    game: Kept,
    /// The text of the file, if the game is not in the library.
    text: Option<String>,
}

/// Returns a table as a link carries it.
pub(super) fn of(house: &mut House, id: &str) -> Result<Link, Fault> {
    // whoever opens it was not there when the clock ran
    let game = Kept { clock: None, ..house.table(id)?.kept() };
    let text = match house.rules_of(&game.origin)? {
        super::thinker::Rules::Text { text, .. } => Some(text),
        super::thinker::Rules::Named(_) => None,
    };
    Ok(Link { game, text })
}

/// Opens the game of a link, as a table of its own; gives its name. Its file becomes one of this browser, under another name if there is
/// another file of its name. Unless it is to be kept, it goes with the page if no move is made.
pub(super) fn open(house: &mut House, link: Link, keep: bool) -> Result<String, Fault> {
    let Link { mut game, text } = link;
    if let (Origin::File(path), Some(text)) = (&game.origin, text) {
        let stem = path.strip_suffix(".toml").unwrap_or(path);
        let stem = super::new_file::named(stem)?;
        let mut path = format!("{stem}.toml");
        for number in 2.. {
            match house.files.iter().find(|file| file.path == path) {
                Some(file) if file.current() == text => break,
                Some(_) => path = format!("{stem}-{number}.toml"),
                None => {
                    house.add_file(&path, text)?;
                    break;
                }
            }
        }
        game.origin = Origin::File(path);
    }
    let variant = house.variant(&game.origin, &choices(&game.options))?;
    let mut table = Table::restored(&game, &variant)?;
    if !keep {
        table.leave_unkept();
    }
    house.open(table)
}
