//! The text of a game file.

use toml::{Table, Value};
use toml_edit::Key;

/// A file of these tables, below a comment and after the game it extends; not laid out yet.
pub(super) fn write(head: &str, extends: Option<&str>, tables: &Table) -> String {
    let mut text: String = head.lines().map(|line| format!("# {line}\n")).collect();
    text.push('\n');
    text.extend(extends.map(|parent| format!("extends = {}\n", Value::from(parent))));
    for (name, value) in tables.iter().filter(|(_, value)| !value.is_table()) {
        text += &format!("{name} = {value}\n");
    }
    for (name, table) in tables.iter().filter_map(|(name, value)| Some((name, value.as_table()?))) {
        section(name, table, &mut text);
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
            *text += &format!("{} = {value}\n", Key::new(key));
        }
    }
    for (key, table) in below.into_iter().filter_map(|(key, value)| Some((key, value.as_table()?))) {
        section(&format!("{name}.{}", Key::new(key)), table, text);
    }
}
