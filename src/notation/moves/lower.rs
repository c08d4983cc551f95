//! From a term to courses: what its letters mean together.

use super::course::{course, symmetric_offsets};
use super::direction::{choose, said_twice};
use super::jump;
use super::letters::{self, Gait};
use super::mistake;
use super::parse::{Atom, Letter, ParsedTerm};
use crate::model::movement::{Course, Offset, Term};
use crate::notation::Fault;

/// The largest board dimension less one: the longest leap, and the longest useful range.
pub(super) const FARTHEST: u16 = 15;

/// The order in which a rider's leaps follow each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bend {
    Straight,
    Crooked,
    Circular,
}

/// The move of one term, its faults and its warnings put where they belong.
pub(super) fn lower(
    text: &str,
    term: &ParsedTerm,
    faults: &mut Vec<Fault>,
    lints: &mut Vec<Fault>,
) -> Option<Term> {
    if let Some(first) = jump::first_leg(term) {
        let leg = lower(text, &first, faults, lints)?;
        return Some(jump::jumps(&leg.courses));
    }
    let before = faults.len();
    faults.extend(unknown_letters(text, term));
    faults.extend(unplayable_letters(text, term));
    if faults.len() == before {
        faults.extend(repeated_letters(term));
    }
    let gait = atom(text, term).map_err(|fault| faults.push(fault)).ok();
    let max =
        limit(term, gait.as_ref().is_some_and(|(_, rides)| *rides)).map_err(|fault| faults.push(fault)).ok();
    if faults.len() > before {
        return None;
    }
    let ((leaps, _), max) = (gait?, max?);
    match courses(text, term, &leaps, max, lints) {
        Ok(courses) => Some(open(term, courses)),
        Err(fault) => {
            faults.push(fault);
            None
        }
    }
}

fn open(term: &ParsedTerm, courses: Vec<Course>) -> Term {
    let (quiet, capture) = (has(term, 'm'), has(term, 'c'));
    let either = !quiet && !capture;
    Term {
        first: has(term, 'i'),
        quiet: quiet || either,
        capture: capture || either,
        courses,
        jumps: Vec::new(),
    }
}

fn has(term: &ParsedTerm, letter: char) -> bool {
    term.modifiers.iter().any(|modifier| modifier.letter == letter)
}

fn unknown_letters<'a>(text: &'a str, term: &'a ParsedTerm) -> impl Iterator<Item = Fault> + 'a {
    let known = |letter| letters::modifies(letter) || letters::unplayable(letter).is_some();
    term.modifiers.iter().filter(move |m| !known(m.letter)).map(|m| mistake::unknown(text, *m))
}

fn unplayable_letters<'a>(text: &'a str, term: &'a ParsedTerm) -> impl Iterator<Item = Fault> + 'a {
    let letters = term.modifiers.iter();
    letters.filter_map(|m| Some(mistake::not_playable(text, m.range(), letters::unplayable(m.letter)?)))
}

fn repeated_letters(term: &ParsedTerm) -> impl Iterator<Item = Fault> + '_ {
    term.modifiers.iter().enumerate().filter_map(|(i, letter)| {
        let before = term.modifiers[..i].iter().any(|earlier| earlier.letter == letter.letter);
        (before && !letters::directs(letter.letter)).then(|| said_twice(*letter))
    })
}

type Leaps = Vec<(i8, i8)>;

/// Returns the leaps of an atom, and whether it rides without a number.
fn atom(text: &str, term: &ParsedTerm) -> Result<(Leaps, bool), Fault> {
    let range = term.atom_range.clone();
    match term.atom {
        Atom::Letters(capital, times) => letters_atom(text, term, capital, times),
        Atom::Leap(Some(0), Some(0)) => Err(mistake::leap_nowhere(range)),
        Atom::Leap(Some(x), Some(y)) if x <= FARTHEST && y <= FARTHEST => {
            let leap = (i8::try_from(x).unwrap_or(0), i8::try_from(y).unwrap_or(0));
            Ok((vec![leap], false))
        }
        Atom::Leap(..) => Err(mistake::leap_too_far(text, range)),
        Atom::Bracket => Err(mistake::not_playable(text, range, "a move of several legs in brackets")),
        Atom::Broken => Err(mistake::broken_leap(text, range)),
    }
}

fn letters_atom(text: &str, term: &ParsedTerm, capital: char, times: usize) -> Result<(Leaps, bool), Fault> {
    let range = term.atom_range.clone();
    if let Some(effect) = letters::unplayable(capital) {
        return Err(mistake::not_playable(text, range, effect));
    }
    let Some(Gait { leaps, rides }) = letters::gait(capital) else {
        return Err(mistake::unknown(text, Letter { letter: capital, at: range.start }));
    };
    if times > 2 || (times == 2 && rides) {
        return Err(mistake::too_many_capitals(range, capital, rides));
    }
    Ok((leaps.to_vec(), rides || times == 2))
}

/// Returns the maximum number of leaps: by the number, or the capital.
fn limit(term: &ParsedTerm, rides: bool) -> Result<Option<u16>, Fault> {
    match &term.limit {
        None => Ok(if rides { None } else { Some(1) }),
        Some((Some(0), _)) => Ok(None),
        Some((Some(max), _)) if *max <= FARTHEST => Ok(Some(*max)),
        Some((_, range)) => Err(mistake::range_too_great(range.clone())),
    }
}

fn courses(
    text: &str,
    term: &ParsedTerm,
    leaps: &[(i8, i8)],
    max: Option<u16>,
    lints: &mut Vec<Fault>,
) -> Result<Vec<Course>, Fault> {
    let directions: Vec<Letter> =
        term.modifiers.iter().filter(|m| letters::directs(m.letter)).copied().collect();
    let bend = bend(term, max)?;
    if let Some(letter) = needs_one_atom(term).filter(|_| leaps.len() > 1) {
        return Err(mistake::two_atoms(text, term, letter, max == Some(1)));
    }
    let lame = lameness(term, leaps)?;
    let mut courses = Vec::new();
    for &(x, y) in leaps {
        let ring = symmetric_offsets(x, y);
        if bend == Bend::Circular && max.is_some_and(|max| usize::from(max) >= ring.len()) {
            return Err(mistake::full_circle(term, ring.len()));
        }
        let choice = choose(&ring, &directions)?;
        lints.extend(choice.idle.into_iter().map(|range| mistake::idle_letter(text, range)));
        for first in choice.offsets {
            let sequences = sequences(&ring, first, bend);
            let most = if bend == Bend::Circular { max.or(u16::try_from(ring.len() - 1).ok()) } else { max };
            courses.extend(sequences.iter().map(|leaps| course(leaps, lame, most)));
        }
    }
    Ok(courses)
}

fn bend(term: &ParsedTerm, max: Option<u16>) -> Result<Bend, Fault> {
    let letters: Vec<Letter> = term.modifiers.iter().filter(|m| "zq".contains(m.letter)).copied().collect();
    match letters[..] {
        [] => Ok(Bend::Straight),
        [letter] if max == Some(1) => Err(mistake::not_a_rider(term, letter)),
        [letter] => Ok(if letter.letter == 'z' { Bend::Crooked } else { Bend::Circular }),
        [_, second, ..] => Err(mistake::two_bends(second)),
    }
}

/// Returns the first modifier that makes no sense of two leaps at once.
fn needs_one_atom(term: &ParsedTerm) -> Option<Letter> {
    term.modifiers.iter().find(|m| letters::directs(m.letter) || "nzq".contains(m.letter)).copied()
}

fn lameness(term: &ParsedTerm, leaps: &[(i8, i8)]) -> Result<bool, Fault> {
    let Some(letter) = term.modifiers.iter().find(|m| m.letter == 'n') else { return Ok(false) };
    if leaps.iter().all(|&(x, y)| x.max(y) < 2) {
        return Err(mistake::never_lame(*letter));
    }
    Ok(true)
}

/// The leaps to repeat, beginning with `first`: itself, with a neighbour in the ring, or all the way round.
fn sequences(ring: &[Offset], first: Offset, bend: Bend) -> Vec<Vec<Offset>> {
    let at = ring.iter().position(|offset| *offset == first).unwrap_or(0);
    let size = ring.len();
    let (left, right) = (ring[(at + size - 1) % size], ring[(at + 1) % size]);
    match bend {
        Bend::Straight => vec![vec![first]],
        Bend::Crooked => vec![vec![first, left], vec![first, right]],
        Bend::Circular => {
            let round = (0..size).map(|i| ring[(at + i) % size]).collect();
            let back = (0..size).map(|i| ring[(at + size - i) % size]).collect();
            vec![round, back]
        }
    }
}
