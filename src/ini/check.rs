//! Checks of a variant before any rule is written: values that can't be read, and options that no game file can express.

use super::game::Game;
use super::keys::{KEYS, Kind, TYPES};
use super::read::Word;
use super::settings::{Settings, region};
use super::squares::{Size, Squares};
use crate::board::Symmetry;
use crate::definition::shown;
use crate::text::{Diagnostic, Report};

/// What is wrong with a star alone, and what is meant.
const ALL: &str = "in Fairy-Stockfish a `*` alone is no square at all";
const WHOLE: &str = "leave the line out, or write whole ranks as `*4`";

/// The largest board of game files.
const LARGEST: usize = 16;

/// Checks all values, and returns the size of the board.
pub(super) fn values(settings: &Settings, report: &mut Report) -> Option<Size> {
    let mut fault = |word: &Word, message: String, help: &str| {
        report.push(
            Diagnostic::error("ferz::ini::bad_value", message).at(word.span, "can't be read").help(help),
        );
    };
    let side =
        |name: &str| settings.line(name).map(|line| line + 1).filter(|size| (1..=LARGEST).contains(size));
    let size = match (side("maxFile"), side("maxRank")) {
        (Some(files), Some(ranks)) => Size { files, ranks },
        (files, _) => {
            let name = if files.is_none() { "maxFile" } else { "maxRank" };
            if let Some(word) = settings.said(name) {
                fault(
                    word,
                    format!("`{}` is not a board size", shown(&word.text)),
                    "write a number from 1 to 16, or the letter of the last file",
                );
            }
            return None;
        }
    };
    for key in KEYS.iter() {
        let Some(word) = settings.said(key.name) else { continue };
        if let Some((message, help)) = wrong(key.kind, &word.text, size) {
            fault(word, message, &help);
        }
        if key.kind == Kind::Squares && !settings.inherited.contains(key.name) && is_all(&word.text) {
            fault(word, ALL.to_owned(), WHOLE);
        }
    }
    for (name, word) in settings.values.iter().filter(|(name, _)| region(name).is_some()) {
        if is_all(&word.text) {
            fault(word, ALL.to_owned(), WHOLE);
        }
        if let (_, [first, ..]) = (name, Squares::read(&word.text, size).1.as_slice()) {
            fault(
                word,
                format!("`{}` is not a square", shown(first)),
                "write squares as `e4`, whole ranks as `*4` and whole files as `e*`",
            );
        }
    }
    Some(size)
}

/// Returns `true` if a set of squares has a star that doesn't belong to a rank or file.
fn is_all(text: &str) -> bool {
    text.split([' ', ',', '\t']).any(|word| matches!(word, "*" | "**"))
}

/// Refuses each option that no game file can express, unless it changes nothing.
pub(super) fn unsaid(game: &mut Game<'_>) {
    for key in KEYS.iter() {
        let (Some(needs), Some(word)) = (key.needs, game.settings.said(key.name)) else { continue };
        let idle = match key.kind {
            Kind::Squares => {
                Squares::read(&word.text, game.size).0 == Squares::read(key.default, game.size).0
            }
            Kind::Pieces => game.settings.letters(key.name).is_empty(),
            _ => word.text == key.default || word.text == "none" || word.text == "-",
        };
        if !idle {
            game.refuse(key.name, needs);
        }
    }
}

/// Returns the reason why a value can't be read, and how it would be written.
fn wrong(kind: Kind, text: &str, size: Size) -> Option<(String, String)> {
    let no = |what: &str, help: &str| Some((format!("`{}` is {what}", shown(text)), help.to_owned()));
    match kind {
        Kind::Bool if !matches!(text, "true" | "false") => {
            no("neither true nor false", "write `true` or `false`")
        }
        Kind::Number if text.parse::<u16>().is_err() => no("not a number", "write a number, such as 3"),
        Kind::Rank | Kind::Old if text.parse::<u8>().is_err() => {
            no("not a rank", "write the number of a rank")
        }
        Kind::File
            if text.parse::<u8>().is_err()
                && !(text.len() == 1 && text.as_bytes()[0].is_ascii_lowercase()) =>
        {
            no("not a file", "write the letter of a file, or its number")
        }
        Kind::Value if !matches!(text, "win" | "loss" | "draw" | "none") => {
            no("not a result", "write `win`, `loss` or `draw`")
        }
        Kind::Squares => {
            let (_, odd) = Squares::read(text, size);
            let first = odd.first()?;
            Some((
                format!("`{}` is not a square", shown(first)),
                "write squares as `e4`, whole ranks as `*4` and whole files as `e*`".to_owned(),
            ))
        }
        Kind::Pairs | Kind::Counts if text != "-" => {
            let fine = |word: &str| {
                let (left, right) = word.split_once(':')?;
                let letter = left.chars().count() == 1 && left.chars().all(|c| c.is_ascii_alphabetic());
                let value = if kind == Kind::Counts {
                    right.parse::<u8>().is_ok()
                } else {
                    right.chars().count() == 1
                };
                (letter && value).then_some(())
            };
            let odd = text.split_whitespace().find(|word| fine(word).is_none())?;
            let form = if kind == Kind::Counts { "q:1 r:2" } else { "p:g s:g" };
            Some((format!("`{}` is not a pair", shown(odd)), format!("write pairs as `{form}`")))
        }
        _ => None,
    }
}

/// Reports letters that belong to no piece type, if a variant names them itself.
pub(super) fn pieces(game: &mut Game<'_>) {
    let settings = game.settings;
    let known = |letter: char| settings.piece_of(letter.to_ascii_lowercase()).is_some();
    let mut odd = Vec::new();
    for key in KEYS.iter().filter(|key| matches!(key.kind, Kind::Pieces | Kind::Piece | Kind::Pairs)) {
        let Some(word) = settings.said(key.name) else { continue };
        odd.extend(
            word.text
                .chars()
                .find(|c| c.is_ascii_alphabetic() && !known(*c))
                .map(|letter| (key.name, letter, word.span)),
        );
    }
    let on = game.start.on.iter().map(|(_, piece)| piece).chain(&game.start.hand);
    let missing = on.map(|piece| piece.letter).find(|letter| !known(*letter));
    odd.extend(
        missing.map(|letter| {
            ("startFen", letter, settings.said("startFen").map_or(game.place, |word| word.span))
        }),
    );
    for (option, letter, span) in
        odd.into_iter().filter(|(option, ..)| *option == "startFen" || !settings.inherited.contains(*option))
    {
        let message = format!("`{letter}` is not the letter of a piece");
        let fault = match option == "startFen" {
            true => Diagnostic::error("ferz::ini::unknown_piece", message),
            false => Diagnostic::warning("ferz::ini::unknown_piece", message),
        };
        let span = if span.end > 0 { span } else { game.place };
        game.report.push(fault.at(span, format!("`{option}` uses it")));
    }
}

/// Returns `true` if no piece moves forward or backward or promotes: it makes no difference on which side of the board a player sits.
fn nobody_goes_ahead(settings: &Settings) -> bool {
    let by_table = |option: &str| TYPES.iter().find(|known| known[0] == option).map_or("", |known| known[1]);
    settings.pieces.iter().all(|piece| {
        let moves = piece.moves.as_ref().map_or_else(|| by_table(&piece.option), |moves| &moves.text);
        !moves.contains(['f', 'b'])
    })
}

/// Returns the symmetry of the board for Black: as the start position is turned.
pub(super) fn symmetry(game: &Game<'_>) -> Symmetry {
    let fits = |symmetry: Symmetry| {
        game.start.on.iter().all(|(square, piece)| {
            let opposite = Squares([*square].into()).opposite(game.size, symmetry);
            let there = opposite.0.first().and_then(|square| game.start.at(*square));
            there.is_some_and(|there| there.white != piece.white && there.letter == piece.letter)
        })
    };
    let first = game.settings.squares("enclosingDropStart", game.size);
    let lies_aside = first != first.opposite(game.size, Symmetry::Mirror);
    if (lies_aside || super::rules::forbid::dropped_on_top(game)) && nobody_goes_ahead(game.settings) {
        return Symmetry::SameSide;
    }
    let turned = game.parent.says(&["board", "symmetry"], "rotate");
    match (fits(Symmetry::Mirror) && !turned, fits(Symmetry::Rotate)) {
        (false, true) => Symmetry::Rotate,
        (false, false)
            if game.parent.says(&["board", "symmetry"], "same side") && nobody_goes_ahead(game.settings) =>
        {
            Symmetry::SameSide
        }
        _ => Symmetry::Mirror,
    }
}

/// The comment at the head of a file: where it is from, and which parts of the variant are not rules.
pub(super) fn head(name: &str, settings: &Settings, idle: &[String]) -> String {
    let parent = settings
        .lineage
        .first()
        .filter(|parent| *parent != name)
        .map_or_else(String::new, |parent| format!(", a relative of its {parent}"));
    let gui: Vec<&str> = KEYS
        .iter()
        .filter(|key| key.kind == Kind::Gui && settings.said(key.name).is_some_and(|word| word.span.end > 0))
        .map(|key| key.name)
        .collect();
    let silent = if gui.is_empty() {
        String::new()
    } else {
        format!("\nLeft out, as they are about programs and not about rules: {}.", gui.join(", "))
    };
    let silent = if idle.is_empty() {
        silent
    } else {
        format!("{silent}\nLeft out, as they never come to the board: {}.", idle.join(", "))
    };
    format!("{}: the variant `{name}` of Fairy-Stockfish{parent}.{silent}", crate::template::title(name))
}
