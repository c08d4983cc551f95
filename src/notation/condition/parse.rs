//! From text to a tree of conditions.

use std::ops::Range;

use pest::Parser as _;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::{Condition, Men, Op, Side, mistake};
use crate::notation::Fault;
use crate::notation::parse::{stopped, word_at};
use crate::notation::pieces::{Name, mistake::not_a_name};
use crate::notation::squares::{SquareExpr, squares};

#[derive(Parser)]
#[grammar = "grammar/condition.pest"]
struct Grammar;

/// The tree of a text, and the faults of its parts.
pub(super) fn parse(text: &str) -> Result<(Condition, Vec<Fault>), Fault> {
    let parsed = Grammar::parse(Rule::condition, text).map_err(|error| {
        let (at, expected) = stopped(&error, words);
        mistake::misplaced(text, at, word_at(text, at), &expected)
    })?;
    let mut reader = Reader { faults: Vec::new(), ahead: false };
    let whole = parsed.flat_map(Pair::into_inner).next();
    let tree = whole.map(|pair| reader.any(pair)).ok_or_else(|| mistake::empty(text))?;
    Ok((tree, reader.faults))
}

/// What the parser could have gone on with, in an author's words.
fn words(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::and => "`and`",
        Rule::or => "`or`",
        Rule::open => "an opening bracket",
        Rule::close => "a closing bracket",
        Rule::operator => "a comparison such as `= 1`",
        Rule::number => "a number",
        Rule::men | Rule::whole | Rule::typed | Rule::owner => "some men",
        Rule::name => "the name of a piece type",
        Rule::place | Rule::r#in | Rule::on => "`in` with some squares",
        Rule::region => "some squares",
        Rule::unit => "`plies`, `moves`",
        Rule::occurrence_word => "`occurrence`",
        Rule::reset | Rule::capture => "`capture`",
        Rule::move_word => "`move`",
        Rule::without => "`without`",
        Rule::either | Rule::both | Rule::unary | Rule::not | Rule::group | Rule::can | Rule::fact => {
            "a condition"
        }
        Rule::compare | Rule::count | Rule::holds | Rule::occurrence | Rule::idle => "a condition",
        _ => return None,
    })
}

/// Builds the tree; what has a fault is put in as it is, so that the rest is looked at.
struct Reader {
    faults: Vec<Fault>,
    /// Whether this is within a `can`.
    ahead: bool,
}

fn range(pair: &Pair<'_, Rule>) -> Range<usize> {
    let start = pair.as_span().start();
    start..start + pair.as_str().trim_end().len()
}

impl Reader {
    fn any(&mut self, pair: Pair<'_, Rule>) -> Condition {
        let at = range(&pair);
        match pair.as_rule() {
            Rule::either => self.joined(pair, Condition::Or),
            Rule::both => self.joined(pair, Condition::And),
            Rule::unary => self.unary(pair),
            Rule::group => self.inner(pair),
            Rule::can => self.can(pair, at),
            Rule::fact => fact(pair, at),
            Rule::compare => self.compare(pair, at),
            Rule::attacks => self.later("attacks", pair, at),
            Rule::occurrence => self.occurrence(pair, at),
            Rule::idle => self.idle(pair, at),
            _ => Condition::Holds(self.men(pair), at),
        }
    }

    fn can(&mut self, pair: Pair<'_, Rule>, at: Range<usize>) -> Condition {
        if self.ahead {
            self.faults.push(mistake::nested_can(at));
            return self.inner(pair);
        }
        self.ahead = true;
        let inner = self.inner(pair);
        self.ahead = false;
        Condition::Can(Box::new(inner))
    }

    /// The condition in brackets.
    fn inner(&mut self, pair: Pair<'_, Rule>) -> Condition {
        let at = range(&pair);
        let inner = pair.into_inner().find(|inner| inner.as_rule() == Rule::either);
        inner.map_or(Condition::NoStep(at), |inner| self.any(inner))
    }

    fn joined(&mut self, pair: Pair<'_, Rule>, join: fn(Vec<Condition>) -> Condition) -> Condition {
        let parts = pair.into_inner().filter(|inner| !matches!(inner.as_rule(), Rule::and | Rule::or));
        let mut parts: Vec<Condition> = parts.map(|inner| self.any(inner)).collect();
        if parts.len() == 1 { parts.remove(0) } else { join(parts) }
    }

    fn unary(&mut self, pair: Pair<'_, Rule>) -> Condition {
        let at = range(&pair);
        let (mut nots, mut part) = (Vec::new(), Condition::NoStep(at));
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::not => nots.push(range(&inner)),
                _ => part = self.any(inner),
            }
        }
        match &nots[..] {
            [] => part,
            [_] => Condition::Not(Box::new(part)),
            [first, .., last] => {
                self.faults.push(mistake::double_not(first.start..last.end));
                part
            }
        }
    }

    fn compare(&mut self, pair: Pair<'_, Rule>, at: Range<usize>) -> Condition {
        let nothing = Men { side: Side::Both, types: Vec::new(), region: None, range: at.clone() };
        let (mut men, mut op, mut right) = (nothing, Op::Eq, 0);
        for inner in pair.into_inner() {
            let (range, text) = (range(&inner), inner.as_str());
            match inner.as_rule() {
                Rule::count => men = self.men_in(inner),
                Rule::checks => drop(self.later("checks", inner, range)),
                Rule::operator => op = self.note(mistake::comparison(text, range)).unwrap_or(op),
                _ => right = self.note(mistake::number(text, range, 9999)).unwrap_or(0),
            }
        }
        Condition::Compare { men, op, right, range: at }
    }

    /// What is known and can't be played yet; its parts are looked at all the same.
    fn later(&mut self, word: &str, pair: Pair<'_, Rule>, at: Range<usize>) -> Condition {
        self.faults.push(mistake::not_playable(word, at.clone()));
        Condition::Holds(self.men_in(pair), at)
    }

    fn men_in(&mut self, pair: Pair<'_, Rule>) -> Men {
        let at = range(&pair);
        let men = pair.into_inner().find(|inner| inner.as_rule() == Rule::men);
        let nothing = Men { side: Side::Both, types: Vec::new(), region: None, range: at };
        men.map_or(nothing, |inner| self.men(inner))
    }

    fn men(&mut self, pair: Pair<'_, Rule>) -> Men {
        let mut men = Men { side: Side::Both, types: Vec::new(), region: None, range: range(&pair) };
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::whole => men.side = side(inner.as_str()),
                Rule::typed => {
                    for part in inner.into_inner() {
                        match part.as_rule() {
                            Rule::owner => men.side = side(part.as_str()),
                            Rule::name => men.types.push(self.name(&part)),
                            _ => {}
                        }
                    }
                }
                _ => men.region = inner.into_inner().last().and_then(|region| self.region(&region)),
            }
        }
        men
    }

    fn name(&mut self, pair: &Pair<'_, Rule>) -> Name {
        self.faults.extend(not_a_name(pair.as_str(), range(pair)));
        (pair.as_str().to_owned(), range(pair))
    }

    fn region(&mut self, pair: &Pair<'_, Rule>) -> Option<SquareExpr> {
        let start = pair.as_span().start();
        match squares(pair.as_str()) {
            Ok(tree) => Some(tree.shifted(start)),
            Err(faults) => {
                let shifted = faults.into_iter().map(|fault| {
                    let range = fault.range.start + start..fault.range.end + start;
                    Fault { range, ..fault }
                });
                self.faults.extend(shifted);
                None
            }
        }
    }

    fn occurrence(&mut self, pair: Pair<'_, Rule>, at: Range<usize>) -> Condition {
        let ordinal = pair.into_inner().next().map_or("", |inner| inner.as_str());
        let times = self.note(mistake::ordinal(ordinal, at.start..at.start + ordinal.len())).unwrap_or(2);
        Condition::Occurrence(times, at)
    }

    fn idle(&mut self, pair: Pair<'_, Rule>, at: Range<usize>) -> Condition {
        let (mut plies, mut captures, mut pieces) = (0, false, Vec::new());
        // Whether a piece type has been named that no `move` has followed yet.
        let mut open = false;
        for inner in pair.into_inner() {
            let (range, text) = (range(&inner), inner.as_str());
            match inner.as_rule() {
                Rule::number => plies = self.note(mistake::number(text, range, 9999)).unwrap_or(0),
                Rule::unit if text.starts_with('m') => plies *= 2,
                Rule::reset => {
                    for part in inner.into_inner() {
                        open = part.as_rule() == Rule::name || (open && part.as_rule() == Rule::capture);
                        captures |= part.as_rule() == Rule::capture;
                        pieces.extend((part.as_rule() == Rule::name).then(|| self.name(&part)));
                    }
                }
                _ => {}
            }
        }
        self.faults.extend(pieces.last().filter(|_| open).map(mistake::no_move_word));
        if plies == 0 || (pieces.is_empty() && !captures) {
            self.faults.push(mistake::idle_without(at.clone(), plies));
        }
        Condition::Idle { plies, captures, pieces, range: at }
    }

    fn note<T>(&mut self, result: Result<T, Fault>) -> Option<T> {
        result.map_err(|fault| self.faults.push(fault)).ok()
    }
}

fn fact(pair: Pair<'_, Rule>, at: Range<usize>) -> Condition {
    match pair.into_inner().next().map(|inner| inner.as_rule()) {
        Some(Rule::checkmate) => Condition::Checkmate(at),
        Some(Rule::stalemate) => Condition::Stalemate(at),
        Some(Rule::check) => Condition::Check(at),
        _ => Condition::NoStep(at),
    }
}

fn side(word: &str) -> Side {
    match word {
        "mine" | "my" => Side::Mine,
        "theirs" | "their" => Side::Theirs,
        _ => Side::Both,
    }
}
