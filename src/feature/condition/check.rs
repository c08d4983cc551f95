//! Check: `check`, a royal piece of the player about to move is attacked.

use super::{Asked, Condition, Entry, Fact, Meaning, Told};
use crate::board::Bits;
use crate::feature::scope::Scope;
use crate::notation::condition::Form;
use crate::text::{Clause, Role};

pub(super) const ENTRY: Entry = Entry {
    phrases: &[&["check"]],
    offers: &[("check", "the player is in check")],
    is: |form| matches!(form, Form::Words(words) if words == "check"),
    resolve: |_, resolver, report| {
        resolver.royal(report)?;
        resolver.now(Condition::Fact(Fact::Check(Check)), report)
    },
};

/// A royal piece of the player about to move is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Check;

impl<S> Meaning<S> for Check {
    fn map<T>(&self, _convert: fn(&S) -> T) -> Fact<T> {
        Fact::Check(*self)
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        asked.attacks().in_check(asked.state(), asked.side())
    }

    fn is_of_mover(&self) -> bool {
        true
    }
}

impl Told for Check {
    fn clause(&self, _scope: &Scope<'_>, holds: bool) -> Clause {
        Clause::of(Role::Player, if holds { "is in check" } else { "is not in check" })
    }

    fn in_stalemate(&self) -> Option<bool> {
        Some(false)
    }
}
