//! The side to move: `my turn`, the player for whom it is tested is about to move.

use super::{Asked, Condition, Entry, Fact, Meaning, Told};
use crate::board::Bits;
use crate::feature::scope::Scope;
use crate::notation::condition::Form;
use crate::text::{Clause, Role};

pub(super) const ENTRY: Entry = Entry {
    phrases: &[&["my turn"]],
    offers: &[("my turn", "the player is about to move, so that the opponent has had a reply")],
    is: |form| matches!(form, Form::Words(words) if words == "my turn"),
    resolve: |_, resolver, report| resolver.now(Condition::Fact(Fact::MyTurn(MyTurn)), report),
};

/// The player for whom it is tested is about to move. An end that says so is tested for that player only, so that it then holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MyTurn;

impl<S> Meaning<S> for MyTurn {
    fn map<T>(&self, _convert: fn(&S) -> T) -> Fact<T> {
        Fact::MyTurn(*self)
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        asked.side() == asked.state().side
    }

    fn is_of_mover(&self) -> bool {
        true
    }
}

impl Told for MyTurn {
    fn clause(&self, _scope: &Scope<'_>, holds: bool) -> Clause {
        Clause::of(if holds { Role::Player } else { Role::Opponent }, "is about to move")
    }
}
