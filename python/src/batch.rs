//! Many games at once, in arrays that are made once.

use ferz::spaces::Step;
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::action_error;
use crate::spaces::{ActionSpace, ObservationSpace};
use crate::variant::{Variant, load};

/// A batch of `n` games of one variant, played at once on several threads. A game that ends is restarted in the same step.
///
/// `game` is a variant, or what `ferz.load` takes. The arrays are allocated once and written in place by the next step, also
/// while another thread reads them: copy what you keep. `threads` is the
/// number of threads, or 0 for as many as the machine has; `max_plies` is the most plies of a game. The same seed gives the same random
/// actions.
#[pyclass(module = "ferz")]
#[derive(Debug)]
pub(crate) struct Batch {
    inner: ferz::spaces::Batch,
    variant: Variant,
    /// The mask of legal actions: booleans with the shape (games, actions).
    #[pyo3(get)]
    mask: Py<PyArray2<bool>>,
    /// The observations: uint8 with the shape (games, planes, ranks, files).
    #[pyo3(get)]
    observation: Py<PyArray4<u8>>,
    /// For the sides that made the last moves, 1 for a win, -1 for a loss, 0 otherwise: float32 with the shape (games,).
    #[pyo3(get)]
    rewards: Py<PyArray1<f32>>,
    /// True where the last move ended the game by a rule: booleans with the shape (games,).
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// True where the game was stopped without an end: booleans with the shape (games,).
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// True where White is to move: booleans with the shape (games,).
    #[pyo3(get)]
    turn: Py<PyArray1<bool>>,
    actions: Vec<u32>,
    steps: Vec<Step>,
}

/// The most games of a batch.
const MOST: usize = 1 << 24;

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, seed=0, *, threads=0, max_plies=1024))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        n: usize,
        seed: u64,
        threads: usize,
        max_plies: usize,
    ) -> PyResult<Self> {
        let variant = match game.cast::<Variant>() {
            Ok(variant) => variant.get().clone(),
            Err(_) => load(py, game, None)?,
        };
        if !(1..=MOST).contains(&n) || max_plies == 0 {
            return Err(PyValueError::new_err(format!(
                "n must be from 1 to {MOST}, and max_plies at least 1"
            )));
        }
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { all() } else { threads };
        let inner = py.detach(|| {
            let batch = ferz::spaces::Batch::new(&variant.inner, n, seed);
            batch.with_threads(threads).with_most_plies(max_plies)
        });
        let (actions, [planes, ranks, files]) =
            (inner.action_space().size(), inner.observation_space().shape());
        let mut batch = Self {
            mask: PyArray2::zeros(py, [n, actions], false).unbind(),
            observation: PyArray4::zeros(py, [n, planes, ranks, files], false).unbind(),
            rewards: PyArray1::zeros(py, n, false).unbind(),
            terminated: PyArray1::zeros(py, n, false).unbind(),
            truncated: PyArray1::zeros(py, n, false).unbind(),
            turn: PyArray1::zeros(py, n, false).unbind(),
            actions: vec![0; n],
            steps: vec![Step::default(); n],
            inner,
            variant,
        };
        batch.show(py)?;
        Ok(batch)
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    /// The variant.
    #[getter]
    fn variant(&self) -> Variant {
        self.variant.clone()
    }

    /// The numbered actions.
    #[getter]
    fn action_space(&self) -> ActionSpace {
        ActionSpace { inner: self.inner.action_space().clone(), variant: self.variant.clone() }
    }

    /// The observation planes.
    #[getter]
    fn observation_space(&self) -> ObservationSpace {
        ObservationSpace { inner: self.inner.observation_space().clone(), variant: self.variant.clone() }
    }

    /// Restarts all games, with the same seed as before or with another one, and returns the mask.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<Py<PyArray2<bool>>> {
        let inner = &mut self.inner;
        py.detach(|| inner.reset(seed));
        self.steps.fill(Step::default());
        self.report(py)?;
        self.show(py)?;
        Ok(self.mask.clone_ref(py))
    }

    /// Returns the mask of legal actions, written anew. Each step updates it, as long as nothing else writes into it.
    fn legal_mask(&mut self, py: Python<'_>) -> PyResult<Py<PyArray2<bool>>> {
        self.show(py)?;
        Ok(self.mask.clone_ref(py))
    }

    /// Writes the observations, and returns them.
    fn observe(&mut self, py: Python<'_>) -> PyResult<Py<PyArray4<u8>>> {
        let mut array = self.observation.bind(py).try_readwrite()?;
        let (inner, bytes) = (&mut self.inner, array.as_slice_mut()?);
        py.detach(|| inner.observe(bytes));
        drop(array);
        Ok(self.observation.clone_ref(py))
    }

    /// Plays an action in each game, and returns (rewards, terminated, truncated). `mask` and `turn` are updated.
    ///
    /// `actions` are integers (int32, int64 or uint32) with the shape (games,).
    ///
    /// Raises IllegalActionError if an action is not legal in its game; then none is played.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<Stepped> {
        self.take(py, actions)?;
        let Self { inner, actions, steps, .. } = self;
        let mut mask = self.mask.bind(py).try_readwrite()?;
        let shown = mask.as_slice_mut()?;
        let played = py.detach(|| inner.step_and_mask(actions, steps, shown));
        drop(mask);
        played.map_err(|error| {
            let action = if error.action == u32::MAX { -1 } else { i64::from(error.action) };
            let text = format!("action {action} is not legal in game {}", error.game);
            action_error(py, (error.game, action), text)
        })?;
        self.report(py)?;
        self.sides(py)?;
        Ok((self.rewards.clone_ref(py), self.terminated.clone_ref(py), self.truncated.clone_ref(py)))
    }

    /// Returns a random legal action for each game, all with the same probability: a new array of int32 with the shape (games,).
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let Self { inner, actions, .. } = self;
        py.detach(|| inner.by_chance(actions));
        PyArray1::from_iter(py, self.actions.iter().map(|&action| action as i32))
    }

    /// Returns the legal actions of a game, sorted.
    ///
    /// Raises IndexError if there is no such game.
    fn legal(&self, game: usize) -> PyResult<Vec<u32>> {
        let mut legal = self.inner.legal(self.index(game)?);
        legal.sort_unstable();
        Ok(legal)
    }

    /// Returns the position of a game as a FEN.
    ///
    /// Raises IndexError if there is no such game.
    fn fen(&self, game: usize) -> PyResult<String> {
        Ok(self.inner.fen(self.index(game)?))
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} games of {}>", self.inner.len(), self.variant.inner.name())
    }
}

/// The values that a step returns.
type Stepped = (Py<PyArray1<f32>>, Py<PyArray1<bool>>, Py<PyArray1<bool>>);

impl Batch {
    fn index(&self, game: usize) -> PyResult<usize> {
        if game < self.inner.len() {
            return Ok(game);
        }
        let message = format!("there are {} games, but no game {game}", self.inner.len());
        Err(pyo3::exceptions::PyIndexError::new_err(message))
    }

    /// Reads the actions; what is no number of an action becomes one that is never legal.
    fn take(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        fn put<T: Copy + numpy::Element + TryInto<u32>>(
            own: &mut [u32],
            array: &PyReadonlyArray1<'_, T>,
        ) -> PyResult<()> {
            let array = array.as_array();
            if array.len() != own.len() {
                let message = format!("there are {} games, but {} actions", own.len(), array.len());
                return Err(PyValueError::new_err(message));
            }
            own.iter_mut().zip(array).for_each(|(own, &one)| *own = one.try_into().unwrap_or(u32::MAX));
            Ok(())
        }
        if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i32>>() {
            return put(&mut self.actions, &array);
        }
        if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i64>>() {
            return put(&mut self.actions, &array);
        }
        if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, u32>>() {
            return put(&mut self.actions, &array);
        }
        let own: Vec<i64> = actions.extract()?;
        let array = PyArray1::from_vec(py, own);
        put(&mut self.actions, &array.try_readonly()?)
    }

    /// Writes what the last step has brought.
    fn report(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut terminated = self.terminated.bind(py).try_readwrite()?;
        let mut truncated = self.truncated.bind(py).try_readwrite()?;
        let (rewards, terminated) = (rewards.as_slice_mut()?, terminated.as_slice_mut()?);
        let truncated = truncated.as_slice_mut()?;
        for (game, step) in self.steps.iter().enumerate() {
            rewards[game] = step.reward;
            terminated[game] = step.terminated;
            truncated[game] = step.truncated;
        }
        Ok(())
    }

    /// Writes the sides to move.
    fn sides(&self, py: Python<'_>) -> PyResult<()> {
        let mut turn = self.turn.bind(py).try_readwrite()?;
        for (game, white) in turn.as_slice_mut()?.iter_mut().enumerate() {
            *white = self.inner.side_to_move(game) == ferz::Side::White;
        }
        Ok(())
    }

    /// Writes the sides to move, and the mask anew.
    fn show(&mut self, py: Python<'_>) -> PyResult<()> {
        self.sides(py)?;
        let mut mask = self.mask.bind(py).try_readwrite()?;
        let (inner, mask) = (&mut self.inner, mask.as_slice_mut()?);
        py.detach(|| inner.legal_mask(mask));
        Ok(())
    }
}
