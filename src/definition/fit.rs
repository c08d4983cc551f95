//! The kind of a value, and the choice of the one meant among several.

use super::keys::Kind;
use super::tree::{Node, Value};

/// Returns `true` if the value has the type of this kind.
pub(super) fn same_type(kind: &Kind, value: &Value) -> bool {
    match (kind, value) {
        (Kind::Free, _)
        | (Kind::Points, Value::Integer(_) | Value::Float(_))
        | (Kind::Integer { .. } | Kind::Year, Value::Integer(_))
        | (Kind::Flag, Value::Flag(_))
        | (Kind::List(_) | Kind::Words, Value::List(_))
        | (Kind::Table(_) | Kind::Named(_) | Kind::Rules(_), Value::Table(_)) => true,
        (Kind::Either(kinds), value) => kinds.iter().any(|kind| same_type(kind, value)),
        (Kind::Text | Kind::Words | Kind::Year | Kind::OneOf(_), Value::Text(_)) => true,
        (kind, Value::Text(_)) => kind.is_notation(),
        _ => false,
    }
}

/// Returns `true` if the value is plainly of this kind, rather than of another kind with the same type.
fn fits(kind: &Kind, value: &Value) -> bool {
    match (kind, value) {
        (Kind::OneOf(words), Value::Text(text)) => words.contains(&text.as_str()),
        (Kind::List(kind), Value::List(items)) => items.first().is_none_or(|item| fits(kind, &item.value)),
        (Kind::Words, Value::List(items)) => items.first().is_none_or(|item| fits(&Kind::Text, &item.value)),
        (Kind::Table(keys), Value::Table(table)) => {
            table.is_empty() || table.keys().any(|name| keys.key(name).is_some())
        }
        (Kind::Either(kinds), value) => kinds.iter().any(|kind| fits(kind, value)),
        (kind, value) => same_type(kind, value),
    }
}

/// The kind that is meant: the first that fits, else the last of the same type.
pub(super) fn choose(kinds: &'static [Kind], node: &Node) -> Option<&'static Kind> {
    let fitting = kinds.iter().find(|kind| fits(kind, &node.value));
    fitting.or_else(|| kinds.iter().rev().find(|kind| same_type(kind, &node.value)))
}
