//! Other ways to write a movement: legs as brackets, brackets as legs, and terms by their letters, for another dialect.

use std::ops::Range;

use super::bracket::BENT;
use super::parse::{self, Atom, ParsedTerm, Part};

/// Another writing of a part of a movement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rewriting {
    /// The bytes of the part.
    pub range: Range<usize>,
    /// The replacement.
    pub text: &'static str,
}

/// Returns the parts of a movement that can be written in another way: legs of one capital as brackets, and brackets as such legs. Parts do
/// not overlap.
///
/// ```
/// let found = ferz::movement::rewritings("W FyafsF");
/// assert_eq!((found[0].range.clone(), found[0].text), (2..8, "[F?R]"));
/// ```
pub fn rewritings(text: &str) -> Vec<Rewriting> {
    let terms: Vec<ParsedTerm> = parse::parse(text).into_iter().filter_map(term).collect();
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

/// A term as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg(any(test, feature = "tools"))]
pub(crate) struct WrittenTerm<'a> {
    /// The whole of it.
    pub text: &'a str,
    /// The modifiers of each leg: `m` and `fs` in `mafsW`.
    pub legs: Vec<Vec<char>>,
    /// The capital; `None` for a leap given by its numbers and for brackets.
    pub capital: Option<char>,
    /// True for a rider with a doubled capital.
    pub doubled: bool,
    /// The letters and the number behind the capital.
    pub limit: &'a str,
}

/// Returns the terms of a movement as they are written; `None` if there is anything else in it.
#[cfg(any(test, feature = "tools"))]
pub(crate) fn written(text: &str) -> Option<Vec<WrittenTerm<'_>>> {
    let one = |part| {
        let term = term(part)?;
        let (capital, doubled) = match term.atom {
            Atom::Letters(capital, times) => (Some(capital), times > 1),
            _ => (None, false),
        };
        let modifiers: Vec<char> = term.modifiers.iter().map(|modifier| modifier.letter).collect();
        let legs = modifiers.split(|letter| *letter == 'a').map(<[char]>::to_vec).collect();
        let limit = &text[term.atom_range.end..term.range.end];
        Some(WrittenTerm { text: &text[term.range], legs, capital, doubled, limit })
    };
    parse::parse(text).into_iter().map(one).collect()
}

fn term(part: Part) -> Option<ParsedTerm> {
    match part {
        Part::Term(term) => Some(term),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_given_letter_by_letter() {
        let terms = written("mafsW NN3 [F?R]2 (1,2)").expect("terms");
        let told = terms.iter().map(|term| (term.text, term.capital, term.doubled, term.limit));
        let expected = [
            ("mafsW", Some('W'), false, ""),
            ("NN3", Some('N'), true, "3"),
            ("[F?R]2", None, false, "2"),
            ("(1,2)", None, false, ""),
        ];
        assert_eq!(told.collect::<Vec<_>>(), expected);
        assert_eq!(terms[0].legs, [vec!['m'], vec!['f', 's']]);
        assert_eq!(terms[1].legs, [Vec::<char>::new()]);
        assert_eq!(written("K 3"), None);
    }

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
