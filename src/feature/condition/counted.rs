//! Counted plies: `counted out`, more have been made than a count of the game allows. It is a whole condition, because it is about the
//! course of the game.

use super::{Asked, Condition, Entry, Fact, Limit, Meaning, Told};
use crate::board::Bits;
use crate::feature::scope::Scope;
use crate::notation::condition::Form;
use crate::text::Clause;

/// The words of the fact.
pub(super) const WORDS: &str = "counted out";

pub(super) const ENTRY: Entry = Entry {
    phrases: &[&[WORDS]],
    offers: &[(WORDS, "more moves have been made than a count under `[counting]` allows")],
    is: |form| matches!(form, Form::Words(words) if words == WORDS),
    resolve: |_, resolver, report| resolver.now(Condition::Fact(Fact::CountedOut(CountedOut)), report),
};

/// Returns `true` if a form tests whether the moves have run out.
pub(crate) fn asks_for_counts(form: &Form) -> bool {
    (ENTRY.is)(form)
}

/// More plies have been counted than are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CountedOut;

impl<S> Meaning<S> for CountedOut {
    fn map<T>(&self, _convert: fn(&S) -> T) -> Fact<T> {
        Fact::CountedOut(*self)
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        asked.is_counted_out()
    }

    fn limit(&self) -> Option<Limit> {
        Some(Limit::Counted)
    }
}

impl Told for CountedOut {
    fn clause(&self, _scope: &Scope<'_>, holds: bool) -> Clause {
        let made = if holds { "have been made" } else { "have not been made" };
        Clause::about("all the moves that a count allows", made)
    }
}
