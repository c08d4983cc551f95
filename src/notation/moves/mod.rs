//! The movement notation: Betza's letters with H. G. Muller's extensions.
//!
//! `parse → lower`: a text becomes terms with their places, terms become courses. The letters are lost, and
//! which of several ways of writing a movement was used.
//!
//! Points on which dialects disagree:
//!
//! - `L` is the camel (1,3) and `J` the zebra (2,3), with a warning that suggests `C` and `Z`.
//! - A doubled capital is a rider (`NN`); a spelled-out leap rides with a zero: `(1,2)0`.
//! - `fK` is the one square straight ahead, `fhK` three; letters join in pairs, so that `frN` is not `rfN`.
//! - `z` turns by 90 degrees, left and right in turn, `q` by 45 degrees, always the same way.
//! - A range holds for every leg, until `y` or `g` changes it: a ride into one step, anything else into a ride.
//! - A later leg without directions goes every way but exactly backward.
//! - A lame leap goes straight along its longer axis first, then diagonally.
//! - `m` and `c` together mean the same as neither.
//! - A letter that is unknown, or known and not yet playable, is an error with its place, never skipped.

mod atom;
mod bracket;
mod castle;
mod course;
mod describe;
#[cfg(feature = "tools")]
mod diagram;
mod direction;
#[cfg(feature = "tools")]
mod from_diagram;
mod hexagons;
mod letters;
mod lower;
mod mistake;
mod parse;
mod paths_in_words;
mod rewrite;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::Fault;
use super::fault::{MOST, bounded, foremost};
use crate::board::Cells;
use crate::model::movement::{Movement, Offset};
use parse::{Atom, ParsedTerm, Part};

#[cfg(feature = "tools")]
pub(crate) use bracket::in_legs;
pub(crate) use course::{gather, images, settle};
#[cfg(feature = "tools")]
pub(crate) use describe::describe_against;
pub(crate) use describe::{describe, step_in_words};
#[cfg(feature = "tools")]
pub(crate) use diagram::{Asked, Unsaid, in_diagram};
#[cfg(feature = "tools")]
pub(crate) use from_diagram::{FromDiagram, from_diagram};
pub use letters::SIGNS;
#[cfg(feature = "tools")]
pub(crate) use letters::{clear, directs};
pub use rewrite::{Rewriting, rewritings};
#[cfg(feature = "tools")]
pub(crate) use rewrite::{WrittenTerm, written};

/// Returns the parts of a leap, the lesser first: files and ranks, or cells one way and cells at 60 degrees to it.
pub(crate) fn leap_parts(cells: Cells, offset: Offset) -> (i8, i8) {
    let (x, y) = (offset.dx.saturating_abs(), offset.dy.saturating_abs());
    match cells {
        Cells::Squares => (x.min(y), x.max(y)),
        Cells::Hexagons => hexagons::leap(offset).map_or((0, 0), |(parts, _)| parts),
    }
}

/// Parses a movement on squares; returns it with warnings, or else everything that is wrong.
#[cfg(any(test, feature = "tools"))]
pub(crate) fn moves(text: &str) -> Result<(Movement, Vec<Fault>), Vec<Fault>> {
    moves_on(Cells::Squares, text)
}

/// Parses a movement on a board of some cells; returns it with warnings, or else everything that is wrong.
pub(crate) fn moves_on(cells: Cells, text: &str) -> Result<(Movement, Vec<Fault>), Vec<Fault>> {
    bounded(text, "ferz::moves::too_long")?;
    let parts = parse::parse(text);
    if parts.is_empty() {
        return Err(vec![mistake::empty()]);
    }
    let (terms, faults, lints) = collect(cells, text, &parts);
    match (faults.is_empty(), mistake::in_words(text)) {
        (true, _) => Ok((Movement { cells, ..gather(terms) }, foremost(lints))),
        (false, Some(fault)) => Err(vec![fault]),
        (false, None) => Err(foremost(faults)),
    }
}

/// Parses a movement that is not a piece's own, or not on all squares: castling means nothing there.
pub(crate) fn moves_alone(cells: Cells, text: &str) -> Result<(Movement, Vec<Fault>), Vec<Fault>> {
    let (movement, lints) = moves_on(cells, text)?;
    match text.find(castle::LETTER).filter(|_| !movement.castles.is_empty()) {
        Some(at) => Err(vec![castle::not_here(at..at + castle::LETTER.len_utf8())]),
        None => Ok((movement, lints)),
    }
}

/// Returns the bytes of each term of a movement.
#[cfg_attr(not(feature = "tools"), allow(dead_code))]
pub(crate) fn terms(text: &str) -> Vec<Range<usize>> {
    let range = |part| match part {
        Part::Term(ParsedTerm { range, .. }) => Some(range),
        _ => None,
    };
    parse::parse(text).into_iter().filter_map(range).collect()
}

/// Returns the text of a movement without its castling.
#[cfg(feature = "tools")]
pub(crate) fn without_castling(text: &str) -> String {
    let castles = |term: &ParsedTerm| matches!(term.atom, Atom::Letters(castle::LETTER, _));
    let mut rest = text.to_owned();
    for part in parse::parse(text).into_iter().rev() {
        if let Part::Term(term) = part
            && castles(&term)
        {
            rest.replace_range(term.range, "");
        }
    }
    rest.trim().to_owned()
}

/// Returns the movements of all terms, with all faults and all warnings.
fn collect(cells: Cells, text: &str, parts: &[Part]) -> (Vec<Movement>, Vec<Fault>, Vec<Fault>) {
    let (mut moves, mut faults, mut lints) = (Vec::new(), Vec::new(), Vec::new());
    let (mut terms, mut paths) = (Vec::new(), 0);
    for part in parts {
        if faults.len() > MOST {
            break;
        }
        match part {
            Part::Term(term) => {
                lints.extend(variants(term));
                if let Some(new) = meaning((cells, text), term, &mut faults, &mut lints) {
                    paths += new.paths.len();
                    if paths > lower::MOST_PATHS {
                        faults.push(mistake::too_many_ways(term.range.clone()));
                        break;
                    }
                    terms.push(term);
                    moves.push(new);
                }
            }
            Part::Dangling(letters) => faults.extend(mistake::dangling(text, letters)),
            Part::Lonely(range) => faults.push(mistake::lonely(text, range.clone())),
            Part::Stray(range) => faults.push(mistake::stray(text, range.clone())),
        }
    }
    if terms.len() <= MOST_COMPARED {
        lints.extend(
            idle(&moves)
                .into_iter()
                .map(|(at, later)| mistake::repeated_term(text, terms[at], later.map(|later| terms[later]))),
        );
    }
    (moves, faults, lints)
}

/// The movement of one term; its faults and its warnings are put where they belong.
fn meaning(
    (cells, text): (Cells, &str),
    term: &ParsedTerm,
    faults: &mut Vec<Fault>,
    lints: &mut Vec<Fault>,
) -> Option<Movement> {
    if let Atom::Letters(castle::LETTER, _) = term.atom {
        if cells == Cells::Hexagons {
            faults.push(hexagons::not_here(term.range.clone()));
            return None;
        }
        let castles = castle::read(text, term).map_err(|fault| faults.push(fault)).ok()?;
        return Some(Movement { castles, ..Movement::default() });
    }
    lower::lower((cells, text), term, faults, lints).map(settle)
}

/// The maximum number of terms that are compared with one another.
const MOST_COMPARED: usize = 64;

/// The indices of redundant terms, each with the first later term that says part of the same, if the terms before it do
/// not say all of it.
fn idle(moves: &[Movement]) -> Vec<(usize, Option<usize>)> {
    let mut kept = vec![true; moves.len()];
    let mut found = Vec::new();
    for at in (0..moves.len()).rev() {
        let others = (0..moves.len()).filter(|&other| other != at && kept[other]);
        let (before, later): (Vec<usize>, Vec<usize>) = others.partition(|&other| other < at);
        let covered = |by: &[usize]| moves[at].is_within(by.iter().map(|&other| &moves[other]));
        if covered(&before) {
            kept[at] = false;
            found.push((at, None));
        } else if covered(&[before, later.clone()].concat()) {
            kept[at] = false;
            found.push((at, later.into_iter().find(|&later| moves[at].meets(&moves[later]))));
        }
    }
    found
}

fn variants(term: &ParsedTerm) -> Option<Fault> {
    let Atom::Letters(capital, _) = term.atom else { return None };
    Some(mistake::clearer(term, capital, letters::clearer(capital)?))
}
