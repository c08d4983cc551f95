//! Courses built from displacements: one of the board's directions at a time, or all of them.

use crate::model::movement::{Course, Movement, Offset, Term};

/// All images of a displacement under the symmetries of the square, clockwise from straight forward: four, or
/// eight if it is oblique; none for (0,0).
pub(crate) fn symmetric_offsets(x: i8, y: i8) -> Vec<Offset> {
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

/// The one-square steps that make up a displacement: straight along its longer axis first, then diagonally.
pub(super) fn path(to: Offset) -> Vec<Offset> {
    let (x, y) = (to.dx.unsigned_abs(), to.dy.unsigned_abs());
    let straight =
        Offset { dx: if x > y { to.dx.signum() } else { 0 }, dy: if y > x { to.dy.signum() } else { 0 } };
    let slant = Offset { dx: to.dx.signum(), dy: to.dy.signum() };
    let mut steps = vec![straight; usize::from(x.abs_diff(y))];
    steps.resize(usize::from(x.max(y)), slant);
    steps
}

/// Returns a course that takes `leaps` in turn, at most `max` of them; a lame one goes each square by square.
///
/// One leap is a leap if `max` is 1, and a straight rider otherwise.
pub(crate) fn course(leaps: &[Offset], lame: bool, max: Option<u16>) -> Course {
    if !lame {
        return Course { cycle: leaps.to_vec(), stride: 1, max };
    }
    let cycle: Vec<Offset> = leaps.iter().flat_map(|leap| path(*leap)).collect();
    let stride = u16::try_from(cycle.len() / leaps.len().max(1)).unwrap_or(u16::MAX).max(1);
    Course { cycle, stride, max: max.map(|max| max.saturating_mul(stride)) }
}

/// Merges moves: those open under the same conditions become one, and no course is kept twice.
pub(crate) fn gather(moves: impl IntoIterator<Item = Term>) -> Movement {
    let mut gathered: Vec<Term> = Vec::new();
    for new in moves {
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
    Movement { moves: gathered }
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
        assert_eq!(path(Offset { dx: -1, dy: 3 }), offsets(&[(0, 1), (0, 1), (-1, 1)]));
        assert_eq!(path(Offset { dx: 2, dy: -2 }), offsets(&[(1, -1), (1, -1)]));
    }
}
