//! A movement of the Interactive Diagram of chessvariants.com, read.
//!
//! The Diagram says in the letters of a movement what a game file says in `[en-passant]`: `e` beside `c` is a capture in passing, and moves that
//! may be answered by one have an `n`, or are lame leaps made first. Everything else keeps its letters. What is read is written again as the
//! Diagram reads it ([`in_diagram`](super::in_diagram)), and taken over only if that is what was there.

use super::diagram::{Asked, Leg, Term, Unsaid};
use super::parse::{self, Atom, Letter, ParsedTerm, Part};

/// A movement of the Diagram in the terms of a game file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FromDiagram {
    /// The movement, a space between its terms.
    pub(crate) moves: String,
    /// True if its captures are captures in passing, too.
    pub(crate) takes_passing: bool,
    /// True if it may be captured in passing.
    pub(crate) passes: bool,
}

/// The extra meaning of a term's letters, and the letters without it.
struct Plain {
    modifiers: Vec<Letter>,
    takes_passing: bool,
    passes: bool,
}

/// Reads a movement of the Diagram; `en_passant` is true if any piece of the diagram captures in passing, and `longest` is the number of squares
/// of the board's longer side, `odd` if it has an odd number of ranks.
///
/// # Errors
/// The first term that the Diagram reads otherwise, or that can't be read.
pub(crate) fn from_diagram(
    text: &str,
    en_passant: bool,
    (longest, odd): (u8, bool),
) -> Result<FromDiagram, Unsaid> {
    let mut found = FromDiagram::default();
    for part in parse::parse(text) {
        let Part::Term(term) = part else {
            return Err(Unsaid { range: 0..text.len(), label: "this movement can't be read" });
        };
        let own = read(text, &term, en_passant, (longest, odd), &mut found)?;
        if !found.moves.is_empty() {
            found.moves.push(' ');
        }
        found.moves += &own;
    }
    Ok(found)
}

/// Reads a term.
fn read(
    text: &str,
    term: &ParsedTerm,
    en_passant: bool,
    (longest, odd): (u8, bool),
    found: &mut FromDiagram,
) -> Result<String, Unsaid> {
    let shown = |term: &ParsedTerm, asked| Term { text, term, asked }.in_letters();
    if matches!(term.atom, Atom::Letters('O', 1)) {
        return Ok(text[term.range.clone()].to_owned());
    }
    let plain = plain(term);
    let own = ParsedTerm { modifiers: plain.modifiers, ..term.clone() };
    let asked = Asked {
        takes_passing: plain.takes_passing,
        passes: en_passant.then_some(plain.passes),
        longest,
        odd,
        ..Asked::default()
    };
    let back = Term { text, term: &own, asked }.written()?;
    if back != [shown(term, asked)?] {
        return Err(Unsaid { range: term.range.clone(), label: "the Diagram reads this otherwise" });
    }
    found.takes_passing |= plain.takes_passing;
    found.passes |= plain.passes;
    shown(&own, asked)
}

/// Returns the letters of a term without those about captures in passing, and what those say.
fn plain(term: &ParsedTerm) -> Plain {
    let has = |letter: char| term.modifiers.iter().filter(|m| m.letter == letter).count();
    let one_leg = has('a') == 0;
    let takes_passing = has('e') == 1 && has('c') == 1 && one_leg;
    let slides = matches!(term.atom, Atom::Letters('W' | 'F' | 'R' | 'B', _));
    let lame_leap = matches!(term.atom, Atom::Letters('D' | 'H' | 'A' | 'G', 1));
    let quiet = one_leg && has('m') == 1 && has('c') == 0;
    let marked = quiet && (slides && has('n') == 1 || lame_leap && has('n') == 2);
    let passes = marked || quiet && lame_leap && has('n') == 1 && has('i') > 0;
    let mut modifiers = term.modifiers.clone();
    let mut leave_out = |letter: char| {
        if let Some(at) = modifiers.iter().position(|m| m.letter == letter) {
            modifiers.remove(at);
        }
    };
    if takes_passing {
        leave_out('e');
    }
    if marked {
        leave_out('n');
    }
    Plain { modifiers, takes_passing, passes }
}

impl Term<'_> {
    /// The term in its own letters, in the order in which they are written.
    fn in_letters(&self) -> Result<String, Unsaid> {
        let known = |m: &Letter| "aio".contains(m.letter) || Leg::knows(m.letter);
        if let Some(odd) = self.term.modifiers.iter().find(|m| !known(m)) {
            return Err(Unsaid { range: odd.range(), label: "this letter isn't known" });
        }
        let round = self.term.modifiers.iter().filter(|m| m.letter == 'o').count();
        let legs = self.term.modifiers.split(|m| m.letter == 'a').map(|leg| Leg::new(leg).written());
        let legs: Vec<String> = legs.collect();
        Ok(format!("{}{}{}{}", "o".repeat(round), legs.join("a"), self.atom()?, self.range()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<FromDiagram, Unsaid> {
        from_diagram(text, true, (8, false))
    }

    #[test]
    fn a_movement_keeps_its_letters_and_en_passant_stands_elsewhere() {
        let pawn = of("fmWfceFifmnD").expect("a pawn");
        assert_eq!((pawn.moves.as_str(), pawn.takes_passing, pawn.passes), ("fmW fcF ifmnD", true, true));
        let torpedo = of("fmnW2fceF").expect("a pawn");
        assert_eq!((torpedo.moves.as_str(), torpedo.passes), ("fmW2 fcF", true));
        for (text, moves) in
            [("K", "K"), ("KisO2", "K isO2"), ("mRcpR", "mR cpR"), ("BN", "B N"), ("FyafsF", "F yafsF")]
        {
            assert_eq!(of(text).map(|found| found.moves), Ok(moves.to_owned()), "{text}");
        }
    }

    #[test]
    fn what_the_diagram_reads_otherwise_is_refused_at_its_place() {
        for (text, at) in [("WpR3", 1..4), ("nN", 0..2), ("KnD", 1..3), ("masR3", 0..5), ("K?", 0..2)] {
            assert_eq!(of(text).map_err(|unsaid| unsaid.range), Err(at), "{text}");
        }
    }
}
