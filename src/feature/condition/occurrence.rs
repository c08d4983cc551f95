//! Occurrences of a position: `third occurrence`, `third occurrence, always checking`, and `third occurrence, always chasing`. Each is a
//! whole condition, because it is about the course of the game.
//!
//! In a rule about moves, `leaving = "second occurrence"` is about the position that a move leads to, and positions remember those before them.

use super::count::in_letters;
use super::{Asked, Condition, Entry, Fact, Limit, Meaning, Told};
use crate::board::Bits;
use crate::feature::scope::Scope;
use crate::model::condition::{Always, Doing};
use crate::notation::condition::Form;
use crate::text::{Clause, Phrase, Role};

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[
        ("third occurrence", "the position has occurred three times; only as the whole condition"),
        ("second occurrence", "after `leaving`: the move brings back a position that has occurred before"),
        (
            "third occurrence, always checking",
            "… and all moves of the player since its first occurrence gave check",
        ),
        (
            "third occurrence, always chasing",
            "… and all moves of the player since its first occurrence attacked the same piece, as `[chase]` says",
        ),
    ],
    is: |form| matches!(form, Form::Occurrence { .. }),
    resolve: |form, resolver, report| {
        let Form::Occurrence { times, always } = *form else { return None };
        if resolver.is_of_move() && always.is_none() {
            return Some(Condition::Fact(Fact::Recurrence(Recurrence { times })));
        }
        if always.is_some_and(|always| always.doing == Doing::Checking) {
            resolver.royal(report)?;
        }
        Some(Condition::Fact(Fact::Occurrence(Occurrence { times, always })))
    },
};

/// Returns `true` if the fact is that a player chased one piece all the time.
pub(crate) fn asks_for_chases(form: &Form) -> bool {
    matches!(form, Form::Occurrence { always: Some(Always { doing: Doing::Chasing, .. }), .. })
}

/// Returns `true` if the fact is that a position has occurred so many times.
pub(crate) fn asks_for_occurrences(form: &Form) -> bool {
    matches!(form, Form::Occurrence { always: None, .. })
}

/// The deed of all moves, in words.
fn words(Always { doing, both }: Always) -> Phrase {
    let (whose, did) = match (doing, both) {
        (Doing::Checking, false) => (Phrase::from(Role::Player), "given check"),
        (Doing::Checking, true) => ("either player".into(), "given check"),
        (Doing::Chasing, false) => (Phrase::from(Role::Player), "chased the same piece"),
        (Doing::Chasing, true) => ("each player".into(), "chased the same enemy piece"),
    };
    Phrase::from(" and every move of ") + whose + " since it first occurred has " + did
}

/// The position has occurred so many times, at least twice; possibly with checks or chases all the time since the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Occurrence {
    pub(crate) times: u32,
    pub(crate) always: Option<Always>,
}

impl<S> Meaning<S> for Occurrence {
    fn map<T>(&self, _convert: fn(&S) -> T) -> Fact<T> {
        Fact::Occurrence(*self)
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        asked.history().is_some_and(|history| {
            let did = self.always.is_none_or(|Always { doing, both }| {
                let by = match doing {
                    Doing::Checking => history.checking,
                    Doing::Chasing => history.chasing,
                };
                if both { by == [true; 2] } else { by[asked.side().index()] }
            });
            did && history.occurrences >= self.times
        })
    }

    fn limit(&self) -> Option<Limit> {
        Some(Limit::Occurrences(self.times))
    }

    fn asks_who_always(&self) -> Option<Doing> {
        self.always.map(|always| always.doing)
    }

    fn implies(&self, other: &Self) -> bool {
        self.times >= other.times && (other.always.is_none() || self.always == other.always)
    }
}

impl Told for Occurrence {
    fn clause(&self, _scope: &Scope<'_>, holds: bool) -> Clause {
        let has = if holds { "has" } else { "has not" };
        let times = Phrase::from(format!("{has} occurred {} times", in_letters(self.times)));
        let says = times + self.always.map_or_else(Phrase::default, words);
        Clause::about("the same position", says).trailing(self.always.is_some())
    }
}

/// The position at the end of a turn has occurred so many times, at least twice, as positions remember it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Recurrence {
    times: u32,
}

impl<S> Meaning<S> for Recurrence {
    fn map<T>(&self, _convert: fn(&S) -> T) -> Fact<T> {
        Fact::Recurrence(*self)
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        asked.state().occurrences() >= self.times as usize
    }

    fn implies(&self, other: &Self) -> bool {
        self.times >= other.times
    }
}

impl Told for Recurrence {
    fn clause(&self, _scope: &Scope<'_>, holds: bool) -> Clause {
        let before = match self.times - 1 {
            1 => "occurred before".to_owned(),
            2 => "occurred twice before".to_owned(),
            times => format!("occurred {} times before", in_letters(times)),
        };
        Clause::about("the same position", format!("{} {before}", if holds { "has" } else { "has not" }))
    }
}
