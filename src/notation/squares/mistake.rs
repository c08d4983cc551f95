//! Diagnostics for the mistakes that can be made in a set of squares.

use std::ops::Range;

use super::{Leaf, parse};
use crate::notation::Fault;
use crate::notation::fault::quote;

const WAYS: &str =
    "squares are written as `rank 8`, `files a..c`, `e4`, `d5..g6`, `dark`, `all` or the name of a region";

pub(super) fn empty(text: &str) -> Fault {
    Fault::new("ferz::squares::empty", 0..text.len(), "no squares are named here", "nothing here").help(WAYS)
}

pub(super) fn no_such_rank(text: &str, at: Range<usize>) -> Fault {
    let message = format!("no board has a rank {}", quote(text));
    Fault::new("ferz::squares::off_board", at, message, "off every board").help("ranks are numbered 1 to 16")
}

pub(super) fn no_such_file(text: &str, at: Range<usize>) -> Fault {
    let message = format!("no board has a file {}", quote(text));
    Fault::new("ferz::squares::off_board", at, message, "off every board").help("files are lettered a to p")
}

pub(super) fn backwards(leaf: &Leaf, at: Range<usize>) -> Fault {
    let (message, right) = match *leaf {
        Leaf::Ranks(a, b) => ("ranks are written from the lower to the higher", Leaf::Ranks(b, a)),
        Leaf::Files(a, b) => ("files are written from left to right", Leaf::Files(b, a)),
        Leaf::Block((f, r), (g, s)) => (
            "a block is written from its lower left corner to its upper right corner",
            Leaf::Block((f.min(g), r.min(s)), (f.max(g), r.max(s))),
        ),
        _ => ("this is the wrong way round", leaf.clone()),
    };
    Fault::new("ferz::squares::backwards", at, message, "the wrong way round")
        .help(format!("write `{right}`"))
}

/// The faults without those that only follow from the one before: the number behind a `Rank`, the other bracket.
pub(super) fn distinct(text: &str, faults: Vec<Fault>) -> Vec<Fault> {
    let mut kept: Vec<Fault> = Vec::new();
    let mut last: Option<Range<usize>> = None;
    for fault in faults {
        let word = &text[fault.range.clone()];
        let before = last.replace(fault.range.clone()).filter(|before| before.end <= fault.range.start);
        let next_to = before.filter(|before| text[before.end..fault.range.start].trim().is_empty());
        let heads =
            |word: &str| ["rank", "ranks", "file", "files"].contains(&word.to_ascii_lowercase().as_str());
        let follows = next_to.is_some_and(|before| heads(&text[before]) && !heads(word));
        let closes = word.contains(')') && kept.iter().any(|other| text[other.range.clone()].contains('('));
        if !follows && !closes {
            kept.push(fault);
        }
    }
    kept
}

/// A word that is no set of squares, with what may have been meant.
pub(super) fn stray(word: &str, at: Range<usize>) -> Fault {
    let fault = Fault::new(
        "ferz::squares::not_squares",
        at,
        format!("{} doesn't name any squares", quote(word)),
        "not squares",
    );
    match word {
        "and" | "or" => return fault.help("squares are listed one after another: `b1 d1` or `b1, d1`"),
        "rank" | "ranks" => return fault.help("say which: `rank 8` or `ranks 1..3`"),
        "file" | "files" => return fault.help("say which: `file c` or `files a..c`"),
        "not" => return fault.help("write `all but …`"),
        _ => {}
    }
    if let Some(word) =
        ["rank", "ranks", "file", "files", "but", "in"].iter().find(|known| word.eq_ignore_ascii_case(known))
    {
        return fault.help(format!("write `{word}`, in lower-case letters"));
    }
    if word.contains(['(', ')']) {
        return fault.help("brackets can't be used here; give that part a name in `[regions]`");
    }
    match meant(word) {
        Some(meant) => fault.help(format!("did you mean `{meant}`?")),
        None => fault.help(WAYS),
    }
}

/// The first likely correction that can be read.
fn meant(word: &str) -> Option<String> {
    if word.len() > 40 {
        return None;
    }
    let small = word.to_ascii_lowercase();
    let split = small.find(|c: char| c.is_ascii_digit()).map(|at| small.split_at(at));
    let candidates = [
        Some(format!("ranks {small}")),
        Some(format!("files {small}")),
        Some(format!("rank {small}")),
        Some(format!("file {small}")),
        Some(small.replace([':', '-', '–', '…'], "..")),
        Some(format!("ranks {}", small.replace([':', '-', '–'], ".."))),
        Some(format!("files {}", small.replace([':', '-', '–'], ".."))),
        Some(small.replace("...", "..")),
        Some(small.replace([';', '/', '+', '|', '&'], " ")),
        split.filter(|(word, _)| word.starts_with("rank")).map(|(word, number)| format!("{word} {number}")),
        Some(small.clone()),
    ];
    // A candidate that is itself a stray word would ask for help again, so only whole ones are tried.
    candidates.into_iter().flatten().find(|text| text != word && parse::readable(text))
}

/// A word where none can be, or nothing where one must be.
pub(super) fn misplaced(text: &str, at: usize, word: &str) -> Fault {
    let code = "ferz::squares::misplaced";
    if text.trim().is_empty() {
        return empty(text);
    }
    if word.is_empty() {
        return Fault::new(code, at..at, "something is missing at the end", "squares must follow").help(WAYS);
    }
    let message = format!("squares must be named before {}", quote(word));
    Fault::new(code, at..at + word.len(), message, "squares are missing before this").help(WAYS)
}
