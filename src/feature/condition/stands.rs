//! The start or target square of a move: `its square on rank 1`, `its square at K from its start`.

use std::sync::Arc;

use super::read::reach;
use super::{Asked, Condition, Entry, Fact, Meaning, Told};
use crate::board::{Bits, SquareSet};
use crate::definition::Word;
use crate::feature::scope::{Scope, at_reach};
use crate::model::condition::Its;
use crate::model::pieces::Piece;
use crate::model::reach::Reach;
use crate::notation::condition::Form;
use crate::text::{Clause, Phrase, Role};

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[
        ("its square on", "where a move ends, in a rule about moves: `its square on rank 1`"),
        (
            "its square at",
            "where a move ends, by a movement: `its square at K from its start`, `its square at W from a wall`",
        ),
    ],
    is: |form| matches!(form, Form::Stands { .. } | Form::Reaches { .. }),
    resolve: |form, resolver, report| {
        let (its, place) = match form {
            Form::Stands { its, region } => {
                resolver.of_a_move(*its, resolver.bytes(), report)?;
                (*its, Place::Region(resolver.squares(region, report)?))
            }
            Form::Reaches { its, by: (text, range), from } => {
                resolver.of_a_move(*its, resolver.bytes(), report)?;
                let span = resolver.at(range.clone());
                let by = reach(resolver.scope(), Word { text, span }, report)?;
                (*its, Place::Reached { by: Arc::new(by), from: *from })
            }
            _ => return None,
        };
        Some(Condition::Fact(Fact::Stands(Stands { its, place })))
    },
};

/// The squares where a move begins or ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stands<S> {
    its: Its,
    place: Place<S>,
}

/// The squares that are tested for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place<S> {
    /// As White and as Black see them.
    Region([S; 2]),
    /// Those that a movement leads to from a square of the move; from any wall, if that is not named.
    Reached { by: Arc<Reach<S>>, from: Option<Its> },
}

impl<S: PartialEq> Meaning<S> for Stands<S> {
    fn map<T>(&self, convert: fn(&S) -> T) -> Fact<T> {
        let place = match &self.place {
            Place::Region(region) => Place::Region(region.each_ref().map(convert)),
            Place::Reached { by, from } => Place::Reached { by: Arc::new(by.map(convert)), from: *from },
        };
        Fact::Stands(Stands { its: self.its, place })
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        let (its, me) = (asked.its(self.its), asked.side());
        let (by, from) = match &self.place {
            Place::Region(region) => return its.meets(region[me.index()]),
            Place::Reached { by, from } => (by, *from),
        };
        let state = asked.state();
        let leads = |origin| by.open(me, origin, state.occupied()).meets(its);
        match from {
            Some(from) => asked.its(from).squares().any(leads),
            None => state.nobodys().squares().filter(|&at| state.at(at) == Piece::WALL).any(leads),
        }
    }
}

impl Told for Stands<SquareSet> {
    fn clause(&self, scope: &Scope<'_>, holds: bool) -> Clause {
        let is = Phrase::from(if holds { "is" } else { "is not" });
        let place = match &self.place {
            Place::Region(region) => {
                Phrase::from(" on ") + scope.squares_said(*region, Some(Role::Player), "or")
            }
            Place::Reached { by, from } => at_reach(&by.notation, from.map_or("a wall", Its::spoken).into()),
        };
        Clause::about(self.its.spoken(), is + place)
    }
}
