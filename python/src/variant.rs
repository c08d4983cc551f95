//! Loading, checking and describing games.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use ferz::{Choice, SheetFormat};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{Diagnostic, diagnostics, fen_error, load_error};
use crate::spaces::{ActionSpace, ObservationSpace};
use crate::values::{PieceType, Reduced};

/// The origin of a variant, so that it can be loaded again.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// The library, or a file by its path.
    Named(String),
    /// A text, with the name shown in reports.
    Text(String, String),
}

/// The rules of a game, ready to play.
///
/// Made by `ferz.load`. Variants can be pickled; one that was loaded from a file is pickled with its text, if that extends no file beside it.
#[pyclass(frozen, module = "ferz")]
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) inner: ferz::Variant,
    origin: Arc<Origin>,
    options: BTreeMap<String, String>,
}

fn choices(options: &BTreeMap<String, String>) -> Vec<Choice> {
    options.iter().map(|(name, value)| Choice { name: name.clone(), value: value.clone() }).collect()
}

impl Variant {
    fn load(py: Python<'_>, origin: Origin, options: BTreeMap<String, String>) -> PyResult<Self> {
        let chosen = choices(&options);
        let loaded = py.detach(|| match &origin {
            Origin::Named(name) => ferz::Variant::load(name, &chosen),
            Origin::Text(name, text) => ferz::Variant::from_text(name, text, &chosen),
        });
        let inner = loaded.map_err(|error| load_error(py, &error))?;
        Ok(Self { inner, origin: Arc::new(origin), options })
    }

    /// Loads the game of the library that a record names.
    pub(crate) fn recorded(py: Python<'_>, name: &str) -> PyResult<Self> {
        let inner = ferz::Variant::recorded(name).map_err(|error| load_error(py, &error))?;
        let options = inner.options().into_iter().map(|option| (option.name, option.value)).collect();
        Ok(Self { origin: Arc::new(Origin::Named(inner.name().to_owned())), inner, options })
    }

    /// Returns a game from a position, or from the start.
    pub(crate) fn start(&self, py: Python<'_>, fen: Option<&str>) -> PyResult<ferz::Game> {
        match fen {
            None => Ok(self.inner.start()),
            Some(fen) => self.inner.start_from(fen).map_err(|error| fen_error(py, fen, &error)),
        }
    }

    /// Returns the origin that another process can load.
    fn portable(&self) -> Origin {
        if let Origin::Named(name) = &*self.origin
            && let path = PathBuf::from(name)
            && path.is_file()
            && let Ok(text) = std::fs::read_to_string(&path)
            && ferz::Variant::from_text(name, &text, &choices(&self.options)).is_ok()
        {
            return Origin::Text(name.clone(), text);
        }
        (*self.origin).clone()
    }
}

#[pymethods]
impl Variant {
    /// The name by which it was loaded: that of a library game, or that of the file without its extension.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    /// The title in the game file.
    #[getter]
    fn title(&self) -> &str {
        self.inner.title()
    }

    /// The number of files of the board, from 1 to 16.
    #[getter]
    fn files(&self) -> u8 {
        self.inner.files()
    }

    /// The number of ranks of the board, from 1 to 16.
    #[getter]
    fn ranks(&self) -> u8 {
        self.inner.ranks()
    }

    /// The squares that are played on, from White's first rank on.
    #[getter]
    fn squares(&self) -> Vec<String> {
        self.inner.squares().map(|square| square.to_string()).collect()
    }

    /// The piece types, in the order of the game file.
    #[getter]
    fn piece_types(&self) -> Vec<PieceType> {
        self.inner.piece_types().iter().map(PieceType::of).collect()
    }

    /// The options with the values in force.
    #[getter]
    fn options(&self) -> BTreeMap<String, String> {
        self.inner.options().into_iter().map(|option| (option.name, option.value)).collect()
    }

    /// The rules that end the game, each with its name and its words, in the order in which they are tested.
    #[getter]
    fn ends(&self) -> Vec<(String, String)> {
        self.inner
            .ends()
            .into_iter()
            .map(|end| (end.name, format!("{} {}", end.verdict, end.words)))
            .collect()
    }

    /// The special rules, in sentences.
    #[getter]
    fn special_rules(&self) -> Vec<String> {
        self.inner.special_rules()
    }

    /// A hash of the rules in force, 64 bits: the same in every run, but not in every version of ferz.
    #[getter]
    fn rules_hash(&self) -> u64 {
        self.inner.rules_hash()
    }

    /// Returns the same game with other values of some options.
    ///
    /// Raises GameError if an option or a value doesn't exist.
    #[pyo3(signature = (**options))]
    fn with_options(&self, py: Python<'_>, options: Option<BTreeMap<String, String>>) -> PyResult<Self> {
        let mut all = self.options.clone();
        all.extend(options.unwrap_or_default());
        Self::load(py, (*self.origin).clone(), all)
    }

    /// Returns a board: at the start, or at the position of a FEN.
    ///
    /// Raises PositionError if the text is not a FEN of the game.
    #[pyo3(signature = (fen=None))]
    fn board(&self, py: Python<'_>, fen: Option<&str>) -> PyResult<Board> {
        Ok(Board::of(self.start(py, fen)?, self.clone()))
    }

    /// Returns the rule sheet: all rules in words and diagrams. The format is `text`, `markdown` or `html`.
    #[pyo3(signature = (format="text"))]
    fn rule_sheet(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let format = match format {
            "text" => SheetFormat::Text,
            "markdown" => SheetFormat::Markdown,
            "html" => SheetFormat::Html,
            other => {
                let message = format!("there is no format `{other}`: there are text, markdown and html");
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(py.detach(|| self.inner.rule_sheet(format)))
    }

    /// Returns the numbered actions of the game.
    fn action_space(&self, py: Python<'_>) -> ActionSpace {
        let inner = py.detach(|| ferz::spaces::ActionSpace::new(&self.inner));
        ActionSpace { inner, variant: self.clone() }
    }

    /// Returns the observation planes of the game.
    fn observation_space(&self, py: Python<'_>) -> ObservationSpace {
        let inner = py.detach(|| ferz::spaces::ObservationSpace::new(&self.inner));
        ObservationSpace { inner, variant: self.clone() }
    }

    fn __repr__(&self) -> String {
        format!("<Variant {}>", self.inner.name())
    }

    fn _repr_html_(&self, py: Python<'_>) -> String {
        py.detach(|| self.inner.start().svg(false))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> Reduced<(String, Option<String>, BTreeMap<String, String>)> {
        let own = slf.get();
        let (name, text) = match own.portable() {
            Origin::Named(name) => (name, None),
            Origin::Text(name, text) => (name, Some(text)),
        };
        Ok((slf.get_type().getattr("_load")?.unbind(), (name, text, own.options.clone())))
    }

    #[staticmethod]
    #[pyo3(signature = (name, text, options))]
    fn _load(
        py: Python<'_>,
        name: String,
        text: Option<String>,
        options: BTreeMap<String, String>,
    ) -> PyResult<Self> {
        let origin = match text {
            None => Origin::Named(name),
            Some(text) => Origin::Text(name, text),
        };
        Self::load(py, origin, options)
    }
}

/// Returns `true` if what is to be loaded is a text and not a name or a path.
fn is_text(game: &str) -> bool {
    game.contains('\n') || game.trim_start().starts_with('[') || game.contains(" = ")
}

/// Loads a game: one of the library by its name, a file by its path, or the text of a game file, with values of its options.
///
/// Raises GameError with everything that is wrong with it.
#[pyfunction]
#[pyo3(signature = (game, **options))]
pub(crate) fn load(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    options: Option<BTreeMap<String, String>>,
) -> PyResult<Variant> {
    let origin = match game.extract::<String>() {
        Ok(text) if is_text(&text) => Origin::Text("game.toml".to_owned(), text),
        Ok(name) => Origin::Named(name),
        Err(_) => Origin::Named(game.extract::<PathBuf>()?.to_string_lossy().into_owned()),
    };
    Variant::load(py, origin, options.unwrap_or_default())
}

/// Returns the names of the games of the library, sorted.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    ferz::builtin_games()
}

/// Checks the text of a game file, and returns its problems in order: errors, warnings and advice. The examples of a sound game are run.
#[pyfunction]
#[pyo3(signature = (text, name="game.toml"))]
pub(crate) fn check(py: Python<'_>, text: &str, name: &str) -> Vec<Diagnostic> {
    py.detach(|| {
        let checked = ferz::check_text(name, text, None).with_examples();
        diagnostics(&checked.report, &checked.sources)
    })
}
