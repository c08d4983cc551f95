//! Kinds of move as rules name them: read, with every name resolved, and in words.

use super::plan::{MoveKind, MoveKinds};
use super::scope::{Scope, fault_at, in_a_row, too_many_ways};
use crate::definition::Word;
use crate::model::pieces::{Side, TypeId};
use crate::notation::kinds::{self, Kind};
use crate::notation::pieces::PieceExpr;
use crate::text::{Diagnostic, Report, Span};
use crate::walk::Laid;

/// Reads kinds of move that a move can be tested for, or reports everything that is wrong with them.
pub(crate) fn read(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<MoveKinds> {
    let read = read_with_jumps(scope, word, report)?;
    let jumps = read.0.iter().any(|kind| matches!(kind, MoveKind::Over { .. }));
    if jumps {
        report.push(
            Diagnostic::error("ferz::forbid::over", "a hop over a piece can only be forbidden outright")
                .at(word.span, "not allowed with a condition, or outside `[forbid]`")
                .help("put it in a `[forbid]` table without `when`, `leaving` or `gives`"),
        );
    }
    (!jumps).then_some(read)
}

/// Reads first moves, and no other kinds of move: returns the types that make them.
pub(crate) fn read_first(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<Vec<TypeId>> {
    let all: Vec<TypeId> = (0..scope.types.len() as TypeId).collect();
    let of = |kind: &MoveKind| match kind {
        MoveKind::First { of } if of.is_empty() => Some(all.clone()),
        MoveKind::First { of } => Some(of.clone()),
        _ => None,
    };
    let read = read_any(scope, word, report)?;
    let types: Option<Vec<Vec<TypeId>>> = read.0.iter().map(of).collect();
    if types.is_none() {
        report.push(
            Diagnostic::error("ferz::drop::with", "pieces can be brought in only with first moves")
                .at(word.span, "not only first moves")
                .help("write for example `first move of any but pawn`"),
        );
    }
    types.map(|types| types.concat())
}

/// Reads kinds of move, jumps over pieces among them, or reports everything that is wrong with them.
pub(crate) fn read_with_jumps(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<MoveKinds> {
    let read = read_any(scope, word, report)?;
    let first = read.0.iter().any(|kind| matches!(kind, MoveKind::First { .. }));
    if first {
        report.push(
            Diagnostic::error("ferz::kinds::first", "`first move of …` is only for `with` in a `[drop]`")
                .at(word.span, "not allowed here")
                .help("name the pieces and the squares they start on instead"),
        );
    }
    (!first).then_some(read)
}

/// Reads kinds of move, including those that no rule can test for.
fn read_any(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<MoveKinds> {
    let read = match kinds::kinds(word.text) {
        Ok(read) => read,
        Err(faults) => {
            faults.iter().for_each(|fault| report.push(fault_at(word.span, fault)));
            return None;
        }
    };
    let mut types = |said: &Option<PieceExpr>| match said {
        None => Some(Vec::new()),
        Some(said) => resolve(scope, said, word.span, report),
    };
    let kind = |kind: &Kind| {
        Some(match kind {
            Kind::By(said) if said.all && said.except.is_empty() => MoveKind::Any,
            Kind::By(said) => MoveKind::By(types(&Some(said.clone()))?),
            Kind::Capture { of, by } => MoveKind::Capture { of: types(of)?, by: types(by)? },
            Kind::Drop { of } => MoveKind::Drop { of: types(of)? },
            Kind::Promotion { of, to } => MoveKind::Promotion { of: types(of)?, to: types(to)? },
            Kind::Named(word) => MoveKind::Named(scope.named_kind(word)?),
            Kind::First { of } => MoveKind::First { of: types(&Some(of.clone()))? },
            Kind::Over { by, hurdles } => {
                MoveKind::Over { by: types(&Some(by.clone()))?, hurdles: types(&Some(hurdles.clone()))? }
            }
        })
    };
    read.iter().map(kind).collect::<Option<Vec<_>>>().map(MoveKinds)
}

/// Resolves the names of some pieces; an empty list stands for all.
fn resolve(scope: &Scope<'_>, said: &PieceExpr, span: Span, report: &mut Report) -> Option<Vec<TypeId>> {
    let mut named = |names: &[(String, std::ops::Range<usize>)]| {
        let each = names.iter().map(|(name, range)| {
            scope.piece(Word { text: name, span: span.within(0, range.clone()) }, report)
        });
        each.collect::<Vec<_>>().into_iter().collect::<Option<Vec<TypeId>>>()
    };
    let (names, except) = (named(&said.names)?, named(&said.except)?);
    if !said.all || except.is_empty() {
        return Some(names);
    }
    Some((0..scope.types.len() as TypeId).filter(|kind| !except.contains(kind)).collect())
}

/// Kinds of move in words: `a capture by a rook or a drop`.
pub(crate) fn in_words(scope: &Scope<'_>, kinds: &MoveKinds) -> String {
    one_in_words(scope, kinds, "a move")
}

/// Kinds of moves in words, of which the player has made one already: `another move by a pawn`.
pub(crate) fn another_in_words(scope: &Scope<'_>, kinds: &MoveKinds) -> String {
    one_in_words(scope, kinds, "another move")
}

fn one_in_words(scope: &Scope<'_>, kinds: &MoveKinds, any: &str) -> String {
    let kinds: Vec<String> = kinds.0.iter().map(|kind| kind_in_words(scope, kind, any)).collect();
    in_a_row(&kinds, "or")
}

/// A kind of move in words; `any` is a move of any kind.
fn kind_in_words(scope: &Scope<'_>, kind: &MoveKind, any: &str) -> String {
    let of = |types: &[TypeId], before: &str| match types {
        [] => String::new(),
        types => format!(" {before} {}", scope.some(types)),
    };
    match kind {
        MoveKind::Any => any.to_owned(),
        MoveKind::By(types) => format!("{any} by {}", scope.some(types)),
        MoveKind::Capture { of: taken, by } => format!("a capture{}{}", of(taken, "of"), of(by, "by")),
        MoveKind::Drop { of: dropped } => format!("a drop{}", of(dropped, "of")),
        MoveKind::Promotion { of: from, to } => format!("a promotion{}{}", of(from, "of"), of(to, "to")),
        MoveKind::Named(kind) => kind.phrase.to_owned(),
        MoveKind::First { of: movers } => format!("a first move{}", of(movers, "of")),
        MoveKind::Over { by, hurdles } => {
            let some = |types: &[TypeId]| match types {
                [] => "a piece".to_owned(),
                types => scope.some(types),
            };
            format!("a hop by {} over {}", some(by), some(hurdles))
        }
    }
}

/// Returns the kinds of a ban, if the whole movements of the pieces whose jumps it restricts can be laid out; otherwise reports one that
/// takes too many steps.
pub(super) fn paid(
    scope: &Scope<'_>,
    kinds: MoveKinds,
    place: Span,
    report: &mut Report,
) -> Option<MoveKinds> {
    let Some(kind) = too_long_to_lay(scope, &kinds) else { return Some(kinds) };
    report.push(too_many_ways(place, &format!("the {}", scope.type_name(kind))));
    None
}

fn too_long_to_lay(scope: &Scope<'_>, kinds: &MoveKinds) -> Option<TypeId> {
    let budget = scope.budget?;
    let jumpers = kinds.0.iter().filter_map(|kind| match kind {
        MoveKind::Over { by, .. } if by.is_empty() => Some((0..scope.types.len() as TypeId).collect()),
        MoveKind::Over { by, .. } => Some(by.clone()),
        _ => None,
    });
    jumpers.flatten().find(|&kind| {
        let paths = scope.types[usize::from(kind)].movement.clone().into_paths();
        Side::BOTH.iter().any(|&side| Laid::new(scope.geometry(), &paths, (kind, side), budget).is_err())
    })
}
