//! Checks of a game as a whole: faults and lints across tables.

use super::Rules;
use crate::board::{Bits, SquareSet};
use crate::definition::{Definition, Node, Table};
use crate::feature::rule::{Becomes, Whole};
use crate::model::pieces::{Piece, Royalty, Side};
use crate::text::{Diagnostic, Report, SourceId, Span};

/// Checks the rules as a whole.
pub(crate) fn check(rules: &Rules, definition: &Definition, root: &Table, report: &mut Report) {
    let whole = Whole { scope: rules.scope(), root, has_options: !definition.options.is_empty() };
    royals(rules, whole.place("setup"), report);
    if rules.ends.is_empty() {
        report.push(
            Diagnostic::warning("ferz::end::none", "nothing ends this game")
                .at(own(whole.place("game"), root), "no `[end.…]` table")
                .help("add a rule such as `[end.checkmate]` with `lose = \"checkmate\"`"),
        );
    }
    unused_regions(definition, report);
    like_a_wall(&whole, report);
    unwritten_choices(rules, whole.place("notation"), report);
    rules.each().for_each(|rule| rule.check(&whole, report));
}

/// Reports a piece that would be written like the walls of the game.
fn like_a_wall(whole: &Whole<'_>, report: &mut Report) {
    let Some(kind) = whole.scope.types.iter().find(|kind| kind.letter == Piece::WALL_SIGN) else { return };
    if !whole.scope.has_walls_in_play() {
        return;
    }
    let name = kind.name.replace('-', " ");
    let piece = whole.root.table("pieces").and_then(|pieces| pieces.table(&kind.name));
    let place =
        piece.and_then(|piece| piece.get("letter")).map_or(whole.place("pieces"), |entry| entry.node.span);
    report.push(
        Diagnostic::error("ferz::pieces::wall_sign", format!("the {name} would be written like a wall"))
            .at(place, "the walls of this game are written like this")
            .help(format!("give the {name} a letter from A to Z")),
    );
}

/// Reports promotions that are a choice in a game that doesn't write them: the moves would be written alike.
fn unwritten_choices(rules: &Rules, place: Span, report: &mut Report) {
    if !rules.written.promotions_unwritten {
        return;
    }
    for (kind, piece) in (0..).zip(&rules.types) {
        let ways: Vec<_> = rules.becomes(kind).collect();
        let meets = |one: &Becomes<'_>, other: &Becomes<'_>| {
            Side::BOTH.iter().any(|side| one.zone[side.index()] & other.zone[side.index()] != SquareSet::NONE)
        };
        let several = ways.iter().enumerate().any(|(at, way)| {
            way.may_stay || way.to.len() > 1 || ways[..at].iter().any(|other| meets(way, other))
        });
        if several {
            let message = format!(
                "the {} has a choice when it promotes, so its promotions must be written",
                piece.name.replace('-', " ")
            );
            report.push(
                Diagnostic::error("ferz::notation::unwritten_choice", message)
                    .at(place, "here promotions are unwritten")
                    .help("remove `promotions = \"unwritten\"`, or let the piece become just one other, without `optional`"),
            );
        }
    }
}

/// A place in this very file, or else its beginning.
fn own(place: Span, root: &Table) -> Span {
    if place.source == SourceId::default() { place } else { root.span() }
}

/// Reports a region of this very file that nothing names, whatever the values of its options.
fn unused_regions(definition: &Definition, report: &mut Report) {
    let base = definition.base();
    for (name, node) in base.named("regions").filter(|(name, _)| name.span.source == SourceId::default()) {
        let elsewhere = |key: &str, other: &Node| key != name.text && names(other, name.text);
        let in_regions = base
            .table("regions")
            .is_some_and(|table| table.iter().any(|(key, entry)| elsewhere(key, &entry.node)));
        let in_tables = base
            .iter()
            .any(|(key, entry)| key != "regions" && key != "game" && names(&entry.node, name.text));
        if node.text().is_some() && !in_regions && !in_tables {
            report.push(
                Diagnostic::warning(
                    "ferz::regions::unused",
                    format!("nothing uses the region `{}`", name.text),
                )
                .at(name.span, "named here and nowhere else")
                .help("remove it, or use its name somewhere that takes squares"),
            );
        }
    }
}

/// Returns `true` if some text in the value contains the word.
fn names(node: &Node, word: &str) -> bool {
    let has =
        |text: &str| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|part| part == word);
    node.text().is_some_and(|text| has(text.text))
        || node.list().is_some_and(|items| items.iter().any(|item| names(item, word)))
        || node.table().is_some_and(|table| table.iter().any(|(_, entry)| names(&entry.node, word)))
}

/// Reports a royal piece that a side starts without, or with two of.
fn royals(rules: &Rules, setup: Span, report: &mut Report) {
    if !rules.types.iter().any(|kind| kind.royal) {
        return;
    }
    let count = |side| {
        let own = rules.array.iter().filter_map(|(_, piece)| piece.get()).filter(|(_, owner)| *owner == side);
        own.filter(|(kind, _)| rules.types[usize::from(*kind)].royal).count()
    };
    let shared = rules.types.iter().any(|kind| kind.royalty != Royalty::Each);
    let royal = || (0..).zip(&rules.types).filter(|(_, kind)| kind.royal).map(|(id, _)| id);
    let comes = |side| royal().any(|kind| rules.each().any(|rule| rule.adds(kind, side)));
    let without = |side| count(side) == 0 && !comes(side);
    // a side may do without one, if the game can end otherwise
    let ends_by_count = rules.ends.iter().any(|end| end.condition.count().is_some());
    match those(without) {
        Some(who) if Side::BOTH.into_iter().all(without) => report.push(
            Diagnostic::error("ferz::setup::no_royal", format!("{who} without a royal piece"))
                .at(setup, "none of the pieces here is royal")
                .help("put the royal piece on the board, or remove `royal = true`"),
        ),
        Some(who) if !ends_by_count => report.push(
            Diagnostic::warning("ferz::setup::one_royal", format!("{who} without a royal piece"))
                .at(setup, "only one side has one here")
                .help("a side without one is never in check: put one on the board, or say what ends the game, such as `lose = \"count(mine) = 0\"`"),
        ),
        _ => {}
    }
    // several types of one piece each are meant
    let several = |side| {
        let of = |kind| rules.array.iter().filter(|(_, piece)| piece.get() == Some((kind, side))).count();
        royal().any(|kind| of(kind) > 1)
    };
    if let Some(who) = those(|side| several(side) && !shared) {
        report.push(
            Diagnostic::warning("ferz::setup::several_royals", format!("{who} with several royal pieces"))
                .at(setup, "more than one royal piece here")
                .help("no move may leave any of them attacked"),
        );
    }
}

/// Returns the sides for which something holds, as the beginning of a sentence.
fn those(holds: impl Fn(Side) -> bool) -> Option<&'static str> {
    match Side::BOTH.map(holds) {
        [true, true] => Some("both sides start"),
        [true, false] => Some("White starts"),
        [false, true] => Some("Black starts"),
        [false, false] => None,
    }
}
