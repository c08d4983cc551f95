//! What a FEN says of a position beside its men and the side to move.

use super::Tables;
use crate::board::{Bits, Square};
use crate::feature::promotion::Waits;
use crate::feature::setup::{PlacementFault, read_placement, write_placement};
use crate::feature::turn::stands_on_array;
use crate::model::men::{Piece, Side};
use crate::state::{Mark, State, Waiting};

/// What a field says that it can't say.
pub(crate) type FieldFault = (std::ops::Range<usize>, String);

impl<B: Bits> Tables<B> {
    /// The squares whose men count as unmoved in a position that doesn't say: those where the array has the same man,
    /// if its type's moves depend on it.
    fn fresh_unmoved(&self, state: &State<B>) -> B {
        let of_array =
            self.rules.array.iter().filter(|&&(square, man)| state.at(square) == man && self.tracks(man));
        of_array.fold(B::NONE, |set, &(square, _)| set | B::bit(square))
    }

    /// Reads the placement field of a FEN.
    pub(crate) fn read_placement(&self, text: &str) -> Result<Vec<(Square, Piece)>, PlacementFault> {
        read_placement(&self.rules.scope(), text)
    }

    /// Writes the placement field of a FEN.
    pub(crate) fn write_placement(&self, state: &State<B>) -> String {
        write_placement(&self.rules.scope(), |square| state.at(square))
    }

    /// Everything a position remembers as if nothing had happened yet.
    pub(crate) fn freshen(&self, state: &mut State<B>) {
        state.slots.unmoved = self.fresh_unmoved(state);
        state.slots.castlers = self.ways().map_or(B::NONE, |ways| ways.fresh(state));
        if self.rules.turn.has_first() {
            state.memory.first_turn = Side::BOTH.map(|side| stands_on_array(state, side, &self.rules.array));
        }
    }

    /// The castling field of a FEN.
    pub(crate) fn castling_field(&self, state: &State<B>) -> String {
        self.ways().map_or_else(|| "-".to_owned(), |ways| ways.field(state))
    }

    /// Reads the castling field of a FEN; `Err` has the place of the letter and what is wrong with it.
    pub(crate) fn read_castling_field(&self, state: &State<B>, field: &str) -> Result<B, (usize, String)> {
        match self.ways() {
            Some(ways) => ways.read_field(&self.rules.geometry, state, field),
            None if field == "-" => Ok(B::NONE),
            None => Err((0, "this game has no castling".to_owned())),
        }
    }

    /// The mark left by the last step, if it passed over a square.
    pub(crate) fn mark(&self, state: &State<B>, over: Square) -> Option<Mark<B>> {
        self.passing.as_ref()?.mark(state, over)
    }

    fn waits(&self) -> Option<&Waits<B>> {
        self.special.as_ref()?.waits.as_ref()
    }

    /// The named fields of a FEN that say more than its reader would assume.
    pub(crate) fn named_fields(&self, state: &State<B>) -> Vec<(&'static str, String)> {
        let geometry = &self.rules.geometry;
        let squares = |set: B| set.squares().map(|square| geometry.name(square)).collect::<String>();
        let some = |set: B| (!set.is_empty()).then(|| squares(set));
        let mut fresh = state.fresh_copy();
        self.freshen(&mut fresh);
        let mut fields = Vec::new();
        if state.slots.unmoved != fresh.slots.unmoved {
            fields.push(("unmoved", some(state.slots.unmoved).unwrap_or_else(|| "-".to_owned())));
        }
        let memory = &state.memory;
        if memory.first_turn != fresh.memory.first_turn {
            let letters = ["w", "b"].iter().zip(memory.first_turn).filter(|(_, first)| *first);
            let letters: String = letters.map(|(letter, _)| *letter).collect();
            fields.push(("first", if letters.is_empty() { "-".to_owned() } else { letters }));
        }
        if memory.stage > 0 {
            fields.push(("stage", format!("{}:{}", memory.stage, geometry.name(memory.mover))));
        }
        let waits = self.waits();
        fields.extend(
            waits.iter().flat_map(|waits| waits.fields(state, &self.rules.types, |sq| geometry.name(sq))),
        );
        fields.extend(some(memory.silent[0] | memory.silent[1]).map(|squares| ("silent", squares)));
        fields.extend(some(memory.offenders).map(|squares| ("offenders", squares)));
        fields
    }

    /// What a position remembers beside its men, in sentences for people.
    pub(crate) fn memory_sentences(&self, state: &State<B>) -> Vec<String> {
        let rules = &self.rules;
        let on = |square: Square| {
            let name = state
                .at(square)
                .get()
                .map_or("man", |(kind, _)| rules.types[usize::from(kind)].name.as_str());
            format!("{name} on {}", rules.geometry.name(square))
        };
        let men = |set: B| set.squares().map(on).collect::<Vec<_>>().join(", ");
        let mut lines = Vec::new();
        for side in Side::BOTH {
            let counts = rules
                .types
                .iter()
                .enumerate()
                .map(|(kind, piece)| (state.pools.lost(side, kind as u8), piece));
            let lost: Vec<String> = counts
                .filter(|(count, _)| *count > 0)
                .map(
                    |(count, piece)| {
                        if count > 1 { format!("{count} x {}", piece.name) } else { piece.name.clone() }
                    },
                )
                .collect();
            if !lost.is_empty() {
                lines.push(format!("{} has lost: {}", side.name(), lost.join(", ")));
            }
            for waiting in state.pools.queue(side) {
                // a turn that has begun is one of those it stands still
                let left = waiting.turns.saturating_sub(u8::from(side != state.side));
                let man = format!("{}'s {}", side.name(), on(waiting.square));
                lines.push(match (waiting.turns, left) {
                    (0, _) => format!("{man} waits for a lost man"),
                    (_, 0) => format!("{man} promotes in its owner's next turn"),
                    (_, 1) => format!("{man} stands still for 1 more turn"),
                    _ => format!("{man} stands still for {left} more turns"),
                });
            }
        }
        let silent = state.memory.silent[state.side.index()];
        if !silent.is_empty() {
            lines.push(format!("attacked in silence, not to be taken now: {}", men(silent)));
        }
        if !state.memory.offenders.is_empty() {
            lines.push(format!("failed to take, one is to be removed: {}", men(state.memory.offenders)));
        }
        if state.memory.stage > 0 {
            lines.push(format!(
                "step {} of the turn, after the {}",
                state.memory.stage + 1,
                on(state.memory.mover)
            ));
        }
        lines
    }

    /// The names of the fields that a FEN of this game may have.
    pub(crate) fn field_names(&self) -> Vec<&'static str> {
        let mut names = vec!["unmoved"];
        if let Some(special) = &self.special {
            names.extend(self.rules.turn.has_first().then_some("first"));
            names.extend(self.rules.turn.has_programme().then_some("stage"));
            names.extend(special.waits.is_some().then_some(["lost", "waits"]).into_iter().flatten());
            names.extend((!special.declared.is_empty()).then_some("silent"));
            names.extend(special.huffs().then_some("offenders"));
        }
        names
    }

    /// Reads a named field; `None` if the game has no such field. Places are in the value.
    pub(crate) fn read_named_field(
        &self,
        state: &mut State<B>,
        name: &str,
        value: &str,
    ) -> Option<Result<(), FieldFault>> {
        if !self.field_names().contains(&name) {
            return None;
        }
        Some(match name {
            "unmoved" => self.read_unmoved(state, value),
            "first" => read_first(state, value),
            "stage" => self.read_stage(state, value),
            "lost" => self.read_lost(state, value),
            "waits" => self.read_waits(state, value),
            "silent" => self.read_squares(value).map(|squares| {
                for side in Side::BOTH {
                    state.memory.silent[side.index()] = squares & state.side(side.other());
                }
            }),
            _ => self.read_squares(value).map(|squares| {
                state.memory.offenders = squares & state.side(state.side.other());
            }),
        })
    }

    fn read_unmoved(&self, state: &mut State<B>, value: &str) -> Result<(), FieldFault> {
        let unmoved = self.read_squares(value)?;
        match unmoved.squares().find(|&square| !self.tracks(state.at(square))) {
            None => {
                state.slots.unmoved = unmoved;
                Ok(())
            }
            Some(square) => {
                let name = self.rules.geometry.name(square);
                Err((0..value.len(), format!("no man whose moves depend on it stands on {name}")))
            }
        }
    }

    /// Squares without blanks, possibly with commas; `-` is none.
    fn read_squares(&self, value: &str) -> Result<B, FieldFault> {
        let mut squares = B::NONE;
        let mut rest = if value == "-" { "" } else { value };
        while !rest.is_empty() {
            let at = value.len() - rest.len();
            let found = self.rules.geometry.parse_prefix(rest);
            let (square, length) =
                found.ok_or_else(|| (at..value.len(), "this is no square of the board".to_owned()))?;
            squares |= B::bit(square);
            rest = rest[length..].trim_start_matches(',');
        }
        Ok(squares)
    }

    fn read_stage(&self, state: &mut State<B>, value: &str) -> Result<(), FieldFault> {
        let parts = value.split_once(':').and_then(|(stage, square)| {
            Some((stage.parse::<u8>().ok()?, self.rules.geometry.parse(square)?))
        });
        let (stage, mover) = parts.ok_or_else(|| {
            (
                0..value.len(),
                "the steps made and the square of the man that moved are needed, as in `1:e4`".to_owned(),
            )
        })?;
        (state.memory.stage, state.memory.mover) = (stage, mover);
        match self.rules.turn.stage(&state.memory, state.side) {
            Some(_) => Ok(()),
            None => Err((0..value.len(), "the turn has no such step".to_owned())),
        }
    }

    fn read_lost(&self, state: &mut State<B>, value: &str) -> Result<(), FieldFault> {
        let mut rest = if value == "-" { "" } else { value };
        while !rest.is_empty() {
            let at = value.len() - rest.len();
            let length = 1 + usize::from(rest.starts_with('+'));
            let letter = rest.get(..length).unwrap_or(rest);
            let kind = self.rules.types.iter().position(|kind| kind.letter.eq_ignore_ascii_case(letter));
            let kind = kind
                .map(|kind| kind as u8)
                .filter(|&kind| self.waits().is_some_and(|waits| waits.counts(kind)));
            let Some(kind) = kind else {
                return Err((at..value.len(), format!("`{letter}` is no man that can come back")));
            };
            let white = letter.ends_with(|c: char| c.is_ascii_uppercase());
            state.pools.lose(if white { Side::White } else { Side::Black }, kind);
            rest = &rest[letter.len()..];
        }
        Ok(())
    }

    fn read_waits(&self, state: &mut State<B>, value: &str) -> Result<(), FieldFault> {
        let mut at = 0;
        for item in value.split(',').filter(|_| value != "-") {
            let range = at..at + item.len();
            at = range.end + 1;
            let parsed = item.split_once(':').and_then(|(square, turns)| {
                Some(Waiting { square: self.rules.geometry.parse(square)?, turns: turns.parse().ok()? })
            });
            let Some(waiting) = parsed else {
                return Err((range, "a square and a number of turns are needed, as in `a8:2`".to_owned()));
            };
            let man = state.at(waiting.square);
            let may = self.waits().is_some_and(|waits| waits.may_wait(man, waiting.square));
            if !may || state.memory.waiting.has(waiting.square) || !state.pools.enqueue(man.side(), waiting) {
                let name = self.rules.geometry.name(waiting.square);
                return Err((range, format!("no man can wait on {name}")));
            }
            state.memory.waiting |= B::bit(waiting.square);
        }
        Ok(())
    }
}

fn read_first<B: Bits>(state: &mut State<B>, value: &str) -> Result<(), FieldFault> {
    state.memory.first_turn = [value.contains('w'), value.contains('b')];
    match value {
        "-" | "w" | "b" | "wb" => Ok(()),
        _ => Err((0..value.len(), "`w`, `b`, `wb` or `-` is needed: whose first turn is to come".to_owned())),
    }
}
