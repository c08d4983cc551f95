//! Castling: from the rights in the start position and the files that the options name.

use toml::{Table, Value};

use super::{about, texts};
use crate::board::Square;
use crate::ini::game::{Game, SIDES, each};
use crate::ini::keys::roaming;
use crate::ini::pairs::Case;
use crate::ini::start::Stands;

/// One castling: the names of king and rook, and from where and to where they go, as the side sees it.
type Way = ([String; 2], [Square; 4]);

/// The options for the files of rooks, the short way first.
const ROOK_FILES: [&str; 2] = ["castlingRookKingsideFile", "castlingRookQueensideFile"];

/// The ways of castling that the start position gives rights to.
pub(super) fn castling(game: &mut Game<'_>) -> Table {
    if !game.settings.is("castling") {
        return Table::new();
    }
    for (option, short) in ROOK_FILES.into_iter().zip([true, false]) {
        let lacks = |white| Home::new(game, white).lacks_rook(short);
        if game.settings.said(option).is_some() && (lacks(true) || lacks(false)) {
            let needs = "a piece to castle with in the start position, on that file or nearer to the king";
            game.refuse(option, needs);
            return Table::new();
        }
    }
    let [white, black] = [true, false].map(|white| Home::new(game, white).ways());
    let none = |ways: &[Option<Way>; 2]| ways.iter().all(Option::is_none);
    let only = match (none(&white), none(&black)) {
        (true, true) => return Table::new(),
        (false, true) => Some("white"),
        (true, false) => Some("black"),
        (false, false) => None,
    };
    let mut all = Table::new();
    for (label, (white, black)) in ["short", "long"].into_iter().zip(white.iter().zip(&black)) {
        for (side, way) in each([white, black]) {
            let Some(way) = way else { continue };
            let second = side.filter(|_| all.contains_key(label));
            let key = second.map_or_else(|| label.to_owned(), |side| format!("{label}-{side}"));
            all.insert(key, written(game, way, side.filter(|_| only.is_none())));
        }
    }
    let pseudo = match game.settings.is("extinctionPseudoRoyal") {
        true => game.settings.letters("extinctionPieceTypes"),
        false => Vec::new(),
    };
    let guarded = |side: &str| {
        let king = game.settings.letters(&format!("castlingKingPiece{side}")).into_iter().next();
        king.and_then(|letter| game.base(letter)).is_some_and(|one| one.is_king() || pseudo.contains(&one.of))
    };
    let first = white.iter().chain(&black).flatten().map(|(names, _)| &names[0]).next();
    let path = first.filter(|_| SIDES.into_iter().any(guarded)).map(|king| format!("{king}'s path"));
    let mut table = texts(about(only));
    table.insert("ways".into(), Value::Table(all));
    table.insert("unattacked".into(), path.unwrap_or("nothing".to_owned()).into());
    table
}

/// A way in words; as the side that castles sees it.
fn written(game: &Game<'_>, (names, squares): &Way, side: Option<&str>) -> Value {
    let [from, to, rook, beside] = squares.map(|square| game.geometry.name(square));
    let [king, rook] = match game.settings.is(roaming()) {
        // from wherever they stand
        true => [to, beside],
        false => [format!("{from} {to}"), format!("{rook} {beside}")],
    };
    Value::Table(texts([(&*names[0], king), (&*names[1], rook)].into_iter().chain(about(side))))
}

/// The rank on which a side castles.
struct Home<'a> {
    game: &'a Game<'a>,
    white: bool,
    rank: u8,
    /// The letters of the pieces that castle, and of those they castle with.
    kings: Vec<char>,
    rooks: Vec<char>,
    /// True if pieces that are dropped may castle.
    dropped: bool,
}

impl<'a> Home<'a> {
    fn new(game: &'a Game<'a>, white: bool) -> Self {
        let settings = game.settings;
        let side = SIDES[usize::from(!white)];
        let rank = settings.line("castlingRank").unwrap_or(0);
        Self {
            game,
            white,
            rank: if white { rank } else { (game.geometry.ranks - 1).saturating_sub(rank) },
            kings: settings.letters(&format!("castlingKingPiece{side}")),
            rooks: settings.letters(&format!("castlingRookPieces{side}")),
            dropped: settings.is("castlingDroppedPiece"),
        }
    }

    fn last(&self) -> u8 {
        self.game.geometry.files - 1
    }

    /// Returns the first of these letters that is in hand in the start position.
    fn in_hand(&self, letters: &[char]) -> Option<char> {
        let held = |letter: &char| self.game.start.hand.iter().any(|piece| piece.letter == *letter);
        letters.iter().copied().find(held)
    }

    /// Returns the piece on a file.
    fn at(&self, file: u8) -> Option<&Stands> {
        self.game.start.at(self.game.geometry.square(file, self.rank)?)
    }

    /// Returns `true` if a piece with one of these letters stands on a file, or castles from there once it has been dropped.
    fn has(&self, letters: &[char], file: u8) -> bool {
        let own = |piece: &Stands| piece.white == self.white && letters.contains(&piece.letter);
        self.dropped && self.in_hand(letters).is_some() && self.is_home(letters, file)
            || self.at(file).is_some_and(own)
    }

    /// Returns `true` if pieces with these letters castle from a file.
    fn is_home(&self, letters: &[char], file: u8) -> bool {
        let last = self.last();
        let from = |option: &str, edge| self.game.settings.line(option).map_or(edge, |line| line.min(last));
        match *letters == *self.kings {
            true => file == from("castlingKingFile", 0),
            false => ROOK_FILES.into_iter().zip([last, 0]).any(|(option, edge)| file == from(option, edge)),
        }
    }

    /// Returns the file of the piece that castles: the only one, or the one that is named.
    fn king(&self) -> Option<u8> {
        let files: Vec<u8> = (0..=self.last()).filter(|file| self.has(&self.kings, *file)).collect();
        match files.as_slice() {
            [one] => Some(*one),
            more => self.game.settings.line("castlingKingFile").filter(|file| more.contains(file)),
        }
    }

    /// Returns the file of the piece it castles with.
    fn rook(&self, king: u8, short: bool) -> Option<u8> {
        let has = |file: &u8| self.has(&self.rooks, *file);
        let far = self.game.settings.line(ROOK_FILES[usize::from(!short)]);
        match short {
            true => (king + 1..=far.unwrap_or(self.last()).min(self.last())).rev().find(has),
            false => (far.unwrap_or(0)..king).find(has),
        }
    }

    /// Returns `true` if the castling rights of the start position name a letter.
    fn is_named(&self, letter: char) -> bool {
        let letter = if self.white { letter } else { letter.to_ascii_lowercase() };
        self.game.start.castling.contains(letter)
    }

    /// Returns `true` if the start position gives the right to castle with the piece on a file.
    fn has_right(&self, rook: u8, short: bool) -> bool {
        let by_file = self.is_named(char::from(b'A' + rook));
        self.is_named(if short { 'K' } else { 'Q' }) || by_file && !self.is_named('K') && !self.is_named('Q')
    }

    /// Returns `true` if the start position gives a right to castle, but has no piece to castle with.
    fn lacks_rook(&self, short: bool) -> bool {
        self.is_named(if short { 'K' } else { 'Q' })
            && self.king().is_some_and(|king| self.rook(king, short).is_none())
    }

    /// Returns the name of the piece on a file, or of the one that is dropped there.
    fn name(&self, file: u8, letters: &[char]) -> Option<String> {
        let on = self.at(file).map(|piece| piece.letter);
        let letter = on.or_else(|| self.in_hand(letters))?;
        Some(self.game.base(letter)?.name.clone())
    }

    /// Returns the square on a file, as White sees it.
    fn seen(&self, file: u8) -> Option<Square> {
        let geometry = &self.game.geometry;
        let square = geometry.square(file, self.rank)?;
        Some(if self.white { square } else { geometry.opposite(square) })
    }

    /// The short and the long castling.
    fn ways(&self) -> [Option<Way>; 2] {
        [true, false].map(|short| self.way(short))
    }

    /// Returns the names of the two pieces, and the squares of a castling: from, to, the other's, and the one it comes to.
    fn way(&self, short: bool) -> Option<Way> {
        let king = self.king()?;
        let rook = self.rook(king, short)?;
        let option = if short { "castlingKingsideFile" } else { "castlingQueensideFile" };
        let to = self.game.settings.line(option).filter(|to| *to <= self.last())?;
        let beside =
            if short { to.checked_sub(1)? } else { Some(to + 1).filter(|file| *file <= self.last())? };
        let names = [self.name(king, &self.kings)?, self.name(rook, &self.rooks)?];
        let may = self.dropped || self.has_right(rook, short);
        let squares = [self.seen(king)?, self.seen(to)?, self.seen(rook)?, self.seen(beside)?];
        may.then_some((names, squares))
    }
}

/// The letter of the file of a square.
fn letter(game: &Game<'_>, square: Square) -> String {
    char::from(b'a' + game.geometry.file(square)).to_string()
}

/// The ways of castling that both sides have alike, for the effects by which a player loses the right to castle to the side to which the
/// opponent has castled.
pub(super) fn opposite(game: &Game<'_>) -> Vec<Case> {
    let [white, black] = [true, false].map(|white| Home::new(game, white).ways());
    let both = ["short", "long"].into_iter().zip(white.into_iter().zip(black));
    let case = |(label, (white, black)): (&str, (Option<Way>, Option<Way>))| {
        let ((names, [_, to, rook, _]), _) = white.zip(black)?;
        let words = [label.to_owned(), letter(game, to), names[1].clone(), game.geometry.name(rook)];
        Some(["label", "file", "partner", "corner"].into_iter().zip(words).collect())
    };
    both.filter_map(case).collect()
}

/// Returns `true` if the ways of castling that both sides have are the same, from the same squares.
pub(super) fn is_alike(game: &Game<'_>) -> bool {
    let [white, black] = [true, false].map(|white| Home::new(game, white).ways());
    let same = |(white, black): (&Option<Way>, &Option<Way>)| match (white, black) {
        (Some((_, white)), Some((_, black))) => white == black && !game.settings.is(roaming()),
        _ => true,
    };
    white.iter().zip(&black).all(same)
}

/// A race to castle for one side, which wins by castling and loses if it no longer may; or what can't be expressed of it.
pub(super) fn race(game: &Game<'_>) -> Result<Option<Case>, &'static str> {
    let said = game.settings.text("castlingWins").chars().filter(char::is_ascii_alphabetic);
    let letter_of_way = match said.collect::<Vec<_>>()[..] {
        [] => return Ok(None),
        [letter] => letter,
        _ => return Err("a race to castle that both sides, or one side in several ways, may win"),
    };
    let white = letter_of_way.is_ascii_uppercase();
    let way = Home::new(game, white).way(!letter_of_way.eq_ignore_ascii_case(&'q'));
    let Some(([king, partner], [_, to, rook, _])) = way else {
        return Err("a way of castling that the start position has");
    };
    let [racer, other] = if white { ["white", "black"] } else { ["black", "white"] };
    Ok(Some(vec![
        ("racer", racer.to_owned()),
        ("other", other.to_owned()),
        ("first", king),
        ("partner", partner),
        ("file", letter(game, to)),
        ("corner", game.geometry.name(rook)),
        ("across", game.geometry.name(game.geometry.opposite(rook))),
    ]))
}
