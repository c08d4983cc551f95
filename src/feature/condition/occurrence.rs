//! Occurrences of a position: `third occurrence`, and `third occurrence, always checking`. The whole condition, because it is about the
//! course of the game.

use super::{Asked, Condition, Entry, Fact, Limit, Meaning, Told, nameless};
use crate::board::Bits;
use crate::feature::scope::Scope;
use crate::model::condition::Checking;
use crate::notation::condition::Form;

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[
        ("third occurrence", "the position has occurred three times; only as the whole condition"),
        (
            "third occurrence, always checking",
            "… and all moves of the player since its first occurrence gave check",
        ),
    ],
    is: |form| matches!(form, Form::Occurrence { .. }),
    resolve: |form, resolver, report| {
        let Form::Occurrence { times, checking } = *form else { return None };
        if checking.is_some() {
            resolver.royal(report)?;
        }
        Some(Condition::Fact(Fact::Occurrence(Occurrence { times, checking })))
    },
    reads: |form| match form {
        Form::Occurrence { times, checking } => {
            let by = checking.map_or("", words);
            format!("the position has occurred {times} times{by}")
        }
        _ => String::new(),
    },
    together: nameless,
};

/// The players who gave check all the time, in words.
fn words(checking: Checking) -> &'static str {
    match checking {
        Checking::Mine => ", and all moves of the player since it first occurred gave check",
        Checking::Both => ", and all moves of both players since it first occurred gave check",
    }
}

/// The position has occurred so many times, at least twice; possibly with checks all the time since the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Occurrence {
    times: u32,
    checking: Option<Checking>,
}

impl<S> Meaning<S> for Occurrence {
    fn map<T>(&self, _convert: &impl Fn(&S) -> T) -> Fact<T> {
        Fact::Occurrence(*self)
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        asked.history().is_some_and(|history| {
            let checked = match self.checking {
                None => true,
                Some(Checking::Mine) => history.checking[asked.side().index()],
                Some(Checking::Both) => history.checking == [true; 2],
            };
            checked && history.occurrences >= self.times
        })
    }

    fn limit(&self) -> Option<Limit> {
        Some(Limit::Occurrences(self.times))
    }

    fn asks_who_checked(&self) -> bool {
        self.checking.is_some()
    }

    fn implies(&self, other: &Self) -> bool {
        self.times >= other.times && (other.checking.is_none() || self.checking == other.checking)
    }
}

impl Told for Occurrence {
    fn clause(&self, _scope: &Scope<'_>) -> String {
        let by = self.checking.map_or("", words);
        format!(
            "the same position (the same pieces on the same squares, the same player to move, the same rights) occurs for the {} time{by}",
            ordinal(self.times)
        )
    }
}

fn ordinal(number: u32) -> String {
    const WORDS: [&str; 9] =
        ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let word = usize::try_from(number).ok().and_then(|at| WORDS.get(at.checked_sub(2)?));
    word.map_or_else(|| format!("{number}th"), |word| (*word).to_owned())
}
