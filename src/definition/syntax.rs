//! What the TOML parser complains of, in words for someone who has never programmed.

use std::collections::HashSet;
use std::ops::Range;

use super::spelling::shown;
use crate::text::{Diagnostic, Report, SourceId, Span};

/// One slip often makes the parser stumble many times; nobody reads more than this.
const MOST: usize = 20;

/// How one kind of complaint is said.
struct Fault {
    /// How the parser's own message begins.
    begins: &'static str,
    code: &'static str,
    message: &'static str,
    help: &'static str,
}

const fn fault(begins: &'static str, code: &'static str, message: &'static str, help: &'static str) -> Fault {
    Fault { begins, code, message, help }
}

#[rustfmt::skip]
const FAULTS: &[Fault] = &[
    fault("cannot extend value", "ferz::toml::already_a_value", "this key has a value already, so nothing can be added inside it",
          "write all of it in one place: either between braces, or under a heading"),
    fault("unclosed array table", "ferz::toml::unclosed", "this heading is not closed", "end it with `]]`"),
    fault("unclosed array", "ferz::toml::unclosed", "this list is not closed", "end it with `]`"),
    fault("unclosed inline table", "ferz::toml::unclosed", "this table is not closed", "end it with `}`"),
    fault("unclosed table", "ferz::toml::unclosed", "this heading is not closed", "end it with `]`"),
    fault("extra assignment", "ferz::toml::missing_comma", "a comma is missing before this", "put `,` between the entries"),
    fault("missing comma", "ferz::toml::missing_comma", "a comma is missing before this", "put `,` between the entries"),
    fault("extra comma", "ferz::toml::extra_comma", "there is a comma too many", "remove it"),
    fault("missing value", "ferz::toml::missing_value", "a value is missing here", "write it after the `=`"),
    fault("key with no value", "ferz::toml::missing_equals", "an `=` and a value are missing after the key", "write `key = value`; a key of several words is joined by dashes"),
    fault("missing assignment", "ferz::toml::missing_equals", "an `=` is missing after the key", "write `key = value`"),
    fault("extra `=`", "ferz::toml::extra_equals", "there is an `=` too many", "write `key = value`"),
    fault("unexpected `=`", "ferz::toml::extra_equals", "a list holds values without keys", "use braces for a table: `{ key = value }`"),
    fault("unquoted keys cannot be empty", "ferz::toml::missing_key", "a name is missing here", "write the key before the `=`, or the name between the brackets"),
    fault("missing key", "ferz::toml::missing_key", "a key is missing here", "write `key = value`"),
    fault("invalid unquoted key", "ferz::toml::bad_key", "a key can't hold this character", "use letters, digits and dashes; write `key = value`"),
    fault("keys cannot be multi-line", "ferz::toml::bad_key", "a key can't go over several lines", "use letters, digits and dashes"),
    fault("unexpected key or value", "ferz::toml::extra_words", "nothing more may follow on this line", "begin a new line, or put the whole value between one pair of quotes"),
    fault("unexpected content", "ferz::toml::extra_words", "nothing more may follow on this line", "begin a new line, or put `#` before a remark"),
    fault("invalid comment", "ferz::toml::invisible_character", "there is an invisible character in this remark", "delete it"),
    fault("carriage return", "ferz::toml::invisible_character", "this line ends in a way that can't be read", "save the file with ordinary line endings"),
    fault("missing escaped value", "ferz::toml::bad_escape", "a backslash begins a special character, and this is none", "write `\\\\` for a backslash"),
    fault("too few unicode", "ferz::toml::bad_escape", "this special character lacks some digits", "write the character itself"),
    fault("invalid boolean", "ferz::toml::bad_flag", "this is neither `true` nor `false`", "write it in small letters, or put a text between quotes"),
    fault("unexpected leading zero", "ferz::toml::bad_number", "a number can't begin with a zero", "remove the zero, or put a text between quotes"),
    fault("cannot recurse", "ferz::toml::too_deep", "tables and lists are nested too deeply here", ""),
    fault("recursion limit", "ferz::toml::too_deep", "this name has too many parts", ""),
];

/// Reports the parser's complaints, one for each line at most.
pub(super) fn report(source: SourceId, text: &str, errors: &[toml::de::Error], report: &mut Report) {
    let lines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let mut seen = HashSet::new();
    for error in errors {
        let range = error.span().unwrap_or(0..0);
        if seen.len() < MOST && seen.insert(lines.partition_point(|&end| end < range.start)) {
            let span = clamp(source, text, range);
            report.push(describe(text, error.message(), span));
        }
    }
}

/// Whether a slip has been reported at this very place, so that nothing more need be said of it.
pub(super) fn told(report: &Report, span: Span) -> bool {
    let labels = report.diagnostics().iter().filter(|problem| problem.code.starts_with("ferz::toml::"));
    labels.flat_map(|problem| &problem.labels).any(|label| {
        let told = label.span;
        told.source == span.source && told.start <= span.end && span.start <= told.end
    })
}

fn describe(text: &str, complaint: &str, span: Span) -> Diagnostic {
    let found = &text[span.start..span.end];
    if complaint.starts_with("duplicate key") {
        return duplicate(text, span);
    }
    if found.contains(['“', '”', '„', '‘', '’', '«', '»']) {
        return Diagnostic::error("ferz::toml::curly_quotes", "these quotes are not the ones on a keyboard")
            .at(span, "")
            .help("use straight quotes: `\"`");
    }
    if complaint.starts_with("string values must be quoted") {
        return unquoted(found, span);
    }
    if complaint.starts_with("invalid") && (complaint.ends_with("`\"`") || complaint.ends_with("`'`")) {
        return Diagnostic::error("ferz::toml::unclosed", "this text is not closed")
            .at(span, "a quote is missing here")
            .help("end a text with the same quote it begins with");
    }
    if let Some(fault) = FAULTS.iter().find(|fault| complaint.starts_with(fault.begins)) {
        let problem = Diagnostic::error(fault.code, fault.message).at(span, "");
        return if fault.help.is_empty() { problem } else { problem.help(fault.help) };
    }
    if found.starts_with(|c: char| c.is_ascii_digit() || "+-._".contains(c)) {
        return Diagnostic::error("ferz::toml::bad_number", "this is not written as a number")
            .at(span, "")
            .help("write digits alone, such as `12`, or put a text between quotes");
    }
    Diagnostic::error("ferz::toml::syntax", format!("this can't be read ({complaint})")).at(span, "")
}

fn unquoted(found: &str, span: Span) -> Diagnostic {
    if found.trim().is_empty() {
        return Diagnostic::error("ferz::toml::missing_value", "a value is missing here")
            .at(span, "")
            .help("write it after the `=`; a text goes between quotes");
    }
    let word = shown(found);
    let help = match found.to_lowercase().as_str() {
        "yes" | "on" => format!("write `true`, or `\"{word}\"` for a text"),
        "no" | "off" => format!("write `false`, or `\"{word}\"` for a text"),
        _ => format!("write `\"{word}\"`"),
    };
    Diagnostic::error("ferz::toml::missing_quotes", "a text goes between quotes").at(span, "").help(help)
}

fn duplicate(text: &str, span: Span) -> Diagnostic {
    let line_start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let line = text[line_start..].lines().next().unwrap_or("").trim();
    let heading = line.starts_with('[');
    let name = shown(&text[span.start..span.end]);
    let message = if heading {
        format!("the heading `{}` is there already", shown(line))
    } else {
        format!("`{name}` is written twice")
    };
    let help = if heading { "put all its lines under one heading" } else { "keep one of them" };
    let problem = Diagnostic::error("ferz::toml::duplicate_key", message).at(span, "again here").help(help);
    match earlier(text, line_start, line, &text[span.start..span.end]) {
        Some(first) => problem.at(clamp(span.source, text, first), "first here"),
        None => problem,
    }
}

/// Where a heading, or a key under the same heading, was written before.
fn earlier(text: &str, line_start: usize, line: &str, key: &str) -> Option<Range<usize>> {
    let mut start = line_start;
    while start > 0 {
        let end = start - 1;
        start = text[..end].rfind('\n').map_or(0, |at| at + 1);
        let other = text[start..end].trim_end();
        let indent = other.len() - other.trim_start().len();
        let other = other.trim_start();
        let begin = start + indent;
        if line.starts_with('[') {
            if other == line {
                return Some(begin..begin + other.len());
            }
        } else if other.starts_with('[') {
            return None;
        } else if other.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(['=', '.'])) {
            return Some(begin..begin + key.len());
        }
    }
    None
}

/// A range as a span, moved into the text and onto borders of characters.
pub(super) fn clamp(source: SourceId, text: &str, range: Range<usize>) -> Span {
    let border = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = border(range.start);
    Span::new(source, start, border(range.end).max(start))
}
