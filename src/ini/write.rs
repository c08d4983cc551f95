//! The text of a game file.

use toml::{Table, Value};

/// A file of these tables, below a comment and after the game it extends; not laid out yet.
pub(super) fn write(head: &str, extends: Option<&str>, tables: &Table) -> String {
    let mut text: String = head.lines().map(|line| format!("# {line}\n")).collect();
    text.push('\n');
    if let Some(parent) = extends {
        text += &format!("extends = {}\n", inline(&parent.into()));
    }
    for (name, value) in tables.iter().filter(|(_, value)| !value.is_table()) {
        text += &format!("{name} = {}\n", inline(value));
    }
    for (name, value) in tables {
        if let Value::Table(table) = value {
            section(name, table, &mut text);
        }
    }
    text
}

/// Tables whose rules are long enough for headings of their own.
const HEADED: [&str; 4] = ["promotion", "drop", "castling", "counting"];

fn section(name: &str, table: &Table, text: &mut String) {
    let headed = |value: &Value| value.is_table() && HEADED.contains(&name);
    let fields = ["to", "limit", "ways"];
    let (below, within): (Vec<_>, Vec<_>) =
        table.iter().partition(|(key, value)| headed(value) && !fields.contains(&key.as_str()));
    if !within.is_empty() || below.is_empty() {
        *text += &format!("\n[{name}]\n");
        for (key, value) in within {
            *text += &format!("{} = {}\n", bare(key), inline(value));
        }
    }
    for (key, value) in below {
        if let Value::Table(table) = value {
            section(&format!("{name}.{}", bare(key)), table, text);
        }
    }
}

fn bare(key: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !key.is_empty() && key.chars().all(plain) { key.to_owned() } else { format!("{key:?}") }
}

fn inline(value: &Value) -> String {
    match value {
        Value::Table(table) => {
            let entries: Vec<String> =
                table.iter().map(|(key, value)| format!("{} = {}", bare(key), inline(value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        Value::Array(values) => format!("[{}]", values.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::String(text) => toml_edit::Value::from(text.as_str()).to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(flag) => flag.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Datetime(date) => date.to_string(),
    }
}
