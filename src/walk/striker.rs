//! Trails turned into tables, backward: who could take here?
//!
//! Capturing movements are taken apart into components (the leaps of one shape, the rides along one shape), and types that share a
//! component share its table: on an orthodox board the lines of rooks and queens are one, those of bishops and queens another.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::compile::{Lookups, Visit, Walk};
use super::trail::trails;
use crate::board::isa::Isa;
use crate::board::{Bits, Geometry, PerSquare, Square, SquareSet};
use crate::model::men::{PieceType, Side, TypeId, place_of};
use crate::model::movement::Course;
use crate::state::State;

/// One way for a man on `from` to come to `to`: what must be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Route<B> {
    to: Square,
    from: Square,
    over: B,
}

impl<B> Route<B> {
    fn pair(&self) -> (Square, Square) {
        (self.to, self.from)
    }
}

/// Only the routes that matter, sorted by their pairs of squares.
fn routes<B: Bits>(geometry: &Geometry, courses: &[&Course], man: (TypeId, Side)) -> Vec<Route<B>> {
    let mut all = Vec::new();
    for from in geometry.every().filter(|&from| !geometry.holes.has(from)) {
        for trail in trails(geometry, courses, man, from) {
            let mut over = B::NONE;
            for (&to, &stop) in trail.squares.iter().zip(&trail.stops) {
                if stop {
                    all.push(Route { to, from, over });
                }
                over |= B::bit(to);
            }
        }
    }
    all.sort_by_key(|route| (route.pair(), route.over.words()));
    let mut kept: Vec<Route<B>> = Vec::with_capacity(all.len());
    for pair in all.chunk_by(|one, other| one.pair() == other.pair()) {
        for (index, route) in pair.iter().enumerate() {
            // a route that needs all that another needs, and more, adds nothing
            let adds_nothing = |(at, other): (usize, &Route<B>)| {
                at != index
                    && (other.over & !route.over).is_empty()
                    && (other.over != route.over || at < index)
            };
            if !pair.iter().enumerate().any(adds_nothing) {
                kept.push(*route);
            }
        }
    }
    kept
}

/// The squares between two squares, for all movements of all men: tables laid end to end, each shared by the movements that agree
/// about it.
#[derive(Clone, Debug)]
pub(crate) struct Between<B> {
    squares: usize,
    sets: Box<[B]>,
}

impl<B: Bits> Between<B> {
    /// The squares between `from` and `to`, by the table that begins at `table`.
    #[inline(always)]
    pub(crate) fn get(&self, table: u32, from: Square, to: Square) -> B {
        self.sets[(table as usize + usize::from(to)) * self.squares + usize::from(from)]
    }

    /// Bytes its tables take.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.sets)
    }
}

/// Collects the tables of [`Between`] while a game is compiled.
pub(crate) struct BetweenBuilder<B> {
    squares: usize,
    tables: Vec<Vec<Option<B>>>,
}

impl<B: Bits> BetweenBuilder<B> {
    pub(crate) fn new(squares: usize) -> Self {
        Self { squares, tables: Vec::new() }
    }

    /// Where a table begins that holds these routes, of which no two have the same pair of squares.
    fn place(&mut self, routes: &[Route<B>]) -> usize {
        let at = |route: &Route<B>| usize::from(route.to) * self.squares + usize::from(route.from);
        let agrees =
            |table: &Vec<Option<B>>| routes.iter().all(|r| table[at(r)].is_none_or(|other| other == r.over));
        let index = self.tables.iter().position(agrees).unwrap_or_else(|| {
            self.tables.push(vec![None; self.squares * self.squares]);
            self.tables.len() - 1
        });
        for route in routes {
            self.tables[index][at(route)] = Some(route.over);
        }
        index * self.squares
    }

    pub(crate) fn finish(self) -> Between<B> {
        let sets = self.tables.into_iter().flatten().map(Option::unwrap_or_default);
        Between { squares: self.squares, sets: sets.collect() }
    }
}

/// Most types that one striker stands for; more take a second one.
const KINDS: usize = 3;

/// A way of taking, and the types of men that have it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Striker {
    /// The places of the types; the last is repeated where there are fewer.
    places: [u8; KINDS],
    several: bool,
    /// Only some of the men of those types strike like this.
    partly: bool,
    /// Only men that have not moved strike like this.
    first: bool,
    /// Men that wait don't.
    waits: bool,
    /// Where the table of [`Between`] begins that holds the squares between.
    pub(crate) between: u32,
}

impl Striker {
    /// The men of a side that strike like this.
    #[inline(always)]
    pub(crate) fn men<B: Bits>(&self, state: &State<B>, side: Side) -> B {
        let [one, two, three] = self.places;
        let mut men = state.men_at(one);
        if self.several {
            men |= state.men_at(two) | state.men_at(three);
        }
        men &= state.side(side);
        if self.partly {
            if self.waits {
                men &= !state.memory.waiting;
            }
            if self.first {
                men &= state.slots.unmoved;
            }
        }
        men
    }

    /// Whether men of a type strike like this.
    pub(crate) fn is_of(&self, kind: TypeId) -> bool {
        self.places.contains(&(place_of(kind) as u8))
    }
}

/// The squares that men strike, put together.
struct Struck<B>(B);

impl<B: Bits> Visit<B> for Struck<B> {
    #[inline(always)]
    fn visit(&mut self, _: Square, reach: B) {
        self.0 |= reach;
    }
}

/// From where a striker strikes a square.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Row<B> {
    /// Whatever stands between.
    pub(crate) leap: B,
    /// If one set of squares is empty.
    pub(crate) ride: B,
    /// From where it may strike a square that an enemy royal man here can come to.
    pub(crate) near: B,
}

/// Pairs of squares with more than one route, which the great majority of ways of taking doesn't have.
#[derive(Clone, Debug)]
pub(crate) struct Several<B> {
    pub(crate) striker: usize,
    pub(crate) from: PerSquare<B>,
    routes: BTreeMap<(Square, Square), Vec<B>>,
}

impl<B: Bits> Several<B> {
    pub(crate) fn routes(&self, from: Square, to: Square) -> &[B] {
        self.routes.get(&(to, from)).map_or(&[], Vec::as_slice)
    }
}

/// All ways of taking of one side.
#[derive(Clone, Debug)]
pub(crate) struct Strikers<B> {
    pub(crate) strikers: Box<[Striker]>,
    /// Where men of each striker strike.
    walks: Box<[Walk<B>]>,
    /// The rows of each target, one a striker.
    rows: PerSquare<Box<[Row<B>]>>,
    pub(crate) several: Box<[Several<B>]>,
}

/// A component of movements and the types that have it: which types, whether only on their first move.
struct Component<B> {
    kinds: Vec<TypeId>,
    first: bool,
    waits: bool,
    courses: Vec<Course>,
    routes: Vec<Route<B>>,
}

/// Squares that matter to a royal man of a side on a square beside those it can come to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watched {
    pub(crate) side: Side,
    pub(crate) king: Square,
    pub(crate) squares: SquareSet,
}

/// What the strikers of all sides are laid out with.
pub(crate) struct Layout<'a, B> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) types: &'a [PieceType],
    /// Men of these types don't strike while they wait.
    pub(crate) waiters: &'a [TypeId],
    pub(crate) watched: &'a [Watched],
    pub(crate) between: BetweenBuilder<B>,
    pub(crate) lookups: &'a mut Lookups<B>,
}

impl<B: Bits> Strikers<B> {
    /// The tables of a side.
    pub(crate) fn new(layout: &mut Layout<'_, B>, side: Side) -> Self {
        let geometry = layout.geometry;
        let components = together(components::<B>(geometry, layout.types, layout.waiters, side));
        let many = components.len();
        let row = || vec![Row::default(); many].into_boxed_slice();
        let mut rows: PerSquare<Box<[Row<B>]>> = geometry.every().map(|_| row()).collect();
        let (mut strikers, mut walks, mut several_routes) = (Vec::new(), Vec::new(), Vec::new());
        for (striker, component) in components.into_iter().enumerate() {
            let mut odd = Several { striker, from: PerSquare::default(), routes: BTreeMap::new() };
            let mut single = Vec::new();
            for ways in component.routes.chunk_by(|one, other| one.pair() == other.pair()) {
                let (way, from) = (ways[0], B::bit(ways[0].from));
                let row = &mut rows[way.to][striker];
                if ways.len() > 1 {
                    odd.from[way.to] |= from;
                    odd.routes.insert(way.pair(), ways.iter().map(|way| way.over).collect());
                } else if way.over.is_empty() {
                    row.leap |= from;
                } else {
                    row.ride |= from;
                    single.push(way);
                }
            }
            if !odd.routes.is_empty() {
                several_routes.push(odd);
            }
            let places =
                std::array::from_fn(|at| place_of(component.kinds[at.min(component.kinds.len() - 1)]) as u8);
            let (first, waits, several) = (component.first, component.waits, component.kinds.len() > 1);
            let between = layout.between.place(&single) as u32;
            strikers.push(Striker { places, several, partly: first || waits, first, waits, between });
            let courses: Vec<&Course> = component.courses.iter().collect();
            walks.extend(Walk::new(geometry, &courses, (component.kinds[0], side), layout.lookups));
        }
        assert_eq!(walks.len(), many, "a component leads somewhere");
        let mut all =
            Self { strikers: strikers.into(), walks: walks.into(), rows, several: several_routes.into() };
        all.mark_near(layout, side.other());
        all
    }

    /// Puts the sets of all walks in place.
    pub(crate) fn attach(&mut self, sets: &Arc<[B]>) {
        self.walks.iter_mut().for_each(|walk| walk.attach(sets));
    }

    /// The squares that men on some squares strike, by their ways of taking, of those that a royal man can come to or asks about;
    /// also others.
    #[inline(always)]
    pub(crate) fn strike_near<I: Isa>(&self, royal: Square, foes: &[B], occupied: B) -> B {
        let mut struck = Struck(B::NONE);
        for ((walk, row), &men) in self.walks.iter().zip(&self.rows[royal]).zip(foes) {
            let near = men & row.near;
            if !near.is_empty() {
                walk.each::<I>(near, occupied, &mut struck);
            }
        }
        struck.0
    }

    /// Works out from where the squares may be struck that royal men of the other side can come to or ask about.
    fn mark_near(&mut self, layout: &Layout<'_, B>, royal: Side) {
        let (geometry, types) = (layout.geometry, layout.types);
        let many = self.strikers.len();
        for (kind, piece) in types.iter().enumerate().filter(|(_, piece)| piece.royal) {
            let courses: Vec<&Course> = piece.movement.moves.iter().flat_map(|m| &m.courses).collect();
            for king in geometry.every() {
                let trails = trails(geometry, &courses, (kind as TypeId, royal), king);
                let mut zone =
                    trails.flat_map(|trail| trail.squares).fold(B::NONE, |set, to| set | B::bit(to));
                let watched = layout.watched.iter().filter(|w| (w.side, w.king) == (royal, king));
                watched.for_each(|watched| zone |= B::from_wide(watched.squares));
                for striker in 0..many {
                    let near = zone.squares().fold(B::NONE, |set, to| {
                        let row = &self.rows[to][striker];
                        set | row.leap | row.ride
                    });
                    self.rows[king][striker].near |= near;
                }
            }
        }
    }

    /// Every striker with its row for a target.
    #[inline(always)]
    pub(crate) fn rows(&self, target: Square) -> impl Iterator<Item = (&Striker, &Row<B>)> {
        self.strikers.iter().zip(&self.rows[target])
    }

    /// The strikers, and the row of each for a target.
    #[inline(always)]
    pub(crate) fn row(&self, target: Square) -> (&[Striker], &[Row<B>]) {
        (&self.strikers, &self.rows[target])
    }

    /// Bytes its tables take.
    pub(crate) fn bytes(&self) -> usize {
        let several = self.several.iter().map(|several| {
            let ways = several.routes.values().map(|ways| 64 + size_of_val(&ways[..]));
            several.from.bytes() + ways.sum::<usize>()
        });
        let walks = self.walks.iter().map(Walk::bytes);
        let rows = self.rows.bytes() + self.rows.iter().map(|row| size_of_val(&**row)).sum::<usize>();
        rows + several.sum::<usize>() + walks.sum::<usize>()
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
            for courses in shapes.into_values() {
                let routes = routes::<B>(geometry, &courses, (kind, side));
                let waits = waiters.contains(&kind);
                let alike = |c: &&mut Component<B>| {
                    (c.first, c.waits) == (first, waits) && c.kinds.len() < KINDS && c.routes == routes
                };
                match found.iter_mut().find(alike) {
                    Some(component) => component.kinds.push(kind),
                    None => {
                        let courses = courses.into_iter().cloned().collect();
                        found.push(Component { kinds: vec![kind], first, waits, courses, routes });
                    }
                }
            }
        }
    }
    found.retain(|component| !component.routes.is_empty());
    found
}

/// Components of the same types become one, unless they would mix routes of different geometry.
fn together<B: Bits>(components: Vec<Component<B>>) -> Vec<Component<B>> {
    let mut merged: Vec<Component<B>> = Vec::new();
    for component in components {
        let apart = |other: &Component<B>| {
            let known =
                |route: &Route<B>| other.routes.binary_search_by_key(&route.pair(), Route::pair).is_ok();
            !component.routes.iter().any(known)
        };
        let alike = |other: &&mut Component<B>| {
            (&other.kinds, other.first, other.waits) == (&component.kinds, component.first, component.waits)
                && apart(other)
        };
        match merged.iter_mut().find(alike) {
            Some(other) => {
                other.courses.extend(component.courses);
                other.routes.extend(component.routes);
                other.routes.sort_by_key(Route::pair);
            }
            None => merged.push(component),
        }
    }
    merged
}
