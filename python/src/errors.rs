//! Errors as exceptions, and diagnostics as objects.

use ferz::text::{Report, Severity, Sources};
use ferz::{FenError, LoadError, PlayError};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(ferz, FerzError, PyValueError, "The base class of ferz's errors: something was refused.");
create_exception!(
    ferz,
    GameError,
    FerzError,
    "Raised when a game can't be loaded. `diagnostics` has everything that is wrong with it."
);
create_exception!(
    ferz,
    PositionError,
    FerzError,
    "Raised for a text that is not a FEN of the game. `start` and `end` are the place in it, in characters; `help` is advice, or None."
);
create_exception!(ferz, IllegalMoveError, FerzError, "Raised for a move that can't be played.");
create_exception!(
    ferz,
    IllegalActionError,
    FerzError,
    "Raised for an action that is not legal. `game` is the index of the game in the batch, `action` the number of the action."
);

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("FerzError", py.get_type::<FerzError>())?;
    module.add("GameError", py.get_type::<GameError>())?;
    module.add("PositionError", py.get_type::<PositionError>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("IllegalActionError", py.get_type::<IllegalActionError>())
}

/// A problem of a game file, with its place.
#[pyclass(frozen, get_all, module = "ferz")]
#[derive(Clone, Debug)]
pub(crate) struct Diagnostic {
    /// Its stable name, such as `ferz::pieces::duplicate_letter`.
    code: String,
    /// `error`, `warning` or `advice`.
    severity: &'static str,
    /// The message, in a sentence.
    message: String,
    /// Advice on correcting it, or None.
    help: Option<String>,
    /// The name of the file, or None if it has no place.
    file: Option<String>,
    /// The line, from 1, or None.
    line: Option<usize>,
    /// The column in characters, from 1, or None.
    column: Option<usize>,
    /// The place in the text: the first character and the one after the last, from 0; or None.
    span: Option<(usize, usize)>,
}

#[pymethods]
impl Diagnostic {
    fn __str__(&self) -> String {
        let place = match (&self.file, self.line, self.column) {
            (Some(file), Some(line), Some(column)) => format!("{file}:{line}:{column}: "),
            _ => String::new(),
        };
        format!("{place}{}: {} ({})", self.severity, self.message, self.code)
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {self}>", self = self.__str__())
    }
}

/// Returns the problems of a report.
pub(crate) fn diagnostics(report: &Report, sources: &Sources) -> Vec<Diagnostic> {
    let one = |problem: &ferz::text::Diagnostic| {
        let span = problem.labels.first().map(|label| label.span);
        let place = span.map(|span| sources.line_column(span.source, span.start));
        // Python counts characters, not bytes
        let characters = |span: ferz::text::Span| {
            let text = sources.text(span.source);
            let count = |end: usize| text.get(..end).map_or(end, |before| before.chars().count());
            (count(span.start), count(span.end))
        };
        Diagnostic {
            code: problem.code.to_owned(),
            severity: match problem.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Advice => "advice",
            },
            message: problem.message.clone(),
            help: problem.help.clone(),
            file: span.map(|span| sources.name(span.source).to_owned()),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            span: span.map(characters),
        }
    };
    report.diagnostics().iter().map(one).collect()
}

/// Returns the exception for a game that can't be loaded.
pub(crate) fn load_error(py: Python<'_>, error: &LoadError) -> PyErr {
    let mut text = error.to_string();
    for help in error.report.diagnostics().iter().filter_map(|problem| problem.help.as_ref()) {
        text += &format!("\nhelp: {help}");
    }
    let exception = GameError::new_err(text);
    match exception.value(py).setattr("diagnostics", diagnostics(&error.report, &error.sources)) {
        Ok(()) => exception,
        Err(other) => other,
    }
}

/// Returns the exception for a text that is no FEN.
pub(crate) fn fen_error(py: Python<'_>, fen: &str, error: &FenError) -> PyErr {
    let count = |end: usize| fen.get(..end).map_or(end, |before| before.chars().count());
    let (start, end) = (count(error.range.start), count(error.range.end));
    let help = error.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
    let exception = PositionError::new_err(format!("{fen:?}, at {start}: {}{help}", error.message));
    let value = exception.value(py);
    let set = || {
        value.setattr("start", start)?;
        value.setattr("end", end)?;
        value.setattr("help", error.help.clone())
    };
    match set() {
        Ok(()) => exception,
        Err(other) => other,
    }
}

/// Returns the exception for a move that can't be played.
pub(crate) fn play_error(error: &PlayError) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}

/// Returns the exception for an action that is not legal.
pub(crate) fn action_error(py: Python<'_>, (game, action): (usize, i64), text: String) -> PyErr {
    let exception = IllegalActionError::new_err(text);
    let value = exception.value(py);
    match value.setattr("game", game).and_then(|()| value.setattr("action", action)) {
        Ok(()) => exception,
        Err(other) => other,
    }
}
