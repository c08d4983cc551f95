//! Reading effects: words become types, squares and conditions, every fault is reported at its place.

use super::{After, DEEDS, Deed, KEYS, Rebirth, Selection, TAKEN};
use crate::board::SquareSet;
use crate::definition::{Table, Word};
use crate::feature::condition::{Condition, resolve, resolve_selection, setting};
use crate::feature::move_kinds;
use crate::feature::scope::{Scope, in_a_row, is_name, side_of};
use crate::model::condition::Its;
use crate::text::{Diagnostic, Report, Span};

/// Reads an `[after]`; `hands` says whether the game has pieces in hand.
pub(super) fn read(scope: &Scope<'_>, table: &Table, hands: bool, report: &mut Report) -> Option<After> {
    let kinds = table.text("move").and_then(|word| move_kinds::read(scope, word, report));
    let side = side_of(table, "side");
    let said: Vec<&str> = DEEDS.into_iter().filter(|key| table.contains(key)).collect();
    let [key] = said[..] else {
        if table.has_only(&KEYS) {
            report.push(not_one(table, &said));
        }
        return None;
    };
    if key == "to-hand" && !hands {
        report.push(no_hand(table));
        return None;
    }
    let deed = read_deed(scope, table, key, report);
    let mut asked = |key| {
        let asked = table.text(key).map(|word| read_condition(scope, word, report));
        asked.map_or(Some(None), |asked| asked.map(Some))
    };
    let (when, leaving) = (asked("when"), asked("leaving"));
    let gives_check = table.contains("gives");
    Some(After { kinds: kinds?, side, when: when?, leaving: leaving?, gives_check, deed: deed? })
}

/// Reads the effect itself.
fn read_deed(scope: &Scope<'_>, table: &Table, key: &str, report: &mut Report) -> Option<Deed<SquareSet>> {
    let word = table.text(key)?;
    if key != "put" || word.text != TAKEN {
        refuse_squares(table, report)?;
    }
    let mut selection = || selected(scope, table, key, report);
    Some(match key {
        "remove" => Deed::Remove(selection()?),
        "flip" => Deed::Flip(selection()?),
        "to-hand" => Deed::ToHand(selection()?),
        "moved" => Deed::Moved(selection()?),
        "note" | "forget" => Deed::Note(noted(scope, word, report)?, word.text.to_owned(), key == "note"),
        "wall" => Deed::Wall(if word.text == "its start" { Its::Start } else { Its::Square }),
        "put" if word.text == TAKEN => Deed::PutTaken(read_rebirth(scope, table, report)?),
        "put" => Deed::PutBack,
        _ if word.text == TAKEN => Deed::Becomes(None),
        _ => Deed::Becomes(Some(scope.piece(word, report)?)),
    })
}

/// Reads where a captured piece is put back.
fn read_rebirth(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Option<Rebirth<SquareSet>> {
    let Some(on) = table.text("on") else {
        if table.has_only(&KEYS) {
            report.push(
                Diagnostic::error("ferz::after::nowhere", "nothing says where the captured piece goes")
                    .at(table.get("put").map_or(table.span(), |entry| entry.key_span), "on which square?")
                    .help("say so with `on`, such as `on = \"b1 g1\"`; add `same = \"colour\"` to choose among several squares"),
            );
        }
        return None;
    };
    let same = table.text("same").map(|word| match word.text {
        "file" => Its::File,
        "rank" => Its::Rank,
        _ => Its::Colour,
    });
    Some(Rebirth { on: scope.squares(on, report)?, same, unmoved: table.flag("unmoved").unwrap_or(false) })
}

/// Rejects the keys that say where a captured piece is put back, where none is.
fn refuse_squares(table: &Table, report: &mut Report) -> Option<()> {
    let Some((key, entry)) = ["on", "same", "unmoved"].iter().find_map(|key| Some((key, table.get(key)?)))
    else {
        return Some(());
    };
    report.push(
        Diagnostic::error("ferz::after::squares", format!("`{key}` is only for `put = \"{TAKEN}\"`"))
            .at(entry.key_span, "nothing is put on a square here")
            .help(
                "leave it out; to choose pieces by their squares, write for example `their pawn on rank 4`",
            ),
    );
    None
}

/// Returns the index of a note among those of the game; a note is known if anything makes it.
fn noted(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<usize> {
    let known = scope.notes.iter().position(|note| note == word.text);
    if known.is_none() {
        let is_name = is_name(word.text);
        let problem = match is_name {
            true => Diagnostic::error(
                "ferz::note::unknown",
                format!("there is no note called `{}`", word.text),
            )
            .at(word.span, "never noted")
            .help(format!(
                "make it with `note = \"{0}\"` in another table under `[after]`, or with `[note.{0}]`",
                word.text
            )),
            false => Diagnostic::error("ferz::note::name", "this can't be the name of a note")
                .at(word.span, "not a name")
                .help("use letters, digits and hyphens, beginning with a letter, such as `has-castled`"),
        };
        report.push(problem);
    }
    known
}

/// Reads a condition about the board before or after the move.
fn read_condition(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<Condition<SquareSet>> {
    resolve(scope, word, &setting::EFFECT, report)
}

/// Reports a hand that the game doesn't have.
fn no_hand(table: &Table) -> Diagnostic {
    let place = table.get("to-hand").map_or(table.span(), |entry| entry.key_span);
    Diagnostic::error("ferz::after::no_hand", "this game has no pieces in hand")
        .at(place, "there is no hand to return to")
        .help("add `[hand]` and `[drop]`, or use `remove` to take the pieces off the board")
}

/// Reports a table that doesn't have just one effect.
fn not_one(table: &Table, said: &[&str]) -> Diagnostic {
    let quoted: Vec<String> = said.iter().map(|key| format!("`{key}`")).collect();
    let (message, label) = match said {
        [] => ("this table doesn't say what the move brings about".to_owned(), "no effect"),
        _ => (format!("{} can't be in the same table", in_a_row(&quoted, "and")), "one effect too many"),
    };
    let entries = || said.iter().filter_map(|key| Some((key, table.get(key)?.key_span)));
    let place = entries().nth(1).map_or(table.span(), |(_, span)| span);
    let fault = Diagnostic::error("ferz::after::one_effect", message).at(place, label);
    // a game is read before the one that it extends
    let source = |(_, span): &(&&str, Span)| span.source;
    match (entries().min_by_key(source), entries().max_by_key(source)) {
        (Some((_, own)), Some((inherited, parent))) if own.source != parent.source => fault.help(format!(
            "`{inherited}` comes from the game that this one extends: remove it here with `{inherited} = false`"
        )),
        _ => fault.help(format!(
            "put one effect in each table: {}",
            in_a_row(&DEEDS.map(|key| format!("`{key}`")), "or")
        )),
    }
}

/// Reads the pieces that an effect is about.
fn selected(
    scope: &Scope<'_>,
    table: &Table,
    key: &str,
    report: &mut Report,
) -> Option<Selection<SquareSet>> {
    let word = table.text(key)?;
    let selection = resolve_selection(scope, word, report)?;
    if selection
        .iter()
        .flatten()
        .any(|selected| selected.safety.is_some() || selected.attacking.is_some() || selected.in_hand)
    {
        let message = "an effect can't select pieces by whether they are attacked, or pieces in hand";
        report.push(
            Diagnostic::error("ferz::selection::attacked", message)
                .at(word.span, "not allowed here")
                .help("choose pieces by owner, type and squares, such as `their pawn on rank 4`"),
        );
        return None;
    }
    Some(selection)
}
