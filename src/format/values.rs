//! The spelling of keys and values, and the spaces within them.

use toml_edit::{Array, Decor, Formatted, InlineTable, Key, KeyMut, Value};

use super::Shape;
use crate::order;

/// Writes a key without quotes if it needs none.
pub(super) fn spell_key(key: &mut Key) {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !key.get().is_empty() && key.get().chars().all(bare) {
        *key = Key::new(key.get())
            .with_leaf_decor(key.leaf_decor().clone())
            .with_dotted_decor(key.dotted_decor().clone());
    }
}

/// Lays out a value; what is around it is not touched.
pub(super) fn value(one: &mut Value, shape: Shape) {
    match one {
        Value::String(text) if needs_spelling(text) => *one = respelled(text.decor(), text.value().clone()),
        Value::Integer(number) => *one = respelled(number.decor(), *number.value()),
        Value::Array(list) if is_plain(&list.to_string()) => array(list, shape),
        Value::InlineTable(table) if is_plain(&table.to_string()) => {
            ordered(table, shape);
            let mut entries = Vec::new();
            lines_of(table, &mut entries);
            spaced(&mut entries);
        }
        _ => {}
    }
}

/// Returns `true` if the text has neither lines nor, outside strings, comments of its own.
fn is_plain(text: &str) -> bool {
    !text.trim().contains('\n')
}

/// Returns `true` if the text is in quotes other than straight double ones, though nothing in it must be escaped.
fn needs_spelling(text: &Formatted<String>) -> bool {
    let simple = !text.value().contains(['"', '\\']) && !text.value().chars().any(char::is_control);
    simple && text.display_repr().starts_with('\'')
}

/// Returns the value as it is spelled by default, with what surrounds it.
fn respelled(decor: &Decor, plain: impl Into<Value>) -> Value {
    let mut plain = plain.into();
    *plain.decor_mut() = decor.clone();
    plain
}

fn array(list: &mut Array, shape: Shape) {
    for (at, item) in list.iter_mut().enumerate() {
        value(item, shape);
        *item.decor_mut() = Decor::new(if at == 0 { "" } else { " " }, "");
    }
    list.set_trailing("");
    list.set_trailing_comma(false);
}

/// Brings the entries of a table in order and lays out their values; those of dotted keys are among them.
fn ordered(table: &mut InlineTable, shape: Shape) {
    let names: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
    let mut entries: Vec<(Key, Value)> = names.iter().filter_map(|name| table.remove_entry(name)).collect();
    order::by_key(&mut entries, |(key, _)| shape.rank(key.get()));
    for (mut key, mut one) in entries {
        let child = shape.child(key.get());
        match &mut one {
            Value::InlineTable(dotted) if dotted.is_dotted() => ordered(dotted, child),
            one => value(one, child),
        }
        spell_key(&mut key);
        key.dotted_decor_mut().clear();
        table.insert_formatted(&key, one);
    }
    table.set_trailing("");
}

/// Collects the values of a table, also those of dotted keys.
fn lines_of<'t>(table: &'t mut InlineTable, found: &mut Vec<(KeyMut<'t>, &'t mut Value)>) {
    for (key, one) in table.iter_mut() {
        if !one.as_inline_table().is_some_and(InlineTable::is_dotted) {
            found.push((key, one));
        } else if let Value::InlineTable(dotted) = one {
            lines_of(dotted, found);
        }
    }
}

/// Sets the spaces between the entries of a table.
fn spaced(entries: &mut [(KeyMut<'_>, &mut Value)]) {
    let last = entries.len().saturating_sub(1);
    for (at, (key, one)) in entries.iter_mut().enumerate() {
        *key.leaf_decor_mut() = Decor::new(" ", " ");
        *one.decor_mut() = Decor::new(" ", if at == last { " " } else { "" });
    }
}
