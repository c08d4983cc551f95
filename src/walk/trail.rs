//! Courses laid out on a board.

use crate::board::{Geometry, Square, Symmetry};
use crate::model::movement::Course;
use crate::model::pieces::{Side, TypeId};

/// The squares a course passes over from one square, in order, and which of them it may stop on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Trail {
    pub(crate) squares: Vec<Square>,
    /// `stops[i]`: whether the piece may stop on `squares[i]`.
    pub(crate) stops: Vec<bool>,
    /// The components of its first displacement, the lesser first: what the trails of one rider have in common.
    pub(crate) family: (u8, u8),
}

/// Lays out a course from a square, as a side sees it. `None` if it has no stop on the board.
fn trail(geometry: &Geometry, course: &Course, (kind, side): (TypeId, Side), from: Square) -> Option<Trail> {
    let (flip_x, flip_y) = match (side, geometry.symmetry) {
        (Side::White, _) => (1, 1),
        (Side::Black, Symmetry::Mirror) => (1, -1),
        (Side::Black, Symmetry::Rotate) => (-1, -1),
    };
    let longest = usize::from(course.max.unwrap_or(u16::MAX)).min(geometry.squares());
    let first = course.cycle.first()?;
    let (x, y) = (first.dx.unsigned_abs(), first.dy.unsigned_abs());
    let family = (x.min(y), x.max(y));
    let mut trail = Trail { squares: Vec::new(), stops: Vec::new(), family };
    let mut square = from;
    for (index, offset) in course.cycle.iter().cycle().take(longest).enumerate() {
        match geometry.step(square, i16::from(offset.dx) * flip_x, i16::from(offset.dy) * flip_y) {
            Some(next)
                if next != from
                    && !trail.squares.contains(&next)
                    && geometry.lets_through(kind, side.index(), square, next) =>
            {
                square = next;
            }
            _ => break,
        }
        trail.squares.push(square);
        trail.stops.push((index + 1) % usize::from(course.stride.max(1)) == 0);
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
