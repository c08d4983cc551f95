//! Code actions: corrections of a diagnostic, and changes to a text as a whole.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use ferz::format::format;
use ferz::language::Kind;
use ferz::lint::{Reading, suggestion};
use ferz::movement::{Movement, Rewriting, known_by_name, rewritings};
use ferz::text::{Diagnostic, Report, Severity, SourceId, Span};
use lsp_types::{CodeAction, CodeActionKind, NumberOrString, TextEdit, Uri, WorkspaceEdit};

use super::asking::Asking;
use super::documents::{Document, Drafts};
use super::outline::{Role, Zone};
use super::position::{Encoding, Lines};
use super::shape;

/// The maximum number of corrections tried at once: each reads the text several times.
const MOST: usize = 20;

/// Corrections that have been tried, for the problems in a range.
pub(super) fn corrections(
    document: &Document,
    library: &Drafts,
    range: lsp_types::Range,
    shown: &[lsp_types::Diagnostic],
    encoding: Encoding,
) -> Vec<CodeAction> {
    let (name, text, dir) = (document.shown(), &*document.text, document.dir());
    let lines = Lines::of(text, encoding);
    let asked = lines.bytes(range);
    let drafts = |path: &Path| library.text(path);
    let report = Reading::of(&name, text, dir, &drafts).report;
    let problems = report.diagnostics().iter().filter(|problem| {
        let place = problem.labels.first().map(|label| label.span);
        place.is_some_and(|span| span.source == SourceId::default() && meets(span.start..span.end, &asked))
    });
    let action = |problem: &Diagnostic| {
        let found = suggestion(&name, text, dir, &drafts, &report, problem)?;
        let edit = TextEdit { range: lines.range(found.start..found.end), new_text: found.text.clone() };
        let code = Some(NumberOrString::String(problem.code.to_owned()));
        let place = problem.labels.first().map(|label| lines.range(label.span.start..label.span.end));
        let solved =
            shown.iter().filter(|one| one.code == code && Some(one.range) == place).cloned().collect();
        Some(CodeAction {
            title: format!("Write `{}`", found.text),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(solved),
            edit: Some(edited(vec![(document.uri.clone(), vec![edit])])),
            is_preferred: Some(true),
            ..CodeAction::default()
        })
    };
    problems.take(MOST).filter_map(action).collect()
}

/// Other writings of the movement at the place: as brackets, as legs of one capital, or as the movement that goes by a name.
pub(super) fn rewritten(asking: &Asking<'_>) -> Vec<CodeAction> {
    let moves = |zone: &&Zone| {
        let path = asking.path(zone);
        zone.role == Role::Text && matches!(shape::text_at(&path), Some(Kind::Moves))
    };
    let Some(zone) = asking.zone().filter(moves) else { return Vec::new() };
    let (text, start) = (asking.inside(zone), zone.range.start);
    let mut found: Vec<(Range<usize>, &str, String)> = Vec::new();
    for Rewriting { range, text: new, .. } in rewritings(text) {
        let title = format!("Write `{new}` in place of `{}`", &text[range.clone()]);
        found.push((range, new, title));
    }
    let whole = Movement::read(asking.reading().cells(), text, Span::default()).ok();
    let name = whole.and_then(|(movement, _)| movement.names().first().copied());
    if let Some((name, known)) = name.and_then(|name| Some((name, known_by_name(name)?.notation)))
        && known != text
        && !found.iter().any(|(range, new, _)| *range == (0..text.len()) && *new == known)
    {
        found.push((0..text.len(), known, format!("Write `{known}`, as the {name} is usually written")));
    }
    let action = |(range, new, title): (Range<usize>, &str, String)| {
        let range = asking.lines.range(start + range.start..start + range.end);
        let edit = TextEdit { range, new_text: new.to_owned() };
        CodeAction {
            title,
            kind: Some(CodeActionKind::REFACTOR_REWRITE),
            edit: Some(edited(vec![(asking.document.uri.clone(), vec![edit])])),
            ..CodeAction::default()
        }
    };
    found.into_iter().map(action).collect()
}

fn meets(one: Range<usize>, other: &Range<usize>) -> bool {
    one.start <= other.end && other.start <= one.end
}

/// Returns changes of files as the protocol wants them.
#[expect(
    clippy::mutable_key_type,
    reason = "the protocol's own type; nothing of an address that counts ever changes"
)]
pub(super) fn edited(files: Vec<(Uri, Vec<TextEdit>)>) -> WorkspaceEdit {
    let changes: HashMap<Uri, Vec<TextEdit>> = files.into_iter().collect();
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

/// Formats the text as `ferz fmt` does, as a single edit; `None` if it is formatted already.
///
/// # Errors
/// Returns the reason if it can't be formatted.
pub(super) fn layout(
    document: &Document,
    library: &Drafts,
    encoding: Encoding,
) -> Result<Vec<TextEdit>, String> {
    let text = &*document.text;
    let reading = Reading::with_defaults(&document.shown(), text, document.dir(), &|path| library.text(path));
    if let Some(slip) = slip(&reading.report) {
        return Err(format!("this text can't be formatted: {}", slip.message));
    }
    let laid = format(text).map_err(|why| format!("this text can't be formatted: {why}"))?;
    if laid == text {
        return Ok(Vec::new());
    }
    let whole = Lines::of(text, encoding).range(0..text.len());
    Ok(vec![TextEdit { range: whole, new_text: laid }])
}

/// Returns the syntax error that keeps the text from being read.
fn slip(report: &Report) -> Option<&Diagnostic> {
    let mut errors = report.diagnostics().iter().filter(|problem| problem.severity == Severity::Error);
    errors.find(|problem| {
        let own = problem.labels.first().is_none_or(|label| label.span.source == SourceId::default());
        own && problem.code.starts_with("ferz::toml::")
    })
}
