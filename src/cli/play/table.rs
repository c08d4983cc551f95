//! The game at the prompt: whose turn it is, what was written, what becomes of it.

use std::io;

use super::command::{self, Command};
use super::ends::verdict;
use super::input::{Answer, Input};
use super::listing::last;
use super::mistake::explain;
use super::player::Player;
use super::record::Record;
use super::screen::{Screen, capital, interactive};
use super::seat::Seat;
use crate::{Game, PlayError, Side, Step};

/// After so many steps of its own the player waits for a sign.
const PATIENCE: usize = 500;

/// A game being played at the prompt.
pub(super) struct Table {
    pub(super) game: Game,
    pub(super) record: Record,
    pub(super) screen: Screen,
    pub(super) resigned: Option<Side>,
    /// Steps taken back, in the groups in which they were.
    pub(super) undone: Vec<Vec<String>>,
    input: Input,
    player: Option<Player>,
    /// Whether the board on the screen is not that of the game.
    pub(super) stale: bool,
    /// Whether the player waits though it is its turn.
    pub(super) paused: bool,
}

/// Whether there is more to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    Leave,
}

impl Table {
    pub(super) fn new(game: Game, record: Record, mut screen: Screen, resigned: Option<Side>) -> Self {
        let seats = record.seats;
        screen.look.turned = seats == [Seat::Player, Seat::Human];
        let (input, undone) = (Input::new(), Vec::new());
        Self { game, record, screen, resigned, undone, input, player: None, stale: true, paused: false }
    }

    /// Plays until nobody wants to go on.
    pub(super) fn run(mut self) -> io::Result<()> {
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
                    self.screen.say("That line is longer than any step or command.")?;
                    Flow::On
                }
                Answer::Interrupted | Answer::End => Flow::Leave,
            };
            if flow == Flow::Leave {
                return self.part();
            }
            self.measure();
        }
    }

    /// A terminal may change its size at any time.
    fn measure(&mut self) {
        if let Some(columns) = self.input.columns() {
            self.screen.look.width = columns;
        }
    }

    fn prompt(&self) -> String {
        if self.is_over() { "over> ".to_owned() } else { format!("{}> ", self.game.side().name()) }
    }

    pub(super) fn is_over(&self) -> bool {
        self.resigned.is_some() || self.game.result().is_some()
    }

    fn seat(&self, side: Side) -> Seat {
        self.record.seats[side.index()]
    }

    /// Lets the player step while it is its turn.
    fn let_player_move(&mut self) -> io::Result<()> {
        for _ in 0..PATIENCE {
            if self.paused || self.is_over() || self.seat(self.game.side()) == Seat::Human {
                return Ok(());
            }
            let Some(step) = self.advice() else { return Ok(()) };
            let side = self.game.side();
            self.play(step)?;
            let step = last(&self.game).unwrap_or_default();
            self.screen.say(&format!("{} plays {step}.", capital(side.name())))?;
            if interactive() && !self.record.seats.contains(&Seat::Human) {
                self.show()?;
            }
        }
        self.paused = true;
        self.screen.say("An empty line lets the player go on.")
    }

    fn player(&mut self) -> Option<&Player> {
        if self.player.is_none() {
            self.player = Player::new(self.record.level, self.record.seed);
        }
        self.player.as_ref()
    }

    /// What the player does.
    fn advice(&mut self) -> Option<Step> {
        let game = self.game.clone();
        self.player()?.choose(&game)
    }

    /// What the player would do at its best.
    pub(super) fn hinted(&mut self) -> Option<Step> {
        let game = self.game.clone();
        self.player()?.advise(&game)
    }

    /// Plays a legal step, and keeps it.
    fn play(&mut self, step: Step) -> io::Result<()> {
        self.game.play_step(step).map_err(io::Error::other)?;
        self.undone.clear();
        self.changed()
    }

    /// Keeps the game after a change.
    pub(super) fn changed(&mut self) -> io::Result<()> {
        self.stale = true;
        match self.record.keep(&self.game, self.resigned) {
            Some(trouble) => self.screen.say(&trouble),
            None => Ok(()),
        }
    }

    fn obey(&mut self, line: &str) -> io::Result<Flow> {
        match command::read(line) {
            Command::Quit => return Ok(Flow::Leave),
            Command::Nothing => self.paused = false,
            Command::Step(text) => self.step(text)?,
            Command::Moves(of) => self.moves(of)?,
            Command::Hint => self.hint()?,
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::Board => self.stale = true,
            Command::Fen => self.screen.say(&self.game.fen())?,
            Command::History => self.history()?,
            Command::Rules => self.rules()?,
            Command::Flip => {
                self.screen.look.turned = !self.screen.look.turned;
                self.stale = true;
            }
            Command::Save(file) => self.save(file)?,
            Command::Resign => self.resign()?,
            Command::New => self.renew()?,
            Command::Help => self.help()?,
        }
        Ok(Flow::On)
    }

    fn step(&mut self, text: &str) -> io::Result<()> {
        if self.resigned.is_some() {
            return self.screen.say(&explain(&self.game, text, &PlayError::Over(String::new())));
        }
        match find(&self.game, text) {
            Ok(step) => {
                self.paused = false;
                self.play(step)
            }
            Err(error) => self.screen.say(&explain(&self.game, text, &error)),
        }
    }

    fn resign(&mut self) -> io::Result<()> {
        if self.is_over() {
            return self.screen.say("The game is over already.");
        }
        self.resigned = Some(self.game.side());
        self.changed()
    }

    /// Says what is going on, without the board.
    pub(super) fn status(&self) -> String {
        let step = last(&self.game).map_or_else(String::new, |step| format!(" Last step: {step}."));
        match verdict(&self.game, self.resigned) {
            Some(words) => format!("{}\n{words}\nThe game is over: `undo`, `new` or `quit`.", step.trim()),
            None => {
                let check = if self.game.in_check() { ", in check" } else { "" };
                let side = capital(self.game.side().name());
                format!("Move {}: {side} to move{check}.{step}", self.game.number())
            }
        }
    }
}

/// The step that is meant, also where blanks or capitals are unusual.
fn find(game: &Game, text: &str) -> Result<Step, PlayError> {
    let error = match game.find(text) {
        Err(error @ PlayError::Illegal(_)) => error,
        done => return done,
    };
    let joined: String = text.split_whitespace().collect();
    let small = joined.to_lowercase();
    match (game.find(&joined), game.find(&small)) {
        (Ok(step), _) => Ok(step),
        (_, Ok(step)) if game.coordinates(step) == small => Ok(step),
        _ => Err(error),
    }
}
