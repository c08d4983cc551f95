//! Men moved all at once: the steps of every man of a type with few, short ways of going, by shifting their set.
//!
//! A way is a chain of displacements; the set of men is shifted along it, keeping those that find the next square empty. It pays for
//! types with many men, such as pawns, and gives the same steps as moving each man by itself.

use crate::board::{Bits, Geometry, Symmetry};
use crate::model::men::{Side, TypeId};
use crate::model::movement::{Course, Move, Movement, Offset};
use crate::state::Board;

/// Most displacements, of all ways together.
const MOST_LINKS: usize = 8;

/// One displacement of a way: where it can be made from, and by how many square numbers it moves.
#[derive(Clone, Copy, Debug)]
struct Link<B> {
    from: B,
    /// The displacement as a shift one way and the other; one of them is 0.
    up: u8,
    down: u8,
    /// By how many square numbers a man has moved after it.
    by: i16,
    /// Its way begins with it.
    begins: bool,
    /// All squares or none: whether its way is open to any man, or only to unmoved ones; whether it may end on empty squares, and
    /// whether it takes.
    any: B,
    quiet: B,
    take: B,
}

/// All the ways of going of a type, their displacements one after another.
#[derive(Clone, Debug)]
pub(crate) struct Swarm<B> {
    links: Box<[Link<B>]>,
}

impl<B: Bits> Swarm<B> {
    /// The ways of a type of which a side has so many men, if shifting pays and no two ways lead a man to one square.
    pub(crate) fn new(
        geometry: &Geometry,
        movement: &Movement,
        man: (TypeId, Side),
        men: usize,
    ) -> Option<Self> {
        let mut links = Vec::new();
        for way in &movement.moves {
            for course in &way.courses {
                links.extend(chain(geometry, way, course, man)?);
            }
        }
        let pays = !links.is_empty() && links.len() <= men.min(MOST_LINKS);
        (pays && apart(&links)).then(|| Self { links: links.into() })
    }

    /// Calls `each` with the targets of the men along every way, and by how much they moved.
    #[inline(always)]
    pub(crate) fn each(&self, men: B, board: Board<B>, mut each: impl FnMut(B, i16)) {
        let Board { own, enemy, unmoved } = board;
        let empty = !(own | enemy);
        let mut moving = B::NONE;
        for link in &self.links {
            moving = if link.begins { men & (unmoved | link.any) } else { moving & empty };
            moving = (moving & link.from).shifted(link.up, link.down);
            each(moving & (empty & link.quiet | enemy & link.take), link.by);
        }
    }
}

fn chain<B: Bits>(
    geometry: &Geometry,
    way: &Move,
    course: &Course,
    (kind, side): (TypeId, Side),
) -> Option<Vec<Link<B>>> {
    let length = usize::from(course.max?);
    let farthest = course.cycle.iter().map(|offset| offset.dy.unsigned_abs()).max()?;
    if length > MOST_LINKS || !way.jumps.is_empty() || farthest > 6 {
        return None;
    }
    let all = |on: bool| if on { !B::NONE } else { B::NONE };
    let mut moved = 0;
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
        let by = i16::from(dy) * i16::from(geometry.files) + i16::from(dx);
        moved += by;
        let stops = (index + 1) % usize::from(course.stride.max(1)) == 0;
        Link {
            from: geometry.every().filter(leads).fold(B::NONE, |set, square| set | B::bit(square)),
            up: by.max(0) as u8,
            down: (-by).max(0) as u8,
            by: moved,
            begins: index == 0,
            any: all(!way.first),
            quiet: all(way.quiet && stops),
            take: all(way.capture && stops),
        }
    };
    Some(course.cycle.iter().cycle().take(length).enumerate().map(link).collect())
}

/// Whether no two ways lead from a square to the same other one, both to an empty one or both taking.
fn apart<B: Bits>(links: &[Link<B>]) -> bool {
    let meet = |(one, other): (&Link<B>, &Link<B>)| {
        one.by == other.by && (one.quiet.meets(other.quiet) || one.take.meets(other.take))
    };
    let pairs =
        links.iter().enumerate().flat_map(|(at, one)| links[..at].iter().map(move |other| (one, other)));
    links.iter().all(|link| link.by != 0) && !pairs.into_iter().any(meet)
}
