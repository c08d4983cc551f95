//! Trails turned into tables, backward: who could take here?
//!
//! Capturing movements are taken apart into components (the leaps of one shape, the rides along one shape), and types that share a
//! component share its table: on an orthodox board the lines of rooks and queens are one, those of bishops and queens another.

use std::collections::BTreeMap;

use super::trail::trails;
use crate::board::{Bits, Geometry, Square};
use crate::model::men::{PieceType, Side, TypeId};
use crate::model::movement::Course;
use crate::state::State;

/// What must be empty for a man on `from` to come to `to`, along each of its routes; only the routes that matter.
type RouteMap<B> = BTreeMap<(Square, Square), Vec<B>>;

fn routes<B: Bits>(geometry: &Geometry, courses: &[&Course], man: (TypeId, Side)) -> RouteMap<B> {
    let mut map = RouteMap::new();
    for from in geometry.every().filter(|&from| !geometry.holes.has(from)) {
        for trail in trails(geometry, courses, man, from) {
            let mut over = B::NONE;
            for (&square, &stop) in trail.squares.iter().zip(&trail.stops) {
                if stop {
                    add_route(map.entry((from, square)).or_default(), over);
                }
                over |= B::bit(square);
            }
        }
    }
    map
}

/// A route that needs all that another needs, and more, adds nothing.
fn add_route<B: Bits>(known: &mut Vec<B>, over: B) {
    if known.iter().any(|&other| (other & !over).is_empty()) {
        return;
    }
    known.retain(|&other| !(over & !other).is_empty());
    known.push(over);
}

/// The squares between two squares, shared by all movements that agree about them.
#[derive(Clone, Debug)]
pub(crate) struct Between<B> {
    squares: usize,
    sets: Box<[B]>,
}

impl<B: Bits> Between<B> {
    #[inline(always)]
    pub(crate) fn get(&self, from: Square, to: Square) -> B {
        self.sets[usize::from(from) * self.squares + usize::from(to)]
    }

    /// Bytes its table takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.sets)
    }
}

/// Collects `Between` tables while a game is compiled, so that movements of one geometry share one.
#[derive(Default)]
pub(crate) struct BetweenBuilder<B> {
    tables: Vec<BTreeMap<(Square, Square), B>>,
}

impl<B: Bits> BetweenBuilder<B> {
    /// The number of a table that holds these pairs.
    fn place(&mut self, pairs: BTreeMap<(Square, Square), B>) -> usize {
        let agrees = |table: &BTreeMap<_, B>| {
            pairs.iter().all(|(pair, set)| table.get(pair).is_none_or(|other| other == set))
        };
        let index = self.tables.iter().position(agrees).unwrap_or_else(|| {
            self.tables.push(BTreeMap::new());
            self.tables.len() - 1
        });
        self.tables[index].extend(pairs);
        index
    }

    pub(crate) fn finish(self, squares: usize) -> Box<[Between<B>]> {
        let lay_out = |table: BTreeMap<(Square, Square), B>| {
            let mut sets = vec![B::NONE; squares * squares];
            for ((from, to), set) in table {
                sets[usize::from(from) * squares + usize::from(to)] = set;
            }
            Between { squares, sets: sets.into() }
        };
        self.tables.into_iter().map(lay_out).collect()
    }
}

/// Most types that one striker stands for; more take a second one.
const KINDS: usize = 3;

/// A way of taking, and the types of men that have it.
#[derive(Clone, Debug)]
pub(crate) struct Striker {
    /// The last is repeated where there are fewer.
    kinds: [TypeId; KINDS],
    /// Only men that have not moved strike like this.
    first: bool,
    /// Men that wait don't.
    waits: bool,
    /// Which `Between` table holds the squares between.
    pub(crate) between: usize,
}

impl Striker {
    /// The men of a side that strike like this.
    #[inline(always)]
    pub(crate) fn men<B: Bits>(&self, state: &State<B>, side: Side) -> B {
        let [one, two, three] = self.kinds;
        let mut men = (state.men(one) | state.men(two) | state.men(three)) & state.side(side);
        if self.waits {
            men &= !state.memory.waiting;
        }
        if self.first { men & state.slots.unmoved } else { men }
    }

    /// Whether men of a type strike like this.
    pub(crate) fn is_of(&self, kind: TypeId) -> bool {
        self.kinds.contains(&kind)
    }
}

/// From where a striker strikes a square.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Row<B> {
    /// Whatever stands between.
    pub(crate) leap: B,
    /// If one set of squares is empty.
    pub(crate) ride: B,
}

/// Pairs of squares with more than one route, which the great majority of ways of taking doesn't have.
#[derive(Clone, Debug)]
pub(crate) struct Several<B> {
    pub(crate) striker: usize,
    pub(crate) from: Box<[B]>,
    routes: BTreeMap<(Square, Square), Vec<B>>,
}

impl<B: Bits> Several<B> {
    pub(crate) fn routes(&self, from: Square, to: Square) -> &[B] {
        self.routes.get(&(from, to)).map_or(&[], Vec::as_slice)
    }
}

/// All ways of taking of one side.
#[derive(Clone, Debug)]
pub(crate) struct Strikers<B> {
    pub(crate) strikers: Box<[Striker]>,
    /// The rows of target `t` are `rows[t * strikers.len()..][..strikers.len()]`.
    rows: Box<[Row<B>]>,
    pub(crate) several: Box<[Several<B>]>,
}

/// A component of movements and the types that have it: which types, whether only on their first move.
struct Component<B> {
    kinds: Vec<TypeId>,
    first: bool,
    waits: bool,
    map: RouteMap<B>,
}

impl<B: Bits> Strikers<B> {
    /// The tables of a side; men of the types in `waiters` don't strike while they wait.
    pub(crate) fn new(
        geometry: &Geometry,
        types: &[PieceType],
        waiters: &[TypeId],
        side: Side,
        between: &mut BetweenBuilder<B>,
    ) -> Self {
        let components = together(components::<B>(geometry, types, waiters, side));
        let (many, none) = (components.len(), Row { leap: B::NONE, ride: B::NONE });
        let mut rows = vec![none; geometry.squares() * many];
        let (mut strikers, mut several) = (Vec::new(), Vec::new());
        for (striker, component) in components.into_iter().enumerate() {
            let mut from_several = vec![B::NONE; geometry.squares()];
            let (mut single, mut routes) = (BTreeMap::new(), BTreeMap::new());
            for ((from, to), ways) in component.map {
                let row = &mut rows[usize::from(to) * many + striker];
                match ways[..] {
                    [way] if way.is_empty() => row.leap |= B::bit(from),
                    [way] => {
                        row.ride |= B::bit(from);
                        single.insert((from, to), way);
                    }
                    _ => {
                        from_several[usize::from(to)] |= B::bit(from);
                        routes.insert((from, to), ways);
                    }
                }
            }
            if !routes.is_empty() {
                several.push(Several { striker, from: from_several.into(), routes });
            }
            let kinds = std::array::from_fn(|at| component.kinds[at.min(component.kinds.len() - 1)]);
            let (first, waits) = (component.first, component.waits);
            strikers.push(Striker { kinds, first, waits, between: between.place(single) });
        }
        Self { strikers: strikers.into(), rows: rows.into(), several: several.into() }
    }

    /// Every striker with its row for a target.
    #[inline(always)]
    pub(crate) fn rows(&self, target: Square) -> impl Iterator<Item = (&Striker, &Row<B>)> {
        let many = self.strikers.len();
        self.strikers.iter().zip(&self.rows[usize::from(target) * many..][..many])
    }

    /// Bytes its tables take.
    pub(crate) fn bytes(&self) -> usize {
        let several = self.several.iter().map(|several| {
            let ways = several.routes.values().map(|ways| 64 + size_of_val(&ways[..]));
            size_of_val(&*several.from) + ways.sum::<usize>()
        });
        size_of_val(&*self.rows) + several.sum::<usize>()
    }
}

/// What courses of one component have in common.
type Shape = (u8, u8, usize, u16, Option<u16>);

/// The components of all types, those of one table put together.
fn components<B: Bits>(
    geometry: &Geometry,
    types: &[PieceType],
    waiters: &[TypeId],
    side: Side,
) -> Vec<Component<B>> {
    let shape = |course: &Course| -> Shape {
        let (x, y) = (course.cycle[0].dx.unsigned_abs(), course.cycle[0].dy.unsigned_abs());
        (x.min(y), x.max(y), course.cycle.len(), course.stride, course.max)
    };
    let mut found: Vec<Component<B>> = Vec::new();
    for (kind, piece) in types.iter().enumerate() {
        let kind = kind as TypeId;
        for first in [false, true] {
            let mut shapes: BTreeMap<Shape, Vec<&Course>> = BTreeMap::new();
            let moves = piece.movement.moves.iter().filter(|m| m.capture && m.first == first);
            moves
                .flat_map(|m| &m.courses)
                .for_each(|course| shapes.entry(shape(course)).or_default().push(course));
            for courses in shapes.values() {
                let map = routes::<B>(geometry, courses, (kind, side));
                let waits = waiters.contains(&kind);
                let alike = |c: &&mut Component<B>| {
                    (c.first, c.waits) == (first, waits) && c.kinds.len() < KINDS && c.map == map
                };
                match found.iter_mut().find(alike) {
                    Some(component) => component.kinds.push(kind),
                    None => found.push(Component { kinds: vec![kind], first, waits, map }),
                }
            }
        }
    }
    found.retain(|component| !component.map.is_empty());
    found
}

/// Components of the same types become one, unless they would mix routes of different geometry.
fn together<B: Bits>(components: Vec<Component<B>>) -> Vec<Component<B>> {
    let mut merged: Vec<Component<B>> = Vec::new();
    for component in components {
        let alike = |other: &&mut Component<B>| {
            (&other.kinds, other.first, other.waits) == (&component.kinds, component.first, component.waits)
                && component.map.keys().all(|pair| !other.map.contains_key(pair))
        };
        match merged.iter_mut().find(alike) {
            Some(other) => other.map.extend(component.map),
            None => merged.push(component),
        }
    }
    merged
}
