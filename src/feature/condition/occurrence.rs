//! Occurrences of a position: `third occurrence`. The whole condition, because it is about the course of the game.

use super::{Asked, Condition, Entry, Fact, Limit, Meaning, Told, nameless};
use crate::board::Bits;
use crate::feature::scope::Scope;
use crate::notation::condition::Form;

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[("third occurrence", "the position has occurred three times; only as the whole condition")],
    is: |form| matches!(form, Form::Occurrence(_)),
    resolve: |form, _, _| Some(Condition::Fact(Fact::Occurrence(Occurrence(times(form))))),
    reads: |form| format!("the position has occurred {} times", times(form)),
    together: nameless,
};

fn times(form: &Form) -> u32 {
    if let Form::Occurrence(times) = form { *times } else { 0 }
}

/// The position has occurred so many times; at least twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Occurrence(pub(super) u32);

impl<S> Meaning<S> for Occurrence {
    fn map<T>(&self, _convert: &impl Fn(&S) -> T) -> Fact<T> {
        Fact::Occurrence(*self)
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        asked.history().is_some_and(|history| history.occurrences >= self.0)
    }

    fn limit(&self) -> Option<Limit> {
        Some(Limit::Occurrences(self.0))
    }

    fn implies(&self, other: &Self) -> bool {
        self.0 >= other.0
    }
}

impl Told for Occurrence {
    fn clause(&self, _scope: &Scope<'_>) -> String {
        format!(
            "the same position (the same pieces on the same squares, the same player to move, the same rights) occurs for the {} time",
            ordinal(self.0)
        )
    }
}

fn ordinal(number: u32) -> String {
    const WORDS: [&str; 9] =
        ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let word = usize::try_from(number).ok().and_then(|at| WORDS.get(at.checked_sub(2)?));
    word.map_or_else(|| format!("{number}th"), |word| (*word).to_owned())
}
