//! What makes a game slower than it need be: rules that can be tested only by making each move they may concern.

use super::View;
use crate::definition::Table;
use crate::notation::kinds::{Kind, kinds};
use crate::text::Diagnostic;

/// The words that ask about the position after a move.
const LATER: [&str; 2] = ["leaving", "gives"];

pub(super) fn lints(view: View<'_>) -> Vec<Diagnostic> {
    let tables = ["forbid", "must"].into_iter().filter_map(|key| view.root().table(key));
    let each = tables.flat_map(|all| all.iter().filter_map(|(_, entry)| entry.node.table()).chain([all]));
    each.filter(|table| !is_of_drops(table)).filter_map(|table| made(view, table)).collect()
}

/// Returns `true` if a table is about drops alone, which are tested all at once where possible.
fn is_of_drops(table: &Table) -> bool {
    let said = table.text("move").and_then(|word| kinds(word.text).ok());
    said.is_some_and(|kinds| kinds.iter().all(|kind| matches!(kind, Kind::Drop { .. })))
}

/// The advice about a table that asks what its moves lead to; checks alone, and pieces that could never move again, are known beforehand.
fn made(view: View<'_>, table: &Table) -> Option<Diagnostic> {
    let asks = |key: &&str| {
        table.text(key).is_some_and(|word| match *key {
            "leaving" => word.text != "it can never move",
            _ => word.text != "check" || table.contains("move") || table.contains("when"),
        })
    };
    let key = LATER.into_iter().find(asks)?;
    let entry = table.get(key).filter(|entry| view.is_own(entry.key_span))?;
    let message = "each move that this may concern is made to see whether it applies";
    Some(
        Diagnostic::advice("ferz::lint::made_to_test", message)
            .at(entry.key_span, format!("`{key}` is about the position after the move"))
            .help("this costs time in perft and search; `when`, about the position before the move, costs less, and `move` narrows it down"),
    )
}
