//! A game in progress.

use std::fmt;
use std::ops::Range;

use super::erased::Board;
use super::explorer::Explorer;
use super::load::Variant;
use crate::board::Square;
use crate::model::men::Side;
use crate::model::men::TypeId;
use crate::moves::{Move, TooManyMoves};
use crate::play::fen::Clocks;
use crate::play::{CountError, Counting, History, Last};
use crate::search::Sample;
use crate::tables::Limit;

/// A fault in a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The bytes of the FEN to look at.
    pub range: Range<usize>,
    /// A description of the fault.
    pub message: String,
    /// Advice on correcting it.
    pub help: Option<String>,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for PositionError {}

/// An error of playing a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The game is over; the reason is the name of its end.
    Over(String),
    /// The text could mean any of these moves.
    Ambiguous(Vec<String>),
    /// The move is not legal, for this reason.
    Illegal(String),
    /// The position has more moves than can be listed.
    TooMany(TooManyMoves),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(reason) => write!(f, "the game is over ({reason})"),
            Self::Ambiguous(steps) => write!(f, "that may be any of {}", steps.join(", ")),
            Self::Illegal(why) => write!(f, "{why}"),
            Self::TooMany(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for PlayError {}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The name of the end's table in the game file.
    pub reason: String,
}

impl GameResult {
    /// Returns `white`, `black` or `draw`.
    pub fn word(&self) -> &'static str {
        self.winner.map_or("draw", Side::name)
    }
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// In coordinate notation.
    pub coordinates: String,
    /// In standard algebraic notation.
    pub san: String,
    /// The side that made the move.
    pub side: Side,
    /// The announcement made with it, such as a warning.
    pub says: Option<String>,
}

/// The details of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepInfo {
    /// In coordinate notation.
    pub coordinates: String,
    /// In standard algebraic notation.
    pub san: String,
    /// The kind of move: `move`, `castling`, `chain`, `promotion in place`, `huff` or `decline`.
    pub kind: &'static str,
    /// The name of the moving piece (of a huff: of the removed one).
    pub piece: String,
    /// The origin.
    pub from: String,
    /// The target.
    pub to: String,
    /// The captured pieces and their squares, in the order they are jumped.
    pub takes: Vec<(String, String)>,
    /// The piece it becomes, if it does.
    pub becomes: Option<String>,
    /// True if the move is castling.
    pub castling: bool,
    /// The announcement made with it, such as a warning.
    pub says: Option<String>,
}

/// A game in progress: a position, and the moves that led to it.
///
/// ```
/// let mut game = ferz::Variant::load("chess", &[])?.start();
/// for step in ["f2f3", "e7e5", "g4", "Qh4"] {
///     game.play(step).unwrap();
/// }
/// let result = game.result().unwrap();
/// assert_eq!((result.word(), result.reason.as_str()), ("black", "checkmate"));
/// assert!(game.steps().is_empty());
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Debug)]
pub struct Game {
    variant: Variant,
    board: Box<dyn Board>,
    clocks: Vec<Clocks>,
    keys: Vec<u64>,
    made: Vec<Made>,
}

impl Clone for Game {
    fn clone(&self) -> Self {
        Self {
            variant: self.variant.clone(),
            board: self.board.copy(),
            clocks: self.clocks.clone(),
            keys: self.keys.clone(),
            made: self.made.clone(),
        }
    }
}

impl Game {
    pub(super) fn new(variant: Variant, (board, clocks): (Box<dyn Board>, Clocks)) -> Self {
        let keys = vec![board.key()];
        Self { variant, board, clocks: vec![clocks], keys, made: Vec::new() }
    }

    /// Returns the rules it is played by.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Returns the side to move.
    pub fn side(&self) -> Side {
        self.board.side()
    }

    /// Returns the piece on a square, by file and rank from 0: the index of its type in [`Variant::pieces`], and its side.
    pub fn at(&self, file: u8, rank: u8) -> Option<(usize, Side)> {
        let square = self.variant.rules.geometry.square(file, rank)?;
        self.board.at(square).map(|(kind, side)| (usize::from(kind), side))
    }

    /// Returns `true` if the side to move is in check: a royal piece of it is attacked.
    pub fn in_check(&self) -> bool {
        self.board.in_check()
    }

    /// Returns the number of plies since the last one that a rule about idle play counts as progress, and the number that ends the game, if
    /// any.
    #[doc(hidden)]
    pub fn idle(&self) -> (u32, Option<u32>) {
        let limits = self.variant.rules.ends.iter().filter_map(|end| match end.condition.limit()? {
            Limit::Idle(plies) => Some(plies),
            Limit::Occurrences(_) => None,
        });
        (self.clock().idle, limits.min())
    }

    fn clock(&self) -> Clocks {
        *self.clocks.last().expect("a game has a clock for every position")
    }

    fn history(&self) -> History {
        let now = self.keys.last();
        let occurrences = self.keys.iter().filter(|key| Some(*key) == now).count();
        History { occurrences: occurrences as u32, idle: self.clock().idle }
    }

    /// Returns the result of the game, if it is over.
    pub fn result(&self) -> Option<GameResult> {
        let (reason, winner) = self.board.end(Some(self.history()))?;
        Some(GameResult { winner, reason: reason.to_owned() })
    }

    /// Returns the legal moves; none when the game is over, and none where there are more than can be listed, as
    /// [`overflow`](Self::overflow) says.
    pub fn steps(&self) -> Vec<Move> {
        if self.result().is_some() { Vec::new() } else { self.all_steps() }
    }

    /// Returns the legal moves by the rules of movement alone; none where there are more than can be listed.
    fn all_steps(&self) -> Vec<Move> {
        if self.overflow().is_some() { Vec::new() } else { self.board.steps() }
    }

    /// Returns the rule by which the position has more legal moves than can be listed (a million), if it has.
    pub fn overflow(&self) -> Option<TooManyMoves> {
        self.board.overflow()
    }

    /// Returns the legal moves, or the result of the game: both for the price of one.
    #[doc(hidden)]
    pub fn look(&self) -> Result<Vec<Move>, GameResult> {
        self.result().map_or_else(|| Ok(self.all_steps()), Err)
    }

    /// Returns the moves by the rules of movement alone, whether or not the game is over.
    #[doc(hidden)]
    pub fn steps_regardless(&self) -> Vec<Move> {
        self.board.steps()
    }

    /// Returns `true` if a royal piece of the side that isn't to move is attacked.
    #[cfg(feature = "tools")]
    pub(crate) fn attacks_royal(&self) -> bool {
        self.board.attacks_royal(self.side().other())
    }

    /// Returns the piece on a square.
    #[doc(hidden)]
    pub fn man(&self, square: Square) -> Option<(TypeId, Side)> {
        self.board.at(square)
    }

    /// Returns the kind of a move in a word, as in [`StepInfo::kind`].
    #[cfg(feature = "tools")]
    pub(crate) fn kind(&self, step: Move) -> &'static str {
        self.board.kind(step)
    }

    /// Returns the type of the moving piece, before and after the move; `None` if no piece moves.
    #[cfg(feature = "tools")]
    pub(crate) fn mover(&self, step: Move) -> Option<(TypeId, Option<TypeId>)> {
        self.board.mover(step)
    }

    /// Returns the announcement made with a move, if there is one.
    #[cfg(feature = "tools")]
    pub(crate) fn said(&self, step: Move) -> Option<&str> {
        self.board.warning(step)
    }

    /// Returns the squares of the pieces that a move captures.
    #[doc(hidden)]
    pub fn taken(&self, step: Move) -> Vec<Square> {
        self.board.taken(step)
    }

    /// Returns a legal move in coordinate notation.
    pub fn coordinates(&self, step: Move) -> String {
        self.board.coordinates(step)
    }

    /// Returns a legal move in standard algebraic notation.
    pub fn san(&self, step: Move) -> String {
        self.board.san(step)
    }

    /// Returns the details of a legal move.
    ///
    /// ```
    /// let game = ferz::Variant::load("chess", &[])?.position("1n5k/P7/8/8/8/8/8/K7 w").unwrap();
    /// let step = game.find("a7b8q").unwrap();
    /// let info = game.info(step);
    /// assert_eq!(info.takes, [("knight".to_owned(), "b8".to_owned())]);
    /// assert_eq!(info.becomes.as_deref(), Some("queen"));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn info(&self, step: Move) -> StepInfo {
        let rules = &self.variant.rules;
        let name = |kind: u8| rules.types[usize::from(kind)].name.clone();
        let square = |square| rules.geometry.name(square);
        let ends = self.board.ends(step);
        // if no piece moves: the one that leaves
        let piece = self.board.mover(step).or_else(|| Some((self.board.at(ends?.0)?.0, None)));
        let becomes = piece.and_then(|(before, after)| after.filter(|after| *after != before));
        let taken = self.board.taken(step).into_iter();
        let kind = self.board.kind(step);
        StepInfo {
            coordinates: self.coordinates(step),
            san: self.san(step),
            kind,
            piece: piece.map_or_else(String::new, |(before, _)| name(before)),
            from: ends.map_or_else(String::new, |(from, _)| square(from)),
            to: ends.map_or_else(String::new, |(_, to)| square(to)),
            takes: taken.filter_map(|at| Some((name(self.board.at(at)?.0), square(at)))).collect(),
            becomes: becomes.map(name),
            castling: kind == "castling",
            says: self.board.warning(step).map(str::to_owned),
        }
    }

    /// Describes the state of the position besides the pieces on the board, in sentences: lost pieces, waiting pieces, what is due.
    pub fn remembered(&self) -> Vec<String> {
        self.board.remembered()
    }

    /// Returns the legal move that a text means: coordinates, SAN, or any other notation that fits just one.
    ///
    /// # Errors
    /// Why there is no such move.
    pub fn find(&self, text: &str) -> Result<Move, PlayError> {
        if let Some(result) = self.result() {
            return Err(PlayError::Over(result.reason));
        }
        self.find_now(text)
    }

    /// Returns the legal move that a text means, also where the game has ended by repetition or idle play: in old records such a draw had
    /// to be claimed.
    #[doc(hidden)]
    pub fn find_unclaimed(&self, text: &str) -> Result<Move, PlayError> {
        match self.board.end(None) {
            Some((reason, _)) => Err(PlayError::Over(reason.to_owned())),
            None => self.find_now(text),
        }
    }

    fn find_now(&self, text: &str) -> Result<Move, PlayError> {
        if let Some(error) = self.overflow() {
            return Err(PlayError::TooMany(error));
        }
        let steps = self.board.steps();
        match self.board.matching(text)[..] {
            [step] => Ok(step),
            [] => Err(PlayError::Illegal(self.why_not(&steps, text))),
            ref several => {
                Err(PlayError::Ambiguous(several.iter().map(|&step| self.board.coordinates(step)).collect()))
            }
        }
    }

    fn why_not(&self, steps: &[Move], text: &str) -> String {
        let geometry = &self.variant.rules.geometry;
        let origin = geometry.parse_prefix(text);
        let target = origin.and_then(|(from, length)| {
            let rest = &text[length..];
            let (to, length) = geometry.parse_prefix(rest.trim_start_matches(['-', 'x']))?;
            Some((from, to, rest.trim_start_matches(['-', 'x']).len() - length))
        });
        let Some((from, to, more)) = target else {
            return format!("`{}` is not a move in this position", text.chars().take(40).collect::<String>());
        };
        let ways = steps.iter().filter(|step| step.from == from && step.to == to);
        let ways: Vec<String> = ways.map(|&step| self.board.coordinates(step)).collect();
        match &ways[..] {
            [] => self.board.why_not(from, to),
            ways if more == 0 => format!("the piece promotes there: write {}", ways.join(", ")),
            ways => format!("what follows the squares is wrong: write {}", ways.join(", ")),
        }
    }

    /// Plays a move, in any notation that [`find`](Self::find) reads.
    ///
    /// # Errors
    /// Why the move can't be played; the game is unchanged.
    pub fn play(&mut self, text: &str) -> Result<Move, PlayError> {
        let step = self.find(text)?;
        self.make(step);
        Ok(step)
    }

    /// Plays a move that is among [`steps`](Self::steps).
    ///
    /// # Errors
    /// If it is not among them; the game is unchanged.
    pub fn play_step(&mut self, step: Move) -> Result<(), PlayError> {
        if let Some(result) = self.result() {
            return Err(PlayError::Over(result.reason));
        }
        if !self.board.steps().contains(&step) {
            return Err(PlayError::Illegal("it is not a move in this position".to_owned()));
        }
        self.make(step);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    #[doc(hidden)]
    pub fn make(&mut self, step: Move) {
        let made = Made {
            coordinates: self.coordinates(step),
            san: self.san(step),
            side: self.side(),
            says: self.board.warning(step).map(str::to_owned),
        };
        self.enter(step, made);
    }

    fn enter(&mut self, step: Move, made: Made) {
        let before = self.clock();
        let idle = self.board.idle_after(step, before.idle);
        self.board.make(step);
        let next = u32::from(made.side == Side::Black && self.side() == Side::White);
        self.clocks.push(Clocks { idle, number: before.number.saturating_add(next) });
        self.keys.push(self.board.key());
        self.made.push(made);
    }

    /// Plays a move that is known to be legal without recording its notation, for looking ahead on a copy: [`made`](Self::made) then only
    /// has the side.
    pub(crate) fn advance(&mut self, step: Move) {
        let made = Made { coordinates: String::new(), san: String::new(), side: self.side(), says: None };
        self.enter(step, made);
    }

    /// Takes back the last move; `None` if there is none.
    pub fn undo(&mut self) -> Option<Made> {
        self.board.unmake()?;
        self.clocks.pop();
        self.keys.pop();
        self.made.pop()
    }

    /// Returns the number of the next move, as the FEN counts.
    pub fn number(&self) -> u32 {
        self.clock().number
    }

    /// Returns the moves played, in order.
    pub fn made(&self) -> &[Made] {
        &self.made
    }

    /// Returns the position as a FEN, which [`Variant::position`] parses.
    pub fn fen(&self) -> String {
        self.board.fen(self.clock())
    }

    /// Returns a number that is equal for positions that are the same for the rules: pieces, side to move, and every right that can still
    /// change play.
    pub fn key(&self) -> u64 {
        self.board.key()
    }

    /// Returns the number of nodes at a depth of `depth` moves (perft); ends about history don't apply. With `bulk`, the last move is only
    /// counted.
    ///
    /// # Panics
    /// If a position of the tree has more moves than can be listed; [`count`](Self::count) returns an error instead.
    pub fn perft(&self, depth: u32, bulk: bool) -> u64 {
        self.board.perft(depth, bulk).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the number of nodes at a depth of `depth` moves below each root move, counted by so many threads.
    ///
    /// # Panics
    /// If the depth is more than 255, or a position has more moves than can be listed.
    pub fn divide(&self, depth: u32, threads: usize, bulk: bool) -> Vec<(Move, u64)> {
        let last = if bulk { Last::Counted } else { Last::Made };
        let counts = self.divide_with(depth, Counting { last, threads, hash: None }, &|_, _| ());
        counts.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the number of nodes at a depth of `depth` moves, counted with these options.
    ///
    /// # Errors
    /// If there is no memory for the table, the depth is more than 255, or a position has more moves than can be listed.
    pub fn count(&self, depth: u32, counting: Counting) -> Result<u64, CountError> {
        let counts = self.divide_with(depth, counting, &|_, _| ())?;
        Ok(if depth == 0 { 1 } else { counts.iter().map(|&(_, nodes)| nodes).sum() })
    }

    /// Returns the number of nodes at a depth of `depth` moves below each root move, counted with these options. Whenever a part of the
    /// work is done, `progress` receives the number of parts done and of all parts; it is called from several threads.
    ///
    /// # Errors
    /// If there is no memory for the table, the depth is more than 255, or a position has more moves than can be listed.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// let game = ferz::Variant::load("chess", &[])?.start();
    /// let whole = AtomicBool::new(false);
    /// let progress = |done, all| whole.store(done == all, Ordering::Relaxed);
    /// let counts = game.divide_with(3, ferz::Counting::default(), &progress)?;
    /// assert_eq!(counts.len(), 20);
    /// assert!(whole.into_inner());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn divide_with(
        &self,
        depth: u32,
        counting: Counting,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Vec<(Move, u64)>, CountError> {
        self.board.divide(depth, counting, progress)
    }

    /// Returns `true` if the move is quiet: it neither captures nor promotes.
    pub(crate) fn is_quiet(&self, step: Move) -> bool {
        let same = self.board.mover(step).is_some_and(|(before, after)| Some(before) == after);
        same && self.board.taken(step).is_empty()
    }

    /// Returns the position as a training sample for the engine, if it is suitable.
    pub(super) fn sample(&self) -> Option<Sample> {
        self.board.sample()
    }

    /// Returns the position, and what a search must know of the game before it: the keys of its positions and the number of idle plies.
    pub(super) fn stand(&self) -> (&dyn Board, &[u64], u32) {
        (&*self.board, &self.keys, self.clock().idle)
    }

    /// Returns a explorer that begins here.
    pub fn explorer(&self) -> Explorer {
        Explorer::new(self.board.copy())
    }

    /// Returns `true` if everything that the position updates incrementally is consistent; for tests.
    #[doc(hidden)]
    pub fn consistent(&self) -> bool {
        self.board.consistent()
    }
}
