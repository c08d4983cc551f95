//! Why a line was no step, and what may have been meant.

use super::command::COMMANDS;
use super::listing::{men, written};
use crate::board::Square;
use crate::definition::{nearest, shown};
use crate::{Game, PlayError, Side};

/// The most suggestions that help.
const FEW: usize = 4;

/// What to say about a line that is no legal step.
pub(super) fn explain(game: &Game, line: &str, error: &PlayError) -> String {
    match error {
        PlayError::Ambiguous(steps) => {
            format!("`{}` may be any of {}. Which one?", shown(line), steps.join(", "))
        }
        PlayError::Over(_) => "The game is over: `undo`, `new` or `quit`.".to_owned(),
        PlayError::Illegal(why) => illegal(game, line, why),
    }
}

fn illegal(game: &Game, line: &str, why: &str) -> String {
    let geometry = &game.variant().rules.geometry;
    if let Some((from, length)) = geometry.parse_prefix(line) {
        if length == line.len() {
            return alone(game, from);
        }
        if geometry.parse_prefix(line[length..].trim_start_matches(['-', 'x', ' '])).is_some() {
            return format!("Not legal: {why}.\n{}", others(game, line, from));
        }
    }
    if let Some(reasons) = algebraic(game, line) {
        return format!("{reasons}\n{}", near(game, line)).trim_end().to_owned();
    }
    unknown(game, line)
}

/// A square where a step is wanted: perhaps a step in short writing, perhaps the beginning of one.
fn alone(game: &Game, square: Square) -> String {
    let name = game.variant().rules.geometry.name(square);
    match algebraic(game, &name) {
        Some(reasons) if man_on(game, square).is_none() => reasons,
        _ => match men(game, |info| info.from == name) {
            list if list.is_empty() => {
                format!("No man can leave {name} now. A step names two squares, `moves` lists them all.")
            }
            list => format!("From {name} to where?\n{}", list.join("\n")),
        },
    }
}

fn man_on(game: &Game, square: Square) -> Option<(usize, Side)> {
    let geometry = &game.variant().rules.geometry;
    game.at(geometry.file(square), geometry.rank(square))
}

/// What the man on a square can do instead.
fn others(game: &Game, line: &str, from: Square) -> String {
    let name = game.variant().rules.geometry.name(from);
    match (man_on(game, from), men(game, |info| info.from == name)) {
        (Some((kind, side)), list) if side == game.side() && list.is_empty() => {
            format!("The {} on {name} has no legal step now.", game.variant().pieces()[kind].name)
        }
        (Some((_, side)), list) if side == game.side() => format!("It can go:\n{}", list.join("\n")),
        _ => near(game, line),
    }
}

/// Why no man named by its letter, or by none, gets to the square at the end of the writing.
fn algebraic(game: &Game, line: &str) -> Option<String> {
    let rules = &game.variant().rules;
    let bare = line.trim_end_matches(['+', '#', '!', '?']);
    let start = bare.rfind(|c: char| c.is_ascii_lowercase() && c != 'x')?;
    let to = rules.geometry.parse(&bare[start..])?;
    let letter: String = bare.chars().take_while(|c| c.is_ascii_uppercase() || *c == '+').collect();
    if !bare[letter.len()..start].chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == ':') {
        return None;
    }
    let kind = rules.types.iter().position(|kind| kind.san == letter || kind.letter == letter)?;
    let mut own: Vec<Square> =
        rules.geometry.every().filter(|&square| man_on(game, square) == Some((kind, game.side()))).collect();
    if own.is_empty() {
        return Some(format!("You have no {} on the board.", rules.types[kind].name));
    }
    own.sort_by_key(|&from| distance(game, from, to));
    let names: Vec<[String; 2]> =
        own.iter().take(2).map(|&from| [from, to].map(|s| rules.geometry.name(s))).collect();
    let reasons = names.iter().filter_map(|[from, to]| match game.find(&format!("{from}{to}")) {
        Err(PlayError::Illegal(why)) => Some(format!("Not legal from {from}: {why}.")),
        _ => None,
    });
    let reasons: Vec<String> = reasons.collect();
    (!reasons.is_empty()).then(|| reasons.join("\n"))
}

/// How far apart squares are; a file counts more, since most men that are written without their letter stay on theirs.
fn distance(game: &Game, from: Square, to: Square) -> u32 {
    let geometry = &game.variant().rules.geometry;
    let files = geometry.file(from).abs_diff(geometry.file(to));
    4 * u32::from(files) + u32::from(geometry.rank(from).abs_diff(geometry.rank(to)))
}

/// Legal steps that are written nearly so.
fn near(game: &Game, line: &str) -> String {
    let close = |text: &str| {
        text.eq_ignore_ascii_case(line) || line.len() <= 16 && strsim::damerau_levenshtein(text, line) <= 1
    };
    let steps = game.steps().into_iter();
    let found = steps.map(|step| game.info(step)).filter(|info| close(&info.coordinates) || close(&info.san));
    let found: Vec<String> = found.take(FEW).map(|info| written(&info)).collect();
    if found.is_empty() { String::new() } else { format!("Did you mean {}?", found.join(" or ")) }
}

fn unknown(game: &Game, line: &str) -> String {
    let word = line.split_whitespace().next().unwrap_or_default();
    let names = COMMANDS.iter().flat_map(|entry| entry.names.iter().copied());
    let said = format!("`{}` is neither a legal step nor a command.", shown(line));
    let near = near(game, line);
    match nearest(word, names) {
        Some(name) => format!("{said} Did you mean `{name}`?"),
        None if !near.is_empty() => format!("{said} {near}"),
        None => format!("{said} `moves` lists the legal steps, `help` the commands."),
    }
}
