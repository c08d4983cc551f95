//! Squares that a piece would reach by a movement, whoever stands there: where conditions and effects look for other pieces.

use super::pieces::Side;
use crate::board::{Bits, Square};

/// One way from a square: where it ends, and what must be empty and what occupied for it to be open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line<S> {
    pub(crate) to: Square,
    pub(crate) empty: S,
    pub(crate) full: S,
}

/// The ways of a movement from every square of a board, as each side goes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reach<S> {
    /// The movement as written.
    pub(crate) notation: String,
    /// By side and square.
    pub(crate) lines: [Vec<Vec<Line<S>>>; 2],
}

impl<S> Reach<S> {
    /// Returns the same ways over another kind of set.
    pub(crate) fn map<T>(&self, convert: &impl Fn(&S) -> T) -> Reach<T> {
        let line =
            |line: &Line<S>| Line { to: line.to, empty: convert(&line.empty), full: convert(&line.full) };
        let of_side = |squares: &Vec<Vec<Line<S>>>| {
            squares.iter().map(|lines| lines.iter().map(line).collect()).collect::<Vec<Vec<Line<T>>>>()
        };
        Reach { notation: self.notation.clone(), lines: self.lines.each_ref().map(of_side) }
    }

    /// Returns the ways from a square.
    #[inline]
    pub(crate) fn from(&self, side: Side, square: Square) -> &[Line<S>] {
        self.lines[side.index()].get(usize::from(square)).map_or(&[], |lines| lines)
    }
}

impl<S: Bits> Reach<S> {
    /// Returns the squares to which a way is open, given the occupancy: empty squares and occupied ones.
    #[inline]
    pub(crate) fn open(&self, side: Side, square: Square, occupied: S) -> S {
        let is_open = |line: &&Line<S>| !line.empty.meets(occupied) && (line.full & !occupied).is_empty();
        let open = self.from(side, square).iter().filter(is_open);
        open.fold(S::NONE, |set, line| set | S::bit(line.to))
    }

    /// Returns the squares between a square and the ends of ways that lead to `until` over nothing but pieces of `over`, of which there is
    /// at least one.
    #[inline]
    pub(crate) fn between(&self, side: Side, square: Square, over: S, until: S) -> S {
        let lines = self.from(side, square).iter();
        let enclosed = lines
            .filter(|line| until.has(line.to) && !line.empty.is_empty() && (line.empty & !over).is_empty());
        enclosed.fold(S::NONE, |set, line| set | line.empty)
    }
}
