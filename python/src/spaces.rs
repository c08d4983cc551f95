//! Action and observation spaces.

use std::collections::BTreeMap;

use numpy::{IntoPyArray, PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{FerzError, action_error, play_error};
use crate::values::{Move, Reduced};
use crate::variant::Variant;

/// The numbered actions of a game: a list that depends on the rules alone, with squares as the side to move sees them.
#[pyclass(frozen, module = "ferz")]
#[derive(Clone, Debug)]
pub(crate) struct ActionSpace {
    pub(crate) inner: ferz::spaces::ActionSpace,
    pub(crate) variant: Variant,
}

/// Refuses a board of another variant.
fn same(own: &Variant, board: &Board) -> PyResult<()> {
    if own.inner.rules_hash() == board.variant.inner.rules_hash() {
        return Ok(());
    }
    Err(FerzError::new_err("the board is of a different variant than the space"))
}

#[pymethods]
impl ActionSpace {
    /// The number of actions.
    #[getter]
    fn size(&self) -> usize {
        self.inner.size()
    }

    /// A name that is the same only for the same list of actions of the same rules.
    #[getter]
    fn name(&self) -> String {
        self.inner.name()
    }

    /// The variant.
    #[getter]
    fn variant(&self) -> Variant {
        self.variant.clone()
    }

    /// All actions as they are written, in the order of their numbers.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.inner.actions().iter().map(ToString::to_string).collect()
    }

    fn __len__(&self) -> usize {
        self.inner.size()
    }

    /// Returns an action as it is written, by its number.
    ///
    /// Raises IndexError if there is none.
    fn __getitem__(&self, number: u32) -> PyResult<String> {
        let action = self.inner.action(number);
        action.map(|action| action.to_string()).ok_or_else(|| {
            PyIndexError::new_err(format!("there are {} actions, but no action {number}", self.inner.size()))
        })
    }

    /// Returns the legal moves of a board, by the numbers of their actions.
    fn legal(&self, py: Python<'_>, board: &Board) -> PyResult<BTreeMap<u32, Move>> {
        same(&self.variant, board)?;
        let legal = py.detach(|| self.inner.legal(&board.game));
        let fen = board.game.fen().into();
        Ok(legal.into_iter().map(|(number, own)| (number, Move::of(own, &self.variant, &fen))).collect())
    }

    /// Returns the number of a legal move's action.
    ///
    /// Raises IllegalMoveError if the move is not legal.
    fn number(&self, board: &Board, r#move: &Move) -> PyResult<u32> {
        same(&self.variant, board)?;
        let number = self.inner.number_of(&board.game, &r#move.inner);
        number.ok_or_else(|| play_error(&ferz::PlayError::OtherPosition))
    }

    /// Returns the legal move with the number of an action.
    ///
    /// Raises IllegalActionError if there is none.
    fn r#move(&self, py: Python<'_>, board: &Board, number: u32) -> PyResult<Move> {
        same(&self.variant, board)?;
        match self.inner.move_of(&board.game, number) {
            Some(own) => Ok(Move::of(own, &self.variant, &board.game.fen().into())),
            None => {
                let text = format!("action {number} is not legal here");
                Err(action_error(py, (0, i64::from(number)), text))
            }
        }
    }

    /// Returns the mask of the legal actions: an array of booleans with the shape (size,).
    fn mask<'py>(&self, py: Python<'py>, board: &Board) -> PyResult<Bound<'py, PyArray1<bool>>> {
        same(&self.variant, board)?;
        let mut mask = vec![false; self.inner.size()];
        self.inner.legal(&board.game).iter().for_each(|(number, _)| mask[*number as usize] = true);
        Ok(mask.into_pyarray(py))
    }

    fn __repr__(&self) -> String {
        format!("<ActionSpace {}>", self.inner.name())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> Reduced<(Variant,)> {
        let make = slf.py().get_type::<Variant>().getattr("action_space")?;
        Ok((make.unbind(), (slf.get().variant.clone(),)))
    }
}

/// The planes that show a position of a game, as the side to move sees it.
#[pyclass(frozen, module = "ferz")]
#[derive(Clone, Debug)]
pub(crate) struct ObservationSpace {
    pub(crate) inner: ferz::spaces::ObservationSpace,
    pub(crate) variant: Variant,
}

#[pymethods]
impl ObservationSpace {
    /// The numbers of planes, ranks and files.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        self.inner.shape().into()
    }

    /// The names of the planes, in order.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.inner.planes().to_vec()
    }

    /// Returns the observation of a board: an array of uint8 with the shape of the space.
    fn observe<'py>(&self, py: Python<'py>, board: &Board) -> PyResult<Bound<'py, PyArray3<u8>>> {
        same(&self.variant, board)?;
        let mut bytes = vec![0; self.inner.size()];
        self.inner.observe(&board.game, &mut bytes);
        bytes.into_pyarray(py).reshape(self.inner.shape())
    }

    fn __repr__(&self) -> String {
        format!("<ObservationSpace {} {:?}>", self.variant.inner.name(), self.inner.shape())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> Reduced<(Variant,)> {
        let make = slf.py().get_type::<Variant>().getattr("observation_space")?;
        Ok((make.unbind(), (slf.get().variant.clone(),)))
    }
}
