//! Safe walks: an unmoved piece makes several one-square steps at once, each of which would be legal by itself.
//!
//! ```toml
//! [safe-walk]
//! pieces = "king"
//! steps  = 2
//! ```
//!
//! Each step leads to an empty square on which the piece would not be attacked, and the piece must not be attacked where it begins. The
//! walk ends on a square that a single step does not reach.
//!
//! Invariant: the squares passed over are tested for attacks with the piece lifted from its start square, as for its ordinary moves.

use std::sync::Arc;

use super::plan::{Generator, Lay, Plan};
use super::rule::{Feature, FenField, Played, Rule, Topic, UNMOVED, Use};
use super::scope::{Scope, sentence};
use crate::board::isa::Portable;
use crate::board::{Bits, Geometry, Square, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Table};
use crate::model::movement::Course;
use crate::model::pieces::{Side, TypeId};
use crate::moves::{Move, Safety, Sink, View};
use crate::state::State;
use crate::text::Report;
use crate::walk::trails;

/// The keys of `[safe-walk]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "safe-walk",
    doc: "Pieces that, unmoved and not attacked, may make several one-square steps at once over safe, empty squares.",
    keys: &[
        Key::required("pieces", Shape::Pieces, "The pieces.", "\"king\""),
        Key::required("steps", Shape::Integer { min: 2, max: 8 }, "How many steps they take.", "2"),
    ],
};

/// Safe walks in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("safe-walk", Shape::Table(&KEYS), KEYS.doc, "")],
    read: |scope, root, report| Some(Box::new(read(scope, root.table("safe-walk")?, report)?)),
    ..Feature::NONE
};

/// Safe walks as the rules have them.
#[derive(Clone, Debug)]
pub(crate) struct SafeWalk {
    pub(crate) pieces: Vec<TypeId>,
    /// The courses of their quiet moves.
    courses: Vec<Vec<Course>>,
    steps: usize,
}

impl SafeWalk {
    /// Returns the target squares of a single step of a piece.
    fn single(&self, geometry: &Geometry, (index, side): (usize, Side), from: Square) -> SquareSet {
        let courses: Vec<&Course> = self.courses[index].iter().collect();
        let firsts = trails(geometry, &courses, (self.pieces[index], side), from);
        let ends = firsts.filter(|trail| trail.stops[0]).map(|trail| SquareSet::bit(trail.squares[0]));
        ends.fold(SquareSet::NONE, |set, end| set | end)
    }
}

/// Reads `[safe-walk]`.
fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Option<SafeWalk> {
    let pieces = table.text("pieces").map(|word| scope.types(word, report))?;
    let quiet = |kind: &TypeId| {
        let moves = scope.types[usize::from(*kind)].movement.moves.iter().filter(|m| m.quiet && !m.first);
        moves.flat_map(|m| m.courses.clone()).collect()
    };
    let courses = pieces.iter().map(quiet).collect();
    Some(SafeWalk { pieces, courses, steps: table.integer("steps").and_then(|n| usize::try_from(n).ok())? })
}

/// Safe walks on a board of some width.
#[derive(Clone, Debug)]
pub(crate) struct Strolls<B> {
    pieces: Box<[TypeId]>,
    steps: usize,
    /// Per side and piece in `pieces`, per square: the target squares of a single leap.
    single: [Box<[Box<[B]>]>; 2],
}

impl Rule for SafeWalk {
    fn topic(&self) -> Topic {
        Topic { place: 90, heading: "Several steps at once" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        vec![sentence(&format!(
            "{} that has not moved yet and is not attacked may take {} of its single steps at once, in the same direction or in different ones, each to an empty square that no enemy piece attacks; it must end on a square that it could not reach in a single step.",
            scope.each_of(&self.pieces),
            self.steps
        ))]
    }

    fn fields(&self) -> Vec<FenField> {
        vec![UNMOVED]
    }

    fn changes_movements(&self) -> bool {
        true
    }

    fn brings(&self, geometry: &Geometry, (kind, side): (TypeId, Side), from: SquareSet) -> SquareSet {
        let Some(index) = self.pieces.iter().position(|walker| *walker == kind) else {
            return SquareSet::NONE;
        };
        let further = |reached: SquareSet, _| {
            let next = reached.squares().map(|square| self.single(geometry, (index, side), square));
            next.fold(reached, |set, ends| set | ends)
        };
        (0..self.steps).fold(from, further)
    }

    fn uses(&self, _scope: &Scope<'_>) -> Vec<Use> {
        vec![Use { place: 50, kind: "safe walk", what: "a walk of several steps".to_owned() }]
    }

    fn came_up(&self, _scope: &Scope<'_>, played: &Played<'_>) -> Option<usize> {
        let walks = self.pieces.contains(&played.piece[0].kind()) && played.is_beyond_movement();
        walks.then_some(0)
    }
}

impl<B: Bits> Lay<B> for SafeWalk {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        let geometry = plan.geometry;
        let table = |index: usize, side: Side| {
            geometry.every().map(|from| B::from_wide(self.single(geometry, (index, side), from))).collect()
        };
        let single = Side::BOTH.map(|side| (0..self.pieces.len()).map(|index| table(index, side)).collect());
        let strolls = Strolls { pieces: self.pieces.clone().into(), steps: self.steps, single };
        plan.tracked.extend(&self.pieces);
        plan.generator_of_both(Arc::new(strolls));
    }
}

impl<B: Bits> Generator<B> for Strolls<B> {
    /// The walks that are open.
    fn generate(&self, view: &View<'_, B>, _: &Safety<B>, sink: &mut dyn Sink<B>) {
        let (state, us) = (view.state, view.state.side);
        for (index, &id) in self.pieces.iter().enumerate() {
            for from in (state.of(id, us) & state.slots.unmoved).squares() {
                let kind = &view.own()[usize::from(id)];
                let ends = self.ends(view, &self.single[us.index()][index], from);
                let known = kind.targets::<Portable>(from, state.board());
                let ends = ends & !known & !B::bit(from);
                ends.squares().for_each(|to| sink.whole(Move::plain(from, to, from, kind.content)));
            }
        }
    }
}

impl<B: Bits> Strolls<B> {
    /// Returns the squares where walks from a square end.
    fn ends(&self, view: &View<'_, B>, single: &[B], from: Square) -> B {
        let (state, us) = (view.state, view.state.side);
        let lifted = state.occupied() & !B::bit(from);
        let safe = |square| !view.attacks().attacked(state, square, us.other(), lifted, B::NONE);
        let mut reached = B::bit(from);
        if !safe(from) {
            return B::NONE;
        }
        for _ in 0..self.steps {
            let next = reached.squares().fold(B::NONE, |set, square| set | single[usize::from(square)]);
            let legal = |square: &Square| self.legal(view.state, view, from, *square) && safe(*square);
            let empty = next & !state.occupied();
            reached = empty.squares().filter(legal).fold(B::NONE, |set, square| set | B::bit(square));
        }
        reached
    }

    /// The walk must leave every royal piece safe; that it does so for the only one, if that is the piece which walks, is tested anyway.
    fn legal(&self, state: &State<B>, view: &View<'_, B>, from: Square, to: Square) -> bool {
        view.attacks().royals(state, state.side) == B::bit(from)
            || view.attacks().safe_after(state, from, to, B::NONE)
    }
}
