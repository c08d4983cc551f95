//! Diagnostics for the mistakes that can be made in a condition.

use std::ops::Range;

use super::Spellings;
use super::parse::IN;
use crate::model::condition::Comparison;
use crate::notation::Fault;
use crate::notation::fault::{any_of, quote};
use crate::notation::pieces::Name;
use crate::text::nearest;

const WAYS: &str = "write a condition such as `checkmate`, `no move`, `count(mine) = 1`, `my king in hill`, \
                    `third occurrence` or `100 plies without capture`; join conditions with `and` or `or`, and negate them with `not`";

/// The words a condition may begin with, beside phrases, for guessing at misspelt ones.
const BEGINNINGS: [&str; 10] =
    ["count", "can", "not", "my", "their", "any", "second", "third", "fourth", "fifth"];

pub(super) fn empty(text: &str) -> Fault {
    Fault::new("ferz::condition::empty", 0..text.len(), "this condition is empty", "nothing here").help(WAYS)
}

pub(super) fn too_deep(at: usize) -> Fault {
    let message = "brackets are nested too deeply";
    Fault::new("ferz::condition::too_deep", at..at + 1, message, "one too many")
        .help("split it into several rules")
}

pub(super) fn nested_can(at: Range<usize>) -> Fault {
    let message = "`can` looks one move ahead and can't be used inside another `can`";
    Fault::new("ferz::condition::nested_can", at, message, "a second move ahead")
        .help("use a single `can`, and join what its move must lead to with `and` or `or`")
}

pub(super) fn history_inside(at: Range<usize>) -> Fault {
    let message = "a condition about the course of the game must stand alone or be joined to others by `and`";
    Fault::new("ferz::condition::history_inside", at, message, "part of a larger condition")
        .help("give it a rule of its own: another end in `[end]`, another ban in `[forbid]`")
}

pub(super) fn not_playable(word: &str, at: Range<usize>) -> Fault {
    let effect = match word {
        "checks" => "how many checks a side has given",
        _ => "whether a piece is attacked",
    };
    let message = format!("`{word}` ({effect}) is understood but can't be played yet");
    Fault::new("ferz::condition::not_playable", at, message, effect)
}

pub(super) fn comparison(sign: &str, at: Range<usize>) -> Result<Comparison, Fault> {
    let meant = match sign {
        "=" => return Ok(Comparison::Equal),
        "!=" | "≠" => return Ok(Comparison::NotEqual),
        "<" => return Ok(Comparison::Less),
        "<=" | "≤" => return Ok(Comparison::AtMost),
        ">" => return Ok(Comparison::Greater),
        ">=" | "≥" => return Ok(Comparison::AtLeast),
        "==" | "===" => Some("="),
        "<>" | "!" | "!==" | "=!" => Some("!="),
        "=<" => Some("<="),
        "=>" => Some(">="),
        _ => None,
    };
    let message = format!("{} is not a comparison", quote(sign));
    let fault = Fault::new("ferz::condition::unknown_comparison", at, message, "unknown sign");
    Err(match meant {
        Some(meant) => fault.help(format!("did you mean `{meant}`?")),
        None => fault.help("the comparisons are `=`, `!=`, `<`, `<=`, `>` and `>=`"),
    })
}

pub(super) fn number(digits: &str, at: Range<usize>, most: u32) -> Result<u32, Fault> {
    let number = digits.parse::<u32>().ok().filter(|number| *number <= most);
    number.ok_or_else(|| {
        let message = format!("{} is more than any game needs", quote(digits));
        Fault::new("ferz::condition::number_too_great", at, message, "too large")
            .help(format!("the maximum is {most}"))
    })
}

/// How often a note has been made.
pub(super) fn times(digits: &str, at: Range<usize>) -> Result<u32, Fault> {
    match number(digits, at.clone(), 255)? {
        0 => Err(Fault::new("ferz::condition::no_times", at, "`0 times` is always true", "always true")
            .help("write `not noted …`, or a number of at least 1")),
        times => Ok(times),
    }
}

/// The number of an ordinal such as `third` or `3rd`.
pub(super) fn ordinal(word: &str, at: Range<usize>) -> Result<u32, Fault> {
    const NAMES: [&str; 7] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"];
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let times = match NAMES.iter().position(|name| *name == word) {
        Some(at) => u32::try_from(at + 1).unwrap_or(1),
        None => number(digits, at.clone(), 100)?,
    };
    if times >= 2 {
        return Ok(times);
    }
    let message = "every position has a first occurrence; a repetition begins with the second";
    Err(Fault::new("ferz::condition::first_occurrence", at, message, "always true")
        .help("write `second occurrence` or more, such as `third occurrence`"))
}

pub(super) fn no_move_word((name, range): &Name) -> Fault {
    if ["check", "checks", "checkmate", "promotion", "castling"].contains(&name.as_str()) {
        let message = format!("{} doesn't count as progress", quote(name));
        return Fault::new(
            "ferz::condition::no_move_word",
            range.clone(),
            message,
            "neither a capture nor a move",
        )
        .help("only captures, drops and moves of pieces do, as in `100 plies without capture or pawn move`");
    }
    let message = format!("`move` is missing after {}", quote(name));
    Fault::new("ferz::condition::no_move_word", range.clone(), message, "a piece type on its own")
        .help(format!("write `{name} move`"))
}

pub(super) fn idle_without(at: Range<usize>, plies: u32) -> Fault {
    let message = match plies {
        0 => "a limit of 0 plies is always reached",
        _ => "this doesn't say what must not happen in that time",
    };
    let label = if plies == 0 { "always true" } else { "without what?" };
    Fault::new("ferz::condition::without_what", at, message, label)
        .help("for example, write `100 plies without capture or pawn move`")
}

/// The fault of a text that names no pieces.
pub(super) fn misplaced_selection(text: &str, at: usize, word: &str, expected: &[&str]) -> Fault {
    let message = match (text.trim().is_empty(), word) {
        (true, _) => "no pieces are named here".to_owned(),
        (_, "") => "this list of pieces is incomplete".to_owned(),
        (_, word) => format!("{} doesn't fit here", quote(word)),
    };
    let label = match expected {
        [] if text.trim().is_empty() => "name them here".to_owned(),
        [] if word.is_empty() => "something is missing here".to_owned(),
        [] => "not expected here".to_owned(),
        expected => format!("expected {}", any_of(expected)),
    };
    Fault::new("ferz::selection::misplaced", at..at + word.len(), message, label)
        .help("name pieces separated by commas, such as `it`, `their king` or `any but pawn at K from it`")
}

/// Reports a word where none can be, or a missing one.
pub(super) fn misplaced(
    text: &str,
    at: usize,
    (word, phrases): (&str, &[Spellings]),
    expected: &[&str],
) -> Fault {
    if text.trim().is_empty() {
        return empty(text);
    }
    let range = at..at + word.len();
    let code = "ferz::condition::misplaced";
    let habit = habit(&text[..at], word, phrases);
    if word.is_empty() {
        let expected: Vec<&str> = match expected.contains(&IN) {
            // further pieces could be named as well, but that would not complete it
            true => expected.iter().filter(|word| **word != "`or`").copied().collect(),
            false => expected.to_vec(),
        };
        let message = match expected[..] {
            [] | ["a condition"] => "this condition isn't complete".to_owned(),
            _ => format!("this condition isn't complete: expected {}", any_of(&expected)),
        };
        return Fault::new(code, range, message, "something is missing here")
            .help(habit.unwrap_or_else(|| missing(text, "", &expected)));
    }
    if let Some(fault) = owner_wanted(text, range.clone(), word, expected) {
        return fault;
    }
    let message = match expected {
        [] => format!("{} doesn't fit here", quote(word)),
        ["a condition"] => format!("{} isn't a condition", quote(word)),
        _ => format!("{} doesn't fit here; expected {}", quote(word), any_of(expected)),
    };
    let fault = Fault::new(code, range, message, "not expected here");
    match (habit, guess(word, phrases)) {
        (Some(habit), _) => fault.help(habit),
        (None, Some(meant)) => fault.help(format!("did you mean `{meant}`?")),
        (None, None) => fault.help(missing(text, word, expected)),
    }
}

/// Returns advice on a phrase that is natural, but said in another way here.
fn habit(before: &str, word: &str, phrases: &[Spellings]) -> Option<String> {
    let mut words = before.split_whitespace().rev();
    let (last, owner) = (words.next()?, words.next());
    let last = last.rsplit('(').next()?;
    if last == "all" && word == "but" {
        return Some("to except some pieces, write `any but king`".to_owned());
    }
    if last == "from"
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.ends_with(|c: char| c.is_ascii_digit())
    {
        return Some(
            "to ask about the squares around a fixed one, list them: `my king in d4..f6`".to_owned(),
        );
    }
    let fact = phrases.iter().any(|spellings| spellings.contains(&last));
    let owned = owner.is_some_and(|owner| matches!(owner.trim_start_matches('('), "my" | "their"));
    (fact && owned && word.is_empty()).then(|| {
        format!("`{last}` takes no `my` or `their`: it is about the player whose condition this is; write `{last}` alone")
    })
}

/// Returns advice on a word where others were expected, or on the end of a text where one is missing.
fn missing(text: &str, word: &str, expected: &[&str]) -> String {
    if word.starts_with(')') && text.matches(')').count() > text.matches('(').count() {
        return "remove the `)`".to_owned();
    }
    if !word.is_empty() && expected.contains(&"`and`") {
        return format!("remove {}, or join another condition with `and` or `or`", quote(word));
    }
    let help = match expected {
        _ if expected.contains(&"a closing bracket") => "close the bracket with `)`",
        _ if expected.contains(&IN) => {
            "say where, as in `my king in hill`, or how many, as in `count(my king) = 0`"
        }
        [only] if only.starts_with("`of` ") => "say which pieces, as in `4 in a row of my pawn`",
        [only] if only.starts_with("`to` ") => "say where to, as in `my pawn connects rank 1 to rank 8`",
        ["a number"] => "write a number, as in `count(mine) = 1`",
        [only] if only.starts_with("a comparison") => "say how many, for example `= 1`",
        [only] if only.starts_with("some pieces") => {
            "write `mine`, `theirs` or `all`, or for example `my queen or rook`"
        }
        _ => WAYS,
    };
    help.to_owned()
}

/// Reports a piece type named without its owner.
fn owner_wanted(text: &str, range: Range<usize>, word: &str, expected: &[&str]) -> Option<Fault> {
    let pieces_only = expected == ["some pieces"];
    let rest = text[range.end..].trim_start();
    let like_pieces = rest.starts_with("in ") || rest.starts_with("on ");
    let name = word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    if !name || word.len() > 40 || !(pieces_only || (like_pieces && expected.contains(&"a condition"))) {
        return None;
    }
    if matches!(word, "and" | "or" | "not" | "in" | "on" | "my" | "their" | "any") {
        return None;
    }
    let message = format!("this doesn't say whose {} is meant", quote(word));
    let fault = Fault::new("ferz::condition::whose", range, message, "whose?");
    if let Some(owner) = nearest(word, ["their"]) {
        return Some(fault.help(format!("did you mean `{owner}`?")));
    }
    Some(fault.help(format!("write `my {word}`, `their {word}` or `any {word}`")))
}

/// The beginning that a misspelt word is nearest to.
fn guess(word: &str, phrases: &[Spellings]) -> Option<&'static str> {
    match word {
        "no" => return Some("no move"),
        "mine" | "theirs" | "all" => return Some("count(mine) = 1"),
        "repetition" | "threefold" | "repeated" => return Some("third occurrence"),
        "&" | "&&" => return Some("and"),
        "|" | "||" => return Some("or"),
        ")" => return None,
        _ if word.len() > 24 => return None,
        _ => {}
    }
    let small = word.to_lowercase().replace(['-', '_'], " ");
    let distance = |known: &&str| strsim::damerau_levenshtein(&small, known);
    let usual = phrases.iter().filter_map(|spellings| spellings.first().copied());
    let near = usual.chain(BEGINNINGS).min_by_key(distance)?;
    (near != word && distance(&near) * 3 <= near.len()).then_some(near)
}
