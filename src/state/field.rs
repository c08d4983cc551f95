//! The FEN fields of declared slots: formatted and parsed by their shape; the feature is called for what only it knows.

use std::fmt::Debug;
use std::ops::Range;

use super::counted::joined;
use super::slots::{InFen, Layout, Slot, SlotDeclaration, SlotShape, Words, add, enter};
use crate::board::{Bits, Geometry, Square, SquareSet};
use crate::model::pieces::{Piece, PieceType, Side, TypeId};

/// A position of erased width, as slots see it when they are formatted and parsed.
pub(crate) struct Snapshot<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) types: &'a [PieceType],
    pub(crate) at: &'a dyn Fn(Square) -> Piece,
    /// The side to move.
    pub(crate) side: Side,
    /// Returns `true` if the slot with this name holds the flag of a side.
    pub(crate) flag: &'a dyn Fn(&str, Side) -> bool,
}

impl Snapshot<'_> {
    /// The sentence about a slot of squares that concern the side to move, given its words; none if there are no squares.
    pub(crate) fn about(&self, text: &str, words: &dyn Fn(Side) -> Vec<u64>) -> Vec<String> {
        let squares: SquareSet = Words(&words(self.side)).squares();
        let line = || format!("{text}: {}", self.list(squares));
        (!squares.is_empty()).then(line).into_iter().collect()
    }

    /// Returns the piece on a square with its name, `queen on d1`.
    pub(crate) fn named(&self, square: Square) -> String {
        let piece = (self.at)(square).get();
        let name = piece.map_or("piece", |(kind, _)| self.types[usize::from(kind)].name.as_str());
        format!("{name} on {}", self.geometry.name(square))
    }

    /// Returns the pieces on some squares with their names.
    pub(crate) fn list(&self, squares: SquareSet) -> String {
        squares.squares().map(|square| self.named(square)).collect::<Vec<_>>().join(", ")
    }
}

/// A part of a field's value, to be entered into its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// A square of a set; `side` is the one whose set it would be entered into.
    Square { side: Side, square: Square },
    /// A number.
    Number(u8),
    /// A number at a square.
    NumberAt { number: u8, square: Square },
    /// One piece of a type.
    Count { side: Side, kind: TypeId },
    /// A square of a queue.
    Entry { side: Side, square: Square },
}

/// A fault in a field: its range in the value, and a message.
pub(crate) type FieldFault = (Range<usize>, String);

/// A feature's description of a slot it has declared.
pub(crate) trait Remembers: Debug + Send + Sync {
    /// Returns the expected form of the field's value, in a sentence for people; by default, squares.
    fn expects(&self, _: SlotShape) -> &'static str {
        "expected squares, as in `d4e5`"
    }

    /// Returns `Ok(true)` if something may stand in the slot, and `Ok(false)` if it is to be ignored. By default, the squares of a side are
    /// those of its enemy's pieces.
    ///
    /// # Errors
    /// Returns the reason if it is not allowed.
    fn admits(&self, snapshot: &Snapshot<'_>, item: Item) -> Result<bool, String> {
        Ok(match item {
            Item::Square { side, square } => {
                (snapshot.at)(square).get().is_some_and(|(_, owner)| owner != side)
            }
            _ => true,
        })
    }

    /// Returns `true` if the flag of a side is set in a position of which nothing else is known.
    fn is_set(&self, _: &Snapshot<'_>, _: Side) -> bool {
        false
    }

    /// Returns the types counted for a side before the first move, one for each piece.
    fn at_start(&self, _: Side) -> &[TypeId] {
        &[]
    }

    /// Returns sentences for people about the slot's content, for one side.
    fn sentences(
        &self,
        snapshot: &Snapshot<'_>,
        shape: SlotShape,
        words: &dyn Fn(Side) -> Vec<u64>,
    ) -> Vec<String>;
}

impl Layout {
    /// Returns `true` if the slot with this name holds the flag of a side.
    pub(crate) fn flag(&self, words: &[u64], name: &str, side: Side) -> bool {
        let mut flags =
            self.slots().iter().filter(|(one, _)| one.shape == SlotShape::Flag && one.name == name);
        flags.any(|(_, slot)| words[slot.range(side).start] != 0)
    }

    /// Returns the default content of the slots, for a position that says nothing of them.
    pub(crate) fn fresh(&self, snapshot: &Snapshot<'_>) -> Vec<u64> {
        let mut words = self.empty();
        for (declaration, slot) in self.slots().iter().filter(|(one, _)| one.shape == SlotShape::Flag) {
            for side in Side::BOTH {
                words[slot.range(side).start] = u64::from(declaration.owner.is_set(snapshot, side));
            }
        }
        words
    }

    /// Returns the names and values of the fields that differ from what a reader would assume.
    pub(crate) fn fields(&self, snapshot: &Snapshot<'_>, words: &[u64]) -> Vec<(String, String)> {
        let fresh = self.fresh(snapshot);
        let differs =
            |slot: &Slot| Side::BOTH.iter().any(|&side| words[slot.range(side)] != fresh[slot.range(side)]);
        let told = self.slots().iter().filter(|(slot, _)| matches!(slot.fen, InFen::Field(_)));
        let told = told.filter(|(_, slot)| differs(slot));
        told.map(|(declaration, slot)| {
            (declaration.name.to_string(), write(snapshot, declaration, *slot, words))
        })
        .collect()
    }

    /// Returns the names of the fields.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let named = self.slots().iter().filter(|(slot, _)| matches!(slot.fen, InFen::Field(_)));
        named.map(|(declaration, _)| &*declaration.name)
    }

    /// Returns the slot of the pieces in hand.
    pub(crate) fn hands(&self) -> Option<&(SlotDeclaration, Slot)> {
        self.slots().iter().find(|(slot, _)| slot.fen == InFen::Hands)
    }

    /// Returns what is left of a counted number for each side as a FEN has it, `3+3`; `None` if the game counts nothing this way.
    pub(crate) fn left_text(&self, words: &[u64]) -> Option<String> {
        let (most, slot) = self.left()?;
        let left = Side::BOTH.map(|side| u64::from(most).saturating_sub(words[slot.range(side).start]));
        Some(format!("{}+{}", left[0], left[1]))
    }

    /// Parses what is left of a counted number, `3+3`, or what has been counted, `+0+0`; `None` if the game counts nothing this way.
    pub(crate) fn read_left(&self, words: &mut [u64], value: &str) -> Option<Result<(), FieldFault>> {
        let (most, slot) = self.left()?;
        let (counted, numbers) = match value.strip_prefix('+') {
            Some(counted) => (true, counted),
            None => (false, value),
        };
        let parsed: Vec<Option<u64>> = numbers.split('+').map(|number| number.parse().ok()).collect();
        let [Some(white), Some(black)] = parsed[..] else {
            return Some(Err((0..value.len(), "expected two numbers, as in `3+3`".to_owned())));
        };
        for (side, number) in Side::BOTH.into_iter().zip([white, black]) {
            if number > u64::from(most) {
                return Some(Err((0..value.len(), format!("at most {most} are counted"))));
            }
            words[slot.range(side).start] = if counted { number } else { u64::from(most) - number };
        }
        Some(Ok(()))
    }

    /// Returns the limit up to which plies are counted, and the count so far, as a FEN has them; `None` if nothing is counted now.
    pub(crate) fn counted(&self, words: &[u64]) -> Option<(u16, u16)> {
        let (count, limit) = Words(&words[self.counter()?.range(Side::White)]).counted();
        (limit > 0).then_some((limit, count))
    }

    /// Enters the limit up to which plies are counted, and the count so far.
    pub(crate) fn put_counted(&self, words: &mut [u64], limit: u16, count: u16) {
        if let Some(slot) = self.counter() {
            words[slot.range(Side::White).start] = joined((count, limit));
        }
    }

    /// Returns `true` if the game counts plies up to a limit.
    pub(crate) fn counts(&self) -> bool {
        self.counter().is_some()
    }

    /// Returns the slot of the plies counted.
    fn counter(&self) -> Option<Slot> {
        self.slots().iter().find_map(|(slot, place)| (slot.fen == InFen::Counted).then_some(*place))
    }

    /// Returns the slot whose remainder is written in a FEN, and the number that is counted to.
    fn left(&self) -> Option<(u8, Slot)> {
        self.slots().iter().find_map(|(slot, place)| match slot.fen {
            InFen::Left(most) => Some((most, *place)),
            _ => None,
        })
    }

    /// Returns the slots of the squares of marked pieces.
    fn marked_slots(&self) -> impl Iterator<Item = &(SlotDeclaration, Slot)> {
        self.slots().iter().filter(|(slot, _)| slot.fen == InFen::Mark)
    }

    /// Returns the pieces in hand as a FEN has them, without the brackets; `None` if the game has no hands.
    pub(crate) fn hands_text(&self, snapshot: &Snapshot<'_>, words: &[u64]) -> Option<String> {
        let (declaration, slot) = self.hands()?;
        let text = write(snapshot, declaration, *slot, words);
        Some(if text == "-" { String::new() } else { text })
    }

    /// Empties the hand of a side in a block of words.
    pub(crate) fn empty_hand(&self, words: &mut [u64], side: Side) {
        if let Some((_, slot)) = self.hands() {
            words[slot.range(side)].fill(0);
        }
    }

    /// Adds what is counted before the first move.
    pub(crate) fn deal(&self, words: &mut [u64]) {
        for (declaration, slot) in self.slots() {
            for side in Side::BOTH {
                for &kind in declaration.owner.at_start(side) {
                    add(&mut words[slot.range(side)], kind, 1);
                }
            }
        }
    }

    /// Puts a number of pieces of a type into a side's hand in a block of words; returns `false` if it can't hold them.
    pub(crate) fn hold(
        &self,
        snapshot: &Snapshot<'_>,
        words: &mut [u64],
        (kind, side): (TypeId, Side),
        number: u8,
    ) -> bool {
        let item = Item::Count { side, kind };
        let hands = self.hands().filter(|(slot, _)| slot.owner.admits(snapshot, item) == Ok(true));
        let Some((_, slot)) = hands else { return number == 0 };
        let own = &mut words[slot.range(side)];
        let before = Words(own).count(kind);
        (0..before).for_each(|_| add(own, kind, -1));
        (0..number).for_each(|_| add(own, kind, 1));
        true
    }

    /// Parses the pieces in hand into a block of words; `None` if the game has no hands.
    pub(crate) fn read_hands(
        &self,
        snapshot: &Snapshot<'_>,
        words: &mut [u64],
        value: &str,
    ) -> Option<Result<(), FieldFault>> {
        let (declaration, slot) = self.hands()?;
        Some(Reader { snapshot, declaration, slot: *slot, words, value }.counts())
    }

    /// Returns the squares of pieces that are marked.
    pub(crate) fn marked(&self, words: &[u64]) -> SquareSet {
        let all = self.marked_slots().map(|(_, slot)| Words(&words[slot.range(Side::White)]).squares());
        all.fold(SquareSet::NONE, |set, own: SquareSet| set | own)
    }

    /// Returns the slots that may mark the piece on a square: each stands for another type that it may have been.
    fn slots_of<'a>(&'a self, snapshot: &'a Snapshot<'_>, square: Square) -> impl Iterator<Item = Slot> + 'a {
        let item = Item::Square { side: Side::White, square };
        let fits = move |one: &&(SlotDeclaration, Slot)| one.0.owner.admits(snapshot, item) == Ok(true);
        self.marked_slots().filter(fits).map(|(_, slot)| *slot)
    }

    /// Marks the piece on a square in a block of words: one mark for the first type that it may have been, two for the second. Returns
    /// `false` if such a piece is never marked like that.
    pub(crate) fn mark(
        &self,
        snapshot: &Snapshot<'_>,
        words: &mut [u64],
        (square, marks): (Square, usize),
    ) -> bool {
        let slot = marks.checked_sub(1).and_then(|at| self.slots_of(snapshot, square).nth(at));
        let Some(slot) = slot else { return false };
        words[slot.range(Side::White)][usize::from(square) / 64] |= 1 << (square % 64);
        true
    }

    /// Returns the number of marks of the piece on a square; 0 if it is not marked.
    pub(crate) fn marks(&self, snapshot: &Snapshot<'_>, words: &[u64], square: Square) -> usize {
        let has =
            |slot: Slot| words[slot.range(Side::White)][usize::from(square) / 64] >> (square % 64) & 1 != 0;
        self.slots_of(snapshot, square).position(has).map_or(0, |at| at + 1)
    }

    /// Parses a field into a block of words; `None` if there is no such field.
    pub(crate) fn read(
        &self,
        snapshot: &Snapshot<'_>,
        words: &mut [u64],
        (name, value): (&str, &str),
    ) -> Option<Result<(), FieldFault>> {
        let named = |slot: &SlotDeclaration| slot.name == name && matches!(slot.fen, InFen::Field(_));
        let (declaration, slot) = self.slots().iter().find(|(declaration, _)| named(declaration))?;
        let reader = Reader { snapshot, declaration, slot: *slot, words, value };
        Some(match declaration.shape {
            SlotShape::Squares => reader.squares(),
            SlotShape::Flag => reader.flags(),
            SlotShape::Number => reader.numbers(),
            SlotShape::NumberAt => reader.number_at(),
            SlotShape::CountsByType => reader.counts(),
            SlotShape::Counted => Err(reader.fault(0..value.len())),
            SlotShape::Queue { .. } => reader.queue(),
        })
    }

    /// Describes a block of words in sentences for people, except the slots in `left_out`.
    pub(crate) fn sentences(
        &self,
        snapshot: &Snapshot<'_>,
        words: &[u64],
        left_out: &[InFen],
    ) -> Vec<String> {
        let told = self.slots().iter().filter(|(slot, _)| !left_out.contains(&slot.fen));
        let told = told.map(|(declaration, slot)| {
            declaration.owner.sentences(snapshot, declaration.shape, &|side| words[slot.range(side)].to_vec())
        });
        told.flatten().collect()
    }
}

/// Formats the value of a field.
fn write(snapshot: &Snapshot<'_>, declaration: &SlotDeclaration, slot: Slot, words: &[u64]) -> String {
    let name = |square| snapshot.geometry.name(square);
    let of = |side: Side| Words(&words[slot.range(side)]);
    let sides: &[Side] = if declaration.per_side { &Side::BOTH } else { &[Side::White] };
    let text: String = match declaration.shape {
        SlotShape::Squares => {
            let all = sides.iter().fold(SquareSet::NONE, |set, &side| set | of(side).squares::<SquareSet>());
            all.squares().map(name).collect()
        }
        SlotShape::Flag => {
            let set = Side::BOTH.iter().filter(|&&side| words[slot.range(side).start] != 0);
            set.map(|side| &side.name()[..1]).collect()
        }
        SlotShape::Number => {
            let each = sides.iter().map(|&side| words[slot.range(side).start].to_string());
            each.collect::<Vec<_>>().join("+")
        }
        SlotShape::NumberAt => {
            let each = sides.iter().map(|&side| of(side).number_at());
            let each = each.filter(|(number, _)| *number > 0 || !declaration.per_side);
            let each = each.map(|(number, square)| format!("{number}:{}", name(square)));
            each.collect::<Vec<_>>().join(",")
        }
        SlotShape::Counted => of(Side::White).counted().0.to_string(),
        SlotShape::CountsByType => {
            let each = sides.iter().flat_map(|&side| {
                let types = snapshot.types.iter().enumerate();
                types.map(move |(kind, piece)| {
                    piece.letter_of(side).repeat(usize::from(of(side).count(kind as TypeId)))
                })
            });
            each.collect()
        }
        SlotShape::Queue { .. } => {
            let entries = sides.iter().flat_map(|&side| of(side).queue());
            let entries = entries.map(|(square, number)| format!("{}:{number}", name(square)));
            entries.collect::<Vec<_>>().join(",")
        }
    };
    if text.is_empty() { "-".to_owned() } else { text }
}

/// The most pieces of a type in a hand.
pub(crate) const MOST_HELD: usize = 255;

/// A parser of the value of one field.
struct Reader<'a> {
    snapshot: &'a Snapshot<'a>,
    declaration: &'a SlotDeclaration,
    slot: Slot,
    words: &'a mut [u64],
    value: &'a str,
}

impl Reader<'_> {
    fn fault(&self, range: Range<usize>) -> FieldFault {
        (range, self.declaration.owner.expects(self.declaration.shape).to_owned())
    }

    fn admits(&self, item: Item, range: Range<usize>) -> Result<bool, FieldFault> {
        self.declaration.owner.admits(self.snapshot, item).map_err(|message| (range, message))
    }

    /// Parses squares without spaces, possibly with commas; `-` is none.
    fn squares(self) -> Result<(), FieldFault> {
        for (at, square) in squares(self.snapshot.geometry, self.value)? {
            let sides: &[Side] = if self.declaration.per_side { &Side::BOTH } else { &[self.snapshot.side] };
            for &side in sides {
                if self.admits(Item::Square { side, square }, at..self.value.len())? {
                    let own = &mut self.words[self.slot.range(side)];
                    own[usize::from(square) / 64] |= 1 << (square % 64);
                }
            }
        }
        Ok(())
    }

    fn flags(self) -> Result<(), FieldFault> {
        for side in Side::BOTH {
            let set = self.value.contains(&side.name()[..1]);
            self.words[self.slot.range(side).start] = u64::from(set);
        }
        match self.value {
            "-" | "w" | "b" | "wb" => Ok(()),
            _ => Err(self.fault(0..self.value.len())),
        }
    }

    /// Parses a number for each side, `0+2`.
    fn numbers(self) -> Result<(), FieldFault> {
        let whole = 0..self.value.len();
        let sides: &[Side] = if self.declaration.per_side { &Side::BOTH } else { &[Side::White] };
        let numbers: Vec<&str> = self.value.split('+').collect();
        if numbers.len() != sides.len() {
            return Err(self.fault(whole));
        }
        for (number, &side) in numbers.into_iter().zip(sides) {
            let number = number.parse::<u8>().map_err(|_| self.fault(whole.clone()))?;
            self.admits(Item::Number(number), whole.clone())?;
            self.words[self.slot.range(side).start] = u64::from(number);
        }
        Ok(())
    }

    /// Parses a number and a square, `3:e5`; if each side has its own, that of the piece on the square is meant, and there may be two.
    fn number_at(self) -> Result<(), FieldFault> {
        let whole = 0..self.value.len();
        let mut told = [false; 2];
        for part in self.value.split(',') {
            let parts = part.split_once(':').and_then(|(number, square)| {
                Some((number.parse::<u8>().ok()?, self.snapshot.geometry.parse(square)?))
            });
            let (number, square) = parts.ok_or_else(|| self.fault(whole.clone()))?;
            if self.admits(Item::NumberAt { number, square }, whole.clone())? {
                let owner = (self.snapshot.at)(square).get().map(|(_, side)| side);
                let side = owner.filter(|_| self.declaration.per_side).unwrap_or(Side::White);
                if std::mem::replace(&mut told[side.index()], true) {
                    return Err(self.fault(whole));
                }
                let start = self.slot.range(side).start;
                self.words[start] = u64::from(number) << 8 | u64::from(square);
            }
        }
        Ok(())
    }

    /// Parses letters, each perhaps with a number in front of it.
    fn counts(self) -> Result<(), FieldFault> {
        let mut rest = if self.value == "-" { "" } else { self.value };
        while !rest.is_empty() {
            let at = self.value.len() - rest.len();
            let letters = rest.trim_start_matches(|sign: char| sign.is_ascii_digit());
            let number = match &rest[..rest.len() - letters.len()] {
                "" => 1,
                digits => digits.parse().unwrap_or(usize::MAX),
            };
            rest = letters;
            let letter = rest.get(..1 + usize::from(rest.starts_with('+'))).unwrap_or(rest);
            let types = &self.snapshot.types;
            let kind = types.iter().position(|kind| kind.is_written(letter));
            let white = letter.ends_with(|c: char| c.is_ascii_uppercase());
            let side = if white { Side::White } else { Side::Black };
            let item = kind.map(|kind| (kind as TypeId, Item::Count { side, kind: kind as TypeId }));
            let admitted = item.filter(|(_, item)| {
                self.declaration.owner.admits(self.snapshot, *item).is_ok_and(|admits| admits)
            });
            let Some((kind, _)) = admitted else {
                let message =
                    format!("`{letter}` {}", self.declaration.owner.expects(self.declaration.shape));
                return Err((at..self.value.len(), message));
            };
            let held = Words(&self.words[self.slot.range(side)]).count(kind);
            if number == 0 || number.saturating_add(usize::from(held)) > MOST_HELD {
                let message = format!("a hand holds 1 to {MOST_HELD} pieces of a type");
                return Err((at..at + self.value.len() - at - rest.len() + letter.len(), message));
            }
            (0..number).for_each(|_| add(&mut self.words[self.slot.range(side)], kind, 1));
            rest = &rest[letter.len()..];
        }
        Ok(())
    }

    fn queue(self) -> Result<(), FieldFault> {
        let mut at = 0;
        for item in self.value.split(',').filter(|_| self.value != "-") {
            let range = at..at + item.len();
            at = range.end + 1;
            let parsed = item.split_once(':').and_then(|(square, number)| {
                Some((self.snapshot.geometry.parse(square)?, number.parse::<u8>().ok()?))
            });
            let (square, number) = parsed.ok_or_else(|| self.fault(range.clone()))?;
            let side = (self.snapshot.at)(square).get().map_or(Side::White, |(_, side)| side);
            self.admits(Item::Entry { side, square }, range.clone())?;
            let own = &mut self.words[self.slot.range(side)];
            if Words(own).queue().any(|(known, _)| known == square) || own[0] as usize + 1 >= own.len() {
                let name = self.snapshot.geometry.name(square);
                return Err((range, format!("{name} can't be entered here")));
            }
            enter(own, square, number);
        }
        Ok(())
    }
}

/// Returns the squares that a value names, each with its offset in it; `-` is none.
pub(crate) fn squares(geometry: &Geometry, value: &str) -> Result<Vec<(usize, Square)>, FieldFault> {
    let mut found = Vec::new();
    let mut rest = if value == "-" { "" } else { value };
    while !rest.is_empty() {
        let at = value.len() - rest.len();
        let parsed = geometry.parse_prefix(rest);
        let (square, length) =
            parsed.ok_or_else(|| (at..value.len(), "this is not a square on the board".to_owned()))?;
        found.push((at, square));
        rest = rest[length..].trim_start_matches(',');
    }
    Ok(found)
}
