//! The normal form of conditions, and the statements that are made of it.
//!
//! Conditions are only made by [`Condition::all`], [`Condition::any`] and [`Condition::denied`]: there is no `and` within an `and`, no part
//! twice, and `not` stands only before facts that have no contrary of their own. So conditions that mean the same by these rules are equal.

use super::{Condition, Meaning, Told, mate};
use crate::board::SquareSet;
use crate::feature::scope::Scope;
use crate::text::{Clause, Players, Writer};

/// Equal conditions mean the same: the order of parts is immaterial.
impl<S: PartialEq> PartialEq for Condition<S> {
    fn eq(&self, other: &Self) -> bool {
        let same = |own: &[Self], others: &[Self]| {
            own.len() == others.len() && own.iter().all(|part| others.contains(part))
        };
        match (self, other) {
            (Self::All(own), Self::All(others)) | (Self::Any(own), Self::Any(others)) => same(own, others),
            (Self::Not(own), Self::Not(other)) | (Self::Can(own), Self::Can(other)) => own == other,
            (Self::Fact(own), Self::Fact(other)) => own == other,
            _ => false,
        }
    }
}

impl<S: Eq> Eq for Condition<S> {}

/// Joins parts, each once; `within` gives the parts of those that are joined in the same way, and any other as it is.
fn joined<S: PartialEq>(
    parts: impl IntoIterator<Item = Condition<S>>,
    within: impl Fn(Condition<S>) -> Vec<Condition<S>>,
    whole: impl Fn(Vec<Condition<S>>) -> Condition<S>,
) -> Condition<S> {
    let mut each: Vec<Condition<S>> = Vec::new();
    for part in parts.into_iter().flat_map(within) {
        if !each.contains(&part) {
            each.push(part);
        }
    }
    if each.len() == 1 { each.remove(0) } else { whole(each) }
}

impl<S: PartialEq> Condition<S> {
    /// Returns the condition that all of these hold.
    pub(crate) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        joined(parts, |part| if let Self::All(parts) = part { parts } else { vec![part] }, Self::All)
    }

    /// Returns the condition that at least one of these holds.
    pub(crate) fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        joined(parts, |part| if let Self::Any(parts) = part { parts } else { vec![part] }, Self::Any)
    }

    /// Returns the contrary of a condition.
    pub(crate) fn denied(self) -> Self
    where
        S: Clone,
    {
        match self {
            Self::Any(parts) => Self::all(parts.into_iter().map(Self::denied)),
            Self::All(parts) => Self::any(parts.into_iter().map(Self::denied)),
            Self::Not(part) => *part,
            Self::Fact(fact) => match fact.contrary() {
                Some(contrary) => Self::Fact(contrary),
                None => Self::Not(Box::new(Self::Fact(fact))),
            },
            Self::Can(part) => Self::Not(Box::new(Self::Can(part))),
        }
    }
}

#[cfg(feature = "tools")]
impl<S: PartialEq> Condition<S> {
    /// Returns the parts that must all hold.
    pub(crate) fn parts(&self) -> &[Self] {
        if let Self::All(parts) = self { parts } else { std::slice::from_ref(self) }
    }

    /// Returns the parts of which one must hold.
    pub(crate) fn alternatives(&self) -> &[Self] {
        if let Self::Any(parts) = self { parts } else { std::slice::from_ref(self) }
    }

    /// Returns the rest of the parts that must all hold, if this is one of them.
    pub(crate) fn without(&self, part: &Self) -> Option<Self>
    where
        S: Clone,
    {
        let Self::All(parts) = self else { return None };
        parts.contains(part).then(|| Self::all(parts.iter().filter(|other| *other != part).cloned()))
    }
}

impl Condition<SquareSet> {
    /// Returns the condition as statements about the player for whom it is tested.
    pub(crate) fn clause(&self, scope: &Scope<'_>) -> Clause {
        let several = |parts: &[Self], all: bool| {
            let mate = mate::among(parts, all);
            let clause = |(at, part): (usize, &Self)| match &mate {
                Some((first, second, mated)) if at == *first.min(second) => Some(mated.clone()),
                Some((first, second, _)) if at == *first.max(second) => None,
                _ => Some(part.clause(scope)),
            };
            let mut clauses: Vec<Clause> = parts.iter().enumerate().filter_map(clause).collect();
            match (clauses.len(), all) {
                (1, _) => clauses.remove(0),
                (_, true) => Clause::All(clauses),
                (_, false) => Clause::Any(clauses),
            }
        };
        match self {
            Self::All(parts) => several(parts, true),
            Self::Any(parts) => several(parts, false),
            Self::Can(part) => Clause::Can(true, Box::new(part.clause(scope))),
            Self::Fact(fact) => fact.clause(scope, true),
            Self::Not(part) => match &**part {
                Self::Fact(fact) => fact.clause(scope, false),
                Self::Can(part) => Clause::Can(false, Box::new(part.clause(scope))),
                other => other.clone().denied().clause(scope),
            },
        }
    }

    /// Returns the condition in words about “the player” and “the opponent”, without a capital and a full stop.
    pub(crate) fn words(&self, scope: &Scope<'_>) -> String {
        Writer::new(Players::Any).clause(&self.clause(scope))
    }
}
