//! What can only be seen of a game as a whole: faults and lints across tables.

use super::Rules;
use crate::definition::Table;
use crate::model::men::Side;
use crate::text::{Diagnostic, Report, Span};

/// Looks at the rules as a whole.
pub(crate) fn check(rules: &Rules, root: &Table, report: &mut Report) {
    let place = |table: &str| root.get(table).map_or(root.span(), |entry| entry.key_span);
    royals(rules, place("setup"), report);
    if rules.ends.is_empty() {
        report.push(
            Diagnostic::warning("ferz::end::none", "nothing ends this game")
                .at(place("game"), "no `[end.…]` table")
                .help("add a rule such as `[end.checkmate]` with `lose = \"checkmate\"`"),
        );
    }
}

/// A royal piece that a side starts without, or twice.
fn royals(rules: &Rules, setup: Span, report: &mut Report) {
    if !rules.types.iter().any(|kind| kind.royal) {
        return;
    }
    for side in Side::BOTH {
        let royals = rules
            .array
            .iter()
            .filter(|(_, man)| man.side() == side && rules.types[usize::from(man.kind())].royal);
        match royals.count() {
            1 => {}
            0 => report.push(
                Diagnostic::error(
                    "ferz::setup::no_royal",
                    format!("{} starts without a royal piece", side.name()),
                )
                .at(setup, "none of the men here is royal")
                .help("put the royal piece on the board, or take `royal = true` away"),
            ),
            _ => report.push(
                Diagnostic::warning(
                    "ferz::setup::several_royals",
                    format!("{} starts with several royal men", side.name()),
                )
                .at(setup, "more than one royal man here")
                .help("no step may then leave any of them attacked"),
            ),
        }
    }
}
