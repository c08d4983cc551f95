//! Chains of pieces: from one region to another, `my stone connects rank 1 to rank 9 at W`, or of all of them, `my stone in one group`.

use std::sync::Arc;

use super::count::pieces_of;
use super::row::{lines_said, several};
use super::{Amounts, Asked, Condition, Entry, Fact, Meaning, Told};
use crate::board::{Bits, Cells, Geometry, Square, SquareSet};
use crate::feature::scope::Scope;
use crate::model::condition::Whose;
use crate::model::pieces::{Side, TypeId};
use crate::notation::condition::Form;
use crate::state::State;
use crate::text::{Clause, Phrase};

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[
        ("connects", "a chain of pieces: `my stone connects rank 1 to rank 8`"),
        ("in one group", "all of them in one chain: `my stone in one group`"),
    ],
    is: |form| matches!(form, Form::Connects { .. }),
    resolve: |form, resolver, report| {
        let Form::Connects { pieces, ends, along } = form else { return None };
        let selected = resolver.pieces(pieces, report);
        let ends = ends.iter().map(|end| resolver.squares(end, report)).collect::<Option<Vec<_>>>()?;
        let along = resolver.directions(along.as_ref(), report)?;
        let (selected, geometry) = (selected?, resolver.geometry());
        let near = beside(geometry, &along);
        let (whose, types) = (selected.whose, selected.types);
        Some(Condition::Fact(Fact::Chain(Chain { whose, types, ends, along, near })))
    },
};

/// A chain of pieces, each beside another: between some regions, or of all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chain<S> {
    whose: Whose,
    /// Empty: of every type.
    types: Vec<TypeId>,
    /// The regions, each as White and as Black see it; none if all pieces must be in one chain.
    ends: Vec<[S; 2]>,
    /// The directions, as White sees them.
    along: Vec<(i16, i16)>,
    /// The squares beside each square.
    near: Arc<[S]>,
}

impl<S: Clone> Chain<S> {
    /// Returns the same with the players exchanged.
    pub(super) fn mirrored(&self) -> Self {
        Self { whose: self.whose.mirrored(), ..self.clone() }
    }
}

impl<S: PartialEq> Meaning<S> for Chain<S> {
    fn map<T>(&self, convert: fn(&S) -> T) -> Fact<T> {
        let near = self.near.iter().map(convert).collect();
        Fact::Chain(Chain {
            whose: self.whose,
            types: self.types.clone(),
            ends: self.ends.iter().map(|end| end.each_ref().map(convert)).collect(),
            along: self.along.clone(),
            near,
        })
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        let (me, state) = (asked.side(), asked.state());
        let owner = if self.whose == Whose::Theirs { me.other() } else { me };
        let pieces = pieces_of(state, (self.whose, me), &self.types);
        let near = &self.near;
        let there = |end: &[S; 2]| end[owner.index()] & pieces;
        match &self.ends[..] {
            [] => {
                let first = pieces.squares().next();
                first.is_some_and(|first| grow(near, pieces, S::bit(first), S::NONE) == pieces)
            }
            [from, to] => {
                let to = there(to);
                !to.is_empty() && grow(near, pieces, there(from), to).meets(to)
            }
            [from, others @ ..] => {
                let mut left = there(from);
                while let Some(first) = left.squares().next() {
                    let chain = grow(near, pieces, S::bit(first), S::NONE);
                    if others.iter().all(|end| chain.meets(there(end))) {
                        return true;
                    }
                    left &= !chain;
                }
                false
            }
        }
    }

    fn is_measured(&self) -> bool {
        true
    }

    fn lack(&self, state: &State<S>, me: Side) -> Option<u32>
    where
        S: Bits,
    {
        let owner = if self.whose == Whose::Theirs { me.other() } else { me };
        let pieces = pieces_of(state, (self.whose, me), &self.types);
        let empty = !state.occupied();
        Some(match &self.ends[..] {
            [] => self.scatter(pieces),
            [from, others @ ..] => {
                let gap = |to: &[S; 2]| self.gap((pieces, empty), (from[owner.index()], to[owner.index()]));
                others.iter().map(gap).sum()
            }
        })
    }
}

impl<S: Bits> Chain<S> {
    /// Returns the fewest empty squares that pieces must fill to join two regions: past the number of squares where they can't.
    fn gap(&self, (pieces, empty): (S, S), (from, to): (S, S)) -> u32 {
        let near = &self.near;
        let beside = |set: S| set.squares().fold(S::NONE, |all, square| all | near[usize::from(square)]);
        let mut seen = grow(near, pieces, from & pieces, S::NONE);
        let mut edge = (from | beside(seen)) & empty;
        let mut filled = 0;
        while !seen.meets(to) {
            filled += 1;
            if edge.is_empty() {
                return near.len() as u32;
            }
            let grown = grow(near, pieces, edge, S::NONE);
            seen |= grown;
            edge = beside(grown) & empty & !seen;
        }
        filled
    }

    /// Returns the number of steps by which pieces that are not in the largest group are away from it, as if it stayed where it is.
    fn scatter(&self, pieces: S) -> u32 {
        let near = &self.near;
        let (mut left, mut largest) = (pieces, S::NONE);
        while let Some(first) = left.squares().next() {
            let group = grow(near, pieces, S::bit(first), S::NONE);
            left &= !group;
            if group.count() > largest.count() {
                largest = group;
            }
        }
        let (mut seen, mut edge, mut steps, mut sum) = (largest, largest, 0, 0);
        while !edge.is_empty() && !(pieces & !seen).is_empty() {
            let next = edge.squares().fold(S::NONE, |all, square| all | near[usize::from(square)]) & !seen;
            sum += steps * (next & pieces).count();
            steps += 1;
            seen |= next;
            edge = next;
        }
        sum
    }
}

/// Returns the squares beside each square along some lines. Who sits opposite sees the same lines.
fn beside(geometry: &Geometry, along: &[(i16, i16)]) -> Arc<[SquareSet]> {
    let beside = |square: Square| {
        let both = along.iter().flat_map(|&(dx, dy)| [(dx, dy), (-dx, -dy)]);
        let steps = both.filter_map(|(dx, dy)| geometry.step(square, dx, dy));
        steps.fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square))
    };
    geometry.every().map(beside).collect()
}

/// Returns the squares that share a side with each square: the neighbours of a stone, in Go.
pub(super) fn neighbours(geometry: &Geometry) -> Arc<[SquareSet]> {
    let hexagons = geometry.cells == Cells::Hexagons;
    beside(geometry, if hexagons { &[(0, 1), (1, 1), (1, 0)] } else { &[(0, 1), (1, 0)] })
}

/// Returns those of some pieces whose groups have no empty square beside them.
pub(crate) fn enclosed<S: Bits>(near: &[S], pieces: S, empty: S) -> S {
    let (mut left, mut found) = (pieces, S::NONE);
    while let Some(first) = left.squares().next() {
        let group = grow(near, pieces, S::bit(first), S::NONE);
        let beside = group.squares().fold(S::NONE, |set, square| set | near[usize::from(square)]);
        if !beside.meets(empty) {
            found |= group;
        }
        left &= !group;
    }
    found
}

/// Returns some pieces, and the empty squares to which they lead, step by step, and no others do: the area of a side, in Go.
pub(super) fn surrounded<S: Bits>(near: &[S], empty: S, pieces: S, others: S) -> S {
    let [own, other] = [pieces, others].map(|from| grow(near, empty, from, S::NONE));
    own & !other
}

/// Returns the pieces in a chain with those it begins with, until it meets one that is sought.
fn grow<S: Bits>(near: &[S], pieces: S, from: S, sought: S) -> S {
    let (mut chain, mut edge) = (from, from);
    while !edge.is_empty() && !chain.meets(sought) {
        let beside = edge.squares().fold(S::NONE, |set, square| set | near[usize::from(square)]);
        edge = beside & pieces & !chain;
        chain |= edge;
    }
    chain
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
        let ends = self.ends.iter().map(|end| scope.squares_said(*end, owner, "and"));
        let Some(ends) = ends.reduce(|ends, end| ends + " to " + end) else {
            let form = if holds { "are in one group" } else { "are not in one group" };
            return Clause::about(subject, format!("{form}{steps}"));
        };
        let connect = Phrase::from(if holds { "connect " } else { "do not connect " });
        Clause::about(subject, connect + ends + steps)
    }

    fn is_about_theirs(&self) -> bool {
        self.whose == Whose::Theirs
    }

    fn may(&self, _amounts: &dyn Amounts, _me: Side, _hold: bool) -> bool {
        true
    }
}
