//! The start position of a variant, as given by its FEN.

use super::settings::Settings;
use crate::board::{Bits, Geometry, Square, SquareSet};

/// A piece on a square, or in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stands {
    /// Its letter, in lower case.
    pub(super) letter: char,
    /// True if it is promoted: with a plus before its letter.
    pub(super) plus: bool,
    pub(super) white: bool,
}

impl Stands {
    /// The piece as a FEN writes it.
    pub(super) fn sign(&self) -> String {
        let letter = if self.white { self.letter.to_ascii_uppercase() } else { self.letter };
        format!("{}{letter}", if self.plus { "+" } else { "" })
    }
}

/// A start position.
#[derive(Clone, Debug, Default)]
pub(super) struct Start {
    pub(super) on: Vec<(Square, Stands)>,
    pub(super) walls: SquareSet,
    pub(super) hand: Vec<Stands>,
    pub(super) has_hand: bool,
    pub(super) black_moves: bool,
    pub(super) castling: String,
    /// The checks to give until the game is won.
    pub(super) checks: Option<usize>,
}

/// Reads a FEN; the message says what is wrong.
pub(super) fn read(text: &str, geometry: &Geometry) -> Result<Start, String> {
    let mut fields = text.split_whitespace();
    let placement = fields.next().ok_or("there is no position")?;
    let (board, hand) = match placement.split_once('[') {
        Some((board, hand)) => (board, hand.strip_suffix(']').ok_or("the hand has no closing bracket")?),
        None => (placement, ""),
    };
    let mut start = Start { has_hand: placement.contains('['), ..Start::default() };
    start.board(board, geometry)?;
    for letter in hand.chars().filter(|c| *c != '-') {
        start.hand.push(piece(letter, false)?);
    }
    start.black_moves = fields.next() == Some("b");
    let rest: Vec<&str> = fields.collect();
    let rights = |field: &&&str| field.chars().all(|c| c.is_ascii_alphabetic());
    start.castling = rest.first().filter(rights).map_or_else(String::new, |field| (*field).to_owned());
    let checks = rest.iter().find_map(|field| field.split_once('+')?.0.parse().ok());
    start.checks = checks.filter(|checks| *checks > 0);
    Ok(start)
}

fn piece(letter: char, plus: bool) -> Result<Stands, String> {
    let stands = Stands { letter: letter.to_ascii_lowercase(), plus, white: letter.is_ascii_uppercase() };
    letter.is_ascii_alphabetic().then_some(stands).ok_or(format!("`{letter}` is not a piece"))
}

impl Start {
    fn board(&mut self, board: &str, geometry: &Geometry) -> Result<(), String> {
        let rows: Vec<&str> = board.trim_end_matches('/').split('/').collect();
        let Geometry { files, ranks, .. } = *geometry;
        if rows.len() != usize::from(ranks) {
            return Err(format!("the position has {} ranks, but the board has {ranks}", rows.len()));
        }
        for (rank, row) in (1..=ranks).rev().zip(rows) {
            let width = self.row(row, |file| geometry.square(u8::try_from(file).ok()?, rank - 1))?;
            if width != usize::from(files) {
                return Err(format!("rank {rank} has {width} squares, but the board has {files} files"));
            }
        }
        Ok(())
    }

    /// Reads a rank, and returns how many squares it has; `square` is that of a file, if it is on the board.
    fn row(&mut self, row: &str, square: impl Fn(usize) -> Option<Square>) -> Result<usize, String> {
        let (mut file, mut empty, mut plus) = (0_usize, 0_usize, false);
        for letter in row.chars() {
            if let Some(digit) = letter.to_digit(10) {
                empty = (empty * 10 + digit as usize).min(99);
                continue;
            }
            file += std::mem::take(&mut empty);
            match letter {
                '+' => plus = true,
                '~' => {}
                '*' => {
                    self.walls |= square(file).map_or(SquareSet::NONE, SquareSet::bit);
                    file += 1;
                }
                _ => {
                    let stands = piece(letter, std::mem::take(&mut plus))?;
                    self.on.extend(square(file).map(|square| (square, stands)));
                    file += 1;
                }
            }
        }
        Ok(file + empty)
    }

    /// Returns the position with the usual letters of pieces that may be written with others.
    pub(super) fn with_synonyms(mut self, settings: &Settings) -> Self {
        let synonyms = settings.pairs("letterSynonyms");
        let all = self.on.iter_mut().map(|(_, piece)| piece).chain(&mut self.hand);
        for piece in all.filter(|piece| settings.piece_of(piece.letter).is_none()) {
            let usual = synonyms.iter().find(|(letter, _)| *letter == piece.letter);
            piece.letter = usual.and_then(|(_, usual)| usual.chars().next()).unwrap_or(piece.letter);
        }
        self
    }

    /// The pieces on the board and in hand.
    pub(super) fn all(&self) -> impl Iterator<Item = &Stands> {
        self.on.iter().map(|(_, piece)| piece).chain(&self.hand)
    }

    /// Returns `true` if each piece has one of the other side opposite that is the same in some respect.
    pub(super) fn is_opposite<T: PartialEq>(&self, geometry: &Geometry, of: impl Fn(&Stands) -> T) -> bool {
        self.on.iter().all(|(square, piece)| {
            let there = self.at(geometry.opposite(*square));
            there.is_some_and(|there| there.white != piece.white && of(there) == of(piece))
        })
    }

    /// The squares on which pieces of a side stand that are like this.
    pub(super) fn own(&self, white: bool, wanted: impl Fn(&Stands) -> bool) -> SquareSet {
        let found = self.on.iter().filter(|(_, piece)| piece.white == white && wanted(piece));
        found.map(|(square, _)| *square).collect()
    }

    /// The squares on which pieces of a type stand.
    pub(super) fn squares(&self, letter: char, white: bool) -> SquareSet {
        self.own(white, |piece| piece.letter == letter && !piece.plus)
    }

    pub(super) fn at(&self, square: Square) -> Option<&Stands> {
        self.on.iter().find(|(other, _)| *other == square).map(|(_, piece)| piece)
    }

    /// The number of pieces of a type that a side has, on the board and in hand.
    pub(super) fn count(&self, letter: char, white: bool) -> usize {
        self.all().filter(|piece| piece.letter == letter && piece.white == white).count()
    }
}
