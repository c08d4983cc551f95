//! The reader of `[promotion]`: words become ids and squares, and every fault is reported.

use std::sync::Arc;

use super::{KEYS, Promoting, Promotion};
use crate::board::{Bits, SquareSet};
use crate::definition::{Table, Word};
use crate::feature::condition::{Condition, reach, resolve, setting};
use crate::feature::scope::{Scope, side_of};
use crate::model::pieces::{Side, TypeId};
use crate::moves::PromotesBy;
use crate::text::{Diagnostic, Report};

/// Reads all tables of `[promotion]`.
pub(super) fn read(scope: &Scope<'_>, root: &Table, report: &mut Report) -> Option<Promoting> {
    let tables = root.rules("promotion", &KEYS).into_iter().enumerate();
    let tables: Vec<(&Table, Vec<Promotion>)> = tables
        .map(|(at, (_, table))| (table, read_one(scope, (at, table), report).unwrap_or_default()))
        .collect();
    once(scope, &tables, report);
    let all: Vec<Promotion> = tables.into_iter().flat_map(|(_, table)| table).collect();
    (!all.is_empty()).then(|| Promoting::new(all))
}

/// Reports a type that promotes by two tables, and two tables that both have to remember something.
fn once(scope: &Scope<'_>, tables: &[(&Table, Vec<Promotion>)], report: &mut Report) {
    let mut known: Vec<(TypeId, Side)> = Vec::new();
    let mut remembers = 0;
    for (table, rows) in tables {
        let place = table.get("pieces").or(table.get("to")).map_or(table.span(), |entry| entry.node.span);
        remembers += usize::from(rows.iter().any(Promotion::remembers));
        if remembers > 1 {
            let message = "only one promotion in a game can have `after` or `to = \"lost\"`";
            report.push(
                Diagnostic::error("ferz::promotion::two_waits", message)
                    .at(place, "this is the second")
                    .help("remove `after` or `to = \"lost\"` from one of them"),
            );
            return;
        }
        for one in rows.iter().filter(|one| !one.standing) {
            for (kind, side) in one.each() {
                if known.contains(&(kind, side)) {
                    let message = format!("two tables say what the {} promotes to", scope.type_name(kind));
                    report.push(
                        Diagnostic::error("ferz::promotion::twice", message)
                            .at(place, "this is the second")
                            .help("name each piece in only one table, or give each table its own `side`"),
                    );
                    return;
                }
                known.push((kind, side));
            }
        }
    }
}

/// Reads one table: a promotion for all its pieces, or one for each of them.
fn read_one(scope: &Scope<'_>, (at, table): (usize, &Table), report: &mut Report) -> Option<Vec<Promotion>> {
    let zone = table.text("on").map(|word| scope.squares(word, report));
    let pairs = match table.table("to") {
        Some(each) => read_pairs(scope, table, each, report),
        None => read_alike(scope, table, report).map(|pair| vec![pair]),
    };
    let (zone, pairs) = (zone??, pairs?);
    pairs.iter().for_each(|pair| loses_royalty(scope, table, pair, report));
    if let (true, Some(word)) = (zone[0].is_empty(), table.text("on")) {
        report.push(
            Diagnostic::error(
                "ferz::promotion::nowhere",
                "this promotion can never happen: `on` names no square",
            )
            .at(word.span, "there is no such square on the board")
            .help("name the squares where it happens, such as `on = \"rank 8\"`"),
        );
    }
    let says = |key, wanted| table.words(key).iter().any(|word| word.text == wanted);
    let how = table.text("how").map_or("arriving", |word| word.text);
    let by = PromotesBy {
        arriving: how.starts_with("arriving") || how.starts_with("entering"),
        leaving: how.ends_with("leaving"),
        from_outside: how.starts_with("entering"),
        capturing: says("move", "capture"),
    };
    let lost = table.text("to").is_some_and(|word| word.text.trim() == "lost");
    let limits = read_limits(scope, table, report);
    let moves = table.text("moves").map(|word| reach(scope, word, report));
    let moves = moves.map_or(Some(None), |moves| moves.map(|moves| Some(Arc::new(moves))))?;
    let when = table.text("when").map(|word| read_when(scope, word, report));
    let when = when.map_or(Some(None), |when| when.map(Some))?;
    if how != "standing" {
        refuse_keys_of_standing(table, report);
    }
    let row = |(pieces, to): (Vec<TypeId>, Vec<TypeId>)| Promotion {
        table: at,
        pieces,
        zone,
        by,
        standing: how == "standing",
        moves: moves.clone(),
        when: when.clone(),
        side: side_of(table, "side"),
        optional: table.flag("optional").unwrap_or(false),
        limits: match limits {
            Limits::Alike(most) => to.iter().map(|&kind| (kind, most)).collect(),
            Limits::Each(ref each) => each.clone(),
        },
        to,
        lost,
        after: table.integer("after").and_then(|n| u8::try_from(n).ok()).unwrap_or(0),
        immobile: says("while-waiting", "immobile"),
        immune: says("while-waiting", "immune"),
        waits_for_loss: lost && !says("if-none-lost", "stay"),
    };
    let optional = table.flag("optional").unwrap_or(false);
    Some(pairs.into_iter().flat_map(|pair| told_apart(pair, optional)).map(row).collect())
}

/// Returns the same promotions without repeating a type; where promotion is optional, a piece that becomes what it is just stays.
fn told_apart(
    (pieces, mut to): (Vec<TypeId>, Vec<TypeId>),
    optional: bool,
) -> Vec<(Vec<TypeId>, Vec<TypeId>)> {
    let mut known = Vec::new();
    to.retain(|kind| {
        !known.contains(kind) && {
            known.push(*kind);
            true
        }
    });
    if !optional || !pieces.iter().any(|kind| to.contains(kind)) {
        return vec![(pieces, to)];
    }
    let others = |kind: TypeId| to.iter().copied().filter(|&other| other != kind).collect();
    pieces.into_iter().map(|kind| (vec![kind], others(kind))).collect()
}

/// Reports a royal piece that would become one that is not royal in the same way.
fn loses_royalty(
    scope: &Scope<'_>,
    table: &Table,
    (pieces, to): &(Vec<TypeId>, Vec<TypeId>),
    report: &mut Report,
) {
    let of = |kind: TypeId| &scope.types[usize::from(kind)];
    let is_lost =
        |from: TypeId, to: TypeId| of(from).royal && (!of(to).royal || of(to).royalty != of(from).royalty);
    let mut pairs = pieces.iter().flat_map(|&from| to.iter().map(move |&to| (from, to)));
    let Some((from, to)) = pairs.find(|&(from, to)| is_lost(from, to)) else { return };
    let (from, to) = (scope.type_name(from), scope.type_name(to));
    let place = table.get("to").or(table.get("pieces")).map_or(table.span(), |entry| entry.node.span);
    report.push(
        Diagnostic::error(
            "ferz::promotion::royal",
            format!("the {from} would lose its royalty by promoting"),
        )
        .at(place, format!("the {to} is not royal as the {from} is"))
        .help(format!("leave the {from} out of the pieces that promote, or give the {to} the same `royal`")),
    );
}

/// Reports the keys that only pieces which promote where they stand have.
fn refuse_keys_of_standing(table: &Table, report: &mut Report) {
    for key in ["moves", "when"] {
        if let Some(entry) = table.get(key) {
            let message = format!("`{key}` is only for pieces that promote where they stand");
            report.push(
                Diagnostic::error("ferz::promotion::standing", message)
                    .at(entry.key_span, "these pieces promote by moving")
                    .help(format!("add `how = \"standing\"`, or leave `{key}` out")),
            );
        }
    }
}

/// Reads a condition about the board before a piece promotes.
fn read_when(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<Condition<SquareSet>> {
    resolve(scope, word, &setting::PROMOTION, report)
}

/// The maximum number of pieces of a type that a side may have.
enum Limits {
    Alike(u32),
    Each(Vec<(TypeId, u32)>),
}

/// Reads `limit`.
fn read_limits(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Limits {
    let number = |most: Option<i64>| most.and_then(|most| u32::try_from(most).ok());
    if let Some(most) = number(table.integer("limit")) {
        return Limits::Alike(most);
    }
    let mut limits = Vec::new();
    for (name, node) in table.named("limit") {
        if let Some(kind) = scope.piece(name, report) {
            limits.extend(number(node.integer()).map(|most| (kind, most)));
        }
    }
    Limits::Each(limits)
}

/// Reads what each piece becomes.
fn read_pairs(
    scope: &Scope<'_>,
    table: &Table,
    each: &Table,
    report: &mut Report,
) -> Option<Vec<(Vec<TypeId>, Vec<TypeId>)>> {
    if let Some(pieces) = table.get("pieces") {
        report.push(
            Diagnostic::error("ferz::promotion::pieces_twice", "`to` already says which pieces promote")
                .at(pieces.key_span, "this says it again")
                .help("leave `pieces` out, or write `pieces = false` if it comes from the parent"),
        );
    }
    let mut pairs = Vec::new();
    for (name, entry) in each.iter() {
        let from = scope.piece(Word { text: name, span: entry.key_span }, report);
        let to = entry.node.text().map(|word| scope.types(word, report));
        pairs.push((vec![from?], to?));
    }
    Some(pairs)
}

/// Reads what all pieces of a table become.
fn read_alike(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Option<(Vec<TypeId>, Vec<TypeId>)> {
    let to = table.text("to");
    if !table.contains("pieces") {
        if !table.has_only(&KEYS) {
            return None;
        }
        report.push(
            Diagnostic::error("ferz::promotion::no_pieces", "this doesn't say which pieces promote")
                .at(table.span(), "`pieces` is missing")
                .help("add `pieces = \"pawn\"`, or say in `to` what each piece becomes: `to = { pawn = \"queen\" }`"),
        );
        return None;
    }
    let pieces = table.text("pieces").map(|word| scope.types(word, report));
    let lost = to.is_some_and(|word| word.text.trim() == "lost");
    let choices = match (&pieces, to) {
        // a royal piece is never lost, and a type that promotes can't be promoted to
        (Some(pieces), Some(_)) if lost => Some(
            (0..scope.types.len() as TypeId)
                .filter(|kind| !pieces.contains(kind) && !scope.types[usize::from(*kind)].royal)
                .collect(),
        ),
        (_, to) => to.map(|word| scope.types(word, report)),
    };
    let (pieces, mut choices): (Vec<TypeId>, Vec<TypeId>) = (pieces?, choices?);
    // a player's piece never becomes neutral
    choices.retain(|kind| !scope.types[usize::from(*kind)].neutral);
    if let (true, Some(word)) = (choices.is_empty() && !report.has_errors(), to) {
        report.push(
            Diagnostic::error("ferz::promotion::to_nothing", "there is nothing to promote to")
                .at(word.span, "this leaves no piece")
                .help(match lost {
                    true => "with `lost`, a piece becomes neither a royal piece nor one that promotes, and this game has no others",
                    false => "name the pieces it may become, such as `to = \"any but king, pawn\"`",
                }),
        );
    }
    Some((pieces, choices))
}

impl Promotion {
    /// Returns the types that promote, with each of their sides.
    pub(super) fn each(&self) -> impl Iterator<Item = (TypeId, Side)> {
        let sides = Side::BOTH.into_iter().filter(|&side| self.is_of(side));
        sides.flat_map(|side| self.pieces.iter().map(move |&kind| (kind, side)))
    }
}
