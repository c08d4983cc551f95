//! Notes on a player: `noted shak`, `they noted shak`.

use super::{Asked, Condition, Entry, Fact, Meaning, Told};
use crate::board::Bits;
use crate::feature::scope::Scope;
use crate::notation::condition::Form;
use crate::text::{Clause, Role};

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[(
        "noted ",
        "what `[note]` has noted of the player: `noted shak`; `they noted shak` of the opponent",
    )],
    is: |form| matches!(form, Form::Noted { .. }),
    resolve: |form, resolver, report| {
        let Form::Noted { theirs, name } = form else { return None };
        let note = resolver.note(name, report)?;
        let fact = Fact::Noted(Noted { note, theirs: *theirs, name: name.0.clone() });
        resolver.now(Condition::Fact(fact), report)
    },
};

/// A note on the player, or on the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Noted {
    /// Its index among the notes of the game.
    note: usize,
    theirs: bool,
    name: String,
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
        asked.has_noted(self.note, if self.theirs { me.other() } else { me })
    }
}

impl Told for Noted {
    fn clause(&self, _scope: &Scope<'_>, holds: bool) -> Clause {
        let who = if self.theirs { Role::Opponent } else { Role::Player };
        let is = if holds { "is" } else { "is not" };
        Clause::of(who, format!("{is} marked “{}”", self.name.replace('-', " ")))
    }
}
