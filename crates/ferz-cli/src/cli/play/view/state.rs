//! The state of the full-screen view: a sitting, what is chosen of it, what is shown of it. It knows no terminal, no thread and no
//! clock but what it is told, so that it can be tested by itself.

use std::time::Duration;

use ferz::draw::text::Figures;
use ferz::draw::{Picture, PieceStyle};
use ferz::{Game, Level, Move, MoveWords, Score, Side, Square};
use ratatui::layout::Rect;

use super::super::listing::{every, square, written};
use super::super::seat::Seat;
use super::super::session::{Done, Session};
use super::plan::{Plan, Shape};
use super::sheet::Sheet;

/// The options for drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) figures: Figures,
    pub(super) colour: bool,
    /// True if characters beyond ASCII can be shown.
    pub(super) unicode: bool,
}

/// The kind of question to the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A move to play.
    Move,
    Hint,
    /// The evaluation of the position.
    Worth,
}

/// A question to the engine; equal questions have equal answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) kind: Kind,
    pub(super) level: Level,
    ply: usize,
    key: u64,
}

/// An answer of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Move(Option<Move>),
    /// The score for the side to move, and the search depth.
    Worth(Score, u32),
    /// The evaluation of the position is complete.
    Enough,
}

/// The evaluation of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    /// For White.
    pub(super) score: Score,
    pub(super) depth: u32,
}

/// The text that is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Writing {
    pub(super) purpose: Purpose,
    pub(super) text: String,
}

/// The purpose of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Move,
    File,
}

/// The flow after an intent: to go on, to leave, or to suspend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    On,
    Leave,
    Suspend,
}

/// The changes made by a command of one letter, should the letter turn out to begin a move.
#[derive(Clone, Debug)]
pub(super) struct Echo {
    pub(super) letter: char,
    pub(super) turned: bool,
    pub(super) bar: bool,
    pub(super) back: usize,
    pub(super) words: String,
}

/// The square a1, which every board has.
const CORNER: Square = match Square::new(0, 0) {
    Some(square) => square,
    None => unreachable!(),
};

/// The view.
pub(super) struct View {
    pub(super) sitting: Session,
    pub(super) look: Look,
    pub(super) shape: Shape,
    pub(super) cursor: Square,
    pub(super) chosen: Option<Square>,
    /// The legal moves, where a person is to move.
    pub(super) moves: Vec<(Move, MoveWords)>,
    /// The number of moves before the last position at which the view is, and that position.
    pub(super) past: Option<(usize, Game)>,
    pub(super) sheet: Option<Sheet>,
    pub(super) writing: Option<Writing>,
    pub(super) echo: Option<Echo>,
    /// The message.
    pub(super) words: String,
    /// True if the player wants to see evaluations.
    pub(super) bar: bool,
    pub(super) worth: Option<Worth>,
    /// The question about the evaluation that has been answered in full.
    pub(super) judged: Option<Question>,
    pub(super) asked: bool,
    pub(super) hinted: Vec<Square>,
    /// The pieces captured by each move.
    taken: Vec<Vec<(u8, Side)>>,
    pub(super) size: Rect,
}

impl View {
    pub(super) fn new(sitting: Session, look: Look, (width, height): (u16, u16)) -> Self {
        let turned = sitting.record.seats == [Seat::Player, Seat::Human];
        let shape = Shape::of(&Picture::bare(sitting.game.variant(), ""), turned);
        let words = greeting(&sitting);
        let mut view = Self {
            sitting,
            look,
            shape,
            cursor: CORNER,
            chosen: None,
            moves: Vec::new(),
            past: None,
            sheet: None,
            writing: None,
            echo: None,
            words,
            bar: true,
            worth: None,
            judged: None,
            asked: false,
            hinted: Vec::new(),
            taken: Vec::new(),
            size: Rect::new(0, 0, width, height),
        };
        view.changed();
        view.cursor = view.first_square();
        view
    }

    /// The position that is played on.
    pub(super) fn game(&self) -> &Game {
        &self.sitting.game
    }

    /// The position that is shown.
    pub(super) fn shown(&self) -> &Game {
        self.past.as_ref().map_or(self.game(), |(_, game)| game)
    }

    /// Returns the layout; `None` if the screen is too small.
    pub(super) fn plan(&self) -> Option<Plan> {
        Plan::of(&self.shape, self.size)
    }

    /// The position as a picture.
    pub(super) fn picture(&self) -> Picture {
        let style =
            if self.look.figures == Figures::Unicode { PieceStyle::Unicode } else { PieceStyle::Letters };
        let mut picture = Picture::of(self.shown(), style, "");
        if let Some(side) = self.sitting.viewer() {
            picture = picture.seen_by(self.shown(), side);
        }
        let variant = self.game().variant();
        if variant.numbers_squares() { picture.numbered(variant) } else { picture }
    }

    /// Returns the square a person may want to begin with: that of a piece with a move, of an own piece, or any on the board.
    fn first_square(&self) -> Square {
        let variant = self.game().variant();
        let able = self.moves.iter().find_map(|(_, info)| square(variant, &info.from));
        let by_hand = |&square: &Square| {
            let piece = self.game().position().piece_at(square);
            piece.is_some_and(|piece| self.sitting.seat(piece.side) == Seat::Human)
        };
        let own = || every(variant).find(by_hand);
        let any = || variant.squares().next();
        able.or_else(own).or_else(any).unwrap_or(CORNER)
    }

    // ---- the game

    /// Shows the game as it is now.
    pub(super) fn changed(&mut self) {
        self.past = None;
        self.chosen = None;
        // the evaluation of the last position is shown until this one has been evaluated
        self.worth = self.worth.filter(|_| !self.sitting.is_over());
        self.asked = false;
        self.hinted.clear();
        let by_hand =
            self.sitting.seat(self.game().side_to_move()) == Seat::Human && self.sitting.resigned.is_none();
        let moves = if by_hand { self.game().legal_moves() } else { Vec::new() };
        self.moves = moves.into_iter().map(|mv| (mv.clone(), self.game().in_words(&mv))).collect();
        self.count_lost();
    }

    /// Adds the captures of the moves that are not counted yet.
    fn count_lost(&mut self) {
        let made = self.sitting.game.moves();
        self.taken.truncate(made.len());
        for one in &made[self.taken.len()..] {
            let lost = one.captures().iter().map(|(_, piece)| (piece.piece_type.index() as u8, piece.side));
            self.taken.push(lost.collect());
        }
    }

    /// Returns the pieces a side has lost until the position shown, with their numbers, in the order of the pieces.
    pub(super) fn lost(&self, side: Side) -> Vec<(u8, usize)> {
        if self.game().keeps_captured() {
            return Vec::new();
        }
        let until = self.shown().moves().len();
        let lost = self.taken.iter().take(until).flatten();
        let mut kinds: Vec<u8> = lost.filter(|(_, whose)| *whose == side).map(|(kind, _)| *kind).collect();
        kinds.sort_unstable();
        kinds.chunk_by(|one, other| one == other).map(|same| (same[0], same.len())).collect()
    }

    /// Reports the result of a change, and shows it.
    pub(super) fn tell(&mut self, done: Done) {
        match done {
            Ok(trouble) => {
                self.changed();
                self.words = trouble.unwrap_or_default();
            }
            Err(why) => self.words = why,
        }
    }

    /// Plays a person's move.
    pub(super) fn play(&mut self, mv: &Move) {
        let done = self.sitting.play(mv);
        self.tell(done);
    }

    /// Lets time go by.
    pub(super) fn tick(&mut self, passed: Duration) {
        if !self.sitting.is_over() && !self.sitting.paused {
            let side = self.game().side_to_move();
            self.sitting.record.clock.run(side, passed);
        }
    }

    /// Returns the state of the game, in a sentence or two.
    pub(super) fn standing(&self) -> String {
        let (shown, game) = (self.shown(), self.game());
        if self.past.is_some() {
            return format!("After move {} of {}.", shown.moves().len(), game.moves().len());
        }
        if let Some(verdict) = self.sitting.verdict() {
            return verdict;
        }
        let side = game.side_to_move();
        let up = if self.sitting.record.clock.is_up(side, game) { " The time is up." } else { "" };
        match self.sitting.awaits_engine() {
            true => {
                format!(
                    "Move {}: {} is thinking.{up}",
                    game.position().fullmove_number(),
                    game.variant().side_name(side)
                )
            }
            false if self.sitting.is_only_watched() => {
                format!("{}{up} Press Enter to go on.", self.sitting.turn())
            }
            false => format!("{}{up}", self.sitting.turn()),
        }
    }

    /// Returns `true` if leaving would lose something.
    pub(super) fn would_lose(&self) -> bool {
        self.sitting.is_unfinished() && self.sitting.record.resumption().is_none()
    }

    // ---- the engine

    /// Returns the question that the engine should think about now.
    pub(super) fn asks(&self) -> Option<Question> {
        if self.sitting.awaits_engine() {
            return Some(self.question(Kind::Move, self.game()));
        }
        if self.asked && !self.sitting.is_over() {
            return Some(self.question(Kind::Hint, self.game()));
        }
        if self.sitting.viewer().is_some() {
            return None;
        }
        let worth = self.question(Kind::Worth, self.shown());
        (self.bar && self.judged != Some(worth) && self.shown().outcome().is_none()).then_some(worth)
    }

    fn question(&self, kind: Kind, game: &Game) -> Question {
        Question {
            kind,
            level: self.sitting.record.level,
            ply: game.moves().len(),
            key: game.position().hash(),
        }
    }

    /// The position a question is about.
    pub(super) fn asked_of(&self, question: Question) -> &Game {
        if question.kind == Kind::Worth { self.shown() } else { self.game() }
    }

    /// Takes an answer of the engine, unless the question is no longer current.
    pub(super) fn hear(&mut self, question: Question, found: &Found) {
        if self.asks() != Some(question) {
            return;
        }
        match (question.kind, found) {
            (Kind::Move, Found::Move(Some(mv))) => {
                self.play(mv);
                if self.words.is_empty() {
                    self.words = self.sitting.engine_moved();
                }
            }
            (Kind::Move, Found::Move(None)) => {
                self.sitting.paused = true;
                self.words = "The engine found no move: it may be out of memory.".to_owned();
            }
            (Kind::Hint, Found::Move(mv)) => self.hint(mv.as_ref()),
            (Kind::Worth, Found::Worth(score, depth)) => {
                let score = if self.shown().side_to_move() == Side::White { *score } else { against(*score) };
                self.worth = Some(Worth { score, depth: *depth });
            }
            (Kind::Worth, Found::Enough) => self.judged = Some(question),
            _ => {}
        }
    }

    fn hint(&mut self, mv: Option<&Move>) {
        self.asked = false;
        let Some(mv) = mv else {
            self.words = "There is no hint.".to_owned();
            return;
        };
        self.hinted = mv.named_squares();
        self.words = format!("Try {}.", written(&self.game().in_words(mv)));
    }
}

/// A score as the other side sees it.
fn against(score: Score) -> Score {
    match score {
        Score::Value(value) => Score::Value(-value),
        Score::Win(plies) => Score::Loss(plies),
        Score::Loss(plies) => Score::Win(plies),
    }
}

/// Returns what a new player has to know.
fn greeting(sitting: &Session) -> String {
    let saved = match sitting.record.is_kept() {
        true => "The game is saved after every move.",
        false => "The game is not saved.",
    };
    format!(
        "{}{} {saved} Choose a piece with the arrows and Enter or the mouse, or type a move.",
        sitting.who(),
        sitting.sight()
    )
}
