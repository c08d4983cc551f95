//! Reading `[turn]`: parts of turns, every fault is reported at its place.

use super::pass::Pass;
use super::swap::Swap;
use super::{STEP, Stage, Turn, place, remove};
use crate::board::SquareSet;
use crate::definition::{Node, Table, Word};
use crate::feature::condition::{Condition, resolve, setting};
use crate::feature::move_kinds;
use crate::feature::plan::MoveKinds;
use crate::feature::scope::{Scope, side_of};
use crate::model::pieces::Side;
use crate::text::{Diagnostic, Report};

/// Reads `[turn]`.
pub(super) fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Turn {
    let black = table.text("first-mover").is_some_and(|word| word.text == "black");
    let mut stages = |key| {
        let nodes = table.list(key).unwrap_or_default();
        nodes.iter().flat_map(|node| read_stages(scope, node, report)).collect()
    };
    let turn = Turn {
        first_mover: if black { Side::Black } else { Side::White },
        first: stages("first"),
        first_side: side_of(table, "first-side"),
        every: stages("every"),
        every_side: side_of(table, "every-side"),
        pass: table.text("pass").and_then(|word| Pass::named(word.text)),
        swap: table.text("swap").and_then(|word| Swap::named(word.text)),
        pass_in_check: table
            .text("pass-in-check")
            .and_then(|word| resolve(scope, word, &setting::PASS, report)),
        safe_at_the_end: table.contains("safe"),
    };
    omits_first(table, turn.pass, report);
    let parts = "the parts of a turn, such as `every = [{ move = \"any\" }, { move = \"any\" }]`";
    let idle = [
        ("first-side", "`first`", turn.first.is_empty(), parts),
        ("every-side", "`every`", turn.every.is_empty(), parts),
        ("safe", "`first` or `every`", turn.first.is_empty() && turn.every.is_empty(), parts),
        ("pass-in-check", "`pass = \"always\"`", turn.pass != Some(Pass::Always), "`pass = \"always\"`"),
    ];
    for (key, needed, without, example) in idle {
        let entry = table.get(key).filter(|entry| without && entry.node.flag() != Some(false));
        if let Some(entry) = entry.filter(|_| !report.has_errors()) {
            let message = format!("`{key}` needs {needed}, which this game doesn't have");
            report.push(
                Diagnostic::error("ferz::turn::no_parts", message)
                    .at(entry.key_span, "this has no effect")
                    .help(format!("add {example}, or remove `{key}`")),
            );
        }
    }
    let last = turn.every.len().saturating_sub(1);
    let misplaced = turn.first.iter().chain(turn.every.iter().take(last)).any(|stage| stage.by_turn);
    if misplaced {
        let message = "`times = \"the turn number\"` is allowed only in the last part of `every`";
        let times = |node: &Node| Some(node.table()?.text("times")?.span);
        let [first, every] = ["first", "every"].map(|key| table.list(key).unwrap_or_default());
        let before = every.split_last().map_or(every, |(_, before)| before);
        let (place, label) = match (first.iter().find_map(times), before.iter().find_map(times)) {
            (Some(place), _) => (place, "this part is in `first`"),
            (None, Some(place)) => (place, "this part is not the last"),
            (None, None) => (table.span(), "not in the last part of `every`"),
        };
        report.push(
            Diagnostic::error("ferz::turn::times", message)
                .at(place, label)
                .help("use it in the last part of `every`, or write a number, such as `times = 2`"),
        );
    }
    turn
}

/// Reports a turn that may be passed and begins with an optional part: without that part, it would be written like a pass.
fn omits_first(table: &Table, pass: Option<Pass>, report: &mut Report) {
    let first = |key| table.list(key).and_then(|nodes| nodes.first()?.table()?.get("optional"));
    let may_be_omitted = |key| first(key).filter(|entry| entry.node.flag() == Some(true));
    let optional = ["first", "every"].into_iter().find_map(may_be_omitted);
    if let (Some(entry), Some(Pass::Always), Some(pass)) = (optional, pass, table.get("pass")) {
        let message = "a turn that may be passed can't begin with an optional move";
        report.push(
            Diagnostic::error("ferz::turn::omits_first", message)
                .at(entry.key_span, "this move may be omitted")
                .at(pass.key_span, "the whole turn may be passed, which is written the same way: `0000`")
                .help("remove `pass`, or `optional` from the first move"),
        );
    }
}

/// Reads a part of a turn, as often as it is made.
fn read_stages(scope: &Scope<'_>, node: &Node, report: &mut Report) -> Vec<Stage> {
    let Some(stage) = read_stage(scope, node, report) else { return Vec::new() };
    let times = node.table().and_then(|table| table.integer("times"));
    vec![stage; times.and_then(|times| usize::try_from(times).ok()).unwrap_or(1)]
}

fn read_stage(scope: &Scope<'_>, node: &Node, report: &mut Report) -> Option<Stage> {
    let table = node.table()?;
    let said = table.text("move");
    let acts = |table: &Table| usize::from(table.contains("place")) + usize::from(table.contains("remove"));
    if usize::from(said.is_some()) + acts(table) != 1 && table.has_only(&STEP) {
        report.push(place::not_one(table));
    }
    let or = table.table("or");
    if let Some(or) = or.filter(|or| said.is_none() || acts(or) != 1) {
        report.push(place::half_a_choice(or, said.is_none()));
    }
    let instead = or.unwrap_or(table);
    let place = place::read(scope, instead, report);
    let remove = remove::read(scope, instead, report);
    let moves = said.map(|word| move_kinds::read(scope, word, report));
    let moves = match moves {
        Some(read) => Some(read?),
        None if place.is_none() && remove.is_none() => return None,
        None => None,
    };
    let alone = place.is_none() && remove.is_none();
    let by = moves.as_ref().filter(|_| alone).and_then(MoveKinds::only_by);
    Some(Stage {
        moves,
        by,
        place,
        remove,
        after: table.text("after").map(|word| scope.types(word, report)),
        unless: table.text("unless").and_then(|word| read_unless(scope, word, report)),
        another_piece: table.flag("another-piece").unwrap_or(false),
        optional: table.flag("optional").unwrap_or(false),
        by_turn: table.text("times").is_some(),
    })
}

/// Reads a condition about the board after the part before.
fn read_unless(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<Condition<SquareSet>> {
    resolve(scope, word, &setting::PART, report)
}
