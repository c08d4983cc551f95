//! The piece types of a variant: their letters, names and movements.

use std::collections::BTreeSet;

use super::betza::{self, Moves};
use super::game::Game;
use super::keys::{NAMES, TYPES};
use super::settings::{DeclaredPiece, region};
use super::squares::Squares;
use crate::feature::scope::sentence;
use crate::text::Diagnostic;

/// A piece type of the game file.
#[derive(Clone, Debug)]
pub(super) struct Type {
    pub(super) name: String,
    /// Its letter in a game file: `P`, or `+P` for what `P` promotes to.
    pub(super) letter: String,
    /// The letter of the type it moves as.
    pub(super) of: char,
    /// The letter of the type it is promoted from.
    pub(super) from: Option<char>,
    pub(super) moves: Moves,
    /// The option that declares how it moves.
    pub(super) option: String,
}

impl Type {
    /// Returns `true` if it is the royal type that needs no further option.
    pub(super) fn is_king(&self) -> bool {
        self.option == TYPES[TYPES.len() - 1][0]
    }

    /// Returns `true` if it is the first type of the table, the one with a double step.
    pub(super) fn is_pawn(&self) -> bool {
        self.option == TYPES[0][0]
    }
}

/// The types of a game, with names that no two of them share.
pub(super) fn types(game: &mut Game<'_>) -> Vec<Type> {
    let pairs = game.settings.pairs("promotedPieceType");
    let mut found = Vec::new();
    for piece in &game.settings.pieces.clone() {
        // a type that never comes to the board is read all the same: it may have a fault
        let read = one(game, piece, None);
        found.extend(read.filter(|_| stands(game, piece.letter)));
    }
    for (from, to) in pairs {
        let known = found.iter().any(|one: &Type| one.of == from && one.from.is_none());
        let piece = to.chars().next().and_then(|to| game.settings.piece_of(to)).cloned();
        if let Some(piece) = piece.filter(|_| known) {
            found.extend(one(game, &piece, Some(from)));
        }
    }
    name_all(game, &mut found);
    found
}

/// The letters of types that a variant declares itself and that never come to the board.
pub(super) fn idle(game: &Game<'_>) -> Vec<String> {
    let used = |piece: &DeclaredPiece| game.types.iter().any(|one| one.of == piece.letter);
    game.settings
        .pieces
        .iter()
        .filter(|piece| piece.own && !used(piece))
        .map(|piece| format!("{} ({})", piece.letter, piece.option))
        .collect()
}

/// Returns `true` if pieces of a type stand on the board or in hand at the start, or come about as promoted pawns or from elsewhere.
fn stands(game: &Game<'_>, letter: char) -> bool {
    let at_start = game
        .start
        .on
        .iter()
        .map(|(_, piece)| piece)
        .chain(&game.start.hand)
        .any(|piece| piece.letter == letter);
    let names = ["promotionPieceTypesWhite", "promotionPieceTypesBlack"];
    let promoted = game.settings.pairs("promotedPieceType").iter().any(|(_, to)| to.starts_with(letter));
    let partner = game.settings.is("twoBoards") && !promoted;
    let supplied = game.settings.is("freeDrops") && game.settings.is("pieceDrops");
    at_start || partner || supplied || names.iter().any(|name| game.settings.letters(name).contains(&letter))
}

fn one(game: &mut Game<'_>, piece: &DeclaredPiece, from: Option<char>) -> Option<Type> {
    let known = TYPES.iter().find(|known| known[0] == piece.option);
    let moves = match (&piece.moves, known) {
        (Some(word), _) => match betza::read(&word.text) {
            Ok(moves) => moves,
            Err((range, message)) => {
                let mut span = word.span;
                if span.end > span.start {
                    (span.start, span.end) =
                        (word.span.start + range.start, word.span.start + range.end.max(range.start + 1));
                }
                let fault = Diagnostic::error(
                    "ferz::ini::bad_value",
                    format!("this movement can't be read: {message}"),
                );
                let fault = fault.at(span, "here");
                game.report.push(match word.text.contains('#') {
                    true => fault.help("a comment stands on a line of its own"),
                    false => fault,
                });
                return None;
            }
        },
        (None, Some(known)) => betza::read(&known[1].replace(' ', "")).unwrap_or_default(),
        (None, None) => return None,
    };
    let letter = from.unwrap_or(piece.letter).to_ascii_uppercase();
    let letter = if from.is_some() { format!("+{letter}") } else { letter.to_string() };
    Some(Type { name: String::new(), letter, of: piece.letter, from, moves, option: piece.option.clone() })
}

/// Names the types: as the parent does, as the table does, by how they move, or by their letter.
fn name_all(game: &Game<'_>, types: &mut [Type]) {
    let mut taken: Vec<String> = Vec::new();
    for at in 0..types.len() {
        let one = &types[at];
        let wanted = game.parent.named(&one.letter).filter(|name| at == 0 || !taken.contains(name));
        let plain = wanted.unwrap_or_else(|| own_name(one, types));
        let mut name = plain.clone();
        let mut number = 2;
        while taken.contains(&name) {
            name = if number == 2 {
                format!("{plain}-{}", one.of)
            } else {
                format!("{plain}-{}-{number}", one.of)
            };
            number += 1;
        }
        taken.push(name.clone());
        types[at].name = name;
    }
}

fn own_name(one: &Type, types: &[Type]) -> String {
    let known = |one: &Type| {
        let by_table = TYPES.iter().find(|known| known[0] == one.option);
        by_table.map(|known| known[2].to_owned()).or_else(|| by_moves(one))
    };
    // a piece is named after its letter if that says more than how it moves
    let (first, last) = (TYPES[0][2], TYPES[TYPES.len() - 1][2]);
    let name = match one.of {
        _ if one.from.is_some() => known(one),
        letter if last.starts_with(letter) => Some(last.to_owned()),
        letter if first.starts_with(letter) => known(one).or_else(|| Some(first.to_owned())),
        _ => known(one),
    };
    let name = name.unwrap_or_else(|| format!("piece-{}", one.of));
    let base = one.from.and_then(|from| types.iter().find(|base| base.of == from && base.from.is_none()));
    let shared = types.iter().filter(|other| other.of == one.of).count() > 1;
    match base {
        Some(base) if shared => {
            format!("promoted-{}", if base.name.is_empty() { "piece" } else { &base.name })
        }
        _ => name,
    }
}

fn by_moves(one: &Type) -> Option<String> {
    let text = Moves::text(&one.moves.always).replace(' ', "");
    NAMES.iter().find(|(moves, _)| moves.replace(' ', "") == text).map(|(_, name)| (*name).to_owned())
}

/// The table of a type.
pub(super) fn table(game: &mut Game<'_>, one: &Type) -> toml::Table {
    let mut table = toml::Table::new();
    table.insert("letter".into(), one.letter.clone().into());
    let (mut moves, mut also) = (one.moves.always.clone(), Vec::new());
    if game.settings.is("flyingGeneral") && one.is_king() {
        if game.settings.is("blastOnCapture") {
            game.refuse("flyingGeneral", "kings that see each other where captures blast");
        }
        moves.push("kR".into());
    }
    soldier(game, one, &mut moves, &mut also);
    firsts(game, one, &mut moves, &mut also);
    table.insert("moves".into(), Moves::text(&moves).into());
    if !also.is_empty() {
        table.insert("also".into(), toml::Value::Array(also));
    }
    if let Some(within) = within(game, one) {
        table.insert("within".into(), within.into());
    }
    if let Some(royal) = royal(game, one) {
        table.insert("royal".into(), royal);
    }
    table
}

/// A soldier that goes sideways from some rank on only.
fn soldier(game: &mut Game<'_>, one: &Type, moves: &mut Vec<String>, also: &mut Vec<toml::Value>) {
    let rank = game.settings.line("soldierPromotionRank").unwrap_or(0);
    let option = TYPES.iter().find(|known| known[1] == "fsW").map_or("", |known| known[0]);
    if rank == 0 || one.option != option {
        return;
    }
    *moves = vec!["fW".into()];
    let beyond = Squares(Squares::all(game.size).0.into_iter().filter(|(_, at)| *at >= rank).collect());
    also.push(by_place(&beyond.write(game.size), "sW"));
}

fn by_place(on: &str, moves: &str) -> toml::Value {
    let entries = [("on", on), ("moves", moves)];
    toml::Value::Table(entries.into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect())
}

/// First moves, and the double and triple steps of pawns: by place, or by the first move where that is the same.
fn firsts(game: &mut Game<'_>, one: &Type, moves: &mut Vec<String>, also: &mut Vec<toml::Value>) {
    let steps = game.settings.is("doubleStep");
    let mut first = if steps { one.moves.first.clone() } else { Vec::new() };
    if one.is_pawn() && steps {
        first.push("fmnD".into());
    }
    for (terms, name) in [(first, "doubleStepRegion"), (Vec::new(), "tripleStepRegion")] {
        let terms =
            if name.starts_with('t') && one.is_pawn() && steps { vec!["fmnH".to_owned()] } else { terms };
        if terms.is_empty() {
            continue;
        }
        let text = Moves::text(&terms);
        for (side, region) in game.sided_region(name, one) {
            if region.is_empty() {
                continue;
            }
            if side.is_some() {
                let mut entry = by_place(&region.write(game.size), &text);
                if let (Some(side), toml::Value::Table(entry)) = (side, &mut entry) {
                    entry.insert("side".into(), side.into());
                }
                also.push(entry);
            } else if game.is_first_move(one, &region) {
                moves.extend(terms.iter().map(|term| format!("i{term}")));
            } else if region == Squares::all(game.size) {
                moves.extend(terms.clone());
            } else {
                also.push(by_place(&region.write(game.size), &text));
            }
        }
    }
}

/// The squares a type is confined to.
fn within(game: &mut Game<'_>, one: &Type) -> Option<String> {
    let by_option = |name: &str| {
        region(name).is_some_and(|piece| sentence(&one.option) == piece || capital(&one.option) == piece)
    };
    let said: Vec<String> = game.settings.values.keys().filter(|name| by_option(name)).cloned().collect();
    if said.is_empty() {
        return None;
    }
    let region = game.shared_region(&format!("mobilityRegion/{}", capital(&one.option)), one)?;
    (region != Squares::all(game.size)).then(|| region.write(game.size))
}

/// A word with a capital.
pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map_or_else(String::new, |first| format!("{}{}", first.to_ascii_uppercase(), letters.as_str()))
}

/// Returns the value of `royal` for a type, if it is royal.
pub(super) fn royal(game: &mut Game<'_>, one: &Type) -> Option<toml::Value> {
    if one.is_king() {
        return Some(true.into());
    }
    let settings = game.settings;
    let pseudo =
        settings.is("extinctionPseudoRoyal") && settings.letters("extinctionPieceTypes").contains(&one.of);
    if !pseudo {
        return None;
    }
    if settings.is("dupleCheck") {
        let all: BTreeSet<char> = settings.letters("extinctionPieceTypes").into_iter().collect();
        if all.len() > 1 {
            game.refuse("dupleCheck", "several types of which not all pieces may be attacked");
        }
        if settings.number("extinctionPieceCount") > 0 {
            game.refuse(
                "extinctionPieceCount",
                "several pieces that may not all be attacked, and fewer that are royal",
            );
        }
        return Some("together".into());
    }
    let few = settings.number("extinctionPieceCount");
    if few + 1 >= game.size.files * game.size.ranks - game.start.walls.0.len() {
        // all of them are royal, however many there are
        return Some(true.into());
    }
    let most = game.start.count(one.of, true).max(game.start.count(one.of, false));
    let grows = game.may_grow(one.of);
    match (few, grows) {
        (_, false)
            if most <= few + 1
                && (few == 0 || game.start.count(one.of, true) == game.start.count(one.of, false)) =>
        {
            Some(true.into())
        }
        (0, _) => {
            // in Fairy-Stockfish, the last piece of each type; in a game file, the last of all types that share it
            let types = game.settings.letters("extinctionPieceTypes");
            if types.into_iter().any(|other| other != one.of && game.may_grow(other)) {
                game.refuse("extinctionPieceTypes", "the last piece of each of several types to be royal");
                return None;
            }
            Some("last".into())
        }
        _ => {
            game.refuse("extinctionPieceCount", "royalty that depends on the number of pieces");
            None
        }
    }
}
