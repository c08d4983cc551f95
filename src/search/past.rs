//! How steps have done earlier in a search, and by how much positions have turned out better than they looked.

use super::worth::Worth;
use crate::board::{Bits, Geometry, Square};
use crate::model::men::{Piece, Side};
use crate::moves::Move;
use crate::state::State;

/// Bounds of a score.
const MOST: i32 = 16_384;
/// Most scores of steps after other steps; in a game with more, steps share them.
const ROOM: usize = 1 << 22;
/// Bounds of what is known of positions of one look, in parts of a hundredth.
const MOST_OFF: i32 = 1024;
/// Looks that are told apart, for each side.
const LOOKS: usize = 1 << 14;

/// A step that was made: by the man and where it came to. The default stands for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Made {
    index: u32,
    /// The start of the scores of moves after this one (continuation history).
    row: u32,
}

/// Moves a score towards its bounds.
#[inline]
fn shift(score: &mut i16, by: i32, most: i32) {
    let old = i32::from(*score);
    *score = (old + by - old * by.abs() / most) as i16;
}

/// How steps have done: well, if they refuted what came before them, badly, if another did.
#[derive(Clone, Debug)]
pub(super) struct Past {
    squares: usize,
    types: usize,
    /// Quiet steps, by man and target.
    quiet: Box<[i16]>,
    /// Quiet steps after another step, by that and themselves.
    after: Box<[i16]>,
    /// So many rows has `after`.
    rows: usize,
    /// Captures, by man, target and the type taken.
    takes: Box<[i16]>,
    /// By how much positions were better than they looked (correction history): by side and where men that promote stand.
    off: Box<[i16]>,
    /// The same by side and the step that led there.
    off_after: Box<[i16]>,
}

impl Past {
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
    fn index(&self, man: Piece, to: Square) -> usize {
        man.index() * self.squares + usize::from(to)
    }

    /// A step of a man, as it is remembered.
    #[inline]
    pub(super) fn made(&self, man: Piece, step: Move) -> Made {
        let index = self.index(man, step.to);
        Made { index: index as u32, row: (index % self.rows * self.quiet.len()) as u32 }
    }

    #[inline]
    fn of_capture(&self, man: Piece, step: Move, taken: Piece) -> usize {
        self.index(man, step.to) * self.types + usize::from(taken.kind()) % self.types
    }

    /// How a quiet step has done, by itself and after the last steps.
    #[inline]
    pub(super) fn quiet(&self, man: Piece, step: Move, before: [Made; 2]) -> i32 {
        let index = self.index(man, step.to);
        let after = before.map(|made| i32::from(self.after[made.row as usize + index]));
        i32::from(self.quiet[index]) + after[0] + after[1]
    }

    /// How a capture has done.
    #[inline]
    pub(super) fn taking(&self, man: Piece, step: Move, taken: Piece) -> i32 {
        i32::from(self.takes[self.of_capture(man, step, taken)])
    }

    /// A quiet step has done well, or badly if `by` is negative.
    pub(super) fn note_quiet(&mut self, man: Piece, step: Move, before: [Made; 2], by: i32) {
        let index = self.index(man, step.to);
        shift(&mut self.quiet[index], by, MOST);
        for made in before.into_iter().filter(|made| *made != Made::default()) {
            let place = made.row as usize + index;
            shift(&mut self.after[place], by, MOST);
        }
    }

    /// A capture has done well, or badly if `by` is negative.
    pub(super) fn note_taking(&mut self, man: Piece, step: Move, taken: Piece, by: i32) {
        let index = self.of_capture(man, step, taken);
        shift(&mut self.takes[index], by, MOST);
    }

    /// By how much positions that look like this one were better for the side to move than their value.
    pub(super) fn off(&self, look: Look) -> i32 {
        (i32::from(self.off[look.men]) * 2 + i32::from(self.off_after[look.last])) / 24
    }

    /// A position was by so much better than its value, as a search so deep says.
    pub(super) fn note_off(&mut self, look: Look, by: i32, depth: i32) {
        let by = (by * depth / 8).clamp(-MOST_OFF / 4, MOST_OFF / 4);
        shift(&mut self.off[look.men], by, MOST_OFF);
        shift(&mut self.off_after[look.last], by, MOST_OFF);
    }
}

/// The keys of a position in the correction history: its promoting pieces, and the last move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    men: usize,
    last: usize,
}

impl Look {
    #[inline]
    pub(super) fn of<B: Bits>(worth: &Worth<B>, state: &State<B>, last: Made) -> Self {
        let mut key = 0u64;
        for &id in &worth.promoters {
            for side in Side::BOTH {
                for word in state.of(id, side).words() {
                    key = (key.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                }
            }
        }
        let side = state.side.index() * LOOKS;
        Self { men: side + (key >> 50) as usize, last: side + last.index as usize % LOOKS }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_within_bounds_and_apart() {
        let geometry = Geometry::new(8, 8);
        let mut past = Past::new(&geometry, 3);
        let men = [Side::White, Side::Black].map(|side| Piece::new(1, side));
        let [step, other] = [12, 13].map(|to| Move::plain(4, to, 4, men[0]));
        let led = [past.made(men[1], other), Made::default()];
        for _ in 0..500 {
            past.note_quiet(men[0], step, led, 1600);
        }
        let after = past.quiet(men[0], step, led);
        assert!((2 * MOST - 4000..=2 * MOST).contains(&after), "{after}");
        let alone = past.quiet(men[0], step, [Made::default(); 2]);
        assert!((MOST - 2000..=MOST).contains(&alone), "after other moves it counts by itself only: {alone}");
        assert_eq!(past.quiet(men[0], other, led), 0);
        assert_eq!(past.quiet(men[1], step, led), 0);
    }
}
