//! Trails and routes compiled into forward tables: the squares a piece may reach.

use std::sync::Arc;

use super::lookups::{Lookups, Paths};
use super::route::Route;
use super::trail::{Trail, trails};
use crate::board::isa::Isa;
use crate::board::{Bits, Geometry, PerSquare, Square};
use crate::model::movement::Course;
use crate::model::pieces::{Side, TypeId};

/// The order in which the squares of a ray are scanned.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// Rising square numbers.
    Up,
    /// Falling square numbers.
    Down,
    /// Neither: the squares stand in order in `Walk::paths`.
    Path { start: u32, length: u16 },
}

/// A trail of more than one square.
#[derive(Clone, Copy, Debug)]
struct Ray<B> {
    squares: B,
    stops: B,
    order: Order,
}

/// The squares that a piece may reach from each square, given the occupancy.
#[derive(Clone, Debug)]
pub(crate) struct Walk<B> {
    pub(crate) looks: Looks<B>,
    /// The squares that the groups' trails reach, for every occupancy of their squares.
    pub(crate) sets: Arc<[B]>,
    pub(crate) leaps: PerSquare<B>,
    rays: Arc<[Ray<B>]>,
    /// Per square: the rays of square `s` are `rays[first[s]..first[s + 1]]`.
    first: Arc<[u32]>,
    paths: Arc<[Square]>,
    /// The routes that are not trails, per square; empty if there are none.
    routes: Arc<[Box<[Route<B>]>]>,
}

/// The kinds of lookup where bit gathering is fast, by the number of lookups needed.
#[derive(Clone, Debug)]
pub(crate) enum Looks<B> {
    /// No blockers matter.
    Leaps,
    One(Groups<B, 1>),
    Two(Groups<B, 2>),
    Three(Groups<B, 3>),
    Four(Groups<B, 4>),
    More(PerSquare<Box<[Group<B>]>>),
    /// The tables would be too big: rays are scanned one by one.
    Rays,
}

/// A fixed number of groups per square.
pub(crate) type Groups<B, const N: usize> = PerSquare<[Group<B>; N]>;

/// Returns the squares that the trails of some groups of a square reach.
#[inline(always)]
pub(crate) fn look<B: Bits, I: Isa, const N: usize>(groups: &[Group<B>; N], sets: &[B], occupied: B) -> B {
    let mut reach = B::NONE;
    for group in groups {
        reach |= sets[group.start as usize + occupied.gathered::<I>(group.mask)];
    }
    reach
}

/// Trails of one square that share a lookup.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Group<B> {
    /// The relevant squares: all but the last of each trail.
    pub(super) mask: B,
    /// The start of the group's part in the sets.
    pub(super) start: u32,
}

impl<B: Bits> Ray<B> {
    /// Returns the squares that the ray reaches; `paths` has its squares if their numbers neither rise nor fall.
    #[inline(always)]
    fn reach(&self, paths: &[Square], occupied: B) -> B {
        let blockers = self.squares & occupied;
        let gone_over = match self.order {
            Order::Up => blockers.through_first(),
            Order::Down => blockers.onward_last(),
            Order::Path { start, length } => {
                follow(&paths[start as usize..][..usize::from(length)], occupied)
            }
        };
        self.stops & gone_over
    }
}

/// Returns the squares to which the open ones among some routes lead.
fn along_routes<B: Bits>(routes: &[Route<B>], occupied: B) -> B {
    let open = routes.iter().filter(|route| route.clear.is_open(occupied));
    open.fold(B::NONE, |reach, route| reach | B::bit(route.to))
}

/// Returns the squares of a path up to the first occupied one.
fn follow<B: Bits>(path: &[Square], occupied: B) -> B {
    let mut gone_over = B::NONE;
    for &square in path {
        gone_over |= B::bit(square);
        if occupied.has(square) {
            break;
        }
    }
    gone_over
}

impl<B: Bits> Walk<B> {
    /// Compiles the tables of some courses and paths for a side; `None` if they lead nowhere.
    pub(super) fn new(
        geometry: &Geometry,
        courses: &[&Course],
        along: Option<&Paths>,
        piece: (TypeId, Side),
        lookups: &mut Lookups<B>,
    ) -> Option<Self> {
        let mut leaps = PerSquare::<B>::default();
        let (mut rays, mut first, mut paths) = (Vec::new(), vec![0], Vec::new());
        let mut all: Vec<Vec<Trail>> = Vec::new();
        let routes =
            |from| along.map_or_else(Vec::new, |along| along.laid.routes(from, along.first, along.purpose));
        let mut routes: Vec<Box<[Route<B>]>> = geometry.every().map(|from| routes(from).into()).collect();
        for (from, routes) in geometry.every().zip(&mut routes) {
            let (free, bound): (Vec<_>, Vec<_>) =
                routes.iter().partition(|route| route.clear == Default::default());
            leaps[from] = free.into_iter().fold(B::NONE, |set, route: &Route<B>| set | B::bit(route.to));
            *routes = bound.into_iter().copied().collect();
        }
        if routes.iter().all(|routes| routes.is_empty()) {
            routes.clear();
        }
        for from in geometry.every().filter(|_| !courses.is_empty()) {
            all.push(trails(geometry, courses, piece, from).filter(|_| !geometry.holes.has(from)).collect());
            for trail in &all[usize::from(from)] {
                if trail.squares.len() == 1 {
                    leaps[from] |= B::bit(trail.squares[0]);
                } else {
                    rays.push(ray(trail, &mut paths));
                }
            }
            first.push(rays.len() as u32);
        }
        let nowhere = rays.is_empty() && routes.is_empty() && leaps.iter().all(|set| set.is_empty());
        let looks = if rays.is_empty() && routes.is_empty() {
            Looks::Leaps
        } else {
            all.resize(geometry.squares(), Vec::new());
            let groups: Option<_> = all
                .iter()
                .zip(geometry.every())
                .map(|(trails, from)| {
                    lookups.all_groups(
                        trails,
                        leaps[from],
                        routes.get(usize::from(from)).map(|routes| &**routes),
                    )
                })
                .collect();
            groups.map_or(Looks::Rays, Looks::new)
        };
        (!nowhere).then(|| Self {
            looks,
            leaps,
            rays: rays.into(),
            first: first.into(),
            paths: paths.into(),
            routes: routes.into(),
            sets: Arc::new([]),
        })
    }

    /// Returns `true` if nothing can block the walk.
    pub(crate) fn is_short(&self) -> bool {
        matches!(self.looks, Looks::Leaps)
    }

    /// Attaches the shared sets of all walks.
    pub(crate) fn attach(&mut self, sets: &Arc<[B]>) {
        self.sets = Arc::clone(sets);
    }

    /// Returns the squares that a piece may reach from a square: the empty squares, and the first occupied one of each trail.
    #[inline(always)]
    pub(crate) fn reach<I: Isa>(&self, from: Square, occupied: B) -> B {
        match &self.looks {
            Looks::Leaps => self.leaps[from],
            Looks::One(groups) if I::GATHERS => look::<B, I, 1>(&groups[from], &self.sets, occupied),
            Looks::Two(groups) if I::GATHERS => look::<B, I, 2>(&groups[from], &self.sets, occupied),
            Looks::Three(groups) if I::GATHERS => look::<B, I, 3>(&groups[from], &self.sets, occupied),
            Looks::Four(groups) if I::GATHERS => look::<B, I, 4>(&groups[from], &self.sets, occupied),
            Looks::More(groups) if I::GATHERS => groups[from].iter().fold(B::NONE, |reach, group| {
                reach | look::<B, I, 1>(std::array::from_ref(group), &self.sets, occupied)
            }),
            _ => self.along_rays(from, occupied),
        }
    }

    /// Returns the squares that a piece reaches from a square for some occupancy: those on an empty board, as pieces on a ray only shorten
    /// it.
    pub(crate) fn ever(&self, from: Square) -> B {
        // numbers beyond the board have no rays
        let routes = self.routes.get(usize::from(from)).into_iter().flatten();
        let ends = routes.fold(self.leaps[from], |set, route| set | B::bit(route.to));
        let known = usize::from(from) + 1 < self.first.len();
        if known { ends | self.along_rays(from, B::NONE) } else { ends }
    }

    fn along_rays(&self, from: Square, occupied: B) -> B {
        let mut reach = self.leaps[from];
        let from = usize::from(from);
        if let Some(routes) = self.routes.get(from) {
            reach |= along_routes(routes, occupied);
        }
        // a walk that consists of routes alone has no rays
        if let (Some(&begin), Some(&end)) = (self.first.get(from), self.first.get(from + 1)) {
            for ray in &self.rays[begin as usize..end as usize] {
                reach |= ray.reach(&self.paths, occupied);
            }
        }
        reach
    }

    /// Returns the walk as two lookups per square; `None` if it needs more.
    pub(crate) fn pairs(&self, lookups: &mut Lookups<B>) -> Option<PerSquare<[Group<B>; 2]>> {
        match &self.looks {
            Looks::Leaps => {
                let pair = |leaps: &B| match leaps.is_empty() {
                    true => [Group::default(); 2],
                    false => [lookups.constant(*leaps), Group::default()],
                };
                Some(self.leaps.iter().map(pair).collect())
            }
            Looks::One(groups) => Some(groups.iter().map(|&[group]| [group, Group::default()]).collect()),
            Looks::Two(groups) => Some(groups.clone()),
            _ => None,
        }
    }

    /// Returns the size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let looks = match &self.looks {
            Looks::One(groups) => groups.bytes(),
            Looks::Two(groups) => groups.bytes(),
            Looks::Three(groups) => groups.bytes(),
            Looks::Four(groups) => groups.bytes(),
            Looks::More(groups) => {
                groups.bytes() + groups.iter().map(|all| size_of_val(&**all)).sum::<usize>()
            }
            Looks::Leaps | Looks::Rays => 0,
        };
        let routes = self.routes.iter().map(|routes| size_of_val(&**routes)).sum::<usize>();
        looks
            + self.leaps.bytes()
            + size_of_val(&*self.rays)
            + size_of_val(&*self.first)
            + self.paths.len()
            + routes
    }
}

impl<B: Bits> Looks<B> {
    /// Flattens the groups of each square.
    fn new(groups: Vec<Vec<Group<B>>>) -> Self {
        match groups.iter().map(Vec::len).max() {
            Some(0 | 1) => Self::One(so_many(&groups)),
            Some(2) => Self::Two(so_many(&groups)),
            Some(3) => Self::Three(so_many(&groups)),
            Some(4) => Self::Four(so_many(&groups)),
            _ => Self::More(groups.into_iter().map(Vec::into_boxed_slice).collect()),
        }
    }
}

/// Returns a fixed number of groups per square, padded with empty ones.
fn so_many<B: Bits, const N: usize>(groups: &[Vec<Group<B>>]) -> Groups<B, N> {
    let group =
        |square, at| groups.get(usize::from(square)).and_then(|all| all.get(at)).copied().unwrap_or_default();
    PerSquare::from_fn(|square| std::array::from_fn(|at| group(square, at)))
}

pub(super) fn set_of<B: Bits>(squares: impl Iterator<Item = Square>) -> B {
    squares.fold(B::NONE, |set, square| set | B::bit(square))
}

fn ray<B: Bits>(trail: &Trail, paths: &mut Vec<Square>) -> Ray<B> {
    let order = if trail.squares.is_sorted() {
        Order::Up
    } else if trail.squares.is_sorted_by(|a, b| a > b) {
        Order::Down
    } else {
        let start = paths.len() as u32;
        paths.extend(&trail.squares);
        Order::Path { start, length: trail.squares.len() as u16 }
    };
    let stops = trail.squares.iter().zip(&trail.stops).filter(|&(_, &stop)| stop).map(|(&square, _)| square);
    Ray { squares: set_of(trail.squares.iter().copied()), stops: set_of(stops), order }
}
