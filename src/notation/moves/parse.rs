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
    /// Legs in brackets, with the links between them.
    Bracket(Bracket),
    /// An opening bracket with something other than a leap behind it.
    Broken,
}

/// Legs in brackets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bracket {
    pub(super) legs: Vec<ParsedTerm>,
    /// `-` or `?`, each behind the leg with the same index.
    pub(super) links: Vec<Letter>,
    /// The first thing that is out of place.
    pub(super) mess: Option<Range<usize>>,
    pub(super) closed: bool,
}

/// A number behind a capital.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// This many; `None` for a number that is too large.
    Times(Option<u16>),
    /// To the middle of the board.
    Half,
}

/// Modifiers, atom, range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParsedTerm {
    pub(super) range: Range<usize>,
    /// The lower-case letters, with round brackets around those that may be repeated.
    pub(super) modifiers: Vec<Letter>,
    pub(super) atom: Atom,
    pub(super) atom_range: Range<usize>,
    /// The letters that lengthen the leap.
    pub(super) suffix: Vec<Letter>,
    /// The number behind the atom, and its bytes.
    pub(super) limit: Option<(Number, Range<usize>)>,
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

fn bytes(pair: &Pair<'_, Rule>) -> Range<usize> {
    pair.as_span().start()..pair.as_span().end()
}

fn part(pair: Pair<'_, Rule>) -> Option<Part> {
    let range = bytes(&pair);
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

/// Returns the letters of a text that stands at a byte.
fn letters(text: &str, at: usize) -> impl Iterator<Item = Letter> + '_ {
    text.char_indices().map(move |(index, letter)| Letter { letter, at: at + index })
}

fn term(pair: Pair<'_, Rule>) -> ParsedTerm {
    let range = bytes(&pair);
    let mut term = ParsedTerm {
        range: range.clone(),
        modifiers: Vec::new(),
        atom: Atom::Broken,
        atom_range: range,
        suffix: Vec::new(),
        limit: None,
    };
    for inner in pair.into_inner() {
        let (range, text) = (bytes(&inner), inner.as_str());
        match inner.as_rule() {
            Rule::modifier => term.modifiers.extend(letter(&inner)),
            Rule::group => term.modifiers.extend(letters(text, range.start)),
            Rule::suffix => term.suffix.extend(letters(text, range.start)),
            Rule::range if text == "*" => term.limit = Some((Number::Half, range)),
            Rule::range => term.limit = Some((Number::Times(text.parse().ok()), range)),
            rule => {
                term.atom_range = range;
                term.atom = match rule {
                    Rule::letters => Atom::Letters(text.chars().next().unwrap_or('?'), text.len()),
                    Rule::leap => leap(inner),
                    Rule::bracket => Atom::Bracket(bracket(inner)),
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

fn bracket(pair: Pair<'_, Rule>) -> Bracket {
    let mut bracket = Bracket::default();
    for inner in pair.into_inner() {
        let linked = bracket.links.len() == bracket.legs.len();
        match inner.as_rule() {
            Rule::leg if linked => bracket.legs.push(term(inner)),
            Rule::link if !linked => bracket.links.extend(letter(&inner)),
            Rule::closing => bracket.closed = true,
            _ => bracket.mess = bracket.mess.or(Some(bytes(&inner))),
        }
    }
    bracket
}
