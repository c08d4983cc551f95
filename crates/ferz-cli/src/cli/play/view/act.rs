//! The execution of intents.

use super::super::answers::example;
use super::super::listing::{rules, written};
use super::super::screen::wrap;
use super::super::sight::NO_ADVICE;
use super::keys::{self, Act, Intent};
use super::sheet::{Menu, Pick, Sheet};
use super::state::{Echo, Flow, Purpose, View, Writing};
use ferz::Level;
use ratatui::layout::Rect;

/// The longest text that can mean anything, in bytes.
const LONGEST: usize = 4096;
/// Lines that a page of text goes by.
const PAGE: isize = 10;

impl View {
    /// Carries out an intent.
    pub(super) fn obey(&mut self, intent: Intent) -> Flow {
        let echo = self.echo.take();
        match intent {
            Intent::Resize(width, height) => self.size = Rect::new(0, 0, width, height),
            Intent::Suspend => return Flow::Suspend,
            Intent::Interrupt if self.leaving() => return Flow::Leave,
            Intent::Interrupt => return self.act(Act::Quit),
            Intent::Char(letter) if echo.as_ref().is_some_and(|echo| self.goes_on(echo, letter)) => {
                self.take_back(echo, letter);
            }
            intent if self.sheet.is_some() => return self.in_sheet(intent),
            intent if self.writing.is_some() => self.in_writing(intent),
            intent => return self.on_board(intent),
        }
        Flow::On
    }

    fn on_board(&mut self, intent: Intent) -> Flow {
        match intent {
            Intent::Go(right, down) => self.go(right, down),
            Intent::Confirm if self.sitting.is_only_watched() => self.sitting.paused = !self.sitting.paused,
            Intent::Confirm => self.choose(self.cursor),
            Intent::Cancel => self.cancel(),
            Intent::Point(column, row) => self.point(column, row),
            Intent::Char(letter) => return self.letter(letter),
            Intent::Paste(text) => self.paste(&text),
            Intent::Act(act) => return self.act(act),
            _ => {}
        }
        Flow::On
    }

    // ---- writing

    /// Handles a letter: a command, or the beginning of a move.
    fn letter(&mut self, letter: char) -> Flow {
        if let Some(act) = keys::command(letter) {
            let back = self.past.as_ref().map_or(0, |(back, _)| *back);
            let (turned, bar, words) = (self.shape.turned, self.bar, self.words.clone());
            let flow = self.act(act);
            self.echo = Some(Echo { letter, turned, bar, back, words });
            return flow;
        }
        match letter {
            ' ' => return self.on_board(Intent::Confirm),
            '/' | ':' => self.write(Purpose::Move, String::new()),
            '+' => self.write(Purpose::Move, letter.to_string()),
            _ if letter.is_alphanumeric() => self.write(Purpose::Move, letter.to_string()),
            _ => {}
        }
        Flow::On
    }

    /// Returns `true` if a character makes the letter before it the beginning of a move.
    fn goes_on(&self, echo: &Echo, letter: char) -> bool {
        let files = self.game().variant().files();
        let file = echo.letter.is_ascii_lowercase() && (echo.letter as u8) < b'a' + files;
        file && (letter.is_ascii_digit() || letter == 'x')
    }

    /// Undoes the command of a letter, since it begins a move.
    fn take_back(&mut self, echo: Option<Echo>, letter: char) {
        let Some(echo) = echo else { return };
        (self.shape.turned, self.bar, self.words) = (echo.turned, echo.bar, echo.words);
        (self.asked, self.sheet) = (false, None);
        self.look_back(echo.back);
        self.write(Purpose::Move, format!("{}{letter}", echo.letter));
    }

    pub(super) fn write(&mut self, purpose: Purpose, text: String) {
        self.chosen = None;
        self.writing = Some(Writing { purpose, text });
    }

    fn paste(&mut self, text: &str) {
        let plain: String = text.chars().filter(|c| !c.is_control()).take(LONGEST / 4).collect();
        match &mut self.writing {
            Some(writing) if writing.text.len() + plain.len() <= LONGEST => writing.text += &plain,
            Some(_) => {}
            None => self.write(Purpose::Move, plain.trim().to_owned()),
        }
    }

    fn in_writing(&mut self, intent: Intent) {
        let Some(writing) = &mut self.writing else { return };
        match intent {
            Intent::Char(letter) if !letter.is_control() && writing.text.len() < LONGEST => {
                writing.text.push(letter);
            }
            Intent::Paste(text) => self.paste(&text),
            Intent::Erase if writing.text.pop().is_none() => self.writing = None,
            Intent::Cancel => self.writing = None,
            Intent::Confirm => self.written(),
            Intent::Point(column, row) => {
                self.writing = None;
                self.point(column, row);
            }
            _ => {}
        }
    }

    /// Handles the end of the text that was being written.
    fn written(&mut self) {
        let Some(writing) = self.writing.take() else { return };
        let text = writing.text.trim();
        match writing.purpose {
            _ if text.is_empty() => {}
            Purpose::File => self.words = self.sitting.keep_in(text),
            Purpose::Move if self.sitting.awaits_engine() => {
                self.words = "It is the engine's turn.".to_owned();
            }
            Purpose::Move => {
                let done = self.sitting.play_text(text);
                self.tell(done);
            }
        }
    }

    // ---- menus and texts

    fn in_sheet(&mut self, intent: Intent) -> Flow {
        let Some(sheet) = &mut self.sheet else { return Flow::On };
        let rows = sheet.inner(self.size).height;
        match (intent, &mut *sheet) {
            (Intent::Go(_, down), _) => sheet.go(isize::from(down), rows),
            (Intent::Act(Act::Back), _) => sheet.go(-PAGE, rows),
            (Intent::Act(Act::On), _) => sheet.go(PAGE, rows),
            (Intent::Act(Act::First), _) => sheet.go(isize::MIN, rows),
            (Intent::Act(Act::Last), _) => sheet.go(isize::MAX, rows),
            (Intent::Confirm | Intent::Char(' '), Sheet::Menu(menu)) => {
                let pick = menu.entries.get(menu.at).map(|entry| entry.1.clone());
                return self.pick(pick);
            }
            (Intent::Char(digit @ '1'..='9'), Sheet::Menu(menu)) => {
                let at = digit as usize - '1' as usize;
                let pick = menu.entries.get(at).map(|entry| entry.1.clone());
                return if pick.is_some() { self.pick(pick) } else { Flow::On };
            }
            (Intent::Point(column, row), _) => return self.point_in_sheet(column, row),
            (Intent::Confirm | Intent::Cancel | Intent::Erase | Intent::Char('q' | '?' | 'm'), _) => {
                self.sheet = None;
            }
            _ => {}
        }
        Flow::On
    }

    fn point_in_sheet(&mut self, column: u16, row: u16) -> Flow {
        let pick = match &self.sheet {
            Some(sheet @ Sheet::Menu(menu)) => {
                let inner = sheet.inner(self.size);
                let (_, top) = sheet.page(usize::from(inner.height));
                let inside = inner.contains((column, row).into());
                inside
                    .then(|| menu.entries.get(top + usize::from(row - inner.y)).map(|entry| entry.1.clone()))
                    .flatten()
            }
            _ => None,
        };
        self.pick(pick)
    }

    /// Handles the choice of a menu entry, or of none.
    fn pick(&mut self, pick: Option<Pick>) -> Flow {
        self.sheet = None;
        match pick {
            Some(Pick::Move(mv)) => self.play(&mv),
            Some(Pick::Level(level)) => self.play_at(level),
            Some(Pick::Seat(side)) => {
                let seats = &mut self.sitting.record.seats;
                seats[side.index()] = seats[side.index()].other();
                self.sitting.paused = false;
                let kept = self.sitting.keep();
                self.changed();
                self.words = kept.unwrap_or_else(|| self.sitting.who().to_owned());
            }
            Some(Pick::Act(act)) => return self.act(act),
            Some(Pick::Leave) => return Flow::Leave,
            Some(Pick::Stay) | None => {}
        }
        Flow::On
    }

    fn play_at(&mut self, level: Level) {
        self.sitting.record.level = level;
        let kept = self.sitting.keep();
        self.words = kept.unwrap_or_else(|| format!("The engine plays at level {} now.", level.number()));
    }

    // ---- commands

    pub(super) fn act(&mut self, act: Act) -> Flow {
        match act {
            Act::Undo => {
                let done = self.sitting.undo();
                self.tell(done);
            }
            Act::Redo => {
                let done = self.sitting.redo();
                self.tell(done);
            }
            Act::Resign => {
                let done = self.sitting.resign();
                self.tell(done);
            }
            Act::New => {
                self.sitting.renew();
                self.changed();
                self.words = "A new game.".to_owned();
            }
            Act::Hint => self.ask_hint(),
            Act::Flip => self.shape.turned = !self.shape.turned,
            Act::Bar => self.bar = !self.bar,
            Act::Level => self.sheet = Some(self.levels()),
            Act::Save => self.write(Purpose::File, String::new()),
            Act::Menu => self.sheet = Some(self.menu()),
            Act::Help => self.sheet = Some(self.help()),
            Act::Rules => self.sheet = Some(self.page("Rules", &rules(self.game().variant()))),
            Act::Back => self.walk(1),
            Act::On => self.walk(-1),
            Act::First => self.look_back(usize::MAX),
            Act::Last => self.look_back(0),
            Act::Quit if !self.would_lose() => return Flow::Leave,
            Act::Quit => {
                let entries = [("stay", Pick::Stay), ("quit without saving", Pick::Leave)];
                let entries = entries.map(|(words, pick)| (words.to_owned(), pick));
                self.sheet = Some(Sheet::menu("The game is not saved", entries.to_vec()));
            }
        }
        Flow::On
    }

    /// Returns `true` if the player is being asked whether to leave.
    fn leaving(&self) -> bool {
        let asks = |menu: &Menu| menu.entries.iter().any(|entry| entry.1 == Pick::Leave);
        matches!(&self.sheet, Some(Sheet::Menu(menu)) if asks(menu))
    }

    fn ask_hint(&mut self) {
        self.look_back(0);
        if self.sitting.is_over() {
            self.words = "The game is over.".to_owned();
        } else if self.sitting.awaits_engine() {
            self.words = "It is the engine's turn.".to_owned();
        } else if self.sitting.viewer().is_some() {
            self.words = NO_ADVICE.to_owned();
        } else {
            self.asked = true;
            self.words = "The engine is looking for a hint.".to_owned();
        }
    }

    fn help(&self) -> Sheet {
        let such = |info| format!(", such as {}", written(&info));
        let shown = example(self.game()).map_or_else(String::new, such);
        self.page("Keys", &keys::help(&shown).join("\n"))
    }

    /// A text to read, in lines as long as the screen allows.
    fn page(&self, title: &str, text: &str) -> Sheet {
        let width = usize::from(self.size.width).saturating_sub(6).clamp(20, 90);
        let lines: Vec<String> = text.lines().map(|line| wrap(line, width)).collect();
        Sheet::text(title, lines.join("\n").lines().map(str::to_owned).collect())
    }

    fn levels(&self) -> Sheet {
        let words = |level: Level| match level {
            Level::LOWEST => format!("{level}  a beginner"),
            Level::HIGHEST => format!("{level}  as well as possible"),
            _ => level.to_string(),
        };
        let mut sheet = Sheet::menu(
            "Level of the engine",
            Level::all().map(|level| (words(level), Pick::Level(level))).collect(),
        );
        sheet.go(isize::from(self.sitting.record.level.number()) - 1, 0);
        sheet
    }

    // ---- earlier positions

    fn walk(&mut self, back: isize) {
        let now = self.past.as_ref().map_or(0, |(back, _)| *back);
        self.look_back(now.saturating_add_signed(back));
    }

    /// Shows the position `back` moves before the last, or the first one if there are fewer.
    pub(super) fn look_back(&mut self, back: usize) {
        let back = back.min(self.game().moves().len());
        if back == self.past.as_ref().map_or(0, |(back, _)| *back) {
            return;
        }
        self.chosen = None;
        self.worth = None;
        self.judged = None;
        self.past = (back > 0).then(|| {
            let mut game = self.game().clone();
            (0..back).for_each(|_| _ = game.undo());
            (back, game)
        });
    }

    fn cancel(&mut self) {
        if self.chosen.take().is_none() {
            self.look_back(0);
            self.words.clear();
        }
    }
}
