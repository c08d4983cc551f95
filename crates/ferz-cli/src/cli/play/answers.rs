//! The output of the commands at the prompt.

use std::io;

use ferz::Game;
use ferz::MoveWords;

use super::super::draw::Mark;
use super::command::COMMANDS;
use super::listing::{history, move_lines, named, rules, square, written};
use super::seat::Seat;
use super::sight::{NO_ADVICE, nothing_to_list};
use super::store::Place;
use super::table::Table;

impl Table {
    /// Prints what a new player has to know.
    pub(super) fn greet(&self) -> io::Result<()> {
        let variant = self.game().variant();
        let (who, record) = (self.sitting.who(), &self.sitting.record);
        let level = match record.seats {
            [Seat::Human, Seat::Human] => String::new(),
            _ => format!(" Its level is {}.", record.level.number()),
        };
        let shown =
            example(self.game()).map_or_else(String::new, |info| match info.san == info.coordinates {
                true => format!(", such as {}", info.coordinates),
                false => format!(", such as {} or {}", info.coordinates, info.san),
            });
        let saved = match &record.place {
            Place::Nowhere => "The game is not saved.".to_owned(),
            Place::Within(_) => "The game is saved after every move.".to_owned(),
            Place::New(path) | Place::File(path, _) => {
                format!("The game is saved after every move, in {}.", path.display())
            }
        };
        self.screen.say(&format!(
            "{}. {who}{level}{}\nType a move{shown}. `moves` lists the legal moves, `rules` explains the pieces, `help` shows all commands.\n{saved}",
            variant.title(),
            self.sitting.sight()
        ))
    }

    /// The board and what is going on.
    pub(super) fn show(&mut self) -> io::Result<()> {
        self.stale = false;
        let viewer = self.sitting.viewer();
        let told = self.game().moves().last().is_some_and(|made| self.sitting.tells(made));
        let squares = if told { named(self.game()) } else { Vec::new() };
        let marks: Vec<_> = squares.into_iter().map(|square| (square, Mark::Last)).collect();
        self.screen.board(self.game(), &marks, viewer)?;
        if viewer.is_none() {
            self.game().remembered_beside(false).iter().try_for_each(|line| self.screen.say(line))?;
        }
        self.screen.say(&self.status())
    }

    /// Lists the legal moves: all, or those from a square, or of a piece.
    pub(super) fn moves(&mut self, of: &str) -> io::Result<()> {
        if self.sitting.is_over() {
            return self.screen.say("The game is over: there are no more moves.");
        }
        let pieces = self.game().variant().piece_types();
        let named = pieces.iter().find(|piece| piece.letter == of || piece.name.eq_ignore_ascii_case(of));
        let small = of.to_lowercase();
        let wanted = |info: &MoveWords| match named {
            _ if of.is_empty() => true,
            Some(piece) => info.piece == piece.name,
            None => info.from == small,
        };
        let lines = move_lines(self.game(), wanted);
        if lines.is_empty() {
            if self.sitting.viewer().is_some() {
                return self.screen.say(&nothing_to_list(of));
            }
            return self.screen.say(&self.no_moves(&small, named.map(|piece| piece.name.as_str())));
        }
        if !of.is_empty() {
            let moves = self.game().legal_moves().into_iter().map(|mv| self.game().in_words(&mv));
            let to = moves.filter(wanted).filter_map(|info| square(self.game().variant(), &info.to));
            let marks: Vec<_> = to.map(|to| (to, Mark::Target)).collect();
            self.screen.board(self.game(), &marks, self.sitting.viewer())?;
        }
        self.screen.say(&lines.join("\n"))
    }

    fn no_moves(&self, of: &str, piece: Option<&str>) -> String {
        let variant = self.game().variant();
        let us = self.game().side_to_move();
        let on_square = square(variant, of).map(|square| self.game().position().piece_at(square));
        match (piece, on_square) {
            (Some(piece), _) => format!("{} has no move with a {piece} now.", variant.side_name(us)),
            (_, None) => {
                format!(
                    "`{}` is neither a square of this board nor a piece of this game.",
                    ferz::text::shown(of)
                )
            }
            (_, Some(None)) => format!("There is no piece on {of}."),
            (_, Some(Some(piece))) => {
                let name = &variant[piece.piece_type].name;
                match piece.side == us {
                    true => format!("The {name} on {of} has no legal move now."),
                    false => format!("The {name} on {of} is {}'s, and it is {us}'s turn.", piece.side),
                }
            }
        }
    }

    pub(super) fn hint(&mut self) -> io::Result<()> {
        if self.sitting.is_over() {
            return self.screen.say("The game is over.");
        }
        if self.sitting.viewer().is_some() {
            return self.screen.say(NO_ADVICE);
        }
        let hint = self.hinted().map(|mv| written(&self.game().in_words(&mv)));
        self.screen.say(&hint.map_or_else(|| "There is no legal move.".to_owned(), |mv| format!("Try {mv}.")))
    }

    pub(super) fn history(&self) -> io::Result<()> {
        let text = history(self.game(), self.sitting.viewer());
        self.screen.say(if text.is_empty() { "No moves have been played." } else { &text })
    }

    pub(super) fn rules(&self) -> io::Result<()> {
        self.screen.say(&rules(self.game().variant()))
    }

    pub(super) fn save(&mut self, file: &str) -> io::Result<()> {
        if file.is_empty() {
            return self.screen.say("`save` needs the name of a file: `save my-game.ferz`.");
        }
        let words = self.sitting.keep_in(file);
        self.screen.say(&words)
    }

    /// Begins again, in a save of its own.
    pub(super) fn renew(&mut self) -> io::Result<()> {
        self.sitting.renew();
        self.stale = true;
        self.screen.say("A new game.")
    }

    pub(super) fn help(&self) -> io::Result<()> {
        let example =
            example(self.game()).map_or_else(String::new, |info| format!(", such as {}", written(&info)));
        let lines = COMMANDS.iter().map(|entry| {
            let written = format!("{}{}", entry.names[0], entry.operand);
            format!("  {written:<15} {}", entry.does)
        });
        let lines: Vec<String> = lines.collect();
        self.screen.say(&format!(
            "A move in coordinates or in short algebraic notation{example}, or:\n{}",
            lines.join("\n")
        ))
    }
}

/// Returns a legal move as an example of notation, if possible one whose short notation names a piece.
pub(super) fn example(game: &Game) -> Option<MoveWords> {
    let mut infos = game.legal_moves().into_iter().map(|mv| game.in_words(&mv));
    let first = infos.next()?;
    let telling = |info: &MoveWords| info.san.starts_with(|c: char| c.is_ascii_uppercase());
    Some(if telling(&first) { first } else { infos.find(telling).unwrap_or(first) })
}
