//! No move: `no move`, the player about to move has no legal one.

use super::{Asked, Condition, Entry, Fact, Meaning, Told};
use crate::board::Bits;
use crate::feature::scope::Scope;
use crate::notation::condition::Form;
use crate::text::{Clause, Role};

pub(super) const ENTRY: Entry = Entry {
    phrases: &[&["no move", "no moves"]],
    offers: &[("no move", "the player has no move")],
    is: |form| matches!(form, Form::Words(words) if words.starts_with("no ")),
    resolve: |_, resolver, report| resolver.now(Condition::Fact(Fact::NoMove(NoMove)), report),
};

/// The player about to move has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoMove;

impl<S> Meaning<S> for NoMove {
    fn map<T>(&self, _convert: fn(&S) -> T) -> Fact<T> {
        Fact::NoMove(*self)
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        !asked.has_move()
    }

    fn is_no_move(&self) -> bool {
        true
    }

    fn is_of_mover(&self) -> bool {
        true
    }
}

impl Told for NoMove {
    fn clause(&self, _scope: &Scope<'_>, holds: bool) -> Clause {
        Clause::of(Role::Player, if holds { "has no legal move" } else { "has a legal move" })
    }

    fn in_stalemate(&self) -> Option<bool> {
        Some(true)
    }
}
