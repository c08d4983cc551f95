//! Problems as editors show them.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use ferz::text::{Diagnostic, Severity, SourceId, Sources, Span};
use lsp_types::{
    CodeDescription, Diagnostic as Shown, DiagnosticRelatedInformation, DiagnosticSeverity, Location,
    NumberOrString, Uri,
};

use super::documents::{Document, Origin};
use super::outline::Outline;
use super::position::{Encoding, Lines};
use super::{store, uri};

/// The problems of each file, by its address.
pub(super) type ByFile = BTreeMap<String, (Uri, Vec<Shown>)>;

/// The context needed to locate diagnostics.
#[derive(Debug)]
pub(super) struct Telling<'a> {
    pub(super) document: &'a Document,
    /// The addresses of files that are open.
    pub(super) open: &'a dyn Addresses,
    pub(super) sources: &'a Sources,
    pub(super) encoding: Encoding,
    /// True if the editor supports related information.
    pub(super) related: bool,
}

/// The address by which the editor knows a file.
pub(super) trait Addresses: std::fmt::Debug {
    fn address(&self, path: &std::path::Path) -> Option<Uri>;
}

impl Telling<'_> {
    /// All problems, each in the file it is in; one that is in what the text extends stands at its `extends` as well.
    pub(super) fn all<'p>(&self, problems: impl Iterator<Item = &'p Diagnostic>) -> ByFile {
        let mut files = ByFile::new();
        files.insert(self.document.uri.as_str().to_owned(), (self.document.uri.clone(), Vec::new()));
        let extends = OnceCell::new();
        for problem in problems {
            let place = problem.labels.first().map(|label| label.span);
            let source = place.map_or(SourceId::default(), |place| place.source);
            if source == SourceId::default() {
                let shown = self.shown(problem, place.unwrap_or_default());
                self.put(&mut files, &self.document.uri, shown);
                continue;
            }
            self.put(
                &mut files,
                &self.document.uri,
                self.shown(problem, *extends.get_or_init(|| self.extends())),
            );
            if let (Some(uri), Some(place), Origin::File(_)) = (self.uri(source), place, self.origin(source))
            {
                self.put(&mut files, &uri, self.shown(problem, place));
            }
        }
        files
    }

    fn put(&self, files: &mut ByFile, uri: &Uri, shown: Shown) {
        files.entry(uri.as_str().to_owned()).or_insert_with(|| (uri.clone(), Vec::new())).1.push(shown);
    }

    fn shown(&self, problem: &Diagnostic, place: Span) -> Shown {
        let first = problem.labels.first();
        let own = first.is_none_or(|label| label.span == place);
        let mut message = problem.message.clone();
        if let (false, Some(label)) = (own, first) {
            let (line, _) = self.sources.line_column(label.span.source, label.span.start);
            message += &format!(" (line {line} of {})", self.sources.name(label.span.source));
        }
        if let Some(label) = first.filter(|label| !label.text.is_empty()) {
            message += &format!("\n{}", label.text);
        }
        if let Some(help) = &problem.help {
            message += &format!("\nhelp: {help}");
        }
        let further = problem.labels.iter().skip(usize::from(own)).filter_map(|label| {
            let location = Location { uri: self.uri(label.span.source)?, range: self.range(label.span) };
            let words = if label.text.is_empty() { &problem.message } else { &label.text };
            Some(DiagnosticRelatedInformation { location, message: words.clone() })
        });
        let further: Vec<_> = if self.related { further.collect() } else { Vec::new() };
        Shown {
            range: self.range(place),
            severity: Some(severity(problem.severity)),
            code: (!problem.code.is_empty()).then(|| NumberOrString::String(problem.code.to_owned())),
            code_description: store::explanation(problem.code).map(|href| CodeDescription { href }),
            source: Some("ferz".to_owned()),
            message,
            related_information: (!further.is_empty()).then_some(further),
            ..Shown::default()
        }
    }

    fn range(&self, span: Span) -> lsp_types::Range {
        Lines::of(self.sources.text(span.source), self.encoding).range(span.start..span.end)
    }

    /// Returns the span of the text's `extends`.
    fn extends(&self) -> Span {
        let outline = Outline::of(&self.document.text);
        let range = outline.top_text("extends").map_or(0..0, |zone| zone.range.clone());
        Span::new(SourceId::default(), range.start, range.end)
    }

    fn origin(&self, source: SourceId) -> Origin {
        Origin::of_parent(self.sources.name(source))
    }

    fn uri(&self, source: SourceId) -> Option<Uri> {
        if source == SourceId::default() {
            return Some(self.document.uri.clone());
        }
        match self.origin(source) {
            Origin::File(path) => self.open.address(&path).or_else(|| uri::of(&path)),
            Origin::BuiltIn(name) => uri::of(&store::built_in(&name)?),
            Origin::Own => None,
        }
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Advice => DiagnosticSeverity::HINT,
    }
}

/// Moves the problems of an older text to their places in a newer one; problems of words that have changed are dropped.
pub(super) fn moved(problems: &[Diagnostic], old: &str, new: &str) -> Vec<Diagnostic> {
    let same = |(a, b): &(u8, u8)| a == b;
    let before = old.bytes().zip(new.bytes()).take_while(same).count();
    let rest = old.len().min(new.len()) - before;
    let after = old.bytes().rev().zip(new.bytes().rev()).take(rest).take_while(same).count();
    let place = |span: Span| match span {
        span if span.source != SourceId::default() || span.end <= before => Some(span),
        span if span.start >= old.len() - after => {
            let shift = |at: usize| at + new.len() - old.len();
            Some(Span { start: shift(span.start), end: shift(span.end), ..span })
        }
        _ => None,
    };
    let whole = |problem: &Diagnostic| {
        let mut problem = problem.clone();
        for label in &mut problem.labels {
            label.span = place(label.span)?;
        }
        Some(problem)
    };
    problems.iter().filter_map(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_move_with_the_words_they_are_about() {
        let at =
            |start, end| Diagnostic::warning("a::b", "c").at(Span::new(SourceId::default(), start, end), "");
        let old = "one two three";
        let all = [at(0, 3), at(4, 7), at(8, 13)];
        let places = |new: &str| {
            let moved = moved(&all, old, new);
            let span = |problem: &Diagnostic| problem.labels[0].span;
            moved.iter().map(span).map(|span| new[span.start..span.end].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(places(old), ["one", "two", "three"]);
        assert_eq!(places("one twenty three"), ["one", "three"]);
        assert_eq!(places("one t three"), ["one", "three"]);
        assert_eq!(places("zero one two three"), ["one", "two", "three"]);
        assert_eq!(places(""), [""; 0]);
    }
}
