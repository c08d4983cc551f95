//! Hurdles that a piece may not jump over, and the ways that remain where pieces of such types stand among the hurdles.
//!
//! Tables of routes depend only on the occupancy, and so yield too many squares. Here every way is tested individually if a hurdle of these
//! types stands in some line of the piece.

use std::sync::Arc;

use super::budget::Budget;
use super::route::Laid;
use super::way::{Need, Way};
use crate::board::{Bits, Geometry, PerSquare, Square};
use crate::model::movement::Movement;
use crate::model::path::Ends;
use crate::model::pieces::{Side, TypeId};
use crate::order;
use crate::state::State;

/// The types of each side that may not jump over some hurdles.
pub(crate) type HurdlesBySide<B> = [Box<[Arc<Hurdles<B>>]>; 2];

/// The types of hurdles that the pieces of a type and a side may not jump over.
#[derive(Clone, Debug)]
pub(crate) struct Hurdles<B> {
    pub(crate) kind: TypeId,
    side: Side,
    pub(crate) types: Box<[TypeId]>,
    /// By square of origin: the ways to all squares to which some way over hurdles leads, in order of their targets.
    ways: PerSquare<Box<[Bound<B>]>>,
    /// By square of origin: the squares of hurdles.
    lines: PerSquare<B>,
    /// By square of origin, if every target is reached over exactly one hurdle in a line: each hurdle with the targets beyond it.
    beyond: Option<PerSquare<Beyond<B>>>,
}

/// Hurdles, each with the targets beyond it.
type Beyond<B> = Box<[(Square, B)]>;

/// A way as it depends on what stands on the board.
#[derive(Clone, Copy, Debug)]
struct Bound<B> {
    to: Square,
    /// Only an unmoved piece has it.
    first: bool,
    ends: Ends,
    /// The squares that must be empty, and those on which a piece must stand that is no barred hurdle.
    empty: B,
    full: B,
}

impl<B: Bits> Bound<B> {
    #[inline]
    fn new(first: bool, way: &Way<Square>) -> Self {
        let set = |wanted| {
            let those = way.needs.iter().filter(|(_, need)| *need == wanted);
            those.fold(B::NONE, |set, &(at, _)| set | B::bit(at))
        };
        Self { to: way.to, first, ends: way.ends, empty: set(Need::Empty), full: set(Need::Hurdle) }
    }

    #[inline]
    fn is_open(&self, occupied: B, barred: B, unmoved: bool) -> bool {
        let blocked = self.empty & occupied | self.full & (barred | !occupied);
        (!self.first || unmoved) && blocked.is_empty()
    }
}

impl<B: Bits> Hurdles<B> {
    /// Lays out the ways of a piece type that may not jump over pieces of some types; `None` if it jumps over none at all.
    pub(crate) fn new(
        geometry: &Geometry,
        movement: &Movement,
        (kind, side): (TypeId, Side),
        types: &[TypeId],
    ) -> Option<Self> {
        let paths = movement.clone().into_paths();
        // a ban that would take too many steps was refused when the file was read
        let laid = Laid::new(geometry, &paths, (kind, side), &Budget::default()).ok()?;
        let from = |from: Square| -> Box<[Bound<B>]> {
            let all = laid.ways.get(usize::from(from)).into_iter().flatten();
            let plain = all.filter(|(_, way)| way.is_plain(from));
            let ways: Vec<Bound<B>> = plain.map(|(first, way)| Bound::new(*first, way)).collect();
            let over = ways.iter().filter(|way| !way.full.is_empty());
            let jumps = over.fold(B::NONE, |set, way| set | B::bit(way.to));
            let mut bound: Vec<_> = ways.iter().copied().filter(|way| jumps.has(way.to)).collect();
            order::by_key(&mut bound, |way| way.to);
            bound.into()
        };
        let ways = PerSquare::from_fn(from);
        let beyond = geometry.every().all(|from| in_lines(&ways[from]));
        let beyond = beyond.then(|| PerSquare::from_fn(|from| targets_beyond(&ways[from])));
        let full = |ways: &[Bound<B>]| ways.iter().fold(B::NONE, |set, way| set | way.full);
        let lines = PerSquare::from_fn(|from| full(&ways[from]));
        let hops = |way: &Way<Square>| {
            way.needs.iter().any(|(_, need)| matches!(need, Need::Hurdle | Need::TameHurdle))
        };
        let jumps = laid.ways.iter().flatten().any(|(_, way)| hops(way));
        jumps.then(|| Self { kind, side, types: types.into(), ways, lines, beyond })
    }

    /// The pieces on the board that may not be jumped over.
    #[inline]
    fn barred(&self, state: &State<B>) -> B {
        self.types.iter().fold(B::NONE, |set, &kind| set | state.pieces(kind))
    }

    /// Returns the squares that a piece of the type would reach from a square only over such a hurdle; the set may include others that it
    /// does not reach at all.
    #[inline]
    pub(crate) fn behind(&self, state: &State<B>, from: Square) -> B {
        let barred = self.barred(state) & self.lines[from];
        match &self.beyond {
            _ if barred.is_empty() => B::NONE,
            Some(beyond) => self::beyond(&beyond[from], barred),
            None => self.behind_these(state, from, barred),
        }
    }

    /// Returns `true` if [`behind`](Self::behind) depends on the hurdles alone, and so is the same for whatever stands on the targets.
    pub(crate) fn are_in_lines(&self) -> bool {
        self.beyond.is_some()
    }

    /// Returns the squares that a piece of the type would reach from a square only over such a hurdle, given the occupancy `occupied`, if
    /// hurdles stand [in lines](Self::are_in_lines).
    #[inline]
    pub(crate) fn behind_in_lines(&self, state: &State<B>, from: Square, occupied: B) -> B {
        let barred = self.barred(state) & occupied & self.lines[from];
        self.beyond.as_ref().map_or(B::NONE, |all| beyond(&all[from], barred))
    }

    #[inline(never)]
    fn behind_these(&self, state: &State<B>, from: Square, barred: B) -> B {
        let (occupied, enemy) = (state.occupied(), state.side(self.side.other()));
        let unmoved = state.slots.unmoved.has(from);
        let mut behind = B::NONE;
        for ways in self.ways[from].chunk_by(|one, other| one.to == other.to) {
            let to = ways[0].to;
            let ends = if enemy.has(to) { Ends::ENEMY } else { Ends::EMPTY };
            let open = |way: &Bound<B>| way.ends.meets(ends) && way.is_open(occupied, barred, unmoved);
            if !ways.iter().any(open) {
                behind |= B::bit(to);
            }
        }
        behind
    }

    /// Returns `true` if a piece of the type on a square could capture a royal enemy on another, given the occupancy `occupied`.
    #[inline(never)]
    pub(crate) fn lets_take(&self, state: &State<B>, from: Square, to: Square, occupied: B) -> bool {
        let barred = self.barred(state) & occupied;
        let unmoved = state.slots.unmoved.has(from);
        let takes = |way: &Bound<B>| way.ends.meets(Ends::ENEMY | Ends::ROYAL);
        let mut bound = self.ways[from].iter().filter(|way| way.to == to).peekable();
        bound.peek().is_none() || bound.any(|way| takes(way) && way.is_open(occupied, barred, unmoved))
    }

    /// Returns the squares, among some, on which a hurdle stands that may not be jumped over.
    pub(crate) fn among(&self, state: &State<B>, squares: B) -> B {
        self.barred(state) & squares
    }

    /// Returns the size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let ways = self.ways.iter().map(|ways| size_of_val(&**ways)).sum::<usize>();
        let beyond =
            self.beyond.iter().flat_map(|all| all.iter()).map(|own| size_of_val(&**own)).sum::<usize>();
        self.ways.bytes() + self.lines.bytes() + ways + beyond
    }
}

/// Returns `true` if every way to a target leads over exactly one hurdle, and over the same squares as the others to that target: if a barred
/// hurdle stands there, none of them is open.
fn in_lines<B: Bits>(ways: &[Bound<B>]) -> bool {
    ways.chunk_by(|one, other| one.to == other.to).all(|ways| {
        let line = |way: &Bound<B>| way.empty | way.full;
        ways.iter().all(|way| way.full.count() == 1 && line(way) == line(&ways[0]))
    })
}

/// Returns the hurdles of ways in lines, each with the targets beyond it.
fn targets_beyond<B: Bits>(ways: &[Bound<B>]) -> Beyond<B> {
    let hurdles = ways.iter().fold(B::NONE, |set, way| set | way.full);
    let beyond = |hurdle: Square| {
        let over = ways.iter().filter(|way| way.full.has(hurdle));
        (hurdle, over.fold(B::NONE, |set, way| set | B::bit(way.to)))
    };
    hurdles.squares().map(beyond).collect()
}

/// Returns the targets beyond some hurdles.
#[inline]
fn beyond<B: Bits>(all: &[(Square, B)], hurdles: B) -> B {
    let those = all.iter().filter(|(hurdle, _)| hurdles.has(*hurdle));
    those.fold(B::NONE, |set, (_, targets)| set | *targets)
}
