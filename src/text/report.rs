//! Diagnostics: the faults of a text, with their places.

use super::Span;
use crate::order;

/// The severity of a [`Diagnostic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; the game is as written.
    Advice,
    /// Probably a mistake; the game still loads.
    Warning,
    /// The game can't be loaded.
    Error,
}

/// A marked place with a label (possibly empty).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The words beside the mark.
    pub text: String,
}

/// One problem, with a stable code, its places, and help where there is something to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A stable name, such as `ferz::pieces::duplicate_letter`.
    pub code: &'static str,
    /// Its severity.
    pub severity: Severity,
    /// The message, in a sentence.
    pub message: String,
    /// The places concerned; the first is the one to point at.
    pub labels: Vec<Label>,
    /// Advice on correcting it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error of the given code; the message is a sentence without a full stop.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, severity: Severity::Error, message: message.into(), labels: Vec::new(), help: None }
    }

    /// A warning of the given code.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// Advice of the given code.
    pub fn advice(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Advice, ..Self::error(code, message) }
    }

    /// Marks a place, with words beside it.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

/// The maximum number of problems kept.
const MOST: usize = 300;

/// The codes of advice that says what was not tried.
const NOTES: [&str; 2] = ["ferz::lint::combinations", "ferz::lint::cut_short"];

/// Every problem found so far; stages add to it and go on.
#[derive(Clone, Debug, Default)]
pub struct Report {
    diagnostics: Vec<Diagnostic>,
    /// The number of problems that were not kept.
    omitted: usize,
}

impl Report {
    /// Adds a problem; duplicates at the same place are dropped, and the rest of very many is only counted, except the first error.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let first_error = diagnostic.severity == Severity::Error && !self.has_errors();
        let room = self.diagnostics.len() < MOST || first_error;
        match self.diagnostics.contains(&diagnostic) {
            true => {}
            false if room => self.diagnostics.push(diagnostic),
            false => self.omit(),
        }
    }

    /// Counts a problem that is one too many to be kept.
    pub(crate) fn omit(&mut self) {
        self.omitted += 1;
    }

    /// Returns the number of problems that were not kept, in words; `None` if all were.
    pub fn omitted(&self) -> Option<String> {
        match self.omitted {
            0 => None,
            1 => Some("1 more problem is not shown".to_owned()),
            many => Some(format!("{many} more problems are not shown")),
        }
    }

    /// Reviews the problems from index `from` on: each is kept, changed, or dropped.
    pub(crate) fn revise(&mut self, from: usize, look: impl FnMut(Diagnostic) -> Option<Diagnostic>) {
        let later = self.diagnostics.split_off(from.min(self.diagnostics.len()));
        later.into_iter().filter_map(look).for_each(|diagnostic| self.push(diagnostic));
    }

    /// Removes the advice, except what says that not everything was tried; returns how many problems were removed.
    pub fn without_advice(&mut self) -> usize {
        let before = self.diagnostics.len();
        self.diagnostics.retain(|found| found.severity != Severity::Advice || NOTES.contains(&found.code));
        before - self.diagnostics.len()
    }

    /// Returns `true` if any of them is a warning.
    pub fn has_warnings(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Warning)
    }

    /// Sorts the problems by place: the file itself first, then what it extends. What keeps a file from being read comes before everything
    /// else, because anything may follow from it.
    pub(crate) fn sort(&mut self) {
        let unreadable = |code: &str| code.starts_with("ferz::toml::") || code.starts_with("ferz::extends::");
        order::by_key(&mut self.diagnostics, |diagnostic| {
            let first = diagnostic.severity == Severity::Error && unreadable(diagnostic.code);
            let place = diagnostic.labels.first().map(|label| (label.span.source, label.span.start));
            (!first, place)
        });
    }

    /// The problems, in the order they were found or sorted into.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns `true` if any of them is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}
