//! Diagnostics for the mistakes that can be made in a movement.

use std::ops::Range;

use super::atom::FARTHEST;
use super::letters::{self, CAPITALS, MODIFIERS};
use super::parse::{Atom, Letter, ParsedTerm, Part};
use crate::notation::fault::quote;
use crate::notation::{Fault, known_by_name};

/// The text with some of its bytes replaced.
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
        Atom::Bracket(_) | Atom::Broken => false,
    };
    capital && term.modifiers.iter().all(|modifier| letters::modifies(modifier.letter))
}

pub(super) fn empty() -> Fault {
    Fault::new("ferz::moves::empty", 0..0, "this movement is empty", "a piece that can't move")
        .help("write how the piece moves, for example `W` for one square orthogonally; for a piece that never moves, write `moves = \"\"`")
}

/// A movement in words, or the name of a piece, where letters are needed.
pub(super) fn in_words(text: &str) -> Option<Fault> {
    let is_word = |word: &str| word.len() > 3 && word.bytes().all(|b| b.is_ascii_lowercase());
    let in_words = text.split_whitespace().any(is_word) && !text.contains(|c: char| c.is_ascii_uppercase());
    in_words.then(|| {
        let start = text.len() - text.trim_start().len();
        let message = "a movement is written in letters, not in words";
        let fault =
            Fault::new("ferz::moves::unknown_letter", start..text.trim_end().len(), message, "words");
        match known_by_name(text) {
            Some(known) => fault.help(format!("did you mean `{}`?", known.notation)),
            None => fault.help(
                "for example, write `N` for a knight's leap, `R` for a rook's ride or `fmWfcF` for a simple pawn",
            ),
        }
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
        "@" => fault
            .help("leave it out and use `[drop]` instead: it says which pieces can be dropped, and where"),
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
    let modifiers = if letters.len() == 1 { "is only a modifier" } else { "has only modifiers" };
    let message = format!("{quoted} {modifiers}: a capital must follow");
    let fault = Fault::new("ferz::moves::no_capital", range.clone(), message, "no capital here");
    let meant = letters::meant(last.letter).map(String::from);
    let begins = text[..range.start].chars().next_back().is_none_or(char::is_whitespace);
    let joined = (begins && text[range.end..].starts_with(' ')).then(|| range.end..range.end + 1);
    // of several letters, the last may be a capital that was written in lower case
    let several = letters.len() > 1;
    let joined = joined.filter(|blank| suggestion(text, blank, "").is_some());
    vec![match (joined, meant) {
        (Some(blank), _) if !several => {
            fault.help(format!("remove the space: `{}`", corrected(text, &blank, "")))
        }
        (_, Some(capital)) if suggestion(text, &last.range(), &capital).is_some() => {
            fault.help(format!("did you mean `{}`?", corrected(text, &last.range(), &capital)))
        }
        (Some(blank), _) => fault.help(format!("remove the space: `{}`", corrected(text, &blank, ""))),
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
        "round brackets contain a leap: two numbers separated by a comma",
        "not a leap",
    );
    let numbers: Vec<&str> = inside.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).collect();
    match numbers[..] {
        [x, y] if x.len() < 3 && y.len() < 3 => fault.help(format!("did you mean `({x},{y})`?")),
        _ if suggestion(text, &range, inside).is_some() => {
            fault.help(format!("no brackets are needed here: `{}`", corrected(text, &range, inside)))
        }
        _ => fault.help("for example, `(1,4)`: one square one way and four the other, in all directions"),
    }
}

pub(super) fn leap_nowhere(range: Range<usize>) -> Fault {
    let message = "a leap of (0,0) would leave the piece where it is";
    Fault::new("ferz::moves::leap_nowhere", range, message, "goes nowhere")
        .help("at least one number must not be 0")
}

pub(super) fn leap_too_far(text: &str, range: Range<usize>) -> Fault {
    let message = format!("the leap {} goes beyond the edge of any board", quote(&text[range.clone()]));
    Fault::new("ferz::moves::leap_too_far", range, message, "too far")
        .help(format!("the maximum is {FARTHEST} either way"))
}

pub(super) fn range_too_great(range: Range<usize>) -> Fault {
    let message = format!("a range of more than {FARTHEST} goes beyond the edge of any board");
    Fault::new("ferz::moves::range_too_great", range, message, "too far")
        .help("write 0 for as far as the board goes, as in `W0` (or `R`)")
}

pub(super) fn too_many_capitals(range: Range<usize>, capital: char, rides: bool) -> Fault {
    let message = match rides {
        true => format!("`{capital}` is already a rider, so it can't be doubled"),
        false => {
            format!("`{capital}{capital}` already goes as far as it can; a third `{capital}` means nothing")
        }
    };
    let help = if rides { capital.to_string() } else { format!("{capital}{capital}") };
    Fault::new("ferz::moves::repeated_capital", range, message, "too many").help(format!("write `{help}`"))
}

pub(super) fn two_bends(letter: Letter) -> Fault {
    let message = "a path is either crooked (`z`) or circular (`q`), not both";
    Fault::new("ferz::moves::two_bends", letter.range(), message, "a second bend").help("write two terms")
}

pub(super) fn never_lame(letter: Letter) -> Fault {
    let message = "`n` makes a leap lame (a piece in its way blocks it), but a leap of one square has nothing in its way";
    Fault::new("ferz::moves::never_lame", letter.range(), message, "nothing can block this")
        .help("leave `n` out")
}

pub(super) fn idle_letter(text: &str, range: Range<usize>) -> Fault {
    let message = format!("{} excludes no direction here", quote(&text[range.clone()]));
    Fault::new("ferz::moves::idle_letter", range, message, "changes nothing").help("leave it out")
}

pub(super) fn clearer(term: &ParsedTerm, old: char, (new, leap): (char, &str)) -> Fault {
    let message =
        format!("`{old}` is read as the leap {leap}; other programs and books use it for another leap");
    Fault::new("ferz::moves::letter_variants", term.atom_range.clone(), message, "read differently elsewhere")
        .help(format!("write `{new}`, which everyone reads as {leap}"))
}

/// A term that adds nothing to those before it or, if one is given, to a later one.
pub(super) fn repeated_term(text: &str, term: &ParsedTerm, later: Option<&ParsedTerm>) -> Fault {
    let quoted = quote(&text[term.range.clone()]);
    if let Some(later) = later {
        let other = quote(&text[later.range.clone()]);
        let message = format!("{quoted} adds nothing to {other}");
        return Fault::new("ferz::moves::repeated_term", term.range.clone(), message, "redundant")
            .help("leave it out");
    }
    let fault = Fault::new(
        "ferz::moves::repeated_term",
        term.range.clone(),
        format!("{quoted} adds nothing: earlier terms cover it"),
        "redundant",
    );
    match term.atom {
        Atom::Leap(..) => fault
            .help(format!("leave it out, or add a 0 to make it a rider: `{}0`", &text[term.range.clone()])),
        _ => fault.help("leave it out"),
    }
}

/// Finds a letter that has been written before.
pub(super) fn said_twice(letter: Letter) -> Fault {
    let quoted = quote(&letter.letter.to_string());
    Fault::new(
        "ferz::moves::repeated_letter",
        letter.range(),
        format!("{quoted} is written twice"),
        "repeated",
    )
    .help("leave one of them out")
}

/// The fault of a letter that makes no sense where it stands, with what to write instead.
fn misplaced(letter: Letter, message: String, help: &str) -> Fault {
    Fault::new("ferz::moves::misplaced_letter", letter.range(), message, "means nothing here").help(help)
}

pub(super) fn not_lengthened(letter: Letter) -> Fault {
    let quoted = quote(&letter.letter.to_string());
    let message = format!("{quoted} lengthens a single leap, not a ride or `K`");
    misplaced(letter, message, "write the leap out, as in `(0,3)`, or `(0,3)0` for a ride")
}

pub(super) fn bent_first_leg(letter: Letter) -> Fault {
    let quoted = quote(&letter.letter.to_string());
    let message = format!("{quoted} bends a ride of one leg, or a later leg, but not the first of several");
    misplaced(letter, message, "leave it out, or write the curve as a separate term")
}

pub(super) fn lame_and_jumping(letter: Letter) -> Fault {
    let message = "`n` needs the squares on the way to be empty, but `j` needs them to be occupied";
    let other = if letter.letter == 'n' { 'j' } else { 'n' };
    let label = format!("conflicts with `{other}`");
    Fault::new("ferz::moves::misplaced_letter", letter.range(), message, label).help("leave one of them out")
}

pub(super) fn nothing_to_skip(letter: Letter) -> Fault {
    let message = "`j` passes over the first square of a ride, but a single leap goes no farther".to_owned();
    misplaced(letter, message, "give it a range, as in `jW2`, or leave `j` out")
}

pub(super) fn skips_later(letter: Letter) -> Fault {
    let message = "`j` passes over the first square of a move, so it belongs on the first leg".to_owned();
    misplaced(
        letter,
        message,
        "write the square to pass over as a leg of its own: `mpa`, which moves onto it whether it is empty or not",
    )
}

pub(super) fn means_nothing_anywhere(letter: Letter) -> Fault {
    let quoted = quote(&letter.letter.to_string());
    let message = format!("`U` leads to any square at all, so {quoted} means nothing with it");
    misplaced(letter, message, "leave it out")
}

pub(super) fn not_on_a_hop(text: &str, term: &ParsedTerm, letter: Letter) -> Fault {
    let quoted = quote(&letter.letter.to_string());
    let message = format!("it isn't clear which part of a hop {quoted} belongs to");
    let capital = text[term.atom_range.clone()].chars().next().unwrap_or('W');
    let help = format!("write the hop as a leg of its own: `paf{}{capital}`", letter.letter);
    Fault::new("ferz::moves::misplaced_letter", letter.range(), message, "unclear here").help(help)
}

pub(super) fn second_group(letter: Letter) -> Fault {
    let message = "a term can have only one repeated group of legs".to_owned();
    misplaced(letter, message, "write two terms")
}

pub(super) fn group_without_leg(range: Range<usize>) -> Fault {
    let message = "round brackets contain legs that may be repeated, but there is no leg in these: a leg begins with `a`";
    Fault::new("ferz::moves::misplaced_letter", range, message, "no leg in here")
        .help("for example, write `(az)N`, or leave the brackets out")
}

pub(super) fn too_many_ways(range: Range<usize>) -> Fault {
    let message = "this movement has too many paths";
    Fault::new("ferz::moves::too_many_ways", range, message, "too many")
        .help("give its legs directions, or use fewer legs")
}

/// A later leg without directions, which not every program reads alike.
pub(super) fn any_direction(text: &str, term: &ParsedTerm, before: &[Letter]) -> Fault {
    let at = before.last().map_or(term.range.start, |last| last.range().end);
    let message =
        "a leg without directions goes every way but straight back; some programs allow fewer directions";
    let capital = &text[term.atom_range.clone()];
    Fault::new("ferz::moves::any_direction", at..at + 1, message, "goes every way but straight back").help(format!(
        "write the directions in front of `{capital}`, as in `afs` for three ways, or in brackets: `[{capital}-fs{capital}]`"
    ))
}

/// Direction letters in front of brackets that leave out nothing.
pub(super) fn idle_direction(range: Range<usize>) -> Fault {
    let message = "these letters exclude no direction";
    Fault::new("ferz::moves::idle_letter", range, message, "changes nothing").help("leave them out")
}

/// The fault of brackets that don't hold legs, with what to write instead.
fn bad_brackets(range: Range<usize>, message: impl Into<String>, label: &str) -> Fault {
    Fault::new("ferz::moves::bad_brackets", range, message, label)
}

pub(super) fn not_a_leg(text: &str, range: Range<usize>) -> Fault {
    let message = format!("{} is neither a leg nor a `-` or `?` between legs", quote(&text[range.clone()]));
    bad_brackets(range, message, "not a leg")
        .help("for example, `[F?R]`: one leg, `-` or `?`, then another leg")
}

pub(super) fn open_bracket(text: &str, range: Range<usize>) -> Fault {
    let whole = format!("{}]", &text[range.clone()]);
    bad_brackets(range, "the brackets are not closed", "no `]`").help(format!("did you mean `{whole}`?"))
}

pub(super) fn one_leg(text: &str, range: Range<usize>, legs: &[ParsedTerm]) -> Fault {
    let fault = bad_brackets(range, "brackets need at least two legs", "too few legs");
    match legs {
        [leg] => fault.help(format!(
            "write `{}` without brackets, or add another leg after `-` or `?`",
            &text[leg.range.clone()]
        )),
        _ => fault.help("for example, `[F?R]`: one step diagonally, then optionally outward as a rook"),
    }
}

pub(super) fn link_to_nothing(letter: Letter) -> Fault {
    let message = format!("no leg follows this {}", quote(&letter.letter.to_string()));
    bad_brackets(letter.range(), message, "leads to nothing")
        .help("leave it out, or write another leg after it")
}

pub(super) fn number_behind_brackets(range: Range<usize>) -> Fault {
    bad_brackets(
        range,
        "a number belongs inside the brackets, after the capital of a leg",
        "belongs to no leg",
    )
    .help("write it after the capital of a leg, as in `[F-R3]`")
}

pub(super) fn not_before_brackets(letter: Letter) -> Fault {
    let quoted = quote(&letter.letter.to_string());
    let message = format!("{quoted} applies to one leg, not to the whole bracket");
    misplaced(letter, message, "write it inside the brackets, in front of the capital of a leg")
}

pub(super) fn not_in_brackets(letter: Letter) -> Fault {
    let quoted = quote(&letter.letter.to_string());
    let (message, help) = match letter.letter {
        'a' => (
            "`a` begins a leg with the same capital; in brackets, legs are separated by `-` or `?`"
                .to_owned(),
            "write `-` between the legs",
        ),
        'y' | 'g' => (
            format!("{quoted} changes the range of later legs; in brackets, each leg has its own range"),
            "leave it out, or write `p` for a hop",
        ),
        'o' => (
            "`o` applies to all legs, so it goes in front of the brackets".to_owned(),
            "write it in front: `o[F?R]`",
        ),
        _ => (
            format!("{quoted} bends legs that share a capital; in brackets, each leg has its own directions"),
            "give each leg its own directions",
        ),
    };
    misplaced(letter, message, help)
}

pub(super) fn hop_at_the_end(letter: Letter) -> Fault {
    let message = "`p` hops onto a piece to go on from there, but this is the last leg".to_owned();
    misplaced(letter, message, "write another leg after it, as in `[pR-fR]`")
}

pub(super) fn oblique_turn(range: Range<usize>) -> Fault {
    let message =
        "these directions are unclear after an oblique leg, or on an oblique leg that follows a diagonal one";
    Fault::new("ferz::moves::unclear_direction", range, message, "unclear directions")
        .help("leave the directions out: the leg then goes outward, in the direction closest to that of the previous leg")
}

pub(super) fn leads_nowhere(range: Range<usize>) -> Fault {
    let message = "no leg can go this way: its capital doesn't have these directions";
    Fault::new("ferz::moves::leads_nowhere", range, message, "leads nowhere").help(
        "orthogonal capitals (`W`, `D`, `H`, `R`) turn by 90 degrees, or by 45 degrees after a diagonal leg",
    )
}
