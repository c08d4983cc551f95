//! Direction letters: which of an atom's directions are meant.
//!
//! Directions are numbered clockwise from straight forward, by 45 degrees: 0 is forward, 1 forward to the right, and so on. An oblique
//! leap has directions of its own, 0 being forward and slightly to the right, 1 to the right and slightly forward.
//!
//! | leg                    | letters                                                                               |
//! | ---------------------- | ------------------------------------------------------------------------------------- |
//! | orthogonal             | each adds its direction: `frW` is forward and right                                   |
//! | diagonal               | one letter is two directions, two crosswise letters the corner between: `fF`, `frF`   |
//! | `K`, `Q`, a later leg  | one letter is one direction, two crosswise letters the corner between, `fh` is three  |
//! | oblique                | one letter is the long axis (`fN`), two crosswise letters half and long axis (`frN`); |
//! |                        | `fh` a half, `hl` and `hr` those that turn left or right after going straight         |
//!
//! Each letter joins with the next one only; letters that don't join add up. So the order of letters counts: `frN` is not `rfN`.

use std::ops::Range;

use super::hexagons;
use super::parse::Letter;
use crate::board::Cells;
use crate::notation::Fault;

/// A set of directions, one bit each: eight on squares, twelve on hexagons.
pub(super) type Directions = u16;

/// The letters of a leg that the directions depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum System {
    Orthogonal,
    Diagonal,
    /// King and queen, and every leg but the first.
    King,
    Oblique,
}

/// The directions chosen, and the letters that chose nothing.
pub(super) struct Choice {
    pub(super) directions: Directions,
    pub(super) idle: Vec<Range<usize>>,
}

/// All eight directions, the four straight ones, the four diagonal ones.
pub(super) const ALL: Directions = 0xFF;
pub(super) const STRAIGHT: Directions = 0b0101_0101;
pub(super) const SLANTING: Directions = 0b1010_1010;
/// All but exactly backward: a later leg without letters.
pub(super) const ONWARD: Directions = ALL & !(1 << 4);

/// A set of directions by their numbers.
const fn set(numbers: &[u8]) -> Directions {
    let (mut set, mut at) = (0, 0);
    while at < numbers.len() {
        set |= 1 << numbers[at];
        at += 1;
    }
    set
}

impl System {
    /// The directions that a leg of the system has on squares.
    pub(super) const fn all(self) -> Directions {
        match self {
            Self::Orthogonal => STRAIGHT,
            Self::Diagonal => SLANTING,
            Self::King | Self::Oblique => ALL,
        }
    }
}

/// Returns directions turned round by another.
pub(super) const fn turned(directions: Directions, by: u8) -> Directions {
    let wide = directions << (by % 8);
    (wide | wide >> 8) & ALL
}

/// The directions of a letter by itself.
fn narrow(letter: char, system: System) -> Directions {
    match (letter, system == System::Oblique) {
        ('f', false) => set(&[0]),
        ('r', false) => set(&[2]),
        ('b', false) => set(&[4]),
        ('l', false) => set(&[6]),
        ('v', false) => set(&[0, 4]),
        (_, false) => set(&[2, 6]),
        ('f', true) => set(&[7, 0]),
        ('r', true) => set(&[1, 2]),
        ('b', true) => set(&[3, 4]),
        ('l', true) => set(&[5, 6]),
        ('v', true) => set(&[0, 3, 4, 7]),
        (_, true) => set(&[1, 2, 5, 6]),
    }
}

/// The directions into the half of the board that a letter names.
fn wide(letter: char, system: System) -> Directions {
    match (letter, system == System::Oblique) {
        ('f', false) => set(&[7, 0, 1]),
        ('r', false) => set(&[1, 2, 3]),
        ('b', false) => set(&[3, 4, 5]),
        ('l', false) => set(&[5, 6, 7]),
        ('v', false) => set(&[7, 0, 1, 3, 4, 5]),
        (_, false) => set(&[1, 2, 3, 5, 6, 7]),
        ('f', true) => set(&[6, 7, 0, 1]),
        ('r', true) => set(&[0, 1, 2, 3]),
        ('b', true) => set(&[2, 3, 4, 5]),
        ('l', true) => set(&[4, 5, 6, 7]),
        (_, true) => narrow(letter, system),
    }
}

/// Chooses among the directions of a leg; no letters choose all of them, or all but backward on a later leg.
pub(super) fn choose(
    (cells, system): (Cells, System),
    later: bool,
    letters: &[Letter],
) -> Result<Choice, Fault> {
    if cells == Cells::Hexagons {
        return Ok(hexagons::choose(system, letters));
    }
    let system = if later { System::King } else { system };
    let mut choice = Choice { directions: 0, idle: Vec::new() };
    if letters.is_empty() {
        choice.directions = if later { ONWARD } else { system.all() };
        return Ok(choice);
    }
    let mut rest = letters;
    while let [letter, tail @ ..] = rest {
        let (chosen, used) = group(system, *letter, tail.first().copied())?;
        let range = letter.at..rest[used - 1].range().end;
        rest = &rest[used..];
        let chosen = chosen & system.all();
        if chosen & !choice.directions == 0 {
            choice.idle.push(range);
        }
        choice.directions |= chosen;
    }
    if choice.directions == system.all() {
        choice.idle = letters.iter().map(|letter| letter.range()).collect();
    }
    Ok(choice)
}

/// Returns the directions of a letter with the one behind it, and how many letters that takes.
fn group(system: System, letter: Letter, next: Option<Letter>) -> Result<(Directions, usize), Fault> {
    let (side, other) = (letter.letter, next.map(|next| next.letter));
    let alone = |directions| Ok((directions, 1));
    match (side, other, system) {
        ('h', Some('r'), System::Oblique) => return Ok((set(&[0, 2, 4, 6]), 2)),
        ('h', Some('l'), System::Oblique) => return Ok((set(&[1, 3, 5, 7]), 2)),
        ('f' | 'b' | 'l' | 'r', Some('h'), System::King | System::Oblique) => {
            return Ok((wide(side, system), 2));
        }
        ('h', ..) => return Err(half_of_nothing(letter)),
        (_, Some('h'), _) => return Err(half_of_nothing(next.unwrap_or(letter))),
        _ => {}
    }
    let Some(other) = other else {
        return alone(if system == System::Diagonal { wide(side, system) } else { narrow(side, system) });
    };
    let both = wide(side, system) & wide(other, system);
    match system {
        System::Orthogonal => alone(narrow(side, system)),
        // the four diagonals: a corner, or a letter by itself
        System::Diagonal if both & SLANTING != 0 => Ok((both, 2)),
        System::Diagonal => alone(wide(side, system)),
        System::King if both == 0 => alone(narrow(side, system)),
        System::King if narrow(side, system) & wide(other, system) != 0 => Ok((narrow(side, system), 2)),
        System::King => Ok((both, 2)),
        System::Oblique => match wide(side, system) & narrow(other, system) {
            0 => alone(narrow(side, system)),
            corner => Ok((corner, 2)),
        },
    }
}

fn half_of_nothing(h: Letter) -> Fault {
    let message = "`h` widens a direction, but there is none to widen here";
    Fault::new("ferz::moves::unclear_direction", h.range(), message, "`h` widens nothing here").help(
        "write `fh`, `bh`, `lh` or `rh` for half the directions of an oblique leap, a king or a queen, or `hl` or `hr` for the oblique \
         leaps that turn left or right",
    )
}
