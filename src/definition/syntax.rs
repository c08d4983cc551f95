//! Syntax errors of the TOML parser, reworded for authors who have never programmed.

use std::collections::HashSet;
use std::ops::Range;

use super::spelling::shown;
use crate::order;
use crate::text::{Diagnostic, Report, SourceId, Span};

/// One slip often makes the parser stumble many times; nobody reads more than this.
const MOST: usize = 20;

/// The wording of one kind of diagnostic.
struct Fault {
    /// The beginning of the parser's own message.
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
    fault("cannot extend value", "ferz::toml::already_a_value", "this key already has a value, so nothing can be added inside it",
          "write it all in one place, either in braces or under a heading"),
    fault("unclosed array table", "ferz::toml::unclosed", "this heading is not closed", "end it with `]]`"),
    fault("unclosed array", "ferz::toml::unclosed", "this list is not closed", "end it with `]`"),
    fault("unclosed inline table", "ferz::toml::unclosed", "this table is not closed", "end it with `}`"),
    fault("unclosed table", "ferz::toml::unclosed", "this heading is not closed", "end it with `]`"),
    fault("extra assignment", "ferz::toml::missing_comma", "a comma is missing before this", "put a comma between the entries"),
    fault("missing comma", "ferz::toml::missing_comma", "a comma is missing before this", "put a comma between the entries"),
    fault("extra comma", "ferz::toml::extra_comma", "there is one comma too many", "remove it"),
    fault("missing value", "ferz::toml::missing_value", "a value is missing here", "write it after the `=`"),
    fault("key with no value", "ferz::toml::missing_equals", "expected `=` and a value after this key", "write `key = value`; join the words of a key with hyphens, and begin a comment with `#`"),
    fault("missing assignment", "ferz::toml::missing_equals", "an `=` is missing after the key", "write `key = value`"),
    fault("extra `=`", "ferz::toml::extra_equals", "there is one `=` too many", "write `key = value`"),
    fault("unexpected `=`", "ferz::toml::extra_equals", "a list can't contain keys, only values", "use braces for a table: `{ key = value }`"),
    fault("unquoted keys cannot be empty", "ferz::toml::missing_key", "a name is missing here", "write the key before the `=`, or the name between the brackets"),
    fault("missing key", "ferz::toml::missing_key", "a key is missing here", "write `key = value`"),
    fault("invalid unquoted key", "ferz::toml::bad_key", "keys and headings can't contain this character", "use only the letters a to z, digits and hyphens"),
    fault("keys cannot be multi-line", "ferz::toml::bad_key", "a key must be on one line", "use only the letters a to z, digits and hyphens"),
    fault("unexpected key or value", "ferz::toml::extra_words", "nothing else can follow on this line", "begin a new line, or put the whole value in one pair of quotes"),
    fault("unexpected content", "ferz::toml::extra_words", "nothing else can follow on this line", "begin a new line, or put `#` before a comment"),
    fault("invalid comment", "ferz::toml::invisible_character", "there is an invisible character in this comment", "delete it"),
    fault("carriage return", "ferz::toml::invisible_character", "this line ending can't be read", "save the file with ordinary line endings (LF or CRLF)"),
    fault("missing escaped value", "ferz::toml::bad_escape", "a backslash begins an escape sequence, and this is not a valid one", "write `\\\\` for a backslash; in a path, use `/`"),
    fault("too few unicode", "ferz::toml::bad_escape", "this escape sequence has too few digits", "write the character itself"),
    fault("invalid boolean", "ferz::toml::bad_flag", "this is neither `true` nor `false`", "write `true` or `false`, in lower-case letters"),
    fault("unexpected leading zero", "ferz::toml::bad_number", "a number can't begin with a zero", "remove the zero, or put text in quotes"),
    fault("cannot recurse", "ferz::toml::too_deep", "tables and lists are nested too deeply here", ""),
    fault("recursion limit", "ferz::toml::too_deep", "a key here has too many parts", "use a heading, such as `[board]`, and fewer dots"),
];

/// Reports the parser's errors in the order of their places, one for each line at most.
///
/// If a bracket is still open at the next heading, only that is reported: the parser has read everything behind it as its inside.
/// Duplicate keys below a repeated heading are left out as well.
pub(super) fn report(source: SourceId, text: &str, errors: &[toml::de::Error], report: &mut Report) {
    let lines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let mut errors: Vec<(Span, &str)> = errors
        .iter()
        .map(|error| (clamp(source, text, error.span().unwrap_or(0..0)), error.message()))
        .collect();
    order::by_key(&mut errors, |(span, _)| span.start);
    let too_deep =
        errors.iter().any(|(_, said)| said.starts_with("cannot recurse") || said.starts_with("recursion"));
    let open = left_open(text)
        .filter(|_| !too_deep)
        .filter(|open| errors.iter().any(|(span, _)| span.start > *open));
    let mut seen = HashSet::new();
    let mut repeated = 0..0;
    for (span, complaint) in errors {
        if open.is_some_and(|open| span.start > open) {
            break;
        }
        let duplicate = complaint.starts_with("duplicate key");
        if duplicate && repeated.contains(&span.start) {
            continue;
        }
        if duplicate && line_at(text, span.start).trim_start().starts_with('[') {
            let below = text[span.start..].find("\n[").map_or(text.len(), |end| span.start + end);
            repeated = span.start..below;
        }
        if !seen.insert(lines.partition_point(|&end| end < span.start)) {
            continue;
        }
        match seen.len() > MOST {
            true => report.omit(),
            false => report.push(describe(text, complaint, span)),
        }
    }
    if let Some(open) = open {
        report.push(not_closed(text, clamp(source, text, open..open + 1)));
    }
}

/// The line of a text that a byte is in.
fn line_at(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    text[start..].lines().next().unwrap_or("")
}

fn not_closed(text: &str, bracket: Span) -> Diagnostic {
    let (what, close) = if text[bracket.start..].starts_with('[') { ("list", "]") } else { ("table", "}") };
    Diagnostic::error("ferz::toml::unclosed", format!("this {what} is not closed"))
        .at(bracket, "opened here")
        .help(format!("end it with `{close}`"))
}

/// The last bracket of a value that is still open where a heading begins, or a key that can't stand within it, or the text ends.
fn left_open(text: &str) -> Option<usize> {
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(sign) = text[at..].chars().next() {
        let rest = &text[at..];
        if at == 0 || text.as_bytes()[at - 1] == b'\n' {
            let line = rest.lines().next().unwrap_or("");
            let inside = open.last().map(|&bracket| text[bracket..].starts_with('['));
            match inside {
                Some(in_list) if is_heading(line) || (in_list && begins_with_key(line)) => break,
                None if line.trim_start().starts_with('[') => {
                    at += rest.find('\n').unwrap_or(rest.len());
                    if at < text.len() {
                        at += 1;
                    }
                    continue;
                }
                _ => {}
            }
        }
        at += match sign {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            // a bracket behind a quote that is not closed may be one that closes
            '"' | '\'' => quoted(rest, sign)?,
            _ => sign.len_utf8(),
        };
        match sign {
            '[' | '{' => open.push(at - 1),
            ']' | '}' => {
                let opening = if sign == ']' { '[' } else { '{' };
                match open.pop() {
                    // closed by the other kind of bracket
                    Some(bracket) if !text[bracket..].starts_with(opening) => return Some(bracket),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    open.pop()
}

/// Returns the quotes that open the text which is not closed at a place; the place itself if they can't be found.
fn opened(text: &str, place: Span) -> Span {
    let mut at = 0;
    while at <= place.start {
        let rest = &text[at..];
        let Some(sign) = rest.chars().next() else { break };
        let line = rest.find('\n').unwrap_or(rest.len());
        at += match sign {
            '#' => line,
            '"' | '\'' => match quoted(rest, sign) {
                Some(length) => length,
                None => {
                    let triple = rest.starts_with(&String::from(sign).repeat(3));
                    if triple || at + line >= place.start {
                        return clamp(place.source, text, at..at + if triple { 3 } else { 1 });
                    }
                    line
                }
            },
            _ => sign.len_utf8(),
        };
    }
    place
}

/// The length of a text in quotes, if it is closed.
fn quoted(rest: &str, quote: char) -> Option<usize> {
    let triple = String::from(quote).repeat(3);
    if rest.starts_with(&triple) {
        return rest[3..].find(&triple).map(|end| end + 6);
    }
    let mut escaped = false;
    for (at, sign) in rest.char_indices().skip(1) {
        match sign {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            _ if sign == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Returns `true` if the line is a heading (words in brackets) rather than a list within a list.
fn is_heading(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or("").trim();
    let double = line.strip_prefix("[[").and_then(|line| line.strip_suffix("]]"));
    let name = double.or_else(|| line.strip_prefix('[').and_then(|line| line.strip_suffix(']')));
    let bare = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    name.is_some_and(|name| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(bare)
            && !["true", "false"].contains(&name)
    })
}

fn begins_with_key(line: &str) -> bool {
    let key = line.trim_start().trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "-_.".contains(c));
    key.len() < line.trim_start().len() && key.trim_start().starts_with('=')
}

/// Returns `true` if a syntax error has been reported at this very span, so that nothing more need be reported.
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
    if text[span.start..].starts_with(is_invisible) {
        let end = span.start + text[span.start..].chars().next().map_or(0, char::len_utf8);
        let place = clamp(span.source, text, span.start..end);
        let message = "there is an invisible character here";
        return Diagnostic::error("ferz::toml::invisible_character", message)
            .at(place, "")
            .help("delete it, and type an ordinary space if one is needed");
    }
    if found.contains(['“', '”', '„', '‘', '’', '«', '»']) {
        return Diagnostic::error("ferz::toml::curly_quotes", "these are not straight quotes")
            .at(span, "")
            .help("use straight quotes: `\"`");
    }
    if complaint.starts_with("string values must be quoted") {
        return unquoted(text, span);
    }
    if complaint.starts_with("invalid") && (complaint.ends_with("`\"`") || complaint.ends_with("`'`")) {
        return Diagnostic::error("ferz::toml::unclosed", "this text has no closing quote")
            .at(opened(text, span), "opened here")
            .help("end the text with the same quotation marks it begins with");
    }
    if lacks_a_quote(line_at(text, span.start)) {
        return Diagnostic::error("ferz::toml::unclosed", "a quote is missing on this line")
            .at(span, "at this point or before it")
            .help("put a quote at each end of the text: `\"…\"`");
    }
    if let Some(by) = joined_by(text, complaint, span) {
        return by;
    }
    if let Some(fault) = FAULTS.iter().find(|fault| complaint.starts_with(fault.begins)) {
        let problem = Diagnostic::error(fault.code, fault.message).at(span, "");
        return if fault.help.is_empty() { problem } else { problem.help(fault.help) };
    }
    if found.starts_with(|c: char| c.is_ascii_digit() || "+-._".contains(c)) {
        return Diagnostic::error("ferz::toml::bad_number", "this is not a valid number")
            .at(span, "")
            .help("use digits only, such as `12`, or put text in quotes");
    }
    Diagnostic::error("ferz::toml::syntax", format!("this can't be read ({complaint})")).at(span, "")
}

/// Invisible characters, and look-alikes of the space.
fn is_invisible(sign: char) -> bool {
    (sign.is_control() && !['\n', '\r', '\t'].contains(&sign))
        || (!sign.is_ascii() && sign.is_whitespace())
        || ['\u{200b}', '\u{200c}', '\u{200d}', '\u{feff}', '\u{ad}', '\u{2060}'].contains(&sign)
}

/// Returns `true` if the quotes of the line are unbalanced.
fn lacks_a_quote(line: &str) -> bool {
    let quotes = line.replace("\\\\", "").replace("\\\"", "").matches('"').count();
    quotes % 2 == 1 && !line.contains("\"\"\"") && !line.contains("'''")
}

/// A key and its value with another character between, or a character that other languages end a line with.
fn joined_by(text: &str, complaint: &str, span: Span) -> Option<Diagnostic> {
    let before = text[..span.start].trim_end_matches([' ', '\t']);
    let in_heading = line_at(text, span.start).trim_start().starts_with('[');
    let colon = complaint.starts_with("invalid unquoted key") && text[span.start..].starts_with(':');
    if colon && !in_heading {
        let message = "a key and its value are separated by `=`, not by `:`";
        let place = clamp(span.source, text, span.start..span.start + 1);
        return Some(
            Diagnostic::error("ferz::toml::missing_equals", message)
                .at(place, "")
                .help("write `key = value`"),
        );
    }
    let equals = complaint.starts_with("key with no value") || complaint.starts_with("missing assignment");
    if equals && before.ends_with(':') {
        let message = "a key and its value are separated by `=`, not by `:`";
        return Some(
            Diagnostic::error("ferz::toml::missing_equals", message).at(span, "").help("write `key = value`"),
        );
    }
    let next = text[span.start..].chars().next()?;
    let ends = complaint.starts_with("unexpected key or value") && [',', ';'].contains(&next);
    ends.then(|| {
        Diagnostic::error("ferz::toml::extra_words", format!("a `{next}` doesn't belong after the value"))
            .at(clamp(span.source, text, span.start..span.start + 1), "")
            .help(format!("remove the `{next}`"))
    })
}

/// A value that is neither a number nor `true` nor `false`, and has no quotes.
fn unquoted(text: &str, span: Span) -> Diagnostic {
    let found = &text[span.start..span.end];
    if found.trim().is_empty() {
        return Diagnostic::error("ferz::toml::missing_value", "a value is missing here")
            .at(span, "")
            .help("write it after the `=`; text goes in quotes");
    }
    if let Some(problem) = after_a_number(text, span) {
        return problem;
    }
    let is_key = found.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if is_key && text[span.end..].trim_start_matches(' ').starts_with('=') {
        let problem = Diagnostic::error("ferz::toml::extra_equals", "a list can't contain keys, only values");
        return problem.at(span, "").help("use braces for a table: `{ key = value }`");
    }
    // in a list or between braces the parser ends a word at a space or a bracket; the author meant more
    let rest = &text[span.end..];
    let more = rest.find([',', ']', '}', '#', '"', '\n']).map_or("", |end| rest[..end].trim_end());
    let span = Span { end: span.end + more.len(), ..span };
    let word = shown(&text[span.start..span.end]);
    let numbers = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen",
    ];
    let small = word.to_lowercase();
    if let Some(at) = numbers.iter().position(|number| *number == small) {
        return Diagnostic::error(
            "ferz::toml::missing_quotes",
            "numbers are written in digits, and text in quotes",
        )
        .at(span, "")
        .help(format!("write `{}`", at + 1));
    }
    let help = match small.as_str() {
        "yes" | "on" => format!("write `true`, or `\"{word}\"` for text"),
        "no" | "off" => format!("write `false`, or `\"{word}\"` for text"),
        _ => format!("write `\"{word}\"`"),
    };
    Diagnostic::error("ferz::toml::missing_quotes", "text goes in quotes").at(span, "").help(help)
}

/// A number followed by something that belongs neither to a number nor to a text.
fn after_a_number(text: &str, span: Span) -> Option<Diagnostic> {
    let found = &text[span.start..span.end];
    let rest = found.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == found.len() {
        return None;
    }
    let blank = rest.starts_with([' ', '\t']);
    let stray = rest.trim_start();
    let place = clamp(span.source, text, span.end - stray.len()..span.end);
    if stray == ";" {
        let problem = Diagnostic::error("ferz::toml::extra_words", "a `;` doesn't belong after the value");
        return Some(problem.at(place, "").help("remove the `;`"));
    }
    if text[span.end..].trim_start_matches(' ').starts_with('=') {
        let problem = Diagnostic::error("ferz::toml::extra_words", "nothing else can follow on this line");
        return Some(problem.at(place, "").help("begin a new line for it"));
    }
    if blank || stray.starts_with("//") {
        let problem = Diagnostic::error("ferz::toml::extra_words", "nothing else can follow a number");
        return Some(
            problem.at(place, "").help("put `#` before a comment, or put the whole value in quotes"),
        );
    }
    rest.starts_with(|c: char| c.is_alphabetic()).then(|| {
        Diagnostic::error("ferz::toml::bad_number", "this is not a valid number")
            .at(span, "")
            .help("use digits only, such as `12`, or put text in quotes")
    })
}

fn duplicate(text: &str, span: Span) -> Diagnostic {
    let line_start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let line = text[line_start..].lines().next().unwrap_or("").trim();
    let heading = line.starts_with('[');
    if line.starts_with("[[") {
        let name = shown(&text[span.start..span.end]);
        let message =
            format!("`{name}` already has a value of another kind, so `[[{name}]]` can't add to it");
        return Diagnostic::error("ferz::toml::duplicate_key", message)
            .at(span, "added here")
            .help(format!("write `[[{name}]]` above each entry, and use `{name}` nowhere else"));
    }
    let name = shown(&text[span.start..span.end]);
    let message = if heading {
        format!("`{}` is already defined", shown(line))
    } else {
        format!("`{name}` is defined twice")
    };
    let help = if heading { "put all its lines under one heading" } else { "keep only one of them" };
    let problem = Diagnostic::error("ferz::toml::duplicate_key", message).at(span, "again here").help(help);
    match earlier(text, line_start, line, &text[span.start..span.end]) {
        Some(first) => problem.at(clamp(span.source, text, first), "first here"),
        None => problem,
    }
}

/// Returns the range where a heading, or a key under the same heading, was written before.
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
