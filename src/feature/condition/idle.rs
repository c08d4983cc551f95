//! Idle play: `100 plies without capture or pawn move`. It is a whole condition, because it is about the course of the game.

use super::{Asked, Condition, Entry, Fact, Limit, Meaning, Told};
use crate::board::Bits;
use crate::feature::scope::{Scope, in_a_row};
use crate::model::condition::Resets;
use crate::notation::condition::{Form, Idle as Written};
use crate::text::{Clause, Subject};

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[(
        "100 plies without capture",
        "that many plies without a capture; only as the whole condition",
    )],
    is: |form| matches!(form, Form::Idle(_)),
    resolve: |form, resolver, report| {
        let Form::Idle(Written { plies, captures, drops, pieces }) = form else { return None };
        let types = resolver.types(pieces, report)?;
        let resets = Resets { captures: *captures, drops: *drops, types };
        Some(Condition::Fact(Fact::Idle(Idle { plies: *plies, resets })))
    },
};

/// The events that reset a count, in the words of a sheet: `a capture or a pawn move`.
pub(crate) fn events(scope: &Scope<'_>, resets: &Resets) -> String {
    let mut events: Vec<String> = Vec::new();
    if resets.captures {
        events.push("a capture".to_owned());
    }
    if resets.drops {
        events.push("a drop".to_owned());
    }
    match &resets.types[..] {
        few if few.len() <= 3 => {
            events.extend(few.iter().map(|kind| format!("{} move", scope.each_of(&[*kind]))))
        }
        many => events.push(format!("a move by {}", scope.some(many))),
    }
    in_a_row(&events, "or")
}

/// A number of plies without progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Idle {
    pub(crate) plies: u32,
    pub(crate) resets: Resets,
}

impl<S> Meaning<S> for Idle {
    fn map<T>(&self, _convert: fn(&S) -> T) -> Fact<T> {
        Fact::Idle(self.clone())
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        asked.history().is_some_and(|history| history.idle >= self.plies)
    }

    fn limit(&self) -> Option<Limit> {
        Some(Limit::Idle(self.plies))
    }

    fn resets(&self) -> Option<&Resets> {
        Some(&self.resets)
    }

    fn implies(&self, other: &Self) -> bool {
        self.plies >= other.plies
    }
}

impl Told for Idle {
    fn clause(&self, scope: &Scope<'_>, holds: bool) -> Clause {
        let (plies, events) = (self.plies, events(scope, &self.resets));
        let not = if holds { "" } else { " not" };
        match plies.is_multiple_of(2) {
            true => {
                let made = format!("has{not} made {} moves in a row without {events}", plies / 2);
                Clause::about("", made).with(Subject::Each)
            }
            false => {
                let moves = format!("{plies} moves, counting those of both players,");
                Clause::about(moves, format!("have{not} been made in a row without {events}"))
            }
        }
    }
}
