//! Routes: the ways of paths on one board, as far as only the occupancy of squares matters.

use std::hash::{Hash, Hasher};

use super::budget::{Budget, TooManyWays};
use super::mixer::{Places, hash};
use super::trail::Seen;
use super::way::{Need, Way, ways_within};
use crate::board::{Bits, Geometry, Square};
use crate::model::path::{Ends, Path};
use crate::model::pieces::{Side, TypeId};
use crate::order;

/// The squares that must be occupied and those that must be empty for a route to be open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clear<B> {
    /// The squares of which exactly `hurdles` must be occupied.
    pub(crate) line: B,
    pub(crate) hurdles: u32,
    /// Further squares that must be occupied.
    pub(crate) full: B,
}

impl<B: Bits> Clear<B> {
    /// A route on which every square of a line must be empty.
    pub(crate) fn over(line: B) -> Self {
        Self { line, hurdles: 0, full: B::NONE }
    }

    /// Returns `true` if the route is open.
    #[inline(always)]
    pub(crate) fn is_open(&self, occupied: B) -> bool {
        (self.line & occupied).count() == self.hurdles && (self.full & !occupied).is_empty()
    }

    /// The squares whose occupancy matters to the route.
    pub(crate) fn squares(&self) -> B {
        self.line | self.full
    }

    /// Returns `true` if this route is open whenever the other is.
    #[inline]
    pub(super) fn is_wider_than(&self, other: &Self) -> bool {
        if self.hurdles > 0 {
            return self == other;
        }
        other.hurdles == 0 && (self.line & !other.line).is_empty() && (self.full & !other.full).is_empty()
    }
}

/// A route to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Route<B> {
    pub(crate) to: Square,
    pub(crate) clear: Clear<B>,
}

impl<B: Bits> Hash for Route<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Clear { line, hurdles, full } = self.clear;
        (self.to, line.words(), hurdles, full.words()).hash(state);
    }
}

/// The moves that a route is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Purpose {
    /// Moves to empty squares only, or captures only, or both.
    Moves { quiet: bool, capture: bool },
    /// Captures of royal pieces, which are attacks and never made.
    Attacks,
}

impl Purpose {
    /// Returns `true` if a way serves the purpose.
    fn is_of<At>(self, way: &Way<At>) -> bool {
        let (quiet, capture) = (way.ends.meets(Ends::EMPTY), way.ends.meets(Ends::ENEMY));
        match self {
            Self::Moves { quiet: one, capture: other } => (quiet, capture) == (one, other),
            Self::Attacks => way.ends.meets(Ends::ROYAL) || capture,
        }
    }
}

/// The paths of a piece type from every square.
#[derive(Debug)]
pub(crate) struct Laid {
    /// By square of origin: the ways, and whether only unmoved pieces have them.
    pub(crate) ways: Vec<Vec<(bool, Way<Square>)>>,
    /// The steps that it took to lay them out.
    pub(super) steps: u64,
    /// True if some way does more than move one piece to another square and capture what stands there, or depends on more than the
    /// occupancy.
    pub(crate) has_effects: bool,
}

impl Laid {
    /// Lays the paths of a piece type out.
    ///
    /// # Errors
    /// If the budget is exhausted.
    pub(crate) fn new(
        geometry: &Geometry,
        paths: &[Path],
        (kind, side): (TypeId, Side),
        budget: &Budget,
    ) -> Result<Self, TooManyWays> {
        let before = budget.spent();
        let seen = Seen { geometry, kind, side };
        let mut all = Vec::new();
        for from in geometry.every() {
            let mut found: Vec<(bool, Way<Square>)> = Vec::new();
            let mut known = Places::default();
            for path in paths.iter().filter(|path| !geometry.holes.has(from) && !path.is_placed_jump()) {
                for way in ways_within(&seen, path, from, budget)? {
                    let one = (path.first, way);
                    let hash = hash(&one);
                    if known.find(hash, |at| found[at] == one).is_none() {
                        known.add(hash, found.len());
                        found.push(one);
                    }
                }
            }
            budget.spend(comparisons(&found))?;
            all.push(found);
        }
        let from = |(from, ways): (usize, &Vec<(bool, Way<Square>)>)| {
            ways.iter().any(|(_, way)| !way.is_plain(from as Square))
        };
        let has_effects = all.iter().enumerate().any(from);
        Ok(Self { ways: all, steps: budget.spent() - before, has_effects })
    }

    /// Returns `true` if some way is one of unmoved pieces only.
    pub(crate) fn asks_for_unmoved(&self) -> bool {
        self.ways.iter().flatten().any(|(first, _)| *first)
    }

    /// The routes from a square for a purpose, in order of their targets, without those that others make needless.
    pub(crate) fn routes<B: Bits>(&self, from: Square, first: bool, purpose: Purpose) -> Vec<Route<B>> {
        self.joined_by_target(from, first, purpose, |all| with_hurdles_counted(resolved(needed(all))))
    }

    /// The same, without joining those over a square to those that need it empty, so that each still has its hurdles.
    pub(crate) fn routes_apart<B: Bits>(&self, from: Square, first: bool, purpose: Purpose) -> Vec<Route<B>> {
        self.joined_by_target(from, first, purpose, needed)
    }

    /// The routes from a square for a purpose, in order of their targets, those to the same target joined by a function.
    fn joined_by_target<B: Bits>(
        &self,
        from: Square,
        first: bool,
        purpose: Purpose,
        joined: impl Fn(Vec<Clear<B>>) -> Vec<Clear<B>>,
    ) -> Vec<Route<B>> {
        let ways = self.ways.get(usize::from(from)).into_iter().flatten();
        let those = ways.filter(|(only, way)| *only == first && purpose.is_of(way) && way.is_plain(from));
        let mut all: Vec<Route<B>> = those.map(|(_, way)| Route { to: way.to, clear: clear(way) }).collect();
        order::by_key(&mut all, |route| route.to);
        let mut routes = Vec::with_capacity(all.len());
        for alike in all.chunk_by(|one, other| one.to == other.to) {
            match alike {
                [route] if route.clear.full.is_empty() => routes.push(*route),
                _ => {
                    let to = alike[0].to;
                    let several = joined(alike.iter().map(|route| route.clear).collect());
                    routes.extend(several.into_iter().map(|clear| Route { to, clear }));
                }
            }
        }
        routes
    }
}

/// The steps of comparing the ways from a square to each target with one another.
fn comparisons(ways: &[(bool, Way<Square>)]) -> u64 {
    let mut to = [0u64; Square::MAX as usize + 1];
    ways.iter().for_each(|(_, way)| to[usize::from(way.to)] += 1);
    to.into_iter().map(|many| many * many + many.min(MOST_RESOLVED as u64).pow(3) / 16).sum()
}

#[inline]
fn clear<B: Bits>(way: &Way<Square>) -> Clear<B> {
    let (mut line, mut full) = (B::NONE, B::NONE);
    for &(at, need) in &way.needs {
        match need {
            Need::Empty => line |= B::bit(at),
            Need::Hurdle => full |= B::bit(at),
            _ => {}
        }
    }
    Clear { line, hurdles: 0, full }
}

/// Returns only the routes that matter.
fn needed<B: Bits>(mut all: Vec<Clear<B>>) -> Vec<Clear<B>> {
    if all.len() < 2 {
        return all;
    }
    order::by_key(&mut all, |clear| (clear.squares().count(), clear.line.words(), clear.full.words()));
    let mut kept: Vec<Clear<B>> = Vec::new();
    for clear in all {
        if !kept.iter().any(|wider| wider.is_wider_than(&clear)) {
            kept.push(clear);
        }
    }
    kept
}

/// Joins routes of which one needs a square empty and the other needs it occupied, and that agree in all else.
fn resolved<B: Bits>(mut all: Vec<Clear<B>>) -> Vec<Clear<B>> {
    let joined = |one: &Clear<B>, other: &Clear<B>| {
        let either = one.line & other.full;
        let agree = one.line & !either == other.line && other.full & !either == one.full;
        (agree && !either.is_empty() && either.at_most_one()).then_some(Clear { line: other.line, ..*one })
    };
    let pair = |all: &[Clear<B>]| {
        let at =
            |one: usize| (0..all.len()).find_map(|other| Some((one, other, joined(&all[one], &all[other])?)));
        (0..all.len()).find_map(at)
    };
    while let Some((one, other, joined)) = (all.len() <= MOST_RESOLVED).then(|| pair(&all)).flatten() {
        all.swap_remove(one.max(other));
        all.swap_remove(one.min(other));
        all.push(joined);
        all = needed(all);
    }
    all
}

/// The most routes of one pair of squares that are compared with one another.
const MOST_RESOLVED: usize = 64;

/// Joins routes over the same squares of which any may be the hurdles: together they require a number of hurdles.
fn with_hurdles_counted<B: Bits>(mut all: Vec<Clear<B>>) -> Vec<Clear<B>> {
    let mut joined = Vec::new();
    while let Some(one) = all.pop() {
        let (squares, hurdles) = (one.squares(), one.full.count());
        let alike = |other: &Clear<B>| other.squares() == squares && other.full.count() == hurdles;
        let many = 1 + all.iter().filter(|other| alike(other)).count() as u64;
        if hurdles > 0 && many == choices(squares.count(), hurdles) {
            all.retain(|other| !alike(other));
            joined.push(Clear { line: squares, hurdles, full: B::NONE });
        } else {
            joined.push(one);
        }
    }
    joined.reverse();
    joined
}

/// The binomial coefficient: the number of ways to choose `many` of `of`.
fn choices(of: u32, many: u32) -> u64 {
    (0..u64::from(many)).fold(1, |product, index| product * (u64::from(of) - index) / (index + 1))
}
