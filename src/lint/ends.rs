//! Ends that no game reaches: their condition never holds, or an earlier end always holds as well.

use super::View;
use super::reach::Reach;
use crate::board::{Bits, SquareSet};
use crate::definition::Word;
use crate::feature::condition::{Amounts, Condition, Meaning, Told, resolve, setting};
use crate::feature::end::{End, Verdict};
use crate::model::condition::{Pieces, Whose};
use crate::model::pieces::{Royalty, Side, TypeId};
use crate::text::{Diagnostic, Report, Span};

pub(super) fn lints(view: View<'_>, reach: &Reach) -> Vec<Diagnostic> {
    if !view.has_two_sides() {
        return Vec::new();
    }
    let ends = &view.rules.ends;
    let (bounds, bare) = (Bounds { view, reach }, Bare::of(view));
    let mut found = Vec::new();
    for (at, end) in ends.iter().enumerate() {
        let span = view.named("end", &end.name);
        if end.sides().all(|me| !bounds.may(&end.condition, me, true)) {
            let message = format!("the end `{}` can never happen", end.name);
            let mut why = String::new();
            bounds.why_not(&end.condition, &mut why);
            found.push(
                Diagnostic::warning("ferz::lint::end_never", message)
                    .at(
                        span,
                        if why.is_empty() { "its parts can't all be true at once".to_owned() } else { why },
                    )
                    .help("change the condition, or remove this end"),
            );
            continue;
        }
        let before = |condition: &Condition<SquareSet>| {
            let mut others = ends.iter().enumerate().filter(|(other, _)| *other != at);
            others.find(|&(other, first)| {
                // ends about history apply in the order in which their limits are reached, not in that of the file
                let sooner = first.condition.limit().zip(end.condition.limit());
                let earlier = other < at || sooner.is_some_and(|(first, end)| first.is_below(end));
                earlier && (decides(first, end, condition) || bare.hides(condition, &first.condition))
            })
        };
        // two ends that together decide, such as checkmate and stalemate
        let split = || {
            let with = |check| before(&Condition::all([check, end.condition.clone()]));
            Some(vec![with(Condition::check())?.1, with(Condition::check().denied())?.1])
        };
        if let Some(others) = before(&end.condition).map(|(_, other)| vec![other]).or_else(split) {
            found.push(shadowed(view, end, &others));
        } else if let Some(first) = ends[..at].iter().find(|first| draws_before(view, first, end)) {
            found.push(drawn(view, end, first));
        }
    }
    found
}

/// Returns `true` if an end is tested wherever another is, and decides wherever the other, with this condition, would.
fn decides(first: &End<SquareSet>, end: &End<SquareSet>, condition: &Condition<SquareSet>) -> bool {
    let waits = first.at_turn_end && !end.at_turn_end;
    let asked = |player: Side| first.sides().any(|side| side == player);
    let of_mover = first.of_mover && !end.of_mover;
    if waits || of_mover {
        return false;
    }
    let either = !first.of_mover && !end.of_mover;
    end.sides().all(asked) && implies(condition, &first.condition)
        || either
            && end.sides().all(|side| asked(side.other()))
            && implies(condition, &first.condition.mirrored())
}

/// Returns `true` if stalemate is a draw where a new end of the file would decide as well, only because a parent has it: nothing in the file
/// says which of the two is to come first.
fn draws_before(view: View<'_>, first: &End<SquareSet>, end: &End<SquareSet>) -> bool {
    let (span, others) = (view.named("end", &end.name), view.named("end", &first.name));
    let table = view.root().table("end").and_then(|ends| ends.table(&end.name));
    let meant = table.is_none_or(|table| table.contains("before")) || view.is_own(others) && others < span;
    let by_pieces = !end.of_mover && !end.condition.looks_beyond_the_board();
    let stalemate = first.verdict == Verdict::Draw && speak_of_no_move(std::slice::from_ref(first));
    view.is_own(span) && !meant && by_pieces && end.verdict != Verdict::Draw && stalemate
}

fn drawn(view: View<'_>, end: &End<SquareSet>, first: &End<SquareSet>) -> Diagnostic {
    let message = format!("the end `{}` is tested after `{}`, which is a draw", end.name, first.name);
    Diagnostic::advice("ferz::lint::end_after_stalemate", message)
        .at(view.named("end", &end.name), "a move that brings about both is a draw")
        .at(view.named("end", &first.name), "an end of the parent: those come first")
        .help(format!(
            "add `before = \"{0}\"`; if the draw is meant, repeat the end `{0}` in this file, above this one",
            first.name
        ))
}

/// Returns `true` if some end may hold because of stalemate: a side that isn't in check has no legal move.
pub(super) fn speak_of_no_move(ends: &[End<SquareSet>]) -> bool {
    fn mentions(condition: &Condition<SquareSet>) -> bool {
        match condition {
            Condition::Fact(fact) => fact.in_stalemate() == Some(true),
            Condition::Any(parts) | Condition::All(parts) => parts.iter().any(mentions),
            Condition::Not(part) | Condition::Can(part) => mentions(part),
        }
    }
    fn may(condition: &Condition<SquareSet>, hold: bool) -> bool {
        match (condition, hold) {
            (Condition::Fact(fact), hold) => fact.in_stalemate().is_none_or(|holds| holds == hold),
            (Condition::Any(parts), true) | (Condition::All(parts), false) => {
                parts.iter().any(|part| may(part, hold))
            }
            (Condition::All(parts), true) | (Condition::Any(parts), false) => {
                parts.iter().all(|part| may(part, hold))
            }
            (Condition::Not(part), hold) => may(part, !hold),
            (Condition::Can(_), _) => true,
        }
    }
    ends.iter().any(|end| mentions(&end.condition) && may(&end.condition, true))
}

fn shadowed(view: View<'_>, end: &End<SquareSet>, others: &[&End<SquareSet>]) -> Diagnostic {
    let scope = view.rules.scope();
    let names: Vec<String> = others.iter().map(|other| format!("`{}`", other.name)).collect();
    let message = format!(
        "the end `{}` never decides a game, because {} always does so first",
        end.name,
        names.join(" or ")
    );
    let problem = Diagnostic::warning("ferz::lint::end_shadowed", message)
        .at(view.named("end", &end.name), format!("`{}` would decide when {}", end.name, end.words(&scope)));
    let sooner = |other: &&End<SquareSet>| {
        let limits = other.condition.limit().zip(end.condition.limit());
        limits.is_some_and(|(first, end)| first.is_below(end))
    };
    let inherited = others
        .iter()
        .any(|other| view.named("end", &other.name).source != view.named("end", &end.name).source);
    let problem = match (others, inherited) {
        _ if others.iter().any(sooner) => problem.help("remove it"),
        ([first, ..], true) => problem.help(format!("remove it, or add `before = \"{}\"`", first.name)),
        ([_], false) => problem.help(format!("remove it, or put it before {}", names[0])),
        _ => problem.help(format!("remove it, or put it before {}", names.join(" and "))),
    };
    others.iter().fold(problem, |problem, other| {
        let says = format!("`{}` already decides when {}", other.name, other.words(&scope));
        problem.at(view.named("end", &other.name), says)
    })
}

/// Returns `true` if one condition cannot hold without the other; `false` where that can't be determined.
pub(super) fn implies(one: &Condition<SquareSet>, other: &Condition<SquareSet>) -> bool {
    use Condition::{All, Any, Can, Fact, Not};
    if one == other {
        return true;
    }
    match (one, other) {
        (Any(parts), _) => parts.iter().all(|part| implies(part, other)),
        (_, All(parts)) => parts.iter().all(|part| implies(one, part)),
        (All(parts), Any(others)) => {
            parts.iter().any(|part| implies(part, other)) || others.iter().any(|other| implies(one, other))
        }
        (All(parts), _) => parts.iter().any(|part| implies(part, other)),
        (_, Any(parts)) => parts.iter().any(|part| implies(one, part)),
        (Not(one), Not(other)) => implies(other, one),
        (Can(one), Can(other)) => implies(one, other),
        (Fact(one), Fact(other)) => one.implies(other),
        _ => false,
    }
}

/// A side without a piece on the board, and what is true of it.
struct Bare {
    /// The condition, and what follows from it.
    none: Option<[Condition<SquareSet>; 2]>,
}

impl Bare {
    /// Nothing follows where a turn has several moves, or where a move may be to remove a piece.
    fn of(view: View<'_>) -> Self {
        let scope = view.rules.scope();
        let meant = |text: &str| {
            let word = Word { text, span: Span::default() };
            resolve(&scope, word, &setting::END, &mut Report::default())
        };
        let plain = !view.rules.each().any(|rule| rule.endangers_royals());
        let both = || Some([meant("count(mine) = 0")?, meant("no move")?]);
        Self { none: both().filter(|_| plain) }
    }

    /// Returns `true` if one condition holds only for a side without pieces, and the other whenever a side can't move.
    fn hides(&self, one: &Condition<SquareSet>, other: &Condition<SquareSet>) -> bool {
        self.none.as_ref().is_some_and(|[none, stuck]| implies(one, none) && implies(stuck, other))
    }
}

/// The possible numbers of pieces.
pub(super) struct Bounds<'a> {
    pub(super) view: View<'a>,
    pub(super) reach: &'a Reach,
}

impl Bounds<'_> {
    /// Returns `true` if a condition stated by a side may hold (or may fail, if `hold` is false), and also if that can't be determined.
    fn may(&self, condition: &Condition<SquareSet>, me: Side, hold: bool) -> bool {
        match (condition, hold) {
            (Condition::Any(parts), true) => parts.iter().any(|part| self.may(part, me, true)),
            (Condition::Any(parts), false) => parts.iter().all(|part| self.may(part, me, false)),
            (Condition::All(parts), true) => {
                parts.iter().all(|part| self.may(part, me, true)) && self.agree(parts, me)
            }
            (Condition::All(parts), false) => parts.iter().any(|part| self.may(part, me, false)),
            (Condition::Not(part), hold) => self.may(part, me, !hold),
            (Condition::Can(part), true) => self.may(part, me, true),
            (Condition::Can(_), false) => true,
            (Condition::Fact(fact), hold) => fact.may(self, me, hold),
        }
    }

    /// Returns `true` if facts that must all hold can do so at once.
    fn agree(&self, parts: &[Condition<SquareSet>], me: Side) -> bool {
        let facts: Vec<_> = parts.iter().filter_map(Condition::fact).collect();
        facts.iter().all(|fact| fact.agrees(&facts, self, me))
    }

    fn count_of(&self, selected: &Pieces<SquareSet>, side: Side) -> (u32, u32) {
        let rules = self.view.rules;
        let meant = |kind: TypeId| selected.types.is_empty() || selected.types.contains(&kind);
        let becomes = |kind: TypeId| {
            let mut to = rules.becomes(kind).flat_map(|becomes| becomes.to);
            to.any(|&to| meant(to) && !self.reach.squares(to, side).is_empty())
        };
        let own = rules.array.iter().filter(|(_, piece)| piece.side() == side).map(|(_, piece)| piece.kind());
        let mut most = own.clone().filter(|&kind| meant(kind) || becomes(kind)).count() as u32;
        let drops =
            |kind: TypeId| (meant(kind) || becomes(kind)) && rules.each().any(|rule| rule.adds(kind, side));
        if (0..rules.types.len() as TypeId).any(drops) {
            most = rules.geometry.playable().count();
        }
        if let Some(region) = &selected.region {
            let kinds = (0..rules.types.len() as TypeId).filter(|&kind| meant(kind));
            let stands = kinds.fold(SquareSet::NONE, |set, kind| set | self.reach.squares(kind, side));
            most = most.min((stands & region[side.index()]).count());
            return (0, most);
        }
        // a royal piece stays to the end, unless a turn has several moves or pieces are huffed
        let lasts = !rules.each().any(|rule| rule.endangers_royals());
        let royal = |kind: TypeId| {
            let piece = &rules.types[usize::from(kind)];
            piece.royal && piece.royalty == Royalty::Each && rules.becomes(kind).next().is_none()
        };
        let least = if lasts { own.filter(|&kind| meant(kind) && royal(kind)).count() as u32 } else { 0 };
        if selected.is_seen() { (least, most.max(least)) } else { (0, most) }
    }

    /// Finds the reason that keeps a condition from holding, in words.
    fn why_not(&self, condition: &Condition<SquareSet>, words: &mut String) {
        match condition {
            Condition::Any(parts) | Condition::All(parts) => {
                let never =
                    |part: &&Condition<SquareSet>| Side::BOTH.iter().all(|&me| !self.may(part, me, true));
                if let Some(part) = parts.iter().find(never) {
                    self.why_not(part, words);
                }
            }
            Condition::Can(part) => self.why_not(part, words),
            Condition::Not(part) => {
                let denied = part.fact().and_then(|fact| fact.why_never(self, true));
                denied.into_iter().for_each(|why| *words = why);
            }
            Condition::Fact(fact) => {
                fact.why_never(self, false).into_iter().for_each(|why| *words = why);
            }
        }
    }
}

impl Amounts for Bounds<'_> {
    fn count(&self, selected: &Pieces<SquareSet>, me: Side) -> (u32, u32) {
        let of = |side| self.count_of(selected, side);
        match selected.whose {
            Whose::Mine => of(me),
            Whose::Theirs => of(me.other()),
            Whose::Both => {
                let [white, black] = Side::BOTH.map(of);
                (white.0 + black.0, white.1 + black.1)
            }
        }
    }

    fn range(&self, selected: &Pieces<SquareSet>) -> String {
        let scope = self.view.rules.scope();
        let what = match &selected.types[..] {
            [] => String::new(),
            types => format!(" of type {}", scope.list(types, "or")),
        };
        let place = if selected.region.is_some() { " there" } else { "" };
        let side = |side| {
            let (least, most) = self.count_of(selected, side);
            match (least, most) {
                (_, 0) => "no piece".to_owned(),
                (1, 1) => "1 piece".to_owned(),
                _ if least == most => format!("{least} pieces"),
                (0, most) => format!("at most {most} pieces"),
                _ => format!("{least} to {most} pieces"),
            }
        };
        let [white, black] = Side::BOTH.map(side);
        if white == black && white == "no piece" {
            format!("neither side ever has a piece{what}{place}")
        } else if white == black {
            format!("each side always has {white}{what}{place}")
        } else {
            format!("White always has {white}{what}{place}, and Black {black}")
        }
    }
}
