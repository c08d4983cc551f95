//! Castling by a letter: `isO2`, as the Interactive Diagram and CECP write it.
//!
//! `O` is a term of its own. Its number says how many squares the piece moves, its directions to which sides; left and right are as White
//! sees them, whichever side castles. `i` says that the piece may not have moved, which holds in any case for the other one.

use std::ops::Range;

use super::atom::FARTHEST;
use super::parse::{Letter, Number, ParsedTerm};
use crate::model::movement::Castle;
use crate::notation::Fault;
use crate::notation::fault::quote;

/// The capital of castling.
pub(super) const LETTER: char = 'O';

const CODE: &str = "ferz::moves::bad_castling";

/// An example of what is right.
const EXAMPLE: &str = "for example, `isO2`: two squares to either side, as the piece's first move";

/// Returns the ways in which a term castles, or what is wrong with it.
pub(super) fn read(text: &str, term: &ParsedTerm) -> Result<Vec<Castle>, Fault> {
    let has = |letter: char| term.modifiers.iter().any(|m| m.letter == letter);
    if &text[term.atom_range.clone()] != "O" || !term.suffix.is_empty() {
        return Err(fault(
            term.range.clone(),
            "castling is written as a single `O` followed by a number",
            if term.suffix.is_empty() { "more than one `O`" } else { "not a number after `O`" },
        ));
    }
    if let Some(odd) = term.modifiers.iter().find(|m| !"ilrsj".contains(m.letter)) {
        return Err(means_nothing(*odd));
    }
    if let Some(twice) = (1..term.modifiers.len())
        .find(|&at| term.modifiers[..at].iter().any(|m| m.letter == term.modifiers[at].letter))
    {
        return Err(super::mistake::said_twice(term.modifiers[twice]));
    }
    let squares = match term.limit {
        Some((Number::Times(Some(squares)), _)) if (1..=FARTHEST).contains(&squares) => squares,
        _ => return Err(fault(term.range.clone(), "`O` needs the number of squares", "how far?")),
    };
    if !has('i') {
        return Err(fault(
            term.range.clone(),
            "only a piece that hasn't moved can castle",
            "no `i` for a first move",
        ));
    }
    let sides: Vec<bool> = [(false, 'l'), (true, 'r')]
        .into_iter()
        .filter(|(_, letter)| has('s') || has(*letter))
        .map(|(right, _)| right)
        .collect();
    if sides.is_empty() {
        return Err(fault(term.range.clone(), "`O` must say which side or sides to castle to", "which way?"));
    }
    Ok(sides.into_iter().map(|right| Castle { right, squares, inside: has('j') }).collect())
}

/// The fault of an `O` among the legs of a path.
pub(super) fn in_a_leg(range: Range<usize>) -> Fault {
    fault(range, "castling must be a term by itself, not a leg of another", "castling")
}

/// The fault of castling in a movement that is not the whole movement of a piece.
pub(super) fn not_here(range: Range<usize>) -> Fault {
    Fault::new(CODE, range, "castling must be part of a piece's main movement", "castling")
        .help("write it in the piece's own `moves`, or leave it out")
}

fn fault(range: Range<usize>, message: &str, label: &str) -> Fault {
    Fault::new(CODE, range, message, label).help(EXAMPLE)
}

fn means_nothing(letter: Letter) -> Fault {
    let message = format!("{} means nothing before `O`", quote(&letter.letter.to_string()));
    Fault::new(CODE, letter.range(), message, "means nothing here")
        .help("only `i`, `j` and the sides `l`, `r` and `s` can go there, as in `isO2`")
}
