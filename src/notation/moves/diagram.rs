//! A movement as the Interactive Diagram of chessvariants.com reads it.
//!
//! The Diagram reads the same letters, so that a movement keeps its own. What it reads differently is written differently, if possible
//! with letters on which it agrees, and refused at its place if not:
//!
//! | written here | read there | so it becomes |
//! | --- | --- | --- |
//! | `L`, `J` | as here, but not by XBoard | `C`, `Z` |
//! | `(1,4)` | not at all | `FX`, by the letters that lengthen a leap |
//! | `nN`, `nC`, `nZ` | lame in other ways | legs: `afsW`, `afafsW`, `afsafW` |
//! | `nD`, `nH` sideways | as if it were not lame | legs: `vnDsafW` |
//! | `[F?R]` and the like | only some of them | legs, where these say it: `FyafsF` |
//! | a number, with several legs | on the first leg only | refused |
//! | `pR3`, `jR` | one step beyond | refused |
//! | `zR` without a number | not to the far corner | refused |
//! | `afsafzW` | as a curve | both ways: `aflafrWafraflW` |
//! | `(az)N`, `t` | not at all | refused |

use std::ops::Range;

use super::bracket::in_legs;
use super::letters::{clear, directs, gait};
use super::parse::{self, Atom, Letter, Number, ParsedTerm, Part};
use crate::board::Wrap;

/// The extra meaning that the letters of a movement are to have there, from other tables of the game file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asked {
    /// All of it is for first moves only.
    pub(crate) first: bool,
    /// Captures are captures in passing, too.
    pub(crate) takes_passing: bool,
    /// True if it may be captured in passing; `None` if nothing is.
    pub(crate) passes: Option<bool>,
    /// The edges that all pieces go round.
    pub(crate) wrap: Wrap,
    /// The board's longer side.
    pub(crate) longest: u8,
    /// True if the board has an odd number of ranks.
    pub(crate) odd: bool,
}

/// A movement that can't be expressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unsaid {
    pub(crate) range: Range<usize>,
    pub(crate) label: &'static str,
}

/// The letters for what a leg does, and the others, in the order in which they are written.
const MODES: &str = "mcdekx";
const OTHERS: &str = "pgynzqu";

/// Writes a movement down as the Diagram reads it, without spaces.
pub(crate) fn in_diagram(text: &str, asked: Asked) -> Result<String, Unsaid> {
    let mut written = String::new();
    for part in parse::parse(text) {
        let Part::Term(term) = part else {
            return Err(Unsaid { range: 0..text.len(), label: "this movement" });
        };
        for one in (Term { text, term: &term, asked }).written()? {
            append(&mut written, &one);
        }
    }
    Ok(written)
}

/// Appends a term, so that its capital isn't read as the range of the one before.
fn append(written: &mut String, term: &str) {
    let last = written.chars().last().filter(char::is_ascii_uppercase);
    if last.is_some_and(|last| term.starts_with([last, 'X', 'Y'])) {
        written.push('1');
    }
    written.push_str(term);
}

/// A term to be written.
#[derive(Clone, Copy)]
pub(super) struct Term<'a> {
    pub(super) text: &'a str,
    pub(super) term: &'a ParsedTerm,
    pub(super) asked: Asked,
}

/// The letters of a leg, by what they say.
#[derive(Clone, Default)]
pub(super) struct Leg {
    pub(super) first: bool,
    directions: String,
    pub(super) modes: String,
    pub(super) others: String,
}

impl Leg {
    pub(super) fn new(letters: &[Letter]) -> Self {
        let all = |known: &dyn Fn(char) -> bool| {
            letters.iter().map(|m| m.letter).filter(|letter| known(*letter)).collect::<String>()
        };
        let ordered = |order: &str, own: &str| {
            let times = |letter: char| own.chars().filter(|one| *one == letter).count();
            order.chars().flat_map(|letter| std::iter::repeat_n(letter, times(letter))).collect::<String>()
        };
        Self {
            first: letters.iter().any(|m| m.letter == 'i'),
            directions: all(&directs),
            modes: ordered(MODES, &all(&|letter| MODES.contains(letter))),
            others: ordered(OTHERS, &all(&|letter| OTHERS.contains(letter))),
        }
    }

    /// Returns `true` if a letter is one of a leg.
    pub(super) fn knows(letter: char) -> bool {
        directs(letter) || MODES.contains(letter) || OTHERS.contains(letter)
    }

    fn has(&self, letter: char) -> bool {
        self.modes.contains(letter) || self.others.contains(letter)
    }

    fn captures(&self) -> bool {
        self.modes.is_empty() || self.modes.contains('c')
    }

    pub(super) fn written(&self) -> String {
        let first = if self.first { "i" } else { "" };
        format!("{first}{}{}{}", self.directions, self.modes, self.others)
    }
}

impl Term<'_> {
    pub(super) fn unsaid<T>(&self, label: &'static str) -> Result<T, Unsaid> {
        Err(Unsaid { range: self.term.range.clone(), label })
    }

    fn unsaid_letter<T>(&self, letter: char, label: &'static str) -> Result<T, Unsaid> {
        let own = self.term.modifiers.iter().find(|m| m.letter == letter);
        Err(Unsaid { range: own.map_or(self.term.range.clone(), |m| m.range()), label })
    }

    /// The term in one or two terms of the Diagram.
    pub(super) fn written(&self) -> Result<Vec<String>, Unsaid> {
        if let Some(odd) = self.term.modifiers.iter().find(|m| "(tj".contains(m.letter)) {
            return self.unsaid_letter(odd.letter, "this is read differently there");
        }
        if matches!(self.term.atom, Atom::Bracket(_)) {
            return self.bent();
        }
        if let Some(ways) = self.both_ways()? {
            return Ok(ways);
        }
        let mut legs: Vec<Leg> = self.term.modifiers.split(|m| m.letter == 'a').map(Leg::new).collect();
        legs[0].first |= self.asked.first;
        let (atom, range) = (self.atom()?, self.range()?);
        self.ranged(&legs)?;
        self.passing(&mut legs)?;
        let round = self.round()?;
        if let [leg] = &legs[..] {
            if leg.has('n') && self.lame_there(leg) {
                return self.lame(leg, &round);
            }
            if self.asked.passes == Some(true) && self.passes_over(leg) {
                return Ok(vec![round + &self.leaving_rights(leg)?]);
            }
        }
        if self.asked.passes == Some(true) && legs.len() > 1 {
            return self.unsaid("where this term can be captured in passing");
        }
        if let Some(later) = legs.iter().position(|leg| leg.has('n')).filter(|_| legs.len() > 1) {
            let label = if later == 0 { "lame, and with several legs" } else { "a later leg that is lame" };
            return self.unsaid_letter('n', label);
        }
        let legs: Vec<String> = legs.iter().map(Leg::written).collect();
        Ok(vec![format!("{round}{}{atom}{range}", legs.join("a"))])
    }

    /// Later legs that bend by an earlier one, as two terms: one that bends to the left first, and one to the right.
    fn both_ways(&self) -> Result<Option<Vec<String>>, Unsaid> {
        let all = &self.term.modifiers;
        let Some(later) = all.iter().position(|m| m.letter == 'a') else { return Ok(None) };
        let (first, rest) = all.split_at(later);
        let Some(bend) = rest.iter().position(|m| "zq".contains(m.letter)) else { return Ok(None) };
        let sides = |letters: &[Letter]| letters.iter().filter(|m| "slr".contains(m.letter)).count();
        let one = sides(rest) == 1 && rest[..bend].iter().any(|m| m.letter == 's');
        if !one || first.iter().any(|m| "zq".contains(m.letter)) {
            return self.unsaid("a leg whose bend depends on the leg before");
        }
        let mut written = Vec::new();
        for [near, far] in [['l', 'r'], ['r', 'l']] {
            let turned = |m: &Letter| match m.letter {
                's' | 'q' => Letter { letter: near, ..*m },
                'z' => Letter { letter: far, ..*m },
                _ => *m,
            };
            let modifiers = first.iter().copied().chain(rest.iter().map(turned)).collect();
            let term = ParsedTerm { modifiers, ..self.term.clone() };
            written.extend(Term { term: &term, ..*self }.written()?);
        }
        Ok(Some(written))
    }

    /// Brackets, as legs of one capital.
    fn bent(&self) -> Result<Vec<String>, Unsaid> {
        let shown: String =
            self.text[self.term.range.clone()].chars().filter(|c| !c.is_whitespace()).collect();
        let found = in_legs(&shown);
        let plain = self.asked.wrap == Wrap::default() && !self.asked.first && !self.asked.takes_passing;
        match found.filter(|_| plain && self.asked.passes != Some(true)) {
            Some(legs) => Ok(vec![legs.to_owned()]),
            None => self.unsaid("these brackets"),
        }
    }

    /// The capital, with the letters that lengthen its leap.
    pub(super) fn atom(&self) -> Result<String, Unsaid> {
        let suffix: String = self.term.suffix.iter().map(|m| m.letter).collect();
        match self.term.atom {
            Atom::Letters(capital, times) => Ok(clear(capital).to_string().repeat(times) + &suffix),
            Atom::Leap(Some(x), Some(y)) => {
                lengthened(x.min(y), x.max(y)).map_or_else(|| self.unsaid("this leap"), Ok)
            }
            _ => self.unsaid("this leap"),
        }
    }

    pub(super) fn range(&self) -> Result<String, Unsaid> {
        Ok(match self.term.limit {
            None => String::new(),
            Some((Number::Half, _)) => "*".to_owned(),
            Some((Number::Times(Some(times)), _)) => times.to_string(),
            Some((Number::Times(None), _)) => return self.unsaid("this range"),
        })
    }

    /// Checks that the range means the same to the Diagram.
    fn ranged(&self, legs: &[Leg]) -> Result<(), Unsaid> {
        let number = matches!(self.term.limit, Some((Number::Times(Some(1..)) | Number::Half, _)));
        let curved = legs.iter().any(|leg| leg.others.contains(['z', 'q']));
        let straight = matches!(self.term.atom, Atom::Letters('R' | 'W', _));
        if matches!(self.term.limit, Some((Number::Half, _))) {
            match (self.asked.odd, self.asked.passes) {
                (true, _) => return self.unsaid("the middle of a board with an odd number of ranks"),
                (_, Some(false)) => return self.unsaid("there, it can be captured in passing"),
                _ => {}
            }
        }
        if number && legs.len() > 1 {
            return self.unsaid("there, its range holds for the first leg only");
        }
        if number && legs[0].has('p') {
            return self.unsaid("there, its range beyond the hurdle is one square");
        }
        // to the Diagram, a curve has at most one step less than the longer side of the board has squares
        if curved && !number && (straight && legs[0].has('z') || legs[0].has('q') && self.asked.longest < 8) {
            return self.unsaid("there, it stops short of the edge");
        }
        Ok(())
    }

    /// Adds captures in passing.
    fn passing(&self, legs: &mut [Leg]) -> Result<(), Unsaid> {
        let Some(last) = legs.last_mut().filter(|leg| self.asked.takes_passing && leg.captures()) else {
            return Ok(());
        };
        match (last.modes.as_str(), &*last.others, self.term.modifiers.iter().any(|m| m.letter == 'a')) {
            ("c", "", false) => last.modes.push('e'),
            _ => return self.unsaid("captures in passing by this term"),
        }
        Ok(())
    }

    /// The letters for the edges that all pieces go round.
    fn round(&self) -> Result<String, Unsaid> {
        let own = self.term.modifiers.iter().filter(|m| m.letter == 'o').count();
        match (self.asked.wrap.files, self.asked.wrap.ranks) {
            (false, false) => Ok("o".repeat(own)),
            (true, ranks) => Ok("o".repeat(own.max(1 + usize::from(ranks)))),
            (false, true) => self.unsaid("going round only the first and last ranks"),
        }
    }

    /// Returns `true` if the Diagram doesn't treat a lame leap as lame, or gives it rights that it shouldn't leave.
    fn lame_there(&self, leg: &Leg) -> bool {
        let sideways = leg.directions.is_empty() || leg.directions.contains(['l', 'r', 's']);
        let rights = leg.first && self.asked.passes == Some(false);
        match self.term.atom {
            Atom::Letters('D' | 'H', _) => sideways || rights,
            Atom::Letters('A' | 'G', _) => rights,
            _ => true,
        }
    }

    /// A lame leap as legs of one step each.
    fn lame(&self, leg: &Leg, round: &str) -> Result<Vec<String>, Unsaid> {
        let Atom::Letters(capital, 1) = self.term.atom else { return self.unsaid("this lame leap") };
        let plain = leg.others == "n" && self.term.limit.is_none() && self.term.suffix.is_empty();
        let rights = self.asked.passes == Some(true);
        if !plain || rights || leg.modes.contains('e') {
            return self.unsaid("this lame leap");
        }
        // the first step, and how each later one turns
        let (step, turns): (char, &[&str]) = match capital {
            'D' => ('W', &["f"]),
            'H' => ('W', &["f", "f"]),
            'A' => ('F', &["f"]),
            'G' => ('F', &["f", "f"]),
            'N' => ('W', &["fs"]),
            'C' | 'L' => ('W', &["f", "fs"]),
            'Z' | 'J' => ('W', &["fs", "f"]),
            _ => return self.unsaid("this lame leap"),
        };
        let bent = turns.contains(&"fs");
        if bent && leg.directions.len() > 1 {
            return self.unsaid("the directions of this lame leap");
        }
        let first = if leg.first { "i" } else { "" };
        let legs = |directions: &str| {
            let (last, between) = turns.split_last().unwrap_or((&"f", &[]));
            let between: String = between.iter().map(|turn| format!("{turn}a")).collect();
            format!("{round}{first}{directions}a{between}{last}{}{step}", leg.modes)
        };
        let keeps = matches!(capital, 'D' | 'H') && leg.directions.is_empty() && self.asked.passes.is_none();
        if keeps {
            let upright = Leg { directions: "v".to_owned(), ..leg.clone() };
            return Ok(vec![format!("{round}{}{capital}", upright.written()), legs("s")]);
        }
        Ok(vec![legs(&leg.directions)])
    }

    /// Returns `true` if a term without captures passes over squares.
    fn passes_over(&self, leg: &Leg) -> bool {
        let far = !matches!(self.term.limit, None | Some((Number::Times(Some(1)), _)));
        let rides = match self.term.atom {
            Atom::Letters(capital, times) => times > 1 || gait(capital).is_some_and(|gait| gait.rides),
            _ => false,
        };
        far || rides || leg.has('n')
    }

    /// A term that may be answered by a capture on a square it passed.
    fn leaving_rights(&self, leg: &Leg) -> Result<String, Unsaid> {
        let quiet = leg.modes == "m";
        let lame = leg.others == "n";
        let written = |leg: &Leg, more: &str, atom: String| {
            let own = Leg { others: format!("{}{more}", leg.others), ..leg.clone() };
            Ok(own.written() + &atom)
        };
        let steps = match self.term.limit {
            None => "0".to_owned(),
            Some(_) => self.range()?,
        };
        match self.term.atom {
            Atom::Letters('D' | 'H' | 'A' | 'G', 1) if quiet && lame => {
                written(leg, if leg.first { "" } else { "n" }, self.atom()?)
            }
            Atom::Letters('R' | 'W', _) if quiet && leg.others.is_empty() => {
                written(leg, "n", format!("W{steps}"))
            }
            Atom::Letters('B' | 'F', _) if quiet && leg.others.is_empty() => {
                written(leg, "n", format!("F{steps}"))
            }
            _ => self.unsaid("where this term can be captured in passing"),
        }
    }
}

/// Returns the letters of a leap: those of the shortest name that it has.
fn lengthened(x: u16, y: u16) -> Option<String> {
    let named = |capital: char, longer: u16, both: u16| {
        let &[(a, b)] = gait(capital)?.leaps else { return None };
        let (a, b) = (a.min(b).unsigned_abs(), a.max(b).unsigned_abs());
        let leap = (u16::from(a) + 2 * both, u16::from(b) + 2 * both + 3 * longer);
        let letters = "Y".repeat(usize::from(both)) + &"X".repeat(usize::from(longer));
        (leap == (x, y)).then(|| format!("{capital}{letters}"))
    };
    let counts = (0..5u16).flat_map(|sum| (0..=sum).map(move |both| (sum - both, both)));
    counts
        .flat_map(|(longer, both)| "WFDNAHCZG".chars().map(move |capital| (capital, longer, both)))
        .find_map(|(capital, longer, both)| named(capital, longer, both))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain() -> Asked {
        Asked { longest: 16, ..Asked::default() }
    }

    #[test]
    fn a_movement_keeps_its_letters_where_they_agree() {
        for text in
            ["K", "fmWfcF", "ifmnDfmWfcF", "mRcpR", "gQ", "KNAD", "N0", "zB", "fcafmF", "FyafsF", "KkR"]
        {
            assert_eq!(in_diagram(text, plain()).as_deref(), Ok(text));
        }
        let said = |text: &str| in_diagram(text, plain()).expect("it can be said");
        assert_eq!(said("fmW fcF ifmnD"), "fmWfcFifmnD");
        assert_eq!(said("L J (1,4) (3,4)0"), "CZFXNY0");
        assert_eq!(said("W W3"), "W1W3");
        assert_eq!(said("nN"), "afsW");
        assert_eq!(said("icnD"), "ivcnDisafcW");
        assert_eq!(said("[F?R] W"), "FyafsFW");
        assert_eq!(said("afsafzfK"), "aflafrfKafraflfK");
    }

    #[test]
    fn what_is_read_otherwise_there_is_refused_at_its_place() {
        for (text, at) in [
            ("W masR3", 2..7),
            ("pR3", 0..3),
            ("jR", 0..1),
            ("W zR", 2..4),
            ("(az)N", 0..1),
            ("tQ", 0..1),
            ("[N?B]", 0..5),
            ("azW", 0..3),
        ] {
            assert_eq!(in_diagram(text, plain()).map_err(|unsaid| unsaid.range), Err(at), "{text}");
        }
    }

    #[test]
    fn letters_say_what_stands_in_other_tables() {
        let pawn = Asked { takes_passing: true, passes: Some(true), ..plain() };
        let said = |text: &str, asked| in_diagram(text, asked).expect("it can be said");
        assert_eq!(said("fmW fcF ifmnD", pawn), "fmWfceFifmnD");
        assert_eq!(said("fmW2 fcF", pawn), "fmnW2fceF");
        assert_eq!(said("fmR2 fmnD", pawn), "fmnW2fmnnD");
        assert_eq!(said("ifmnD", Asked { passes: Some(false), ..plain() }), "ifafmW");
        let round = Asked { wrap: Wrap { files: true, ranks: false }, ..plain() };
        assert_eq!(said("R fmW oB", round), "oRofmWoB");
        assert_eq!(said("fmnD", Asked { first: true, ..plain() }), "ifmnD");
        assert!(in_diagram("K", pawn).is_err() && in_diagram("fR", pawn).is_err());
    }
}
