//! Records of games.

use std::collections::BTreeMap;

use ferz::pgn::{Notation, Reader};
use ferz::text::Severity;
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::FerzError;
use crate::variant::Variant;

/// A game that was read from PGN.
#[pyclass(frozen, get_all, module = "ferz")]
#[derive(Clone, Debug)]
pub(crate) struct GameRecord {
    /// The tags, by their names.
    tags: BTreeMap<String, String>,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: &'static str,
    /// The moves of the main line in algebraic notation, as far as they are legal.
    moves: Vec<String>,
    /// The faults of the record: the line, the column, `error` or `warning`, and the message.
    faults: Vec<(u64, u64, &'static str, String)>,
    /// The board after the last of these moves.
    board: Board,
}

#[pymethods]
impl GameRecord {
    fn __repr__(&self) -> String {
        format!("<GameRecord {} moves, {}>", self.moves.len(), self.result)
    }
}

/// Reads the games of a PGN text, and replays each by its rules: those of `variant`, or of the library game that the tag `Variant` names.
/// A record may have faults; what follows an illegal move is left out.
///
/// Raises FerzError if a record has no tag `Variant` and no variant is given, GameError if there is no game of that name.
#[pyfunction]
#[pyo3(signature = (text, variant=None))]
pub(crate) fn read_pgn(
    py: Python<'_>,
    text: &str,
    variant: Option<PyRef<'_, Variant>>,
) -> PyResult<Vec<GameRecord>> {
    let given = variant.map(|variant| variant.clone());
    let mut known: BTreeMap<String, Variant> = BTreeMap::new();
    let mut records = Vec::new();
    for record in Reader::new(text.as_bytes()) {
        let record = record?;
        let own = match (&given, record.tag("Variant")) {
            (Some(variant), _) => variant.clone(),
            (None, None) => {
                let line = record.place.line;
                let message = format!("line {line}: the game has no tag `Variant`, and no variant is given");
                return Err(FerzError::new_err(message));
            }
            (None, Some(name)) => match known.get(name) {
                Some(variant) => variant.clone(),
                None => {
                    let variant = Variant::recorded(py, name)?;
                    known.insert(name.to_owned(), variant.clone());
                    variant
                }
            },
        };
        let played = py.detach(|| record.play(&own.inner, Notation::San));
        let fault = |fault: &ferz::pgn::Fault| {
            let severity = if fault.severity == Severity::Error { "error" } else { "warning" };
            (fault.place.line, fault.place.column, severity, fault.message.clone())
        };
        records.push(GameRecord {
            tags: played.record.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
            result: record.termination.map_or("*", |termination| termination.word()),
            moves: played.game.sans().to_vec(),
            faults: played.faults.iter().map(fault).collect(),
            board: Board::of(played.game, own),
        });
    }
    Ok(records)
}
