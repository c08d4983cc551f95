//! Two sums compared: `count(mine) < count(theirs)`, `points(mine) >= points(theirs)`.

use std::sync::Arc;

use super::count::{kinds_of, number_asked, place_said, plural, stands};
use super::read::any_of;
use super::{Amounts, Asked, Condition, Entry, Fact, Meaning, Resolver, Told, nameless};
use crate::board::{Bits, SquareSet};
use crate::feature::scope::Scope;
use crate::model::condition::{Comparison, Pieces, Whose};
use crate::model::pieces::{Side, TypeId};
use crate::model::points::Points;
use crate::notation::condition::{self as notation, Form};
use crate::text::Report;

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[("points(", "what pieces are worth, by `[points]`: `points(mine) > points(theirs)`")],
    is: |form| matches!(form, Form::Compared { .. }),
    resolve: |form, resolver, report| {
        let Form::Compared { left, op, right } = form else { return None };
        let [left, right] = [left, right].map(|sum| resolved(sum, resolver, report));
        Some(Condition::Fact(Fact::Compared(Compared { left: left?, comparison: *op, right: right? })))
    },
    reads: |form| match form {
        Form::Compared { left, op, right } => reads(left, *op, right),
        _ => String::new(),
    },
    denied: None,
    together: nameless,
};

/// Returns a sum with every name resolved.
fn resolved(
    sum: &[notation::Term],
    resolver: &Resolver<'_>,
    report: &mut Report,
) -> Option<Vec<Term<SquareSet>>> {
    let term = |said: &notation::Term| match said {
        notation::Term::Count(selected) => resolver.pieces(selected, report).map(Term::Count),
        notation::Term::Number(number) => Some(Term::Number(*number)),
        notation::Term::Points(selected, range) => {
            let points = resolver.points(range.clone(), report);
            let pieces = resolver.pieces(selected, report);
            Some(Term::Points { pieces: pieces?, points: Arc::new(points?.clone()) })
        }
    };
    let terms: Vec<_> = sum.iter().map(term).collect();
    terms.into_iter().collect()
}

/// The words of a comparison: before the pieces, and after them.
fn words(comparison: Comparison) -> (&'static str, &'static str) {
    match comparison {
        Comparison::Equal => ("as many", "as"),
        Comparison::NotEqual => ("more or fewer", "than"),
        Comparison::Less => ("fewer", "than"),
        Comparison::AtMost => ("at most as many", "as"),
        Comparison::Greater => ("more", "than"),
        Comparison::AtLeast => ("at least as many", "as"),
    }
}

fn owner(whose: Whose) -> &'static str {
    match whose {
        Whose::Mine => "the player",
        Whose::Theirs => "the opponent",
        Whose::Both => "both players together",
    }
}

/// `the player has fewer pieces than the opponent`; each side is whose, of which kinds, and where.
fn said(left: (Whose, &str, &str), comparison: Comparison, right: (Whose, &str, &str)) -> String {
    let several =
        |place: &str| place.replace(" that attacks ", " that attack ").replace(" that is ", " that are ");
    let ((whose, kinds, place), (other, other_kinds, other_place)) = (left, right);
    let (place, other_place) = (&*several(place), &*several(other_place));
    let ((many, than), has) = (words(comparison), if whose == Whose::Both { "have" } else { "has" });
    let what = if (kinds, place) == (other_kinds, other_place) {
        String::new()
    } else {
        format!(
            " {has} {}{other_place}",
            pieces(other_kinds),
            has = if other == Whose::Both { "have" } else { "has" }
        )
    };
    format!("{} {has} {many} {}{place} {than} {}{what}", owner(whose), pieces(kinds), owner(other))
}

/// `the player has more points than the opponent`, or the sums with all their terms.
fn reads(left: &[notation::Term], by: Comparison, right: &[notation::Term]) -> String {
    use notation::Term as Said;
    if let ([Said::Count(left), ..], [Said::Count(right), ..], 2) = (left, right, left.len() + right.len()) {
        let [(one, at), (other, there)] =
            [left, right].map(|pieces| (any_of(&pieces.types), place_said(pieces, true)));
        return said((left.side, &one, &at), by, (right.side, &other, &there));
    }
    if let ([Said::Points(left, _)], [Said::Points(right, _)]) = (left, right)
        && [left, right]
            .iter()
            .all(|pieces| any_of(&pieces.types).is_empty() && place_said(pieces, true).is_empty())
    {
        return points_said(left.side, by, right.side);
    }
    let term = |term: &Said| match term {
        Said::Count(selected) => {
            tally(Tally::Number, selected.side, &any_of(&selected.types), &place_said(selected, true))
        }
        Said::Points(selected, _) => {
            tally(Tally::Points, selected.side, &any_of(&selected.types), &place_said(selected, true))
        }
        Said::Number(number) => number.to_string(),
    };
    let [left, right] = [left, right].map(|sum| sum.iter().map(term).collect::<Vec<_>>());
    summed(&left, by, &right)
}

/// The measure of pieces in a sum.
#[derive(Clone, Copy)]
enum Tally {
    Number,
    Points,
}

/// `the number of the player's pieces (king) in hand`.
fn tally(tally: Tally, whose: Whose, kinds: &str, place: &str) -> String {
    let what = match tally {
        Tally::Number => "number",
        Tally::Points => "points",
    };
    let pieces = pieces(kinds);
    match whose {
        Whose::Mine => format!("the {what} of the player's {pieces}{place}"),
        Whose::Theirs => format!("the {what} of the opponent's {pieces}{place}"),
        Whose::Both => format!("the {what} of all {pieces}{place}"),
    }
}

/// Several pieces of some kinds: `pawns`, `pieces (queen or rook)`.
fn pieces(kinds: &str) -> String {
    match kinds {
        "" => "pieces".to_owned(),
        one if !one.contains(" or ") => plural(one),
        several => format!("pieces ({several})"),
    }
}

/// `the player has more points than the opponent`.
fn points_said(left: Whose, comparison: Comparison, right: Whose) -> String {
    let ((many, than), has) = (words(comparison), if left == Whose::Both { "have" } else { "has" });
    format!("{} {has} {many} points {than} {}", owner(left), owner(right))
}

/// `a plus b is more than c`.
fn summed(left: &[String], by: Comparison, right: &[String]) -> String {
    let is = match by {
        Comparison::Equal => "the same as",
        Comparison::NotEqual => "not the same as",
        Comparison::Less => "less than",
        Comparison::AtMost => "at most",
        Comparison::Greater => "more than",
        Comparison::AtLeast => "at least",
    };
    let is = match (by, right) {
        (Comparison::Equal, [number]) if number.parse::<u32>().is_ok() => "exactly",
        (Comparison::NotEqual, [number]) if number.parse::<u32>().is_ok() => "not exactly",
        _ => is,
    };
    let verb = match left {
        [only] if only.starts_with("the points") => "are",
        [_] => "is",
        [first, ..] if first.starts_with("the points") => "come to",
        _ => "comes to",
    };
    let [left, right] = [left, right].map(|sum| sum.join(" plus "));
    format!("{left} {verb} {is} {right}")
}

/// A part of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Term<S> {
    Count(Pieces<S>),
    Points { pieces: Pieces<S>, points: Arc<Points> },
    Number(u32),
}

impl<S> Term<S> {
    /// The pieces that are counted, or whose values are added.
    fn pieces(&self) -> Option<&Pieces<S>> {
        match self {
            Self::Count(pieces) | Self::Points { pieces, .. } => Some(pieces),
            Self::Number(_) => None,
        }
    }

    /// Returns the same with other pieces.
    fn with<T>(&self, pieces: impl Fn(&Pieces<S>) -> Pieces<T>) -> Term<T> {
        match self {
            Self::Count(selected) => Term::Count(pieces(selected)),
            Self::Points { pieces: selected, points } => {
                Term::Points { pieces: pieces(selected), points: Arc::clone(points) }
            }
            Self::Number(number) => Term::Number(*number),
        }
    }
}

impl<S: Bits> Term<S> {
    /// Returns its value in halves.
    fn halves(&self, asked: &impl Asked<S>) -> u32 {
        match self {
            Self::Count(pieces) => 2 * number_asked(pieces, asked),
            Self::Number(number) => 2 * number,
            Self::Points { pieces, points } => worth(pieces, points, asked),
        }
    }
}

/// Returns what some pieces are worth, in halves; all pieces of a side on the board with what that side has besides.
fn worth<S: Bits>(pieces: &Pieces<S>, points: &Points, asked: &impl Asked<S>) -> u32 {
    let all = pieces.is_seen() && pieces.types.is_empty() && pieces.region.is_none();
    let of_type = |kind: TypeId| match points.of(kind) {
        0 => 0,
        each => each * number_asked(&Pieces { types: vec![kind], ..pieces.clone() }, asked),
    };
    let told = (0..points.of.len() as TypeId)
        .filter(|kind| pieces.types.is_empty() || pieces.types.contains(kind))
        .map(of_type);
    let me = asked.side();
    let besides = match pieces.whose {
        _ if !all => 0,
        Whose::Mine => points.bonus(me),
        Whose::Theirs => points.bonus(me.other()),
        Whose::Both => points.bonus.iter().sum(),
    };
    told.sum::<u32>() + besides
}

/// Two sums, compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compared<S> {
    left: Vec<Term<S>>,
    comparison: Comparison,
    right: Vec<Term<S>>,
}

impl<S> Compared<S> {
    fn with<T>(&self, pieces: impl Fn(&Pieces<S>) -> Pieces<T>) -> Compared<T> {
        let [left, right] =
            [&self.left, &self.right].map(|sum| sum.iter().map(|term| term.with(&pieces)).collect());
        Compared { left, comparison: self.comparison, right }
    }

    /// Returns `true` if it depends on pieces in hand.
    pub(super) fn asks_for_hands(&self) -> bool {
        self.left.iter().chain(&self.right).filter_map(Term::pieces).any(|pieces| pieces.in_hand)
    }

    /// The two kinds of pieces whose numbers are compared, if that is all.
    fn two_counts(&self) -> Option<[&Pieces<S>; 2]> {
        match (&self.left[..], &self.right[..]) {
            ([Term::Count(left)], [Term::Count(right)]) => Some([left, right]),
            _ => None,
        }
    }
}

impl<S: Clone> Compared<S> {
    /// Returns the same with the players exchanged.
    pub(super) fn mirrored(&self) -> Self {
        self.with(Pieces::mirrored)
    }
}

impl<S: PartialEq> Meaning<S> for Compared<S> {
    fn map<T>(&self, convert: fn(&S) -> T) -> Fact<T> {
        Fact::Compared(self.with(|pieces| pieces.map(convert)))
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        let [left, right] = [&self.left, &self.right]
            .map(|sum| sum.iter().map(|term| term.halves(asked)).fold(0, u32::saturating_add));
        self.comparison.holds(left, right)
    }
}

impl Told for Compared<SquareSet> {
    fn clause(&self, scope: &Scope<'_>) -> String {
        if let Some(both) = self.two_counts() {
            let told = |pieces: &Pieces<SquareSet>| (kinds_of(scope, pieces), stands(scope, pieces));
            let [(one, at), (other, there)] = both.map(told);
            return said((both[0].whose, &one, &at), self.comparison, (both[1].whose, &other, &there));
        }
        if let ([Term::Points { pieces: left, .. }], [Term::Points { pieces: right, .. }]) =
            (&self.left[..], &self.right[..])
        {
            let all = |pieces: &&Pieces<SquareSet>| {
                pieces.types.is_empty() && pieces.region.is_none() && pieces.is_seen()
            };
            if [left, right].iter().all(all) {
                return points_said(left.whose, self.comparison, right.whose);
            }
        }
        let term = |term: &Term<SquareSet>| {
            let told = |kind, pieces: &Pieces<SquareSet>| {
                tally(kind, pieces.whose, &kinds_of(scope, pieces), &stands(scope, pieces))
            };
            match term {
                Term::Count(pieces) => told(Tally::Number, pieces),
                Term::Points { pieces, .. } => told(Tally::Points, pieces),
                Term::Number(number) => number.to_string(),
            }
        };
        let [left, right] = [&self.left, &self.right].map(|sum| sum.iter().map(term).collect::<Vec<_>>());
        summed(&left, self.comparison, &right)
    }

    fn is_about_theirs(&self) -> bool {
        let mut pieces = self.left.iter().chain(&self.right).filter_map(Term::pieces);
        pieces.all(|pieces| pieces.whose == Whose::Theirs)
    }

    fn may(&self, amounts: &dyn Amounts, me: Side, hold: bool) -> bool {
        let Some(both) = self.two_counts() else { return true };
        let [left, right] = both.map(|pieces| amounts.count(pieces, me));
        (left.0..=left.1)
            .any(|one| (right.0..=right.1).any(|other| self.comparison.holds(one, other) == hold))
    }

    fn why_never(&self, amounts: &dyn Amounts, _denied: bool) -> Option<String> {
        let [left, right] = self.two_counts()?;
        Some(format!("{}; {}", amounts.range(left), amounts.range(right)))
    }
}
