//! Reports rendered for a terminal, and formatted for programs.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode,
    SourceSpan, SpanContents,
};
use serde::Serialize;

use super::{Diagnostic, Report, Severity, SourceId, Sources, Span};

/// The maximum length of a line that is drawn; longer ones would fill the terminal.
const LONGEST_LINE: usize = 1000;
const NARROWEST: usize = 40;

/// Returns every problem of a report with the lines it is about, wrapped to so many columns, at least 40; with the escape codes of a
/// terminal if it is to be in colour.
///
/// ```
/// let error = ferz::Variant::from_text("race.toml", "extends = \"chess\"\n[gmae]\n", &[]).unwrap_err();
/// let drawn = ferz::text::render::render(&error.report, &error.sources, false, 80);
/// assert!(drawn.contains("race.toml:2:2"), "{drawn}");
/// ```
pub fn render(report: &Report, sources: &Sources, colour: bool, width: usize) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_width(width.max(NARROWEST))
        .with_break_words(false)
        .with_show_related_as_nested(true);
    let mut drawn = String::new();
    for problem in report.diagnostics() {
        let before = drawn.len();
        if handler.render_report(&mut drawn, &Drawing::new(problem, sources)).is_err() {
            drawn.truncate(before);
            drawn.push_str(&one_line(problem, sources));
            drawn.push('\n');
        }
        drawn.push('\n');
    }
    report.omitted().into_iter().for_each(|words| drawn += &format!("{words}\n"));
    drawn
}

/// Returns a problem as a JSON object; `suggestion` is bytes of the file itself and what may be written there.
///
/// Lines and columns are from 1, in characters, offsets from 0, in bytes; ends are just after the last.
///
/// ```
/// let error = ferz::Variant::from_text("race.toml", "extends = \"chess\"\n[gmae]\n", &[]).unwrap_err();
/// let json = ferz::text::render::json(&error.report.diagnostics()[0], None, &error.sources);
/// assert!(json.contains("\"file\":\"race.toml\",\"line\":2,\"column\":2,"), "{json}");
/// ```
pub fn json(problem: &Diagnostic, suggestion: Option<(Range<usize>, &str)>, sources: &Sources) -> String {
    serde_json::to_string(&Entry::new(problem, suggestion, sources)).unwrap_or_default()
}

/// Returns a problem as a workflow command of GitHub: an annotation at its place.
///
/// Lines and columns are from 1, and `endColumn` is the column after the last; it is left out where the words run over several lines.
///
/// ```
/// let error = ferz::Variant::from_text("race.toml", "extends = \"chess\"\n[gmae]\n", &[]).unwrap_err();
/// let command = ferz::text::render::github(&error.report.diagnostics()[0], &error.sources);
/// assert!(command.starts_with("::error file=race.toml,line=2,col=2,endColumn=6,"), "{command}");
/// ```
pub fn github(problem: &Diagnostic, sources: &Sources) -> String {
    let level = match problem.severity {
        Severity::Advice => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let mut fields = Vec::new();
    if let Some(label) = problem.labels.first() {
        let (line, column) = sources.line_column(label.span.source, label.span.start);
        let (last, end) = sources.line_column(label.span.source, label.span.end);
        fields.push(format!("file={}", field(sources.name(label.span.source))));
        fields.push(format!("line={line}"));
        fields.push(format!("col={column}"));
        if last == line {
            fields.push(format!("endColumn={end}"));
        } else {
            fields.push(format!("endLine={last}"));
        }
    }
    fields.push(format!("title={}", field(problem.code)));
    let help = problem.help.iter().map(|help| format!("\nhelp: {help}"));
    let message: String = std::iter::once(problem.message.clone()).chain(help).collect();
    format!("::{level} {}::{}", fields.join(","), escaped(&message))
}

/// The text of a workflow command.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A field of a workflow command, in which colons and commas would end it.
fn field(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

/// A problem as a line: `file:line:column: error: message (code)`.
pub(crate) fn one_line(problem: &Diagnostic, sources: &Sources) -> String {
    let said = format!("{}: {} ({})", word(problem.severity), problem.message, problem.code);
    let Some(label) = problem.labels.first() else { return said };
    let (line, column) = sources.line_column(label.span.source, label.span.start);
    format!("{}:{line}:{column}: {said}", sources.name(label.span.source))
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Advice => "advice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

#[derive(Serialize)]
struct Entry<'a> {
    code: &'a str,
    severity: &'a str,
    message: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    end: Option<End>,
    help: Option<&'a str>,
    labels: Vec<Place<'a>>,
    suggestions: Vec<Replacement<'a>>,
}

/// A place: line and column from 1, in characters; offsets from 0, in bytes. The end is just after the last.
#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end: End,
    offset: usize,
    end_offset: usize,
    text: &'a str,
}

#[derive(Serialize)]
struct Replacement<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    replacement: &'a str,
}

#[derive(Serialize)]
struct End {
    line: usize,
    column: usize,
}

impl<'a> Place<'a> {
    fn new(span: Span, text: &'a str, sources: &'a Sources) -> Self {
        let (line, column) = sources.line_column(span.source, span.start);
        let (last, end) = sources.line_column(span.source, span.end);
        let file = sources.name(span.source);
        let end = End { line: last, column: end };
        Self { file, line, column, end, offset: span.start, end_offset: span.end, text }
    }
}

impl<'a> Entry<'a> {
    fn new(
        problem: &'a Diagnostic,
        suggestion: Option<(Range<usize>, &'a str)>,
        sources: &'a Sources,
    ) -> Self {
        let place = || problem.labels.first().map(|label| Place::new(label.span, &label.text, sources));
        let suggestions = suggestion.into_iter().map(|(range, replacement)| {
            let span = Span::new(SourceId::default(), range.start, range.end);
            let text = sources.text(span.source).get(range).unwrap_or_default();
            Replacement { place: Place::new(span, text, sources), replacement }
        });
        Self {
            code: problem.code,
            severity: word(problem.severity),
            message: &problem.message,
            file: place().map(|place| place.file),
            line: place().map(|place| place.line),
            column: place().map(|place| place.column),
            end: place().map(|place| place.end),
            help: problem.help.as_deref(),
            labels: problem.labels.iter().map(|label| Place::new(label.span, &label.text, sources)).collect(),
            suggestions: suggestions.collect(),
        }
    }
}

/// The part of a problem that is in one source; what is in others follows as notes.
#[derive(Debug)]
struct Drawing<'a> {
    /// `None` for a note about a further place.
    problem: Option<&'a Diagnostic>,
    message: String,
    source: Option<Source<'a>>,
    labels: Vec<(SourceSpan, &'a str)>,
    notes: Vec<Drawing<'a>>,
}

impl<'a> Drawing<'a> {
    fn new(problem: &'a Diagnostic, sources: &'a Sources) -> Self {
        let mut files: Vec<SourceId> = Vec::new();
        for label in &problem.labels {
            if !files.contains(&label.span.source) {
                files.push(label.span.source);
            }
        }
        let mut notes: Vec<_> = files.into_iter().map(|file| Self::part(problem, file, sources)).collect();
        if notes.is_empty() {
            notes.push(Self {
                problem: None,
                message: String::new(),
                source: None,
                labels: Vec::new(),
                notes: Vec::new(),
            });
        }
        let mut main = notes.remove(0);
        main.problem = Some(problem);
        main.message.insert_str(0, &problem.message);
        main.notes = notes;
        main
    }

    fn part(problem: &'a Diagnostic, file: SourceId, sources: &'a Sources) -> Self {
        let source = Source { name: sources.name(file), text: visible(sources.text(file)) };
        let there = problem.labels.iter().filter(|label| label.span.source == file);
        if let Some(label) = there.clone().find(|label| !source.can_be_drawn(label.span)) {
            let (line, column) = sources.line_column(file, label.span.start);
            let message = format!(" (at {}:{line}:{column})", source.name);
            return Self { problem: None, message, source: None, labels: Vec::new(), notes: Vec::new() };
        }
        let labels = there.map(|label| (source.place(label.span), label.text.as_str())).collect();
        Self { problem: None, message: String::new(), source: Some(source), labels, notes: Vec::new() }
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.problem, &self.source) {
            (None, Some(source)) => write!(f, "see also {}", source.name),
            _ => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Drawing<'_> {}

impl miette::Diagnostic for Drawing<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.problem.map(|problem| Box::new(problem.code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.problem.map(|problem| problem.severity) {
            Some(Severity::Error) => miette::Severity::Error,
            Some(Severity::Warning) => miette::Severity::Warning,
            Some(Severity::Advice) | None => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.problem?.help.as_deref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = |&(span, text): &(SourceSpan, &str)| {
            LabeledSpan::new_with_span((!text.is_empty()).then(|| text.to_owned()), span)
        };
        Some(Box::new(self.labels.iter().map(label)))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        Some(Box::new(self.notes.iter().map(|note| note as &dyn miette::Diagnostic)))
    }
}

/// A text with its name, borrowed.
#[derive(Debug)]
struct Source<'a> {
    name: &'a str,
    text: Cow<'a, str>,
}

/// Returns a text in which every character is visible, none controls the terminal, and all keep their offsets: an invisible character is
/// replaced by one of as many bytes.
fn visible(text: &str) -> Cow<'_, str> {
    let lone_return = |at: usize| !text[at + 1..].starts_with('\n');
    let hidden = |(at, sign): (usize, char)| match sign {
        '\n' | '\t' => false,
        '\r' => lone_return(at),
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' => true,
        '\u{feff}' => at > 0,
        _ => sign.is_control(),
    };
    if !text.char_indices().any(hidden) {
        return Cow::Borrowed(text);
    }
    let shown = |(at, sign): (usize, char)| match (hidden((at, sign)), sign.len_utf8()) {
        (false, _) => sign,
        (true, 1) => '?',
        (true, 2) => '\u{b7}',
        (true, _) => '\u{2423}',
    };
    Cow::Owned(text.char_indices().map(shown).collect())
}

impl Source<'_> {
    fn border(&self, at: usize) -> usize {
        let mut at = at.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// The span as the drawing library wants it, inside the text and on borders of characters.
    fn place(&self, span: Span) -> SourceSpan {
        let start = self.border(span.start);
        let end = self.border(span.end).max(start);
        (start, end - start).into()
    }

    fn can_be_drawn(&self, span: Span) -> bool {
        let start = self.border(span.start);
        let end = self.border(span.end).max(start);
        let first = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let last = self.text[end..].find('\n').map_or(self.text.len(), |at| end + at);
        self.text[first..last].lines().all(|line| line.len() <= LONGEST_LINE)
    }
}

impl SourceCode for Source<'_> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_lines_before: usize,
        context_lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let read = self.text.read_span(span, context_lines_before, context_lines_after)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.to_owned(),
            read.data(),
            *read.span(),
            read.line(),
            read.column(),
            read.line_count(),
        )))
    }
}

#[cfg(test)]
mod tests;
