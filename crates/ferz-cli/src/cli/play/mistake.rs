//! Explanations of why a line was no move, and suggestions of what may have been meant.

use ferz::text::{nearest, shown};
use ferz::{Game, Piece, PlayError, Square};

use super::command::COMMANDS;
use super::listing::{every, move_lines, square, written};

/// The maximum number of suggestions.
const FEW: usize = 4;

/// Explains why a line is no legal move.
pub(super) fn explain(game: &Game, line: &str, error: &PlayError) -> String {
    let plain: String = line.split_whitespace().collect::<String>().to_lowercase();
    let plainly = game.parse_move(&plain);
    let (line, error) = match &plainly {
        Err(error) if plain != line && two_squares(game, &plain).is_some() => (plain.as_str(), error),
        _ => (line, error),
    };
    match error {
        PlayError::Ambiguous(moves) => {
            format!(
                "`{}` could be any of {}. Which one?",
                shown(line),
                moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            )
        }
        PlayError::Over(_) => "The game is over: `undo`, `new` or `quit`.".to_owned(),
        PlayError::TooMany(error) => format!("No move can be played: {error}."),
        error => illegal(game, line, &error.to_string()),
    }
}

fn illegal(game: &Game, line: &str, why: &str) -> String {
    if let Some((from, length)) = at_start(game, line) {
        if length == line.len() {
            return alone(game, from);
        }
        if two_squares(game, line).is_some() {
            return format!("Not legal: {why}.\n{}", others(game, line, from)).trim_end().to_owned();
        }
    }
    if let Some(reasons) = algebraic(game, line) {
        return format!("{reasons}\n{}", near(game, line)).trim_end().to_owned();
    }
    unknown(game, line)
}

/// Returns the squares that a text begins with, if it is a move in coordinate notation.
fn two_squares(game: &Game, line: &str) -> Option<(Square, Square)> {
    let (from, length) = at_start(game, line)?;
    let (to, _) = at_start(game, line[length..].trim_start_matches(['-', 'x', ' ']))?;
    Some((from, to))
}

/// Returns the square at the beginning of a text, and the number of bytes of its name.
fn at_start(game: &Game, text: &str) -> Option<(Square, usize)> {
    let digits = text.bytes().skip(1).take(2).take_while(u8::is_ascii_digit).count();
    Some((square(game.variant(), text.get(..1 + digits)?)?, 1 + digits))
}

/// Explains a square where a move is wanted: the beginning of a move, or a short notation of one.
fn alone(game: &Game, square: Square) -> String {
    let name = square.to_string();
    match piece_on(game, square) {
        Some(piece) if piece.side == game.side_to_move() => {
            format!("A move names two squares. {}", others(game, &name, square))
        }
        _ => algebraic(game, &name)
            .unwrap_or_else(|| format!("You have no piece on {name}: `moves` lists the legal moves.")),
    }
}

fn piece_on(game: &Game, square: Square) -> Option<Piece> {
    game.position().piece_at(square)
}

/// Lists what the piece on a square can do instead.
fn others(game: &Game, line: &str, from: Square) -> String {
    let name = from.to_string();
    match (piece_on(game, from), move_lines(game, |info| info.from == name)) {
        (Some(piece), list) if piece.side == game.side_to_move() && list.is_empty() => {
            format!("The {} on {name} has no legal move now.", game.variant()[piece.piece_type].name)
        }
        (Some(piece), list) if piece.side == game.side_to_move() => {
            format!("It can move to:\n{}", list.join("\n"))
        }
        _ => near(game, line),
    }
}

/// Explains why no piece named by its letter, or by none, can move to the square at the end of the text.
fn algebraic(game: &Game, line: &str) -> Option<String> {
    let variant = game.variant();
    let bare = line.trim_end_matches(['+', '#', '!', '?']);
    let start = bare.rfind(|c: char| c.is_ascii_lowercase() && c != 'x')?;
    let to = square(variant, &bare[start..])?;
    let letter: String = bare.chars().take_while(|c| c.is_ascii_uppercase() || *c == '+').collect();
    let file = |c: char| c.is_ascii_lowercase() && (c as u8) < b'a' + variant.files();
    if !bare[letter.len()..start]
        .chars()
        .all(|c| file(c) || c.is_ascii_digit() || matches!(c, 'x' | ':' | '-'))
    {
        return None;
    }
    let kind = variant.piece_types().iter().find(|info| info.san == letter || info.letter == letter)?;
    let wanted = Piece { piece_type: kind.piece_type, side: game.side_to_move() };
    let mut own: Vec<Square> =
        every(variant).filter(|&square| piece_on(game, square) == Some(wanted)).collect();
    if own.is_empty() {
        return Some(format!("You have no {} on the board.", kind.name));
    }
    let few = if letter.is_empty() { 1 } else { 2 };
    own.sort_by_key(|&from| distance(from, to));
    let names: Vec<[String; 2]> =
        own.iter().take(few).map(|&from| [from, to].map(|square| square.to_string())).collect();
    let reasons = names.iter().filter_map(|[from, to]| match game.parse_move(&format!("{from}{to}")) {
        Err(error) if error.is_illegal() => Some(format!("Not legal from {from}: {error}.")),
        _ => None,
    });
    let reasons: Vec<String> = reasons.collect();
    (!reasons.is_empty()).then(|| reasons.join("\n"))
}

/// Returns the distance between squares; files count more, since most pieces written without their letter stay on theirs.
fn distance(from: Square, to: Square) -> u32 {
    4 * u32::from(from.file().abs_diff(to.file())) + u32::from(from.rank().abs_diff(to.rank()))
}

/// Returns legal moves with a similar notation; if only capitals differ, those alone.
fn near(game: &Game, line: &str) -> String {
    let infos: Vec<_> = game.legal_moves().into_iter().map(|mv| game.in_words(&mv)).collect();
    let like = |close: &dyn Fn(&str) -> bool| {
        let found = infos.iter().filter(|info| close(&info.coordinates) || close(&info.san));
        found.take(FEW).map(written).collect::<Vec<_>>()
    };
    let mut found = like(&|text| text.eq_ignore_ascii_case(line));
    if found.is_empty() && line.len() <= 16 {
        found = like(&|text| strsim::damerau_levenshtein(text, line) <= 1);
    }
    if found.is_empty() { String::new() } else { format!("Did you mean {}?", found.join(" or ")) }
}

/// Says that a line is neither a legal move nor a command, and what may have been meant.
pub(super) fn unknown(game: &Game, line: &str) -> String {
    let word = line.split_whitespace().next().unwrap_or_default();
    let names = COMMANDS.iter().flat_map(|entry| entry.names.iter().copied());
    let said = format!("`{}` is neither a legal move nor a command.", shown(line));
    let near = near(game, line);
    match nearest(word, names) {
        Some(name) => format!("{said} Did you mean `{name}`?"),
        None if !near.is_empty() => format!("{said} {near}"),
        None => format!("{said} `moves` lists the legal moves, `help` the commands."),
    }
}
