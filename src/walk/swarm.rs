//! Men moved all at once: the steps of every man of a type with few, short ways of going, by shifting their set.
//!
//! A way is a chain of displacements; the set of men is shifted along it, keeping those that find the next square empty. It pays for
//! types with many men, such as pawns, and gives the same steps as moving each man by itself.

use crate::board::{Bits, Geometry, Symmetry};
use crate::model::men::{Side, TypeId};
use crate::model::movement::{Course, Move, Movement, Offset};

/// Most displacements, of all ways together, for which shifting pays.
const MOST_LINKS: usize = 8;

/// One displacement: where it can be made from, and by how many square numbers it moves.
#[derive(Clone, Copy, Debug)]
struct Link<B> {
    from: B,
    by: i16,
    /// `by` as a shift one way and the other; one of them is 0.
    up: u8,
    down: u8,
    stops: bool,
}

/// A way of going.
#[derive(Clone, Debug)]
struct Chain<B> {
    first: bool,
    /// All squares or none: whether it may end on empty squares, and whether it takes.
    quiet: B,
    take: B,
    links: Box<[Link<B>]>,
}

/// All the ways of going of a type.
#[derive(Clone, Debug)]
pub(crate) struct Swarm<B> {
    chains: Box<[Chain<B>]>,
}

impl<B: Bits> Swarm<B> {
    /// The ways of a type, if they are few and short, and no two lead a man to one square.
    pub(crate) fn new(geometry: &Geometry, movement: &Movement, man: (TypeId, Side)) -> Option<Self> {
        let mut chains = Vec::new();
        for way in &movement.moves {
            for course in &way.courses {
                chains.push(chain(geometry, way, course, man)?);
            }
        }
        let links: usize = chains.iter().map(|chain| chain.links.len()).sum();
        (links > 0 && links <= MOST_LINKS && apart(&chains)).then(|| Self { chains: chains.into() })
    }

    /// Calls `each` with the targets of the men along every way, and by how much they moved.
    #[inline(always)]
    pub(crate) fn each(&self, men: B, unmoved: B, empty: B, enemy: B, mut each: impl FnMut(B, i16)) {
        for chain in &self.chains {
            let mut moving = if chain.first { men & unmoved } else { men };
            let ends = empty & chain.quiet | enemy & chain.take;
            let mut by = 0;
            for link in &chain.links {
                moving = (moving & link.from).shifted(link.up, link.down);
                by += link.by;
                if link.stops {
                    each(moving & ends, by);
                }
                moving &= empty;
            }
        }
    }
}

fn chain<B: Bits>(
    geometry: &Geometry,
    way: &Move,
    course: &Course,
    (kind, side): (TypeId, Side),
) -> Option<Chain<B>> {
    let length = usize::from(course.max?);
    let farthest = course.cycle.iter().map(|offset| offset.dy.unsigned_abs()).max()?;
    if length > MOST_LINKS || !way.jumps.is_empty() || farthest > 6 {
        return None;
    }
    let link = |(index, offset): (usize, &Offset)| {
        let (dx, dy) = match (side, geometry.symmetry) {
            (Side::White, _) => (offset.dx, offset.dy),
            (Side::Black, Symmetry::Mirror) => (offset.dx, -offset.dy),
            (Side::Black, Symmetry::Rotate) => (-offset.dx, -offset.dy),
        };
        let leads = |&from: &u8| {
            let to = geometry.step(from, i16::from(dx), i16::from(dy));
            !geometry.holes.has(from)
                && to.is_some_and(|to| geometry.lets_through(kind, side.index(), from, to))
        };
        let from = geometry.every().filter(leads).fold(B::NONE, |set, square| set | B::bit(square));
        let by = i16::from(dy) * i16::from(geometry.files) + i16::from(dx);
        let (up, down) = (by.max(0) as u8, (-by).max(0) as u8);
        Link { from, by, up, down, stops: (index + 1) % usize::from(course.stride.max(1)) == 0 }
    };
    let links = course.cycle.iter().cycle().take(length).enumerate().map(link).collect();
    let all = |on: bool| if on { !B::NONE } else { B::NONE };
    Some(Chain { first: way.first, quiet: all(way.quiet), take: all(way.capture), links })
}

/// Whether no two ways lead from a square to the same other one, both to an empty one or both taking.
fn apart<B: Bits>(chains: &[Chain<B>]) -> bool {
    let mut ends = Vec::new();
    for chain in chains {
        let mut by = 0;
        for link in &chain.links {
            by += link.by;
            let meets = |&(other, quiet, take): &(i16, bool, bool)| {
                other == by && (quiet && !chain.quiet.is_empty() || take && !chain.take.is_empty())
            };
            if by == 0 || link.stops && ends.iter().any(meets) {
                return false;
            }
            if link.stops {
                ends.push((by, !chain.quiet.is_empty(), !chain.take.is_empty()));
            }
        }
    }
    true
}
