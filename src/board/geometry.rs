//! The shape of a board and the writing of its squares.

use super::{Bits, MAX_EXTENT, Square, SquareSet};

/// The symmetry by which Black sees the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Symmetry {
    /// Rank for rank, as in a mirror: the files stay.
    #[default]
    Mirror,
    /// Rotated: files and ranks are both reversed.
    Rotate,
    /// As White does: both sit on the same side.
    SameSide,
}

/// The shape of the cells of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Cells {
    /// Squares, in files and ranks.
    #[default]
    Squares,
    /// Hexagons, in vertical files and in ranks that slope down to the right. The six neighbours of a cell are one file or rank away, at
    /// (0,1), (1,1) and (1,0), and at the opposites of these.
    Hexagons,
}

/// A rectangular board with squares taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    pub files: u8,
    pub ranks: u8,
    pub cells: Cells,
    /// Squares that exist but are not played on.
    pub holes: SquareSet,
    /// True if a1 is a dark square.
    pub(crate) dark_corner: bool,
    pub symmetry: Symmetry,
    pub walls: Vec<Wall>,
    /// The edges across which the board wraps around.
    pub(crate) wrap: Wrap,
}

/// The edges across which the board wraps around.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Wrap {
    /// From the last file to the first, and back.
    pub(crate) files: bool,
    /// From the last rank to the first, and back.
    pub(crate) ranks: bool,
}

/// A wall around an area, with a gate through which some may enter and leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wall {
    pub(crate) inside: SquareSet,
    /// The whole area it stands around, squares that are not played on included; for drawing.
    pub(crate) area: SquareSet,
    /// The squares outside, as White and as Black see them, from which the way in is open.
    pub(crate) gate: [SquareSet; 2],
    /// The numbers of the piece types for which the gate is open.
    pub(crate) open_to: Vec<u8>,
}

impl Geometry {
    /// A full board; both extents are from 1 to 16.
    pub(crate) fn new(files: u8, ranks: u8) -> Self {
        assert!((1..=MAX_EXTENT).contains(&files) && (1..=MAX_EXTENT).contains(&ranks));
        Self {
            files,
            ranks,
            cells: Cells::Squares,
            holes: SquareSet::NONE,
            dark_corner: true,
            symmetry: Symmetry::Mirror,
            walls: Vec::new(),
            wrap: Wrap::default(),
        }
    }

    /// Returns the number of squares, holes included.
    pub(crate) fn squares(&self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// Every square number, holes included.
    pub(crate) fn every(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.squares()).map(|square| square as Square)
    }

    /// The squares that are played on.
    pub(crate) fn playable(&self) -> SquareSet {
        self.every().fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square)) & !self.holes
    }

    /// The square of a file and a rank, both from 0.
    pub(crate) fn square(&self, file: u8, rank: u8) -> Option<Square> {
        (file < self.files && rank < self.ranks)
            .then(|| (rank as usize * self.files as usize + file as usize) as Square)
    }

    /// The squares of a rank.
    #[cfg(feature = "tools")]
    pub(crate) fn whole_rank(&self, rank: u8) -> SquareSet {
        (0..self.files).filter_map(|file| self.square(file, rank)).collect()
    }

    pub(crate) fn file(&self, square: Square) -> u8 {
        square % self.files
    }

    pub(crate) fn rank(&self, square: Square) -> u8 {
        square / self.files
    }

    /// The playable square a displacement away, if there is one.
    pub(crate) fn step(&self, from: Square, dx: i16, dy: i16) -> Option<Square> {
        self.step_round(from, (dx, dy), self.wrap)
    }

    /// Returns the playable square that follows another one in the direction of a move from `from`: after the shortest leap of which the
    /// move is a multiple. `None` if there is none.
    pub(crate) fn next(&self, from: Square, to: Square) -> Option<Square> {
        let apart = |of: fn(&Self, Square) -> u8| i16::from(of(self, to)) - i16::from(of(self, from));
        let (dx, dy) = (apart(Self::file), apart(Self::rank));
        let divisor = (1..=dx.abs().max(dy.abs())).rev().find(|by| dx % by == 0 && dy % by == 0)?;
        self.step(to, dx / divisor, dy / divisor)
    }

    /// Returns `true` if the board wraps around at an edge.
    #[cfg(feature = "tools")]
    pub(crate) const fn wraps(&self) -> bool {
        self.wrap.files || self.wrap.ranks
    }

    /// The playable square a displacement away, wrapping around some edges, if there is one.
    #[inline]
    pub(crate) fn step_round(&self, from: Square, (dx, dy): (i16, i16), wrap: Wrap) -> Option<Square> {
        let along = |at: u8, by: i16, extent: u8, round: bool| {
            let to = i16::from(at) + by;
            u8::try_from(if round { to.rem_euclid(i16::from(extent)) } else { to }).ok()
        };
        let file = along(self.file(from), dx, self.files, wrap.files)?;
        let rank = along(self.rank(from), dy, self.ranks, wrap.ranks)?;
        self.square(file, rank).filter(|&square| !self.holes.has(square))
    }

    /// The squares of a rank, a file or a diagonal from one square to another, both included; just those two if they are not in line.
    pub(crate) fn span(&self, one: Square, other: Square) -> SquareSet {
        let dx = i16::from(self.file(other)) - i16::from(self.file(one));
        let dy = i16::from(self.rank(other)) - i16::from(self.rank(one));
        let mut squares = SquareSet::bit(one) | SquareSet::bit(other);
        if dx == 0 || dy == 0 || dx.abs() == dy.abs() {
            for step in 1..dx.abs().max(dy.abs()) {
                let next = self.step(one, dx.signum() * step, dy.signum() * step);
                squares |= next.map_or(SquareSet::NONE, SquareSet::bit);
            }
        }
        squares
    }

    /// The squares from one (not included) to another (included), one by one along a rank, a file or a diagonal; if they are not in
    /// line, only the other.
    pub(crate) fn path(&self, from: Square, to: Square) -> impl Iterator<Item = Square> + '_ {
        let [file, rank] = [self.file(from), self.rank(from)].map(i16::from);
        let (dx, dy) = (i16::from(self.file(to)) - file, i16::from(self.rank(to)) - rank);
        let length = dx.abs().max(dy.abs());
        let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        (1..=length).filter_map(move |step| match straight {
            true => {
                let [file, rank] = [file + dx.signum() * step, rank + dy.signum() * step];
                self.square(file as u8, rank as u8)
            }
            false => (step == length).then_some(to),
        })
    }

    /// Returns `true` if the walls let a piece of the given type and side (0 for White, 1 for Black) pass directly from one square to the
    /// other.
    pub(crate) fn lets_through(&self, kind: u8, side: usize, from: Square, to: Square) -> bool {
        self.walls.iter().all(|wall| match (wall.inside.has(from), wall.inside.has(to)) {
            (false, true) => wall.open_to.contains(&kind) && wall.gate[side].has(from),
            (true, false) => wall.open_to.contains(&kind) && wall.gate[side].has(to),
            _ => true,
        })
    }

    /// Returns `true` if the square is dark.
    pub(crate) fn dark(&self, square: Square) -> bool {
        self.colour(square) == 0
    }

    /// The colour of a square: 0 for dark, 1 for light, and on hexagons 2 for the third.
    pub(crate) fn colour(&self, square: Square) -> u8 {
        let sum = self.file(square) + self.rank(square) + u8::from(!self.dark_corner);
        match self.cells {
            Cells::Squares => sum % 2,
            Cells::Hexagons => sum % 3,
        }
    }

    /// The square that Black sees where White sees this one.
    pub(crate) fn opposite(&self, square: Square) -> Square {
        let (file, rank) = (self.file(square), self.rank(square));
        let (last_file, last_rank) = (self.files - 1, self.ranks - 1);
        let (file, rank) = match self.symmetry {
            Symmetry::Mirror => (file, last_rank - rank),
            Symmetry::Rotate => (last_file - file, last_rank - rank),
            Symmetry::SameSide => (file, rank),
        };
        rank * self.files + file
    }

    /// The direction in which the pieces of a side, by its index, go forward, in ranks: 1 or -1.
    pub(crate) fn forward(&self, side: usize) -> i8 {
        if side == 0 || self.symmetry == Symmetry::SameSide { 1 } else { -1 }
    }

    /// The set that Black sees where White sees this one.
    pub(crate) fn opposite_set(&self, set: SquareSet) -> SquareSet {
        set.squares().fold(SquareSet::NONE, |turned, square| turned | SquareSet::bit(self.opposite(square)))
    }

    /// A square as written: `e4`, `l12`.
    pub(crate) fn name(&self, square: Square) -> String {
        format!("{}{}", char::from(b'a' + self.file(square)), self.rank(square) + 1)
    }

    /// Parses a square at the beginning of a text; also returns the number of bytes read.
    pub(crate) fn parse_prefix(&self, text: &str) -> Option<(Square, usize)> {
        let bytes = text.as_bytes();
        let file = bytes.first()?.checked_sub(b'a')?;
        let digits = bytes[1..].iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
        let rank: u8 = text.get(1..1 + digits)?.parse().ok()?;
        Some((self.square(file, rank.checked_sub(1)?)?, 1 + digits))
    }

    /// Returns the squares that a move in coordinate notation names, in order.
    #[cfg(feature = "tools")]
    pub(crate) fn named_in(&self, step: &str) -> Vec<Square> {
        let (mut squares, mut rest) = (Vec::new(), step.trim_start_matches('x'));
        while let Some((square, length)) = self.parse_prefix(rest) {
            squares.push(square);
            rest = &rest[length..];
        }
        squares
    }

    /// Reads a whole text as a square.
    pub(crate) fn parse(&self, text: &str) -> Option<Square> {
        self.parse_prefix(text).filter(|&(_, length)| length == text.len()).map(|(square, _)| square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_squares_agree_on_the_largest_board() {
        let board = Geometry::new(16, 16);
        for square in board.every() {
            assert_eq!(board.parse(&board.name(square)), Some(square));
            assert_eq!(board.opposite(board.opposite(square)), square);
        }
        assert_eq!(board.parse("p16"), Some(255));
        assert_eq!(board.parse("a17"), None);
        assert_eq!(board.parse("q1"), None);
        assert_eq!(board.parse("a0"), None);
    }
}
