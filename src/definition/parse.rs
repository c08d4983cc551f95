//! One text read as TOML into a tree, with every fault of it reported.
//!
//! Invariants: a tree is never deeper than [`DEEPEST`], so that code that walks it may recurse; every span lies in the
//! text, on borders of characters.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::syntax;
use super::tree::{Entry, Node, Table, Value};
use crate::text::{Diagnostic, Report, SourceId, Span, is_command};

/// The size of the largest game file that is read, in bytes.
pub const LARGEST_FILE: usize = 1 << 20;
const DEEPEST: usize = 24;

/// The tree of a text, as far as it can be read; `None` if it isn't a text that can be read at all.
pub(crate) fn parse(source: SourceId, text: &str, report: &mut Report) -> Option<Table> {
    if text.len() > LARGEST_FILE {
        let message = "this file is larger than one megabyte, far too large for a game file";
        report.push(Diagnostic::error("ferz::toml::too_large", message).at(Span::new(source, 0, 0), ""));
        return None;
    }
    if let Some(at) = text.find('\0') {
        report.push(
            not_text(text, at).at(Span::new(source, at, at + 1), "a byte that a game file can't contain"),
        );
        return None;
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    syntax::report(source, text, &errors, report);
    let mut reading = Reading { source, text, report };
    Some(reading.table(table.into_inner(), Span::new(source, 0, 0), 1))
}

/// Returns the diagnostic about a text with an invalid byte at a place.
fn not_text(text: &str, at: usize) -> Diagnostic {
    let rest = &text[at + 1..];
    // text in UTF-16 begins with a mark of two such bytes, or has a zero beside every letter
    let wide = at == 0 && rest.starts_with("\u{fffd}\u{fffd}") || rest.get(1..2) == Some("\0");
    let (message, help) = if wide {
        (
            "this file is saved as UTF-16",
            "save it again as UTF-8: most editors let you choose the encoding when saving",
        )
    } else if rest.starts_with('\u{fffd}') {
        let help = "save it again as UTF-8: older encodings, such as Latin-1 or Windows-1252, store accented letters differently";
        ("this file is not text in UTF-8", help)
    } else {
        ("this is not a text file", "write game files with a plain text editor, and save them as UTF-8")
    };
    Diagnostic::error("ferz::toml::not_text", message).help(help)
}

struct Reading<'a> {
    source: SourceId,
    text: &'a str,
    report: &'a mut Report,
}

impl Reading<'_> {
    fn table(&mut self, table: DeTable<'_>, span: Span, depth: usize) -> Table {
        let mut read = Table::new(span);
        for (key, value) in table {
            let key_span = self.span(key.span());
            self.plain(key.get_ref(), key_span);
            if let Some(node) = self.node(value, depth) {
                read.insert(key.into_inner().into_owned(), Entry { key_span, node });
            }
        }
        read
    }

    fn node(&mut self, value: Spanned<DeValue<'_>>, depth: usize) -> Option<Node> {
        let place = value.span();
        let mut span = self.span(place.clone());
        let value = match value.into_inner() {
            DeValue::String(text) => {
                span = self.closed(span, &text);
                self.plain(&text, span);
                Value::Text(text.into_owned())
            }
            DeValue::Integer(_) if place == (0..0) => return None, // nothing was written
            DeValue::Integer(number) => {
                Value::Integer(self.integer(number.as_str(), number.radix(), span)?)
            }
            DeValue::Float(number) => Value::Float(number.as_str().parse().ok()?),
            DeValue::Boolean(flag) => Value::Flag(flag),
            DeValue::Datetime(date) => Value::Date(date.to_string()),
            DeValue::Array(_) | DeValue::Table(_) if depth >= DEEPEST => return self.too_deep(span),
            DeValue::Array(items) => {
                Value::List(items.into_iter().filter_map(|item| self.node(item, depth + 1)).collect())
            }
            DeValue::Table(table) => Value::Table(self.table(table, span, depth + 1)),
        };
        Some(Node { value, span })
    }

    /// The place of a text; if it is not closed, the place of as much of it as is there.
    fn closed(&self, span: Span, text: &str) -> Span {
        let written = &self.text[span.start..span.end];
        let inside = written.trim_start_matches(['"', '\'']);
        let closes =
            |quote: char| written.len() > 1 && written.starts_with(quote) && written.ends_with(quote);
        if inside.len() == written.len() || closes('"') || closes('\'') {
            return span;
        }
        let start = span.end - inside.len();
        let end = if inside == text { span.end } else { start };
        Span { start, end, ..span }
    }

    /// The number; what isn't made of digits has been reported already.
    fn integer(&mut self, digits: &str, radix: u32, span: Span) -> Option<i64> {
        let number = i64::from_str_radix(digits, radix);
        if number.is_err() && digits.len() > 15 {
            let problem = Diagnostic::error("ferz::toml::too_large_a_number", "this number is too large");
            self.report.push(problem.at(span, ""));
        }
        number.ok()
    }

    /// Reports a character that would control the terminal on which a text is shown, or turn the words around it.
    fn plain(&mut self, text: &str, span: Span) {
        let Some(sign) = text.chars().find(|sign| is_command(*sign)) else { return };
        // the character itself is no TOML, which has been said
        if syntax::told(self.report, span) {
            return;
        }
        let message = format!("this text has a character that is not shown: {}", sign.escape_unicode());
        let help = "remove it: it would control the terminal, or turn the order of words, wherever this text is shown";
        self.report.push(Diagnostic::error("ferz::toml::control", message).at(span, "").help(help));
    }

    fn too_deep(&mut self, span: Span) -> Option<Node> {
        let message = "tables and lists are nested too deeply here";
        self.report.push(Diagnostic::error("ferz::toml::too_deep", message).at(span, ""));
        None
    }

    fn span(&self, range: std::ops::Range<usize>) -> Span {
        syntax::clamp(self.source, self.text, range)
    }
}
