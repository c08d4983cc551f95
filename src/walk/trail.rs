//! Courses laid out on a board.

use smallvec::SmallVec;

use super::way::{Plane, Way};
use crate::board::{Bits, Geometry, Square, Wrap};
use crate::model::movement::{Course, Offset};
use crate::model::path::{Ends, Place};
use crate::model::pieces::{Side, TypeId};

/// The squares a course passes over from one square, in order, and which of them it may stop on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Trail {
    pub(crate) squares: SmallVec<[Square; 16]>,
    /// `stops[i]`: whether the piece may stop on `squares[i]`.
    pub(crate) stops: SmallVec<[bool; 16]>,
    /// The components of its first displacement, the smaller first: what the trails of one rider have in common.
    pub(crate) family: (u8, u8),
}

/// A board as a piece of some type and side sees it. Black's movements are White's, rotated: the players sit opposite each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) kind: TypeId,
    pub(crate) side: Side,
}

impl Plane for Seen<'_> {
    type At = Square;

    #[inline]
    fn step(&self, from: Square, by: Offset, wrap: Wrap) -> Option<Square> {
        let forward = i16::from(self.geometry.forward(self.side.index()));
        let by = (i16::from(by.dx) * forward, i16::from(by.dy) * forward);
        let round = self.geometry.wrap;
        let wrap = Wrap { files: wrap.files || round.files, ranks: wrap.ranks || round.ranks };
        let next = self.geometry.step_round(from, by, wrap)?;
        self.geometry.lets_through(self.kind, self.side.index(), from, next).then_some(next)
    }

    fn every(&self) -> Vec<Square> {
        self.geometry.every().filter(|&square| !self.geometry.holes.has(square)).collect()
    }

    fn allows(&self, place: &Place, from: Square, way: &Way<Square>) -> bool {
        let mut passed = way.needs.iter().map(|&(square, _)| square).chain([way.to]);
        place.begins(self.side, from)
            && passed.all(|square| place.passes(self.side, square))
            && (way.ends == Ends::ROYAL || place.ends(self.side, way.to))
    }

    fn to_the_middle(&self, from: Square) -> u16 {
        let Geometry { ranks, .. } = *self.geometry;
        let rank = self.geometry.rank(from);
        let gone = if self.geometry.forward(self.side.index()) > 0 { rank } else { ranks - 1 - rank };
        u16::from((ranks / 2).saturating_sub(gone + 1).max(1))
    }
}

/// Lays out a course from a square, as a side sees it. `None` if it has no stop on the board.
fn trail(geometry: &Geometry, course: &Course, (kind, side): (TypeId, Side), from: Square) -> Option<Trail> {
    let plane = Seen { geometry, kind, side };
    let longest = usize::from(course.max.unwrap_or(u16::MAX)).min(geometry.squares());
    let first = course.cycle.first()?;
    let (x, y) = (first.dx.unsigned_abs(), first.dy.unsigned_abs());
    let family = (x.min(y), x.max(y));
    let mut trail = Trail { squares: SmallVec::new(), stops: SmallVec::new(), family };
    let mut square = from;
    // a piece that keeps to one displacement visits no square twice, unless the board wraps around
    let wrap = geometry.wrap;
    let bends = course.cycle.len() > 1 || wrap.files || wrap.ranks;
    for (index, offset) in course.cycle.iter().cycle().take(longest).enumerate() {
        match plane.step(square, *offset, Wrap::default()) {
            Some(next) if !bends || next != from && !trail.squares.contains(&next) => square = next,
            _ => break,
        }
        trail.squares.push(square);
        trail.stops.push(course.stride <= 1 || (index + 1) % usize::from(course.stride) == 0);
    }
    let length = trail.stops.iter().rposition(|&stop| stop)? + 1;
    trail.squares.truncate(length);
    trail.stops.truncate(length);
    Some(trail)
}

/// Returns every trail of the courses from a square.
pub(crate) fn trails<'a>(
    geometry: &'a Geometry,
    courses: &'a [&'a Course],
    piece: (TypeId, Side),
    from: Square,
) -> impl Iterator<Item = Trail> + 'a {
    courses.iter().filter_map(move |course| trail(geometry, course, piece, from))
}
