//! Checks given: `checks(mine) >= 3`.

use super::{Asked, Condition, Entry, Fact, Meaning, Told, nameless};
use crate::board::Bits;
use crate::feature::scope::Scope;
use crate::model::condition::{Comparison, Whose};
use crate::notation::condition::Form;

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[("checks(", "how many checks a player has given: `checks(mine) >= 3`")],
    is: |form| matches!(form, Form::Checks { .. }),
    resolve: |form, resolver, report| {
        resolver.royal(report)?;
        let Form::Checks { whose, op, right } = form else { return None };
        Some(Condition::Fact(Fact::Checks(Checks { whose: *whose, comparison: *op, number: *right })))
    },
    reads: |form| match form {
        Form::Checks { whose, op, right } => words(*whose, *op, *right),
        _ => String::new(),
    },
    denied: None,
    together: nameless,
};

fn words(whose: Whose, by: Comparison, number: u32) -> String {
    let who = match whose {
        Whose::Mine => "the player has",
        Whose::Theirs => "the opponent has",
        Whose::Both => "both players together have",
    };
    let many = match (by, number) {
        (Comparison::AtLeast, number) => number.to_string(),
        (by, number) => format!("{} {number}", by.words()),
    };
    format!("{who} given {many} {}", if number == 1 { "check" } else { "checks" })
}

/// A number of checks given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checks {
    whose: Whose,
    comparison: Comparison,
    number: u32,
}

impl Checks {
    /// Returns the same with the players exchanged.
    pub(super) fn mirrored(self) -> Self {
        let whose = match self.whose {
            Whose::Mine => Whose::Theirs,
            Whose::Theirs => Whose::Mine,
            Whose::Both => Whose::Both,
        };
        Self { whose, ..self }
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
}

impl Told for Checks {
    fn clause(&self, _scope: &Scope<'_>) -> String {
        words(self.whose, self.comparison, self.number)
    }
}
