//! Courses built from displacements: one of the board's directions at a time, or all of them.

use indexmap::IndexSet;

use super::hexagons;
use crate::board::Cells;
use crate::model::movement::{Course, Movement, Offset, Term};
use crate::model::path::{Ends, Jumped, Leg, Path};

/// All images of a displacement under the symmetries of the square, clockwise from straight forward: four, or
/// eight if it is oblique; none for (0,0).
fn symmetric_offsets(x: i8, y: i8) -> Vec<Offset> {
    let (x, y) = (x.saturating_abs(), y.saturating_abs());
    let (short, long) = (x.min(y), x.max(y));
    let mut quarter = match (short, long) {
        (_, 0) => Vec::new(),
        (0, _) => vec![Offset { dx: 0, dy: long }],
        (short, long) if short == long => vec![Offset { dx: long, dy: long }],
        (short, long) => vec![Offset { dx: short, dy: long }, Offset { dx: long, dy: short }],
    };
    let mut ring = Vec::with_capacity(4 * quarter.len());
    for _ in 0..4 {
        ring.extend(&quarter);
        quarter = quarter.iter().map(|o| Offset { dx: o.dy, dy: o.dx.saturating_neg() }).collect();
    }
    ring
}

/// All images of a leap under the symmetries of the cells of a board.
pub(crate) fn images(cells: Cells, x: i8, y: i8) -> Vec<Offset> {
    match cells {
        Cells::Squares => symmetric_offsets(x, y),
        Cells::Hexagons => hexagons::images(x, y),
    }
}

/// Sorts paths by what they need: those that can be expressed as a course or a jump become one.
pub(crate) fn settle(paths: Vec<Path>) -> Movement {
    let mut movement = Movement::default();
    for path in paths {
        if let Some(term) = simple(&path).or_else(|| jump(&path)) {
            movement.moves.push(term);
        } else {
            movement.paths.push(path);
        }
    }
    gather([movement])
}

/// Returns a path of one leg over empty squares as a course.
fn simple(path: &Path) -> Option<Term> {
    let [leg] = &path.legs[..] else { return None };
    let lame = leg.jumped == Jumped::Empty;
    // a lame first leap leaves rights anyway, so its course needs no mark
    let leaves_rights = leg.leaves_rights && !(path.first && lame);
    let jumped = Leg { jumped: Jumped::Anything, leaves_rights, ..leg.clone() };
    if !jumped.is_plain(Ends::USUAL) || leg.jumped == Jumped::Occupied {
        return None;
    }
    let course = if lame { lame_course(leg) } else { leg.course() };
    let (quiet, capture) = (leg.ends.meets(Ends::EMPTY), leg.ends.meets(Ends::ENEMY));
    Some(Term { first: path.first, quiet, capture, courses: vec![course], jumps: Vec::new() })
}

/// Returns the course of a leg whose leaps are lame: each goes square by square.
fn lame_course(leg: &Leg) -> Course {
    let cycle: Vec<Offset> = leg.cycle.iter().flat_map(|leap| leap.steps()).collect();
    let stride = u16::try_from(cycle.len() / leg.cycle.len().max(1)).unwrap_or(u16::MAX).max(1);
    Course { cycle, stride, max: leg.most().map(|max| max.saturating_mul(stride)) }
}

/// Returns a path that jumps over an enemy, capturing it, as a jump.
fn jump(path: &Path) -> Option<Term> {
    let jump = path.jump().filter(|_| path.place.is_none())?;
    Some(Term { first: false, quiet: false, capture: true, courses: Vec::new(), jumps: vec![jump] })
}

/// Merges movements: terms open under the same conditions become one, and nothing is kept twice.
pub(crate) fn gather(movements: impl IntoIterator<Item = Movement>) -> Movement {
    let (mut gathered, mut paths) = (Movement::default(), IndexSet::new());
    for movement in movements {
        movement.moves.into_iter().for_each(|new| add(&mut gathered.moves, new));
        paths.extend(movement.paths);
        for castle in movement.castles {
            if !gathered.castles.contains(&castle) {
                gathered.castles.push(castle);
            }
        }
    }
    Movement { paths: paths.into_iter().collect(), ..gathered }
}

fn add(gathered: &mut Vec<Term>, new: Term) {
    let key = |m: &Term| (m.first, m.quiet, m.capture);
    let at = gathered.iter().position(|old| key(old) == key(&new)).unwrap_or(gathered.len());
    if at == gathered.len() {
        gathered.push(Term { courses: Vec::new(), jumps: Vec::new(), ..new });
    }
    let old = &mut gathered[at];
    for course in new.courses {
        if !old.courses.contains(&course) {
            old.courses.push(course);
        }
    }
    for jump in new.jumps {
        if !old.jumps.contains(&jump) {
            old.jumps.push(jump);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offsets(pairs: &[(i8, i8)]) -> Vec<Offset> {
        pairs.iter().map(|&(dx, dy)| Offset { dx, dy }).collect()
    }

    #[test]
    fn images_go_round_clockwise() {
        assert_eq!(symmetric_offsets(-1, 0), offsets(&[(0, 1), (1, 0), (0, -1), (-1, 0)]));
        assert_eq!(symmetric_offsets(2, 2), offsets(&[(2, 2), (2, -2), (-2, -2), (-2, 2)]));
        let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        assert_eq!(symmetric_offsets(2, 1), offsets(&knight));
        assert_eq!(symmetric_offsets(0, 0), []);
    }

    #[test]
    fn a_lame_leap_goes_straight_before_it_turns() {
        assert_eq!(Offset { dx: -1, dy: 3 }.steps(), offsets(&[(0, 1), (0, 1), (-1, 1)]));
        assert_eq!(Offset { dx: 2, dy: -2 }.steps(), offsets(&[(1, -1), (1, -1)]));
    }
}
