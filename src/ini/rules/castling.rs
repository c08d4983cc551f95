//! Castling: from the rights in the start position and the files that the options name.

use toml::{Table, Value};

use super::{about, given, texts};
use crate::board::Square;
use crate::ini::game::{Game, each, sided};
use crate::ini::keys::roaming;
use crate::ini::pairs::Case;
use crate::ini::start::Stands;

/// One castling: the names of king and rook, and from where and to where they go, as the side sees it.
type Way = ([String; 2], [Square; 4]);

/// The short and the long way: the name, the letter of the right to it, and the options for the files to which the king goes and on which
/// the rook stands.
const WAYS: [(&str, char, &str, &str); 2] = [
    ("short", 'K', "castlingKingsideFile", "castlingRookKingsideFile"),
    ("long", 'Q', "castlingQueensideFile", "castlingRookQueensideFile"),
];

/// The short and the long way of each side, if the start position gives the right to it.
fn ways(game: &Game<'_>) -> [[Option<Way>; 2]; 2] {
    [true, false].map(|white| [true, false].map(|short| Home::new(game, white).way(short)))
}

/// The ways of castling that the start position gives rights to, in a game with castling.
pub(super) fn castling(game: &mut Game<'_>) -> Table {
    for (_, right, _, option) in WAYS {
        let lacks = |white| Home::new(game, white).lacks_rook(right);
        if game.settings.said(option).is_some() && (lacks(true) || lacks(false)) {
            let needs = "a piece to castle with in the start position, on that file or nearer to the king";
            game.refuse(option, needs);
            return Table::new();
        }
    }
    let sides = ways(game);
    let only = match sides.each_ref().map(|ways| ways.iter().any(Option::is_some)) {
        [false, false] => return Table::new(),
        [true, false] => Some("white"),
        [false, true] => Some("black"),
        [true, true] => None,
    };
    let mut all = Table::new();
    for (at, (label, ..)) in WAYS.into_iter().enumerate() {
        for (side, way) in each(sides.each_ref().map(|ways| &ways[at])) {
            let Some(way) = way else { continue };
            let second = side.filter(|_| all.contains_key(label));
            let key = second.map_or_else(|| label.to_owned(), |side| format!("{label}-{side}"));
            all.insert(key, written(game, way, side.filter(|_| only.is_none())));
        }
    }
    let royal = |letter: &char| game.base(*letter).is_some_and(|one| one.royal.is_some());
    let kings = [true, false].map(|white| game.settings.letters(&sided("castlingKingPiece", white)));
    let guarded = kings.iter().filter_map(|letters| letters.first()).any(royal);
    let first = sides.iter().flatten().flatten().next().filter(|_| guarded);
    let path = first.map_or("nothing".to_owned(), |(names, _)| format!("{}'s path", names[0]));
    given([("side", only.map(Value::from)), ("ways", Some(all.into())), ("unattacked", Some(path.into()))])
}

/// A way in words; as the side that castles sees it.
fn written(game: &Game<'_>, (names, squares): &Way, side: Option<&str>) -> Value {
    let [from, to, rook, beside] = squares.map(|square| game.geometry.name(square));
    let [king, rook] = match game.settings.is(roaming()) {
        // from wherever they stand
        true => [to, beside],
        false => [format!("{from} {to}"), format!("{rook} {beside}")],
    };
    texts([(&*names[0], king), (&*names[1], rook)].into_iter().chain(about(side))).into()
}

/// The rank on which a side castles.
struct Home<'a> {
    game: &'a Game<'a>,
    white: bool,
    rank: u8,
    /// The letters of the pieces that castle, and of those they castle with.
    kings: Vec<char>,
    rooks: Vec<char>,
}

impl<'a> Home<'a> {
    fn new(game: &'a Game<'a>, white: bool) -> Self {
        let rank = game.settings.line("castlingRank").unwrap_or(0);
        let rank = if white { rank } else { (game.geometry.ranks - 1).saturating_sub(rank) };
        let [kings, rooks] = ["castlingKingPiece", "castlingRookPieces"]
            .map(|option| game.settings.letters(&sided(option, white)));
        Self { game, white, rank, kings, rooks }
    }

    /// Returns the letter of these of the piece that stands on a file, or castles from there once it has been dropped.
    fn on(&self, file: u8, letters: &[char]) -> Option<char> {
        let start = &self.game.start;
        let own = |piece: &&Stands| piece.white == self.white && letters.contains(&piece.letter);
        let stands = start.at(self.game.geometry.square(file, self.rank)?).filter(own);
        let held = |letter: &char| start.hand.iter().any(|piece| piece.letter == *letter);
        let drops = self.game.settings.is("castlingDroppedPiece") && self.is_home(file, letters);
        let dropped = || letters.iter().copied().find(|letter| drops && held(letter));
        stands.map(|piece| piece.letter).or_else(dropped)
    }

    /// Returns `true` if pieces with these letters castle from a file.
    fn is_home(&self, file: u8, letters: &[char]) -> bool {
        let last = self.game.geometry.files - 1;
        let from = |option: &str, edge| self.game.settings.line(option).map_or(edge, |line| line.min(last));
        match *letters == *self.kings {
            true => file == from("castlingKingFile", 0),
            false => WAYS.into_iter().zip([last, 0]).any(|((.., option), edge)| file == from(option, edge)),
        }
    }

    /// Returns the file of the piece that castles: the only one, or the one that is named.
    fn king(&self) -> Option<u8> {
        let has = |file: &u8| self.on(*file, &self.kings).is_some();
        let files: Vec<u8> = (0..self.game.geometry.files).filter(has).collect();
        match files.as_slice() {
            [one] => Some(*one),
            more => self.game.settings.line("castlingKingFile").filter(|file| more.contains(file)),
        }
    }

    /// Returns the file of the piece it castles with.
    fn rook(&self, king: u8, short: bool) -> Option<u8> {
        let has = |file: &u8| self.on(*file, &self.rooks).is_some();
        let far = self.game.settings.line(WAYS[usize::from(!short)].3);
        let last = self.game.geometry.files - 1;
        match short {
            true => (king + 1..=far.unwrap_or(last).min(last)).rev().find(has),
            false => (far.unwrap_or(0)..king).find(has),
        }
    }

    /// Returns `true` if the castling rights of the start position name a letter.
    fn is_named(&self, letter: char) -> bool {
        let letter = if self.white { letter } else { letter.to_ascii_lowercase() };
        self.game.start.castling.contains(letter)
    }

    /// Returns `true` if the start position gives a right to castle, but has no piece to castle with.
    fn lacks_rook(&self, right: char) -> bool {
        self.is_named(right) && self.king().is_some_and(|king| self.rook(king, right == 'K').is_none())
    }

    /// Returns the square on a file, as the side sees it.
    fn seen(&self, file: u8) -> Option<Square> {
        let geometry = &self.game.geometry;
        let square = geometry.square(file, self.rank)?;
        Some(if self.white { square } else { geometry.opposite(square) })
    }

    /// Returns the names of the two pieces, and the squares of a castling: from, to, the other's, and the one it comes to.
    fn way(&self, short: bool) -> Option<Way> {
        let (_, right, goes_to, _) = WAYS[usize::from(!short)];
        let king = self.king()?;
        let rook = self.rook(king, short)?;
        let to = self.game.settings.line(goes_to)?;
        let beside = if short { to.checked_sub(1)? } else { to + 1 };
        let name = |file, letters| Some(self.game.base(self.on(file, letters)?)?.name.clone());
        let names = [name(king, &self.kings)?, name(rook, &self.rooks)?];
        let by_file = || self.is_named(char::from(b'A' + rook)) && !self.is_named('K') && !self.is_named('Q');
        let may = self.game.settings.is("castlingDroppedPiece") || self.is_named(right) || by_file();
        let squares = [self.seen(king)?, self.seen(to)?, self.seen(rook)?, self.seen(beside)?];
        may.then_some((names, squares))
    }
}

/// The ways of castling that both sides have alike, for the effects by which a player loses the right to castle to the side to which the
/// opponent has castled.
pub(super) fn opposite(game: &Game<'_>) -> Vec<Case> {
    let [white, black] = ways(game);
    let mut cases = Vec::new();
    for ((label, ..), both) in WAYS.into_iter().zip(white.into_iter().zip(black)) {
        let (Some((names, [_, to, rook, _])), Some(_)) = both else { continue };
        let [to, rook] = [to, rook].map(|square| game.geometry.name(square));
        let words = [label.to_owned(), to[..1].to_owned(), names[1].clone(), rook];
        cases.push(["label", "file", "partner", "corner"].into_iter().zip(words).collect());
    }
    cases
}

/// Returns `true` if the ways of castling that both sides have are the same, from the same squares.
pub(super) fn is_alike(game: &Game<'_>) -> bool {
    let [white, black] = ways(game);
    let mut both = white.into_iter().zip(black).filter_map(|(white, black)| white.zip(black));
    both.all(|((_, white), (_, black))| white == black && !game.settings.is(roaming()))
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
    let ([king, partner], [_, to, rook, _]) = way.ok_or("a way of castling that the start position has")?;
    let sides = [true, false].map(|own| if white == own { "white" } else { "black" }.to_owned());
    let [to, rook, across] =
        [to, rook, game.geometry.opposite(rook)].map(|square| game.geometry.name(square));
    let words = sides.into_iter().chain([king, partner, to[..1].to_owned(), rook, across]);
    let names = ["racer", "other", "first", "partner", "file", "corner", "across"];
    Ok(Some(names.into_iter().zip(words).collect()))
}
