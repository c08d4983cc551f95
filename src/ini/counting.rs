//! The counting rules that an option of variants.ini names.

use toml::{Table, Value};

/// The rules by their names there, with the options of piece types in braces.
pub(crate) fn rules() -> Table {
    toml::from_str(include_str!("data/counting.toml")).unwrap_or_default()
}

/// Returns a count with the names of piece types in the place of their options; `None` if no number of moves is left.
pub(crate) fn filled(count: Value, name: &dyn Fn(&str) -> Option<String>) -> Option<Value> {
    let Value::Table(mut count) = count else { return None };
    if let Some(Value::Array(terms)) = count.get("when") {
        let terms = terms.iter().filter_map(|term| named(term.as_str()?, name));
        let when = terms.collect::<Vec<_>>().join(" and ");
        count.insert("when".to_owned(), when.into());
    }
    if let Some(Value::Array(rows)) = count.get("limits") {
        let rows: Vec<Value> = rows.iter().filter_map(|row| filled_row(row.as_table()?, name)).collect();
        if rows.is_empty() {
            return None;
        }
        count.insert("limits".to_owned(), rows.into());
    }
    Some(count.into())
}

fn filled_row(row: &Table, name: &dyn Fn(&str) -> Option<String>) -> Option<Value> {
    let mut row = row.clone();
    if let Some(when) = row.get("when").and_then(Value::as_str) {
        let when = named(when, name)?;
        row.insert("when".to_owned(), when.into());
    }
    Some(row.into())
}

/// Returns a term with the name of a type in the place of its option; `None` if there is no such type.
fn named(term: &str, name: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let Some((before, rest)) = term.split_once('{') else { return Some(term.to_owned()) };
    let (option, after) = rest.split_once('}')?;
    Some(format!("{before}{}{after}", name(option)?))
}
