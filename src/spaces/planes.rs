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
/// In a game with [sight](Variant::has_sight), one more plane has 1 where the side to move sees. The planes show only what it knows: of the
/// other side, of walls and of neutral pieces, those on squares that it sees, of rights, its own, and of what else the rules remember, what
/// each side has for itself, of the side to move; the other planes are empty, but for the side to move.
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
    /// True if the side to move may not see everything.
    hides: bool,
    /// The planes of slots, in order: true if they are about the side to move alone.
    own: Vec<bool>,
    rotated: [[u8; 256]; 2],
}

/// The names of the planes of rights.
const RIGHTS: [&str; 3] = ["unmoved", "rights", "passed over"];
/// The names of the planes of what is counted.
const COUNTED: [&str; 3] = ["plies without progress", "earlier occurrences", "White to move"];
/// The name of the plane of what the side to move sees.
const SEEN: &str = "seen";

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
        let mut own = Vec::new();
        for (name, shape, per_side) in board.shown() {
            let sides: &[&str] = if per_side { &["own ", "other "] } else { &[""] };
            for side in sides {
                let before = names.len();
                match shape {
                    Shape::Counts => names.extend(types.iter().map(|kind| format!("{side}{name} {kind}"))),
                    _ => names.push(format!("{side}{name}")),
                }
                own.extend((before..names.len()).map(|_| *side == "own "));
            }
        }
        names.extend(COUNTED.map(str::to_owned));
        let hides = variant.has_sight();
        names.extend(hides.then(|| SEEN.to_owned()));
        let geometry = &rules.geometry;
        let mut rotated = [[0; 256]; 2];
        for square in geometry.every() {
            rotated[0][usize::from(square)] = square;
            rotated[1][usize::from(square)] = geometry.opposite(square);
        }
        let shape = [names.len(), usize::from(geometry.ranks), usize::from(geometry.files)];
        Self { shape, names, types: types.len(), obstacles, hides, own, rotated }
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
        let seen = if self.hides { board.seen_by(us) } else { !SquareSet::NONE };
        let area = self.shape[1] * self.shape[2];
        let mut planes =
            Planes { rest: observation.chunks_exact_mut(area).collect(), view: &self.rotated[us.index()] };
        let mut next = 0;
        for side in [us, us.other()] {
            for kind in 0..self.types as TypeId {
                planes.squares(next, board.pieces(kind, side) & seen);
                next += 1;
            }
        }
        if self.obstacles {
            for square in (board.nobodys() & seen).squares() {
                let neutral = usize::from(matches!(board.obstacle(square), Some(Some(_))));
                planes.squares(next + neutral, SquareSet::bit(square));
            }
            next += 2;
        }
        next = self.fill_rights(board, next, &mut planes);
        board.remember(&mut |plane, content| match content {
            _ if self.hides && !self.own[plane] => {}
            Content::Squares(set) => planes.squares(next + plane, set),
            Content::Number(number) => planes.rest[next + plane].fill(number),
            Content::At(number, square) => planes.at(next + plane, square, number),
        });
        next += self.own.len();
        let known = |number: u32| if self.hides { 0 } else { number };
        let counted = [known(idle), known(occurrences.saturating_sub(1)), u32::from(us == Side::White)];
        for (plane, number) in (next..).zip(counted) {
            planes.rest[plane].fill(number.min(255) as u8);
        }
        if self.hides {
            planes.squares(next + COUNTED.len(), seen);
        }
    }

    /// Fills the planes of rights from a number on; returns the number of the plane behind them.
    fn fill_rights(&self, board: &dyn ErasedPosition, first: usize, planes: &mut Planes<'_>) -> usize {
        let us = board.side();
        let own =
            || (0..self.types as TypeId).fold(SquareSet::NONE, |set, kind| set | board.pieces(kind, us));
        let [unmoved, rights, passed] = board.rights();
        let all = match self.hides {
            true => [unmoved & own(), rights & own(), board.passed_seen()],
            false => [unmoved, rights, passed],
        };
        for (plane, set) in (first..).zip(all) {
            planes.squares(plane, set);
        }
        first + RIGHTS.len()
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
