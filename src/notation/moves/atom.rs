//! Atoms: the vectors that a capital, a spelled-out leap and the letters behind them stand for.

use super::direction::System;
use super::letters::{self, Gait};
use super::mistake;
use super::parse::{Atom, Letter, Number, ParsedTerm};
use super::{castle, hexagons};
use crate::board::Cells;
use crate::model::movement::Offset;
use crate::model::path::Reach;
use crate::notation::Fault;

/// The largest board dimension less one: the longest leap, and the longest useful range.
pub(super) const FARTHEST: u16 = 15;

/// The vectors of a term, and how far it goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) cells: Cells,
    pub(super) system: System,
    /// The lesser and the greater component of its leap.
    leap: (i8, i8),
    /// True for the letters that ride by themselves: the effect of a change of range depends on it.
    rides: bool,
    /// True if it leads to any square at all.
    pub(super) anywhere: bool,
    pub(super) reach: Reach,
}

/// The one-square steps in the eight directions.
const UNITS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Shape {
    /// Returns the vector in a direction. A straight or diagonal leap turned by 45 degrees becomes the other.
    pub(super) fn vector(&self, direction: u8) -> Offset {
        let (short, long) = self.leap;
        if self.cells == Cells::Hexagons {
            return hexagons::vector(self.system, self.leap, direction);
        }
        let at = usize::from(direction % 8);
        let (dx, dy) = match self.system {
            System::Oblique => [
                (short, long),
                (long, short),
                (long, -short),
                (short, -long),
                (-short, -long),
                (-long, -short),
                (-long, short),
                (-short, long),
            ][at],
            _ => (UNITS[at].0 * long, UNITS[at].1 * long),
        };
        Offset { dx, dy }
    }

    /// Returns `true` if its leaps have squares on their way.
    pub(super) fn jumps(&self) -> bool {
        self.leap.1 > 1
    }

    /// Returns the range of a leg after this many changes of range, which depend on the capital and drop the number.
    pub(super) fn reach_after(&self, changes: usize) -> Reach {
        match (changes, changes % 2 == 1, self.rides) {
            (0, ..) => self.reach,
            (_, true, true) | (_, false, false) => Reach::Most(1),
            _ => Reach::Unlimited,
        }
    }
}

/// Returns the shape of a term's atom, or everything that is wrong with it.
pub(super) fn shape(cells: Cells, text: &str, term: &ParsedTerm) -> Result<Shape, Vec<Fault>> {
    let leap = leap(text, term);
    let reach = reach(term, leap.as_ref().is_ok_and(|leap| leap.rides || leap.doubled));
    match (leap, reach) {
        (Ok(Leap { system, leap, rides, anywhere, .. }), Ok(reach)) => {
            Ok(Shape { cells, system, leap, rides, anywhere, reach })
        }
        (leap, reach) => Err(leap.err().into_iter().chain(reach.err()).collect()),
    }
}

/// An atom without its range.
struct Leap {
    system: System,
    leap: (i8, i8),
    rides: bool,
    doubled: bool,
    anywhere: bool,
}

fn leap(text: &str, term: &ParsedTerm) -> Result<Leap, Fault> {
    let range = term.atom_range.clone();
    let plain = |x: i8, y: i8| Leap {
        system: system(x, y),
        leap: (x.min(y), x.max(y)),
        rides: false,
        doubled: false,
        anywhere: false,
    };
    let leap = match term.atom {
        Atom::Letters('U', 1) => return Ok(Leap { anywhere: true, ..plain(0, 1) }),
        Atom::Letters(capital, times) => letters_leap(text, term, capital, times)?,
        Atom::Leap(Some(0), Some(0)) => return Err(mistake::leap_nowhere(range)),
        Atom::Leap(Some(x), Some(y)) if x <= FARTHEST && y <= FARTHEST => {
            plain(i8::try_from(x).unwrap_or(0), i8::try_from(y).unwrap_or(0))
        }
        Atom::Leap(..) => return Err(mistake::leap_too_far(text, range)),
        Atom::Bracket(_) | Atom::Broken => return Err(mistake::broken_leap(text, range)),
    };
    lengthened(text, term, leap)
}

fn system(x: i8, y: i8) -> System {
    match (x.min(y), x.max(y)) {
        (0, _) => System::Orthogonal,
        (short, long) if short == long => System::Diagonal,
        _ => System::Oblique,
    }
}

fn letters_leap(text: &str, term: &ParsedTerm, capital: char, times: usize) -> Result<Leap, Fault> {
    let range = term.atom_range.clone();
    if capital == castle::LETTER {
        return Err(castle::in_a_leg(range));
    }
    if let Some(effect) = letters::unplayable(capital) {
        return Err(mistake::not_playable(text, range, effect));
    }
    let Some(Gait { leaps, rides }) = letters::gait(capital) else {
        return Err(mistake::unknown(text, Letter { letter: capital, at: range.start }));
    };
    if times > 2 || (times == 2 && rides) {
        return Err(mistake::too_many_capitals(range, capital, rides));
    }
    let (system, leap) = match leaps {
        &[(x, y)] => (system(x, y), (x.min(y), x.max(y))),
        _ => (System::King, (1, 1)),
    };
    Ok(Leap { system, leap, rides, doubled: times == 2, anywhere: false })
}

/// Lengthens a leap by the letters behind its capital: `X` adds 3 to the longer coordinate, `Y` 2 to both.
fn lengthened(text: &str, term: &ParsedTerm, leap: Leap) -> Result<Leap, Fault> {
    let Some(first) = term.suffix.first() else { return Ok(leap) };
    if leap.rides || leap.doubled || leap.system == System::King {
        return Err(mistake::not_lengthened(*first));
    }
    let (mut x, mut y) = leap.leap;
    for letter in &term.suffix {
        (x, y) = if letter.letter == 'X' { (x, y.saturating_add(3)) } else { (x + 2, y.saturating_add(2)) };
        if y > FARTHEST as i8 {
            return Err(mistake::leap_too_far(text, term.atom_range.start..letter.range().end));
        }
    }
    Ok(Leap { system: system(x, y), leap: (x, y), ..leap })
}

/// Returns how far a term goes: by the number, or the capital.
fn reach(term: &ParsedTerm, rides: bool) -> Result<Reach, Fault> {
    match &term.limit {
        None if rides => Ok(Reach::Unlimited),
        None => Ok(Reach::Most(1)),
        Some((Number::Half, _)) => Ok(Reach::Half),
        Some((Number::Times(Some(0)), _)) => Ok(Reach::Unlimited),
        Some((Number::Times(Some(max)), _)) if *max <= FARTHEST => Ok(Reach::Most(*max)),
        Some((_, range)) => Err(mistake::range_too_great(range.clone())),
    }
}
