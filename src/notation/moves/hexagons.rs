//! Movements on hexagons: twelve directions instead of eight.
//!
//! Directions are numbered clockwise from straight forward, by 30 degrees. The even ones lead through the sides of a cell, to its six
//! neighbours: they are the straight ones, `W` and `R`. The odd ones lead through its corners, between two neighbours, to the nearest cells
//! of the same colour: they are the diagonal ones, `F` and `B`. `K` and `Q` have all twelve. A leap of (short, long) goes so many cells one
//! way and so many another, at 60 degrees: `N` is one of twelve leaps, 1 and 2.
//!
//! One letter is the direction straight that way or, where the atom has none there, the two beside it; two crosswise letters are what lies
//! between. `h` widens a letter to half of the board. Of a leap such as `N`, one letter is the two leaps nearest to that way.
//!
//! Coordinates are those of [`Cells::Hexagons`]: forward is (0,1), and then clockwise (1,1), (1,0), (0,-1), (-1,-1), (-1,0).

use std::collections::BTreeSet;
use std::ops::Range;

use super::direction::{Choice, Directions, System};
use super::parse::Letter;
use crate::board::Cells;
use crate::model::movement::Offset;
use crate::notation::Fault;
use crate::order;

/// The number of directions.
pub(super) const fn ring(cells: Cells) -> u8 {
    match cells {
        Cells::Squares => 8,
        Cells::Hexagons => 12,
    }
}

/// The neighbours of a cell, clockwise from straight forward.
pub(super) const NEIGHBOURS: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// Returns the vector of a leap in a direction.
pub(super) fn vector(system: System, (short, long): (i8, i8), direction: u8) -> Offset {
    let at = usize::from(direction % 12) / 2;
    let (here, next) = (NEIGHBOURS[at], NEIGHBOURS[(at + 1) % 6]);
    let (by, other) = match (system, direction % 2) {
        (System::Oblique, 0) => (long, short),
        (System::Oblique, _) => (short, long),
        (_, 0) => (long, 0),
        (_, _) => (long, long),
    };
    Offset { dx: by * here.0 + other * next.0, dy: by * here.1 + other * next.1 }
}

/// Returns a vector as a leap of so many cells one way and so many at 60 degrees to it, with its direction; `None` for no leap at all.
pub(super) fn leap(offset: Offset) -> Option<((i8, i8), u8)> {
    (0..6u8).find_map(|at| {
        let (here, next) = (NEIGHBOURS[usize::from(at)], NEIGHBOURS[usize::from(at + 1) % 6]);
        let solved = |by: i8, other: i8| {
            by * here.0 + other * next.0 == offset.dx && by * here.1 + other * next.1 == offset.dy
        };
        let far = offset.dx.saturating_abs().max(offset.dy.saturating_abs());
        let ways = (1..=far).flat_map(|by| (0..=far).map(move |other| (by, other)));
        let (by, other) = ways.into_iter().find(|&(by, other)| solved(by, other))?;
        let direction = 2 * at + u8::from(other > 0 && other >= by);
        Some(((by.min(other), by.max(other)), direction))
    })
}

/// Returns all vectors of a leap of so many cells one way and so many at 60 degrees to it.
pub(super) fn images(x: i8, y: i8) -> Vec<Offset> {
    let (x, y) = (x.saturating_abs(), y.saturating_abs());
    let by = (x.min(y), x.max(y));
    let system = match by {
        (_, 0) => return Vec::new(),
        (0, _) => System::Orthogonal,
        (short, long) if short == long => System::Diagonal,
        _ => System::Oblique,
    };
    all(system).into_iter().map(|direction| vector(system, by, direction)).collect()
}

/// Returns the sides to which vectors lead, in words: forward first, then clockwise.
pub(super) fn sides(vectors: &BTreeSet<Offset>) -> Vec<&'static str> {
    let mut sides: Vec<(u8, &'static str)> = Vec::new();
    for &offset in vectors {
        let Some(((short, long), direction)) = leap(offset) else { continue };
        let straight = short == 0 || short == long;
        let words = match (straight, direction) {
            (true, 0) => "forward",
            (true, 1 | 2) => "forward to the right",
            (true, 3) => "to the right",
            (true, 4 | 5) => "back to the right",
            (true, 6) => "back",
            (true, 7 | 8) => "back to the left",
            (true, 9) => "to the left",
            (true, _) => "forward to the left",
            (false, 11 | 0) => "mostly forward",
            (false, 1) => "forward to the right",
            (false, 2 | 3) => "mostly to the right",
            (false, 4) => "back to the right",
            (false, 5 | 6) => "mostly back",
            (false, 7) => "back to the left",
            (false, 8 | 9) => "mostly to the left",
            (false, _) => "forward to the left",
        };
        sides.push((direction, words));
    }
    order::values(&mut sides);
    let mut words: Vec<&'static str> = Vec::new();
    for (_, word) in sides {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// Returns a vector turned by 60 degrees.
pub(super) fn turned(offset: Offset) -> Offset {
    Offset { dx: offset.dy, dy: offset.dy - offset.dx }
}

/// Returns how far a vector leads forward, in half cells.
pub(super) fn forward(offset: Offset) -> i8 {
    2 * offset.dy - offset.dx
}

/// The angle of a direction in degrees, clockwise from forward; those of oblique leaps lie between a straight and a diagonal one.
fn angle(system: System, direction: u8) -> i32 {
    let straight = 30 * i32::from(direction);
    match (system, direction % 2) {
        (System::Oblique, 0) => straight + 19,
        (System::Oblique, _) => straight + 11,
        _ => straight,
    }
}

/// The angle of a letter.
fn heading(letter: char) -> i32 {
    match letter {
        'f' => 0,
        'r' => 90,
        'b' => 180,
        _ => 270,
    }
}

/// Returns the angle between a direction and a letter, in degrees.
fn aside(system: System, direction: u8, letter: char) -> i32 {
    let apart = (angle(system, direction) - heading(letter)).rem_euclid(360);
    apart.min(360 - apart)
}

/// The directions of a system.
fn all(system: System) -> Vec<u8> {
    let has = |direction: &u8| match system {
        System::Orthogonal => direction.is_multiple_of(2),
        System::Diagonal => !direction.is_multiple_of(2),
        System::King | System::Oblique => true,
    };
    (0..12).filter(has).collect()
}

/// Chooses among the directions of a leg; no letters choose all of them.
pub(super) fn choose(system: System, letters: &[Letter]) -> Choice {
    let whole = all(system);
    let set = |fits: &dyn Fn(u8) -> bool| -> Directions {
        whole.iter().filter(|at| fits(**at)).fold(0, |set, at| set | 1 << at)
    };
    let every = set(&|_| true);
    let mut choice = Choice { directions: 0, idle: Vec::new() };
    if letters.is_empty() {
        choice.directions = every;
        return choice;
    }
    let nearest = |letter: char| {
        let best = whole.iter().map(|&at| aside(system, at, letter)).min().unwrap_or(0);
        set(&|at| aside(system, at, letter) == best)
    };
    let half = |letter: char| set(&|at| aside(system, at, letter) < 90);
    let mut rest = letters;
    while let [letter, tail @ ..] = rest {
        let sign = letter.letter;
        let next = tail.first().map(|next| next.letter);
        let (chosen, used) = match (sign, next) {
            ('v', _) => (nearest('f') | nearest('b'), 1),
            ('s', _) => (nearest('l') | nearest('r'), 1),
            ('f' | 'b' | 'l' | 'r', Some('h')) => (half(sign), 2),
            ('f' | 'b', Some(other @ ('l' | 'r'))) | ('l' | 'r', Some(other @ ('f' | 'b'))) => {
                (half(sign) & half(other), 2)
            }
            ('h', _) => (0, 1),
            _ => (nearest(sign), 1),
        };
        if chosen & !choice.directions == 0 {
            choice.idle.push(letter.at..rest[used - 1].range().end);
        }
        choice.directions |= chosen;
        rest = &rest[used..];
    }
    if choice.directions == every {
        choice.idle = letters.iter().map(|letter| letter.range()).collect();
    }
    choice
}

/// Returns the fault of a letter that means nothing on hexagons.
pub(super) fn odd(letter: Letter) -> Option<Fault> {
    "azqo".contains(letter.letter).then(|| not_here(letter.range()))
}

/// The fault of what can't be expressed on hexagons.
pub(super) fn not_here(range: Range<usize>) -> Fault {
    Fault::new("ferz::moves::hexagons", range, "this can't be played on hexagons yet", "only on squares")
        .help("on hexagons there are leaps, rides and hops of one leg, but no curves, castling or wrapped edges")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::moves::moves_on;

    /// The vectors of a movement, sorted.
    fn vectors(text: &str) -> Vec<(i8, i8)> {
        let (movement, lints) =
            moves_on(Cells::Hexagons, text).unwrap_or_else(|_| panic!("{text} is a movement"));
        assert_eq!(lints, [], "{text}");
        let courses = movement.moves.iter().flat_map(|term| &term.courses);
        let mut all: Vec<(i8, i8)> = courses.map(|course| (course.cycle[0].dx, course.cycle[0].dy)).collect();
        order::values(&mut all);
        all
    }

    #[test]
    fn a_cell_has_six_neighbours_and_six_corners() {
        assert_eq!(vectors("W"), [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)]);
        assert_eq!(vectors("F"), [(-2, -1), (-1, -2), (-1, 1), (1, -1), (1, 2), (2, 1)]);
        assert_eq!(vectors("K").len(), 12);
        let knight = [(-3, -2), (-3, -1), (-2, -3), (-2, 1), (-1, -3), (-1, 2)];
        let other = [(1, -2), (1, 3), (2, -1), (2, 3), (3, 1), (3, 2)];
        assert_eq!(vectors("N"), [knight, other].concat());
    }

    #[test]
    fn letters_choose_what_is_nearest_or_between() {
        for (text, chosen) in [
            ("fW", &[(0, 1)][..]),
            ("rW", &[(1, 0), (1, 1)]),
            ("frW", &[(1, 1)]),
            ("flfrW", &[(-1, 0), (1, 1)]),
            ("fhW", &[(-1, 0), (0, 1), (1, 1)]),
            ("fF", &[(-1, 1), (1, 2)]),
            ("sF", &[(-2, -1), (2, 1)]),
            ("frF", &[(1, 2)]),
            ("rhF", &[(1, -1), (1, 2), (2, 1)]),
            ("fN", &[(-1, 2), (1, 3)]),
            ("fD", &[(0, 2)]),
            ("vR", &[(0, -1), (0, 1)]),
            ("frK", &[(1, 1), (1, 2)]),
        ] {
            assert_eq!(vectors(text), chosen, "{text}");
        }
    }

    #[test]
    fn a_vector_is_a_leap_in_a_direction() {
        for (system, leaps) in [
            (System::Orthogonal, &[(0, 1), (0, 3)][..]),
            (System::Diagonal, &[(1, 1), (2, 2)]),
            (System::Oblique, &[(1, 2), (2, 3)]),
        ] {
            for &by in leaps {
                for direction in all(system) {
                    assert_eq!(
                        leap(vector(system, by, direction)),
                        Some((by, direction)),
                        "{by:?} {direction}"
                    );
                }
            }
        }
        assert_eq!(leap(Offset { dx: 0, dy: 0 }), None);
    }

    #[test]
    fn what_needs_squares_is_refused() {
        for text in ["[F?R]", "afsW", "zB", "qN", "oR", "isO2"] {
            let faults = moves_on(Cells::Hexagons, text).expect_err(text);
            assert_eq!(faults[0].code, "ferz::moves::hexagons", "{text}");
        }
    }
}
