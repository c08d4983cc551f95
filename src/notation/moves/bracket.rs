//! Legs in brackets: `[F?R]`, one step diagonally, and then optionally on as a rook.
//!
//! Each leg has an atom and a range of its own. `-` says that the leg behind it must follow, `?` that the move may also end before it.
//! Directions of a later leg are relative to the leg before; without any, it goes outward: straight on if it can, else both ways at 45
//! degrees. Letters in front of the bracket choose among the whole path's images, by the square that one step of each leg leads to.

use std::collections::HashSet;

use super::atom::{self, Shape};
use super::direction::{self, System};
use super::lower::{MOST_PATHS, Modes, letter_faults, relative, repeated_letters};
use super::parse::{Bracket, Letter, ParsedTerm};
use super::{letters, mistake};
use crate::board::Cells;
use crate::board::Wrap;
use crate::model::movement::Offset;
use crate::model::path::{Ends, Leg, Path, Reach};
use crate::notation::Fault;

/// Bent movements in brackets, and the same in legs of one capital.
pub(super) const BENT: &[(&str, &str)] = &[
    ("[F?R]", "FyafsF"),
    ("[F?fsR]", "FyafsF"),
    ("[F-R]", "yafsF"),
    ("[F-fsR]", "yafsF"),
    ("[W?B]", "WyafsW"),
    ("[W?fsB]", "WyafsW"),
    ("[W-B]", "yafsW"),
    ("[W-fsB]", "yafsW"),
    ("[W-F]", "afsW"),
    ("[W-fsF]", "afsW"),
    ("[F-W]", "afsF"),
    ("[F-fsW]", "afsF"),
    ("[R?sR]", "RmasR"),
    ("[R-sR]", "masR"),
    ("[B?sB]", "BmasB"),
    ("[B-sB]", "masB"),
];

/// Returns legs of one capital that mean the same as brackets, without spaces, for programs that don't read brackets.
#[cfg(feature = "tools")]
pub(crate) fn in_legs(bracket: &str) -> Option<&'static str> {
    BENT.iter().find(|(known, _)| *known == bracket).map(|(_, legs)| *legs)
}

/// A leg in brackets, as read.
struct Part<'a> {
    term: &'a ParsedTerm,
    shape: Shape,
    modes: Modes,
    directions: Vec<Letter>,
}

/// A path under construction: its legs, its last direction, and the sum of one step of each leg.
#[derive(Clone)]
struct Course {
    legs: Vec<Leg>,
    direction: u8,
    /// The directions of all its legs.
    turns: Vec<Option<u8>>,
    sum: (i16, i16),
}

/// The paths of a term in brackets.
pub(super) fn lower(
    text: &str,
    term: &ParsedTerm,
    bracket: &Bracket,
    lints: &mut Vec<Fault>,
) -> Result<Vec<Path>, Vec<Fault>> {
    let mut faults = shape_faults(text, term, bracket);
    faults.extend(letter_faults(text, &term.modifiers));
    faults.extend(repeated_letters(&term.modifiers));
    let misplaced = |m: &&Letter| !letters::directs(m.letter) && !"imco".contains(m.letter);
    faults.extend(term.modifiers.iter().filter(misplaced).map(|m| mistake::not_before_brackets(*m)));
    let mut parts = Vec::new();
    for (index, leg) in bracket.legs.iter().enumerate() {
        match part(text, leg, index) {
            Ok(part) => parts.push(part),
            Err(new) => faults.extend(new),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let front = Modes::new(&term.modifiers);
    let round = term.modifiers.iter().filter(|m| m.letter == 'o').count();
    let bent = Bent { term, parts, front, wrap: Wrap { files: round > 0, ranks: round > 1 } };
    let one = |fault| vec![fault];
    let whole = bent.chosen(bent.courses(bent.parts.len() - 1).map_err(one)?, lints).map_err(one)?;
    let first = bent.front.first || bent.parts[0].modes.first;
    let path = |course: &Course| Path { first, ..Path::new(course.legs.clone()) };
    let mut paths = Vec::new();
    for last in (0..bracket.links.len()).filter(|&last| bracket.links[last].letter == '?') {
        // a path may end early only on the way of a whole path
        let begun: HashSet<_> = whole.iter().filter_map(|other| other.turns.get(..=last)).collect();
        let begins = |course: &&Course| begun.contains(&course.turns[..]);
        paths.extend(bent.courses(last).map_err(one)?.iter().filter(begins).map(path));
    }
    paths.extend(whole.iter().map(path));
    match paths.is_empty() {
        true => Err(vec![mistake::leads_nowhere(term.range.clone())]),
        false => Ok(paths),
    }
}

/// Finds brackets that don't hold at least two legs with links between.
fn shape_faults(text: &str, term: &ParsedTerm, bracket: &Bracket) -> Vec<Fault> {
    let range = term.atom_range.clone();
    if let Some(mess) = &bracket.mess {
        return vec![mistake::not_a_leg(text, mess.clone())];
    }
    match (bracket.closed, bracket.legs.len(), bracket.links.len()) {
        (false, ..) => vec![mistake::open_bracket(text, range)],
        (true, 0 | 1, _) => vec![mistake::one_leg(text, range, &bracket.legs)],
        (true, legs, links) if links >= legs => vec![mistake::link_to_nothing(bracket.links[legs - 1])],
        _ => term.limit.iter().map(|(_, range)| mistake::number_behind_brackets(range.clone())).collect(),
    }
}

/// Reads a leg.
fn part<'a>(text: &str, term: &'a ParsedTerm, index: usize) -> Result<Part<'a>, Vec<Fault>> {
    let mut faults = letter_faults(text, &term.modifiers);
    faults.extend(repeated_letters(&term.modifiers));
    let misplaced = |m: &&Letter| "yzqoag".contains(m.letter);
    faults.extend(term.modifiers.iter().filter(misplaced).map(|m| mistake::not_in_brackets(*m)));
    let shape = match atom::shape(Cells::Squares, text, term) {
        Ok(shape) if faults.is_empty() => shape,
        shape => return Err(faults.into_iter().chain(shape.err().into_iter().flatten()).collect()),
    };
    let modes = Modes::new(&term.modifiers);
    let directions: Vec<Letter> =
        term.modifiers.iter().filter(|m| letters::directs(m.letter)).copied().collect();
    match modes.faults(&term.modifiers, &shape, shape.reach, index == 0) {
        Some(fault) => Err(vec![fault]),
        None => Ok(Part { term, shape, modes, directions }),
    }
}

/// A bent movement.
struct Bent<'a> {
    term: &'a ParsedTerm,
    parts: Vec<Part<'a>>,
    /// The letters in front of the brackets.
    front: Modes,
    wrap: Wrap,
}

impl Bent<'_> {
    /// Returns the courses that end with a leg, in all directions.
    fn courses(&self, last: usize) -> Result<Vec<Course>, Fault> {
        let mut courses = vec![Course { legs: Vec::new(), direction: 0, turns: Vec::new(), sum: (0, 0) }];
        for index in 0..=last {
            let (part, mut longer) = (&self.parts[index], Vec::new());
            let ends = self.ends(part, index == last)?;
            let reach = if part.modes.first && index > 0 { Reach::Same } else { part.shape.reach };
            for course in courses {
                let add = |direction: Option<u8>| {
                    let cycle: Vec<Offset> = direction.map(|d| part.shape.vector(d)).into_iter().collect();
                    let step = cycle.first().copied().unwrap_or(Offset { dx: 0, dy: 0 });
                    let leg = part.modes.leg(Leg::new(cycle, reach, ends), &part.shape, self.wrap);
                    let mut next = course.clone();
                    next.legs.push(leg);
                    next.turns.push(direction);
                    next.direction = direction.unwrap_or(course.direction);
                    next.sum = (course.sum.0 + i16::from(step.dx), course.sum.1 + i16::from(step.dy));
                    next
                };
                if part.shape.anywhere {
                    longer.push(add(None));
                    continue;
                }
                let open = match index {
                    0 => {
                        direction::choose((Cells::Squares, part.shape.system), false, &part.directions)?
                            .directions
                    }
                    _ => self.later(index, &course)?,
                };
                longer.extend((0..8).filter(|d| open >> d & 1 != 0).map(|direction| add(Some(direction))));
                if longer.len() > MOST_PATHS {
                    return Err(mistake::too_many_ways(self.term.range.clone()));
                }
            }
            courses = longer;
        }
        Ok(courses)
    }

    /// Returns the permitted content of the square where a leg ends.
    fn ends(&self, part: &Part<'_>, last: bool) -> Result<Ends, Fault> {
        let hop = part.term.modifiers.iter().find(|m| m.letter == 'p');
        match hop.filter(|_| last) {
            Some(hop) => Err(mistake::hop_at_the_end(*hop)),
            None if last && part.modes.ends == Ends::NOTHING && self.front.ends != Ends::NOTHING => {
                Ok(self.front.ends)
            }
            None => Ok(part.modes.ends(last)),
        }
    }

    /// Returns the directions of a later leg, seen from the board.
    fn later(&self, index: usize, course: &Course) -> Result<direction::Directions, Fault> {
        let (part, before) = (&self.parts[index], self.parts[index - 1].shape.system);
        let system = part.shape.system;
        let turned = |relative: direction::Directions| direction::turned(relative, course.direction);
        if part.directions.is_empty() {
            return Ok(outward(&part.shape, self.parts[index - 1].shape.vector(course.direction)));
        }
        let oblique = [before, system].contains(&System::Oblique);
        if before == System::Oblique || oblique && course.direction % 2 == 1 {
            return Err(mistake::oblique_turn(part.term.range.clone()));
        }
        let chosen = match system {
            System::Oblique => turned(
                direction::choose((Cells::Squares, System::Oblique), false, &part.directions)?.directions,
            ),
            _ => turned(relative(System::King, &part.directions)?),
        };
        Ok(chosen & system.all())
    }

    /// Chooses the courses that the letters in front of the brackets name.
    fn chosen(&self, courses: Vec<Course>, lints: &mut Vec<Fault>) -> Result<Vec<Course>, Fault> {
        let letters: Vec<Letter> =
            self.term.modifiers.iter().filter(|m| letters::directs(m.letter)).copied().collect();
        let mut chosen = Vec::new();
        for (index, course) in courses.into_iter().enumerate() {
            let (system, direction) = image(&course);
            let choice = direction::choose((Cells::Squares, system), false, &letters)?;
            if index == 0 && !letters.is_empty() && choice.directions == system.all() {
                lints.extend(choice.idle.into_iter().map(mistake::idle_direction));
            }
            if choice.directions >> direction & 1 != 0 {
                chosen.push(course);
            }
        }
        Ok(chosen)
    }
}

/// Returns the direction that a course leads to, and the system it belongs to.
fn image(course: &Course) -> (System, u8) {
    let (x, y) = if course.sum == (0, 0) { first_step(course) } else { course.sum };
    let system = match (x == 0 || y == 0, x.abs() == y.abs()) {
        (true, _) => System::Orthogonal,
        (_, true) => System::Diagonal,
        _ => System::Oblique,
    };
    let direction = match (x.signum(), y.signum(), y.abs() > x.abs(), system) {
        (0, 1, ..) => 0,
        (1, 0, ..) => 2,
        (0, -1, ..) => 4,
        (-1, 0, ..) => 6,
        (1, 1, upright, System::Oblique) => u8::from(!upright),
        (1, -1, upright, System::Oblique) => 2 + u8::from(upright),
        (-1, -1, upright, System::Oblique) => 4 + u8::from(!upright),
        (_, _, upright, System::Oblique) => 6 + u8::from(upright),
        (1, 1, ..) => 1,
        (1, -1, ..) => 3,
        (-1, -1, ..) => 5,
        _ => 7,
    };
    (system, direction)
}

fn first_step(course: &Course) -> (i16, i16) {
    let step = course.legs.iter().find_map(|leg| leg.cycle.first());
    step.map_or((0, 1), |step| (i16::from(step.dx), i16::from(step.dy)))
}

/// Returns the directions of a leg without letters: those nearest to the vector of the leg before, which is one, or two as near as each
/// other.
fn outward(shape: &Shape, before: Offset) -> direction::Directions {
    let (x, y) = (f64::from(before.dx), f64::from(before.dy));
    let nearness = |direction: u8| {
        let v = shape.vector(direction);
        let (a, b) = (f64::from(v.dx), f64::from(v.dy));
        (a * x + b * y) / (a.hypot(b) * x.hypot(y)).max(f64::MIN_POSITIVE)
    };
    let open = (0..8u8).filter(|direction| shape.system.all() >> direction & 1 != 0);
    let best = open.clone().map(nearness).fold(-1.0, f64::max);
    open.filter(|&direction| nearness(direction) > best - 1e-9).fold(0, |set, direction| set | 1 << direction)
}

#[cfg(test)]
mod tests {
    use super::BENT;
    use crate::notation::moves::moves;

    #[test]
    fn bent_movements_and_legs_are_alike() {
        for (bracket, legs) in BENT {
            let read = |text: &str| moves(text).unwrap_or_else(|_| panic!("{text} is a movement")).0;
            assert!(crate::compare::movements_alike(&read(bracket), &read(legs)), "{bracket} and {legs}");
        }
    }
}
