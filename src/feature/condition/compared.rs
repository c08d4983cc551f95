//! Two numbers of pieces compared: `count(mine) < count(theirs)`.

use super::count::{kinds_of, number_asked, place, place_said};
use super::read::any_of;
use super::{Amounts, Asked, Condition, Entry, Fact, Meaning, Told, nameless};
use crate::board::{Bits, SquareSet};
use crate::feature::scope::Scope;
use crate::model::condition::{Comparison, Men, Whose};
use crate::model::pieces::Side;
use crate::notation::condition::{self as notation, Form};

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[],
    is: |form| matches!(form, Form::Compared { .. }),
    resolve: |form, resolver, report| {
        let Form::Compared { left, op, right } = form else { return None };
        let [left, right] = [left, right].map(|pieces| resolver.pieces(pieces, report));
        Some(Condition::Fact(Fact::Compared(Compared { left: left?, comparison: *op, right: right? })))
    },
    reads: |form| match form {
        Form::Compared { left, op, right } => reads(left, *op, right),
        _ => String::new(),
    },
    together: nameless,
};

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
    let pieces =
        |kinds: &str| if kinds.is_empty() { "pieces".to_owned() } else { format!("pieces ({kinds})") };
    let ((whose, kinds, place), (other, other_kinds, other_place)) = (left, right);
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

fn reads(left: &notation::Men, by: Comparison, right: &notation::Men) -> String {
    let [(one, at), (other, there)] = [left, right].map(|pieces| (any_of(&pieces.types), place_said(pieces)));
    said((left.side, &one, &at), by, (right.side, &other, &there))
}

/// Two numbers of pieces, compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compared<S> {
    left: Men<S>,
    comparison: Comparison,
    right: Men<S>,
}

impl<S: Clone> Compared<S> {
    /// The same as said of the other player.
    pub(super) fn mirrored(&self) -> Self {
        let [left, right] = [&self.left, &self.right].map(Men::mirrored);
        Self { left, comparison: self.comparison, right }
    }
}

impl<S: PartialEq> Meaning<S> for Compared<S> {
    fn map<T>(&self, convert: &impl Fn(&S) -> T) -> Fact<T> {
        let [left, right] = [&self.left, &self.right].map(|pieces| pieces.map(convert));
        Fact::Compared(Compared { left, comparison: self.comparison, right })
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        let [left, right] = [&self.left, &self.right].map(|pieces| number_asked(pieces, asked));
        self.comparison.holds(left, right)
    }
}

impl Told for Compared<SquareSet> {
    fn clause(&self, scope: &Scope<'_>) -> String {
        let told = |pieces: &Men<SquareSet>| {
            (kinds_of(scope, pieces), pieces.region.map_or_else(String::new, |region| place(scope, region)))
        };
        let [(one, at), (other, there)] = [&self.left, &self.right].map(told);
        said((self.left.whose, &one, &at), self.comparison, (self.right.whose, &other, &there))
    }

    fn is_about_theirs(&self) -> bool {
        self.left.whose == Whose::Theirs && self.right.whose == Whose::Theirs
    }

    fn may(&self, amounts: &dyn Amounts, me: Side, hold: bool) -> bool {
        let [left, right] = [&self.left, &self.right].map(|pieces| amounts.count(pieces, me));
        (left.0..=left.1)
            .any(|one| (right.0..=right.1).any(|other| self.comparison.holds(one, other) == hold))
    }

    fn why_never(&self, amounts: &dyn Amounts, _denied: bool) -> Option<String> {
        Some(format!("{}; {}", amounts.range(&self.left), amounts.range(&self.right)))
    }
}
