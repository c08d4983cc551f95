//! The names and notation of moves made by features.

use std::fmt::Debug;

use super::effect::{Entry, Role};
use super::packed::{Maker, Move};
use crate::board::{Geometry, Square};
use crate::model::pieces::{Piece, PieceType};

/// A feature's move as seen by its notation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sketch<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) types: &'a [PieceType],
    pub(crate) mv: Move,
    /// The piece on the square that the move begins on.
    pub(crate) before: Piece,
    pub(crate) changes: &'a [Entry],
    /// True if promotions are written in coordinate notation.
    pub(crate) promotions: bool,
}

impl Sketch<'_> {
    /// Returns the name of a square.
    pub(crate) fn square(&self, square: Square) -> String {
        self.geometry.name(square)
    }

    /// Returns the type of the moving piece after the move.
    pub(crate) fn after(&self) -> &PieceType {
        &self.types[usize::from(self.mv.after.kind())]
    }

    /// Returns the notation for the moving piece becoming another.
    pub(crate) fn becoming(&self) -> String {
        self.types[usize::from(self.before.kind())].becoming(self.after())
    }

    /// Returns the squares that the piece visits, in order, the last one included.
    pub(crate) fn path(&self) -> impl Iterator<Item = Square> + '_ {
        let passed = self.changes.iter().filter(|entry| entry.change.role == Role::Passed);
        passed.map(|entry| entry.change.square).chain([self.mv.to])
    }

    /// Returns `true` if the move turns the moving piece into another one.
    pub(crate) fn promotes(&self) -> bool {
        self.before != self.mv.after
    }
}

/// A feature's description of the moves it makes.
pub(crate) trait Writing: Debug + Send + Sync {
    /// The name of this kind of move, such as `castling`.
    fn name(&self) -> &'static str;

    /// Returns a move in coordinate notation, without announcements.
    fn coordinates(&self, sketch: &Sketch<'_>) -> String;

    /// Returns other ways of writing a move in coordinates, for where another legal move is written alike; the last is the most explicit.
    fn apart(&self, _: &Sketch<'_>) -> Vec<String> {
        Vec::new()
    }

    /// Returns a move in standard algebraic notation, if it differs from its coordinates. Where two legal moves share it, their coordinates
    /// are written.
    fn san(&self, _: &Sketch<'_>) -> Option<String> {
        None
    }

    /// Returns the reason why no other move is legal while one of these is, if so.
    fn comes_first(&self) -> Option<&'static str> {
        None
    }

    /// Returns `true` if these moves are only pseudo-legal: generated without regard to royal pieces, so that each has to be made and
    /// checked.
    fn is_doubtful(&self) -> bool {
        false
    }

    /// Returns `true` if these moves are legal although royal pieces stay attacked.
    fn may_leave_check(&self) -> bool {
        false
    }
}

/// The names and notation of drops: `P@e4`.
#[derive(Debug)]
struct Drops;

impl Writing for Drops {
    fn name(&self) -> &'static str {
        "drop"
    }

    fn coordinates(&self, sketch: &Sketch<'_>) -> String {
        format!("{}@{}", sketch.after().letter, sketch.square(sketch.mv.to))
    }
}

/// The features of a game that make up moves, by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Makers {
    writings: Vec<&'static dyn Writing>,
    /// One bit for each of them whose moves are only pseudo-legal.
    doubtful: u32,
    /// One bit for each of them whose moves may leave royal pieces attacked.
    exempt: u32,
}

impl Makers {
    /// Registers a feature; returns its number.
    pub(crate) fn add(&mut self, writing: &'static dyn Writing) -> Maker {
        let index = self.writings.len();
        self.doubtful |= u32::from(writing.is_doubtful()) << index;
        self.exempt |= u32::from(writing.may_leave_check()) << index;
        self.writings.push(writing);
        Maker::new(index)
    }

    /// Returns the names of the kinds of moves made up.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.writings.iter().map(|writing| writing.name())
    }

    /// Returns `true` if some feature makes up moves that are only pseudo-legal.
    #[inline(always)]
    pub(crate) fn have_doubtful(&self) -> bool {
        self.doubtful != 0
    }

    /// Returns `true` if the move is made up by such a feature.
    #[inline(always)]
    pub(crate) fn is_doubtful(&self, mv: Move) -> bool {
        mv.maker().index().is_some_and(|index| self.doubtful >> index & 1 != 0)
    }

    /// Returns `true` if the move is legal although royal pieces stay attacked.
    #[inline(always)]
    pub(crate) fn is_exempt(&self, mv: Move) -> bool {
        self.exempt != 0 && mv.maker().index().is_some_and(|index| self.exempt >> index & 1 != 0)
    }

    /// Returns the maker's description of a move; `None` for a plain move.
    pub(crate) fn of(&self, mv: Move) -> Option<&'static dyn Writing> {
        match mv.maker().index() {
            _ if mv.is_drop() => Some(&Drops),
            index => index.map(|index| self.writings[index]),
        }
    }
}
