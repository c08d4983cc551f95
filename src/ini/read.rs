//! Sections and lines of an ini file, with their places.

use crate::definition::shown;
use crate::text::{Diagnostic, Report, SourceId, Span};

/// A piece of text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) span: Span,
}

/// One variant as it is written: its name, the name of its parent, and its lines.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub(super) name: Word,
    pub(super) parent: Option<Word>,
    pub(super) lines: Vec<(Word, Word)>,
}

/// The sections of a text; what can't be read is reported.
pub(super) fn sections(source: SourceId, text: &str, report: &mut Report) -> Vec<Section> {
    let mut found: Vec<Section> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let place = Line { source, at, text: line.trim_end_matches(['\n', '\r']) };
        at += line.len();
        let plain = place.text.trim_start_matches('\u{feff}').trim();
        match plain.chars().next() {
            None | Some('#' | ';') => {}
            Some('[') => found.extend(place.header(report)),
            Some(_) => match (place.setting(report), found.last_mut()) {
                (Some(setting), Some(section)) => section.lines.push(setting),
                (Some((key, _)), None) => report.push(
                    Diagnostic::error("ferz::ini::no_section", "there is an option before the first variant")
                        .at(key.span, "belongs to no variant")
                        .help(format!("a variant begins with its name in square brackets: {HEADING}")),
                ),
                (None, _) => {}
            },
        }
    }
    found
}

/// How a variant begins.
const HEADING: &str = "`[name]` or `[name:parent]`";

/// A line and where it begins.
#[derive(Clone, Copy)]
struct Line<'a> {
    source: SourceId,
    at: usize,
    text: &'a str,
}

/// Reports a fault of a word, from which nothing is read.
fn wrong<T>(word: &Word, message: &str, label: &str, help: &str, report: &mut Report) -> Option<T> {
    report.push(Diagnostic::error("ferz::ini::syntax", message).at(word.span, label).help(help));
    None
}

impl Line<'_> {
    /// A part of the line without the blanks around it.
    fn word(self, start: usize, end: usize) -> Word {
        let part = &self.text[start..end];
        let text = part.trim();
        let start = self.at + start + (part.len() - part.trim_start().len());
        Word { text: text.to_owned(), span: Span::new(self.source, start, start + text.len()) }
    }

    fn header(self, report: &mut Report) -> Option<Section> {
        let open = self.text.find('[').expect("the line begins with a bracket");
        let whole = self.word(open, self.text.len());
        let help = format!("write {HEADING}");
        let Some(close) = self.text[open..].find(']').map(|close| open + close) else {
            let message = "the name of this variant has no closing bracket";
            return wrong(&whole, message, "`[` without `]`", &help, report);
        };
        let rest = self.word(close + 1, self.text.len());
        if !rest.text.is_empty() && !rest.text.starts_with(['#', ';']) {
            let message = "there is something after the name of this variant";
            wrong::<()>(&rest, message, "not part of the name", "put options on lines of their own", report);
        }
        let colon = self.text[open..close].find(':').map(|colon| open + colon);
        let name = self.word(open + 1, colon.unwrap_or(close));
        if name.text.is_empty() {
            return wrong(&whole, "this variant has no name", "no name in the brackets", &help, report);
        }
        let parent = colon.map(|colon| self.word(colon + 1, close));
        Some(Section { name, parent, lines: Vec::new() })
    }

    fn setting(self, report: &mut Report) -> Option<(Word, Word)> {
        let Some(equals) = self.text.find('=') else {
            let word = self.word(0, self.text.len());
            let message = format!("`{}` sets nothing: there is no `=`", shown(&word.text));
            return wrong(&word, &message, "no value", "an option is written `key = value`", report);
        };
        Some((self.word(0, equals), self.word(equals + 1, self.text.len())))
    }
}
