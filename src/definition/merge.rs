//! Merging tables: a child's changes to its parent, and an option's changes to the whole game file.
//!
//! Merging is structural; it knows no feature.
//!
//! - Tables merge key by key. The parent's keys keep their order; new ones follow in the child's order.
//! - Anything else replaces what was there.
//! - `false` removes what the parent says, unless the parent says `true` or `false` there: then it is an ordinary value.
//! - `false` where the parent says nothing is kept. The [shape check](super::check_shape) knows whether the key takes
//!   `true` or `false`; where it doesn't, it warns that there was nothing to remove, and drops it.
//! - A value of an option is itself such a table of changes, so it is replaced whole: merged, its own `false` would be lost.

use super::tree::{Entry, Node, Table, Value};

/// Keys of a parent that concern that file alone.
const NOT_INHERITED: [&str; 2] = ["extends", "example"];

/// The depth of a table within the declarations of options.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Definition,
    Options,
    Option,
    Values,
    Elsewhere,
}

impl Within {
    fn below(self, key: &str) -> Self {
        match self {
            Within::Definition if key == "options" => Within::Options,
            Within::Options => Within::Option,
            Within::Option if key == "values" => Within::Values,
            _ => Within::Elsewhere,
        }
    }
}

/// Keys of the header that tell where a game comes from. A child with a name of its own is a game of its own.
const ORIGIN: [&str; 5] = ["uci", "year", "inventor", "sources", "notes"];

/// Removes the parent's origin, if the child has a name of its own.
fn disown(parent: &mut Table, child: &Table) {
    let named = child.table("game").is_some_and(|header| header.contains("name"));
    if named
        && let Some(Value::Table(header)) = parent.entries.get_mut("game").map(|entry| &mut entry.node.value)
    {
        header.entries.retain(|key, _| !ORIGIN.contains(&key.as_str()));
    }
}

/// A child laid over its parent.
pub(crate) fn inherit(mut parent: Table, child: Table) -> Table {
    for key in NOT_INHERITED {
        parent.remove(key);
    }
    disown(&mut parent, &child);
    merge_within(parent, child, Within::Definition, Places::New)
}

/// Applies a table of changes to a game file. Tables that are changed in part keep their places.
pub(crate) fn merge(base: Table, changes: Table) -> Table {
    merge_within(base, changes, Within::Definition, Places::Old)
}

/// The place of a table that both sides have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Places {
    Old,
    New,
}

fn merge_within(mut base: Table, changes: Table, within: Within, places: Places) -> Table {
    if places == Places::New {
        base.span = changes.span;
    }
    let mut removed = Vec::new();
    for (key, change) in changes.entries {
        match base.entries.get_mut(&key) {
            None => base.insert(key, change),
            Some(old) if removes(old, &change) => removed.push(key),
            Some(old) => replace(old, change, (within, within.below(&key)), places),
        }
    }
    if !removed.is_empty() {
        let removed: std::collections::HashSet<_> = removed.into_iter().collect();
        base.entries.retain(|key, _| !removed.contains(key));
    }
    base
}

fn removes(old: &Entry, change: &Entry) -> bool {
    change.node.value == Value::Flag(false) && !matches!(old.node.value, Value::Flag(_))
}

fn replace(old: &mut Entry, change: Entry, (within, below): (Within, Within), places: Places) {
    let Entry { key_span, node: Node { value, span } } = change;
    let before = std::mem::replace(&mut old.node.value, Value::Flag(false));
    old.node.value = match (before, value) {
        (Value::Table(base), Value::Table(changes)) if within != Within::Values => {
            old.node.value = Value::Table(merge_within(base, changes, below, places));
            if places == Places::New {
                (old.node.span, old.key_span) = (span, key_span);
            }
            return;
        }
        (_, value) => value,
    };
    old.node.span = span;
    old.key_span = key_span;
}
