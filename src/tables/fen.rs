//! The FEN fields of a position besides its pieces and the side to move, and the defaults of those that are missing.

use super::Tables;
use crate::board::{Bits, Square};
use crate::feature::plan::Rights;
use crate::feature::rule::POSITION_FIELDS;
pub(crate) use crate::feature::setup::Placement;
use crate::feature::setup::{PlacementFault, read_placement, write_placement, written};
use crate::model::pieces::{Side, TypeId};
use crate::order;
use crate::state::{FieldFault, InFen, Mark, Snapshot, State, squares};

/// The name of the field for pieces that have not moved.
const UNMOVED: &str = POSITION_FIELDS[0];
/// The name of the field for pieces that may castle.
const RIGHTS: &str = POSITION_FIELDS[1];

impl<B: Bits> Tables<B> {
    /// Creates an empty board, White to move.
    pub(crate) fn empty_state(&self) -> State<B> {
        State::empty(&self.layout)
    }

    /// Calls `ask` with a snapshot of the position, which does not depend on its width.
    fn with_snapshot<T>(&self, state: &State<B>, ask: impl FnOnce(&Snapshot<'_>) -> T) -> T {
        let rules = &self.rules;
        let at = |square| state.at(square);
        let flag = |name: &str, side| self.layout.flag(state.extra(), name, side);
        let (geometry, types, side) = (&rules.geometry, &rules.types, state.side);
        ask(&Snapshot { geometry, types, at: &at, side, flag: &flag })
    }

    /// Returns the squares whose pieces count as unmoved in a position that doesn't say: those where the start position has the same piece,
    /// if its type's moves depend on it.
    pub(crate) fn fresh_unmoved(&self, state: &State<B>) -> B {
        let homes = self.rules.homes().into_iter();
        let fresh = homes.filter(|&(square, piece)| state.at(square) == piece && self.tracks(piece));
        fresh.fold(B::NONE, |set, (square, _)| set | B::bit(square))
    }

    /// Parses the placement field of a FEN.
    pub(crate) fn read_placement(&self, text: &str) -> Result<Placement, PlacementFault> {
        read_placement(&self.rules.scope(), text)
    }

    /// Formats the placement field of a FEN, with the pieces in hand.
    pub(crate) fn write_placement(&self, state: &State<B>) -> String {
        self.with_snapshot(state, |snapshot| {
            let marks = |square| self.layout.marks(snapshot, state.extra(), square);
            let scope = self.rules.scope();
            let text = write_placement(&self.rules.geometry, |square| {
                written(&scope, state.at(square), marks(square))
            });
            let hands = self.layout.hands_text(snapshot, state.extra());
            hands.map_or(text.clone(), |hands| format!("{text}[{hands}]"))
        })
    }

    /// Formats what a side that sees some squares knows of the placement: `?` stands for the other squares, and for the opponent's hand.
    pub(crate) fn write_placement_seen(&self, state: &State<B>, side: Side, seen: B) -> String {
        self.with_snapshot(state, |snapshot| {
            let (scope, geometry) = (self.rules.scope(), &self.rules.geometry);
            let text =
                write_placement(geometry, |square| match seen.has(square) || geometry.holes.has(square) {
                    true => {
                        written(&scope, state.at(square), self.layout.marks(snapshot, state.extra(), square))
                    }
                    false => Some("?".to_owned()),
                });
            let mut own = state.extra().to_vec();
            self.layout.empty_hand(&mut own, side.other());
            let hand = self.layout.hands_text(snapshot, &own);
            hand.map_or(text.clone(), |hand| format!("{text}[{hand}?]"))
        })
    }

    /// Fills the hands with what they hold before the first move.
    pub(crate) fn deal(&self, state: &mut State<B>) {
        let mut words = state.extra().to_vec();
        self.layout.deal(&mut words);
        self.remember(state, words);
    }

    /// Puts a number of pieces of a type into a side's hand; returns `false` if it can't hold them.
    pub(crate) fn hold(&self, state: &mut State<B>, (kind, side): (TypeId, Side), number: u8) -> bool {
        let mut words = state.extra().to_vec();
        let held = self
            .with_snapshot(state, |snapshot| self.layout.hold(snapshot, &mut words, (kind, side), number));
        self.remember(state, words);
        held
    }

    /// Parses the pieces in hand; `None` if the game has no hands.
    pub(crate) fn read_hands(&self, state: &mut State<B>, value: &str) -> Option<Result<(), FieldFault>> {
        let mut words = state.extra().to_vec();
        let read =
            self.with_snapshot(state, |snapshot| self.layout.read_hands(snapshot, &mut words, value))?;
        self.remember(state, words);
        Some(read)
    }

    /// Returns the field of what is left of a counted number, such as checks.
    pub(crate) fn left_field(&self, state: &State<B>) -> Option<String> {
        self.layout.left_text(state.extra())
    }

    /// Parses that field; `None` if the game counts nothing this way.
    pub(crate) fn read_left_field(
        &self,
        state: &mut State<B>,
        value: &str,
    ) -> Option<Result<(), FieldFault>> {
        let mut words = state.extra().to_vec();
        let read = self.layout.read_left(&mut words, value)?;
        self.remember(state, words);
        Some(read)
    }

    /// Returns the limit up to which plies are counted, and the count so far, if plies are being counted.
    pub(crate) fn counted(&self, state: &State<B>) -> Option<(u16, u16)> {
        self.layout.counted(state.extra())
    }

    /// Returns `true` if the game counts plies up to a limit.
    pub(crate) fn counts(&self) -> bool {
        self.layout.counts()
    }

    /// Enters the limit up to which plies are counted, and the count so far.
    pub(crate) fn put_counted(&self, state: &mut State<B>, limit: u16, count: u16) {
        let mut words = state.extra().to_vec();
        self.layout.put_counted(&mut words, limit, count);
        self.remember(state, words);
    }

    /// Marks the piece on a square as promoted, as often as said; returns `false` if such a piece is never marked like that.
    pub(crate) fn mark_promoted(&self, state: &mut State<B>, marked: (Square, usize)) -> bool {
        let mut words = state.extra().to_vec();
        let marked = self.with_snapshot(state, |snapshot| self.layout.mark(snapshot, &mut words, marked));
        self.remember(state, words);
        marked
    }

    /// Resets everything a position remembers to the state before the first move.
    pub(crate) fn freshen(&self, state: &mut State<B>) {
        state.slots.unmoved = self.fresh_unmoved(state);
        state.slots.rights = self.rights.as_ref().map_or(B::NONE, |rights| rights.fresh(state));
        let fresh = self.with_snapshot(state, |snapshot| self.layout.fresh(snapshot));
        self.remember(state, fresh);
    }

    /// Sets the words of the slots, and updates what depends on them.
    fn remember(&self, state: &mut State<B>, words: Vec<u64>) {
        state.put_extra(words);
        if let Some(hooks) = &self.hooks {
            hooks.recall(state);
        }
    }

    /// Formats the castling field of a FEN.
    pub(crate) fn rights_field(&self, state: &State<B>) -> String {
        let geometry = &self.rules.geometry;
        match &self.rights {
            Some(rights) => {
                // letters that can't be read back are left to the field for squares
                let field = rights.field(geometry, state);
                if rights.read_field(geometry, state, &field).is_ok() { field } else { "-".to_owned() }
            }
            None if self.rules.written.unmoved_by_file => self.unmoved_files(state),
            None => "-".to_owned(),
        }
    }

    /// Returns `true` if the game has no castling, nor anything else in the castling field of a FEN.
    pub(crate) fn has_no_rights(&self) -> bool {
        self.rights.is_none() && !self.rules.written.unmoved_by_file
    }

    /// Returns `true` if pieces are dropped that no hand counts.
    pub(crate) fn has_supply(&self) -> bool {
        let rules = &self.rules;
        let drops =
            |kind: TypeId, side| rules.each().any(|rule| rule.has_only_drops() && rule.adds(kind, side));
        let types = 0..rules.types.len() as TypeId;
        self.hand.is_none()
            && types.into_iter().any(|kind| Side::BOTH.into_iter().any(|side| drops(kind, side)))
    }

    /// Reads the castling field of a FEN; `Err` has the index of the letter and what is wrong with it.
    pub(crate) fn read_rights_field(&self, state: &mut State<B>, field: &str) -> Result<(), (usize, String)> {
        match &self.rights {
            Some(rights) => state.slots.rights = rights.read_field(&self.rules.geometry, state, field)?,
            None if self.rules.written.unmoved_by_file => {
                state.slots.unmoved = self.read_unmoved_files(state, field)?;
            }
            None if field == "-" => {}
            None => return Err((0, "this game has no castling".to_owned())),
        }
        Ok(())
    }

    /// The files of the pieces that have not moved, capitals for White.
    fn unmoved_files(&self, state: &State<B>) -> String {
        let files = |side: Side| {
            let unmoved = state.slots.unmoved & state.side(side);
            let mut files: Vec<u8> = unmoved.squares().map(|at| self.rules.geometry.file(at)).collect();
            order::values(&mut files);
            files.into_iter().map(move |file| match side {
                Side::White => char::from(b'A' + file),
                Side::Black => char::from(b'a' + file),
            })
        };
        let field: String = Side::BOTH.into_iter().flat_map(files).collect();
        if field.is_empty() { "-".to_owned() } else { field }
    }

    /// Returns the squares of the unmoved pieces on the files of a field.
    fn read_unmoved_files(&self, state: &State<B>, field: &str) -> Result<B, (usize, String)> {
        if field == "-" {
            return Ok(B::NONE);
        }
        let homes = self.fresh_unmoved(state);
        let mut unmoved = B::NONE;
        for (at, letter) in field.char_indices() {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let file = letter.to_ascii_lowercase();
            let here = |&square: &Square| {
                char::from(b'a' + self.rules.geometry.file(square)) == file
                    && state.at(square).get().is_some_and(|(_, owner)| owner == side)
            };
            let found = homes.squares().filter(here).fold(B::NONE, |set, square| set | B::bit(square));
            if found.is_empty() {
                let message = format!("no piece on the file {file} can be one that has not moved");
                return Err((at, message));
            }
            unmoved |= found;
        }
        Ok(unmoved)
    }

    /// The en passant mark left by the last move, if it passed over some squares: of several marks, the one with the fewest other squares.
    /// The piece that passed stands on one of the squares in `by`, if there are any.
    pub(crate) fn mark(&self, state: &State<B>, over: B, by: B) -> Option<Mark<B>> {
        self.markers.iter().flatten().find_map(|(_, marker)| marker.mark_over(state, over, by))
    }

    /// Returns the rights to castle that the third field of a FEN does not tell; `None` if it tells them all.
    fn untold_rights(&self, state: &State<B>) -> Option<B> {
        let rights = self.rights.as_ref()?;
        let (mut told, geometry) = (state.fresh_copy(), &self.rules.geometry);
        let read = rights.read_field(geometry, state, &rights.field(geometry, state));
        told.slots.rights = read.unwrap_or(B::NONE);
        let held = rights.effective(state);
        (rights.effective(&told) != held).then_some(held)
    }

    /// Returns `true` if the third field of a FEN tells which pieces have not moved.
    fn tells_unmoved(&self, state: &State<B>) -> bool {
        self.rights.is_none()
            && self.rules.written.unmoved_by_file
            && self.read_unmoved_files(state, &self.unmoved_files(state)) == Ok(state.slots.unmoved)
    }

    /// Returns the named fields of a FEN that differ from what a reader would assume.
    pub(crate) fn named_fields(&self, state: &State<B>) -> Vec<(String, String)> {
        let mut fields = self.rights_by_name(state, self.fresh_unmoved(state));
        fields.extend(self.with_snapshot(state, |snapshot| self.layout.fields(snapshot, state.extra())));
        fields
    }

    /// Returns those of the pieces that have not moved and of rights to castle, if they differ from what a reader would assume: that the
    /// pieces on the squares in `assumed` have not moved, and the rights of the third field.
    pub(crate) fn rights_by_name(&self, state: &State<B>, assumed: B) -> Vec<(String, String)> {
        let named = |squares: B| -> String {
            let names: String = squares.squares().map(|square| self.rules.geometry.name(square)).collect();
            if names.is_empty() { "-".to_owned() } else { names }
        };
        let unmoved = state.slots.unmoved;
        let mut fields = Vec::new();
        if unmoved != assumed && !self.tells_unmoved(state) {
            fields.push((UNMOVED.to_owned(), named(unmoved)));
        }
        fields.extend(self.untold_rights(state).map(|rights| (RIGHTS.to_owned(), named(rights))));
        fields
    }

    /// Describes the state of a position besides its pieces, in sentences for people, except the slots in `left_out`.
    pub(crate) fn memory_sentences(&self, state: &State<B>, left_out: &[InFen]) -> Vec<String> {
        self.with_snapshot(state, |snapshot| self.layout.sentences(snapshot, state.extra(), left_out))
    }

    /// Returns the names of the fields that a FEN of this game may have.
    pub(crate) fn field_names(&self) -> Vec<&str> {
        let rights = self.rights.is_some().then_some(RIGHTS);
        [UNMOVED].into_iter().chain(rights).chain(self.layout.names()).collect()
    }

    /// Parses a named field; `None` if the game has no such field. Ranges are in the value.
    pub(crate) fn read_named_field(
        &self,
        state: &mut State<B>,
        name: &str,
        value: &str,
    ) -> Option<Result<(), FieldFault>> {
        if name == UNMOVED {
            return Some(self.read_unmoved(state, value));
        }
        if let (RIGHTS, Some(rights)) = (name, &self.rights) {
            return Some(self.read_rights_by_squares(state, &**rights, value));
        }
        let mut words = state.extra().to_vec();
        let read =
            self.with_snapshot(state, |snapshot| self.layout.read(snapshot, &mut words, (name, value)))?;
        self.remember(state, words);
        Some(read)
    }

    fn read_rights_by_squares(
        &self,
        state: &mut State<B>,
        rights: &dyn Rights<B>,
        value: &str,
    ) -> Result<(), FieldFault> {
        let named = squares(&self.rules.geometry, value)?;
        state.slots.rights = named.iter().fold(B::NONE, |set, &(_, square)| set | B::bit(square));
        let held = rights.effective(state);
        match named.into_iter().find(|&(_, square)| !held.has(square)) {
            None => Ok(()),
            Some((at, square)) => {
                let name = self.rules.geometry.name(square);
                Err((at..value.len(), format!("the piece on {name} can't have such a right")))
            }
        }
    }

    fn read_unmoved(&self, state: &mut State<B>, value: &str) -> Result<(), FieldFault> {
        let named = squares(&self.rules.geometry, value)?;
        match named.iter().find(|&&(_, square)| !self.tracks(state.at(square))) {
            None => {
                state.slots.unmoved =
                    named.into_iter().fold(B::NONE, |set, (_, square)| set | B::bit(square));
                Ok(())
            }
            Some(&(_, square)) => {
                let name = self.rules.geometry.name(square);
                Err((0..value.len(), format!("no piece whose moves depend on it stands on {name}")))
            }
        }
    }
}
