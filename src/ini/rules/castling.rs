//! Castling: from the rights in the start position and the files that the options name.

use toml::{Table, Value};

use super::texts;
use crate::ini::game::Game;
use crate::ini::keys::roaming;
use crate::ini::squares::{Squares, name};

/// One castling: from where and to where, king and rook, as the side sees it.
type Way = [(usize, usize); 4];

/// The ways of castling that the start position gives rights to.
pub(super) fn castling(game: &mut Game<'_>) -> Table {
    if !game.settings.is("castling") {
        return Table::new();
    }
    let white = ways(game, true);
    let black = ways(game, false);
    let mut table = Table::new();
    let mut all = Table::new();
    for (at, label) in ["short", "long"].into_iter().enumerate() {
        match (&white[at], &black[at]) {
            (None, None) => {}
            (Some((king, way)), Some((other, there))) if way == there && king == other => {
                drop(all.insert(label.into(), written(king, way, game, None)))
            }
            (mine, theirs) => {
                let one_side = white.iter().all(Option::is_none) || black.iter().all(Option::is_none);
                for (side, found) in [("white", mine), ("black", theirs)] {
                    if let Some((names, way)) = found {
                        let shared = all.contains_key(label);
                        let key = if shared { format!("{label}-{side}") } else { label.to_owned() };
                        all.insert(key, written(names, way, game, Some(side).filter(|_| !one_side)));
                        if one_side {
                            table.insert("side".into(), side.into());
                        }
                    }
                }
            }
        }
    }
    if all.is_empty() {
        return Table::new();
    }
    table.insert("ways".into(), Value::Table(all));
    let guarded = |white: bool| {
        let side = if white { "White" } else { "Black" };
        let king = game.settings.letters(&format!("castlingKingPiece{side}")).into_iter().next();
        king.and_then(|letter| game.base(letter))
            .is_some_and(|one| one.is_king() || game.settings.is("extinctionPseudoRoyal"))
    };
    let word = if guarded(true) || guarded(false) { "king's path" } else { "nothing" };
    let first =
        white.iter().chain(&black).flatten().next().map_or_else(String::new, |(names, _)| names[0].clone());
    table.insert(
        "unattacked".into(),
        if word == "nothing" { word.into() } else { format!("{first}'s path").into() },
    );
    table
}

/// A way in words; as the one who castles sees it.
fn written(names: &[String; 2], way: &Way, game: &Game<'_>, side: Option<&str>) -> Value {
    let [from, to, rook, beside] = way.map(name);
    let squares = match game.settings.is(roaming()) {
        // from wherever they stand
        true => [to, beside],
        false => [format!("{from} {to}"), format!("{rook} {beside}")],
    };
    let [king, rook] = squares;
    let mut table = texts([(&*names[0], king), (&*names[1], rook)]);
    if let Some(side) = side {
        table.insert("side".into(), side.into());
    }
    Value::Table(table)
}

/// The short and the long castling of a side.
fn ways(game: &Game<'_>, white: bool) -> [Option<([String; 2], Way)>; 2] {
    let settings = game.settings;
    let side = if white { "White" } else { "Black" };
    let rank = settings.line("castlingRank").unwrap_or(0);
    let rank = if white { rank } else { (game.size.ranks - 1).saturating_sub(rank) };
    let dropped = settings.is("castlingDroppedPiece");
    let in_hand = |letter: &char| game.start.hand.iter().any(|piece| piece.letter == *letter);
    let stands = |file: usize, letters: &[char]| {
        // pieces that are dropped castle from these files
        let file_of = |option: &str| settings.line(option).map(|line| line.min(game.size.files - 1));
        let option = if settings.letters(&format!("castlingKingPiece{side}")) == letters {
            ["castlingKingFile"; 2]
        } else {
            ["castlingRookKingsideFile", "castlingRookQueensideFile"]
        };
        let home = option.iter().any(|option| {
            let edge = if option.ends_with("KingsideFile") { game.size.files - 1 } else { 0 };
            file == file_of(option).unwrap_or(edge)
        });
        dropped && home && letters.iter().any(in_hand)
            || game
                .start
                .at((file, rank))
                .is_some_and(|piece| piece.white == white && letters.contains(&piece.letter))
    };
    let kings = settings.letters(&format!("castlingKingPiece{side}"));
    let rooks = settings.letters(&format!("castlingRookPieces{side}"));
    let files: Vec<usize> = (0..game.size.files).filter(|file| stands(*file, &kings)).collect();
    let king = match files.as_slice() {
        [one] => Some(*one),
        more => settings.line("castlingKingFile").filter(|file| more.contains(file)),
    };
    let last = game.size.files - 1;
    let right =
        |letter: char| game.start.castling.contains(if white { letter } else { letter.to_ascii_lowercase() });
    let way = |short: bool| -> Option<([String; 2], Way)> {
        let king = king?;
        let rook = if short {
            let far = settings.line("castlingRookKingsideFile").filter(|file| *file <= last).unwrap_or(last);
            (king + 1..=far).rev().find(|file| stands(*file, &rooks))?
        } else {
            let far = settings.line("castlingRookQueensideFile").unwrap_or(0);
            (far..king).find(|file| stands(*file, &rooks))?
        };
        let named = dropped
            || right(if short { 'K' } else { 'Q' })
            || right(char::from(b'A' + u8::try_from(rook).ok()?)) && !right('K') && !right('Q');
        let to = settings.line(if short { "castlingKingsideFile" } else { "castlingQueensideFile" })?;
        if !named || to > last || (short && to == 0) || (!short && to == last) {
            return None;
        }
        let beside = if short { to - 1 } else { to + 1 };
        let letter = |file, letters: &[char]| {
            let on = game.start.at((file, rank)).map(|piece| piece.letter);
            on.or_else(|| letters.iter().copied().find(|one| in_hand(one))).unwrap_or(' ')
        };
        let letters = [letter(king, &kings), letter(rook, &rooks)];
        let names = [game.base(letters[0])?.name.clone(), game.base(letters[1])?.name.clone()];
        let seen = |file: usize| {
            let square = Squares([(file, rank)].into());
            let seen = if white { square } else { square.opposite(game.size, game.symmetry) };
            seen.0.first().copied().unwrap_or_default()
        };
        Some((names, [seen(king), seen(to), seen(rook), seen(beside)]))
    };
    [way(true), way(false)]
}

/// The effects by which a player loses the right to castle to the side to which the opponent has castled.
pub(super) fn opposite(game: &mut Game<'_>) -> Table {
    let mut effects = Table::new();
    if !game.settings.is("oppositeCastling") {
        return effects;
    }
    let (white, black) = (ways(game, true), ways(game, false));
    for (at, label) in ["short", "long"].into_iter().enumerate() {
        let (Some((names, way)), Some((_, there))) = (&white[at], &black[at]) else { continue };
        if way != there || game.settings.is(roaming()) {
            game.refuse("oppositeCastling", "castling that is the same for both sides");
            return Table::new();
        }
        let [_, to, rook, _] = way;
        let file = char::from(b'a' + u8::try_from(to.0).unwrap_or(0));
        let entries = [
            ("move", "castling".to_owned()),
            ("when", format!("its square on file {file}")),
            ("moved", format!("their {} on {}", names[1], name(*rook))),
        ];
        effects.insert(format!("castled-{label}"), Value::Table(texts(entries)));
    }
    effects
}

/// A race of one side to castle: who does wins, and who no longer may loses.
pub(super) struct Race {
    pub(super) side: &'static str,
    pub(super) effects: Table,
}

/// The race, if castling wins; or what it needs that can't be said.
pub(super) fn race(game: &Game<'_>) -> Result<Option<Race>, &'static str> {
    let said = game.settings.text("castlingWins").to_owned();
    let letters: Vec<char> = said.chars().filter(|letter| letter.is_ascii_alphabetic()).collect();
    let letter = match letters[..] {
        [] => return Ok(None),
        [letter] => letter,
        _ => return Err("a race to castle that both sides, or one side in several ways, may win"),
    };
    let white = letter.is_ascii_uppercase();
    let (side, other) = if white { ("white", "black") } else { ("black", "white") };
    let at = usize::from(letter.eq_ignore_ascii_case(&'q'));
    let found = ways(game, white)[at].clone();
    let Some((names, [_, to, rook, _])) = found else {
        return Err("a way of castling that the start position has");
    };
    let file = char::from(b'a' + u8::try_from(to.0).unwrap_or(0));
    let seen = Squares([rook].into()).opposite(game.size, game.symmetry);
    let across = seen.0.first().copied().unwrap_or_default();
    let [king, partner] = names;
    let mut effects = Table::new();
    let mut add = |name: &str, whose: &str, entries: [(&str, String); 3]| {
        let entries = entries.into_iter().filter(|(_, text)| !text.is_empty());
        let mut table = texts(entries);
        table.insert("side".into(), whose.into());
        effects.insert(name.into(), Value::Table(table));
    };
    let note = |name: &str| ("note", name.to_owned());
    add(
        "castles",
        side,
        [("move", "castling".into()), ("when", format!("its square on file {file}")), note("castled")],
    );
    add("king-moves", side, [("move", king), ("when", String::new()), note("moved")]);
    add(
        "rook-moves",
        side,
        [("move", partner.clone()), ("when", format!("its start on {}", name(rook))), note("moved")],
    );
    let captured = format!("capture of {partner}");
    add(
        "rook-captured",
        other,
        [("move", captured), ("when", format!("its square on {}", name(across))), note("captured")],
    );
    Ok(Some(Race { side, effects }))
}
