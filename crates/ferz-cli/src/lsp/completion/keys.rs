//! Keys, names that are keys, and headings.

use std::collections::HashSet;

use ferz::language::{Hint, Key, KeyTable, Kind};
use lsp_types::CompletionItemKind;

use super::super::asking::Asking;
use super::super::hover::of_key;
use super::super::names::Sort;
use super::super::outline::{NodeId, ROOT_NODE, Role, Zone};
use super::super::shape::{self, Tabled};
use super::Offer;

/// Returns the keys that could be written at a place for one, or instead of one.
pub(super) fn offers(asking: &Asking<'_>, zone: &Zone) -> Vec<Offer> {
    let outline = &asking.view.own().outline;
    let table = match zone.role {
        Role::KeyPlace => zone.node,
        _ => outline.parent(zone.node).unwrap_or(ROOT_NODE),
    };
    let path = outline.path(table);
    let mut offers = match shape::table_at(&path) {
        Some(Tabled::Keys(keys)) => of_table(asking, keys, table, zone),
        Some(Tabled::Names) => named(asking, &path, table, zone),
        None => Vec::new(),
    };
    if begins_line(asking, zone) {
        offers.extend(headings_left(asking));
    }
    offers
}

/// Returns the keys of a table that aren't there yet, the required ones first.
fn of_table(asking: &Asking<'_>, keys: &'static KeyTable, table: NodeId, zone: &Zone) -> Vec<Offer> {
    let present = present(asking, table, zone);
    let missing = |key: &&Key| !present.contains(key.name);
    // at the top of a file tables have headings
    let here = |key: &&Key| table != ROOT_NODE || heading(&key.kind).is_none();
    let mut left: Vec<&Key> = keys.keys.iter().filter(missing).filter(here).collect();
    left.sort_by_key(|key| !key.required);
    left.into_iter().map(key_offer).collect()
}

fn key_offer(key: &Key) -> Offer {
    let offer = Offer::new(key.name, CompletionItemKind::PROPERTY, key.kind.words());
    let snippet = blank(&key.kind).map(|value| format!("{} = {value}", key.name));
    Offer { snippet, ..offer.words(of_key(key)).written(format!("{} = ", key.name)) }
}

/// Returns a snippet for a value that is still to be written.
fn blank(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::List(_) => Some("[$0]"),
        Kind::Table(_) | Kind::Named(_) | Kind::Rules(_) => Some("{ $0 }"),
        Kind::Either(kinds) => kinds.iter().find_map(blank),
        Kind::Integer { .. } | Kind::Points | Kind::Flag | Kind::Year | Kind::Free => None,
        _ => Some("\"$0\""),
    }
}

/// Returns names that may be keys here: those given elsewhere.
fn named(asking: &Asking<'_>, path: &[&str], table: NodeId, zone: &Zone) -> Vec<Offer> {
    let sort = match shape::plain(path) {
        ["pieces"] => Sort::Piece,
        ["regions"] => Sort::Region,
        ["end"] => Sort::End,
        ["options"] | ["example", "options"] => Sort::Option,
        ["options", option, "values"] => Sort::Answer((*option).to_owned()),
        path if matches!(shape::hint_at(path), Hint::PieceNames) => Sort::Piece,
        _ => return Vec::new(),
    };
    let present = present(asking, table, zone);
    let names = asking.view.names(&sort).into_iter().filter(|name| !present.contains(name));
    let offer =
        |name: &str| Offer::new(name, CompletionItemKind::CONSTANT, sort.one()).written(format!("{name} = "));
    names.map(offer).collect()
}

/// Returns the keys that are in a table already, without the one that is being written.
fn present<'a>(asking: &Asking<'a>, table: NodeId, zone: &Zone) -> HashSet<&'a str> {
    let keys = asking.view.own().outline.keys_in(table);
    keys.filter(|(_, at)| at.range != zone.range).map(|(name, _)| name).collect()
}

/// Returns `true` if a new statement may begin at the place: nothing stands before it on its line, and no bracket is open.
fn begins_line(asking: &Asking<'_>, zone: &Zone) -> bool {
    let start = if zone.role == Role::KeyPlace { asking.offset } else { zone.range.start };
    let before = &asking.document.text[..start];
    let line = before.rsplit('\n').next().unwrap_or("");
    line.trim().is_empty() && !before.trim_end().ends_with(['{', ',', '['])
}

/// Returns the heading of a kind, if it has one: with single brackets (`false`), or with double ones (`true`).
fn heading(kind: &Kind) -> Option<bool> {
    match kind {
        Kind::Table(_) | Kind::Named(_) | Kind::Rules(_) => Some(false),
        Kind::List(Kind::Table(_)) => Some(true),
        _ => None,
    }
}

/// Returns the headings that could still come, with their brackets.
fn headings_left(asking: &Asking<'_>) -> Vec<Offer> {
    let outline = &asking.view.own().outline;
    let Some(Tabled::Keys(root)) = shape::table_at(&[]) else { return Vec::new() };
    let there: HashSet<&str> = outline.keys_in(ROOT_NODE).map(|(name, _)| name).collect();
    let left = root.keys.iter().filter_map(|key| {
        let list = heading(&key.kind)?;
        (list || !there.contains(key.name))
            .then(|| heading_offer(key, if list { ["[[", "]]"] } else { ["[", "]"] }))
    });
    left.collect()
}

fn heading_offer(key: &Key, [open, close]: [&str; 2]) -> Offer {
    let label = format!("{open}{}{close}", key.name);
    let written = format!("{label}\n");
    Offer::new(label, CompletionItemKind::MODULE, "a table").words(key.doc).written(written)
}

/// Returns the names that could be written within the brackets of a heading.
pub(super) fn headings(asking: &Asking<'_>, zone: &Zone) -> Vec<Offer> {
    let outline = &asking.view.own().outline;
    let table =
        if zone.node == ROOT_NODE { ROOT_NODE } else { outline.parent(zone.node).unwrap_or(ROOT_NODE) };
    let path = outline.path(table);
    match shape::table_at(&path) {
        Some(Tabled::Keys(keys)) => {
            let list = asking.document.text[..zone.range.start].ends_with("[[");
            let fits = keys.keys.iter().filter(|key| heading(&key.kind) == Some(list));
            let present = present(asking, table, zone);
            let fits = fits.filter(|key| list || !present.contains(key.name));
            fits.map(|key| Offer::new(key.name, CompletionItemKind::MODULE, "a table").words(key.doc))
                .collect()
        }
        Some(Tabled::Names) => {
            let plain = |offer: Offer| Offer { written: None, ..offer };
            named(asking, &path, table, zone).into_iter().map(plain).collect()
        }
        None => Vec::new(),
    }
}
