//! From letters to terms: the shape of a movement, not yet its meaning.

use std::ops::Range;

use pest::Parser as _;
use pest::iterators::Pair;
use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/moves.pest"]
struct Grammar;

/// A modifier and its byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Letter {
    pub(super) letter: char,
    pub(super) at: usize,
}

impl Letter {
    pub(super) fn range(self) -> Range<usize> {
        self.at..self.at + self.letter.len_utf8()
    }
}

/// The capital of a term, or what stands in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Atom {
    /// A capital, repeated a number of times.
    Letters(char, usize),
    /// A leap given by its vector; `None` for a number that is too large.
    Leap(Option<u16>, Option<u16>),
    /// Legs in brackets.
    Bracket,
    /// An opening bracket with something other than a leap behind it.
    Broken,
}

/// Modifiers, atom, range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParsedTerm {
    pub(super) range: Range<usize>,
    pub(super) modifiers: Vec<Letter>,
    pub(super) atom: Atom,
    pub(super) atom_range: Range<usize>,
    /// The number after the atom, `None` inside if too great, and its bytes.
    pub(super) limit: Option<(Option<u16>, Range<usize>)>,
}

/// A part of a movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Term(ParsedTerm),
    /// Modifiers with no atom behind them.
    Dangling(Vec<Letter>),
    /// A number with no atom before it.
    Lonely(Range<usize>),
    /// Signs that mean nothing.
    Stray(Range<usize>),
}

/// Returns the parts of a movement in order, mistakes included. The grammar accepts every text.
pub(super) fn parse(text: &str) -> Vec<Part> {
    match Grammar::parse(Rule::moves, text) {
        Ok(pairs) => pairs.flat_map(Pair::into_inner).filter_map(part).collect(),
        Err(_) => vec![Part::Stray(0..text.len())],
    }
}

fn part(pair: Pair<'_, Rule>) -> Option<Part> {
    let range = pair.as_span().start()..pair.as_span().end();
    match pair.as_rule() {
        Rule::term => Some(Part::Term(term(pair))),
        Rule::dangling => Some(Part::Dangling(pair.into_inner().filter_map(|p| letter(&p)).collect())),
        Rule::lonely => Some(Part::Lonely(range)),
        Rule::stray => Some(Part::Stray(range)),
        _ => None,
    }
}

fn letter(pair: &Pair<'_, Rule>) -> Option<Letter> {
    Some(Letter { letter: pair.as_str().chars().next()?, at: pair.as_span().start() })
}

fn term(pair: Pair<'_, Rule>) -> ParsedTerm {
    let range = pair.as_span().start()..pair.as_span().end();
    let mut term = ParsedTerm {
        range: range.clone(),
        modifiers: Vec::new(),
        atom: Atom::Broken,
        atom_range: range,
        limit: None,
    };
    for inner in pair.into_inner() {
        let range = inner.as_span().start()..inner.as_span().end();
        let text = inner.as_str();
        match inner.as_rule() {
            Rule::modifier => term.modifiers.extend(letter(&inner)),
            Rule::range => term.limit = Some((text.parse().ok(), range)),
            rule => {
                term.atom_range = range;
                term.atom = match rule {
                    Rule::letters => Atom::Letters(text.chars().next().unwrap_or('?'), text.len()),
                    Rule::leap => leap(inner),
                    Rule::bracket => Atom::Bracket,
                    _ => Atom::Broken,
                };
            }
        }
    }
    term
}

fn leap(pair: Pair<'_, Rule>) -> Atom {
    let mut numbers = pair.into_inner().map(|number| number.as_str().parse().ok());
    Atom::Leap(numbers.next().flatten(), numbers.next().flatten())
}
