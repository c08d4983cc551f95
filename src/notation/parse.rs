//! The common part of every notation's `parse`: syntax errors in an author's terms.

use pest::RuleType;
use pest::error::{Error, ErrorVariant, InputLocation};

use crate::order;

/// Returns the offset where the parser gave up, and what it could have gone on with, in the terms that `words` has for rules.
pub(super) fn stopped<R: RuleType>(
    error: &Error<R>,
    words: fn(R) -> Option<&'static str>,
) -> (usize, Vec<&'static str>) {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let mut expected: Vec<&'static str> = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.iter().filter_map(|r| words(*r)).collect(),
        ErrorVariant::CustomError { .. } => Vec::new(),
    };
    order::values(&mut expected);
    expected.dedup();
    (at, expected)
}

/// The word that begins at a byte, for pointing at it: up to the next space, comma or bracket.
pub(super) fn word_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or("");
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')')).unwrap_or(rest.len());
    let first = rest.chars().next().map_or(0, char::len_utf8);
    &rest[..end.max(first)]
}
