//! From text to lists of names.

use pest::Parser as _;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::{Name, PieceExpr, mistake};
use crate::notation::Fault;
use crate::notation::parse::{stopped, word_at};

#[derive(Parser)]
#[grammar = "grammar/pieces.pest"]
struct Grammar;

/// The lists of a text, and the faults between and in their names.
pub(super) fn parse(text: &str) -> Result<(PieceExpr, Vec<Fault>), Fault> {
    let mut pieces = Grammar::parse(Rule::pieces, text).map_err(|error| {
        let (at, _) = stopped(&error, |_| None);
        mistake::misplaced(text, at, word_at(text, at))
    })?;
    let mut read = PieceExpr::default();
    let mut faults = Vec::new();
    for pair in pieces.next().into_iter().flat_map(Pair::into_inner) {
        match pair.as_rule() {
            Rule::any => read.all = true,
            Rule::names if read.all => read.except = names(text, pair, &mut faults),
            Rule::names => read.names = names(text, pair, &mut faults),
            _ => {}
        }
    }
    Ok((read, faults))
}

fn names(text: &str, pair: Pair<'_, Rule>, faults: &mut Vec<Fault>) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    let mut separated = true;
    for inner in pair.into_inner() {
        if inner.as_rule() == Rule::comma {
            separated = true;
            continue;
        }
        let range = inner.as_span().start()..inner.as_span().end();
        if !separated && faults.is_empty() {
            faults.push(mistake::no_comma(text, &names, range.clone()));
        }
        if separated || faults.is_empty() {
            faults.extend(mistake::not_a_name(inner.as_str(), range.clone()));
        }
        names.push((inner.as_str().to_owned(), range));
        separated = false;
    }
    names
}
