//! A position: bitboards, a mailbox, slots and a key, with a single entry point for every change.
//!
//! [`State::change`] is the only way the content of a square changes. It keeps the bitboards, the mailbox and the key consistent, and ends
//! the rights that depend on a piece not having moved. What fast paths need besides is in [`Slots`], one small value that is saved whole
//! before a move and restored after. Whatever else a game remembers is in slots that its features declare (see [`Layout`]): one block of
//! words, empty in most games. Changes outside the common case are recorded on a trail, so that undoing them needs no knowledge of the rule
//! that made them.

mod counted;
mod field;
mod keys;
mod noting;
mod scratch;
mod slots;

pub(crate) use field::{FieldFault, Item, MOST_HELD, Remembers, Snapshot, squares};
pub(crate) use keys::{Keys, split_mix};
pub(crate) use noting::Noting;
pub(crate) use scratch::Scratch;
pub(crate) use slots::{InFen, Layout, OnChange, Slot, SlotDeclaration, SlotShape, Until, Words};

use crate::board::{Bits, Square};
use crate::model::pieces::{MAX_TYPES, Piece, Side, TypeId, place_of};

/// A square passed over by a move, on which the piece that passed may be captured for one ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark<B> {
    /// The squares passed over; empty when there is no such right.
    pub(crate) squares: B,
    /// The square of the piece that passed.
    pub(crate) victim: Square,
}

/// The state of a position besides the pieces on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slots<B> {
    /// Squares of unmoved pieces, where that matters for their moves.
    pub(crate) unmoved: B,
    /// Squares whose pieces have a right that any change of their square ends.
    pub(crate) rights: B,
    /// The squares that the last move passed over.
    pub(crate) passed: Mark<B>,
}

/// The pieces of both sides, as the side to move sees them; neutral pieces and walls block like own pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board<B> {
    pub(crate) own: B,
    pub(crate) enemy: B,
    pub(crate) unmoved: B,
}

/// A position without its history.
#[derive(Clone, Debug)]
pub(crate) struct State<B> {
    pieces: [B; MAX_TYPES],
    /// The pieces of each side, and third, walls and neutral pieces.
    sides: [B; 3],
    at: [Piece; 256],
    placement: u64,
    pub(crate) slots: Slots<B>,
    /// Pieces that neither move nor attack for now, but block. Derived from the slots.
    pub(crate) frozen: B,
    /// The content of the declared slots; empty in games without any.
    extra: Vec<u64>,
    /// The number of words of the slots that tell positions apart.
    keyed: usize,
    pub(crate) side: Side,
    /// The former content of squares, for changes outside the common case.
    trail: Vec<(Square, Piece)>,
    /// The content of the slots before each move, block by block.
    saved: Vec<u64>,
    /// The keys of the positions that have occurred, in games whose rules about moves depend on them: one for each move, and 0 if the turn was
    /// not over with it.
    past: Vec<u64>,
}

impl<B: Bits> State<B> {
    /// Creates an empty board in a game with these slots, White to move.
    pub(crate) fn empty(layout: &Layout) -> Self {
        Self {
            pieces: [B::NONE; MAX_TYPES],
            sides: [B::NONE; 3],
            at: [Piece::EMPTY; 256],
            placement: 0,
            slots: Slots::default(),
            frozen: B::NONE,
            extra: layout.empty(),
            keyed: layout.keyed(),
            side: Side::White,
            trail: Vec::new(),
            saved: Vec::new(),
            past: Vec::new(),
        }
    }

    /// Returns a copy without undo information.
    #[inline]
    pub(crate) fn fresh_copy(&self) -> Self {
        let (extra, past) = (self.extra.clone(), self.past.clone());
        Self { extra, past, trail: Vec::new(), saved: Vec::new(), ..*self }
    }

    /// Discards the undo information.
    pub(crate) fn forget(&mut self) {
        self.trail.clear();
        self.saved.clear();
    }

    /// Becomes a copy of another without undo information, keeping its own memory.
    pub(crate) fn become_as(&mut self, other: &Self) {
        let [mut extra, mut saved, mut past] =
            [&mut self.extra, &mut self.saved, &mut self.past].map(std::mem::take);
        let mut trail = std::mem::take(&mut self.trail);
        extra.clone_from(&other.extra);
        past.clone_from(&other.past);
        saved.clear();
        trail.clear();
        *self = Self { extra, saved, past, trail, ..*other };
    }

    /// Passes the turn to the other side: the only place where the side to move changes.
    #[inline(always)]
    pub(crate) fn pass(&mut self) {
        self.side = self.side.other();
    }

    /// Returns the pieces of a type, of both sides.
    #[inline(always)]
    pub(crate) fn pieces(&self, kind: TypeId) -> B {
        self.pieces[place_of(kind)]
    }

    /// Returns the pieces of the type with a place (see [`place_of`]), of both sides.
    #[inline(always)]
    pub(crate) fn pieces_at(&self, place: u8) -> B {
        self.pieces[usize::from(place) % MAX_TYPES]
    }

    /// Returns the pieces of a side.
    #[inline(always)]
    pub(crate) fn side(&self, side: Side) -> B {
        self.sides[side.index()]
    }

    /// Returns the pieces of a type and a side.
    #[inline(always)]
    pub(crate) fn of(&self, kind: TypeId, side: Side) -> B {
        self.pieces(kind) & self.side(side)
    }

    /// Returns the pieces of the same type and side as a given piece.
    #[inline(always)]
    pub(crate) fn like(&self, piece: Piece) -> B {
        self.pieces[piece.place()] & self.side(piece.side())
    }

    /// Returns the pieces of the same type as a given piece, of both sides.
    #[inline(always)]
    pub(crate) fn whole(&self, piece: Piece) -> B {
        self.pieces[piece.place()]
    }

    /// Returns every square with a piece on it.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> B {
        self.sides[0] | self.sides[1] | self.sides[2]
    }

    /// Returns walls, and pieces that belong to nobody.
    #[inline(always)]
    pub(crate) fn nobodys(&self) -> B {
        self.sides[2]
    }

    /// Returns the pieces of both sides, as the side to move sees them.
    #[inline(always)]
    pub(crate) fn board(&self) -> Board<B> {
        let own = self.side(self.side) | self.sides[2];
        Board { own, enemy: self.side(self.side.other()), unmoved: self.slots.unmoved }
    }

    /// Returns the content of a square.
    #[inline(always)]
    pub(crate) fn at(&self, square: Square) -> Piece {
        self.at[usize::from(square)]
    }

    /// Changes the content of a square: the single entry point for every change.
    #[inline(always)]
    pub(crate) fn change<const KEYED: bool>(&mut self, keys: &Keys, square: Square, after: Piece) {
        if KEYED {
            self.placement ^= keys.piece(self.at(square), square) ^ keys.piece(after, square);
        }
        self.put(square, after);
    }

    /// Changes the content of a square and leaves the key as it is.
    #[inline(always)]
    pub(crate) fn put(&mut self, square: Square, after: Piece) {
        let before = self.at(square);
        let bit = B::bit(square);
        if before.is_owned() {
            self.pieces[before.place()] ^= bit;
            self.sides[before.side().index()] ^= bit;
        } else if !before.is_empty() {
            self.toggle_ownerless(before, bit);
        }
        if after.is_owned() {
            self.pieces[after.place()] |= bit;
            self.sides[after.side().index()] |= bit;
        } else if !after.is_empty() {
            self.toggle_ownerless(after, bit);
        }
        self.at[usize::from(square)] = after;
        self.slots.unmoved &= !bit;
        self.slots.rights &= !bit;
    }

    /// Toggles a wall or a neutral piece on a square.
    #[inline(never)]
    fn toggle_ownerless(&mut self, piece: Piece, bit: B) {
        if let Some(place) = piece.place_if_typed() {
            self.pieces[place] ^= bit;
        }
        self.sides[2] ^= bit;
    }

    /// Makes the two changes of the common case: the piece on a square goes to an empty one and becomes `after`.
    #[inline(always)]
    pub(crate) fn shift<const KEYED: bool>(&mut self, keys: &Keys, from: Square, to: Square, after: Piece) {
        self.shift_back::<KEYED>(keys, from, to, after);
        let both = B::bit(from) | B::bit(to);
        self.slots.unmoved &= !both;
        self.slots.rights &= !both;
    }

    /// Unmakes such a move, restoring the slots.
    #[inline(always)]
    pub(crate) fn shift_back<const KEYED: bool>(
        &mut self,
        keys: &Keys,
        from: Square,
        to: Square,
        after: Piece,
    ) {
        let before = self.at(from);
        let (leaves, comes) = (B::bit(from), B::bit(to));
        if before == after {
            // two changes of the same word would wait for each other
            self.pieces[before.place()] ^= leaves | comes;
        } else {
            self.pieces[before.place()] ^= leaves;
            self.pieces[after.place()] ^= comes;
        }
        self.sides[before.side().index()] ^= leaves | comes;
        self.at[usize::from(from)] = Piece::EMPTY;
        self.at[usize::from(to)] = after;
        if KEYED {
            self.placement ^= keys.piece(before, from) ^ keys.piece(after, to);
        }
    }

    /// Changes a square and records its former content on the trail.
    #[inline]
    pub(crate) fn change_noted<const KEYED: bool>(&mut self, keys: &Keys, square: Square, after: Piece) {
        self.trail.push((square, self.at(square)));
        self.change::<KEYED>(keys, square, after);
    }

    /// Returns the length of the trail.
    #[inline(always)]
    pub(crate) fn noted(&self) -> usize {
        self.trail.len()
    }

    /// Undoes the changes on the trail beyond a length.
    #[inline(always)]
    pub(crate) fn restore<const KEYED: bool>(&mut self, keys: &Keys, noted: usize) {
        while self.trail.len() > noted {
            let (square, before) = self.trail.pop().expect("the trail is longer");
            self.change::<KEYED>(keys, square, before);
        }
    }

    /// Saves the content of the slots; [`recall`](Self::recall) restores it.
    #[inline]
    pub(crate) fn save(&mut self) {
        self.saved.extend_from_slice(&self.extra);
    }

    /// Restores the content of the slots that was saved last.
    #[inline]
    pub(crate) fn recall(&mut self) {
        let rest = self.saved.len() - self.extra.len();
        self.extra.copy_from_slice(&self.saved[rest..]);
        self.saved.truncate(rest);
    }

    /// Saves a word of the slots; [`recall_word`](Self::recall_word) restores it.
    #[inline]
    pub(crate) fn save_word(&mut self, at: u16) {
        self.saved.push(self.extra[usize::from(at)]);
    }

    /// Restores the word of the slots that was saved last.
    #[inline]
    pub(crate) fn recall_word(&mut self, at: u16) {
        self.extra[usize::from(at)] = self.saved.pop().expect("a word was saved");
    }

    /// Returns the content of the declared slots.
    pub(crate) fn extra(&self) -> &[u64] {
        &self.extra
    }

    /// Returns `true` if one of these words of the slots is not 0.
    #[inline(always)]
    pub(crate) fn holds(&self, words: &[u16]) -> bool {
        for &at in words {
            if self.extra[usize::from(at)] != 0 {
                return true;
            }
        }
        false
    }

    /// Replaces the content of all slots.
    pub(crate) fn put_extra(&mut self, words: Vec<u64>) {
        debug_assert_eq!(words.len(), self.extra.len(), "the words of the same layout");
        self.extra = words;
    }

    /// Returns a key of everything that distinguishes two positions: placement, slots and side.
    #[inline]
    pub(crate) fn key(&self, keys: &Keys) -> u64 {
        keys.whole(self.placement, &self.slots, self.side) ^ keys::key_of_words(&self.extra[..self.keyed])
    }

    /// The positions that have occurred, one for the start and one for each move since: 0 for a move with which the turn was not over.
    pub(crate) fn past(&mut self) -> &mut Vec<u64> {
        &mut self.past
    }

    /// Returns how often the position has occurred; 0 in the midst of a turn, and where that is not recorded.
    pub(crate) fn occurrences(&self) -> usize {
        let last = self.past.last().filter(|&&key| key != 0);
        last.map_or(0, |last| self.past.iter().filter(|&key| key == last).count())
    }

    /// Computes the key from scratch, without the one updated by [`change`](Self::change), as if these were the slots.
    pub(crate) fn key_from_scratch(&self, keys: &Keys, slots: &Slots<B>) -> u64 {
        let placement =
            self.occupied().squares().fold(0, |key, square| key ^ keys.piece(self.at(square), square));
        keys.whole(placement, slots, self.side) ^ keys::key_of_words(&self.extra[..self.keyed])
    }
}

impl<B: Bits> PartialEq for State<B> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
            && self.slots == other.slots
            && self.side == other.side
            && self.extra == other.extra
    }
}
