//! Captures by jumping: the one move of two legs that can be played, `cafmF`.
//!
//! The first leg takes (`c`), the second (`a`) goes on in the same direction (`f`) without taking (`m`). Direction letters before
//! the `c` or behind it choose the directions of the first leg; an atom that rides jumps from afar and comes down anywhere behind.

use super::parse::{Letter, ParsedTerm};
use crate::model::movement::{Course, Jump, Term};

/// Returns the term with only the direction letters of its first leg, if it is such a jump.
pub(super) fn first_leg(term: &ParsedTerm) -> Option<ParsedTerm> {
    let again = term.modifiers.iter().position(|m| m.letter == 'a')?;
    let (first, second) = term.modifiers.split_at(again);
    let letters = |legs: &[Letter]| legs.iter().map(|m| m.letter).collect::<String>();
    let jumps = matches!(letters(&second[1..]).as_str(), "fm" | "mf");
    let takes = first.iter().filter(|m| m.letter == 'c').count() == 1;
    let directions: Vec<Letter> = first.iter().filter(|m| m.letter != 'c').copied().collect();
    let only_directions = directions.iter().all(|m| super::letters::directs(m.letter));
    (jumps && takes && only_directions).then(|| ParsedTerm { modifiers: directions, ..term.clone() })
}

/// Returns the jumps along some courses, each a leap or a ride.
pub(super) fn jumps(courses: &[Course]) -> Term {
    let jump = |course: &Course| Jump { step: course.cycle[0], reach: course.max, land: course.max };
    Term {
        first: false,
        quiet: false,
        capture: true,
        courses: Vec::new(),
        jumps: courses.iter().map(jump).collect(),
    }
}
