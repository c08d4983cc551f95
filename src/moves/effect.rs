//! The effect of a move: what it changes, square by square, and what becomes of the pieces.
//!
//! Making a listed move applies these changes, and a law (`play::law`) compares those of every move with what making it does to the
//! board; so code that uses the effect can rely on it, and need not know what kind of move it is.

use smallvec::SmallVec;

use super::packed::{Move, TurnPart};
use crate::board::{Bits, Square};
use crate::model::pieces::{Piece, Side, TypeId};
use crate::state::{Scratch, Slot, State};

/// The role of a piece on a changed square: what becomes of the one that stood there or, on an empty square, how the new one comes there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Role {
    /// The piece moves away, or the new one arrives by moving.
    Moved,
    /// The piece is captured.
    Taken,
    /// The piece leaves the board without being captured.
    Removed,
    /// The piece returns to its owner's hand.
    Returned,
    /// The new piece comes from a hand or from nowhere.
    Placed,
    /// The piece becomes another type where it stands.
    Changed,
    /// The moving piece passes over this square: nothing changes.
    Passed,
}

/// The origin of the moving piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Square(Square),
    /// The hand of the side that moves.
    Hand,
    /// No piece moves: one is removed, or a part of the turn is left out.
    Nowhere,
}

/// The place from which a piece would move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Departure {
    Square(Square),
    /// The hand of the side that moves, with a piece of this type.
    Hand(TypeId),
}

/// The change of one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) square: Square,
    pub(crate) before: Piece,
    pub(crate) after: Piece,
    pub(crate) role: Role,
}

impl Change {
    /// Returns the piece before the change, if it is captured or removed.
    #[inline(always)]
    fn lost(self) -> Option<(Square, Piece)> {
        matches!(self.role, Role::Taken | Role::Removed).then_some((self.square, self.before))
    }
}

/// A change in a list of changes. Those of one move are adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) change: Change,
    /// The number of changes of the same move that follow.
    more: u16,
}

/// A recorder of the changes of one move in a list.
#[derive(Debug)]
pub(crate) struct Record<'a> {
    entries: &'a mut Vec<Entry>,
    at: usize,
}

impl<'a> Record<'a> {
    /// Adds the changes of pieces that move at the same time, each from a square to another, which may be one that another of them
    /// leaves.
    pub(crate) fn add_together(&mut self, moves: &[(Piece, Square, Square)]) {
        for &(before, square, to) in moves {
            let arrives = moves.iter().find(|(_, _, to)| *to == square);
            self.add(square, (before, arrives.map_or(Piece::EMPTY, |(piece, ..)| *piece)), Role::Moved);
            if moves.iter().all(|(_, from, _)| *from != to) {
                self.add(to, (Piece::EMPTY, before), Role::Moved);
            }
        }
    }

    /// Creates a record that begins at the end of a list.
    #[inline]
    pub(crate) fn new(entries: &'a mut Vec<Entry>) -> Self {
        Self { at: entries.len(), entries }
    }

    /// Adds a change.
    #[inline]
    pub(crate) fn add(&mut self, square: Square, (before, after): (Piece, Piece), role: Role) {
        self.entries.push(Entry { change: Change { square, before, after, role }, more: 0 });
    }

    /// Completes the record, and returns the index of its first change, if there is any.
    #[inline]
    pub(crate) fn finish(self) -> Option<usize> {
        let more = (self.entries.len() - self.at).checked_sub(1)?;
        self.entries[self.at].more = more as u16;
        Some(self.at)
    }
}

/// Returns the changes of a move that begin at an index of a list.
#[inline(always)]
pub(crate) fn changes_at(entries: &[Entry], place: usize) -> &[Entry] {
    &entries[place..][..1 + usize::from(entries[place].more)]
}

/// Changes that follow from those of a move itself.
pub(crate) type Following = SmallVec<[Change; 8]>;

/// The notes on the mover that are set or cleared, each with its slot.
pub(crate) type Notes = SmallVec<[(Slot, bool); 4]>;

/// The effect of a move on a position. The position is the one before the move.
#[derive(Clone, Debug)]
pub(crate) struct Effect<'a, B> {
    pub(super) state: &'a State<B>,
    pub(super) mv: Move,
    /// The listed changes of the move itself.
    pub(super) listed: &'a [Entry],
    /// The changes that follow from them.
    pub(super) following: Following,
    /// Notes about the mover: set (`true`) or cleared (`false`).
    pub(super) notes: Notes,
}

impl<'a, B: Bits> Effect<'a, B> {
    /// Creates the effect of a move with these listed changes, from which nothing follows.
    #[inline(always)]
    pub(crate) fn new(state: &'a State<B>, mv: Move, listed: &'a [Entry]) -> Self {
        Self { state, mv, listed, following: Following::new(), notes: Notes::new() }
    }

    /// Returns the side that moves.
    pub(crate) fn side(&self) -> Side {
        self.state.side
    }

    /// Returns the move itself.
    pub(crate) fn mv(&self) -> Move {
        self.mv
    }

    /// Returns the squares that the move is written with: its origin and target.
    pub(crate) fn ends(&self) -> (Square, Square) {
        (self.mv.from, self.mv.to)
    }

    /// Returns the part that the move has in its turn.
    #[inline(always)]
    pub(crate) fn part(&self) -> TurnPart {
        self.mv.part()
    }

    /// Returns the position before the move.
    pub(crate) fn state(&self) -> &'a State<B> {
        self.state
    }

    /// Adds a change that follows from those of the move itself. Its `before` is the content after the move itself.
    pub(crate) fn follow(&mut self, change: Change) {
        self.following.push(change);
    }

    /// Records that a note about the mover is set or cleared.
    #[inline]
    pub(crate) fn note(&mut self, slot: Slot, noted: bool) {
        self.notes.push((slot, noted));
    }

    /// Returns the origin of the piece that moves.
    #[inline]
    pub(crate) fn origin(&self) -> Origin {
        let mv = self.mv;
        let moves = |entry: &Entry| entry.change.square == mv.from && entry.change.role == Role::Moved;
        match mv.is_plain() || !mv.after.is_empty() || self.listed.iter().any(moves) {
            true if mv.is_drop() => Origin::Hand,
            true => Origin::Square(mv.from),
            false => Origin::Nowhere,
        }
    }

    /// Returns the moving piece, before and after; both empty if no piece moves.
    #[inline(always)]
    pub(crate) fn mover(&self) -> (Piece, Piece) {
        let mv = self.mv;
        if mv.is_plain() && self.following.is_empty() {
            return (self.state.at(mv.from), mv.after);
        }
        self.mover_of_several()
    }

    /// Returns the moving piece, before and after, where further changes may affect it.
    #[inline(never)]
    fn mover_of_several(&self) -> (Piece, Piece) {
        let mv = self.mv;
        let before = match self.origin() {
            Origin::Square(from) => self.state.at(from),
            Origin::Hand => mv.after,
            Origin::Nowhere => return (Piece::EMPTY, Piece::EMPTY),
        };
        let later = self.following.iter().rfind(|change| change.square == mv.to);
        (before, later.map_or(mv.after, |change| change.after))
    }

    /// Returns `true` if the move itself turns the moving piece into another one, whatever follows.
    #[inline(always)]
    pub(crate) fn promotes(&self) -> bool {
        let before = self.mover().0;
        !before.is_empty() && before != self.mv.after
    }

    /// Returns `true` if changes follow from those of the move itself.
    #[inline(always)]
    pub(crate) fn has_followers(&self) -> bool {
        !self.following.is_empty()
    }

    /// Returns `true` if the move only moves one piece from a square to another and captures at most one.
    #[inline(always)]
    pub(crate) fn is_simple(&self) -> bool {
        self.mv.is_plain() && self.following.is_empty()
    }

    /// Calls `each` with the pieces that leave the board, captured or removed, and their squares, in the order in which they leave.
    #[inline(always)]
    pub(crate) fn each_taken(&self, mut each: impl FnMut(Square, Piece)) {
        self.each_captured(&mut each);
        if !self.following.is_empty() {
            let lost = self.following.iter().filter_map(|change| change.lost());
            lost.for_each(|(square, piece)| each(square, piece));
        }
    }

    /// Calls `each` with those that the move itself takes from the board.
    #[inline(always)]
    fn each_captured(&self, mut each: impl FnMut(Square, Piece)) {
        if self.mv.is_plain() {
            if self.mv.takes() {
                each(self.mv.take, self.state.at(self.mv.take));
            }
        } else {
            let lost = self.listed.iter().filter_map(|entry| entry.change.lost());
            lost.for_each(|(square, piece)| each(square, piece));
        }
    }

    /// Returns `true` if the move itself, whatever follows, captures a piece that is one of those wanted.
    #[inline(always)]
    pub(crate) fn captures(&self, wanted: impl Fn(Piece) -> bool) -> bool {
        let mut captures = false;
        self.each_captured(|_, piece| captures |= wanted(piece));
        captures
    }

    /// Returns the pieces that leave the board, with their squares.
    pub(crate) fn taken(&self) -> SmallVec<[(Square, Piece); 4]> {
        let mut taken = SmallVec::new();
        self.each_taken(|square, piece| taken.push((square, piece)));
        taken
    }

    /// Returns `true` if any piece is captured.
    #[inline(always)]
    pub(crate) fn takes(&self) -> bool {
        let mut takes = false;
        self.each_taken(|_, _| takes = true);
        takes
    }

    /// Returns `true` if something is put on the board, and no piece moves.
    pub(crate) fn places(&self) -> bool {
        let placed = |entry: &Entry| entry.change.role == Role::Placed;
        self.mv.after.is_empty() && self.listed.iter().any(placed)
    }

    /// Returns `true` if any piece leaves the board without being captured.
    pub(crate) fn removes(&self) -> bool {
        let own = self.listed.iter().map(|entry| &entry.change);
        own.chain(&self.following).any(|change| change.role == Role::Removed)
    }

    /// Calls `each` with every change, one per square.
    #[inline(always)]
    pub(crate) fn each_change(&self, mut each: impl FnMut(Change)) {
        match self.following.is_empty() {
            true => self.each_own(each),
            false => self.merged().into_iter().for_each(&mut each),
        }
    }

    /// Returns the position with all changes made, the side that moves still to move.
    pub(crate) fn board_after(&self) -> Scratch<B> {
        let mut after = self.state.scratch();
        self.each_change(|change| after.put(change.square, change.after));
        after
    }

    /// Calls `each` with the changes of the move itself.
    #[inline(always)]
    pub(crate) fn each_own(&self, mut each: impl FnMut(Change)) {
        let mv = self.mv;
        if mv.is_drop() {
            let (before, after) = (Piece::EMPTY, mv.after);
            return each(Change { square: mv.to, before, after, role: Role::Placed });
        }
        if !mv.is_plain() {
            let own = self.listed.iter().map(|entry| entry.change);
            return own.filter(|change| change.role != Role::Passed).for_each(each);
        }
        let (from, to) = (self.state.at(mv.from), self.state.at(mv.to));
        each(Change { square: mv.from, before: from, after: Piece::EMPTY, role: Role::Moved });
        if mv.takes() && mv.take != mv.to {
            let before = self.state.at(mv.take);
            each(Change { square: mv.take, before, after: Piece::EMPTY, role: Role::Taken });
        }
        let role = if to.is_empty() { Role::Moved } else { Role::Taken };
        each(Change { square: mv.to, before: to, after: mv.after, role });
    }

    /// Returns the changes of the move itself and those that follow, two of one square merged into one.
    #[inline(never)]
    fn merged(&self) -> SmallVec<[Change; 8]> {
        let mut changes: SmallVec<[Change; 8]> = SmallVec::new();
        self.each_own(|change| changes.push(change));
        for &next in &self.following {
            match changes.iter_mut().find(|change| change.square == next.square) {
                Some(first) if first.before.is_empty() => *first = Change { before: Piece::EMPTY, ..next },
                Some(first) => first.after = next.after,
                None => changes.push(next),
            }
        }
        changes.retain(|change| change.before != change.after || change.role == Role::Taken);
        changes
    }

    /// Returns the changes that follow from those of the move itself, in order, and the notes about the mover that are set or cleared.
    pub(crate) fn into_following(self) -> (Following, Notes) {
        (self.following, self.notes)
    }

    /// Returns every change, one per square.
    pub(crate) fn changes(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        self.each_change(|change| changes.push(change));
        changes
    }

    /// Returns the squares that the move changes.
    #[inline]
    pub(crate) fn touched(&self) -> B {
        let (mut touched, mv) = (B::NONE, self.mv);
        if mv.is_plain() && self.following.is_empty() {
            return B::bit(mv.from) | B::bit(mv.to) | B::bit(mv.take);
        }
        if self.following.is_empty() {
            self.each_own(|change| touched |= B::bit(change.square));
            return touched;
        }
        let mut again = false;
        let mut touch = |change: &Change| {
            again |= touched.has(change.square);
            if change.before != change.after || change.role == Role::Taken {
                touched |= B::bit(change.square);
            }
        };
        self.each_own(|change| touch(&change));
        self.following.iter().for_each(touch);
        if again {
            self.merged().iter().fold(B::NONE, |set, change| set | B::bit(change.square))
        } else {
            touched
        }
    }
}
