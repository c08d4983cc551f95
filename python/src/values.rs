//! Small values: piece types, pieces, moves and outcomes.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ferz::Side;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::variant::Variant;

/// The means to rebuild a value: a function, and its arguments.
pub(crate) type Reduced<Arguments> = PyResult<(Py<PyAny>, Arguments)>;

/// Returns a side as Python has it: True for White.
pub(crate) fn colour(side: Side) -> bool {
    side == Side::White
}

/// Reads a square.
pub(crate) fn square(variant: &ferz::Variant, text: &str) -> PyResult<ferz::Square> {
    let square = text.parse().map_err(|error| PyValueError::new_err(format!("`{text}`: {error}")))?;
    if variant.has_square(square) {
        Ok(square)
    } else {
        Err(PyValueError::new_err(format!("the board of {} has no square {text}", variant.name())))
    }
}

/// A piece type of a variant.
#[pyclass(frozen, get_all, module = "ferz")]
#[derive(Clone, Debug)]
pub(crate) struct PieceType {
    /// Its name, such as `knight`.
    name: String,
    /// Its letter, a capital, possibly after a plus.
    letter: String,
    /// Its movement, in the notation of game files.
    notation: String,
    /// Its movement in words.
    words: String,
    /// True if it is royal, as a king is.
    royal: bool,
}

#[pymethods]
impl PieceType {
    fn __repr__(&self) -> String {
        format!("<PieceType {} ({})>", self.name, self.letter)
    }
}

impl PieceType {
    pub(crate) fn of(info: &ferz::PieceTypeInfo) -> Self {
        let ferz::PieceTypeInfo { name, letter, notation, words, royal, .. } = info.clone();
        Self { name, letter, notation, words, royal }
    }
}

/// A piece: its type and its colour.
#[pyclass(frozen, get_all, eq, hash, module = "ferz")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    /// The name of its type.
    piece_type: String,
    /// True for White.
    color: bool,
    /// Its letter as in a FEN.
    letter: String,
}

#[pymethods]
impl Piece {
    #[new]
    fn new(piece_type: String, color: bool, letter: String) -> Self {
        Self { piece_type, color, letter }
    }

    /// Returns its letter as in a FEN: a capital for White, lower-case for Black.
    fn symbol(&self) -> String {
        self.letter.clone()
    }

    fn __str__(&self) -> String {
        self.letter.clone()
    }

    fn __repr__(&self) -> String {
        format!("<Piece {}>", self.letter)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> Reduced<(String, bool, String)> {
        let own = slf.get();
        Ok((slf.get_type().into_any().unbind(), (own.piece_type.clone(), own.color, own.letter.clone())))
    }
}

impl Piece {
    pub(crate) fn of(variant: &ferz::Variant, piece: ferz::Piece) -> Self {
        let piece_type = variant[piece.piece_type].name.clone();
        Self { piece_type, color: colour(piece.side), letter: piece.to_string() }
    }
}

/// A legal move of a position. It knows what it does, and is written in coordinate notation.
#[pyclass(frozen, eq, hash, module = "ferz")]
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) inner: ferz::Move,
    pub(crate) variant: Variant,
    /// The position that it is a move of.
    fen: Arc<str>,
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inner.hash(state);
    }
}

impl Move {
    pub(crate) fn of(inner: ferz::Move, variant: &Variant, fen: &Arc<str>) -> Self {
        Self { inner, variant: variant.clone(), fen: Arc::clone(fen) }
    }

    fn name(&self, kind: Option<ferz::PieceType>) -> Option<String> {
        kind.map(|kind| self.variant.inner[kind].name.clone())
    }
}

#[pymethods]
impl Move {
    /// Returns the move in coordinate notation, such as `e2e4`, `e7e8q` or `P@e4`.
    fn uci(&self) -> String {
        self.inner.to_string()
    }

    /// The square that the moving piece leaves, such as `e2`; None for a drop, or where no piece moves.
    #[getter(from_square)]
    fn origin(&self) -> Option<String> {
        self.inner.from().map(|square| square.to_string())
    }

    /// The square where the moving piece arrives, or something is put on the board; None if neither happens.
    #[getter]
    fn to_square(&self) -> Option<String> {
        self.inner.to().map(|square| square.to_string())
    }

    /// The name of the type that the piece becomes, or None.
    #[getter]
    fn promotion(&self) -> Option<String> {
        self.name(self.inner.promotion())
    }

    /// The name of the type that is dropped, or None.
    #[getter]
    fn drop(&self) -> Option<String> {
        self.name(self.inner.piece().filter(|_| self.inner.is_drop()).map(|piece| piece.piece_type))
    }

    /// The piece that moves, as it is before the move; None if none does.
    #[getter]
    fn piece(&self) -> Option<Piece> {
        self.inner.piece().map(|piece| Piece::of(&self.variant.inner, piece))
    }

    /// The pieces that leave the board, each with its square, in order.
    #[getter]
    fn captures(&self) -> Vec<(String, Piece)> {
        let one = |&(square, piece): &(ferz::Square, ferz::Piece)| {
            (square.to_string(), Piece::of(&self.variant.inner, piece))
        };
        self.inner.captures().iter().map(one).collect()
    }

    /// The kind of the move: `move`, `castling`, `chain`, `drop`, `pass` and others.
    #[getter]
    fn kind(&self) -> &'static str {
        self.inner.kind().name()
    }

    /// True for a move of White's.
    #[getter]
    fn color(&self) -> bool {
        colour(self.inner.side())
    }

    /// Returns True if any piece is captured.
    fn is_capture(&self) -> bool {
        self.inner.is_capture()
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move({:?})", self.uci())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> Reduced<(Variant, String, String)> {
        let own = slf.get();
        let read = slf.get_type().getattr("_read")?.unbind();
        Ok((read, (own.variant.clone(), own.fen.to_string(), own.uci())))
    }

    /// Returns the move of a position that is written so, also where a rule about history has ended the game.
    #[staticmethod]
    fn _read(py: Python<'_>, variant: PyRef<'_, Variant>, fen: String, uci: &str) -> PyResult<Self> {
        let game = variant.start(py, Some(&fen))?;
        let moves = game.moves_regardless();
        let found = moves.into_iter().find(|one| one.to_string() == uci);
        let inner = found.ok_or_else(|| PyValueError::new_err(format!("`{uci}` is not a move in {fen}")))?;
        Ok(Self { inner, variant: variant.clone(), fen: fen.into() })
    }
}

/// The outcome of a game that is over.
#[pyclass(frozen, get_all, eq, hash, module = "ferz")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    /// True if White has won, False if Black has, None for a draw.
    winner: Option<bool>,
    /// The name of the end in the game file, such as `checkmate`.
    termination: String,
}

#[pymethods]
impl Outcome {
    #[new]
    #[pyo3(signature = (winner, termination))]
    fn new(winner: Option<bool>, termination: String) -> Self {
        Self { winner, termination }
    }

    /// Returns the result as in PGN: `1-0`, `0-1` or `1/2-1/2`.
    fn result(&self) -> &'static str {
        match self.winner {
            Some(true) => "1-0",
            Some(false) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {} ({})>", self.result(), self.termination)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> Reduced<(Option<bool>, String)> {
        let own = slf.get();
        Ok((slf.get_type().into_any().unbind(), (own.winner, own.termination.clone())))
    }
}

impl Outcome {
    pub(crate) fn of(outcome: ferz::Outcome) -> Self {
        Self { winner: outcome.winner.map(colour), termination: outcome.reason }
    }
}

/// Returns a hash of a value.
pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
