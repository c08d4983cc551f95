//! Declared slots: what a position remembers beyond its pieces, as the features that need it declare it.
//!
//! All slots of a game share one block of words, laid out when the game is compiled; a game without slots has an empty one. Copying,
//! comparing and hashing a position go over the words and know no slot; what becomes of a mark when a square changes, and the fields of
//! a FEN (in `field`), follow from the declaration.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::State;
use super::field::Remembers;
use super::keys::key_of_word;
use super::noting::Noting;
use crate::board::{Bits, Square, U256};
use crate::model::pieces::{Piece, Side, TypeId};

/// The shape of a slot's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlotShape {
    /// A set of squares.
    Squares,
    /// Yes or no.
    Flag,
    /// A number from 0 to 255.
    Number,
    /// A number from 1 to 255, and a square; nothing if the number is 0.
    NumberAt,
    /// A number from 0 to 255 for each piece type.
    CountsByType,
    /// A count of plies and its limit: both up to 65,535, and nothing if the latter is 0. Both sides share it, and
    /// it doesn't tell positions apart where these are compared by their keys. Such slots are declared last.
    Counted,
    /// Squares in the order in which they were entered, each with a number from 0 to 255. There is room for `most` of them.
    Queue { most: usize },
}

impl SlotShape {
    /// Returns the number of words it takes for one side, given the numbers of squares and of piece types.
    fn words(self, squares: usize, types: usize) -> usize {
        match self {
            Self::Squares => squares.div_ceil(64),
            Self::Flag | Self::Number | Self::NumberAt | Self::Counted => 1,
            Self::CountsByType => types.div_ceil(8),
            Self::Queue { most } => 1 + most,
        }
    }
}

/// The fate of a mark on a square when the content of the square changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnChange {
    /// The mark ends.
    Ends,
    /// The mark goes along with the piece when it moves, and ends when the piece is gone.
    GoesAlong,
    /// The mark stays.
    Stays,
}

/// The time when the content of a slot ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// Only when the feature that declares it ends it.
    Never,
    /// With the next move, of whatever kind.
    NextMove,
    /// With the turn in which it was entered.
    #[cfg_attr(not(test), expect(dead_code, reason = "no rule remembers anything for a turn yet"))]
    EndOfTurn,
    /// The beginning of a turn of the side that the content is about.
    #[cfg_attr(not(test), expect(dead_code, reason = "no rule remembers anything for a turn yet"))]
    OwnersTurn,
}

/// The place of a slot's content in a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InFen {
    /// A field with a name; its place is among those of all slots.
    Field(u8),
    /// In brackets after the placement: `[QRp]`. There is one such slot at most, with counts by type for each side.
    Hands,
    /// What is left of a number for White and for Black, `3+3`, after the squares just passed over. There is one such slot at most.
    Left(u8),
    /// The limit up to which plies are counted, in place of the squares just passed over, and the count so far, in place of the plies
    /// without progress: `32 6`. There is one such slot at most.
    Counted,
    /// A `~` after the letters of the pieces on the squares of a set, such as `Q~`.
    Mark,
}

/// A slot as a feature declares it.
#[derive(Clone, Debug)]
pub(crate) struct SlotDeclaration {
    /// Its name, which its field in a FEN begins with.
    pub(crate) name: Cow<'static, str>,
    pub(crate) fen: InFen,
    pub(crate) shape: SlotShape,
    /// True if each side has a slot of its own.
    pub(crate) per_side: bool,
    pub(crate) on_change: OnChange,
    pub(crate) until: Until,
    /// The feature's own rules for what may stand in it.
    pub(crate) owner: Arc<dyn Remembers>,
}

/// The place of a slot in the block of words: the handle that a feature keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    at: u16,
    /// For one side.
    words: u16,
    /// The number of leading words, for one side, that are all 0 only if the slot is empty.
    telling: u16,
    per_side: bool,
    pub(super) noting: Noting,
}

impl Slot {
    /// Returns the words of a side, or of both if they share them.
    #[inline]
    pub(super) fn range(self, side: Side) -> Range<usize> {
        let at = usize::from(self.at) + usize::from(self.per_side) * side.index() * usize::from(self.words);
        at..at + usize::from(self.words)
    }

    /// Returns the words of both sides.
    fn whole(self) -> Range<usize> {
        self.range(Side::White).start..self.range(Side::Black).end
    }

    /// The words that are all 0 if the slot is empty, for both sides.
    pub(crate) fn telling(self) -> impl Iterator<Item = u16> {
        Side::BOTH.iter().take(1 + usize::from(self.per_side)).flat_map(move |&side| self.telling_of(side))
    }

    /// The words that are all 0 if the slot of a side is empty.
    pub(crate) fn telling_of(self, side: Side) -> impl Iterator<Item = u16> {
        self.range(side).map(|word| word as u16).take(usize::from(self.telling))
    }

    /// Returns `true` if the slot is empty, for both sides.
    pub(crate) fn is_empty<B>(self, state: &State<B>) -> bool {
        self.telling().all(|at| state.extra[usize::from(at)] == 0)
    }

    /// Returns the set of squares.
    #[inline]
    pub(crate) fn squares<B: Bits>(self, state: &State<B>, side: Side) -> B {
        Words(&state.extra[self.range(side)]).squares()
    }

    /// Replaces the set of squares.
    #[inline]
    pub(crate) fn put_squares<B: Bits>(self, state: &mut State<B>, side: Side, squares: B) {
        let words = squares.words();
        let own = &mut state.extra[self.range(side)];
        own.copy_from_slice(&words[..own.len()]);
    }

    /// Returns its words for a side, or of both if they share them.
    pub(crate) fn words_of<B>(self, state: &State<B>, side: Side) -> &[u64] {
        &state.extra[self.range(side)]
    }

    /// Returns the flag.
    #[inline]
    pub(crate) fn flag<B>(self, state: &State<B>, side: Side) -> bool {
        state.extra[self.range(side).start] != 0
    }

    /// Returns what the flag adds to the key of a position if it is set.
    pub(crate) fn key_of_flag(self, side: Side) -> u64 {
        key_of_word(self.range(side).start, 1)
    }

    /// Sets or clears the flag.
    #[inline]
    pub(crate) fn put_flag<B>(self, state: &mut State<B>, side: Side, flag: bool) {
        state.extra[self.range(side).start] = u64::from(flag);
    }

    /// Returns the number.
    #[inline]
    pub(crate) fn number<B>(self, state: &State<B>, side: Side) -> u8 {
        state.extra[self.range(side).start] as u8
    }

    /// Sets the number.
    #[inline]
    pub(crate) fn put_number<B>(self, state: &mut State<B>, side: Side, number: u8) {
        state.extra[self.range(side).start] = u64::from(number);
    }

    /// Returns the number and the square; the number is 0 if the slot is empty.
    #[inline]
    pub(crate) fn number_at<B>(self, state: &State<B>, side: Side) -> (u8, Square) {
        unpacked(state.extra[self.range(side).start])
    }

    /// Sets the number and the square; 0 clears it.
    #[inline]
    pub(crate) fn put_number_at<B>(self, state: &mut State<B>, side: Side, (number, square): (u8, Square)) {
        state.extra[self.range(side).start] = if number == 0 { 0 } else { packed(number, square) };
    }

    /// Returns the number for a type.
    #[inline]
    pub(crate) fn count<B>(self, state: &State<B>, side: Side, kind: TypeId) -> u8 {
        Words(&state.extra[self.range(side)]).count(kind)
    }

    /// Returns the word of the slots that has the number for a type of a side.
    #[inline]
    pub(crate) fn word_of(self, side: Side, kind: TypeId) -> u16 {
        (self.range(side).start + usize::from(kind) / 8) as u16
    }

    /// Adds to or subtracts from the number for the type of a piece, of its side; it stays between 0 and 255. Walls and neutral pieces
    /// belong to no side, and are not counted.
    #[inline]
    pub(crate) fn add<B>(self, state: &mut State<B>, piece: Piece, by: i8) {
        if let Some((kind, side)) = piece.get() {
            add(&mut state.extra[self.range(side)], kind, by);
        }
    }

    /// Returns the squares of a queue with their numbers, in the order in which they were entered.
    #[inline]
    pub(crate) fn queue<B>(self, state: &State<B>, side: Side) -> impl Iterator<Item = (Square, u8)> + '_ {
        Words(&state.extra[self.range(side)]).queue()
    }

    /// Appends a square to a queue, which must have room for it.
    pub(crate) fn enter<B>(self, state: &mut State<B>, side: Side, square: Square, number: u8) {
        enter(&mut state.extra[self.range(side)], square, number);
    }

    /// Decrements the numbers of a queue's squares that are more than 0.
    #[inline]
    pub(crate) fn count_down<B>(self, state: &mut State<B>, side: Side) {
        let own = &mut state.extra[self.range(side)];
        let length = own[0] as usize;
        for entry in &mut own[1..=length] {
            let (square, number) = (unpacked(*entry).1, unpacked(*entry).0);
            *entry = packed(number.saturating_sub(1), square);
        }
    }
}

/// Packs a square with a number into one word.
fn packed(number: u8, square: Square) -> u64 {
    u64::from(number) << 8 | u64::from(square)
}

/// Unpacks the number and the square of a word.
fn unpacked(word: u64) -> (u8, Square) {
    ((word >> 8) as u8, word as u8)
}

/// Adds to the number for a type in the words of a slot.
pub(super) fn add(words: &mut [u64], kind: TypeId, by: i8) {
    let (word, shift) = (&mut words[usize::from(kind) / 8], usize::from(kind) % 8 * 8);
    let count = ((*word >> shift) as u8).saturating_add_signed(by);
    *word = *word & !(0xFF << shift) | u64::from(count) << shift;
}

/// Appends a square to a queue in the words of a slot.
pub(super) fn enter(words: &mut [u64], square: Square, number: u8) {
    words[0] += 1;
    let length = words[0] as usize;
    words[length] = packed(number, square);
}

/// The words of a slot, for one side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a>(pub(crate) &'a [u64]);

impl<'a> Words<'a> {
    /// Returns a set of squares.
    #[inline]
    pub(crate) fn squares<B: Bits>(self) -> B {
        let mut words = [0; 4];
        words[..self.0.len()].copy_from_slice(self.0);
        B::from_wide(U256::from_words(words))
    }

    /// Returns a number and a square.
    pub(crate) fn number_at(self) -> (u8, Square) {
        unpacked(self.0[0])
    }

    /// Returns the number for a type.
    #[inline]
    pub(crate) fn count(self, kind: TypeId) -> u8 {
        (self.0[usize::from(kind) / 8] >> (usize::from(kind) % 8 * 8)) as u8
    }

    /// Returns the squares of a queue with their numbers.
    #[inline]
    pub(crate) fn queue(self) -> impl Iterator<Item = (Square, u8)> + 'a {
        self.0[1..=self.0[0] as usize].iter().map(|&word| (unpacked(word).1, unpacked(word).0))
    }
}

/// The slots of a game, laid out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    slots: Vec<(SlotDeclaration, Slot)>,
    words: usize,
    /// The number of leading words, which tell positions apart.
    keyed: usize,
    /// The slots with marks that are affected by a change of their square.
    marks: Vec<Marks>,
    /// The words of slots that end with each move, and with each turn.
    until_move: Vec<Range<usize>>,
    until_turn: Vec<Range<usize>>,
    /// The slots of a side that end when a turn of that side begins.
    until_owner: Vec<Slot>,
}

/// A slot with marks that are affected by a change of their square.
#[derive(Clone, Debug)]
struct Marks {
    slot: Slot,
    shape: SlotShape,
    goes_along: bool,
    /// The words that are all 0 if there are no marks.
    telling: Box<[u16]>,
}

impl Layout {
    /// Adds a slot, given the game's numbers of squares and of piece types.
    pub(crate) fn declare(&mut self, declaration: SlotDeclaration, (squares, types): (usize, usize)) -> Slot {
        let words = declaration.shape.words(squares, types);
        let telling = if let SlotShape::Queue { .. } = declaration.shape { 1 } else { words };
        let (at, per_side) = (self.words as u16, declaration.per_side);
        let noting = Noting::Once;
        let slot = Slot { at, words: words as u16, telling: telling as u16, per_side, noting };
        self.words += words * if declaration.per_side { 2 } else { 1 };
        if declaration.shape != SlotShape::Counted {
            assert_eq!(usize::from(at), self.keyed, "what tells positions apart comes first");
            self.keyed = self.words;
        }
        match declaration.until {
            Until::Never => {}
            Until::NextMove => self.until_move.push(slot.whole()),
            Until::EndOfTurn => self.until_turn.push(slot.whole()),
            Until::OwnersTurn => self.until_owner.push(slot),
        }
        if declaration.on_change != OnChange::Stays && declaration.until != Until::NextMove {
            let (shape, goes_along) = (declaration.shape, declaration.on_change == OnChange::GoesAlong);
            self.marks.push(Marks { slot, shape, goes_along, telling: slot.telling().collect() });
        }
        let place = |fen: InFen| if let InFen::Field(place) = fen { place } else { 0 };
        let behind = self.slots.partition_point(|(other, _)| place(other.fen) <= place(declaration.fen));
        self.slots.insert(behind, (declaration, slot));
        slot
    }

    /// Returns the slots, in the order of their fields in a FEN.
    pub(crate) fn slots(&self) -> &[(SlotDeclaration, Slot)] {
        &self.slots
    }

    /// Returns the number of words that tell positions apart; they come first.
    pub(crate) fn keyed(&self) -> usize {
        self.keyed
    }

    /// Returns an empty block.
    pub(crate) fn empty(&self) -> Vec<u64> {
        vec![0; self.words]
    }

    /// Updates marks after a move that has changed these squares and, unless `moved` is `None`, has moved a piece from a square to another.
    #[inline]
    pub(crate) fn end<B: Bits>(&self, state: &mut State<B>, touched: B, moved: Option<(Square, Square)>) {
        for words in &self.until_move {
            state.extra[words.clone()].fill(0);
        }
        for Marks { slot, shape, goes_along, telling } in &self.marks {
            if !state.holds(telling) {
                continue;
            }
            let moved = moved.filter(|_| *goes_along);
            let sides: &[Side] = if slot.per_side { &Side::BOTH } else { &[Side::White] };
            for &side in sides {
                clear(&mut state.extra[slot.range(side)], *shape, (touched, moved));
            }
        }
    }

    /// Returns the words that are all 0 if nothing ends or moves along with the next move or turn.
    pub(crate) fn words_that_end(&self) -> impl Iterator<Item = u16> {
        let until = self.until_move.iter().chain(&self.until_turn).flat_map(|words| words.clone());
        let owners = self.until_owner.iter().flat_map(|slot| slot.telling());
        let marks = self.marks.iter().flat_map(|marks| marks.telling.iter().copied());
        until.map(|word| word as u16).chain(owners).chain(marks)
    }

    /// Clears the slots that end with a turn.
    #[inline]
    pub(crate) fn end_turn<B>(&self, state: &mut State<B>) {
        for words in &self.until_turn {
            state.extra[words.clone()].fill(0);
        }
    }

    /// Clears the slots that end when a turn of a side begins.
    #[inline]
    pub(crate) fn begin_turn<B>(&self, state: &mut State<B>, side: Side) {
        for slot in &self.until_owner {
            state.extra[slot.range(side)].fill(0);
        }
    }
}

/// Moves or ends the marks on some squares in the words of a slot.
fn clear<B: Bits>(words: &mut [u64], shape: SlotShape, (touched, moved): (B, Option<(Square, Square)>)) {
    // the square of a mark afterwards
    let goes = |square: Square| match moved {
        Some((from, to)) if square == from => Some(to),
        _ => (!touched.has(square)).then_some(square),
    };
    match shape {
        SlotShape::Squares => {
            let marked = |(from, to): &(Square, Square)| {
                (words[usize::from(*from) / 64] >> (from % 64) & 1 != 0).then_some(*to)
            };
            let arrives = moved.as_ref().and_then(marked);
            words.iter_mut().zip(touched.words()).for_each(|(word, touched)| *word &= !touched);
            if let Some(to) = arrives {
                words[usize::from(to) / 64] |= 1 << (to % 64);
            }
        }
        SlotShape::NumberAt => {
            let (number, square) = unpacked(words[0]);
            if words[0] != 0 {
                words[0] = goes(square).map_or(0, |square| packed(number, square));
            }
        }
        SlotShape::Queue { .. } => {
            let length = words[0] as usize;
            let mut kept = 0;
            for at in 1..=length {
                let (number, square) = unpacked(words[at]);
                if let Some(square) = goes(square) {
                    kept += 1;
                    words[kept] = packed(number, square);
                }
            }
            words[kept + 1..=length].fill(0);
            words[0] = kept as u64;
        }
        SlotShape::Flag | SlotShape::Number | SlotShape::CountsByType | SlotShape::Counted => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::{Item, Snapshot};
    use super::*;

    #[derive(Debug)]
    struct Anything;

    impl Remembers for Anything {
        fn expects(&self, _: SlotShape) -> &'static str {
            "anything"
        }
        fn admits(&self, _: &Snapshot<'_>, _: Item) -> Result<bool, String> {
            Ok(true)
        }
        fn sentences(&self, _: &Snapshot<'_>, _: SlotShape, _: &dyn Fn(Side) -> Vec<u64>) -> Vec<String> {
            Vec::new()
        }
    }

    fn declaration(shape: SlotShape, per_side: bool, on_change: OnChange, until: Until) -> SlotDeclaration {
        SlotDeclaration {
            name: "x".into(),
            fen: InFen::Field(0),
            shape,
            per_side,
            on_change,
            until,
            owner: Arc::new(Anything),
        }
    }

    /// A layout with a slot of each shape, and an empty state for it.
    fn all() -> (Layout, Vec<Slot>, State<u128>) {
        let shapes = [
            SlotShape::Squares,
            SlotShape::Flag,
            SlotShape::NumberAt,
            SlotShape::CountsByType,
            SlotShape::Queue { most: 3 },
        ];
        let mut layout = Layout::default();
        let slots = shapes
            .map(|shape| layout.declare(declaration(shape, true, OnChange::Ends, Until::Never), (96, 12)));
        let state = State::empty(&layout);
        (layout, slots.to_vec(), state)
    }

    #[test]
    fn slots_share_no_word() {
        let (_, slots, mut state) = all();
        let [squares, flag, number, counts, queue] = slots[..] else { unreachable!() };
        let (white, black) = (Side::White, Side::Black);
        squares.put_squares(&mut state, black, u128::bit(95) | u128::bit(3));
        flag.put_flag(&mut state, white, true);
        number.put_number_at(&mut state, black, (255, 95));
        counts.add(&mut state, Piece::new(11, white), 3);
        counts.add(&mut state, Piece::new(11, white), -1);
        counts.add(&mut state, Piece::new(0, black), -1);
        counts.add(&mut state, Piece::WALL, 1);
        queue.enter(&mut state, black, 7, 2);
        queue.enter(&mut state, black, 95, 0);
        queue.count_down(&mut state, black);
        assert_eq!(squares.squares(&state, black), u128::bit(95) | u128::bit(3));
        assert!(squares.squares(&state, white).is_empty());
        assert_eq!((flag.flag(&state, white), flag.flag(&state, black)), (true, false));
        assert_eq!(number.number_at(&state, black), (255, 95));
        assert_eq!((counts.count(&state, white, 11), counts.count(&state, black, 0)), (2, 0));
        assert_eq!(queue.queue(&state, black).collect::<Vec<_>>(), [(7, 1), (95, 0)]);
        assert_eq!(queue.queue(&state, white).count(), 0);
    }

    #[test]
    fn marks_end_with_the_squares_they_are_on() {
        let (layout, slots, mut state) = all();
        let white = Side::White;
        slots[0].put_squares(&mut state, white, u128::bit(5) | u128::bit(90));
        slots[2].put_number_at(&mut state, white, (1, 5));
        for square in [4, 5, 6] {
            slots[4].enter(&mut state, white, square, square);
        }
        layout.end(&mut state, u128::bit(5), None);
        assert_eq!(slots[0].squares(&state, white), u128::bit(90));
        assert_eq!(slots[2].number_at(&state, white).0, 0);
        assert_eq!(slots[4].queue(&state, white).collect::<Vec<_>>(), [(4, 4), (6, 6)]);
        layout.end(&mut state, !0, None);
        assert_eq!(super::super::keys::key_of_words(&state.extra), 0, "nothing is left");
    }

    #[test]
    fn marks_go_along_with_the_piece_that_moves() {
        let shapes = [SlotShape::Squares, SlotShape::NumberAt, SlotShape::Queue { most: 3 }];
        let mut layout = Layout::default();
        let slots = shapes.map(|shape| {
            layout.declare(declaration(shape, true, OnChange::GoesAlong, Until::Never), (96, 12))
        });
        let (mut state, white): (State<u128>, _) = (State::empty(&layout), Side::White);
        slots[0].put_squares(&mut state, white, u128::bit(5) | u128::bit(90) | u128::bit(70));
        slots[1].put_number_at(&mut state, white, (1, 5));
        for square in [4, 5, 90] {
            slots[2].enter(&mut state, white, square, square);
        }
        // from 5 to 90, where a marked piece is taken
        layout.end(&mut state, u128::bit(5) | u128::bit(90), Some((5, 90)));
        assert_eq!(slots[0].squares(&state, white), u128::bit(90) | u128::bit(70));
        assert_eq!(slots[1].number_at(&state, white), (1, 90));
        assert_eq!(slots[2].queue(&state, white).collect::<Vec<_>>(), [(4, 4), (90, 5)]);
        // the piece is gone
        layout.end(&mut state, u128::bit(90), None);
        assert_eq!(slots[0].squares(&state, white), u128::bit(70));
        assert_eq!(slots[1].number_at(&state, white).0, 0);
    }

    #[test]
    fn what_is_remembered_for_a_turn_ends_with_it() {
        let mut layout = Layout::default();
        let mut declare =
            |until| layout.declare(declaration(SlotShape::Flag, true, OnChange::Stays, until), (64, 6));
        let (turn, owner) = (declare(Until::EndOfTurn), declare(Until::OwnersTurn));
        let (mut state, white, black): (State<u64>, _, _) = (State::empty(&layout), Side::White, Side::Black);
        for slot in [turn, owner] {
            Side::BOTH.into_iter().for_each(|side| slot.put_flag(&mut state, side, true));
        }
        layout.end_turn(&mut state);
        assert!(turn.is_empty(&state) && !owner.is_empty(&state));
        layout.begin_turn(&mut state, black);
        assert_eq!((owner.flag(&state, white), owner.flag(&state, black)), (true, false));
    }

    #[test]
    fn what_lasts_until_the_next_move_ends_with_it() {
        let mut layout = Layout::default();
        let slot =
            layout.declare(declaration(SlotShape::Squares, false, OnChange::Stays, Until::NextMove), (64, 6));
        let mut state: State<u64> = State::empty(&layout);
        slot.put_squares(&mut state, Side::White, 6);
        assert_eq!(slot.squares(&state, Side::Black), 6, "both sides share it");
        layout.end(&mut state, 0, None);
        assert_eq!(slot.squares(&state, Side::White), 0);
    }
}
