//! Tested corrections: with one in place of the words it is for, the diagnostic is gone and no new error has come.

use std::path::Path;

use crate::definition::{Definition, Library};
use crate::game::{BuiltIn, look_at};
use crate::rules::resolve;
use crate::text::{Diagnostic, Report, Severity, SourceId};

/// Bytes `start..end` of the checked file, and what to write there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    pub start: usize,
    pub end: usize,
    pub text: String,
}

/// Returns the suggested correction of each diagnostic of a report, in its order; `None` where none is known.
pub fn suggestions(shown: &str, text: &str, dir: Option<&Path>, report: &Report) -> Vec<Option<Suggestion>> {
    let one = |problem| suggestion(shown, text, dir, &BuiltIn, report, problem);
    report.diagnostics().iter().map(one).collect()
}

/// Returns the suggested correction of one diagnostic of a report, if one is known.
pub fn suggestion(
    shown: &str,
    text: &str,
    dir: Option<&Path>,
    library: &dyn Library,
    report: &Report,
    problem: &Diagnostic,
) -> Option<Suggestion> {
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
            let (definition, mut report, _) = look_at(shown, &changed, dir, library);
            definition.as_ref().map(|definition: &Definition| resolve(definition, &mut report));
            let fewer = errors_now - usize::from(problem.severity == Severity::Error);
            same(&report) < same_now && errors(&report) <= fewer
        })
        .map(|(start, end)| Suggestion { start, end, text: words.to_owned() })
}
