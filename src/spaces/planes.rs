//! Positions as planes of numbers.

use crate::Variant;
use crate::board::{Bits, SquareSet};
use crate::game::{Content, ErasedPosition, Game, Shape};
use crate::model::pieces::{Side, TypeId};

/// The planes that show a position of a game, as the side to move sees it.
///
/// An observation is a block of bytes with the shape (planes, ranks, files): the first rank is the one nearest to the side to move as the
/// rules see it, and files go from a. The first planes are those of the piece types, 1 where a piece stands: of the side to move, then of
/// the other. Behind them stand walls and neutral pieces where the game may have them, the squares of unmoved pieces and of those with
/// rights, the squares that the last move passed over, and whatever else the rules remember; then, the same on every square: the number of plies
/// without progress, the number of earlier occurrences of the position, each up to 255, and 1 where White is to move.
///
/// ```
/// use ferz::spaces::ObservationSpace;
/// let chess = ferz::Variant::load("chess", &[])?;
/// let space = ObservationSpace::new(&chess);
/// let [planes, ranks, files] = space.shape();
/// let mut observation = vec![0; planes * ranks * files];
/// space.observe(&chess.start(), &mut observation);
/// let pawn = space.planes().iter().position(|name| name == "own pawn").unwrap();
/// assert_eq!(observation[pawn * 64..][8..16], [1; 8]);
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ObservationSpace {
    shape: [usize; 3],
    names: Vec<String>,
    types: usize,
    obstacles: bool,
    rotated: [[u8; 256]; 2],
}

/// The names of the planes of rights.
const RIGHTS: [&str; 3] = ["unmoved", "rights", "passed over"];
/// The names of the planes of what is counted.
const COUNTED: [&str; 3] = ["plies without progress", "earlier occurrences", "White to move"];

impl ObservationSpace {
    /// Works out the planes of a game.
    pub fn new(variant: &Variant) -> Self {
        let start = variant.start();
        let board = start.stand().0;
        let rules = &variant.rules;
        let types: Vec<&str> = rules.types.iter().map(|kind| kind.name.as_str()).collect();
        let named = |word: &str| types.iter().map(|name| format!("{word} {name}")).collect::<Vec<_>>();
        let mut names = [named("own"), named("other")].concat();
        let obstacles = board.made_up().contains(&"place")
            || !board.nobodys().is_empty()
            || rules.each().any(|rule| rule.puts_walls());
        if obstacles {
            names.extend(["wall", "neutral piece"].map(str::to_owned));
        }
        names.extend(RIGHTS.map(str::to_owned));
        for (name, shape, per_side) in board.shown() {
            let sides: &[&str] = if per_side { &["own ", "other "] } else { &[""] };
            for side in sides {
                match shape {
                    Shape::Counts => names.extend(types.iter().map(|kind| format!("{side}{name} {kind}"))),
                    _ => names.push(format!("{side}{name}")),
                }
            }
        }
        names.extend(COUNTED.map(str::to_owned));
        let geometry = &rules.geometry;
        let mut rotated = [[0; 256]; 2];
        for square in geometry.every() {
            rotated[0][usize::from(square)] = square;
            rotated[1][usize::from(square)] = geometry.opposite(square);
        }
        let shape = [names.len(), usize::from(geometry.ranks), usize::from(geometry.files)];
        Self { shape, names, types: types.len(), obstacles, rotated }
    }

    /// Returns the numbers of planes, ranks and files.
    pub fn shape(&self) -> [usize; 3] {
        self.shape
    }

    /// Returns the number of bytes of an observation.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }

    /// Returns the names of the planes, in order.
    pub fn planes(&self) -> &[String] {
        &self.names
    }

    /// Writes the observation of a game into a block of [`size`](Self::size) bytes.
    ///
    /// # Panics
    /// If the block has another size, or the game is of another board.
    pub fn observe(&self, game: &Game, observation: &mut [u8]) {
        let (board, _, idle) = game.stand();
        self.fill(board, (idle, game.occurrences()), observation);
    }

    /// Writes the observation of a position that has occurred so often after so many plies without progress.
    pub(super) fn fill(
        &self,
        board: &dyn ErasedPosition,
        (idle, occurrences): (u32, u32),
        observation: &mut [u8],
    ) {
        assert_eq!(observation.len(), self.size(), "an observation has {} bytes", self.size());
        observation.fill(0);
        let us = board.side();
        let area = self.shape[1] * self.shape[2];
        let mut planes =
            Planes { rest: observation.chunks_exact_mut(area).collect(), view: &self.rotated[us.index()] };
        let mut next = 0;
        for side in [us, us.other()] {
            for kind in 0..self.types as TypeId {
                planes.squares(next, board.pieces(kind, side));
                next += 1;
            }
        }
        if self.obstacles {
            for square in board.nobodys().squares() {
                let neutral = usize::from(matches!(board.obstacle(square), Some(Some(_))));
                planes.squares(next + neutral, SquareSet::bit(square));
            }
            next += 2;
        }
        for set in board.rights() {
            planes.squares(next, set);
            next += 1;
        }
        board.remember(&mut |plane, content| match content {
            Content::Squares(set) => planes.squares(next + plane, set),
            Content::Number(number) => planes.rest[next + plane].fill(number),
            Content::At(number, square) => planes.at(next + plane, square, number),
        });
        let counted = [idle, occurrences.saturating_sub(1), u32::from(us == Side::White)];
        let last = self.names.len() - COUNTED.len();
        for (plane, number) in (last..).zip(counted) {
            planes.rest[plane].fill(number.min(255) as u8);
        }
    }
}

/// The planes of an observation that is being written.
struct Planes<'a> {
    rest: Vec<&'a mut [u8]>,
    view: &'a [u8; 256],
}

impl Planes<'_> {
    fn at(&mut self, plane: usize, square: u8, number: u8) {
        if let Some(byte) = self.rest[plane].get_mut(usize::from(self.view[usize::from(square)])) {
            *byte = number;
        }
    }

    fn squares(&mut self, plane: usize, set: SquareSet) {
        for square in set.squares() {
            self.at(plane, square, 1);
        }
    }
}
