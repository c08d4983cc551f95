//! Notes on a player: `noted shak`, `they noted shak`, `noted freeze 3 times`.

use super::count::in_letters;
use super::{Asked, Condition, Entry, Fact, Meaning, Told};
use crate::board::Bits;
use crate::feature::scope::Scope;
use crate::notation::condition::Form;
use crate::text::{Clause, Role};

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[(
        "noted ",
        "what `[note]` has noted of the player: `noted shak`, or `noted shak 3 times`; `they noted shak` of the opponent",
    )],
    is: |form| matches!(form, Form::Noted { .. }),
    resolve: |form, resolver, report| {
        let Form::Noted { theirs, name, times } = form else { return None };
        let note = resolver.note(name, report)?;
        let fact = Fact::Noted(Noted { note, theirs: *theirs, name: name.0.clone(), times: *times });
        resolver.now(Condition::Fact(fact), report)
    },
};

/// Returns the name of a note that must have been made at least twice, and how often.
pub(crate) fn counted_note(form: &Form) -> Option<(&str, u32)> {
    if let Form::Noted { name, times: times @ 2.., .. } = form { Some((&name.0, *times)) } else { None }
}

/// A note on the player, or on the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Noted {
    /// Its index among the notes of the game.
    note: usize,
    theirs: bool,
    name: String,
    /// How often it must have been made, at least.
    times: u32,
}

impl Noted {
    /// Returns the same with the players exchanged.
    pub(super) fn mirrored(&self) -> Self {
        Self { theirs: !self.theirs, ..self.clone() }
    }
}

impl<S> Meaning<S> for Noted {
    fn map<T>(&self, _convert: fn(&S) -> T) -> Fact<T> {
        Fact::Noted(self.clone())
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        let me = asked.side();
        asked.noted(self.note, if self.theirs { me.other() } else { me }) >= self.times
    }

    fn implies(&self, other: &Self) -> bool {
        (self.note, self.theirs) == (other.note, other.theirs) && self.times >= other.times
    }
}

impl Told for Noted {
    fn clause(&self, _scope: &Scope<'_>, holds: bool) -> Clause {
        let who = if self.theirs { Role::Opponent } else { Role::Player };
        let name = self.name.replace('-', " ");
        let marked = match (self.times, holds) {
            (..=1, true) => format!("is marked “{name}”"),
            (..=1, false) => format!("is not marked “{name}”"),
            (2, true) => format!("has been marked “{name}” at least twice"),
            (2, false) => format!("has not been marked “{name}” more than once"),
            (times, true) => format!("has been marked “{name}” at least {} times", in_letters(times)),
            (times, false) => format!("has been marked “{name}” fewer than {} times", in_letters(times)),
        };
        Clause::of(who, marked)
    }
}
