//! Lookup tables of the squares that pieces reach by occupancy, filled while a game is compiled and shared by all its walks.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::budget::{Budget, TooManyWays};
use super::compile::{Group, Walk, set_of};
use super::mixer::{Places, hash};
use super::route::{Clear, Laid, Purpose, Route};
use super::trail::Trail;
use crate::board::isa::{Portable, gathers};
use crate::board::{Bits, Geometry};
use crate::model::movement::Course;
use crate::model::path::Path;
use crate::model::pieces::{Side, TypeId};
use crate::order;

/// Lookup tables of the squares that rays reach, by occupancy: filled while a game is compiled and shared by all its walks, so that what
/// two piece types have in common is stored once.
#[derive(Debug)]
pub(crate) struct Lookups<B> {
    /// The number of sets handed out so far.
    count: usize,
    /// Groups that yield the same set for every occupancy.
    constants: Vec<(B, u32)>,
    /// The groups of trails, with the starts of their parts.
    known: Known<Trail>,
    /// The same for routes.
    known_routes: Known<Route<B>>,
    /// The paths of each piece type, laid out.
    laid: HashMap<(TypeId, Side), Arc<Laid>>,
    /// The same by what they follow from.
    by_paths: LaidPaths,
    /// What laying out those that walls change may cost: no more than when the file was read, without the walls.
    budget: Budget,
    /// The walks compiled so far: many pieces of a large game move alike.
    walks: Vec<Option<Walk<B>>>,
    /// The way of moving from which each walk is compiled.
    movings: Vec<Moving>,
    /// The number of sets there is still room for.
    room: usize,
    /// True if sets are filled in: not where bit gathering is slow, since they are not used there. The number of lookups of a piece depends
    /// on the room alone, so that moves are generated in the same order on every machine.
    fill: bool,
}

/// Some of the paths of a piece type, laid out for a side.
#[derive(Debug)]
pub(crate) struct Paths {
    pub(crate) laid: Arc<Laid>,
    /// True for the paths that only unmoved pieces have, false for the others.
    pub(crate) first: bool,
    pub(crate) purpose: Purpose,
}

/// Paths laid out, by what they follow from: once for all pieces that move alike.
#[derive(Clone, Default)]
pub(crate) struct LaidPaths(Vec<(Arc<Going>, Arc<Laid>)>);

/// Without the ways, which follow from the movements and may be a million.
impl fmt::Debug for LaidPaths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LaidPaths").field(&self.0.len()).finish()
    }
}

impl LaidPaths {
    /// Returns the paths of a piece type laid out. Those that are known already cost as much again, as other code walks them once more.
    ///
    /// # Errors
    /// If the budget is exhausted.
    pub(crate) fn of(
        &mut self,
        geometry: &Geometry,
        paths: &[Path],
        piece: (TypeId, Side),
        budget: &Budget,
    ) -> Result<Arc<Laid>, TooManyWays> {
        let going = Going::new(geometry, paths, piece);
        if let Some((_, laid)) = self.0.iter().find(|(other, _)| **other == going) {
            budget.spend(laid.steps)?;
            return Ok(Arc::clone(laid));
        }
        let laid = Arc::new(Laid::new(geometry, paths, piece, budget)?);
        self.0.push((Arc::new(going), Arc::clone(&laid)));
        Ok(laid)
    }
}

/// The origin of paths laid out.
#[derive(Debug, PartialEq, Eq)]
struct Going {
    /// The paths as seen from White's side, sorted.
    paths: Vec<Path>,
    /// The side, if some path is not the same wherever the piece stands.
    side: Option<Side>,
    /// The piece, if walls let some pieces through and not others.
    piece: Option<(TypeId, Side)>,
}

impl Going {
    fn new(geometry: &Geometry, paths: &[Path], (kind, side): (TypeId, Side)) -> Self {
        let turned = geometry.forward(side.index()) < 0;
        let seen = |path: &Path| if turned { path.turned() } else { path.clone() };
        let mut seen: Vec<Path> = paths.iter().map(seen).collect();
        order::values(&mut seen);
        Self {
            paths: seen,
            side: paths.iter().any(Path::depends_on_squares).then_some(side),
            piece: (!geometry.walls.is_empty()).then_some((kind, side)),
        }
    }
}

/// A way of moving, by which pieces that move alike are recognized.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Moving {
    /// The courses as seen from White's side, sorted.
    courses: Vec<Course>,
    /// The place of the paths laid out in memory, where they stay while a game is compiled.
    paths: Option<(*const Laid, bool, Purpose)>,
    /// The piece, if walls let some pieces through and not others.
    piece: Option<(TypeId, Side)>,
}

impl Moving {
    /// Returns the place of the same way of moving among some.
    fn place(&self, known: &[Self]) -> Option<usize> {
        known.iter().position(|other| other == self)
    }

    pub(super) fn new(
        geometry: &Geometry,
        courses: &[&Course],
        paths: Option<&Paths>,
        (kind, side): (TypeId, Side),
    ) -> Self {
        let turned = geometry.forward(side.index()) < 0;
        let seen = |course: &&Course| if turned { course.turned() } else { (*course).clone() };
        let mut courses: Vec<Course> = courses.iter().map(seen).collect();
        order::values(&mut courses);
        Self {
            courses,
            paths: paths.map(|paths| (Arc::as_ptr(&paths.laid), paths.first, paths.purpose)),
            piece: (!geometry.walls.is_empty()).then_some((kind, side)),
        }
    }
}

/// Lists of trails or routes, each with the start of its part in the sets, and their places by their hashes.
type Known<T> = (Vec<(Vec<T>, u32)>, Places);

/// The most lookups of the routes from one square: beyond that, following them one by one costs less.
const MOST_PARTS: usize = 64;

/// The most relevant squares in a group of trails: beyond that, sets take so much room that a second lookup costs less.
const fn most_bits<B: Bits>() -> u32 {
    match B::WIDTH {
        64 => 12,
        128 => 10,
        _ => 8,
    }
}

impl<B: Bits> Lookups<B> {
    /// Creates empty tables, with the paths that have been laid out already.
    pub(crate) fn new(laid: LaidPaths) -> Self {
        let room = (B::WIDTH << 18) / size_of::<B>() - 1;
        Self {
            count: 1,
            constants: Vec::new(),
            known: Default::default(),
            known_routes: Default::default(),
            laid: HashMap::new(),
            by_paths: laid,
            budget: Budget::default(),
            walks: Vec::new(),
            movings: Vec::new(),
            room,
            fill: gathers(),
        }
    }

    /// Returns the paths of a piece type laid out, which is done once.
    ///
    /// # Panics
    /// If the paths lead too many ways, which is a fault of the game file.
    pub(crate) fn laid(&mut self, geometry: &Geometry, paths: &[Path], piece: (TypeId, Side)) -> Arc<Laid> {
        if let Some(known) = self.laid.get(&piece) {
            return Arc::clone(known);
        }
        let laid = self.by_paths.of(geometry, paths, piece, &self.budget);
        let laid = laid.expect("paths are laid out when a file is read");
        self.laid.insert(piece, Arc::clone(&laid));
        laid
    }

    /// Returns the walk of some courses for a piece, and of its paths; `None` if they lead nowhere. Pieces that move alike share it.
    pub(crate) fn walk(
        &mut self,
        geometry: &Geometry,
        courses: &[&Course],
        paths: Option<&Paths>,
        piece: (TypeId, Side),
    ) -> Option<Walk<B>> {
        let moving = Moving::new(geometry, courses, paths, piece);
        if let Some(place) = moving.place(&self.movings) {
            return self.walks[place].clone();
        }
        let walk = Walk::new(geometry, courses, paths, piece, self);
        self.movings.push(moving);
        self.walks.push(walk.clone());
        walk
    }

    /// Returns the paths of a piece type, if they have been laid out.
    pub(crate) fn known(&self, kind: TypeId, side: Side) -> Option<&Laid> {
        self.laid.get(&(kind, side)).map(|laid| &**laid)
    }

    /// Returns all sets, when every walk is compiled.
    pub(crate) fn finish(self) -> Arc<[B]> {
        let mut all: Arc<[B]> = std::iter::repeat_n(B::NONE, self.count).collect();
        let sets = Arc::get_mut(&mut all).expect("nobody else has them yet");
        for (set, start) in self.constants {
            sets[start as usize] = set;
        }
        for (trails, start) in self.known.0.iter().filter(|_| self.fill) {
            fill_trails(&mut sets[*start as usize..], trails);
        }
        for (routes, start) in self.known_routes.0.iter().filter(|_| self.fill) {
            fill_routes(&mut sets[*start as usize..], routes);
        }
        all
    }

    /// Reserves this many adjacent sets; `None` if there is no room.
    fn reserve(&mut self, many: usize) -> Option<u32> {
        self.room = self.room.checked_sub(many)?;
        let start = u32::try_from(self.count).ok()?;
        self.count += if self.fill { many } else { 0 };
        Some(start)
    }

    /// Returns a group that yields the same set for every occupancy.
    pub(super) fn constant(&mut self, set: B) -> Group<B> {
        let start = self.count as u32;
        self.count += 1;
        self.room = self.room.saturating_sub(1);
        self.constants.push((set, start));
        Group { mask: B::NONE, start }
    }

    /// Returns the groups of all moves of a piece from one square: its trails, its leaps and its other routes; `None` if they would cost
    /// too much.
    pub(super) fn all_groups(
        &mut self,
        trails: &[Trail],
        leaps: B,
        routes: Option<&[Route<B>]>,
    ) -> Option<Vec<Group<B>>> {
        let mut groups = self.groups(trails)?;
        // leaps that are not trails
        let said = trails.iter().filter(|t| t.squares.len() == 1);
        let free = leaps & !said.fold(B::NONE, |set, trail| set | B::bit(trail.squares[0]));
        if let Some(routes) = routes {
            let free = free.squares().map(|to| Route { to, clear: Default::default() });
            let all: Vec<Route<B>> = free.chain(routes.iter().copied()).collect();
            groups.extend(self.route_groups(&all)?);
        } else if !free.is_empty() {
            groups.push(self.constant(free));
        }
        Some(groups)
    }

    /// Returns the groups of some trails from one square; `None` if they would cost too much.
    fn groups(&mut self, trails: &[Trail]) -> Option<Vec<Group<B>>> {
        let (leaps, longer): (Vec<&Trail>, Vec<&Trail>) = trails.iter().partition(|t| t.squares.len() == 1);
        let mut families: Vec<Vec<&Trail>> = Vec::new();
        for trail in longer {
            match families.iter_mut().find(|family| family[0].family == trail.family) {
                Some(family) => family.push(trail),
                None => families.push(vec![trail]),
            }
        }
        let mut parts: Vec<Vec<&Trail>> =
            families.into_iter().flat_map(|family| split::<B>(family)).collect();
        match parts.first_mut() {
            Some(part) => part.extend(leaps),
            None if leaps.is_empty() => {}
            None => parts.push(leaps),
        }
        parts.into_iter().map(|part| self.group(&part)).collect()
    }

    /// Returns the groups of some routes from one square, each with few enough relevant squares; `None` if they would cost too much.
    fn route_groups(&mut self, routes: &[Route<B>]) -> Option<Vec<Group<B>>> {
        let mut sorted: Vec<&Route<B>> = routes.iter().collect();
        order::by_key(&mut sorted, |route| std::cmp::Reverse(route.clear.squares().count()));
        let mut parts: Vec<(B, Vec<Route<B>>)> = Vec::new();
        for route in sorted {
            let squares = route.clear.squares();
            let wider = |part: &(B, Vec<Route<B>>)| (part.0 | squares).count();
            let full = parts.len() >= MOST_PARTS;
            let fits = parts.iter_mut().filter(|part| wider(part) <= most_bits::<B>());
            match fits.min_by_key(|part| wider(part) - part.0.count()) {
                Some(part) => {
                    part.0 |= squares;
                    part.1.push(*route);
                }
                None if full => return None,
                None => parts.push((squares, vec![*route])),
            }
        }
        parts.into_iter().map(|(mask, routes)| self.route_group(mask, routes)).collect()
    }

    fn route_group(&mut self, mask: B, routes: Vec<Route<B>>) -> Option<Group<B>> {
        let (known, places) = &self.known_routes;
        let hash = hash(&routes);
        if let Some(at) = places.find(hash, |at| known[at].0 == routes) {
            return Some(Group { mask, start: known[at].1 });
        }
        let many = 1usize.checked_shl(mask.count()).filter(|_| mask.count() <= most_bits::<B>())?;
        let start = self.reserve(many)?;
        self.known_routes.1.add(hash, self.known_routes.0.len());
        self.known_routes.0.push((routes, start));
        Some(Group { mask, start })
    }

    fn group(&mut self, trails: &[&Trail]) -> Option<Group<B>> {
        let mask = relevant::<B>(trails.iter().copied());
        let (known, places) = &self.known;
        let hash = hash(&trails);
        if let Some(at) = places.find(hash, |at| known[at].0.iter().eq(trails.iter().copied())) {
            return Some(Group { mask, start: known[at].1 });
        }
        let many = 1usize.checked_shl(mask.count()).filter(|_| mask.count() <= most_bits::<B>())?;
        let start = self.reserve(many)?;
        let own = trails.iter().map(|&trail| trail.clone()).collect();
        self.known.1.add(hash, self.known.0.len());
        self.known.0.push((own, start));
        Some(Group { mask, start })
    }
}

/// Fills in the sets that some trails of a square reach, for every occupancy of the relevant squares; the sets begin with theirs.
fn fill_trails<B: Bits>(sets: &mut [B], trails: &[Trail]) {
    let mask = relevant::<B>(trails);
    let sets = &mut sets[..1 << mask.count()];
    for trail in trails {
        let mut passed = B::NONE;
        for (&square, stops) in trail.squares.iter().zip(&trail.stops) {
            if *stops {
                open_at(sets, (passed.gathered::<Portable>(mask), 0), B::bit(square));
            }
            passed |= B::bit(square);
        }
    }
}

/// The same for some routes of a square.
fn fill_routes<B: Bits>(sets: &mut [B], routes: &[Route<B>]) {
    let mask = routes.iter().fold(B::NONE, |mask, route| mask | route.clear.squares());
    let sets = &mut sets[..1 << mask.count()];
    for route in routes {
        let Clear { line, hurdles, full } = route.clear;
        let [line, full] = [line, full].map(|set| set.gathered::<Portable>(mask));
        let open = |index: &usize| (index & line).count_ones() == hurdles && index & full == full;
        match (hurdles, line & full) {
            (0, 0) => open_at(sets, (line, full), B::bit(route.to)),
            _ => (0..sets.len()).filter(open).for_each(|index| sets[index] |= B::bit(route.to)),
        }
    }
}

/// Adds a target to the sets of all occupancies, each given by its index, in which some squares are empty and others are occupied.
fn open_at<B: Bits>(sets: &mut [B], (empty, full): (usize, usize), target: B) {
    let free = (sets.len() - 1) & !empty & !full;
    let mut rest = 0usize;
    loop {
        sets[full | rest] |= target;
        rest = rest.wrapping_sub(free) & free;
        if rest == 0 {
            return;
        }
    }
}

/// Splits the trails of a family into as few parts as have few enough relevant squares, as even as possible.
fn split<B: Bits>(mut family: Vec<&Trail>) -> Vec<Vec<&Trail>> {
    order::by_key(&mut family, |trail| std::cmp::Reverse(trail.squares.len()));
    for many in 1..family.len() {
        let mut parts = vec![Vec::new(); many];
        for &trail in &family {
            let least = parts.iter_mut().min_by_key(|part| relevant::<B>(part.iter().copied()).count());
            least.expect("there is a part").push(trail);
        }
        if parts.iter().all(|part| relevant::<B>(part.iter().copied()).count() <= most_bits::<B>()) {
            return parts;
        }
    }
    family.into_iter().map(|trail| vec![trail]).collect()
}

/// Returns the relevant squares: those whose occupancy affects where trails lead.
fn relevant<'a, B: Bits>(trails: impl IntoIterator<Item = &'a Trail>) -> B {
    let but_last = |trail: &Trail| set_of::<B>(trail.squares[..trail.squares.len() - 1].iter().copied());
    trails.into_iter().fold(B::NONE, |set, trail| set | but_last(trail))
}
