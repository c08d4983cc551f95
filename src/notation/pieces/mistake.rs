//! Diagnostics for the mistakes that can be made in a list of piece types.

use std::ops::Range;

use super::Name;
use crate::notation::Fault;
use crate::notation::fault::quote;

const WAYS: &str = "piece types are written as `queen`, `queen, rook`, `any` or `any but king, pawn`";

pub(super) fn empty(text: &str) -> Fault {
    let range = 0..text.len();
    Fault::new("ferz::pieces::empty", range, "no piece types are named here", "nothing here").help(WAYS)
}

pub(super) fn no_comma(text: &str, before: &[Name], range: Range<usize>) -> Fault {
    let word = &text[range.clone()];
    let last = before.last().map_or("", |(name, _)| name);
    let message = format!("a comma is missing before {}", quote(word));
    let fault = Fault::new("ferz::pieces::no_comma", range, message, "a second name");
    match last.len() + word.len() < 60 {
        true => fault.help(format!("write `{last}, {word}`, or `{last}-{word}` if this is one name")),
        false => fault.help(WAYS),
    }
}

/// Returns the fault of a name, if it has one.
pub(in crate::notation) fn not_a_name(word: &str, range: Range<usize>) -> Option<Fault> {
    let kebab = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    if kebab(word) {
        return None;
    }
    if word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase()) {
        let message = format!("{} is a letter, but piece types go by their names here", quote(word));
        let fault = Fault::new("ferz::pieces::not_a_name", range, message, "not a name");
        return Some(fault.help(WAYS));
    }
    let message = format!("{} can't be the name of a piece type", quote(word));
    let fault = Fault::new("ferz::pieces::not_a_name", range, message, "not a name");
    let meant = word.to_lowercase().replace('_', "-").replace([';', '/', '+', '|', '&'], ", ");
    let right = meant.len() < 60 && meant.split(", ").all(kebab);
    Some(match right {
        true => fault.help(format!("did you mean `{meant}`?")),
        false => fault.help("names consist of lower-case letters, digits and hyphens"),
    })
}

/// A word where none can be, or nothing where one must be.
pub(super) fn misplaced(text: &str, at: usize, word: &str) -> Fault {
    let code = "ferz::pieces::misplaced";
    if text.trim().is_empty() {
        return empty(text);
    }
    let range = at..at + word.len();
    match word {
        "" => Fault::new(code, range, "a name is missing at the end", "a name must follow").help(WAYS),
        "but" => Fault::new(code, range, "`but` can only follow `any`", "not after `any`")
            .help("write `any but …`"),
        "any" | "all" => {
            Fault::new(code, range, format!("`{word}` means every type, and must come first"), "not first")
                .help("write `any`, or `any but …`")
        }
        _ => Fault::new(code, range, format!("{} doesn't fit here", quote(word)), "not expected here")
            .help(WAYS),
    }
}
