//! Paths: ways of moving in several legs, over hurdles, around an edge, or with an effect on the way.
//!
//! A path is the one form that every term of the notation can be brought into; a term that needs no more than a [`Course`] or a
//! [`Jump`](super::movement::Jump) is kept as one of those.

use super::movement::{Course, Jump, Offset};
use super::pieces::Side;
use crate::board::{Bits, Square, SquareSet, Wrap};

/// A way of moving in one or more legs, each beginning where the one before ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Path {
    /// Available only to an unmoved piece.
    pub(crate) first: bool,
    pub(crate) legs: Vec<Leg>,
    /// The squares that it is limited to.
    pub(crate) place: Option<Place>,
}

impl Path {
    /// Creates a path that any piece has, wherever it stands.
    pub(crate) fn new(legs: Vec<Leg>) -> Self {
        Self { first: false, legs, place: None }
    }

    /// Returns the path rotated, as a player who sits opposite sees it.
    pub(crate) fn turned(&self) -> Self {
        let turned =
            |leg: &Leg| Leg { cycle: leg.cycle.iter().map(|by| by.turned()).collect(), ..leg.clone() };
        Self { legs: self.legs.iter().map(turned).collect(), ..self.clone() }
    }

    /// Returns `true` if it depends on more than the squares around the piece: on names of squares or the middle of the board.
    pub(crate) fn depends_on_squares(&self) -> bool {
        self.place.is_some() || self.legs.iter().any(|leg| leg.reach == Reach::Half)
    }

    /// Returns `true` if it can capture nothing but a royal piece at its end, and so only gives check.
    pub(crate) fn only_checks(&self) -> bool {
        self.legs.last().is_some_and(|leg| leg.ends == Ends::ROYAL)
    }

    /// Returns the path as a jump, if it jumps over an enemy onto an empty square straight behind it, capturing it.
    pub(crate) fn jump(&self) -> Option<Jump> {
        let [over, land] = &self.legs[..] else { return None };
        let plain = over.is_plain(Ends::ENEMY) && land.is_plain(Ends::EMPTY);
        let straight = over.cycle == land.cycle && over.cycle.len() == 1 && !self.first;
        (plain && straight).then(|| Jump { step: over.cycle[0], reach: over.most(), land: land.most() })
    }

    /// Returns `true` if it is a jump that is limited to some squares. It is laid out with the other jumps, with which it makes chains.
    pub(crate) fn is_placed_jump(&self) -> bool {
        self.place.is_some() && self.jump().is_some()
    }

    /// Returns `true` if it needs a piece to jump over.
    pub(crate) fn hops(&self) -> bool {
        self.legs.iter().any(|leg| leg.ends.meets(Ends::HURDLE) || leg.jumped == Jumped::Occupied)
    }
}

/// The squares that a path is limited to.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place {
    /// The limit in words, such as `on rank 2`.
    pub(crate) words: String,
    /// The piece must begin on one of these.
    pub(crate) on: Option<Squares>,
    /// The piece must begin, pass and end on these.
    pub(crate) within: Option<Squares>,
    /// The piece must end on one of these, unless it only gives check.
    pub(crate) lands: Option<Squares>,
}

impl Place {
    /// Returns `true` if a piece of a side may begin on a square.
    pub(crate) fn begins(&self, side: Side, square: Square) -> bool {
        self.on.is_none_or(|on| on.has(side, square)) && self.passes(side, square)
    }

    /// Returns `true` if it may pass a square.
    pub(crate) fn passes(&self, side: Side, square: Square) -> bool {
        self.within.is_none_or(|within| within.has(side, square))
    }

    /// Returns `true` if it may end on a square.
    pub(crate) fn ends(&self, side: Side, square: Square) -> bool {
        self.lands.is_none_or(|lands| lands.has(side, square)) && self.passes(side, square)
    }
}

/// Two sets of squares, as White and as Black see them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Squares([[u64; 4]; 2]);

impl Squares {
    /// Creates the sets.
    pub(crate) fn new(sets: [SquareSet; 2]) -> Self {
        Self(sets.map(Bits::words))
    }

    /// Returns `true` if a square is in the set of a side.
    pub(crate) fn has(&self, side: Side, square: Square) -> bool {
        self.0[side.index()][usize::from(square / 64)] >> (square % 64) & 1 != 0
    }
}

/// A leg of a path: displacements made one after another, beginning again after the last, over empty squares.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Leg {
    /// The displacements; none for a leg that leads to any square at all.
    pub(crate) cycle: Vec<Offset>,
    pub(crate) reach: Reach,
    /// True if it takes up the displacements where the leg before left off.
    pub(crate) goes_on: bool,
    /// The condition on the squares that a displacement of more than one square jumps.
    pub(crate) jumped: Jumped,
    /// The first square is passed over, whatever stands there.
    pub(crate) skips: bool,
    /// The permitted content of the square where the leg ends.
    pub(crate) ends: Ends,
    /// A hurdle must not be an enemy, a captured piece must not be royal.
    pub(crate) tame: bool,
    /// True if the piece that the move captures is set down where the leg begins.
    pub(crate) unloads: bool,
    /// The piece may be captured en passant on the squares it passes.
    pub(crate) leaves_rights: bool,
    /// The edges around which it wraps, besides those around which all pieces do.
    pub(crate) wrap: Wrap,
}

/// The number of displacements of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Reach {
    /// At most this many.
    Most(u16),
    /// As far as the way is clear.
    Unlimited,
    /// What the previous leg has left of its number.
    Rest,
    /// As many as in the previous leg.
    Same,
    /// Up to the middle of the board, as the mover sees it.
    Half,
}

/// The condition on the squares that a leap jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Jumped {
    Anything,
    Empty,
    Occupied,
}

/// The permitted content of the square where a leg ends: a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Ends(u8);

impl Ends {
    pub(crate) const NOTHING: Self = Self(0);
    /// An empty square.
    pub(crate) const EMPTY: Self = Self(1);
    /// An enemy, which is captured.
    pub(crate) const ENEMY: Self = Self(2);
    /// A piece of one's own, which is captured.
    pub(crate) const OWN: Self = Self(4);
    /// An empty square that the last mover passed, which is captured.
    pub(crate) const PASSED: Self = Self(8);
    /// A royal enemy, which is captured.
    pub(crate) const ROYAL: Self = Self(16);
    /// Any piece, which stays: the next leg begins there.
    pub(crate) const HURDLE: Self = Self(32);
    /// A piece of one's own, which makes the rest of the move; at the end of a path, one whose movement the moving piece borrows.
    pub(crate) const RELAY: Self = Self(64);
    /// An empty square or an enemy.
    pub(crate) const USUAL: Self = Self(3);

    /// Returns `true` if the sets have something in common.
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns `true` if all of this set is in the other.
    pub(crate) const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns what is in this set and not in the other.
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns what both have in common.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl std::ops::BitOr for Ends {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for Ends {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Leg {
    /// Creates a leg over empty squares, with nothing special about it.
    pub(crate) fn new(cycle: Vec<Offset>, reach: Reach, ends: Ends) -> Self {
        Self {
            cycle,
            reach,
            goes_on: false,
            jumped: Jumped::Anything,
            skips: false,
            ends,
            tame: false,
            unloads: false,
            leaves_rights: false,
            wrap: Wrap::default(),
        }
    }

    /// Returns `true` if the leg is a plain ride or leap over empty squares, to any of `ends`.
    pub(crate) fn is_plain(&self, ends: Ends) -> bool {
        let Self { cycle, reach, goes_on, jumped, skips, ends: own, tame, unloads, leaves_rights, wrap } =
            self;
        let flags = *goes_on || *skips || *tame || *unloads || *leaves_rights;
        let far = matches!(reach, Reach::Most(_) | Reach::Unlimited);
        !cycle.is_empty()
            && far
            && !flags
            && *jumped == Jumped::Anything
            && own.is_within(ends)
            && *wrap == Wrap::default()
    }

    /// The most displacements, if that does not depend on the square it begins on.
    pub(crate) fn most(&self) -> Option<u16> {
        match self.reach {
            Reach::Most(most) => Some(most),
            _ => None,
        }
    }

    /// The course of a plain leg.
    pub(crate) fn course(&self) -> Course {
        Course { cycle: self.cycle.clone(), stride: 1, max: self.most() }
    }
}
