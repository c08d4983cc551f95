//! A game being played and kept: the actions on it, independent of the interface.

use std::io::ErrorKind;
use std::path::Path;

use ferz::{Game, Move, Outcome, PlayError, Side};

use super::ends::verdict;
use super::listing::last;
use super::record::{Record, absolute};
use super::seat::Seat;
use super::store::{Place, directory};
use crate::cli::common::Failure;

/// The result of a change: done, with a comment on the save if that failed; or the reason why not.
pub(super) type Done = Result<Option<String>, String>;

/// A game, its record, and what was taken back.
pub(super) struct Session {
    pub(super) game: Game,
    pub(super) record: Record,
    pub(super) resigned: Option<Side>,
    /// True if the engine waits though it is its turn.
    pub(super) paused: bool,
    /// The moves taken back, in the groups in which they were taken back.
    undone: Vec<Vec<String>>,
}

impl Session {
    pub(super) fn new(game: Game, record: Record, resigned: Option<Side>) -> Self {
        Self { game, record, resigned, paused: false, undone: Vec::new() }
    }

    pub(super) fn is_over(&self) -> bool {
        self.resigned.is_some() || self.game.outcome().is_some()
    }

    pub(super) fn seat(&self, side: Side) -> Seat {
        self.record.seats[side.index()]
    }

    /// Returns `true` if no person plays.
    pub(super) fn is_only_watched(&self) -> bool {
        !self.record.seats.contains(&Seat::Human)
    }

    /// Returns `true` if the engine is to move now.
    pub(super) fn awaits_engine(&self) -> bool {
        !self.paused && self.seat(self.game.side_to_move()) == Seat::Player && !self.is_over()
    }

    /// Plays a legal move, and saves it.
    pub(super) fn play(&mut self, mv: &Move) -> Done {
        self.game.play(mv).map_err(|error| error.to_string())?;
        self.undone.clear();
        Ok(self.keep())
    }

    /// Plays the move that a person has written; if there is none, returns the reason.
    pub(super) fn play_text(&mut self, text: &str) -> Done {
        let found = match self.resigned {
            Some(side) => {
                let reason = "resignation".to_owned();
                Err(PlayError::Over(Outcome { winner: Some(side.other()), reason }))
            }
            None => find(&self.game, text),
        };
        let mv = found.map_err(|error| self.explain(text, &error))?;
        self.paused = false;
        self.play(&mv)
    }

    /// Takes back the last move played by a person, and the engine's moves since.
    pub(super) fn undo(&mut self) -> Done {
        if self.resigned.take().is_some() {
            return Ok(self.keep());
        }
        let nobody = self.is_only_watched();
        let by_hand = |sitting: &Self, side| nobody || sitting.seat(side) == Seat::Human;
        if !self.game.moves().iter().any(|made| by_hand(self, made.side())) {
            return Err("You have no move to take back.".to_owned());
        }
        let mut group = Vec::new();
        while let Some(made) = self.game.undo() {
            group.push(made.to_string());
            if by_hand(self, made.side()) {
                break;
            }
        }
        self.paused = nobody;
        self.undone.push(group);
        Ok(self.keep())
    }

    /// Plays again what was taken back last.
    pub(super) fn redo(&mut self) -> Done {
        let group = self.undone.pop().ok_or("No move was taken back.")?;
        for mv in group.iter().rev() {
            self.game.play_text(mv).map_err(|error| error.to_string())?;
        }
        Ok(self.keep())
    }

    /// Lets the side to move give the game up.
    pub(super) fn resign(&mut self) -> Done {
        if self.is_over() {
            return Err("The game is over already.".to_owned());
        }
        self.resigned = Some(self.game.side_to_move());
        Ok(self.keep())
    }

    /// Keeps the game in another file from now on, which must not exist; returns a message on the result.
    pub(super) fn keep_in(&mut self, file: &str) -> String {
        match self.record.keep_in(Path::new(file), &self.game, self.resigned) {
            Ok(()) => format!("The game is now kept in {}.", absolute(Path::new(file)).display()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                format!("{file} exists already, and stays as it is: choose another name.")
            }
            Err(error) => format!("{file} can't be written: {error}."),
        }
    }

    /// Begins again, in a save of its own.
    pub(super) fn renew(&mut self) {
        while self.game.undo().is_some() {}
        self.resigned = None;
        self.undone.clear();
        self.paused = false;
        self.record.clock.reset();
        if !matches!(self.record.place, Place::Nowhere) {
            self.record.place = directory(&self.record.name).map_or(Place::Nowhere, Place::Within);
        }
    }

    /// Saves the game as it stands; returns a message if that failed, or if the game is now saved elsewhere.
    pub(super) fn keep(&mut self) -> Option<String> {
        self.record.keep(&self.game, self.resigned)
    }

    /// Returns `true` if the game has begun and is not over.
    pub(super) fn is_unfinished(&self) -> bool {
        !self.is_over() && !self.game.moves().is_empty()
    }

    /// The last words: how to go on.
    pub(super) fn parting(&self) -> Option<String> {
        self.is_unfinished().then(|| match self.record.resumption() {
            Some(command) => format!("\nThe game is saved. To go on:\n  {command}"),
            None => "\nThe game was not saved.".to_owned(),
        })
    }

    /// Fails if the game, which should have been saved, is lost.
    pub(super) fn kept(&self) -> Result<(), Failure> {
        match &self.record.lost {
            Some(why) => Err(Failure::Input(format!("the game was not saved: {why}"))),
            None => Ok(()),
        }
    }

    /// The result with its reason, or nothing while the game goes on.
    pub(super) fn verdict(&self) -> Option<String> {
        verdict(&self.game, self.resigned)
    }

    /// Returns the side to move: `Move 3: White to move, in check.`
    pub(super) fn turn(&self) -> String {
        let game = &self.game;
        let check = if self.viewer().is_none() && game.is_check() { ", in check" } else { "" };
        format!(
            "Move {}: {} to move{check}.",
            game.position().fullmove_number(),
            game.variant().side_name(game.side_to_move())
        )
    }

    /// Returns the last move, which was made by the engine: `Black plays 1... e5 (e7e5).`
    pub(super) fn engine_moved(&self) -> String {
        let Some(made) = self.game.moves().last() else { return String::new() };
        let side = self.game.variant().side_name(made.side());
        match last(&self.game, self.viewer()) {
            Some(mv) => format!("{side} plays {mv}."),
            None => format!("{side} has moved."),
        }
    }

    /// Returns a sentence on who plays which side.
    pub(super) fn who(&self) -> String {
        let [white, black] = Side::BOTH.map(|side| self.game.variant().side_name(side));
        match self.record.seats {
            [Seat::Human, Seat::Human] => "You play both sides.".to_owned(),
            [Seat::Human, Seat::Player] => format!("You play {white}, the engine {black}."),
            [Seat::Player, Seat::Human] => format!("You play {black}, the engine {white}."),
            [Seat::Player, Seat::Player] => "The engine plays both sides.".to_owned(),
        }
    }
}

/// Returns the move that is meant, even if spaces or capitals are unusual.
fn find(game: &Game, text: &str) -> Result<Move, PlayError> {
    let error = match game.parse_move(text) {
        Err(error) if error.is_illegal() => error,
        done => return done,
    };
    let joined: String = text.split_whitespace().collect();
    let small = joined.to_lowercase();
    match (game.parse_move(&joined), game.parse_move(&small)) {
        (Ok(mv), _) => Ok(mv),
        (_, Ok(mv)) if mv.to_string() == small => Ok(mv),
        _ => Err(error),
    }
}
