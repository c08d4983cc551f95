//! Checks given: `checks(mine) >= 3`.

use super::{Asked, Condition, Entry, Fact, Meaning, Told};
use crate::board::Bits;
use crate::feature::scope::Scope;
use crate::model::condition::{Comparison, Whose};
use crate::notation::condition::Form;
use crate::text::Clause;

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[("checks(", "how many checks a player has given: `checks(mine) >= 3`")],
    is: |form| matches!(form, Form::Checks { .. }),
    resolve: |form, resolver, report| {
        resolver.royal(report)?;
        let Form::Checks { whose, op, right } = form else { return None };
        let (comparison, number) = op.normal(*right);
        Some(Condition::Fact(Fact::Checks(Checks { whose: *whose, comparison, number })))
    },
};

/// A number of checks given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checks {
    pub(crate) whose: Whose,
    pub(crate) comparison: Comparison,
    number: u32,
}

impl Checks {
    /// Returns the same with the players exchanged.
    pub(super) fn mirrored(self) -> Self {
        Self { whose: self.whose.mirrored(), ..self }
    }

    /// The fewest checks that some side must have given for it to hold, if there are any.
    pub(crate) fn least(self) -> Option<u32> {
        let one = self.whose != Whose::Both;
        match self.comparison {
            Comparison::AtLeast | Comparison::Equal => Some(self.number).filter(|_| one),
            Comparison::Greater => Some(self.number + 1).filter(|_| one),
            _ => None,
        }
    }
}

impl<S> Meaning<S> for Checks {
    fn map<T>(&self, _convert: fn(&S) -> T) -> Fact<T> {
        Fact::Checks(*self)
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        let (me, of) = (asked.side(), |side| asked.checks(side));
        let given = match self.whose {
            Whose::Mine => of(me),
            Whose::Theirs => of(me.other()),
            Whose::Both => of(me) + of(me.other()),
        };
        self.comparison.holds(given, self.number)
    }

    fn contrary(&self) -> Option<Fact<S>>
    where
        S: Clone,
    {
        let (comparison, number) = self.comparison.contrary().normal(self.number);
        Some(Fact::Checks(Self { comparison, number, ..*self }))
    }
}

impl Told for Checks {
    fn clause(&self, _scope: &Scope<'_>, holds: bool) -> Clause {
        let by = if holds { self.comparison } else { self.comparison.contrary() };
        let many = match (by, self.number) {
            (Comparison::AtLeast, number) => number.to_string(),
            (by, number) => format!("{} {number}", by.words()),
        };
        let given = format!("given {many} {}", if self.number == 1 { "check" } else { "checks" });
        match self.whose.role() {
            Some(role) => Clause::of(role, format!("has {given}")),
            None => Clause::about("both players together", format!("have {given}")),
        }
    }
}
