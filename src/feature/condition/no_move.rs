//! No move: `no move`, the player about to move has no legal one.

use super::{Asked, Condition, Entry, Fact, Meaning, Told, nameless};
use crate::board::Bits;
use crate::feature::scope::Scope;
use crate::notation::condition::Form;

pub(super) const ENTRY: Entry = Entry {
    phrases: &[&["no move", "no moves"]],
    offers: &[("no move", "the player has no move")],
    is: |form| matches!(form, Form::Words(words) if words.starts_with("no ")),
    resolve: |_, resolver, report| resolver.now(Condition::Fact(Fact::NoMove(NoMove)), report),
    reads: |_| "the player has no move".to_owned(),
    denied: Some(|_| "the player has a move".to_owned()),
    together: nameless,
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
    fn clause(&self, _scope: &Scope<'_>) -> String {
        "the player has no legal move".to_owned()
    }

    fn denied(&self) -> Option<String> {
        Some("the player has a legal move".to_owned())
    }

    fn in_stalemate(&self) -> Option<bool> {
        Some(true)
    }
}
