//! The board of a diagram, its coordinates, and the start position.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use super::game::{At, PieceType, Reader, Symmetry, first, is_hole, name};
use super::page::Word;
use crate::board::MAX_EXTENT;
use crate::text::{Span, shown};

impl<'a> Reader<'a> {
    /// Reads the size of the board and its coordinates.
    pub(super) fn board(&mut self) {
        let size = |reader: &mut Self, key| {
            let size = reader.number(key, 8);
            if !(1..=MAX_EXTENT).contains(&size) {
                let span = reader.setting(key).map_or(reader.block.span, |word| word.span);
                let message = format!("a board of {size} {key}");
                reader.fault(
                    "ferz::diagram::bad_value",
                    span,
                    message,
                    "a board has from 1 to 16 files and ranks",
                );
            }
            size
        };
        (self.files, self.ranks) = (size(self, "files"), size(self, "ranks"));
        let places = || self.block.pieces.iter().filter_map(|line| line.get(4)).map(|word| &*word.text);
        let zero =
            places().flat_map(|text| text.split([',', '-'])).any(|square| square.get(1..) == Some("0"));
        let both = places().any(|text| text.contains(",,"));
        self.first = self.number("firstRank", u8::from(!zero));
        let symmetry = self.setting("symmetry");
        self.symmetry = match symmetry.map(|word| &*word.text) {
            Some("mirror") => Symmetry::Mirror,
            Some("rotate") => Symmetry::Rotate,
            Some("none") => Symmetry::None,
            None if both => Symmetry::None,
            None => Symmetry::Mirror,
            Some(other) => {
                let (span, message) = (
                    symmetry.map_or(self.block.span, |word| word.span),
                    format!("`{}` is no symmetry", shown(other)),
                );
                self.fault("ferz::diagram::bad_value", span, message, "write `mirror`, `rotate` or `none`");
                Symmetry::Mirror
            }
        };
    }

    /// The square opposite another.
    fn opposite(&self, (file, rank): At) -> At {
        let file = if self.symmetry == Symmetry::Rotate { self.files - 1 - file } else { file };
        (file, self.ranks - 1 - rank)
    }

    /// A square of the board.
    fn square(&self, text: &str) -> Option<At> {
        let file = text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
        let rank = text[1..].parse::<u8>().ok()?.checked_sub(self.first)?;
        (file < self.files && rank < self.ranks).then_some((file, rank))
    }

    /// Squares with commas between them, and runs along a rank or file: `a2-h2,d4`.
    fn squares(&mut self, text: &str, span: Span) -> BTreeSet<At> {
        let mut found = BTreeSet::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            match (self.square(first), self.square(last)) {
                (Some((file, rank)), Some((other, level))) if file == other || rank == level => {
                    let files = file.min(other)..=file.max(other);
                    found.extend(
                        files.flat_map(|file| {
                            (rank.min(level)..=rank.max(level)).map(move |rank| (file, rank))
                        }),
                    );
                }
                _ => {
                    let message = format!("`{}` is not a square of the board, or a run of them", shown(part));
                    self.fault(
                        "ferz::diagram::bad_value",
                        span,
                        message,
                        "write squares as `e4`, and runs along a rank or file as `a2-h2`",
                    );
                }
            }
        }
        found
    }

    /// The squares of both sides.
    pub(super) fn places(&mut self, word: &Word) -> [BTreeSet<At>; 2] {
        let (white, black) = word.text.split_once(",,").unwrap_or((&word.text, ""));
        let white = self.squares(white, word.span);
        let black = match self.symmetry {
            Symmetry::None => self.squares(black, word.span),
            _ => white.iter().map(|at| self.opposite(*at)).collect(),
        };
        [white, black]
    }

    /// The squares that are no part of the board.
    pub(super) fn holes(&mut self) -> BTreeSet<At> {
        let block = self.block;
        let words = block.pieces.iter().filter(|line| is_hole(line)).filter_map(|line| line.get(4));
        words.flat_map(|word| self.places(word).into_iter().flatten().collect::<Vec<_>>()).collect()
    }

    pub(super) fn board_table(&self, holes: &BTreeSet<At>) -> Table {
        let mut board = Table::new();
        board.insert("files".into(), i64::from(self.files).into());
        board.insert("ranks".into(), i64::from(self.ranks).into());
        if !holes.is_empty() {
            let all = (0..self.ranks).flat_map(|rank| (0..self.files).map(move |file| (file, rank)));
            let squares: Vec<String> = all.filter(|at| !holes.contains(at)).map(name).collect();
            board.insert("squares".into(), squares.join(" ").into());
        }
        if self.symmetry == Symmetry::Rotate {
            board.insert("symmetry".into(), "rotate".into());
        }
        board
    }

    /// The start position, and random starts.
    pub(super) fn setup(&mut self, types: &[PieceType<'_>], holes: &BTreeSet<At>) -> Table {
        let mut on: BTreeMap<At, String> = BTreeMap::new();
        for one in types {
            for (side, squares) in one.squares.iter().enumerate() {
                let letter = if side == 0 { one.letter.clone() } else { one.letter.to_lowercase() };
                for at in squares {
                    if on.insert(*at, letter.clone()).is_some() || holes.contains(at) {
                        let span = one.line.get(4).map_or(one.line[0].span, |word| word.span);
                        let message = format!("{} is taken, or not on the board", name(*at));
                        self.fault(
                            "ferz::diagram::bad_value",
                            span,
                            message,
                            "put each piece on a square of its own",
                        );
                    }
                }
            }
        }
        let mut rows = Vec::new();
        for rank in (0..self.ranks).rev() {
            let (mut row, mut empty) = (String::new(), 0);
            for file in 0..self.files {
                match on.get(&(file, rank)) {
                    None if !holes.contains(&(file, rank)) => empty += 1,
                    found => {
                        if empty > 0 {
                            row += &std::mem::take(&mut empty).to_string();
                        }
                        row += found.map_or("*", String::as_str);
                    }
                }
            }
            rows.push(if empty > 0 { row + &empty.to_string() } else { row });
        }
        let mut setup = Table::new();
        setup.insert("fen".into(), rows.join("/").into());
        if let Some(shuffle) = self.shuffle(types) {
            setup.insert("shuffle".into(), shuffle);
        }
        setup
    }

    /// The pieces that change places in random starts.
    fn shuffle(&mut self, types: &[PieceType<'_>]) -> Option<Value> {
        let word = self.setting("shuffle").filter(|word| !word.text.is_empty())?;
        let mut rules: Vec<String> = Vec::new();
        let (mut coloured, mut rest) = (false, BTreeSet::new());
        for letter in word.text.chars() {
            let one = types.iter().find(|one| one.id.chars().eq([letter]));
            match (letter, one) {
                ('!', _) => coloured = true,
                (_, Some(one)) if std::mem::take(&mut coloured) => {
                    rules.extend(["light", "dark"].map(|colour| format!("{} on {colour}", one.name)));
                }
                (_, Some(one)) => drop(rest.insert(letter).then(|| {
                    rules.push(vec![one.name.as_str(); one.squares[0].len()].join(" "));
                })),
                _ => self.unsaid(word.span, "random starts with signs other than letters of pieces", "here"),
            }
        }
        if types.iter().any(|one| one.moves.moves.contains('O') && rest.contains(&first(&one.id))) {
            self.unsaid(word.span, "castling in random starts", "here");
        }
        Some(rules.into_iter().map(Value::from).collect::<Vec<_>>().into())
    }
}
