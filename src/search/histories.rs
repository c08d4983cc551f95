//! The history of a search: how well moves have done, and by how much positions have turned out better than their evaluation.

use super::params::EvalParams;
use crate::board::{Bits, Geometry, Square};
use crate::model::pieces::{Piece, Side};
use crate::moves::Move;
use crate::state::State;

/// The bounds of a history score.
const MOST: i32 = 16_384;
/// The maximum size of the continuation history; in a game that needs more, moves share entries.
const ROOM: usize = 1 << 22;
/// The bounds of a correction, in fractions of a hundredth.
const MOST_OFF: i32 = 1024;
/// The number of correction entries for each side.
const LOOKS: usize = 1 << 14;

/// A move that was made, by its piece and target. The default stands for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Made {
    index: u32,
    /// The start of the scores of moves after this one (continuation history).
    row: u32,
}

/// Moves a score towards its bound.
#[inline]
fn shift(score: &mut i16, by: i32, most: i32) {
    let old = i32::from(*score);
    *score = (old + by - old * by.abs() / most) as i16;
}

/// The history tables: moves that caused a cutoff score well, those searched before them badly.
#[derive(Clone, Debug)]
pub(super) struct Histories {
    squares: usize,
    types: usize,
    /// Quiet moves, by piece and target.
    quiet: Box<[i16]>,
    /// Quiet moves after another move, by both moves (continuation history).
    after: Box<[i16]>,
    /// The number of rows of `after`.
    rows: usize,
    /// Captures, by piece, target and captured type.
    takes: Box<[i16]>,
    /// The correction history, by side and squares of promoting pieces.
    off: Box<[i16]>,
    /// The correction history, by side and last move.
    off_after: Box<[i16]>,
}

impl Histories {
    pub(super) fn new(geometry: &Geometry, types: usize) -> Self {
        let squares = geometry.squares();
        let all = (2 + 2 * types) * squares;
        let rows = all.min(ROOM / all).max(1);
        Self {
            squares,
            types,
            quiet: vec![0; all].into(),
            after: vec![0; rows * all].into(),
            rows,
            takes: vec![0; all * types].into(),
            off: vec![0; 2 * LOOKS].into(),
            off_after: vec![0; 2 * LOOKS].into(),
        }
    }

    /// Returns `true` if the tables are for games with these numbers of squares and piece types.
    pub(super) fn fits(&self, squares: usize, types: usize) -> bool {
        (self.squares, self.types) == (squares, types)
    }

    #[inline]
    fn index(&self, piece: Piece, to: Square) -> usize {
        piece.index() * self.squares + usize::from(to)
    }

    /// Returns the history key of a piece's move.
    #[inline]
    pub(super) fn made(&self, piece: Piece, mv: Move) -> Made {
        let index = self.index(piece, mv.to);
        Made { index: index as u32, row: (index % self.rows * self.quiet.len()) as u32 }
    }

    #[inline]
    fn of_capture(&self, piece: Piece, mv: Move, taken: Piece) -> usize {
        self.index(piece, mv.to) * self.types + usize::from(taken.kind()) % self.types
    }

    /// Returns the score of a quiet move, on its own and after the last moves.
    #[inline]
    pub(super) fn quiet(&self, piece: Piece, mv: Move, before: [Made; 2]) -> i32 {
        let index = self.index(piece, mv.to);
        let after = before.map(|made| i32::from(self.after[made.row as usize + index]));
        i32::from(self.quiet[index]) + after[0] + after[1]
    }

    /// Returns the score of a capture.
    #[inline]
    pub(super) fn taking(&self, piece: Piece, mv: Move, taken: Piece) -> i32 {
        i32::from(self.takes[self.of_capture(piece, mv, taken)])
    }

    /// Updates the score of a quiet move; `by` is negative for a malus.
    pub(super) fn note_quiet(&mut self, piece: Piece, mv: Move, before: [Made; 2], by: i32) {
        let index = self.index(piece, mv.to);
        shift(&mut self.quiet[index], by, MOST);
        for made in before.into_iter().filter(|made| *made != Made::default()) {
            let place = made.row as usize + index;
            shift(&mut self.after[place], by, MOST);
        }
    }

    /// Updates the score of a capture; `by` is negative for a malus.
    pub(super) fn note_taking(&mut self, piece: Piece, mv: Move, taken: Piece, by: i32) {
        let index = self.of_capture(piece, mv, taken);
        shift(&mut self.takes[index], by, MOST);
    }

    /// Returns the correction of the static evaluation, for the side to move.
    pub(super) fn off(&self, look: Look) -> i32 {
        (i32::from(self.off[look.pieces]) * 2 + i32::from(self.off_after[look.last])) / 24
    }

    /// Updates the correction by the difference found by a search to a depth.
    pub(super) fn note_off(&mut self, look: Look, by: i32, depth: i32) {
        let by = (by * depth / 8).clamp(-MOST_OFF / 4, MOST_OFF / 4);
        shift(&mut self.off[look.pieces], by, MOST_OFF);
        shift(&mut self.off_after[look.last], by, MOST_OFF);
    }
}

/// The keys of a position in the correction history: its promoting pieces, and the last move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pieces: usize,
    last: usize,
}

impl Look {
    #[inline]
    pub(super) fn of<B: Bits>(params: &EvalParams<B>, state: &State<B>, last: Made) -> Self {
        let mut key = 0u64;
        for &id in &params.promoters {
            for side in Side::BOTH {
                for word in state.of(id, side).words() {
                    key = (key.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                }
            }
        }
        let side = state.side.index() * LOOKS;
        Self { pieces: side + (key >> 50) as usize, last: side + last.index as usize % LOOKS }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_within_bounds_and_apart() {
        let geometry = Geometry::new(8, 8);
        let mut histories = Histories::new(&geometry, 3);
        let pieces = [Side::White, Side::Black].map(|side| Piece::new(1, side));
        let [mv, other] = [12, 13].map(|to| Move::plain(4, to, 4, pieces[0]));
        let led = [histories.made(pieces[1], other), Made::default()];
        for _ in 0..500 {
            histories.note_quiet(pieces[0], mv, led, 1600);
        }
        let after = histories.quiet(pieces[0], mv, led);
        assert!((2 * MOST - 4000..=2 * MOST).contains(&after), "{after}");
        let alone = histories.quiet(pieces[0], mv, [Made::default(); 2]);
        assert!((MOST - 2000..=MOST).contains(&alone), "after other moves it counts by itself only: {alone}");
        assert_eq!(histories.quiet(pieces[0], other, led), 0);
        assert_eq!(histories.quiet(pieces[1], mv, led), 0);
    }
}
