//! Reading `[forbid]` and `[must]`: every fault is reported at its place.

use super::{Forbid, Forbids, KEYS, MUST, MoveRule, STRANDED};
use crate::board::SquareSet;
use crate::definition::Table;
use crate::feature::condition::{Condition, resolve, setting};
use crate::feature::move_kinds;
use crate::feature::plan::{Gives, MoveKind, MoveKinds};
use crate::feature::scope::{Scope, side_of};
use crate::model::pieces::TypeId;
use crate::text::{Diagnostic, Report, Span};

/// Reads the tables of `[forbid]` and `[must]`.
pub(super) fn read(scope: &Scope<'_>, root: &Table, report: &mut Report) -> Option<Forbids> {
    let mut read = Forbids::default();
    for (_, table) in root.rules("forbid", &KEYS) {
        read_ban(scope, table, &mut read, report);
    }
    for (_, table) in root.rules("must", &MUST) {
        read.duties.extend(read_rule(scope, table, false, report));
    }
    (!read.is_empty()).then_some(read)
}

/// Reads a `[forbid]`.
fn read_ban(scope: &Scope<'_>, table: &Table, read: &mut Forbids, report: &mut Report) {
    let victims = table.text("capture").map(|word| scope.types(word, report));
    let by = table.text("by").map(|word| scope.types(word, report));
    match (victims, by) {
        (Some(victims), Some(by)) => return read.captures.push(Forbid { victims, by }),
        (None, None) => {}
        (victims, _) => {
            // a misspelt key has already been reported
            if !table.has_only(&KEYS) {
                return;
            }
            let missing = if victims.is_none() { "capture" } else { "by" };
            report.push(
                Diagnostic::error(
                    "ferz::forbid::half",
                    "a ban on captures must say what can't be captured, and by what",
                )
                .at(table.span(), format!("`{missing}` is missing"))
                .help("write both, such as `capture = \"king\"` and `by = \"king\"`"),
            );
            return;
        }
    }
    if table.text("leaving").is_some_and(|word| word.text.trim() == STRANDED) {
        if let Some(other) = ["move", "when", "gives"].iter().find_map(|key| table.get(key)) {
            report.push(
                Diagnostic::error("ferz::forbid::stranded", "`it can never move` applies to all moves")
                    .at(other.key_span, "can't be combined with `it can never move`")
                    .help("leave this out, or put it in a table of its own"),
            );
        }
        return read.stranded.push(side_of(table, "side"));
    }
    let bare = !["when", "leaving", "gives"].iter().any(|key| table.contains(key));
    let ban = read_rule(scope, table, bare, report);
    if let (Some(when), Some(ban)) = (table.get("when"), &ban)
        && ban.leaves_attacks(scope)
    {
        report.push(still_attacks(when.key_span));
    }
    read.bans.extend(ban);
}

/// Reports a ban that takes moves away, but not the attack.
fn still_attacks(when: Span) -> Diagnostic {
    Diagnostic::warning("ferz::forbid::still_attacks", "this ban takes away moves, but not the attack")
        .at(when, "where this holds, the pieces still give check")
        .help("a ban without conditions takes the attack away; to give a movement only in some places, or under a condition, use `also`")
}

/// Reads what bans and duties have in common; the kinds of move may be jumps if it is a ban on nothing but kinds of move.
fn read_rule(scope: &Scope<'_>, table: &Table, jumps: bool, report: &mut Report) -> Option<MoveRule> {
    let kinds = table.text("move").map(|word| match jumps {
        true => move_kinds::read_with_jumps(scope, word, report),
        false => move_kinds::read(scope, word, report),
    });
    let mut said = |key: &str| table.text(key).map(|word| resolve(scope, word, &setting::BAN, report));
    let (when, leaving) = (said("when"), said("leaving"));
    let gives = table.text("gives").and_then(|word| match word.text {
        "check" => Some(Gives::Check),
        "checkmate" => Some(Gives::Checkmate),
        "check without checkmate" => Some(Gives::CheckAlone),
        "stalemate" => Some(Gives::Stalemate),
        _ => None,
    });
    if kinds.is_none() && when.is_none() && leaving.is_none() && gives.is_none() && !table.contains("gives") {
        if !table.has_only(&KEYS) {
            return None;
        }
        report.push(
            Diagnostic::error("ferz::forbid::all", "this doesn't say which moves it applies to")
                .at(table.span(), "applies to every move")
                .help("say which moves, such as `move = \"drop of pawn\"` or `gives = \"check\"`"),
        );
        return None;
    }
    let kinds = kinds.unwrap_or(Some(MoveKinds(vec![MoveKind::Any])))?;
    let (kinds, side) = (move_kinds::paid(scope, kinds, table.span(), report)?, side_of(table, "side"));
    let flat = |said: Option<Option<Condition<SquareSet>>>| match said {
        None => Some(None),
        Some(said) => said.map(Some),
    };
    Some(MoveRule { kinds, when: flat(when)?, leaving: flat(leaving)?, gives, side })
}

impl MoveRule {
    /// Returns `true` if pieces that it keeps from moving, where its condition holds, still give check by those moves.
    fn leaves_attacks(&self, scope: &Scope<'_>) -> bool {
        let royal = |kind: &TypeId| scope.types[usize::from(*kind)].royal;
        let all: Vec<TypeId> = (0..scope.types.len() as TypeId).collect();
        let some_royal = |types: &[TypeId]| types.is_empty() || types.iter().any(royal);
        let takes = |kind: &MoveKind| match kind {
            MoveKind::Any => true,
            MoveKind::By(types) => types.iter().any(|by| !royal(by)),
            MoveKind::Capture { of, .. } => some_royal(of),
            _ => false,
        };
        // where it depends on the position alone, that the attack stays is the usual reading
        let where_it_goes = self.when.as_ref().is_some_and(Condition::asks_where);
        let bare = self.leaving.is_none() && self.gives.is_none();
        bare && where_it_goes && all.iter().any(royal) && self.kinds.0.iter().any(takes)
    }
}
