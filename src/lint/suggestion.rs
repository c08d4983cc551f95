//! Tested corrections: once one is applied, the diagnostic is gone and there is no new error.

use super::{Drafts, Reading};
use crate::definition::Folder;
use crate::text::{Diagnostic, Report, Severity, SourceId, Sources};

/// A correction: bytes `start..end` of the checked file, and what to write there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Suggestion {
    /// The offset of the first byte to be replaced.
    pub start: usize,
    /// The offset just after the last one.
    pub end: usize,
    /// The replacement.
    pub text: String,
}

/// Returns the suggested correction of each diagnostic of a report, in its order; `None` where none is known. The report is that of
/// [`check_text`](super::check_text) on the same name, text and folder.
///
/// ```
/// use ferz::lint::{check_text, suggestions};
/// let text = "extends = \"chess\"\n[board]\nfils = 8\n";
/// let report = check_text("wide.toml", text, None).report;
/// let found = suggestions("wide.toml", text, None, &report).remove(0).unwrap();
/// assert_eq!((&text[found.start..found.end], &*found.text), ("fils", "files"));
/// ```
pub fn suggestions<'a>(
    shown: &str,
    text: &str,
    folder: impl Into<Folder<'a>>,
    report: &Report,
) -> Vec<Option<Suggestion>> {
    let folder = folder.into();
    let one = |problem| suggestion(shown, text, folder, &|_| None, report, problem);
    report.diagnostics().iter().map(one).collect()
}

/// Returns the suggested correction of one diagnostic of a report, if one is known. The report is that of [`Reading::of`] or of
/// [`check_text`](super::check_text) on the same name, text, folder and drafts.
pub fn suggestion<'a>(
    shown: &str,
    text: &str,
    folder: impl Into<Folder<'a>>,
    drafts: &Drafts<'_>,
    report: &Report,
    problem: &Diagnostic,
) -> Option<Suggestion> {
    let folder = folder.into();
    let words = problem.help.as_deref()?.split_once("did you mean `")?.1.split_once('`')?.0;
    let span = problem.labels.first()?.span;
    let there = text.get(span.start..span.end).filter(|_| span.source == SourceId::default())?;
    // the whole text of a notation may be meant
    let quoted = || {
        let start = text[..span.start].rfind(['"', '\'', '\n']).map(|at| at + 1)?;
        let end = span.end + text[span.end..].find(['"', '\'', '\n'])?;
        Some((start, end))
    };
    let unquoted = there.trim_matches(['"', '\'']);
    let skip = there.find(unquoted).unwrap_or(0);
    let inner = (span.start + skip, span.start + skip + unquoted.len());
    let places = [Some(inner), quoted(), Some((span.start, span.end))];
    let errors = |report: &Report| {
        report.diagnostics().iter().filter(|problem| problem.severity == Severity::Error).count()
    };
    let same =
        |report: &Report| report.diagnostics().iter().filter(|other| other.code == problem.code).count();
    let (errors_now, same_now) = (errors(report), same(report));
    places
        .into_iter()
        .flatten()
        .find(|&(start, end)| {
            let changed = format!("{}{words}{}", &text[..start], &text[end..]);
            let report = found(Reading::of(shown, &changed, folder, drafts), problem);
            let fewer = errors_now - usize::from(problem.severity == Severity::Error);
            same(&report) < same_now && errors(&report) <= fewer
        })
        .map(|(start, end)| Suggestion { start, end, text: words.to_owned() })
}

/// Returns the problems among which one with this code would be: those of the texts, or also those of examples.
fn found(reading: Reading, problem: &Diagnostic) -> Report {
    if problem.code.starts_with("ferz::example::") {
        reading.checked().with_examples().report
    } else {
        reading.report
    }
}

/// A correction that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// Line and column in the text as it was before, both from 1.
    pub place: (usize, usize),
    /// The words that stood there.
    pub before: String,
    /// The words that stand there now.
    pub after: String,
}

/// The maximum number of corrections that are made in one text.
const MOST: usize = 100;

/// Returns a text with every suggested correction made, one after another, each of them tested; and what was corrected.
///
/// ```
/// let (text, fixes) = ferz::lint::fixed("race.toml", "extends = \"chess\"\n[gmae]\nname = \"Race\"\n", None);
/// assert_eq!(text, "extends = \"chess\"\n[game]\nname = \"Race\"\n");
/// assert_eq!((fixes[0].place, &*fixes[0].before, &*fixes[0].after), ((2, 2), "gmae", "game"));
/// ```
pub fn fixed<'a>(shown: &str, text: &str, folder: impl Into<Folder<'a>>) -> (String, Vec<Fix>) {
    let (folder, mut text, mut fixes) = (folder.into(), text.to_owned(), Vec::new());
    while fixes.len() < MOST
        && let Some((next, fix)) = fixed_once(shown, &text, folder)
    {
        text = next;
        fixes.push(fix);
    }
    (text, fixes)
}

fn fixed_once(shown: &str, text: &str, folder: Folder<'_>) -> Option<(String, Fix)> {
    let reading = Reading::of(shown, text, folder, &|_| None);
    let report =
        if reading.report.has_errors() { reading.report } else { reading.checked().with_examples().report };
    let one = |problem| suggestion(shown, text, folder, &|_| None, &report, problem);
    let Suggestion { start, end, text: after } = report.diagnostics().iter().find_map(one)?;
    let mut sources = Sources::default();
    let place = sources.add(shown, text);
    let fix = Fix { place: sources.line_column(place, start), before: text[start..end].to_owned(), after };
    Some((format!("{}{}{}", &text[..start], fix.after, &text[end..]), fix))
}
