//! Which captures come before others: `first = ["most", "by king", "most king", "king first"]`, or `["most points", "by king"]`.
//!
//! Each criterion gives a capture a rank, and only those of the highest rank are left for the next one (Italian draughts has four of them).

use std::sync::Arc;

use crate::board::{Bits, Square};
use crate::definition::{Table, Word};
use crate::feature::scope::Scope;
use crate::model::pieces::TypeId;
use crate::moves::{Entry, Move, Place, Role, changes_at};
use crate::state::State;
use crate::text::{Diagnostic, Report};

/// What decides between captures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// The number of pieces captured.
    Most,
    /// What the pieces captured are worth, by type.
    Points(Arc<[u32]>),
    /// Whether a piece of a type captures.
    By(TypeId),
    /// The number of pieces of a type captured.
    MostOf(TypeId),
    /// How early in the chain pieces of a type are captured.
    Earliest(TypeId),
}

/// Reads `first`, or `most`.
pub(super) fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Vec<First> {
    let most = table.flag("most") == Some(true);
    if let (Some(entry), true) = (table.get("first"), most) {
        report.push(
            Diagnostic::error("ferz::capture::most", "`most` and `first` both say which captures come first")
                .at(entry.key_span, "begins with `most`, if that is meant")
                .help("leave `most` out, and put `\"most\"` into `first`"),
        );
    }
    let words = table.list("first").unwrap_or_default().iter().filter_map(|node| node.text());
    let listed = words.filter_map(|word| one(scope, word, report));
    most.then_some(First::Most).into_iter().chain(listed).collect()
}

/// Reads a criterion.
fn one(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<First> {
    let at = |name: &str| {
        let start = word.text.find(name).unwrap_or(0);
        Word {
            text: &word.text[start..start + name.len()],
            span: word.span.within(0, start..start + name.len()),
        }
    };
    let words: Vec<&str> = word.text.split_whitespace().collect();
    let (kind, made): (&str, fn(TypeId) -> First) = match words[..] {
        ["most"] => return Some(First::Most),
        ["most", "points"] => return points(scope, word, report),
        ["by", kind] => (kind, First::By),
        ["most", kind] => (kind, First::MostOf),
        [kind, "first"] => (kind, First::Earliest),
        _ => {
            let message =
                format!("`{}` doesn't say which captures come first", crate::definition::shown(word.text));
            report.push(
                Diagnostic::error("ferz::capture::first", message).at(word.span, "not known").help(
                    "write `most`, `most points`, `by king`, `most king` or `king first`, with any piece for the king",
                ),
            );
            return None;
        }
    };
    scope.piece(at(kind), report).map(made)
}

/// The criterion of points, for which the game must say what pieces are worth.
fn points(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<First> {
    if let Some(points) = scope.points {
        return Some(First::Points(points.of.clone().into()));
    }
    report.push(
        Diagnostic::error("ferz::capture::points", "the game doesn't say what pieces are worth")
            .at(word.span, "compares points")
            .help("add `[points]`, such as `man = 1` and `king = 1.5`"),
    );
    None
}

impl First {
    /// Returns the rank of a capture: the higher, the better.
    pub(super) fn rank<B: Bits>(&self, state: &State<B>, changes: &[Entry], mv: Move) -> u64 {
        let is = |square: Square, kind: TypeId| state.at(square).get().is_some_and(|(own, _)| own == kind);
        if let Self::By(kind) = self {
            return u64::from(is(mv.from, *kind));
        }
        let worth = |square: Square, of: &[u32]| {
            let kind = state.at(square).get().map(|(kind, _)| usize::from(kind));
            kind.and_then(|kind| of.get(kind)).copied().unwrap_or(0)
        };
        let listed = match mv.place() {
            Place::List(at) => changes_at(changes, at),
            _ => &[],
        };
        let mut rank = 0;
        let mut taken = 0;
        let mut count = |square: Square| {
            rank += match self {
                Self::Most => 1,
                Self::Points(of) => u64::from(worth(square, of)),
                Self::MostOf(kind) => u64::from(is(square, *kind)),
                // the earlier, the higher the bit
                Self::Earliest(kind) => u64::from(is(square, *kind)) << (63_u32.saturating_sub(taken)),
                Self::By(_) => 0,
            };
            taken += 1;
        };
        if listed.is_empty() {
            count(mv.take);
        } else {
            let taken = listed.iter().filter(|entry| entry.change.role == Role::Taken);
            taken.for_each(|entry| count(entry.change.square));
        }
        rank
    }

    /// The captures that it prefers, in words: `those by a king`.
    pub(super) fn words(&self, scope: &Scope<'_>) -> String {
        let a = |kind: TypeId| scope.each_of(&[kind]);
        match *self {
            Self::Most => "those that capture the most pieces".to_owned(),
            Self::Points(_) => "those that capture pieces worth the most points".to_owned(),
            Self::By(kind) => format!("those by {}", a(kind)),
            Self::MostOf(kind) => {
                let name = scope.types[usize::from(kind)].spoken();
                format!("those that capture the most {}", crate::feature::condition::plural(&name))
            }
            Self::Earliest(kind) => format!("those in which {} is captured soonest", a(kind)),
        }
    }
}
