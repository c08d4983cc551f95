//! Castling: from the rights in the start position and the files that the options name.

use toml::{Table, Value};

use super::texts;
use crate::ini::game::Game;
use crate::ini::keys::roaming;
use crate::ini::squares::{Squares, name};
use crate::ini::start::Stands;

/// One castling: from where and to where, king and rook, as the side sees it.
type Way = [(usize, usize); 4];

/// The ways of castling that the start position gives rights to.
pub(super) fn castling(game: &mut Game<'_>) -> Table {
    if !game.settings.is("castling") {
        return Table::new();
    }
    for (short, option) in [(true, "castlingRookKingsideFile"), (false, "castlingRookQueensideFile")] {
        let alone = |white| Home::new(game, white).lacks_rook(short);
        if game.settings.said(option).is_some() && (alone(true) || alone(false)) {
            game.refuse(
                option,
                "a piece to castle with in the start position, on that file or nearer to the king",
            );
            return Table::new();
        }
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
    let pseudo = match game.settings.is("extinctionPseudoRoyal") {
        true => game.settings.letters("extinctionPieceTypes"),
        false => Vec::new(),
    };
    let guarded = |white: bool| {
        let side = if white { "White" } else { "Black" };
        let king = game.settings.letters(&format!("castlingKingPiece{side}")).into_iter().next();
        king.and_then(|letter| game.base(letter)).is_some_and(|one| one.is_king() || pseudo.contains(&one.of))
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

/// A way in words; as the side that castles sees it.
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
    let home = Home::new(game, white);
    [home.way(true), home.way(false)]
}

/// The rank on which a side castles.
struct Home<'a> {
    game: &'a Game<'a>,
    white: bool,
    rank: usize,
    /// The letters of the pieces that castle, and of those they castle with.
    kings: Vec<char>,
    rooks: Vec<char>,
    /// True if pieces that are dropped may castle.
    dropped: bool,
}

impl<'a> Home<'a> {
    fn new(game: &'a Game<'a>, white: bool) -> Self {
        let settings = game.settings;
        let side = if white { "White" } else { "Black" };
        let rank = settings.line("castlingRank").unwrap_or(0);
        Self {
            game,
            white,
            rank: if white { rank } else { (game.size.ranks - 1).saturating_sub(rank) },
            kings: settings.letters(&format!("castlingKingPiece{side}")),
            rooks: settings.letters(&format!("castlingRookPieces{side}")),
            dropped: settings.is("castlingDroppedPiece"),
        }
    }

    fn last(&self) -> usize {
        self.game.size.files - 1
    }

    /// Returns the first of these letters that is in hand in the start position.
    fn in_hand(&self, letters: &[char]) -> Option<char> {
        let held = |letter: &char| self.game.start.hand.iter().any(|piece| piece.letter == *letter);
        letters.iter().copied().find(held)
    }

    /// Returns `true` if a piece with one of these letters stands on a file, or castles from there once it has been dropped.
    fn has(&self, letters: &[char], file: usize) -> bool {
        let own = |piece: &Stands| piece.white == self.white && letters.contains(&piece.letter);
        self.dropped && self.in_hand(letters).is_some() && self.is_home(letters, file)
            || self.game.start.at((file, self.rank)).is_some_and(own)
    }

    /// Returns `true` if pieces with these letters castle from a file.
    fn is_home(&self, letters: &[char], file: usize) -> bool {
        let from = |option: &str, edge: usize| {
            self.game.settings.line(option).map_or(edge, |line| line.min(self.last()))
        };
        if *letters == *self.kings {
            file == from("castlingKingFile", 0)
        } else {
            file == from("castlingRookKingsideFile", self.last())
                || file == from("castlingRookQueensideFile", 0)
        }
    }

    /// Returns the file of the piece that castles: the only one, or the one that is named.
    fn king(&self) -> Option<usize> {
        let files: Vec<usize> = (0..=self.last()).filter(|file| self.has(&self.kings, *file)).collect();
        match files.as_slice() {
            [one] => Some(*one),
            more => self.game.settings.line("castlingKingFile").filter(|file| more.contains(file)),
        }
    }

    /// Returns the file of the piece it castles with.
    fn rook(&self, king: usize, short: bool) -> Option<usize> {
        let has = |file: &usize| self.has(&self.rooks, *file);
        let settings = self.game.settings;
        if short {
            let far = settings.line("castlingRookKingsideFile").filter(|file| *file <= self.last());
            (king + 1..=far.unwrap_or(self.last())).rev().find(has)
        } else {
            let far = settings.line("castlingRookQueensideFile").unwrap_or(0);
            (far..king).find(has)
        }
    }

    /// Returns `true` if the start position gives the right to castle with the piece on a file.
    fn has_right(&self, rook: usize, short: bool) -> bool {
        let named = |letter: char| {
            let letter = if self.white { letter } else { letter.to_ascii_lowercase() };
            self.game.start.castling.contains(letter)
        };
        let by_file = u8::try_from(rook).is_ok_and(|file| named(char::from(b'A' + file)));
        named(if short { 'K' } else { 'Q' }) || by_file && !named('K') && !named('Q')
    }

    /// Returns `true` if the start position gives a right to castle, but has no piece to castle with.
    fn lacks_rook(&self, short: bool) -> bool {
        let letter = if short { 'K' } else { 'Q' };
        let letter = if self.white { letter } else { letter.to_ascii_lowercase() };
        self.game.start.castling.contains(letter)
            && self.king().is_some_and(|king| self.rook(king, short).is_none())
    }

    /// Returns the name of the piece on a file, or of the one that is dropped there.
    fn name(&self, file: usize, letters: &[char]) -> Option<String> {
        let on = self.game.start.at((file, self.rank)).map(|piece| piece.letter);
        let letter = on.or_else(|| self.in_hand(letters))?;
        Some(self.game.base(letter)?.name.clone())
    }

    /// Returns the square on a file, as White sees it.
    fn seen(&self, file: usize) -> (usize, usize) {
        let square = Squares([(file, self.rank)].into());
        let seen = if self.white { square } else { square.opposite(self.game.size, self.game.symmetry) };
        seen.0.first().copied().unwrap_or_default()
    }

    /// Returns the names of the two pieces, and the squares of a castling: from, to, the other's, and the one it comes to.
    fn way(&self, short: bool) -> Option<([String; 2], Way)> {
        let king = self.king()?;
        let rook = self.rook(king, short)?;
        let option = if short { "castlingKingsideFile" } else { "castlingQueensideFile" };
        let to = self.game.settings.line(option)?;
        let beside = if short { to.checked_sub(1) } else { Some(to + 1).filter(|file| *file <= self.last()) };
        if to > self.last() || !self.dropped && !self.has_right(rook, short) {
            return None;
        }
        let names = [self.name(king, &self.kings)?, self.name(rook, &self.rooks)?];
        Some((names, [self.seen(king), self.seen(to), self.seen(rook), self.seen(beside?)]))
    }
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

/// A race to castle for one side: it wins by castling, and loses if it no longer may.
pub(super) struct Race {
    pub(super) side: &'static str,
    pub(super) effects: Table,
}

/// The race, if castling wins; or what can't be expressed of it.
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
