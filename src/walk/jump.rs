//! Captures by jumping: over an adjacent (or distant) enemy onto an empty square straight behind it.

use super::trail::trails;
use crate::board::{Bits, Geometry, PerSquare, Square};
use crate::model::movement::{Course, Jump};
use crate::model::path::Place;
use crate::model::pieces::{PieceType, Side, TypeId, place_of};
use crate::order;
use crate::state::State;

/// A jump, and where it may be made, if not everywhere.
type Placed<'a> = (Jump, Option<&'a Place>);

/// One jump: the square of the captured piece, and the square where the jumper lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) over: Square,
    pub(crate) land: Square,
}

/// A line of squares along which a piece jumps.
#[derive(Clone, Debug)]
struct Line<B> {
    squares: Box<[Square]>,
    /// The squares on which the victim may stand.
    reach: B,
    /// True if the numbers of the squares rise.
    up: bool,
    /// The number of squares behind the victim on which the piece may land.
    land: usize,
    /// The squares behind on which it may not land, if there are any.
    closed: Option<Box<B>>,
}

impl<B: Bits> Line<B> {
    /// Creates the line of a jump over these squares; `None` if the piece can't land on any of them.
    fn new(squares: &[Square], (jump, place): Placed<'_>, side: Side) -> Option<Self> {
        let many = |most: Option<u16>| most.map_or(usize::MAX, usize::from);
        let within = |square: &&Square| place.is_none_or(|place| place.passes(side, **square));
        let squares: Box<[Square]> = squares.iter().take_while(within).copied().collect();
        let lands = |square: &&Square| place.is_none_or(|place| place.ends(side, **square));
        let (_, behind) = squares.split_first()?;
        let (open, closed): (Vec<Square>, Vec<Square>) = behind.iter().partition(|square| lands(square));
        let closed = closed.iter().fold(B::NONE, |set, &square| set | B::bit(square));
        let closed = (!closed.is_empty()).then(|| Box::new(closed));
        let reach = squares[..squares.len() - 1].iter().take(many(jump.reach));
        let reach = reach.fold(B::NONE, |reach, &square| reach | B::bit(square));
        let (up, land) = (squares.is_sorted(), many(jump.land));
        (!open.is_empty()).then_some(Self { reach, up, land, closed, squares })
    }

    /// Returns the first piece on the line's `occupied` squares, if it is in `victims` and stands where a victim may.
    #[inline(always)]
    fn victim(&self, occupied: B, victims: B) -> Option<Square> {
        let pieces = self.reach & occupied;
        if !pieces.meets(victims) {
            return None;
        }
        let first = pieces & if self.up { pieces.through_first() } else { pieces.onward_last() };
        first.meets(victims).then(|| first.first())
    }
}

/// A jump over the next square onto the one behind, by all pieces at once: the squares it can be made from, and the rotation that brings a
/// set of the next squares back.
#[derive(Clone, Copy, Debug)]
struct Leg<B> {
    from: B,
    back: u32,
}

/// Returns the squares with a victim on the next square and an empty square behind it, in the direction undone by `back`.
#[inline(always)]
fn before<B: Bits>(back: u32, victims: B, empty: B) -> B {
    (empty.rotated(back) & victims).rotated(back)
}

/// The jumps of a piece type of one side, from every square.
#[derive(Clone, Debug)]
pub(crate) struct Jumps<B> {
    lines: PerSquare<Box<[Line<B>]>>,
    /// The jumps as legs, if each goes over the next square onto the one behind.
    legs: Option<Box<[Leg<B>]>>,
}

impl<B: Bits> Jumps<B> {
    /// Builds the tables of some jumps; `None` if they lead nowhere.
    fn new(geometry: &Geometry, kind: TypeId, jumps: &[Placed<'_>], side: Side) -> Option<Self> {
        let from = |from: Square| -> Box<[Line<B>]> {
            let here = |place: Option<&Place>| place.is_none_or(|place| place.begins(side, from));
            let open = jumps.iter().filter(|(_, place)| !geometry.holes.has(from) && here(*place));
            let lines = open.flat_map(|&(jump, place)| {
                let length = jump.reach.zip(jump.land).map(|(reach, land)| reach.saturating_add(land));
                let course = Course { cycle: vec![jump.step], stride: 1, max: length };
                let trails: Vec<_> = trails(geometry, &[&course], (kind, side), from).collect();
                trails.into_iter().filter_map(move |trail| Line::new(&trail.squares, (jump, place), side))
            });
            lines.collect()
        };
        let lines: PerSquare<Box<[Line<B>]>> = geometry.every().map(from).collect();
        let any = lines.iter().any(|lines| !lines.is_empty());
        any.then(|| Self { legs: legs(geometry, &lines), lines })
    }

    /// Returns the pieces, among some, that can jump over a piece in `victims`; `occupied` has every blocker.
    #[inline(always)]
    pub(crate) fn able(&self, pieces: B, occupied: B, victims: B) -> B {
        if let Some(legs) = &self.legs {
            let able = |able, leg: &Leg<B>| able | leg.from & before(leg.back, victims, !occupied);
            return legs.iter().fold(B::NONE, able) & pieces;
        }
        let mut able = B::NONE;
        for from in pieces.squares() {
            let mut found = B::NONE;
            self.from(from, occupied & !B::bit(from), victims, |_| found = B::bit(from));
            able |= found;
        }
        able
    }

    /// Calls `each` with every jump from a square over a piece in `victims` that is the first in its line. `occupied` has every blocker; a
    /// victim must be in it.
    #[inline]
    pub(crate) fn from(&self, from: Square, occupied: B, victims: B, mut each: impl FnMut(Link)) {
        for line in &self.lines[from] {
            let Some(over) = line.victim(occupied, victims) else { continue };
            let behind = line.squares.iter().skip_while(|&&square| square != over).skip(1);
            behind
                .take(line.land)
                .take_while(|&&land| !occupied.has(land))
                .filter(|&&land| line.closed.as_ref().is_none_or(|closed| !closed.has(land)))
                .for_each(|&land| each(Link { over, land }));
        }
    }

    /// Returns `true` if a piece on `from` could jump over a square.
    #[inline]
    pub(crate) fn can_capture(&self, from: Square, target: Square, occupied: B) -> bool {
        let mut found = false;
        self.from(from, occupied | B::bit(target), B::bit(target), |_| found = true);
        found
    }
}

/// Returns the legs of all lines, if every line is a single leg.
fn legs<B: Bits>(geometry: &Geometry, lines: &PerSquare<Box<[Line<B>]>>) -> Option<Box<[Leg<B>]>> {
    let mut legs: Vec<Leg<B>> = Vec::new();
    for from in geometry.every() {
        for line in &lines[from] {
            let [over, land] = line.squares[..] else { return None };
            let by = i16::from(over) - i16::from(from);
            if i16::from(land) - i16::from(over) != by || by.abs() >= 60 {
                return None;
            }
            let back = (-by).rem_euclid(B::WIDTH as i16) as u32;
            match legs.iter_mut().find(|leg| leg.back == back) {
                Some(leg) => leg.from |= B::bit(from),
                None => legs.push(Leg { from: B::bit(from), back }),
            }
        }
    }
    Some(legs.into())
}

/// The number of directions processed together.
const DIRECTIONS: usize = 4;

/// The legs of all types in some directions.
#[derive(Clone, Debug)]
struct Fan<B> {
    back: [u32; DIRECTIONS],
    /// By the places of the types: the squares from which their pieces can jump in each direction.
    from: Box<[(u8, [B; DIRECTIONS])]>,
}

impl<B: Bits> Fan<B> {
    /// Creates the fan of the types with these places in these directions.
    fn new(types: &[(u8, &[Leg<B>])], directions: &[u32]) -> Self {
        let from = |legs: &[Leg<B>]| {
            let towards = |back: &u32| legs.iter().find(|leg| leg.back == *back).map(|leg| leg.from);
            std::array::from_fn(|at| directions.get(at).and_then(towards).unwrap_or(B::NONE))
        };
        Self {
            back: std::array::from_fn(|at| directions.get(at).copied().unwrap_or(0)),
            from: types.iter().map(|&(place, legs)| (place, from(legs))).collect(),
        }
    }

    /// Returns the pieces that can jump; pieces of the other side may be among them.
    #[inline(always)]
    fn able(&self, state: &State<B>, victims: B, empty: B) -> B {
        let before = |place: usize| before(self.back[place], victims, empty);
        let [a, b, c, d] = [before(0), before(1), before(2), before(3)];
        let mut able = B::NONE;
        for &(place, [from_a, from_b, from_c, from_d]) in &self.from {
            let from = a & from_a | b & from_b | c & from_c | d & from_d;
            able |= from & state.pieces_at(place);
        }
        able
    }
}

/// The types of a side that capture by jumping, with their jumps.
#[derive(Clone, Debug)]
pub(crate) struct Jumpers<B> {
    types: Box<[(TypeId, Jumps<B>)]>,
    /// The jumps of the types that are tested set-wise.
    fans: Box<[Fan<B>]>,
    /// The indices of the other types.
    others: Box<[usize]>,
}

impl<B: Bits> Jumpers<B> {
    /// Builds the jumpers of a side.
    pub(crate) fn new(geometry: &Geometry, types: &[PieceType], side: Side) -> Self {
        let jumps = |(id, kind): (usize, &PieceType)| {
            let jumps: Vec<Placed<'_>> = kind.movement.jumps().collect();
            Some((id as TypeId, Jumps::new(geometry, id as TypeId, &jumps, side)?))
        };
        let types: Box<[(TypeId, Jumps<B>)]> = types.iter().enumerate().filter_map(jumps).collect();
        let others = (0..types.len()).filter(|&at| types[at].1.legs.is_none()).collect();
        Self { fans: fans(&types), others, types }
    }

    /// Returns the types, with their jumps.
    #[inline]
    pub(crate) fn types(&self) -> &[(TypeId, Jumps<B>)] {
        &self.types
    }

    /// Returns `true` if some piece of the side to move can jump over an enemy, if these are its jumpers.
    #[inline(always)]
    pub(crate) fn can_jump(&self, state: &State<B>) -> bool {
        let board = state.board();
        let occupied = board.own | board.enemy;
        let mut able = B::NONE;
        for fan in &self.fans {
            able |= fan.able(state, board.enemy, !occupied);
        }
        able.meets(state.side(state.side)) || !self.others.is_empty() && self.another_can(state)
    }

    /// Tests the types that can't be tested set-wise.
    #[inline(never)]
    fn another_can(&self, state: &State<B>) -> bool {
        let board = state.board();
        self.others.iter().any(|&at| {
            let (id, jumps) = &self.types[at];
            !jumps.able(state.of(*id, state.side), board.own | board.enemy, board.enemy).is_empty()
        })
    }
}

/// Returns the legs of all types, some directions in each fan.
fn fans<B: Bits>(types: &[(TypeId, Jumps<B>)]) -> Box<[Fan<B>]> {
    let legs = |(id, jumps): &'_ (TypeId, Jumps<B>)| Some((place_of(*id) as u8, jumps.legs.clone()?));
    let legs: Vec<(u8, Box<[Leg<B>]>)> = types.iter().filter_map(legs).collect();
    let legs: Vec<(u8, &[Leg<B>])> = legs.iter().map(|(place, legs)| (*place, &**legs)).collect();
    let mut directions: Vec<u32> =
        legs.iter().flat_map(|(_, legs)| legs.iter().map(|leg| leg.back)).collect();
    order::values(&mut directions);
    directions.dedup();
    directions.chunks(DIRECTIONS).map(|directions| Fan::new(&legs, directions)).collect()
}
