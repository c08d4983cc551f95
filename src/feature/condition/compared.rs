//! Two sums compared: `count(mine) < count(theirs)`, `points(mine) >= points(theirs)`, `area(mine) > area(theirs) + 6`.

use std::sync::Arc;

use super::chain::surrounded;
use super::count::{number_asked, qualities};
use super::row::several;
use super::{Amounts, Asked, Condition, Entry, Fact, Meaning, Resolver, Told};
use crate::board::{Bits, SquareSet};
use crate::feature::scope::Scope;
use crate::model::condition::{Comparison, Its, Pieces, Whose};
use crate::model::pieces::{Side, TypeId};
use crate::model::points::Points;
use crate::notation::condition::{self as notation, Form};
use crate::text::{Clause, Phrase, Report};

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[
        ("points(", "what pieces are worth, by `[points]`: `points(mine) > points(theirs)`"),
        ("area(", "the squares that a player's pieces occupy or surround: `area(mine) > area(theirs)`"),
        ("its length", "the steps of a move, in a rule about moves: `count(any on its line) = its length`"),
    ],
    is: |form| matches!(form, Form::Compared { .. }),
    resolve: |form, resolver, report| {
        let Form::Compared { left, op, right } = form else { return None };
        let [left, right] = [left, right].map(|sum| resolved(sum, resolver, report));
        Some(Condition::Fact(Fact::Compared(Compared { left: left?, comparison: *op, right: right? })))
    },
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
        notation::Term::Area(whose) => Some(Term::Area(resolver.surrounding(*whose))),
        notation::Term::Length(range) => {
            resolver.of_a_move(Its::Way, range.clone(), report)?;
            Some(Term::Length)
        }
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

fn owner(whose: Whose) -> Phrase {
    whose.role().map_or_else(|| "both players together".into(), Phrase::from)
}

/// The statement that a player has so many of something.
fn owned(whose: Whose, what: Phrase) -> Clause {
    match whose.role() {
        Some(role) => Clause::of(role, Phrase::from("has ") + what),
        None => Clause::about(owner(whose), Phrase::from("have ") + what),
    }
}

/// The measure of pieces in a sum.
#[derive(Clone, Copy)]
enum Tally {
    Number,
    Points,
}

/// `the number of the player's pieces (king) in hand`.
fn tally(scope: &Scope<'_>, tally: Tally, selected: &Pieces<SquareSet>) -> Phrase {
    let what = match tally {
        Tally::Number => "number",
        Tally::Points => "points",
    };
    let (pieces, place) = (several(scope, &selected.types), qualities(scope, selected, true));
    match selected.whose.role() {
        Some(owner) => Phrase::from(format!("the {what} of ")) + owner + format!("'s {pieces}") + place,
        None => Phrase::from(format!("the {what} of all {pieces}")) + place,
    }
}

/// `the number of squares that the player occupies or surrounds`.
fn area_said(whose: Whose) -> Phrase {
    let does = if whose == Whose::Both { " occupy or surround" } else { " occupies or surrounds" };
    Phrase::from("the number of squares that ") + owner(whose) + does
}

/// `is more than` and the sum behind it; `points` if the first sum begins with points, and `alone` if it has one part.
fn compares(points: bool, alone: bool, by: Comparison, right: &[Term<SquareSet>]) -> String {
    let number = matches!(right, [Term::Number(_)]);
    let is = match by {
        Comparison::Equal if number => "exactly",
        Comparison::Equal => "the same as",
        Comparison::NotEqual if number => "not exactly",
        Comparison::NotEqual => "not the same as",
        Comparison::Less => "less than",
        Comparison::AtMost => "at most",
        Comparison::Greater => "more than",
        Comparison::AtLeast => "at least",
    };
    let verb = match (points, alone) {
        (true, true) => "are",
        (false, true) => "is",
        (true, false) => "come to",
        (false, false) => "comes to",
    };
    format!("{verb} {is} ")
}

/// A part of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Term<S> {
    Count(Pieces<S>),
    Points {
        pieces: Pieces<S>,
        points: Arc<Points>,
    },
    /// The squares of such pieces, which are all of a side, and the empty ones that only they surround.
    Area(Pieces<S>),
    /// The number of steps of the move.
    Length,
    Number(u32),
}

impl<S> Term<S> {
    /// The pieces that are counted, or whose values are added.
    fn pieces(&self) -> Option<&Pieces<S>> {
        match self {
            Self::Count(pieces) | Self::Points { pieces, .. } | Self::Area(pieces) => Some(pieces),
            Self::Length | Self::Number(_) => None,
        }
    }

    /// Returns the same with other pieces.
    fn with<T>(&self, pieces: impl Fn(&Pieces<S>) -> Pieces<T>) -> Term<T> {
        match self {
            Self::Count(selected) => Term::Count(pieces(selected)),
            Self::Points { pieces: selected, points } => {
                Term::Points { pieces: pieces(selected), points: Arc::clone(points) }
            }
            Self::Area(selected) => Term::Area(pieces(selected)),
            Self::Length => Term::Length,
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
            // a drop goes nowhere
            Self::Length if asked.its(Its::Start).is_empty() => 0,
            Self::Length => 2 * (asked.its(Its::Way).count() + 1),
            Self::Points { pieces, points } => worth(pieces, points, asked),
            Self::Area(pieces) => 2 * area(pieces, asked),
        }
    }
}

/// Returns the number of squares that a player, or each of both, occupies or surrounds.
fn area<S: Bits>(pieces: &Pieces<S>, asked: &impl Asked<S>) -> u32 {
    let (state, me, near) = (asked.state(), asked.side(), pieces.enclosed.as_deref().unwrap_or_default());
    let of = |side: Side| {
        let [own, others] = [side, side.other()].map(|side| state.side(side));
        surrounded(near, !state.occupied(), own, others).count()
    };
    match pieces.whose {
        Whose::Mine => of(me),
        Whose::Theirs => of(me.other()),
        Whose::Both => of(me) + of(me.other()),
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
#[derive(Clone, Debug)]
pub(crate) struct Compared<S> {
    left: Vec<Term<S>>,
    comparison: Comparison,
    right: Vec<Term<S>>,
}

/// Equal comparisons mean the same: it doesn't matter which sum comes first.
impl<S: PartialEq> PartialEq for Compared<S> {
    fn eq(&self, other: &Self) -> bool {
        let alike =
            self.left == other.left && self.right == other.right && self.comparison == other.comparison;
        let swapped = self.left == other.right
            && self.right == other.left
            && self.comparison == other.comparison.swapped();
        alike || swapped
    }
}

impl<S: Eq> Eq for Compared<S> {}

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

    /// Returns `true` if it depends on what is attacked.
    pub(super) fn asks_for_attacks(&self) -> bool {
        self.left.iter().chain(&self.right).filter_map(Term::pieces).any(Pieces::asks_for_attacks)
    }

    /// The pieces anywhere on the board that are counted together with the same ones in hand, and the number that they are compared with; `all`
    /// is the number of piece types.
    #[cfg(feature = "tools")]
    pub(crate) fn with_those_in_hand(&self, all: usize) -> Option<(&Pieces<S>, Comparison, u32)> {
        let ([Term::Count(one), Term::Count(other)], [Term::Number(number)]) =
            (&self.left[..], &self.right[..])
        else {
            return None;
        };
        let (here, held) = if one.in_hand { (other, one) } else { (one, other) };
        let alone = held.in_hand && held.region.is_none() && here.is_anywhere() && held.whose == here.whose;
        // all types are named of pieces in hand
        let alike = if here.types.is_empty() { held.types.len() == all } else { held.types == here.types };
        (alone && alike).then_some((here, self.comparison, *number))
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

    fn contrary(&self) -> Option<Fact<S>>
    where
        S: Clone,
    {
        Some(Fact::Compared(Self { comparison: self.comparison.contrary(), ..self.clone() }))
    }
}

impl Told for Compared<SquareSet> {
    fn clause(&self, scope: &Scope<'_>, holds: bool) -> Clause {
        let by = if holds { self.comparison } else { self.comparison.contrary() };
        let (many, than) = words(by);
        if let Some([left, right]) = self.two_counts() {
            let (own, place) = (several(scope, &left.types), qualities(scope, left, true));
            let anybodys = |pieces: &Pieces<SquareSet>| Pieces { whose: Whose::Both, ..pieces.clone() };
            let what = match anybodys(left) == anybodys(right) {
                true => Phrase::default(),
                false => {
                    let have = if right.whose == Whose::Both { "have" } else { "has" };
                    Phrase::from(format!(" {have} {}", several(scope, &right.types)))
                        + qualities(scope, right, true)
                }
            };
            let more = Phrase::from(format!("{many} {own}")) + place + format!(" {than} ");
            return owned(left.whose, more + owner(right.whose) + what);
        }
        if let ([Term::Points { pieces: left, .. }], [Term::Points { pieces: right, .. }]) =
            (&self.left[..], &self.right[..])
            && [left, right].iter().all(|pieces| pieces.types.is_empty() && pieces.is_anywhere())
        {
            return owned(left.whose, Phrase::from(format!("{many} points {than} ")) + owner(right.whose));
        }
        let term = |term: &Term<SquareSet>| match term {
            Term::Count(pieces) => tally(scope, Tally::Number, pieces),
            Term::Points { pieces, .. } => tally(scope, Tally::Points, pieces),
            Term::Number(number) => number.to_string().into(),
            Term::Area(pieces) => area_said(pieces.whose),
            Term::Length => "the length of its move".into(),
        };
        let sum = |terms: &[Term<SquareSet>]| {
            let sum = terms.iter().map(term).reduce(|sum, term| sum + " plus " + term);
            sum.unwrap_or_default()
        };
        let points = matches!(self.left[..], [Term::Points { .. }, ..]);
        let is = compares(points, self.left.len() == 1, by, &self.right);
        Clause::about(sum(&self.left), Phrase::from(is) + sum(&self.right))
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
