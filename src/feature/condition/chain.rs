//! Chains of pieces from one region to another: `my stone connects rank 1 to rank 9 at W`.

use std::sync::Arc;

use super::count::pieces_of;
use super::row::{lines_said, several};
use super::{Amounts, Asked, Condition, Entry, Fact, Meaning, Told};
use crate::board::{Bits, Square, SquareSet};
use crate::feature::scope::Scope;
use crate::model::condition::Whose;
use crate::model::pieces::{Side, TypeId};
use crate::notation::condition::Form;
use crate::text::{Clause, Phrase};

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[("connects", "a chain of pieces: `my stone connects rank 1 to rank 8`")],
    is: |form| matches!(form, Form::Connects { .. }),
    resolve: |form, resolver, report| {
        let Form::Connects { pieces, ends, along } = form else { return None };
        let [one, other] = &**ends;
        let selected = resolver.pieces(pieces, report);
        let ends = [resolver.squares(one, report)?, resolver.squares(other, report)?];
        let along = resolver.directions(along.as_ref(), report)?;
        let (selected, geometry) = (selected?, resolver.geometry());
        let beside = |side: Side, square: Square| {
            let forward = i16::from(geometry.forward(side.index()));
            let both = along.iter().flat_map(|&(dx, dy)| [(dx, dy), (-dx, -dy)]);
            let steps = both.filter_map(|(dx, dy)| geometry.step(square, dx, dy * forward));
            steps.fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square))
        };
        let near = Side::BOTH.map(|side| geometry.every().map(|square| beside(side, square)).collect());
        let (whose, types) = (selected.whose, selected.types);
        Some(Condition::Fact(Fact::Chain(Chain { whose, types, ends, along, near: Arc::new(near) })))
    },
};

/// A chain of pieces, each beside the next, from one region to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chain<S> {
    whose: Whose,
    /// Empty: of every type.
    types: Vec<TypeId>,
    /// The regions, each as White and as Black see it.
    ends: [[S; 2]; 2],
    /// The directions, as White sees them.
    along: Vec<(i16, i16)>,
    /// The squares beside each square, by side.
    near: Arc<[Vec<S>; 2]>,
}

impl<S: Clone> Chain<S> {
    /// Returns the same with the players exchanged.
    pub(super) fn mirrored(&self) -> Self {
        Self { whose: self.whose.mirrored(), ..self.clone() }
    }
}

impl<S: PartialEq> Meaning<S> for Chain<S> {
    fn map<T>(&self, convert: fn(&S) -> T) -> Fact<T> {
        let near = self.near.each_ref().map(|near| near.iter().map(convert).collect());
        Fact::Chain(Chain {
            whose: self.whose,
            types: self.types.clone(),
            ends: self.ends.each_ref().map(|end| end.each_ref().map(convert)),
            along: self.along.clone(),
            near: Arc::new(near),
        })
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        let (me, state) = (asked.side(), asked.state());
        let owner = if self.whose == Whose::Theirs { me.other() } else { me };
        let pieces = pieces_of(state, (self.whose, me), &self.types);
        let [from, to] = self.ends.each_ref().map(|end| end[owner.index()] & pieces);
        let mut chain = from;
        let mut edge = if to.is_empty() { S::NONE } else { from };
        while !edge.is_empty() {
            if chain.meets(to) {
                return true;
            }
            let near = &self.near[owner.index()];
            let beside = edge.squares().fold(S::NONE, |set, square| set | near[usize::from(square)]);
            edge = beside & pieces & !chain;
            chain |= edge;
        }
        chain.meets(to)
    }
}

impl Told for Chain<SquareSet> {
    fn clause(&self, scope: &Scope<'_>, holds: bool) -> Clause {
        let (pieces, owner) = (several(scope, &self.types), self.whose.role());
        let subject = match owner {
            Some(role) => Phrase::from(role) + format!("'s {pieces}"),
            None => pieces.into(),
        };
        let steps = match lines_said(&self.along) {
            "file or rank" => ", step by step along files and ranks",
            "diagonal" => ", step by step along diagonals",
            _ => ", step by step",
        };
        let connect = Phrase::from(if holds { "connect " } else { "do not connect " });
        let [one, other] = self.ends.map(|end| scope.squares_said(end, owner, "and"));
        Clause::about(subject, connect + one + " to " + other + steps)
    }

    fn is_about_theirs(&self) -> bool {
        self.whose == Whose::Theirs
    }

    fn may(&self, _amounts: &dyn Amounts, _me: Side, _hold: bool) -> bool {
        true
    }
}
