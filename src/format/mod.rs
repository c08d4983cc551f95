//! The canonical layout of a game file: order of tables and keys, spaces, spelling of values. Comments stay with what they stand above.
//!
//! Tables stand in the order of the table of keys, and so do keys whose names the language gives. What the author names (pieces, regions,
//! ends, options) stays in the author's order, because that can matter: ends are tested in this order. Dotted keys stay dotted. Arrays
//! over several lines, and inline tables with comments, are left as they are. Lines end as they did.
//!
//! Invariants: the meaning of a text is the same before and after, which is checked each time; formatting is idempotent.

mod comments;
mod values;

use toml_edit::{DocumentMut, Item, Key, KeyMut, Table};

use crate::definition::{KeyTable, Kind};
use crate::order;
use crate::rules::ROOT;
use comments::{lines, split_tail};

/// Returns the text of a game file in the canonical layout.
///
/// ```
/// let text = ferz::format::format("[game]\nyear=1616\nname='Courier'")?;
/// assert_eq!(text, "[game]\nname = \"Courier\"\nyear = 1616\n");
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The reason in a sentence, if the text can't be laid out: it is not sound TOML.
pub fn format(text: &str) -> Result<String, String> {
    let ends = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let (head, body) = comments::head(&text);
    let mut document: DocumentMut = body.parse().map_err(|error: toml_edit::TomlError| error.to_string())?;
    arrange(&mut document);
    let laid = document.to_string();
    let laid = laid.trim_matches('\n');
    let head = lines(head).join("\n");
    let formatted = match (head.trim_matches('\n'), laid) {
        ("", "") => String::new(),
        ("", laid) => format!("{laid}\n"),
        (head, "") => format!("{head}\n"),
        (head, laid) => format!("{head}\n\n{laid}\n"),
    };
    let meaning = |text: &str| toml::from_str::<toml::Table>(text).map_err(|error| error.to_string());
    if meaning(&formatted)? != meaning(&text)? {
        return Err("its layout can't be changed without changing what it says".to_owned());
    }
    Ok(formatted.replace('\n', ends))
}

/// The known shape of the values under a key.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Keys(&'static KeyTable),
    /// Names of the author's choosing, each with a value of this kind.
    Names(&'static Kind),
    /// Rules below names, and the keys of one without a name.
    Rules(&'static Kind),
    Unknown,
}

impl Shape {
    /// Returns the shape of a table under a key of this kind.
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Table(keys) => Self::Keys(keys),
            Kind::Named(each) => Self::Names(each),
            Kind::Rules(each) => Self::Rules(each),
            Kind::List(each) => Self::of(*each),
            Kind::Either(kinds) => {
                let known = kinds.iter().map(|kind| Self::of(*kind));
                known.into_iter().find(|shape| !matches!(shape, Self::Unknown)).unwrap_or(Self::Unknown)
            }
            _ => Self::Unknown,
        }
    }

    fn child(self, key: &str) -> Self {
        match self {
            Self::Keys(keys) => keys
                .keys
                .iter()
                .find(|known| known.name == key)
                .map_or(Self::Unknown, |known| Self::of(known.kind)),
            Self::Names(each) => Self::of(*each),
            Self::Rules(each) => match (each.keys().and_then(|keys| keys.key(key)), Self::of(*each)) {
                (Some(known), _) => Self::of(known.kind),
                (None, rule) => rule,
            },
            Self::Unknown => Self::Unknown,
        }
    }

    /// Returns the position of a key among the others; unknown ones come last, in their order.
    fn rank(self, key: &str) -> usize {
        match self {
            Self::Keys(keys) => {
                keys.keys.iter().position(|known| known.name == key).unwrap_or(keys.keys.len())
            }
            Self::Rules(each) => Self::of(*each).rank(key),
            _ => 0,
        }
    }
}

fn arrange(document: &mut DocumentMut) {
    let mut blocks = Vec::new();
    let trailing = document.trailing().as_str().unwrap_or_default().to_owned();
    headed(document.as_table_mut(), &mut |table| {
        let prefix = table.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default().to_owned();
        blocks.push((table.position().unwrap_or_default(), prefix));
    });
    order::by_key(&mut blocks, |(position, _)| *position);
    let first = document.as_table().iter().any(|(_, item)| item.is_value() || is_dotted(item));
    // a comment right below a table, followed by a blank line, is about that table
    let mut tails: Vec<(Option<isize>, Vec<String>)> = Vec::new();
    let mut owns: Vec<(isize, Vec<String>)> = Vec::new();
    let mut before = None;
    for (at, (position, prefix)) in blocks.iter().enumerate() {
        let (tail, own) = if at > 0 || first { split_tail(prefix) } else { (Vec::new(), lines(prefix)) };
        tails.push((before, tail));
        owns.push((*position, own));
        before = Some(*position);
    }
    let (tail, rest) = split_tail(&trailing);
    tails.push((before, tail));

    table(document.as_table_mut(), Shape::Keys(&ROOT), &mut true);
    align_all(document.as_table_mut());
    let tail_of = |position: Option<isize>| {
        tails.iter().find(|(known, _)| *known == position).map(|(_, tail)| tail.clone()).unwrap_or_default()
    };
    let mut before = None;
    let mut next = 0isize;
    headed(document.as_table_mut(), &mut |table| {
        let position = table.position().unwrap_or_default();
        let own = owns.iter().find(|(known, _)| *known == position).map(|(_, own)| own.clone());
        let prefix = comments::above(&tail_of(before), &own.unwrap_or_default());
        table.decor_mut().set_prefix(prefix);
        let suffix = table.decor().suffix().and_then(|suffix| suffix.as_str()).unwrap_or_default();
        let suffix = suffix.trim_end().to_owned();
        table.decor_mut().set_suffix(suffix);
        before = Some(position);
        next += 1;
        table.set_position(Some(next));
    });
    let end = comments::above(&tail_of(before), &rest);
    document.set_trailing(end);
}

fn is_dotted(item: &Item) -> bool {
    item.as_table().is_some_and(Table::is_dotted)
}

/// Visits every table that has a heading, in the order of the keys.
fn headed(table: &mut Table, visit: &mut dyn FnMut(&mut Table)) {
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(child) if !child.is_dotted() => {
                if !child.is_implicit() {
                    visit(child);
                }
                headed(child, visit);
            }
            Item::ArrayOfTables(list) => {
                for child in list.iter_mut() {
                    visit(child);
                    headed(child, visit);
                }
            }
            _ => {}
        }
    }
}

/// Lays out a table below a heading: its keys in order, their values, and spaces. The lines of a table with dotted keys are among those
/// of the table above it, and `first` says that none of these has been before.
fn table(one: &mut Table, shape: Shape, first: &mut bool) {
    let names: Vec<String> = one.iter().map(|(key, _)| key.to_owned()).collect();
    let mut entries: Vec<(Key, Item)> = names.iter().filter_map(|name| one.remove_entry(name)).collect();
    order::by_key(&mut entries, |(key, item)| (!item.is_value() && !is_dotted(item), shape.rank(key.get())));
    for (mut key, mut item) in entries {
        let child = shape.child(key.get());
        match &mut item {
            Item::Value(value) => {
                let above = key.leaf_decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default();
                let above = comments::within(above, *first);
                values::spell_key(&mut key);
                key.leaf_decor_mut().set_prefix(above);
                let behind = value.decor().suffix().and_then(|suffix| suffix.as_str()).unwrap_or_default();
                let behind = behind.trim_end().to_owned();
                values::value(value, child);
                value.decor_mut().set_prefix(" ");
                value.decor_mut().set_suffix(behind);
                *first = false;
            }
            Item::Table(dotted) if dotted.is_dotted() => {
                values::spell_key(&mut key);
                table(dotted, child, first);
            }
            Item::Table(below) => table(below, child, &mut true),
            Item::ArrayOfTables(list) => list.iter_mut().for_each(|below| table(below, child, &mut true)),
            Item::None => {}
        }
        one.insert_formatted(&key, item);
    }
}

/// Aligns the lines below every heading.
fn align_all(one: &mut Table) {
    let mut found = Vec::new();
    lines_of(one, 0, &mut found);
    align(&mut found);
    for (_, item) in one.iter_mut() {
        match item {
            Item::Table(below) if !below.is_dotted() => align_all(below),
            Item::ArrayOfTables(list) => list.iter_mut().for_each(align_all),
            _ => {}
        }
    }
}

/// Collects the keys that a table has values for, each with the width of the whole key; `before` is the width of what precedes them.
fn lines_of<'t>(one: &'t mut Table, before: usize, found: &mut Vec<(usize, KeyMut<'t>)>) {
    for (key, item) in one.iter_mut() {
        let width = before + key.display_repr().chars().count();
        match item {
            Item::Value(_) => found.push((width, key)),
            Item::Table(dotted) if dotted.is_dotted() => lines_of(dotted, width + 1, found),
            _ => {}
        }
    }
}

/// Aligns the equal signs of neighbouring lines.
fn align(keys: &mut [(usize, KeyMut<'_>)]) {
    let begins = |key: &KeyMut<'_>| {
        let prefix = key.leaf_decor().prefix().and_then(|prefix| prefix.as_str());
        prefix.is_some_and(|prefix| prefix.starts_with('\n'))
    };
    let mut at = 0;
    while at < keys.len() {
        let more = keys[at + 1..].iter().take_while(|(_, key)| !begins(key)).count();
        let block = &mut keys[at..=at + more];
        at += 1 + more;
        let widest = block.iter().map(|(width, _)| *width).max().unwrap_or(0);
        for (width, key) in block {
            key.leaf_decor_mut().set_suffix(" ".repeat(widest - *width + 1));
            key.dotted_decor_mut().clear();
        }
    }
}

#[cfg(test)]
mod tests;
