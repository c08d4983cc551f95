//! Boards: positions with the moves that led to them.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use ferz::pgn::{Notation, Record};
use ferz::{Game, Side};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{FerzError, play_error};
use crate::values::{Move, Outcome, Piece, Reduced, colour, hash_of};
use crate::variant::Variant;

/// A game in progress: a position, and the moves that led to it.
///
/// `Board(variant, fen=None)` is `variant.board(fen)`. Squares are written as `e4`. Boards can be copied and pickled.
#[pyclass(module = "ferz")]
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) game: Game,
    pub(crate) variant: Variant,
    /// The position that the game began with, as a FEN.
    root: Arc<str>,
}

impl Board {
    pub(crate) fn of(game: Game, variant: Variant) -> Self {
        let mut first = game.clone();
        while first.undo().is_some() {}
        Self { root: first.fen().into(), game, variant }
    }

    fn moved(&self, inner: ferz::Move) -> Move {
        Move::of(inner, &self.variant, &self.game.fen().into())
    }

    /// Returns the move that is meant by a move or a text.
    fn meant(&self, of: &Bound<'_, PyAny>) -> PyResult<ferz::Move> {
        if let Ok(own) = of.cast::<Move>() {
            return Ok(own.get().inner.clone());
        }
        self.game.parse_move(&of.extract::<String>()?).map_err(|error| play_error(&error))
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (variant, fen=None))]
    fn new(py: Python<'_>, variant: PyRef<'_, Variant>, fen: Option<&str>) -> PyResult<Self> {
        Ok(Self::of(variant.start(py, fen)?, variant.clone()))
    }

    /// The variant.
    #[getter]
    fn variant(&self) -> Variant {
        self.variant.clone()
    }

    /// True if White is to move.
    #[getter]
    fn turn(&self) -> bool {
        colour(self.game.side_to_move())
    }

    /// The legal moves, always in the same order; none if the game is over.
    #[getter]
    fn legal_moves(&self, py: Python<'_>) -> PyResult<Vec<Move>> {
        let (moves, fen) = py.detach(|| (self.game.legal_moves(), Arc::<str>::from(self.game.fen())));
        if let Some(error) = self.game.position().overflow().filter(|_| moves.is_empty()) {
            return Err(FerzError::new_err(error.to_string()));
        }
        Ok(moves.into_iter().map(|one| Move::of(one, &self.variant, &fen)).collect())
    }

    /// Returns True if the move is legal.
    fn is_legal(&self, r#move: &Move) -> bool {
        self.game.outcome().is_none() && self.game.position().is_legal(&r#move.inner)
    }

    /// Plays a move, or the move that a text means, read as by `push_san`.
    ///
    /// Raises IllegalMoveError if it is not legal; the board is unchanged.
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let meant = self.meant(r#move)?;
        self.game.play(&meant).map_err(|error| play_error(&error))
    }

    /// Plays the move that a text means in algebraic notation, or in any other that fits only one move, and returns it.
    ///
    /// Raises IllegalMoveError if there is none; the board is unchanged.
    fn push_san(&mut self, san: &str) -> PyResult<Move> {
        let played = self.parse_san(san)?;
        self.game.play(&played.inner).map_err(|error| play_error(&error))?;
        Ok(played)
    }

    /// Plays the move with this coordinate notation, and returns it.
    ///
    /// Raises IllegalMoveError if there is none; the board is unchanged.
    fn push_uci(&mut self, uci: &str) -> PyResult<Move> {
        let played = self.parse_uci(uci)?;
        self.game.play(&played.inner).map_err(|error| play_error(&error))?;
        Ok(played)
    }

    /// Takes back the last move, and returns it.
    ///
    /// Raises IndexError if there is none.
    fn pop(&mut self) -> PyResult<Move> {
        let last = self.game.undo().ok_or_else(|| PyIndexError::new_err("no move has been made"))?;
        Ok(self.moved(last))
    }

    /// Returns the last move.
    ///
    /// Raises IndexError if there is none.
    fn peek(&self) -> PyResult<Move> {
        self.move_stack().pop().ok_or_else(|| PyIndexError::new_err("no move has been made"))
    }

    /// The moves played, in order.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        let mut game = self.game.clone();
        let mut moves = Vec::new();
        while let Some(last) = game.undo() {
            moves.push(Move::of(last, &self.variant, &game.fen().into()));
        }
        moves.reverse();
        moves
    }

    /// The moves played, in algebraic notation.
    #[getter]
    fn sans(&self) -> Vec<String> {
        self.game.sans().to_vec()
    }

    /// Returns the position as a FEN.
    fn fen(&self) -> String {
        self.game.fen()
    }

    /// Returns a move of the position in algebraic notation.
    ///
    /// Raises IllegalMoveError if it is not legal.
    fn san(&self, r#move: &Move) -> PyResult<String> {
        if !self.is_legal(r#move) {
            return Err(play_error(&ferz::PlayError::OtherPosition));
        }
        Ok(self.game.position().san(&r#move.inner))
    }

    /// Returns a move in coordinate notation.
    fn uci(&self, r#move: &Move) -> String {
        r#move.inner.to_string()
    }

    /// Returns the legal move that a text means in algebraic notation, or in any other that fits only one move.
    ///
    /// Raises IllegalMoveError if there is none.
    fn parse_san(&self, san: &str) -> PyResult<Move> {
        self.game.parse_move(san).map(|one| self.moved(one)).map_err(|error| play_error(&error))
    }

    /// Returns the legal move with this coordinate notation.
    ///
    /// Raises IllegalMoveError if there is none.
    fn parse_uci(&self, uci: &str) -> PyResult<Move> {
        let meant = self.parse_san(uci)?;
        if meant.inner.to_string() == uci {
            return Ok(meant);
        }
        let message = format!("`{uci}` is not in coordinate notation: that is {}", meant.inner);
        Err(crate::errors::IllegalMoveError::new_err(message))
    }

    /// Returns the outcome, or None if the game goes on.
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().map(Outcome::of)
    }

    /// Returns `1-0`, `0-1` or `1/2-1/2`, or `*` if the game goes on.
    fn result(&self) -> String {
        self.game.outcome().map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
    }

    /// Returns True if the game is over.
    fn is_game_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Returns True if the side to move is in check.
    fn is_check(&self) -> bool {
        self.game.is_check()
    }

    /// Returns the squares of the pieces that give check.
    fn checkers(&self) -> Vec<String> {
        self.game.position().checkers().iter().map(ToString::to_string).collect()
    }

    /// Returns the squares of the pieces of a colour that could capture on a square by moving there.
    fn attackers(&self, color: bool, square: &str) -> PyResult<Vec<String>> {
        let square = crate::values::square(&self.variant.inner, square)?;
        let by = if color { Side::White } else { Side::Black };
        let found = self.game.position().attackers(square, by);
        Ok(found.iter().map(ToString::to_string).collect())
    }

    /// Returns the squares that a colour sees: all in a game without sight, and once the game is over.
    fn seen_by(&self, color: bool) -> Vec<String> {
        let side = if color { Side::White } else { Side::Black };
        self.game.seen_by(side).iter().map(ToString::to_string).collect()
    }

    /// Returns what a colour sees, in the form of a FEN, with `?` for each square that it does not see.
    fn fen_seen_by(&self, color: bool) -> String {
        self.game.fen_seen_by(if color { Side::White } else { Side::Black })
    }

    /// Returns the number of nodes at a depth in plies, counted on this many threads. Rules about repetition and moves without progress are
    /// ignored.
    ///
    /// Raises FerzError if that can't be counted.
    #[pyo3(signature = (depth, threads=1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u64> {
        let perft = ferz::Perft { threads, ..ferz::Perft::default() };
        let (caller, raised) = (std::thread::current().id(), OnceLock::new());
        // only the main thread is told of Ctrl-C
        let going = || {
            let own = std::thread::current().id() == caller;
            let signal = if own { Python::attach(|py| py.check_signals()).err() } else { None };
            signal.map(|error| raised.set(error)).is_none()
        };
        let counted = py.detach(|| perft.count_while(self.game.position(), depth, &going));
        let counted = counted.map_err(|error| FerzError::new_err(error.to_string()))?;
        counted
            .ok_or_else(|| raised.into_inner().unwrap_or_else(|| FerzError::new_err("the count was stopped")))
    }

    /// Returns the piece on a square, or None if it is empty.
    ///
    /// Raises ValueError if there is no such square.
    fn piece_at(&self, square: &str) -> PyResult<Option<Piece>> {
        let square = crate::values::square(&self.variant.inner, square)?;
        let found = self.game.position().piece_at(square);
        Ok(found.map(|piece| Piece::of(&self.variant.inner, piece)))
    }

    /// Returns the pieces on the board, by their squares.
    fn piece_map(&self) -> BTreeMap<String, Piece> {
        let pieces = self.game.position().pieces();
        pieces.map(|(square, piece)| (square.to_string(), Piece::of(&self.variant.inner, piece))).collect()
    }

    /// Returns the pieces that a colour has in hand: their numbers by the names of their types.
    fn pocket(&self, color: bool) -> BTreeMap<String, u32> {
        let side = if color { Side::White } else { Side::Black };
        let held = self.game.position().hand(side).into_iter();
        held.map(|(kind, number)| (self.variant.inner[kind].name.clone(), number)).collect()
    }

    /// The number of plies without progress, as in the FEN.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.game.position().halfmove_clock()
    }

    /// The number of the next move, as in the FEN.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.game.position().fullmove_number()
    }

    /// Returns the number of plies played on this board.
    fn ply(&self) -> usize {
        self.game.moves().len()
    }

    /// Returns how often the position has occurred in the game, this time included.
    fn occurrences(&self) -> u32 {
        self.game.occurrences()
    }

    /// Returns a copy, with or without the moves that led to the position.
    #[pyo3(signature = (*, stack=true))]
    fn copy(&self, stack: bool) -> Self {
        match stack {
            true => self.clone(),
            false => Self::of(Game::from(self.game.position().clone()), self.variant.clone()),
        }
    }

    /// Returns the position that the game began with, as a FEN.
    fn root_fen(&self) -> String {
        self.root.to_string()
    }

    /// Returns the position as SVG, seen from White's side, or from Black's if `turned`.
    #[pyo3(signature = (*, turned=false))]
    fn svg(&self, turned: bool) -> String {
        self.game.svg(turned)
    }

    /// Returns the game as PGN, with tags such as `White="Anna"`. The tag `Variant` is the name of the game.
    #[pyo3(signature = (**tags))]
    fn pgn(&self, tags: Option<BTreeMap<String, String>>) -> String {
        let mut record = Record::of(&self.game, Notation::San);
        record.set("Variant", self.game.variant().name());
        tags.unwrap_or_default().iter().for_each(|(name, value)| record.set(name, value));
        record.to_string()
    }

    fn _repr_svg_(&self) -> String {
        self.svg(false)
    }

    fn __str__(&self) -> String {
        self.game.drawing(false)
    }

    fn __repr__(&self) -> String {
        format!("Board({:?}, {:?})", self.game.variant().name(), self.game.fen())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.variant.inner.rules_hash() == other.variant.inner.rules_hash() && self.fen() == other.fen()
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.fen())
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> Reduced<(Variant, String, Vec<String>)> {
        let own = slf.borrow();
        let moves = own.game.moves().iter().map(ToString::to_string).collect();
        let read = slf.get_type().getattr("_read")?.unbind();
        Ok((read, (own.variant.clone(), own.root.to_string(), moves)))
    }

    #[staticmethod]
    fn _read(py: Python<'_>, variant: PyRef<'_, Variant>, fen: &str, moves: Vec<String>) -> PyResult<Self> {
        let mut board = Self::of(variant.start(py, Some(fen))?, variant.clone());
        for text in moves {
            let next = board.game.parse_unclaimed(&text).map_err(|error| play_error(&error))?;
            if !board.game.play_unclaimed(&next) {
                return Err(PyValueError::new_err(format!("`{text}` can't be played")));
            }
        }
        Ok(board)
    }
}
