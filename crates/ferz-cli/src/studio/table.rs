//! A table at which a game is played: the position, the players, and the moves that can be replayed.

use ferz::{Choice, Game, Level, PlayError, Side, Variant, pgn};
use serde::Serialize;

use super::clock::{Clock, ClockView, MoveTime, TimeControl};
use super::fault::Fault;
use super::kept::{Chapter, RESULT, telling};
pub(super) use super::kept::{Kept, Origin, Seat, Seats, Tags, VERSION, choices};
use super::notes::{NoteView, Noted, Notes};
use super::start::begin;
use super::view::{MadeView, OptionView, PositionView, options};

#[path = "chapters.rs"]
mod chapters;

/// A table.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) origin: Origin,
    pub(super) game: Game,
    pub(super) start: Option<String>,
    /// The FEN that was asked for as the beginning: to where the game starts again.
    setup: Option<String>,
    /// The number of the first move.
    first: u32,
    /// True once there was anything to keep.
    begun: bool,
    /// Moves taken back, the next last.
    ahead: Vec<String>,
    /// Variations, comments and marks.
    notes: Notes,
    pub(super) seats: Seats,
    clock: Option<Clock>,
    tags: Tags,
    /// The games of its PGN, if there are several; what is kept here of the one on the board is out of date.
    chapters: Vec<Chapter>,
    /// The place of the one on the board.
    chapter: usize,
    /// Counts changes of any kind.
    pub(super) revision: u64,
    /// Counts changes of the rules.
    rules: u64,
    /// The page's message on the last change.
    note: Option<String>,
    pub(super) thinking: bool,
}

/// A table as the page sees it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Table"))]
pub(super) struct TableView {
    id: String,
    title: String,
    origin: Origin,
    revision: u64,
    rules: u64,
    note: Option<String>,
    /// True if the game can be started again from another position than it has.
    moved: bool,
    seats: Seats,
    clock: Option<ClockView>,
    /// The highest level of the engine; the lowest is 1.
    levels: u8,
    thinking: bool,
    start: Option<String>,
    first: u32,
    options: Vec<OptionView>,
    made: Vec<MadeView>,
    notes: Vec<NoteView>,
    /// The players, the event and the result, by their names in PGN.
    tags: Tags,
    /// The same of the games of its PGN, if there are several, and the place of the one on the board.
    chapters: Vec<Tags>,
    chapter: usize,
    ahead: usize,
    position: PositionView,
}

/// The options of a game whose values differ from the defaults of its file.
fn chosen(variant: &Variant) -> Vec<(String, String)> {
    variant.options().into_iter().map(|option| (option.name, option.value)).collect()
}

impl Table {
    /// A table for a new game.
    pub(super) fn new(
        origin: Origin,
        variant: &Variant,
        start: Option<String>,
        seats: Seats,
    ) -> Result<Self, Fault> {
        let game = begin(variant, start.as_deref())?;
        let seats = seats.sound()?;
        Ok(Self {
            origin,
            first: game.position().fullmove_number(),
            game,
            begun: start.is_some(),
            setup: start.clone(),
            start,
            ahead: Vec::new(),
            notes: Notes::default(),
            seats,
            clock: None,
            tags: Tags::new(),
            chapters: Vec::new(),
            chapter: 0,
            revision: 1,
            rules: 1,
            note: None,
            thinking: false,
        })
    }

    /// The game as a record; `variant` is what its tag says, `today` is a date as `2026-05-31`.
    fn record(&self, variant: &str, today: &str) -> pgn::Record {
        let mut record = pgn::Record::of(&self.game, pgn::Notation::San);
        if !self.notes.is_empty() {
            record.line = self.notes.line(&self.moves());
            record = record.play(self.game.variant(), pgn::Notation::San).record;
        }
        let level = self.seats.level;
        let name = |side| match self.seats.of(side) {
            Seat::Person => "person".to_owned(),
            Seat::Engine => format!("ferz, level {level}"),
        };
        record.set("Date", &today.replace('-', "."));
        record.set("White", &name(Side::White));
        record.set("Black", &name(Side::Black));
        for (tag, value) in self.tags.iter().filter(|(tag, _)| *tag != RESULT) {
            record.set(tag, value);
        }
        let agreed = self.tags.get(RESULT).and_then(|result| pgn::Termination::read(result));
        if let Some(result) = agreed.filter(|_| self.game.outcome().is_none()) {
            record.termination = Some(result);
            record.set(RESULT, result.word());
        }
        record.set("Variant", variant);
        if let Some(clock) = &self.clock {
            record.set("TimeControl", &clock.control().tag());
        }
        if let Some(loser) = self.flagged() {
            let winner = self.winner_on_time(loser);
            let result = winner.map_or(pgn::Termination::Draw, pgn::Termination::win);
            record.termination = Some(result);
            record.set("Result", result.word());
            record.set("Termination", "time forfeit");
        }
        record
    }

    /// A table as it was kept, by the rules with its choices.
    pub(super) fn restored(kept: &Kept, variant: &Variant) -> Result<Self, Fault> {
        let mut table = Self::new(kept.origin.clone(), variant, kept.start.clone(), kept.seats)?;
        if kept.changed {
            table.setup.clone_from(&kept.setup);
        }
        table.begun = true;
        table.notes.clone_from(&kept.notes);
        table.tags = telling(kept.tags.clone());
        table.chapters.clone_from(&kept.chapters);
        table.chapter = kept.chapter.min(kept.chapters.len().saturating_sub(1));
        let played = table.play_on(&kept.moves);
        if played == kept.moves.len() {
            table.ahead = kept.ahead.iter().rev().cloned().collect();
        }
        table.clock.clone_from(&kept.clock);
        if let Some(clock) = &mut table.clock {
            clock.after(played);
            if table.seats.of(table.game.side_to_move()) == Seat::Engine {
                clock.forget_turn();
            }
        }
        Ok(table)
    }

    pub(super) fn kept(&self) -> Kept {
        Kept {
            version: VERSION,
            title: self.game.variant().title().to_owned(),
            origin: self.origin.clone(),
            options: chosen(self.game.variant()),
            start: self.start.clone(),
            changed: self.start != self.setup,
            setup: self.setup.clone(),
            moves: self.moves(),
            ahead: self.ahead.iter().rev().cloned().collect(),
            notes: self.notes.clone(),
            seats: self.seats,
            clock: self.clock.clone(),
            tags: self.tags.clone(),
            chapters: self.chapters.clone(),
            chapter: self.chapter,
        }
    }

    pub(super) fn view(&self, id: &str) -> TableView {
        let mut position = PositionView::of(&self.game);
        if let Some(loser) = self.flagged() {
            position.end_on_time(self.game.variant(), loser, self.winner_on_time(loser));
        }
        TableView {
            id: id.to_owned(),
            title: self.game.variant().title().to_owned(),
            origin: self.origin.clone(),
            revision: self.revision,
            rules: self.rules,
            note: self.note.clone(),
            moved: !self.game.moves().is_empty() || self.start != self.setup,
            levels: Level::HIGHEST.number(),
            seats: self.seats,
            clock: self.clock.as_ref().map(|clock| clock.view(self.game.side_to_move())),
            thinking: self.thinking,
            start: self.start.clone(),
            first: self.first,
            options: options(self.game.variant()),
            made: MadeView::all(&self.game),
            notes: self.noted(),
            tags: self.tags.clone(),
            chapters: self.chapter_tags(),
            chapter: self.chapter,
            ahead: self.ahead.len(),
            position,
        }
    }

    /// Returns the position after `ply` moves.
    pub(super) fn at(&self, ply: usize) -> Result<Game, Fault> {
        if ply > self.game.moves().len() {
            return Err(Fault::missing(format!("the game has {} moves", self.game.moves().len())));
        }
        let mut game = self.game.clone();
        while game.moves().len() > ply {
            game.undo();
        }
        Ok(game)
    }

    /// Returns the game after moves from its beginning, those of the game or others.
    pub(super) fn after(&self, path: &[String]) -> Result<Game, Fault> {
        let same = self.game.moves().iter().zip(path).take_while(|(made, mv)| made.to_string() == **mv);
        let same = same.count();
        let mut game = self.at(same)?;
        for mv in &path[same..] {
            game.play_text(mv).map_err(|error| Fault::refused(error.to_string()))?;
        }
        Ok(game)
    }

    /// Changes what is written about the game.
    pub(super) fn annotate(&mut self, mut noted: Noted) -> Result<(), Fault> {
        if !noted.remove {
            let game = self.after(&noted.path)?;
            noted.path = game.moves().iter().map(ToString::to_string).collect();
        }
        match noted.promote {
            true => self.promote(&noted.path)?,
            false => self.notes.change(noted)?,
        }
        self.begun = true;
        self.changed();
        Ok(())
    }

    pub(super) fn noted(&self) -> Vec<NoteView> {
        match self.notes.is_empty() {
            true => Vec::new(),
            false => self.at(0).map(|game| self.notes.view(game)).unwrap_or_default(),
        }
    }

    /// Returns `true` if there is or was anything to keep: a game that was only viewed leaves nothing behind.
    pub(super) fn is_begun(&self) -> bool {
        self.begun
    }

    /// Keeps nothing until something is done.
    #[allow(dead_code, reason = "the server embeds no game")]
    pub(super) fn leave_unkept(&mut self) {
        self.begun = false;
    }

    /// The values of the options.
    pub(super) fn choices(&self) -> Vec<Choice> {
        choices(&chosen(self.game.variant()))
    }

    fn moves(&self) -> Vec<String> {
        self.game.moves().iter().map(|made| made.to_string()).collect()
    }

    fn make(&mut self, mv: &str) -> Result<(), PlayError> {
        let found = self.game.parse_move(mv)?;
        self.game.play(&found)
    }

    /// Plays moves as far as they are legal; returns their number.
    fn replay(&mut self, moves: &[String]) -> usize {
        moves.iter().take_while(|mv| self.make(mv).is_ok()).count()
    }

    /// Plays moves as far as they are legal, and tells the page if that is not all; returns their number.
    fn play_on(&mut self, moves: &[String]) -> usize {
        let played = self.replay(moves);
        if let Some(refused) = moves.get(played) {
            let why = self.make(refused).err().map_or_else(String::new, |error| format!(": {error}"));
            self.note = Some(format!(
                "Only {played} of {} moves can be played by the rules as they are now. Move {}, {refused}, is refused{why}.",
                moves.len(),
                played + 1
            ));
        }
        played
    }

    fn changed(&mut self) {
        self.revision += 1;
        self.note = None;
        if self.seats.of(self.game.side_to_move()) == Seat::Person {
            self.run_clock();
        }
    }

    /// Plays a move in any notation.
    pub(super) fn play(&mut self, mv: &str) -> Result<(), Fault> {
        let mover = self.game.side_to_move();
        if let Some(loser) = self.flagged() {
            return Err(Fault::refused(format!("{}'s time is up", self.game.variant().side_name(loser))));
        }
        self.make(mv).map_err(|error| Fault::refused(error.to_string()))?;
        self.tags.remove(RESULT);
        if let Some(clock) = &mut self.clock {
            clock.press(mover, self.game.side_to_move());
        }
        let made = self.game.moves().last().map(ToString::to_string);
        if self.ahead.last() == made.as_ref() {
            self.ahead.pop();
        } else {
            self.ahead.clear();
        }
        self.begun = true;
        self.changed();
        Ok(())
    }

    /// Starts the game again from its beginning by the present rules. The moves can be replayed.
    pub(super) fn restart(&mut self) -> Result<(), Fault> {
        let start = self.setup.clone();
        let game = begin(self.game.variant(), start.as_deref())?;
        let made = self.moves();
        self.enter(game, start);
        self.ahead.extend(made.into_iter().rev());
        if let Some(clock) = &mut self.clock {
            clock.reset();
        }
        self.changed();
        Ok(())
    }

    /// Goes on from the beginning of a game, without moves.
    fn enter(&mut self, game: Game, start: Option<String>) {
        self.first = game.position().fullmove_number();
        (self.game, self.start) = (game, start);
    }

    /// Takes moves back until only `to` of them are left; without a number, to where a person was to move.
    pub(super) fn undo(&mut self, to: Option<usize>) -> Result<(), Fault> {
        let made = self.game.moves();
        let persons = |ply: &usize| self.seats.of(made[*ply].side()) == Seat::Person;
        let last = made.len().checked_sub(1);
        let to = to.or_else(|| (0..made.len()).rev().find(persons)).or(last);
        let Some(to) = to.filter(|&to| to <= made.len()) else {
            return Err(Fault::refused("there is no move to take back"));
        };
        self.tags.remove(RESULT);
        while self.game.moves().len() > to {
            self.ahead.extend(self.game.undo().map(|made| made.to_string()));
        }
        if let Some(clock) = &mut self.clock {
            clock.back(to);
        }
        self.changed();
        Ok(())
    }

    /// Replays moves that were taken back, to where a person is to move or none is left.
    pub(super) fn redo(&mut self) -> Result<(), Fault> {
        let before = self.ahead.len();
        while let Some(mv) = self.ahead.pop() {
            if self.make(&mv).is_err() {
                self.ahead.clear();
                break;
            }
            if self.seats.of(self.game.side_to_move()) == Seat::Person {
                break;
            }
        }
        if before == 0 {
            return Err(Fault::refused("there is no move to replay"));
        }
        if let Some(clock) = &mut self.clock {
            clock.forget_turn();
            clock.after(self.game.moves().len());
        }
        self.changed();
        Ok(())
    }

    /// Says who plays, and where.
    pub(super) fn entitle(&mut self, tags: Tags) {
        self.tags = telling(tags);
        self.begun = true;
        self.changed();
    }

    pub(super) fn sit(&mut self, seats: Seats) -> Result<(), Fault> {
        self.seats = seats.sound()?;
        self.changed();
        Ok(())
    }

    /// Continues by other rules: with the same moves if they can be played, or else with the same position, or else with as many of the
    /// moves as can be played.
    pub(super) fn follow(&mut self, variant: &Variant) {
        let (moves, fen) = (self.moves(), self.game.fen());
        let start = self.start.clone();
        let from_start = start.as_deref().and_then(|fen| variant.start_from(fen).ok());
        let lost_start = start.is_some() && from_start.is_none();
        let start = start.filter(|_| !lost_start);
        self.enter(from_start.unwrap_or_else(|| variant.start()), start);
        let played = self.replay(&moves);
        self.changed();
        self.rules += 1;
        if played == moves.len() && !lost_start {
            return;
        }
        self.go_on(variant, &moves, &fen, played);
    }

    /// Continues from a position whose moves can't be played any more, or else after as many of them as could be.
    fn go_on(&mut self, variant: &Variant, moves: &[String], fen: &str, played: usize) {
        if let Ok(game) = variant.start_from(fen) {
            self.enter(game, Some(fen.to_owned()));
            self.ahead.clear();
            self.note = Some(
                "The rules have changed: the position is as it was, but the moves before it can no longer be played."
                    .to_owned(),
            );
        } else {
            self.ahead = moves[played..].iter().rev().cloned().collect();
            self.note = Some(format!(
                "The rules have changed: {played} of the {} moves can still be played.",
                moves.len()
            ));
        }
        if let Some(clock) = &mut self.clock {
            clock.after(self.game.moves().len());
        }
    }

    /// Returns `true` if the engine is to move.
    pub(super) fn awaits_engine(&self) -> bool {
        self.seats.of(self.game.side_to_move()) == Seat::Engine
            && self.game.outcome().is_none()
            && self.flagged().is_none()
            && !self.clock.as_ref().is_some_and(Clock::is_paused)
    }

    /// Lets the engine begin to think: the time that it has.
    pub(super) fn begin_thinking(&mut self) -> MoveTime {
        self.thinking = true;
        self.run_clock();
        MoveTime::of(self.seats.level, self.clock.as_ref(), self.game.side_to_move())
    }

    // ---- the clock

    /// Gives both sides this time for a game that begins.
    pub(super) fn set_clock(&mut self, control: TimeControl) -> Result<(), Fault> {
        let mut clock = Clock::new(control.sound()?);
        clock.after(self.game.moves().len());
        self.clock = Some(clock);
        Ok(())
    }

    /// Tells the time of day, in milliseconds since 1970.
    pub(super) fn tell_time(&mut self, now: u64) {
        if let Some(clock) = &mut self.clock {
            clock.tell(now);
        }
    }

    /// The side whose time is up.
    fn flagged(&self) -> Option<Side> {
        let mover = self.game.side_to_move();
        self.clock.as_ref().filter(|clock| clock.is_up(mover) && self.game.outcome().is_none()).map(|_| mover)
    }

    /// The winner when a side's time is up: nobody, if the other side can't win with the pieces that are left.
    fn winner_on_time(&self, late: Side) -> Option<Side> {
        Some(late.other()).filter(|&winner| self.game.position().can_win(winner))
    }

    /// Lets the time of the side to move run, unless this is its first move or the game is over.
    fn run_clock(&mut self) {
        let mover = self.game.side_to_move();
        let has_moved = self.game.moves().iter().any(|made| made.side() == mover);
        if let Some(clock) = self.clock.as_mut().filter(|_| has_moved && self.game.outcome().is_none()) {
            clock.start();
        }
    }

    /// Stops the clock until the next move, or lets it go on.
    pub(super) fn pause(&mut self, paused: bool) -> Result<(), Fault> {
        let mover = self.game.side_to_move();
        let clock = self.clock.as_mut().ok_or_else(|| Fault::refused("this game has no clock"))?;
        clock.pause(paused, mover);
        self.changed();
        Ok(())
    }

    /// Returns `true` if the engine plays both sides.
    pub(super) fn is_only_watched(&self) -> bool {
        self.seats.white == Seat::Engine && self.seats.black == Seat::Engine
    }
}

#[cfg(test)]
#[path = "tests/table.rs"]
mod tests;
