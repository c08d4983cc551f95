//! Passes: `passed`, the player's last turn was a pass, and `both passed`.

use super::{Asked, Condition, Entry, Fact, Meaning, Told};
use crate::board::Bits;
use crate::feature::scope::Scope;
use crate::model::pieces::Side;
use crate::notation::condition::Form;
use crate::text::{Clause, Role};

/// The words of the facts.
const ONE: &str = "passed";
const BOTH: &str = "both passed";

pub(super) const ENTRY: Entry = Entry {
    phrases: &[&[ONE], &[BOTH]],
    offers: &[
        ("passed", "the player's last turn was a pass"),
        ("both passed", "the last turn of either player was a pass"),
    ],
    is: |form| matches!(form, Form::Words(words) if words == ONE || words == BOTH),
    resolve: |form, resolver, report| {
        let both = matches!(form, Form::Words(words) if words == BOTH);
        resolver.now(Condition::Fact(Fact::Passed(Passed { both })), report)
    },
};

/// Returns `true` if a form tests for passes.
pub(crate) fn asks_for_passes(form: &Form) -> bool {
    (ENTRY.is)(form)
}

/// The last turn of the player, or of both players, was a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Passed {
    both: bool,
}

impl Passed {
    /// Returns `true` if it is about one player.
    pub(super) fn asks_who(self) -> bool {
        !self.both
    }
}

impl<S> Meaning<S> for Passed {
    fn map<T>(&self, _convert: fn(&S) -> T) -> Fact<T> {
        Fact::Passed(*self)
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        match self.both {
            true => Side::BOTH.into_iter().all(|side| asked.has_passed(side)),
            false => asked.has_passed(asked.side()),
        }
    }
}

impl Told for Passed {
    fn clause(&self, _scope: &Scope<'_>, holds: bool) -> Clause {
        match (self.both, holds) {
            (true, true) => Clause::about("both players", "have passed"),
            (true, false) => Clause::about("at least one of the players", "has not passed"),
            (false, true) => Clause::of(Role::Player, "has passed"),
            (false, false) => Clause::of(Role::Player, "has not passed"),
        }
    }
}
