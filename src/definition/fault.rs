//! Faults of a single value, described in an author's terms.

use super::fit::same_type;
use super::keys::Kind;
use super::spelling::{shown, suggest};
use super::tree::{Node, Value};
use crate::text::{Diagnostic, Span};

/// A value's name and an example of it, for messages.
#[derive(Clone, Copy)]
pub(super) struct Slot<'a> {
    pub(super) name: &'a str,
    pub(super) example: &'a str,
    pub(super) in_list: bool,
    /// `true` where the value may also be `true` or `false`.
    pub(super) flag: bool,
    /// `true` where `false` removes what a parent says.
    pub(super) removable: bool,
}

impl Slot<'_> {
    fn words(&self) -> String {
        if self.in_list {
            format!("each item of `{}`", shown(self.name))
        } else {
            format!("`{}`", shown(self.name))
        }
    }
}

pub(super) fn out_of_range(span: Span, slot: Slot<'_>, min: i64, max: i64) -> Diagnostic {
    let bounds = match (min, max) {
        (i64::MIN, max) => format!("of at most {max}"),
        (min, i64::MAX) => format!("of at least {min}"),
        (min, max) => format!("from {min} to {max}"),
    };
    let message = format!("{} must be a whole number {bounds}", slot.words());
    Diagnostic::error("ferz::definition::out_of_range", message).at(span, "")
}

pub(super) fn no_points(span: Span, slot: Slot<'_>) -> Diagnostic {
    let message = format!("{} must be a whole or half number from 0 to 999", slot.words());
    Diagnostic::error("ferz::definition::out_of_range", message).at(span, "")
}

pub(super) fn unknown_value(text: &str, span: Span, words: &[&str], slot: Slot<'_>) -> Diagnostic {
    let name = shown(slot.name);
    let message = match slot.in_list {
        _ if slot.flag && matches!(text, "true" | "false") => {
            format!("{} must be `true` or `false`, but this is text", slot.words())
        }
        true => format!("`{name}` can't contain `{}`", shown(text)),
        false => format!("`{name}` can't be `{}`", shown(text)),
    };
    let problem = Diagnostic::error("ferz::definition::unknown_value", message).at(span, "");
    if slot.flag && matches!(text, "true" | "false") {
        let line = if slot.in_list { text.to_owned() } else { format!("{name} = {text}") };
        return problem.help(format!("remove the quotes: write `{line}`"));
    }
    let flags: &[&str] = if slot.flag { &["true", "false"] } else { &[] };
    match suggest(text, flags.iter().chain(words).copied(), "the possible values are") {
        Some(help) => problem.help(help),
        None => problem,
    }
}

pub(super) fn escape(span: Span, slot: Slot<'_>) -> Diagnostic {
    let message = format!("{} must be a single line of plain text", slot.words());
    Diagnostic::error("ferz::definition::escape_in_notation", message)
        .at(span, "")
        .help("write it on one line in double quotes, without backslashes")
}

/// `None` for a text whose quotes are missing, which has been reported when the file was read.
pub(super) fn wrong_type(node: &Node, kind: &Kind, slot: Slot<'_>) -> Option<Diagnostic> {
    if node.text().is_some_and(|word| word.span == node.span) {
        return None;
    }
    let found = node.value.words();
    let is_table = matches!(kind, Kind::Table(_) | Kind::Named(_) | Kind::Rules(_));
    let removes = is_table && node.value == Value::Flag(true) && slot.removable && !slot.in_list;
    let or_false = if removes { " or `false`" } else { "" };
    let message = format!("{} must be {}{or_false}, but this is {found}", slot.words(), kind.words());
    let problem = Diagnostic::error("ferz::definition::wrong_type", message).at(node.span, "");
    Some(match remedy(node, kind, slot) {
        Some(help) => problem.help(help),
        None => problem,
    })
}

/// Returns the suggestion of what to write instead.
fn remedy(node: &Node, kind: &Kind, slot: Slot<'_>) -> Option<String> {
    let name = shown(slot.name);
    let takes = |value: Value| same_type(kind, &value);
    let line = |value: String| {
        if slot.in_list { format!("write `{value}`") } else { format!("write `{name} = {value}`") }
    };
    match &node.value {
        Value::Text(text) if text.parse::<i64>().is_ok() && takes(Value::Integer(0)) => {
            Some(format!("remove the quotes: {}", line(text.clone())))
        }
        Value::Text(text) if ["true", "false"].contains(&text.as_str()) && takes(Value::Flag(true)) => {
            Some(format!("remove the quotes: {}", line(text.clone())))
        }
        Value::Text(text) if takes(Value::List(Vec::new())) => {
            Some(format!("put it in square brackets: {}", line(format!("[\"{}\"]", shown(text)))))
        }
        Value::List(items) if kind.is_one_text() => {
            let words: Option<Vec<_>> = items.iter().map(|item| Some(item.text()?.text)).collect();
            Some(format!(
                "put all of it in one pair of quotes: {}",
                line(format!("\"{}\"", shown(&words?.join(", "))))
            ))
        }
        Value::Table(_) if matches!(kind, Kind::List(Kind::Table(_))) && !slot.in_list => {
            Some(format!("write its heading with double brackets: `[[{name}]]`"))
        }
        Value::List(items)
            if matches!(kind, Kind::Table(_)) && items.iter().all(|item| item.table().is_some()) =>
        {
            Some(format!("write its heading with single brackets: `[{name}]`"))
        }
        Value::List(items)
            if matches!(kind, Kind::Rules(_) | Kind::Named(_))
                && items.iter().all(|item| item.table().is_some()) =>
        {
            Some(format!("give each of them a name of its own: `[{name}.some-name]`, with single brackets"))
        }
        // one line of a list is rarely just a number
        Value::Integer(number) if kind.is_plain_text() && !(slot.in_list && matches!(kind, Kind::Line)) => {
            Some(format!("put it in quotes: {}", line(format!("\"{number}\""))))
        }
        _ => match kind.example().filter(|_| slot.in_list || slot.example.is_empty()) {
            Some(example) => Some(format!("for example {}", line(example).replacen("write ", "", 1))),
            None if slot.example.is_empty() => None,
            None => Some(format!("for example `{name} = {}`", slot.example)),
        },
    }
}
