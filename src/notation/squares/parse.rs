//! From text to a tree of sets, and the faults of a text that isn't one.

use std::ops::Range;

use pest::Parser as _;
use pest::error::Error;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::{Leaf, SquareExpr, mistake};
use crate::notation::Fault;
use crate::notation::parse::{stopped, word_at};

#[derive(Parser)]
#[grammar = "grammar/squares.pest"]
struct Grammar;

/// The tree of a text, and the faults of its words.
pub(super) fn parse(text: &str) -> Result<(SquareExpr, Vec<Fault>), Fault> {
    let mut squares = Grammar::parse(Rule::squares, text).map_err(|error| syntax(text, &error))?;
    let mut faults = Vec::new();
    let tree =
        squares.next().and_then(|pair| pair.into_inner().next()).map(|pair| but_list(pair, &mut faults));
    tree.map(|tree| (tree, faults)).ok_or_else(|| mistake::empty(text))
}

fn range(pair: &Pair<'_, Rule>) -> Range<usize> {
    pair.as_span().start()..pair.as_span().end()
}

fn but_list(pair: Pair<'_, Rule>, faults: &mut Vec<Fault>) -> SquareExpr {
    let unions = pair.into_inner().filter(|inner| inner.as_rule() == Rule::union);
    let unions: Vec<SquareExpr> = unions.map(|inner| union(inner, faults)).collect();
    fold(unions, SquareExpr::Difference)
}

fn union(pair: Pair<'_, Rule>, faults: &mut Vec<Fault>) -> SquareExpr {
    let mut parts: Vec<SquareExpr> = pair.into_inner().map(|inner| within(inner, faults)).collect();
    if parts.len() == 1 { parts.remove(0) } else { SquareExpr::Union(parts) }
}

fn within(pair: Pair<'_, Rule>, faults: &mut Vec<Fault>) -> SquareExpr {
    let terms = pair.into_inner().filter(|inner| inner.as_rule() != Rule::r#in);
    let terms: Vec<SquareExpr> = terms.map(|inner| term(inner, faults)).collect();
    fold(terms, SquareExpr::Intersection)
}

fn fold(parts: Vec<SquareExpr>, join: fn(Box<SquareExpr>, Box<SquareExpr>) -> SquareExpr) -> SquareExpr {
    let whole = parts.into_iter().reduce(|left, right| join(Box::new(left), Box::new(right)));
    whole.unwrap_or(SquareExpr::Union(Vec::new()))
}

/// A term; one with a fault counts as every square, so that the rest is still checked.
fn term(pair: Pair<'_, Rule>, faults: &mut Vec<Fault>) -> SquareExpr {
    let at = range(&pair);
    let leaf = match pair.as_rule() {
        Rule::stray => Err(mistake::stray(pair.as_str(), at.clone())),
        rule => leaf(rule, pair.as_str(), &at, pair.into_inner().map(|inner| inner.as_str())),
    };
    let leaf = leaf.unwrap_or_else(|fault| {
        faults.push(fault);
        Leaf::All
    });
    SquareExpr::Leaf(leaf, at)
}

fn leaf<'a>(
    rule: Rule,
    text: &str,
    at: &Range<usize>,
    mut parts: impl Iterator<Item = &'a str>,
) -> Result<Leaf, Fault> {
    let mut part = || parts.next().unwrap_or_default();
    let leaf = match rule {
        Rule::rank => Leaf::Rank(rank(part(), at)?),
        Rule::ranks => Leaf::Ranks(rank(part(), at)?, rank(part(), at)?),
        Rule::file => Leaf::File(file(part(), at)?),
        Rule::files => Leaf::Files(file(part(), at)?, file(part(), at)?),
        Rule::square => corner(part(), at).map(|(file, rank)| Leaf::Square(file, rank))?,
        Rule::block => Leaf::Block(corner(part(), at)?, corner(part(), at)?),
        Rule::dark => Leaf::Dark,
        Rule::light => Leaf::Light,
        Rule::name => Leaf::Named(text.to_owned()),
        _ => Leaf::All,
    };
    if leaf.is_backwards() { Err(mistake::backwards(&leaf, at.clone())) } else { Ok(leaf) }
}

fn rank(text: &str, at: &Range<usize>) -> Result<u8, Fault> {
    let number = text.parse::<u8>().ok().filter(|number| (1..=16).contains(number));
    number.map(|number| number - 1).ok_or_else(|| mistake::no_such_rank(text, at.clone()))
}

fn file(text: &str, at: &Range<usize>) -> Result<u8, Fault> {
    let letter = text.bytes().next().filter(|letter| (b'a'..=b'p').contains(letter));
    letter.map(|letter| letter - b'a').ok_or_else(|| mistake::no_such_file(text, at.clone()))
}

fn corner(text: &str, at: &Range<usize>) -> Result<(u8, u8), Fault> {
    let (letter, number) = text.split_at(1.min(text.len()));
    Ok((file(letter, at)?, rank(number, at)?))
}

fn syntax(text: &str, error: &Error<Rule>) -> Fault {
    let (at, _) = stopped(error, |_| None);
    mistake::misplaced(text, at, word_at(text, at))
}

/// Returns `true` if the text is a set of squares without a stray word.
pub(super) fn readable(text: &str) -> bool {
    let stray = |pairs: pest::iterators::Pairs<'_, Rule>| pairs.flatten().any(|p| p.as_rule() == Rule::stray);
    Grammar::parse(Rule::squares, text).is_ok_and(|pairs| !stray(pairs))
}
