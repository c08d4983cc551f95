//! The games of a table: those that came in one PGN, and what becomes of a game when a variation takes its place.

use ferz::text::Severity;
use ferz::{Variant, pgn};

use super::super::fault::Fault;
use super::{Chapter, Notes, Origin, RESULT, Seat, Seats, Table, Tags, begin, telling};

/// The most games of a PGN that a table has.
const MOST: usize = 64;

impl Chapter {
    /// A game of a PGN.
    fn read(record: pgn::Record, variant: &Variant) -> Result<Self, Fault> {
        let played = record.play(variant, pgn::Notation::Coordinates);
        if let Some(fault) = played.faults.iter().find(|fault| fault.severity == Severity::Error) {
            let pgn::Place { line, column } = fault.place;
            return Err(Fault::refused(format!("the PGN, line {line}, column {column}: {}", fault.message)));
        }
        let start = record.begin(variant).ok().map(|game| game.fen());
        let end = record.termination.map(|end| (RESULT.to_owned(), end.word().to_owned()));
        Ok(Self {
            start: start.filter(|fen| *fen != variant.start().fen()),
            moves: played.game.moves().iter().map(ToString::to_string).collect(),
            notes: Notes::read(&played.record.line),
            tags: telling(record.tags.into_iter().map(|tag| (tag.name, tag.value)).chain(end)),
        })
    }
}

impl Table {
    /// A table for the games of a PGN, the first of them on the board. Games that can't be read are left out, which the page is told, as
    /// long as one can be.
    pub(in super::super) fn of_pgn(
        origin: Origin,
        variant: &Variant,
        text: &str,
        seats: Seats,
    ) -> Result<Self, Fault> {
        let none = || Fault::refused("there is no game in this PGN");
        if text.trim().is_empty() {
            return Err(none());
        }
        // moves without a result are an unfinished game
        let ends = ["*", "1-0", "0-1", "1/2-1/2"].iter().any(|result| text.trim_end().ends_with(result));
        let text = if ends { text.to_owned() } else { format!("{text}\n*\n") };
        let (mut chapters, mut faults, mut more) = (Vec::new(), Vec::new(), 0);
        for record in pgn::Reader::new(text.as_bytes()) {
            if chapters.len() == MOST {
                more += 1;
                continue;
            }
            let record = record.map_err(|error| Fault::refused(error.to_string()));
            match record.and_then(|record| Chapter::read(record, variant)) {
                Ok(chapter) => chapters.push(chapter),
                Err(fault) => faults.push(fault),
            }
        }
        let Some(first) = chapters.first().cloned() else {
            return Err(faults.into_iter().next().unwrap_or_else(none));
        };
        let several = chapters.len() > 1;
        // the engine plays on only where there is one game
        let seats = if several { Seats { white: Seat::Person, black: Seat::Person, ..seats } } else { seats };
        let mut table = Self::new(origin, variant, None, seats)?;
        table.load(&first)?;
        table.begun = several || table.start.is_some() || !table.game.moves().is_empty();
        if several {
            table.chapters = chapters;
        }
        table.note = left_out(&faults, more);
        Ok(table)
    }

    /// The games as PGN; `variant` is what their tags say, `today` is a date as `2026-05-31`.
    pub(in super::super) fn pgn(&self, variant: &str, today: &str) -> Result<String, Fault> {
        let own = self.record(variant, today).to_string();
        if self.chapters.is_empty() {
            return Ok(own);
        }
        let text = |(at, chapter): (usize, &Chapter)| {
            if at == self.chapter {
                return Ok(own.clone());
            }
            let mut other = Self::new(self.origin.clone(), self.game.variant(), None, self.seats)?;
            other.load(chapter)?;
            Ok(other.record(variant, today).to_string())
        };
        Ok(self.chapters.iter().enumerate().map(text).collect::<Result<Vec<_>, Fault>>()?.join("\n"))
    }

    /// What the games are called, each by its tags.
    pub(super) fn chapter_tags(&self) -> Vec<Tags> {
        let tags = |(at, chapter): (usize, &Chapter)| {
            if at == self.chapter { self.tags.clone() } else { chapter.tags.clone() }
        };
        self.chapters.iter().enumerate().map(tags).collect()
    }

    /// Puts another of the games on the board.
    pub(in super::super) fn turn_to(&mut self, chapter: usize) -> Result<(), Fault> {
        let wanted = self.chapters.get(chapter).cloned();
        let wanted = wanted.ok_or_else(|| Fault::missing("there is no game of that number here"))?;
        if chapter == self.chapter {
            return Ok(());
        }
        let left = Chapter {
            start: self.start.clone(),
            moves: self.moves(),
            notes: self.notes.clone(),
            tags: self.tags.clone(),
        };
        self.load(&wanted)?;
        self.chapters[self.chapter] = left;
        self.chapter = chapter;
        if let Some(clock) = &mut self.clock {
            clock.reset();
        }
        let note = self.note.take();
        self.changed();
        self.note = note;
        Ok(())
    }

    /// Puts a game on the board, as far as it can be played.
    fn load(&mut self, chapter: &Chapter) -> Result<(), Fault> {
        let game = begin(self.game.variant(), chapter.start.as_deref())?;
        self.enter(game, chapter.start.clone());
        self.setup.clone_from(&chapter.start);
        self.ahead.clear();
        self.notes.clone_from(&chapter.notes);
        self.tags = telling(chapter.tags.clone());
        self.play_on(&chapter.moves);
        Ok(())
    }

    /// Lets a variation take the place of what it is an alternative to: of another variation, or of the game, which becomes a variation.
    pub(super) fn promote(&mut self, path: &[String]) -> Result<(), Fault> {
        let made = self.moves();
        let same = made.iter().zip(path).take_while(|(one, other)| one == other).count();
        if same == path.len() {
            return Err(Fault::refused("this is the game, not a variation"));
        }
        self.notes.enter_all(path)?;
        if self.notes.raise(path, same) {
            return Ok(());
        }
        if self.clock.is_some() {
            return Err(Fault::refused("a game with a clock stays as it was played"));
        }
        self.notes.enter_all(&made)?;
        let line = self.notes.line_from(path);
        self.undo(Some(same))?;
        self.ahead.clear();
        self.play_on(&line[same..]);
        Ok(())
    }
}

/// Tells the page about games of a PGN that are not here.
fn left_out(faults: &[Fault], more: usize) -> Option<String> {
    let games = |count: usize| if count == 1 { "1 game is".to_owned() } else { format!("{count} games are") };
    let faulty =
        faults.first().map(|fault| format!("{} left out: {}.", games(faults.len()), fault.message()));
    let many = (more > 0).then(|| format!("Only the first {MOST} games are here; {more} more are left out."));
    let told: Vec<String> = faulty.into_iter().chain(many).collect();
    (!told.is_empty()).then(|| told.join(" "))
}
