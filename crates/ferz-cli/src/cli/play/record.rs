//! The record of a game: its save, written after every move, and messages about it.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use ferz::{Game, Level, Side};

use super::clock::Clock;
use super::ends::short;
use super::listing::numbers;
use super::save::Save;
use super::seat::Seat;
use super::store::{Place, directory};

/// The record of one game.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// A built-in game or the absolute path of a file.
    pub(super) name: String,
    pub(super) seats: [Seat; 2],
    pub(super) level: Level,
    pub(super) seed: u64,
    /// The FEN of the first position, if that is not the start position.
    pub(super) start: Option<String>,
    pub(super) clock: Clock,
    pub(super) place: Place,
    /// The reason why the game as it stands could not be saved, if it should have been.
    pub(super) lost: Option<String>,
}

impl Record {
    /// Saves the game as it stands; returns a message if that failed, or if the game is now saved elsewhere.
    pub(super) fn keep(&mut self, game: &Game, resigned: Option<Side>) -> Option<String> {
        if self.place.file().is_none() && game.moves().is_empty() && resigned.is_none() {
            return None;
        }
        let text = self.save(game, resigned).text();
        let Err(error) = self.place.keep(text.clone()) else { return None };
        let file = self.place.file().map(|path| path.display().to_string());
        let mut fresh = directory(&self.name).map_or(Place::Nowhere, Place::Within);
        match file {
            Some(file) if error.kind() == ErrorKind::Other && fresh.keep(text).is_ok() => {
                let new = fresh.file().map(|path| path.display().to_string()).unwrap_or_default();
                self.place = fresh;
                Some(format!("{file} is left alone: {error}. From now on the game is saved in {new}."))
            }
            _ => {
                self.place = Place::Nowhere;
                self.lost = Some(error.to_string());
                Some(format!("The game is not being saved: {error}. `save FILE` may find a better place."))
            }
        }
    }

    /// Returns `true` if the game is kept anywhere, or will be once it has begun.
    pub(super) fn is_kept(&self) -> bool {
        !matches!(self.place, Place::Nowhere)
    }

    /// Moves to another file, which must not exist.
    pub(super) fn keep_in(
        &mut self,
        path: &Path,
        game: &Game,
        resigned: Option<Side>,
    ) -> std::io::Result<()> {
        let mut place = Place::New(absolute(path));
        place.keep(self.save(game, resigned).text())?;
        (self.place, self.lost) = (place, None);
        Ok(())
    }

    /// Returns the save of the game.
    pub(super) fn save(&self, game: &Game, resigned: Option<Side>) -> Save {
        let moves = game.moves().iter().zip(game.sans()).zip(numbers(game)).map(|((made, san), number)| {
            let dots = if made.side() == Side::White { "." } else { "..." };
            (0, made.to_string(), format!("{number}{dots} {san}"))
        });
        Save {
            game: self.name.clone(),
            options: game.variant().options().into_iter().map(|option| (option.name, option.value)).collect(),
            start: self.start.clone(),
            clock: self.clock.clone(),
            seats: self.seats,
            level: self.level,
            seed: self.seed,
            result: short(game, resigned),
            moves: moves.collect(),
        }
    }

    /// The command that resumes the game, if it is saved.
    pub(super) fn resumption(&self) -> Option<String> {
        let file = self.place.file()?;
        let game = quoted(&self.name);
        let usual = directory(&self.name).is_some_and(|directory| file.parent() == Some(&*directory));
        let path = if usual { String::new() } else { format!(" {}", quoted(&file.display().to_string())) };
        Some(format!("ferz play {game} --resume{path}"))
    }
}

/// Returns an absolute path, so that it means the same wherever the game is resumed from.
pub(super) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// A word, quoted for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:+,@%".contains(c);
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}
