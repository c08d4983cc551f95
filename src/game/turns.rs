//! Turns as programs for many games write them over UCI, Fairy-Stockfish first of all.
//!
//! A turn is one word there. Its parts are joined by commas, and what is put on the board is written with the square of the piece that moved
//! before: `e2e4,e4f6`. A wall that a move leaves behind is written like that, too. A pass is a square twice: that of the royal piece or,
//! without one, of the first piece; and so is a promotion in place, with its letter: `g7g7f`.

use super::error::PlayError;
use super::moves::{Move, MoveKind};
use super::piece::Obstacle;
use super::position::Position;
use super::session::Game;
use super::square::Square;
use crate::moves::Move as Packed;

impl Position {
    /// Returns the move that a text means in the writing of UCI, where that differs from coordinates.
    pub(super) fn in_uci(&self, text: &str) -> Option<Packed> {
        let geometry = &self.variant().rules.geometry;
        let (from, length) = geometry.parse_prefix(text)?;
        let (to, rest) = geometry.parse_prefix(&text[length..])?;
        let letter = &text[length + rest..];
        let to_square = Square::numbered(geometry, to);
        let means = |mv: &Move| match mv.kind() {
            MoveKind::Place => from != to && letter.is_empty() && mv.to() == Some(to_square),
            MoveKind::Pass => from == to && letter.is_empty(),
            MoveKind::PromotionInPlace => {
                let becomes = mv.promotion().map(|kind| &self.variant()[kind].letter);
                from == to
                    && mv.from() == Some(to_square)
                    && becomes.is_some_and(|own| own.eq_ignore_ascii_case(letter))
            }
            _ => false,
        };
        self.packed_moves().iter().copied().find(|&packed| means(&self.describe(packed)))
    }

    /// The square that stands for a pass.
    fn passes_on(&self) -> Option<Square> {
        let us = self.side_to_move();
        let own: Vec<_> = self.pieces().filter(|(_, piece)| piece.side == us).collect();
        let royal = own.iter().find(|(_, piece)| self.variant()[piece.piece_type].royal);
        royal.or_else(|| own.first()).map(|(square, _)| *square)
    }

    /// Returns the position as a FEN of the six fields that programs for UCI read: squares that are not in play are written as `*`, and what
    /// only ferz writes is left out.
    ///
    /// ```
    /// let start = ferz::Variant::load("gustav3", &[])?.start_position();
    /// assert!(start.uci_fen().starts_with("arnbqkbnra/*pppppppp*/*8*/"));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn uci_fen(&self) -> String {
        let fen = self.fen();
        let mut fields = fen.split(' ').filter(|field| !field.contains('='));
        let placement = fields.next().unwrap_or_default();
        let (rows, hands) = placement.split_at(placement.find('[').unwrap_or(placement.len()));
        let ranks = (0..self.variant().ranks()).rev();
        let rows: Vec<String> =
            rows.split('/').zip(ranks).map(|(row, rank)| self.starred(row, rank)).collect();
        let rest: String = fields.map(|field| format!(" {field}")).collect();
        rows.join("/") + hands + &rest
    }

    /// A rank of a FEN with stars for the squares that are not in play.
    fn starred(&self, row: &str, rank: u8) -> String {
        let (mut text, mut file, mut empty, mut rest) = (String::new(), 0, 0, row);
        let in_play = |file| Square::new(file, rank).is_some_and(|square| self.variant().has_square(square));
        while !rest.is_empty() {
            let digits = rest.len() - rest.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
            let run = rest[..digits].parse().unwrap_or(0);
            for file in file..file + run {
                match in_play(file) {
                    true => empty += 1,
                    false => text += &(number(std::mem::take(&mut empty)) + "*"),
                }
            }
            let marks = rest[digits..].find(|sign: char| sign.is_ascii_alphabetic() || sign == '*');
            let end = marks.map_or(rest.len(), |at| digits + at + 1);
            if end > digits {
                text += &(number(std::mem::take(&mut empty)) + &rest[digits..end]);
            }
            file += run + u8::from(marks.is_some());
            rest = &rest[end..];
        }
        text + &number(empty)
    }
}

/// A run of empty squares.
fn number(empty: u32) -> String {
    if empty > 0 { empty.to_string() } else { String::new() }
}

impl Game {
    /// Plays a turn as UCI writes it: one move, or the parts of a turn joined by commas. As in [`parse_unclaimed`](Self::parse_unclaimed), a
    /// draw that nobody has claimed does not end the game.
    ///
    /// ```
    /// let mut game = ferz::Variant::load("duck", &[])?.start();
    /// game.play_turn("e2e4,e4f6").unwrap();
    /// assert_eq!(game.moves().len(), 2);
    /// assert!(game.play_turn("e7e5,e5e4").is_err() && game.moves().len() == 2);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// The reason why a part can't be played; then none is.
    pub fn play_turn(&mut self, text: &str) -> Result<(), PlayError> {
        let before = self.moves().len();
        for part in text.split(',') {
            if self.moves().len() > before && self.is_left_wall(part) {
                continue;
            }
            match self.parse_unclaimed(part) {
                Ok(mv) => _ = self.play_unclaimed(&mv),
                Err(error) => {
                    while self.moves().len() > before {
                        self.undo();
                    }
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Returns moves that are made from here as UCI writes them, each turn as one word.
    ///
    /// ```
    /// let start = ferz::Variant::load("duck", &[])?.start();
    /// let mut game = start.clone();
    /// for part in ["e2e4", "*@f6", "b8c6"] {
    ///     game.play_text(part).unwrap();
    /// }
    /// assert_eq!(start.uci_turns(game.moves()), ["e2e4,e4f6", "b8c6"]);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn uci_turns(&self, moves: &[Move]) -> Vec<String> {
        let (mut game, mut turns) = (self.clone(), Vec::<String>::new());
        for (at, mv) in moves.iter().enumerate() {
            let text = game.uci_part(mv);
            if !game.play_unclaimed(mv) {
                break;
            }
            let text = text + &game.left_wall().map_or_else(String::new, |(from, to)| format!(",{to}{from}"));
            match turns.last_mut().filter(|_| at > 0 && moves[at - 1].side() == mv.side()) {
                Some(turn) => *turn += &format!(",{text}"),
                None => turns.push(text),
            }
        }
        turns
    }

    /// A part of a turn.
    fn uci_part(&self, mv: &Move) -> String {
        let text = match mv.kind() {
            MoveKind::Pass => self.position().passes_on().map(|square| format!("{square}{square}")),
            MoveKind::Place => {
                let before = self.moves().last().filter(|before| before.side() == mv.side());
                let ends = before.and_then(Move::to).zip(mv.to());
                ends.map(|(from, to)| format!("{from}{to}"))
            }
            MoveKind::PromotionInPlace => mv.from().zip(mv.promotion()).map(|(square, kind)| {
                format!("{square}{square}{}", self.variant()[kind].letter.to_ascii_lowercase())
            }),
            _ => None,
        };
        text.unwrap_or_else(|| mv.to_string())
    }

    /// The squares that the last move left and went to, if it left a wall behind.
    fn left_wall(&self) -> Option<(Square, Square)> {
        let (from, to) = self.moves().last().and_then(|last| last.from().zip(last.to()))?;
        (self.position().obstacle_at(from) == Some(Obstacle::Wall)).then_some((from, to))
    }

    /// Returns `true` if a part of a turn only says that the last move left a wall behind.
    fn is_left_wall(&self, part: &str) -> bool {
        self.left_wall().is_some_and(|(from, to)| part == format!("{to}{from}"))
    }
}
