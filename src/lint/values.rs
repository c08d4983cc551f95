//! Faults in the engine's evaluation values that are kept beside a file.

use std::path::Path;

use super::Checked;
use crate::Values;
use crate::definition::{Folder, suggest};
use crate::game::values_beside;
use crate::text::{Diagnostic, Span};

/// Checks the values beside the file of this name in a folder, if there are any.
pub(super) fn look(folder: Folder<'_>, path: &Path, checked: &mut Checked) {
    let Some(variant) = &checked.variant else { return };
    let Some((beside, read)) = values_beside(folder, path) else { return };
    let shown = beside.to_string_lossy();
    let text = match read {
        Ok(text) => text,
        Err(message) => {
            let message = format!("can't read {shown}, the values file of the game: {message}");
            checked.report.push(Diagnostic::error("ferz::values::unreadable", message));
            return;
        }
    };
    let source = checked.sources.add(&shown, &text);
    let values = match Values::read(&text) {
        Ok(values) => values,
        Err(error) => {
            let place = Span::new(source, error.range.start, error.range.end);
            checked.report.push(error.diagnostic(place));
            return;
        }
    };
    let pieces = variant.piece_types();
    let names = pieces.iter().map(|piece| piece.name.as_str());
    for name in values.pieces.keys().filter(|name| !names.clone().any(|known| known == **name)) {
        let at = text.find(name.as_str()).unwrap_or_default();
        let message =
            format!("the values file of the game names a piece type `{name}` that the game doesn't have");
        let mut problem = Diagnostic::warning("ferz::values::unknown", message)
            .at(Span::new(source, at, at + name.len()), "not a piece of this game");
        problem.help = suggest(name, names.clone(), "the pieces are");
        checked.report.push(problem);
    }
}
