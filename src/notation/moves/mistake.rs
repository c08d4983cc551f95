//! Diagnostics for the mistakes that can be made in a movement.

use std::ops::Range;

use super::letters::{self, CAPITALS, MODIFIERS};
use super::lower::FARTHEST;
use super::parse::{Atom, Letter, ParsedTerm, Part};
use crate::notation::Fault;
use crate::notation::fault::quote;

/// The text with some of its bytes written otherwise.
fn corrected(text: &str, range: &Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &text[..range.start], &text[range.end..])
}

/// A correction, if the text it gives looks right.
fn suggestion(text: &str, range: &Range<usize>, new: &str) -> Option<String> {
    let whole = corrected(text, range, new);
    let parts = super::parse::parse(&whole);
    (!parts.is_empty() && parts.iter().all(plausible)).then_some(whole)
}

/// Returns `true` if the part is a term of playable letters; no more than that, so that help never asks for help.
fn plausible(part: &Part) -> bool {
    let Part::Term(term) = part else { return false };
    let capital = match term.atom {
        Atom::Letters(capital, times) => letters::gait(capital).is_some() && times < 3,
        Atom::Leap(x, y) => x.is_some() && y.is_some(),
        Atom::Bracket | Atom::Broken => false,
    };
    capital && term.modifiers.iter().all(|modifier| letters::modifies(modifier.letter))
}

pub(super) fn empty() -> Fault {
    Fault::new("ferz::moves::empty", 0..0, "this movement is empty", "a piece that can't move")
        .help("write how the piece moves, for example `W` for one square straight, or `fmWfcF`")
}

/// A movement in words, or the name of a piece, where letters are needed.
pub(super) fn in_words(text: &str) -> Option<Fault> {
    let is_word = |word: &str| word.len() > 3 && word.bytes().all(|b| b.is_ascii_lowercase());
    let in_words = text.split_whitespace().any(is_word) && !text.contains(|c: char| c.is_ascii_uppercase());
    in_words.then(|| {
        let start = text.len() - text.trim_start().len();
        let message = "a movement is written in letters, not in words";
        Fault::new("ferz::moves::unknown_letter", start..text.trim_end().len(), message, "words").help(
            "write for example `N` for a knight's leap, `R` for a rook's ride, `fmWfcF` for a simple pawn",
        )
    })
}

pub(super) fn unknown(text: &str, letter: Letter) -> Fault {
    let quoted = quote(&letter.letter.to_string());
    let code = "ferz::moves::unknown_letter";
    let fault =
        Fault::new(code, letter.range(), format!("{quoted} means nothing in a movement"), "unknown letter");
    let meant = letters::meant(letter.letter)
        .filter(|meant| suggestion(&in_place(text, letter, *meant), &(0..0), "").is_some());
    match meant {
        Some(meant) => fault.help(format!("did you mean `{}`?", in_place(text, letter, meant))),
        None if letter.letter.is_ascii_uppercase() => fault.help(CAPITALS),
        None => fault.help(MODIFIERS),
    }
}

/// The word around a letter, with that letter replaced.
fn in_place(text: &str, letter: Letter, new: char) -> String {
    let range = letter.range();
    let start = text[..range.start].rfind(|c: char| c.is_ascii_whitespace()).map_or(0, |at| at + 1);
    let end =
        text[range.end..].find(|c: char| c.is_ascii_whitespace()).map_or(text.len(), |at| range.end + at);
    match start + 24 > end {
        true => format!("{}{new}{}", &text[start..range.start], &text[range.end..end]),
        false => new.to_string(),
    }
}

pub(super) fn not_playable(text: &str, range: Range<usize>, effect: &str) -> Fault {
    let quoted = quote(&text[range.clone()]);
    let message = format!("{quoted} ({effect}) is understood but can't be played yet");
    let fault = Fault::new("ferz::moves::not_playable", range.clone(), message, effect);
    match &text[range] {
        "e" => fault.help("leave it out; `[en-passant]` says who takes in passing"),
        "O" => fault.help("leave it out; `[castling]` says how one castles"),
        _ => fault,
    }
}

pub(super) fn dangling(text: &str, letters: &[Letter]) -> Vec<Fault> {
    let unknown: Vec<Fault> = letters
        .iter()
        .filter(|m| !letters::modifies(m.letter) && letters::unplayable(m.letter).is_none())
        .map(|m| unknown(text, *m))
        .collect();
    let (Some(first), Some(last), true) = (letters.first(), letters.last(), unknown.is_empty()) else {
        return unknown;
    };
    let range = first.at..last.range().end;
    let quoted = quote(&text[range.clone()]);
    let message = format!("{quoted} says how, but not how far: a capital is missing after it");
    let fault = Fault::new("ferz::moves::no_capital", range.clone(), message, "a capital must follow");
    let meant = letters::meant(last.letter).map(String::from);
    let joined = text[range.end..].starts_with(' ').then(|| range.end..range.end + 1);
    vec![match (joined, meant) {
        (Some(blank), _) if suggestion(text, &blank, "").is_some() => {
            fault.help(format!("leave no space: `{}`", corrected(text, &blank, "")))
        }
        (_, Some(capital)) if suggestion(text, &last.range(), &capital).is_some() => {
            fault.help(format!("did you mean `{}`?", corrected(text, &last.range(), &capital)))
        }
        _ => fault.help(CAPITALS),
    }]
}

pub(super) fn lonely(text: &str, range: Range<usize>) -> Fault {
    let number = text[range.clone()].to_owned();
    let capital = text[range.end..].chars().next().filter(|c| letters::gait(*c).is_some());
    let help = match capital {
        Some(capital) if number.len() < 3 => format!("did you mean `{capital}{number}`?"),
        _ => "write it after the capital, as in `W3`".to_owned(),
    };
    let code = "ferz::moves::stray_number";
    Fault::new(code, range, "a number comes after the capital it belongs to", "no capital before it")
        .help(help)
}

pub(super) fn stray(text: &str, range: Range<usize>) -> Fault {
    let quoted = quote(&text[range.clone()]);
    let fault = Fault::new(
        "ferz::moves::unknown_letter",
        range.clone(),
        format!("{quoted} means nothing in a movement"),
        "not a letter of the notation",
    );
    match suggestion(text, &range, " ") {
        Some(whole) => {
            let whole: Vec<&str> = whole.split_whitespace().collect();
            fault.help(format!("leave it out; terms are written side by side: `{}`", whole.join(" ")))
        }
        None => fault.help("a movement is made of letters, numbers and leaps such as (1,4)"),
    }
}

pub(super) fn broken_leap(text: &str, range: Range<usize>) -> Fault {
    let inside = text[range.clone()].trim_start_matches('(').trim_end_matches(')');
    let fault = Fault::new(
        "ferz::moves::broken_leap",
        range.clone(),
        "round brackets hold a leap: two numbers with a comma between them",
        "not a leap",
    );
    let numbers: Vec<&str> = inside.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).collect();
    match numbers[..] {
        [x, y] if x.len() < 3 && y.len() < 3 => fault.help(format!("did you mean `({x},{y})`?")),
        _ if suggestion(text, &range, inside).is_some() => {
            fault.help(format!("no brackets are needed here: `{}`", corrected(text, &range, inside)))
        }
        _ => fault.help("write for example `(1,4)`: one square this way, four that way, in all directions"),
    }
}

pub(super) fn leap_nowhere(range: Range<usize>) -> Fault {
    let message = "a leap of (0,0) would leave the piece where it is";
    Fault::new("ferz::moves::leap_nowhere", range, message, "goes nowhere")
        .help("at least one number must not be 0")
}

pub(super) fn leap_too_far(text: &str, range: Range<usize>) -> Fault {
    let message = format!("the leap {} leaves every board", quote(&text[range.clone()]));
    Fault::new("ferz::moves::leap_too_far", range, message, "too far")
        .help(format!("{FARTHEST} is the most either way"))
}

pub(super) fn range_too_great(range: Range<usize>) -> Fault {
    let message = format!("a range of more than {FARTHEST} leads off every board");
    Fault::new("ferz::moves::range_too_great", range, message, "too many")
        .help("write 0 for as far as the board goes, as in `W0` (or `R`)")
}

pub(super) fn too_many_capitals(range: Range<usize>, capital: char, rides: bool) -> Fault {
    let message = match rides {
        true => format!("`{capital}` goes as far as it can already, so it isn't doubled"),
        false => format!("`{capital}` doubled goes as far as it can; more of it means nothing"),
    };
    let help = if rides { capital.to_string() } else { format!("{capital}{capital}") };
    Fault::new("ferz::moves::repeated_capital", range, message, "too many").help(format!("write `{help}`"))
}

pub(super) fn two_atoms(text: &str, term: &ParsedTerm, letter: Letter, once: bool) -> Fault {
    let capital = text[term.atom_range.clone()].chars().next().unwrap_or('K');
    let (a, b) = letters::parts(capital, !once && term.limit.is_none()).unwrap_or(('W', 'F'));
    let modifiers = &text[term.range.start..term.atom_range.start];
    let number = &text[term.atom_range.end..term.range.end];
    let expansion = format!("{modifiers}{a}{number}{modifiers}{b}{number}");
    let message = format!(
        "`{capital}` is {a} and {b} together, straight and diagonal, and it isn't clear what {} means for both",
        quote(&letter.letter.to_string()),
    );
    let fault = Fault::new("ferz::moves::unclear_on_two", letter.range(), message, "unclear for two at once");
    match suggestion(&expansion, &(0..0), "") {
        Some(whole) => fault.help(format!("write `{whole}`")),
        None => fault.help(format!("write {a} and {b} as two terms, each with its own modifiers")),
    }
}

pub(super) fn not_a_rider(term: &ParsedTerm, letter: Letter) -> Fault {
    let quoted = quote(&letter.letter.to_string());
    let message = format!("{quoted} bends the way of a rider, but this goes only one leap");
    let fault = Fault::new("ferz::moves::not_a_rider", letter.range(), message, "nothing to bend");
    match term.atom {
        Atom::Letters(capital, 1) => fault
            .help(format!("double the capital to make it a rider: `{}{capital}{capital}`", letter.letter)),
        _ => fault.help("write 0 after it to make it a rider, as in `(1,2)0`"),
    }
}

pub(super) fn two_bends(letter: Letter) -> Fault {
    let message = "a way is crooked (`z`) or circular (`q`), not both at once";
    Fault::new("ferz::moves::two_bends", letter.range(), message, "a second bend").help("write two terms")
}

pub(super) fn full_circle(term: &ParsedTerm, leaps: usize) -> Fault {
    let range = term.limit.as_ref().map_or(term.atom_range.clone(), |(_, range)| range.clone());
    let message = format!("after {leaps} leaps a circular rider is back where it began");
    Fault::new("ferz::moves::full_circle", range, message, "too many")
        .help(format!("write at most {}, or no number for all of the circle", leaps - 1))
}

pub(super) fn never_lame(letter: Letter) -> Fault {
    let message =
        "`n` makes a leap lame: blocked by a piece in its way; a step of one square has nothing in its way";
    Fault::new("ferz::moves::never_lame", letter.range(), message, "nothing to be blocked by")
        .help("leave `n` out")
}

pub(super) fn idle_letter(text: &str, range: Range<usize>) -> Fault {
    let message = format!("{} leaves out no direction here", quote(&text[range.clone()]));
    Fault::new("ferz::moves::idle_letter", range, message, "changes nothing").help("leave it out")
}

pub(super) fn clearer(term: &ParsedTerm, old: char, (new, leap): (char, &str)) -> Fault {
    let message = format!("`{old}` is read as the leap {leap}; other programs and books use it for another");
    Fault::new("ferz::moves::letter_variants", term.atom_range.clone(), message, "read differently elsewhere")
        .help(format!("write `{new}`, which everyone reads as {leap}"))
}

/// A term that adds nothing to those before it or, if one is given, to a later one.
pub(super) fn repeated_term(text: &str, term: &ParsedTerm, later: Option<&ParsedTerm>) -> Fault {
    let quoted = quote(&text[term.range.clone()]);
    if let Some(later) = later {
        let other = quote(&text[later.range.clone()]);
        let message = format!("{quoted} adds nothing: all of it is in {other} as well");
        return Fault::new("ferz::moves::repeated_term", term.range.clone(), message, "said again")
            .help("leave it out");
    }
    let fault = Fault::new(
        "ferz::moves::repeated_term",
        term.range.clone(),
        format!("{quoted} adds nothing: all of it has been said before"),
        "said before",
    );
    match term.atom {
        Atom::Leap(..) => {
            fault.help(format!("a rider is written with a 0: `{}0`", &text[term.range.clone()]))
        }
        _ => fault.help("leave it out"),
    }
}
