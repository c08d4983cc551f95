//! Moves in their packed form: eight bytes, for generating and making them fast.
//!
//! A *plain* move moves one piece from a square to another, captures at most one piece, and may change its piece type. A *drop* puts a
//! piece from its owner's hand on an empty square. Every other move is *listed*: its changes stand in a list, and the move says where. What
//! a move does is in its [`Effect`](super::Effect); only generating and making moves read the packed form itself. A plain move that a
//! feature makes up, such as a capture by a single jump, records its maker, as a listed one does.

use crate::board::Square;
use crate::model::pieces::Piece;

/// The part that a move has in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnPart {
    /// An ordinary move: the turn goes on with its next part, if it has one.
    Move,
    /// A move that comes before the ordinary ones, and does not advance the turn.
    Prelude,
    /// A part of the turn that is left out, which ends it.
    Pass,
}

/// The number of the feature that made up a move, from 1; 0 for the moves of pieces' movements, which no feature needs to explain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Maker(u8);

impl Maker {
    /// The most features that make up moves.
    pub(crate) const MOST: usize = 30;
    /// The value that marks a drop, in place of a feature's.
    const DROP: Self = Self(31);

    /// The maker with an index from 0.
    pub(crate) fn new(index: usize) -> Self {
        assert!(index < Self::MOST, "there are no more than {} makers of moves", Self::MOST);
        Self(index as u8 + 1)
    }

    /// Its index; `None` for drops and for the moves of pieces' movements.
    pub(crate) fn index(self) -> Option<usize> {
        if self == Self::DROP { None } else { self.0.checked_sub(1).map(usize::from) }
    }
}

/// The place of the changes of a move that is not plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// No changes, or a plain move.
    Nowhere,
    /// In the list that the move belongs to, from an index on.
    List(usize),
    /// In the tables of the game.
    Tables(usize),
}

/// A move, packed. It means something only for the position it was generated in: [`crate::Game::coordinates`] and [`crate::Game::san`]
/// write it, [`crate::Game::info`] says what it does.
// aligned like one word, so that it is stored at once
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C, align(8))]
pub(crate) struct Move {
    /// The square that its notation begins with; the moving piece, if there is one, stands there.
    pub(crate) from: Square,
    /// The target square.
    pub(crate) to: Square,
    /// The square of the captured piece (of several: the first); `from` if nothing is captured.
    pub(crate) take: Square,
    /// The moving piece after the move; empty if no piece moves.
    pub(crate) after: Piece,
    /// Eight bits of tag (announced, two for the part in the turn, five for the maker), and the place of its changes.
    rest: u32,
}

/// Bits of the place of a move's changes.
const PLACE_BITS: u32 = 24;
/// The place of the changes of a listed move that has none; 0 is that of a plain move.
const NOWHERE: u32 = (1 << PLACE_BITS) - 1;
/// The places from here on are those of changes that the tables of the game keep; places from 1 to here are those of a list.
const KEPT: u32 = NOWHERE - (1 << 16);
const PART: u32 = 5 + PLACE_BITS;
const ANNOUNCED: u32 = 1 << 31;

impl Move {
    /// The number of changes that the moves of one list can have together.
    pub(crate) const ROOM: usize = KEPT as usize - 1;

    /// A plain move.
    #[inline(always)]
    pub(crate) fn plain(from: Square, to: Square, take: Square, after: Piece) -> Self {
        Self { from, to, take, after, rest: 0 }
    }

    /// The drop of a piece on an empty square.
    #[inline(always)]
    pub(crate) fn drop(piece: Piece, to: Square) -> Self {
        Self { from: to, to, take: to, after: piece, rest: NOWHERE | u32::from(Maker::DROP.0) << PLACE_BITS }
    }

    /// Returns `true` if the move is a drop.
    #[inline(always)]
    pub(crate) fn is_drop(self) -> bool {
        self.maker() == Maker::DROP
    }

    /// Returns `true` if it is a drop that is an ordinary part of its turn, without an announcement.
    #[inline(always)]
    pub(crate) fn is_bare_drop(self) -> bool {
        self.rest == NOWHERE | u32::from(Maker::DROP.0) << PLACE_BITS
    }

    /// Returns `true` if it is a pass, which changes nothing on the board.
    pub(crate) fn is_pass(self) -> bool {
        self.after.is_empty() && !self.is_plain() && self.place() == Place::Nowhere
    }

    /// Returns the squares where the move begins, unless it is a drop, and ends; none of a pass.
    pub(crate) fn start_and_target(self) -> (Option<Square>, Option<Square>) {
        let of_move = |square: Square| (!self.is_pass()).then_some(square);
        (of_move(self.from).filter(|_| !self.is_drop()), of_move(self.to))
    }

    /// A move with the ends, the capture and the resulting piece of another, whose changes stand at a place.
    pub(crate) fn listed(ends: Self, (maker, part): (Maker, TurnPart), place: Place) -> Self {
        let place = match place {
            Place::Nowhere => NOWHERE,
            Place::List(at) => 1 + at as u32,
            Place::Tables(at) => KEPT + at as u32,
        };
        debug_assert!(place <= NOWHERE, "the changes have room");
        Self { rest: place | u32::from(maker.0) << PLACE_BITS | (part as u32) << PART, ..ends }
    }

    /// A plain move as made up by a feature.
    #[inline(always)]
    pub(crate) fn made_up(plain: Self, (maker, part): (Maker, TurnPart)) -> Self {
        Self { rest: u32::from(maker.0) << PLACE_BITS | (part as u32) << PART, ..plain }
    }

    /// Returns the same move with an announcement, or without.
    pub(crate) fn with_announcement(self, announced: bool) -> Self {
        Self { rest: if announced { self.rest | ANNOUNCED } else { self.rest & !ANNOUNCED }, ..self }
    }

    /// Returns `true` if the move is in the fast form.
    #[inline(always)]
    pub(crate) fn is_plain(self) -> bool {
        self.rest & NOWHERE == 0
    }

    /// Returns `true` if it is in the fast form, without a tag: an ordinary part of its turn, without an announcement or a maker.
    #[inline(always)]
    pub(crate) fn is_untagged(self) -> bool {
        self.rest == 0
    }

    /// The feature that made it up.
    #[inline(always)]
    pub(crate) fn maker(self) -> Maker {
        Maker((self.rest >> PLACE_BITS & 0x1F) as u8)
    }

    /// The place of its changes.
    #[inline(always)]
    pub(crate) fn place(self) -> Place {
        match self.rest & NOWHERE {
            0 | NOWHERE => Place::Nowhere,
            place if place >= KEPT => Place::Tables((place - KEPT) as usize),
            place => Place::List(place as usize - 1),
        }
    }

    /// Returns `true` if the changes of the move are in the list that it belongs to.
    #[inline(always)]
    pub(crate) fn needs_list(self) -> bool {
        matches!(self.place(), Place::List(_))
    }

    /// The part it has in its turn.
    #[inline(always)]
    pub(crate) fn part(self) -> TurnPart {
        match self.rest >> PART & 3 {
            0 => TurnPart::Move,
            1 => TurnPart::Prelude,
            _ => TurnPart::Pass,
        }
    }

    /// Returns `true` if the move is made with an announcement.
    #[inline(always)]
    pub(crate) fn announced(self) -> bool {
        self.rest & ANNOUNCED != 0
    }

    /// Returns 32 bits that identify the move in the list of its position; never 0.
    pub(crate) fn mark(self) -> u32 {
        let tag = ((self.rest & NOWHERE) * 29) ^ (self.rest >> PLACE_BITS);
        let rest = u32::from(self.take) ^ tag;
        let last = (rest ^ (rest >> 8)) & 0x7F | 0x80;
        u32::from(self.from) | u32::from(self.to) << 8 | (self.after.index() as u32) << 16 | last << 24
    }

    /// Returns `true` if the move is a capture.
    #[inline(always)]
    pub(crate) fn takes(self) -> bool {
        self.take != self.from
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::pieces::Side;

    #[test]
    fn a_move_is_one_word() {
        assert_eq!(size_of::<Move>(), 8);
    }

    #[test]
    fn drops_are_told_from_other_moves() {
        let piece = Piece::new(63, Side::Black);
        let drop = Move::drop(piece, 200);
        assert!(drop.is_drop() && !drop.is_plain() && !drop.takes() && !drop.announced());
        assert_eq!(
            (drop.to, drop.after, drop.place(), drop.part()),
            (200, piece, Place::Nowhere, TurnPart::Move)
        );
        assert_eq!(drop.maker().index(), None);
        assert!(!Move::plain(200, 200, 200, piece).is_drop());
    }

    #[test]
    fn what_is_packed_comes_out_again() {
        let ends = Move::plain(3, 200, 17, Piece::new(63, Side::Black));
        assert!(ends.is_plain() && ends.takes() && ends.place() == Place::Nowhere && !ends.announced());
        assert_eq!((ends.part(), ends.maker().index()), (TurnPart::Move, None));
        for part in [TurnPart::Move, TurnPart::Prelude, TurnPart::Pass] {
            for index in [0, Maker::MOST - 1] {
                let kept = Place::Tables((NOWHERE - KEPT) as usize - 1);
                let made_up = Move::made_up(ends, (Maker::new(index), part));
                assert!(made_up.is_plain() && made_up.place() == Place::Nowhere);
                assert_eq!((made_up.part(), made_up.maker().index()), (part, Some(index)));
                for place in
                    [Place::Nowhere, Place::List(0), Place::List(Move::ROOM - 1), Place::Tables(0), kept]
                {
                    let listed = Move::listed(ends, (Maker::new(index), part), place);
                    let announced = listed.with_announcement(true);
                    assert!(!listed.is_plain() && !listed.announced() && announced.announced());
                    for one in [listed, announced] {
                        assert_eq!((one.from, one.to, one.take, one.after), (3, 200, 17, ends.after));
                        assert_eq!(
                            (one.part(), one.maker().index(), one.place()),
                            (part, Some(index), place)
                        );
                    }
                    assert_eq!(announced.with_announcement(false), listed);
                }
            }
        }
    }
}
