//! What the commands at the prompt answer.

use std::io;
use std::path::Path;

use super::super::draw::Mark;
use super::super::show;
use super::command::COMMANDS;
use super::listing::{history, last, men, written};
use super::record::absolute;
use super::screen::capital;
use super::seat::Seat;
use super::store::{Place, directory};
use super::table::Table;
use crate::board::Square;
use crate::{Game, StepInfo};

impl Table {
    /// What a new player has to know.
    pub(super) fn greet(&self) -> io::Result<()> {
        let variant = self.game.variant();
        let who = match self.record.seats {
            [Seat::Human, Seat::Human] => "You play both sides.",
            [Seat::Human, Seat::Player] => "You play White, the engine Black.",
            [Seat::Player, Seat::Human] => "You play Black, the engine White.",
            [Seat::Player, Seat::Player] => "The engine plays both sides.",
        };
        let level = match self.record.seats {
            [Seat::Human, Seat::Human] => String::new(),
            _ => format!(" Its level is {}.", self.record.level.number()),
        };
        let step = example(&self.game).map_or_else(String::new, |info| match info.san == info.coordinates {
            true => format!(", such as {}", info.coordinates),
            false => format!(", such as {} or {}", info.coordinates, info.san),
        });
        let saved = match &self.record.place {
            Place::Nowhere => "The game is not saved.".to_owned(),
            Place::Within(_) => "The game is saved after every step.".to_owned(),
            Place::New(path) | Place::File(path, _) => {
                format!("The game is saved after every step, in {}.", path.display())
            }
        };
        self.screen.say(&format!(
            "{}. {who}{level}\nWrite a step{step}. `moves` lists the legal ones, `rules` explains the pieces, `help` tells the rest.\n{saved}",
            variant.title()
        ))
    }

    /// The board and what is going on.
    pub(super) fn show(&mut self) -> io::Result<()> {
        self.stale = false;
        let made = self.game.made().last().map_or("", |made| made.coordinates.as_str());
        let marks: Vec<_> =
            squares(&self.game, made).into_iter().map(|square| (square, Mark::Last)).collect();
        self.screen.board(&self.game, &marks)?;
        self.game.remembered().iter().try_for_each(|line| self.screen.say(line))?;
        self.screen.say(&self.status())
    }

    /// The legal steps: all, or those from a square, or of a piece.
    pub(super) fn moves(&mut self, of: &str) -> io::Result<()> {
        if self.is_over() {
            return self.screen.say("The game is over: there are no more steps.");
        }
        let pieces = self.game.variant().pieces();
        let named = pieces.iter().find(|piece| piece.letter == of || piece.name.eq_ignore_ascii_case(of));
        let small = of.to_lowercase();
        let wanted = |info: &StepInfo| match named {
            _ if of.is_empty() => true,
            Some(piece) => info.piece == piece.name,
            None => info.from == small,
        };
        let lines = men(&self.game, wanted);
        if lines.is_empty() {
            return self.screen.say(&self.no_moves(&small, named.map(|piece| piece.name.as_str())));
        }
        if !of.is_empty() {
            let steps = self.game.steps().into_iter().filter(|&step| wanted(&self.game.info(step)));
            let marks: Vec<_> = steps.map(|step| (step.to, Mark::Target)).collect();
            self.screen.board(&self.game, &marks)?;
        }
        self.screen.say(&lines.join("\n"))
    }

    fn no_moves(&self, of: &str, piece: Option<&str>) -> String {
        let geometry = &self.game.variant().rules.geometry;
        let us = self.game.side();
        let man = geometry.parse(of).map(|square| self.game.at(geometry.file(square), geometry.rank(square)));
        let name = |kind: usize| self.game.variant().pieces()[kind].name.clone();
        match (piece, man) {
            (Some(piece), _) => format!("{} has no step with a {piece} now.", capital(us.name())),
            (_, None) => format!(
                "`{}` is no square of this board and no piece of this game.",
                crate::definition::shown(of)
            ),
            (_, Some(None)) => format!("No man stands on {of}."),
            (_, Some(Some((kind, side)))) if side == us => {
                format!("The {} on {of} has no legal step now.", name(kind))
            }
            (_, Some(Some((kind, side)))) => {
                format!("The {} on {of} is {}'s, and it is {}'s turn.", name(kind), side.name(), us.name())
            }
        }
    }

    pub(super) fn hint(&mut self) -> io::Result<()> {
        if self.is_over() {
            return self.screen.say("The game is over.");
        }
        let hint = self.hinted().map(|step| written(&self.game.info(step)));
        self.screen
            .say(&hint.map_or_else(|| "No step is left.".to_owned(), |step| format!("Perhaps {step}.")))
    }

    /// Takes back the last step somebody played by hand, and what the player did since.
    pub(super) fn undo(&mut self) -> io::Result<()> {
        if self.resigned.take().is_some() {
            return self.changed();
        }
        let human = |table: &Self, side: crate::Side| table.record.seats[side.index()] == Seat::Human;
        let nobody = !self.record.seats.contains(&Seat::Human);
        if !self.game.made().iter().any(|made| nobody || human(self, made.side)) {
            return self.screen.say("There is no step of yours to take back.");
        }
        let mut group = Vec::new();
        while let Some(made) = self.game.undo() {
            group.push(made.coordinates);
            if nobody || human(self, made.side) {
                break;
            }
        }
        self.paused = nobody;
        self.undone.push(group);
        self.changed()
    }

    pub(super) fn redo(&mut self) -> io::Result<()> {
        let Some(group) = self.undone.pop() else { return self.screen.say("No step was taken back.") };
        for step in group.iter().rev() {
            self.game.play(step).map_err(io::Error::other)?;
        }
        self.changed()
    }

    pub(super) fn history(&self) -> io::Result<()> {
        let text = history(&self.game);
        self.screen.say(if text.is_empty() { "No step has been played." } else { &text })
    }

    pub(super) fn rules(&self) -> io::Result<()> {
        let mut text = Vec::new();
        // writing to memory does not fail
        let _ = show::rules(&mut text, self.game.variant());
        self.screen.say(String::from_utf8_lossy(&text).trim_start_matches('\n'))
    }

    pub(super) fn save(&mut self, file: &str) -> io::Result<()> {
        if file.is_empty() {
            return self.screen.say("`save` wants the name of a file: `save my-game.ferz`.");
        }
        match self.record.keep_in(Path::new(file), &self.game, self.resigned) {
            Ok(()) => {
                self.screen.say(&format!("The game is now kept in {}.", absolute(Path::new(file)).display()))
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                self.screen.say(&format!("{file} exists already, and stays as it is: choose another name."))
            }
            Err(error) => self.screen.say(&format!("{file} can't be written: {error}.")),
        }
    }

    /// Begins again, in a save of its own.
    pub(super) fn renew(&mut self) -> io::Result<()> {
        while self.game.undo().is_some() {}
        self.resigned = None;
        self.undone.clear();
        self.paused = false;
        self.stale = true;
        if !matches!(self.record.place, Place::Nowhere) {
            self.record.place = directory(&self.record.name).map_or(Place::Nowhere, Place::Within);
        }
        self.screen.say("A new game.")
    }

    pub(super) fn help(&self) -> io::Result<()> {
        let example =
            example(&self.game).map_or_else(String::new, |info| format!(", such as {}", written(&info)));
        let lines = COMMANDS.iter().map(|entry| {
            let written = format!("{}{}", entry.names[0], entry.operand);
            format!("  {written:<15} {}", entry.does)
        });
        let lines: Vec<String> = lines.collect();
        self.screen.say(&format!(
            "A step in coordinates or in short algebraic notation{example}, or:\n{}",
            lines.join("\n")
        ))
    }

    /// The last words.
    pub(super) fn part(&self) -> io::Result<()> {
        let unfinished = !self.is_over() && last(&self.game).is_some();
        match self.record.resumption() {
            Some(command) if unfinished => {
                self.screen.say(&format!("\nThe game is saved. To go on:\n  {command}"))
            }
            None if unfinished => self.screen.say("\nThe game was not saved."),
            _ => Ok(()),
        }
    }
}

/// A legal step to show how steps are written, if possible one whose short writing names a piece.
fn example(game: &Game) -> Option<StepInfo> {
    let mut infos = game.steps().into_iter().map(|step| game.info(step));
    let first = infos.next()?;
    let telling = |info: &StepInfo| info.san.starts_with(|c: char| c.is_ascii_uppercase());
    Some(if telling(&first) { first } else { infos.find(telling).unwrap_or(first) })
}

/// The squares that a step in coordinate notation names.
fn squares(game: &Game, coordinates: &str) -> Vec<Square> {
    let geometry = &game.variant().rules.geometry;
    let starts = coordinates.char_indices().map(|(start, _)| &coordinates[start..]);
    starts.filter_map(|rest| geometry.parse_prefix(rest).map(|(square, _)| square)).collect()
}
