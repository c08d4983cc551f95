//! Other writings of a movement: legs as brackets, brackets as legs.

use std::ops::Range;

use super::bracket::BENT;
use super::parse::{self, Atom, ParsedTerm, Part};

/// Another writing of a part of a movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewriting {
    /// The bytes of the part.
    pub range: Range<usize>,
    /// The replacement.
    pub text: &'static str,
}

/// Returns the parts of a movement that can be written in another way: legs of one capital as brackets, and brackets as such legs. Parts do
/// not overlap.
pub fn rewritings(text: &str) -> Vec<Rewriting> {
    let parts = parse::parse(text);
    let terms: Vec<&ParsedTerm> = parts
        .iter()
        .filter_map(|part| match part {
            Part::Term(term) => Some(term),
            _ => None,
        })
        .collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < terms.len() {
        let written = |length: usize| {
            let range = terms[at].range.start..terms.get(at + length - 1)?.range.end;
            let plain: String = text[range.clone()].chars().filter(|sign| *sign != ' ').collect();
            let is_bent = length == 1 && matches!(terms[at].atom, Atom::Bracket(_));
            let (_, text) = match is_bent {
                true => {
                    BENT.iter().find(|(bracket, _)| *bracket == plain).map(|(bracket, legs)| (bracket, legs))
                }
                false => BENT.iter().find(|(_, legs)| *legs == plain).map(|(bracket, legs)| (legs, bracket)),
            }?;
            Some((length, Rewriting { range, text }))
        };
        // two terms may be one in brackets: `FyafsF`
        match written(2).or_else(|| written(1)) {
            Some((length, rewriting)) => {
                found.push(rewriting);
                at += length;
            }
            None => at += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legs_and_brackets_are_written_for_each_other() {
        let texts = |text: &str| {
            let found = rewritings(text);
            found.iter().map(|one| (text[one.range.clone()].to_owned(), one.text)).collect::<Vec<_>>()
        };
        assert_eq!(texts("FyafsF"), [("FyafsF".to_owned(), "[F?R]")]);
        assert_eq!(texts("N F yafsF W"), [("F yafsF".to_owned(), "[F?R]")]);
        assert_eq!(texts("yafsW D [R?sR]"), [("yafsW".to_owned(), "[W-B]"), ("[R?sR]".to_owned(), "RmasR")]);
        assert_eq!(texts("K mafsK [F?R]3 "), []);
        assert_eq!(texts(""), []);
    }
}
