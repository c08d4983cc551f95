//! The game at the prompt: what was written, and what becomes of it.

use std::io;
use std::sync::atomic::AtomicBool;

use ferz::{Game, Move};

use super::command::{self, Command};
use super::input::{Answer, Input};
use super::listing::last;
use super::player::Player;
use super::screen::{Screen, interactive};
use super::seat::Seat;
use super::session::{Done, Session};

/// The number of the engine's own moves after which it waits for a key.
pub(super) const PATIENCE: usize = 500;

/// A game being played at the prompt.
pub(super) struct Table {
    pub(super) sitting: Session,
    pub(super) screen: Screen,
    input: Input,
    player: Option<Player>,
    /// True if the board on the screen is not that of the game.
    pub(super) stale: bool,
}

/// The flow after a command: to go on, or to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    Leave,
}

impl Table {
    pub(super) fn new(sitting: Session, mut screen: Screen) -> Self {
        screen.look.turned = sitting.record.seats == [Seat::Player, Seat::Human];
        Self { sitting, screen, input: Input::new(), player: None, stale: true }
    }

    /// Plays until the user leaves.
    pub(super) fn run(mut self) -> io::Result<Session> {
        self.measure();
        self.greet()?;
        loop {
            self.let_player_move()?;
            if self.stale {
                self.show()?;
            }
            let prompt = self.prompt();
            let flow = match self.input.ask(&prompt)? {
                Answer::Line(line) => self.obey(&line)?,
                Answer::TooLong => {
                    self.screen.say("That line is longer than any move or command.")?;
                    Flow::On
                }
                Answer::Interrupted | Answer::End => Flow::Leave,
            };
            if flow == Flow::Leave {
                self.sitting.parting().map_or(Ok(()), |words| self.screen.say(&words))?;
                return Ok(self.sitting);
            }
            self.measure();
        }
    }

    /// The position.
    pub(super) fn game(&self) -> &Game {
        &self.sitting.game
    }

    /// Reads the size of the terminal, which may change at any time.
    fn measure(&mut self) {
        if let Some(columns) = self.input.columns() {
            self.screen.look.width = columns;
        }
    }

    fn prompt(&self) -> String {
        if self.sitting.is_over() {
            "over> ".to_owned()
        } else {
            format!("{}> ", self.game().side_to_move().name())
        }
    }

    /// Lets the player move while it is its turn.
    fn let_player_move(&mut self) -> io::Result<()> {
        for _ in 0..PATIENCE {
            if !self.sitting.awaits_engine() {
                return Ok(());
            }
            let Some(mv) = self.advice() else { return Ok(()) };
            let done = self.sitting.play(&mv);
            self.tell(done)?;
            self.screen.say(&self.sitting.engine_moved())?;
            if interactive() && self.sitting.is_only_watched() {
                self.show()?;
            }
        }
        self.sitting.paused = true;
        self.screen.say("Press Enter to let the engine go on.")
    }

    fn player(&mut self) -> Option<&Player> {
        if self.player.is_none() {
            self.player = Player::new();
        }
        self.player.as_ref()
    }

    /// Returns the move that the player makes.
    fn advice(&mut self) -> Option<Move> {
        let (game, level, seed) = (self.game().clone(), self.sitting.record.level, self.sitting.record.seed);
        self.player()?.choose(&game, level, seed, &AtomicBool::new(false))
    }

    /// Returns the move that the player would make at its best.
    pub(super) fn hinted(&mut self) -> Option<Move> {
        let game = self.game().clone();
        self.player()?.advise(&game, &AtomicBool::new(false)).best
    }

    /// Prints the result of a change.
    fn tell(&mut self, done: Done) -> io::Result<()> {
        self.stale |= done.is_ok();
        match done {
            Ok(None) => Ok(()),
            Ok(Some(words)) | Err(words) => self.screen.say(&words),
        }
    }

    fn obey(&mut self, line: &str) -> io::Result<Flow> {
        let sitting = &mut self.sitting;
        match command::read(line) {
            Command::Quit => return Ok(Flow::Leave),
            Command::Nothing => sitting.paused = false,
            Command::Move(text) => {
                let done = sitting.play_text(text);
                self.tell(done)?;
            }
            Command::Undo => {
                let done = sitting.undo();
                self.tell(done)?;
            }
            Command::Redo => {
                let done = sitting.redo();
                self.tell(done)?;
            }
            Command::Resign => {
                let done = sitting.resign();
                self.tell(done)?;
            }
            Command::Moves(of) => self.moves(of)?,
            Command::Hint => self.hint()?,
            Command::Board => self.stale = true,
            Command::Fen => {
                let fen = |side| self.game().fen_seen_by(side);
                self.screen.say(&self.sitting.viewer().map_or_else(|| self.game().fen(), fen))?;
            }
            Command::History => self.history()?,
            Command::Rules => self.rules()?,
            Command::Flip => {
                self.screen.look.turned = !self.screen.look.turned;
                self.stale = true;
            }
            Command::Save(file) => self.save(file)?,
            Command::New => self.renew()?,
            Command::Help => self.help()?,
        }
        Ok(Flow::On)
    }

    /// Says what is going on, without the board.
    pub(super) fn status(&self) -> String {
        let mv = last(self.game(), self.sitting.viewer())
            .map_or_else(String::new, |mv| format!(" Last move: {mv}."));
        match self.sitting.verdict() {
            Some(words) => format!("{}\n{words}\nThe game is over: `undo`, `new` or `quit`.", mv.trim()),
            None => format!("{}{mv}", self.sitting.turn()),
        }
    }
}
