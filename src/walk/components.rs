//! The components of a capturing movement: the routes of leaps of one shape, or of rides along one shape, joined again as far as no two
//! squares are connected by two of them.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::route::{Clear, Laid, Purpose};
use super::trail::trails;
use crate::board::{Bits, Geometry, Square};
use crate::model::movement::Course;
use crate::model::pieces::{Side, TypeId};
use crate::order;

/// One route for a piece from `from` to `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Route<B> {
    pub(super) to: Square,
    pub(super) from: Square,
    pub(super) clear: Clear<B>,
}

impl<B: Bits> Route<B> {
    fn pair(&self) -> (Square, Square) {
        (self.to, self.from)
    }

    /// Returns `true` if squares between must be empty and nothing else matters.
    pub(super) fn is_ride(&self) -> bool {
        self.clear.hurdles == 0 && self.clear.full.is_empty()
    }
}

/// Returns only the routes that matter, sorted by their pairs of squares.
fn routes<B: Bits>(geometry: &Geometry, courses: &[&Course], piece: (TypeId, Side)) -> Vec<Route<B>> {
    let mut all = Vec::new();
    for from in geometry.every().filter(|&from| !geometry.holes.has(from)) {
        for trail in trails(geometry, courses, piece, from) {
            let mut over = B::NONE;
            for (&to, &stop) in trail.squares.iter().zip(&trail.stops) {
                if stop {
                    all.push(Route { to, from, clear: Clear::over(over) });
                }
                over |= B::bit(to);
            }
        }
    }
    needed(all)
}

/// Returns the routes of the paths of a piece type; those over hurdles separately if it matters which pieces the hurdles are.
fn path_routes<B: Bits>(geometry: &Geometry, laid: &Laid, first: bool, apart: bool) -> Vec<Route<B>> {
    let from = |from: Square| {
        let routes = match apart {
            true => laid.routes_apart(from, first, Purpose::Attacks).into_iter(),
            false => laid.routes(from, first, Purpose::Attacks).into_iter(),
        };
        routes.map(move |route| Route { to: route.to, from, clear: route.clear })
    };
    needed(geometry.every().flat_map(from).collect())
}

/// Returns only the routes that matter, sorted by their pairs of squares.
///
/// The routes are given in order of their origins.
fn needed<B: Bits>(all: Vec<Route<B>>) -> Vec<Route<B>> {
    let mut sorted = sorted_by_target(&all);
    let several = |two: &[Route<B>]| two[0].pair() == two[1].pair();
    if !sorted.windows(2).any(several) {
        return sorted;
    }
    let squares = |route: &Route<B>| (route.clear.line.words(), route.clear.full.words());
    let mut kept = Vec::with_capacity(sorted.len());
    for pair in sorted.chunk_by_mut(|one, other| one.pair() == other.pair()) {
        order::by_key(pair, squares);
        for (index, route) in pair.iter().enumerate() {
            // a route that needs all that another does, and more, adds nothing
            let adds_nothing = |(at, other): (usize, &Route<B>)| {
                at != index
                    && other.clear.is_wider_than(&route.clear)
                    && (other.clear != route.clear || at < index)
            };
            if !pair.iter().enumerate().any(adds_nothing) {
                kept.push(*route);
            }
        }
    }
    kept
}

/// Returns routes sorted by their targets, those of each in the order given: a counting sort.
fn sorted_by_target<B: Bits>(all: &[Route<B>]) -> Vec<Route<B>> {
    let mut next = [0; Square::MAX as usize + 2];
    for route in all {
        next[usize::from(route.to) + 1] += 1;
    }
    for at in 1..next.len() {
        next[at] += next[at - 1];
    }
    let mut sorted = all.to_vec();
    for route in all {
        let next = &mut next[usize::from(route.to)];
        sorted[*next] = *route;
        *next += 1;
    }
    sorted
}

/// A component of a type's capturing movement.
pub(super) struct Component<B> {
    /// True if only unmoved pieces have it.
    pub(super) first: bool,
    pub(super) routes: Vec<Route<B>>,
}

impl<B: Bits> Component<B> {
    /// Returns the routes of each pair of squares.
    pub(super) fn pairs(&self) -> impl Iterator<Item = &[Route<B>]> {
        self.routes.chunk_by(|one, other| one.pair() == other.pair())
    }

    /// Returns the routes that are the only one for their pair and can be blocked.
    pub(super) fn single(&self) -> Vec<Route<B>> {
        let only = |ways: &[Route<B>]| match ways {
            [way] if way.is_ride() && !way.clear.line.is_empty() => Some(*way),
            _ => None,
        };
        self.pairs().filter_map(only).collect()
    }
}

/// The common properties of the courses of one component.
type Shape = (u8, u8, usize, u16, Option<u16>);

/// Returns the components of a type: of the courses that its pieces always have and those only unmoved ones have, and of the paths, whose
/// hurdles are told apart if it matters.
pub(super) fn components<B: Bits>(
    geometry: &Geometry,
    courses: [&[&Course]; 2],
    (laid, apart): (Option<&Laid>, bool),
    piece: (TypeId, Side),
) -> Vec<Component<B>> {
    let shape = |course: &Course| -> Shape {
        let (x, y) = (course.cycle[0].dx.unsigned_abs(), course.cycle[0].dy.unsigned_abs());
        (x.min(y), x.max(y), course.cycle.len(), course.stride, course.max)
    };
    let mut found: Vec<Component<B>> = Vec::new();
    for (first, courses) in [false, true].into_iter().zip(courses) {
        let mut shapes: BTreeMap<Shape, Vec<&Course>> = BTreeMap::new();
        courses.iter().for_each(|course| shapes.entry(shape(course)).or_default().push(course));
        for courses in shapes.into_values() {
            found.push(Component { first, routes: routes::<B>(geometry, &courses, piece) });
        }
        found.extend(laid.map(|laid| Component { first, routes: path_routes(geometry, laid, first, apart) }));
    }
    found.retain(|component| !component.routes.is_empty());
    found
}

/// Joins components of the same type, unless they would mix routes of different geometry.
pub(super) fn together<B: Bits>(components: Vec<Component<B>>) -> Vec<Component<B>> {
    let mut joined: Vec<Component<B>> = Vec::new();
    for component in components {
        let mut alike = joined.iter_mut().filter(|other| other.first == component.first);
        let with = |other: &mut Component<B>| match merged_in_order(&other.routes, &component.routes) {
            Some(routes) => {
                other.routes = routes;
                true
            }
            None => false,
        };
        if !alike.any(with) {
            joined.push(component);
        }
    }
    joined
}

/// Merges routes that are sorted by their pairs of squares; `None` if some pair has routes among both.
fn merged_in_order<B: Bits>(mut one: &[Route<B>], mut other: &[Route<B>]) -> Option<Vec<Route<B>>> {
    let mut all = Vec::with_capacity(one.len() + other.len());
    while let ([first, after @ ..], [second, rest @ ..]) = (one, other) {
        match first.pair().cmp(&second.pair()) {
            Ordering::Less => {
                all.push(*first);
                one = after;
            }
            Ordering::Greater => {
                all.push(*second);
                other = rest;
            }
            Ordering::Equal => return None,
        }
    }
    all.extend_from_slice(one);
    all.extend_from_slice(other);
    Some(all)
}
