//! Direction letters: which of an atom's directions are meant.
//!
//! | atom       | letters                                                                               |
//! | ---------- | ------------------------------------------------------------------------------------- |
//! | orthogonal | each adds its direction: `frW` is forward and right                                   |
//! | diagonal   | one letter is two directions, two crosswise letters the corner between: `fF`, `frF`   |
//! | oblique    | one letter is the long axis (`fN`), two crosswise letters half and long axis (`frN`); |
//! |            | `fh` a half, `hl` and `hr` those that turn left or right after going straight,        |
//! |            | `ff` as `f`                                                                           |

use std::ops::Range;

use super::parse::Letter;
use crate::model::movement::Offset;
use crate::notation::Fault;
use crate::notation::fault::quote;

/// The directions chosen, and the letters that chose nothing.
pub(super) struct Choice {
    pub(super) offsets: Vec<Offset>,
    pub(super) idle: Vec<Range<usize>>,
}

/// The directions that one letter or one pair of letters selects.
enum Group {
    /// Directions into a half of the board.
    Half(char),
    /// Directions whose long axis points there.
    Long(char),
    /// Directions into a half with a long axis.
    Both(char, char),
    /// Directions that turn left, or right, after going straight.
    Turn(char),
}

/// Chooses among all the directions of one leap; no letters choose all.
pub(super) fn choose(all: &[Offset], letters: &[Letter]) -> Result<Choice, Fault> {
    let mut choice = Choice { offsets: Vec::new(), idle: Vec::new() };
    let Some(first) = all.first() else { return Ok(choice) };
    if letters.is_empty() {
        choice.offsets = all.to_vec();
        return Ok(choice);
    }
    let oblique = all.len() == 8;
    let straight = first.dx == 0;
    let mut rest = letters;
    while let [letter, tail @ ..] = rest {
        let next = tail.first().copied();
        let (group, taken) = if oblique {
            oblique_group(*letter, next)?
        } else {
            plain_group(*letter, next, straight, letters)?
        };
        let range = letter.at..rest[taken - 1].range().end;
        rest = &rest[taken..];
        let before = choice.offsets.len();
        for offset in all.iter().filter(|offset| group.holds(**offset)) {
            if !choice.offsets.contains(offset) {
                choice.offsets.push(*offset);
            }
        }
        if choice.offsets.len() == before {
            choice.idle.push(range);
        }
    }
    if choice.offsets.len() == all.len() {
        choice.idle = letters.iter().map(|letter| letter.range()).collect();
    }
    choice.offsets = all.iter().filter(|offset| choice.offsets.contains(offset)).copied().collect();
    Ok(choice)
}

impl Group {
    fn holds(&self, offset: Offset) -> bool {
        match *self {
            Group::Half(side) => half(side, offset),
            Group::Long(side) => long(side, offset),
            Group::Both(side, axis) => half(side, offset) && long(axis, offset),
            Group::Turn(side) => turn(offset) == side,
        }
    }
}

/// Returns `true` if a displacement points into a half of the board.
fn half(side: char, Offset { dx, dy }: Offset) -> bool {
    match side {
        'f' => dy > 0,
        'b' => dy < 0,
        'l' => dx < 0,
        'r' => dx > 0,
        'v' => dy != 0,
        _ => dx != 0,
    }
}

/// Returns `true` if the longer component of a displacement points to that side; of equal components, if either does.
fn long(side: char, offset: Offset) -> bool {
    let upright = offset.dy.unsigned_abs() >= offset.dx.unsigned_abs();
    let level = offset.dx.unsigned_abs() >= offset.dy.unsigned_abs();
    half(side, offset) && if vertical(side) { upright } else { level }
}

/// Returns the side to which an oblique leap turns after its straight part.
fn turn(Offset { dx, dy }: Offset) -> char {
    let upright = dy.unsigned_abs() > dx.unsigned_abs();
    if upright == ((dx > 0) == (dy > 0)) { 'r' } else { 'l' }
}

fn vertical(side: char) -> bool {
    "fbv".contains(side)
}

fn crosswise(a: char, b: char) -> bool {
    a != 'h' && b != 'h' && vertical(a) != vertical(b)
}

fn oblique_group(letter: Letter, next: Option<Letter>) -> Result<(Group, usize), Fault> {
    let side = letter.letter;
    match (side, next.map(|next| next.letter)) {
        ('f' | 'b' | 'l' | 'r', Some('h')) => Ok((Group::Half(side), 2)),
        ('h', Some(turn @ ('l' | 'r'))) => Ok((Group::Turn(turn), 2)),
        ('h', _) | (_, Some('h')) => Err(half_of_nothing(letter, next)),
        ('f' | 'b' | 'l' | 'r', Some(same)) if same == side => Ok((Group::Long(side), 2)),
        ('v' | 's', Some(other)) | (other, Some('v' | 's')) if other != side && !crosswise(side, other) => {
            Err(unclear(letter, next))
        }
        (_, Some(axis)) if crosswise(side, axis) => Ok((Group::Both(side, axis), 2)),
        _ => Ok((Group::Long(side), 1)),
    }
}

fn plain_group(
    letter: Letter,
    next: Option<Letter>,
    straight: bool,
    letters: &[Letter],
) -> Result<(Group, usize), Fault> {
    let side = letter.letter;
    if side == 'h' {
        return Err(half_of_nothing(letter, None));
    }
    if letters.iter().any(|other| other.letter == side && other.at < letter.at) {
        return Err(said_twice(letter));
    }
    let other = next.map(|next| next.letter).filter(|next| !straight && crosswise(side, *next));
    Ok(match other {
        Some(axis) => (Group::Both(side, axis), 2),
        None => (Group::Half(side), 1),
    })
}

fn half_of_nothing(letter: Letter, next: Option<Letter>) -> Fault {
    let h = if letter.letter == 'h' { letter } else { next.unwrap_or(letter) };
    let message =
        "`h` halves the eight directions of an oblique leap such as N, and needs a letter beside it";
    Fault::new("ferz::moves::unclear_direction", h.range(), message, "`h` halves nothing here")
        .help("write `fh`, `bh`, `lh` or `rh` for a half, `hl` or `hr` for the leaps that turn left or right")
}

fn unclear(letter: Letter, next: Option<Letter>) -> Fault {
    let next = next.unwrap_or(letter);
    let (a, b) = (letter.letter, next.letter);
    let message = format!("{} can be read in two ways", quote(&format!("{a}{b}")));
    let general = if "vs".contains(a) { a } else { b };
    let special = if general == a { b } else { a };
    Fault::new(
        "ferz::moves::unclear_direction",
        letter.at..next.range().end,
        message,
        "one says more than the other",
    )
    .help(format!("write `{general}` for both directions, or `{special}` for the one"))
}

/// Finds a letter that has been written before.
pub(super) fn said_twice(letter: Letter) -> Fault {
    let quoted = quote(&letter.letter.to_string());
    Fault::new(
        "ferz::moves::repeated_letter",
        letter.range(),
        format!("{quoted} is said twice"),
        "said before",
    )
    .help("leave one of them out")
}
