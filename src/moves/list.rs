//! Lists of moves.

use std::fmt;

use super::effect::{Entry, Record};
use super::packed::{Maker, Move, Place, TurnPart};
use super::promotions::Promotions;
use super::sink::Sink;
use crate::board::{Bits, Square};
use crate::model::pieces::Piece;
use crate::state::State;

/// The maximum number of listed moves of one position.
pub(crate) const MOST_MOVES: usize = 1_000_000;

/// The error of a position that has more moves than can be listed (a million), or whose moves take too long to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TooManyMoves {
    /// The rule that makes them, in a few words, such as `chains of jumps`.
    pub rule: &'static str,
}

impl fmt::Display for TooManyMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a position has more legal moves than can be listed, by this rule: {}", self.rule)
    }
}

impl std::error::Error for TooManyMoves {}

/// The moves of a position, with the changes of those that are not plain.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    pub(crate) moves: Vec<Move>,
    pub(crate) changes: Vec<Entry>,
    /// The rule that has made more moves than can be listed since the list was created; every exit from the core turns it into an error.
    pub(crate) full: Option<TooManyMoves>,
    /// The number of positions within the turn that were tried to find the moves.
    pub(crate) tried: u64,
}

impl List {
    /// An empty list without any room.
    pub(crate) const EMPTY: Self = Self { moves: Vec::new(), changes: Vec::new(), full: None, tried: 0 };

    /// Creates an empty list with room for the moves of most positions.
    pub(crate) fn with_room() -> Self {
        Self { moves: Vec::with_capacity(64), ..Self::default() }
    }

    /// Clears the moves and the overflow, keeping the allocation.
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.changes.clear();
        self.tried = 0;
    }

    /// Adds a move with its changes. A list without room for it overflows, for the reason given.
    #[inline(always)]
    pub(crate) fn push_listed(
        &mut self,
        ends: Move,
        made: (Maker, TurnPart),
        reason: &'static str,
        changes: impl FnOnce(&mut Record<'_>),
    ) {
        let at = self.changes.len();
        let mut record = Record::new(&mut self.changes);
        changes(&mut record);
        let place = record.finish().map_or(Place::Nowhere, Place::List);
        if self.moves.len() >= MOST_MOVES || self.changes.len() > Move::ROOM {
            self.changes.truncate(at);
            self.full = Some(TooManyMoves { rule: reason });
            return;
        }
        self.moves.push(Move::listed(ends, made, place));
    }

    /// Adds the moves of a piece where it may promote on some of the squares.
    #[inline(never)]
    fn arrive_on<B: Bits>(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, targets: B) {
        let promoting = arrival.promoting(state, from, targets);
        for to in targets.squares() {
            let take = taken(state, from, to);
            match arrival.asked.has(to) {
                true => arrival.each_choice(state, to, promoting.has(to), |after| {
                    self.moves.push(Move::plain(from, to, take, after));
                }),
                false => self.moves.push(Move::plain(from, to, take, arrival.own)),
            }
        }
    }

    /// Adds the moves of pieces of a type that may promote on some of the squares.
    #[inline(never)]
    fn arrive_setwise<B: Bits>(&mut self, state: &State<B>, arrival: &Promotions<B>, targets: B, by: i16) {
        for to in targets.squares() {
            let from = (i16::from(to) - by) as Square;
            let take = taken(state, from, to);
            self.arrive(state, arrival, from, to, take);
        }
    }

    #[inline(always)]
    fn arrive<B: Bits>(
        &mut self,
        state: &State<B>,
        arrival: &Promotions<B>,
        from: Square,
        to: Square,
        take: Square,
    ) {
        arrival.after(state, (from, to), |after| self.moves.push(Move::plain(from, to, take, after)));
    }
}

/// Returns the square where a move captures: its target or, if nothing stands there, its origin. Avoids the branch that compilers make of a
/// selection by the content of the square, which would often be mispredicted.
#[inline(always)]
fn taken<B: Bits>(state: &State<B>, from: Square, to: Square) -> Square {
    if size_of::<B>() == size_of::<u64>() {
        return std::hint::select_unpredictable(state.occupied().has(to), to, from);
    }
    // in sets of several words it takes longer to find a square
    to ^ (from ^ to) & state.at(to).mask_if_empty()
}

impl<B: Bits> Sink<B> for List {
    #[inline(always)]
    fn moves(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, targets: B) {
        match targets.meets(arrival.asked) {
            true => self.arrive_on(state, arrival, from, targets),
            false => self.plain(state, arrival.own, from, targets),
        }
    }

    #[inline(always)]
    fn plain(&mut self, state: &State<B>, piece: Piece, from: Square, targets: B) {
        for to in targets.squares() {
            let take = taken(state, from, to);
            self.moves.push(Move::plain(from, to, take, piece));
        }
    }

    #[inline(always)]
    fn setwise(&mut self, state: &State<B>, arrival: &Promotions<B>, targets: B, by: i16) {
        if targets.meets(arrival.asked) {
            return self.arrive_setwise(state, arrival, targets, by);
        }
        for to in targets.squares() {
            let from = (i16::from(to) - by) as Square;
            let take = taken(state, from, to);
            self.moves.push(Move::plain(from, to, take, arrival.own));
        }
    }

    fn take(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, to: Square, take: Square) {
        self.arrive(state, arrival, from, to, take);
    }

    fn drops(&mut self, piece: Piece, targets: B) {
        self.moves.extend(targets.squares().map(|to| Move::drop(piece, to)));
    }

    #[inline]
    fn whole(&mut self, mv: Move) {
        self.moves.push(mv);
    }
}
