//! The one place where the width of the board is erased.

use std::fmt::Debug;
use std::sync::{Arc, OnceLock};

use super::error::FenError;
use super::numbered::Numbered;
use super::outline::{Handles, Outline};
use super::sight::Sighted;
use crate::board::{Bits, Square, SquareSet};
use crate::feature::condition::Midst;
use crate::model::condition::Resets;
use crate::model::pieces::{Piece, Side, TypeId};
use crate::moves::{Departure, Effect, Entry, List, Move, TooManyMoves};
use crate::play::fen::{self, Clocks, Content};
use crate::play::{self, Divided, History, Judge, Perft, Progress, Undo, notation};
use crate::rules::Rules;
use crate::search::{self, EvalParams, Fit, Progress as Found, Sample, Task, Thought, Values};
use crate::state::{InFen, State};
use crate::tables::plan::Lay;
use crate::tables::{Rule, Tables};

/// A position to begin with, and its counters.
pub(crate) type Start = (Box<dyn ErasedPosition>, Clocks);
/// Compiled tables of some width, from which games are created.
pub(crate) trait ErasedVariant: Debug + Send + Sync {
    /// Returns the arrangements that are start positions, by their numbers; `None` if all are.
    fn starts(&self) -> Option<&[u32]>;
    /// Returns a start position: that of the file, or that of an arrangement, by its number.
    fn start(&self, number: Option<u32>, side: Side) -> Start;
    /// Returns the position that a FEN describes, and what in it is ignored; or the fault of the FEN.
    fn position(&self, fen: &str) -> Result<(Start, Vec<FenError>), FenError>;
    /// Returns the position with the given pieces on the board and in hand and the given side to move, in which nothing else is
    /// remembered.
    ///
    /// # Errors
    /// The index of a piece that can't be in hand.
    fn set_up(
        &self,
        pieces: &[(Square, TypeId, Side)],
        hands: &[(TypeId, Side, u8)],
        side: Side,
    ) -> Result<Start, usize>;
    fn bytes(&self) -> usize;
    /// Returns the same tables with other values for the engine.
    fn valued(&self, values: Arc<Values>) -> Arc<dyn ErasedVariant>;
}

/// A position of some width, with the moves that led to it.
pub(crate) trait ErasedPosition: Numbered + Sighted + Debug + Send + Sync {
    /// Returns a copy with the moves that led to it.
    fn copy(&self) -> Box<dyn ErasedPosition>;
    /// Returns a copy without the moves that led to it.
    fn snapshot(&self) -> Box<dyn ErasedPosition>;
    fn rules(&self) -> &Rules;
    fn side(&self) -> Side;
    fn at(&self, square: Square) -> Option<(TypeId, Side)>;
    /// Returns what stands on a square and belongs to nobody: a neutral piece of a type, or a wall.
    fn obstacle(&self, square: Square) -> Option<Option<TypeId>>;
    /// Returns the squares of the pieces of a side that could capture on a square by moving there.
    fn attackers(&self, square: Square, by: Side) -> Vec<Square>;
    /// Returns the types that a side has in hand, with their numbers.
    fn hand(&self, side: Side) -> Vec<(TypeId, u8)>;
    /// Returns `true` if a position says how many pieces are in hand.
    fn counts_hands(&self) -> bool;
    /// Returns the engine's value of a piece type, in hundredths of the most numerous piece.
    fn piece_value(&self, kind: TypeId) -> i32;
    /// Returns the squares of pieces that are marked as promoted.
    fn promoted(&self) -> SquareSet;
    /// Returns, by side, whether all its moves gave check, from the keys of the positions after them.
    fn checking(&self, since: &[u64]) -> [bool; 2];
    /// Returns, by side, whether all its moves of the last plies chased one piece, if the position has occurred often enough for an end.
    fn chasing(&self, occurrences: u32, plies: usize) -> [bool; 2];
    /// Returns the squares of the pieces of a side on which an attack would be check in this position.
    fn royals(&self, side: Side) -> Vec<Square>;
    fn in_check(&self) -> bool;
    /// Returns `true` if a royal piece of the side is attacked, whichever side is to move.
    #[cfg_attr(not(feature = "tools"), allow(dead_code))]
    fn attacks_royal(&self, side: Side) -> bool;
    /// Returns the legal moves, ignoring ends.
    fn moves(&self) -> &[Move];
    /// Returns `true` if a move is among the legal moves, ignoring ends.
    fn has(&self, mv: Move) -> bool;
    /// Returns the first end that applies: its name, and the winner.
    fn end(&self, history: Option<History>) -> Option<(&str, Option<Side>)>;
    /// Returns `true` if a side may still win, or either of them.
    fn can_win(&self, side: Option<Side>) -> bool;
    fn make(&mut self, mv: Move);
    fn unmake(&mut self) -> Option<Move>;
    /// Discards the moves that led here: they can't be unmade any more.
    fn forget(&mut self);
    fn fen(&self, clocks: Clocks) -> String;
    /// Returns a key that is equal for positions that are equal in everything that can still affect play.
    fn key(&self) -> u64;
    fn coordinates(&self, mv: Move) -> String;
    fn san(&self, mv: Move) -> String;
    fn matching(&self, text: &str) -> Vec<Move>;
    fn why_not(&self, from: Departure, to: Square) -> Option<String>;
    /// Returns the effect of a move.
    fn outline(&self, mv: Move) -> Outline;
    /// Returns moves of the position as values.
    fn describe_all(&self, moves: &[Move]) -> Vec<super::moves::Move>;
    /// Returns a move of the position as a value.
    fn describe(&self, mv: Move) -> super::moves::Move;
    /// Returns the kind of a move in a word, see [`Outline::name`].
    #[cfg_attr(not(feature = "tools"), allow(dead_code))]
    fn kind(&self, mv: Move) -> &'static str;
    /// Returns the type of the moving piece, and its type afterwards, if it is still there; `None` if no piece moves.
    fn mover(&self, mv: Move) -> Option<(TypeId, Option<TypeId>)>;
    /// Returns the number of idle plies after a move.
    fn idle_after(&self, mv: Move, idle: u32) -> u32;
    /// Returns the squares of the pieces that a move captures.
    fn taken(&self, mv: Move) -> Vec<Square>;
    /// Returns the announcement made with a move, if there is one.
    fn announcement(&self, mv: Move) -> Option<&str>;
    /// Describes the contents of the position's slots, in sentences, except for those in `left_out`.
    fn remembered(&self, left_out: &[InFen]) -> Vec<String>;
    fn perft(&self, depth: u32, bulk: bool) -> Result<u64, TooManyMoves>;
    /// Returns the rule that makes more legal moves than can be listed, if one does.
    fn overflow(&self) -> Option<TooManyMoves>;
    fn divide(&self, depth: u32, counting: Perft, progress: Progress<'_>) -> Divided;
    /// Discards the moves that led here: they can't be unmade any more, and [`go_home`](Self::go_home) returns to this position.
    fn settle(&mut self);
    /// Returns to the [settled](Self::settle) position, if there is one.
    fn go_home(&mut self);
    /// Replaces the moves of a list with the legal moves; with none if a rule ends the game.
    fn list_into(&self, list: &mut List);
    /// Makes a move of a list without updating the key.
    fn go(&mut self, mv: Move, changes: &[Entry]);
    /// Unmakes a move made by [`go`](Self::go); `false` if there is none.
    fn back(&mut self) -> bool;
    /// Returns `true` if a move has further effects.
    #[cfg(test)]
    fn is_followed(&self, mv: Move) -> bool;
    /// Returns the number of ordinary legal moves, and of those for which rules are called, see [`play::law`].
    #[cfg(feature = "verify")]
    fn calls(&self) -> [usize; 2];
    /// Checks the law of legality, see [`play::law`].
    #[cfg(feature = "verify")]
    fn breach(&self) -> Result<usize, String>;
    /// Returns `true` if static exchange evaluation gives the move at least this value, see [`search::see_at_least`].
    #[cfg(test)]
    fn see_at_least(&self, mv: Move, least: i32) -> bool;
    /// Returns `true` if the move may give check, as the search predicts without making it.
    #[cfg(test)]
    fn may_give_check(&self, mv: Move) -> bool;
    /// Searches for the best move, if the game is not over.
    fn think(&self, task: &Task<'_>, report: &mut dyn FnMut(&Found<'_>)) -> Thought;
    /// Returns the position as a training sample, if its value depends on nothing but the weights.
    fn sample(&self) -> Option<Sample>;
    /// Fits values to positions of the game.
    fn fit(&self, samples: Vec<Sample>, progress: &mut dyn FnMut(usize)) -> Fit;
    /// Returns the moves of a line, as far as they are legal.
    fn line(&self, moves: &[Move]) -> Vec<super::moves::Move>;
}

#[derive(Clone, Debug)]
pub(crate) struct CompiledPosition<B> {
    pub(super) tables: Arc<Tables<B>>,
    pub(super) state: State<B>,
    pub(super) made: Vec<(Move, Undo<B>)>,
    /// The legal moves, generated on first use.
    pub(super) listed: OnceLock<List>,
    /// The settled position to return to, if there is one.
    home: Option<Box<State<B>>>,
    pub(super) idle_resets: Arc<Resets>,
    /// The piece values, derived on first use.
    params: Arc<OnceLock<EvalParams<B>>>,
    /// The values that replace those derived from the rules.
    values: Arc<Values>,
    pub(super) handles: Arc<Handles>,
}

/// The rules of a game, with the tables compiled from them on first use.
#[derive(Debug)]
struct CompiledVariant<B> {
    rules: Arc<Rules>,
    values: Arc<Values>,
    /// An empty board of the game.
    empty: OnceLock<CompiledPosition<B>>,
    /// The arrangements that are start positions, if some are not.
    starts: OnceLock<Option<Arc<[u32]>>>,
}

impl<B: Bits> CompiledPosition<B> {
    /// Creates an empty board of a game.
    fn empty(tables: Tables<B>, values: Arc<Values>) -> Self {
        let idle_resets = Arc::new(tables.idle_resets());
        Self {
            state: tables.empty_state(),
            handles: Arc::new(Handles::of(&tables.rules)),
            tables: Arc::new(tables),
            made: Vec::new(),
            listed: OnceLock::new(),
            home: None,
            idle_resets,
            params: Arc::default(),
            values,
        }
    }

    /// Returns `true` if the right to capture in passing can still be used: now, or after moves made before the ordinary one.
    pub(super) fn passable(&self) -> bool {
        !self.state.slots.passed.squares.is_empty()
            && self.list().moves.iter().any(|&mv| self.tables.may_use_passed(&self.state, mv))
    }

    fn params(&self) -> &EvalParams<B> {
        self.params.get_or_init(|| EvalParams::new(&self.tables, &self.values))
    }

    /// Returns a copy without the moves that led here.
    fn apart(&self) -> Self {
        Self {
            tables: Arc::clone(&self.tables),
            state: self.state.fresh_copy(),
            made: Vec::new(),
            listed: self.listed.clone(),
            home: None,
            idle_resets: Arc::clone(&self.idle_resets),
            params: Arc::clone(&self.params),
            values: Arc::clone(&self.values),
            handles: Arc::clone(&self.handles),
        }
    }

    /// Returns the position with these pieces and this side to move, in which nothing is remembered.
    fn set_up(&self, pieces: impl Iterator<Item = (Square, Piece)>, side: Side) -> Self {
        let mut seat = self.clone();
        pieces.for_each(|(square, piece)| seat.state.change::<true>(&self.tables.keys, square, piece));
        seat.state.side = side;
        self.tables.freshen(&mut seat.state);
        seat
    }

    /// Returns the legal moves, ignoring ends; generated once.
    fn list(&self) -> &List {
        self.listed.get_or_init(|| {
            let mut list = List::with_room();
            play::legal_into(&self.tables, &self.state, &mut list);
            list
        })
    }

    /// Returns the positions of the last plies, this one last.
    fn past(&self, plies: usize) -> Vec<State<B>> {
        let mut state = self.state.clone();
        let mut past = vec![state.fresh_copy()];
        for (step, undo) in self.made.iter().rev().take(plies) {
            play::unmake::<B, true>(&self.tables, &mut state, *step, undo);
            past.push(state.fresh_copy());
        }
        past.reverse();
        past
    }

    /// Returns the effect of a legal move.
    pub(super) fn effect(&self, mv: Move) -> Effect<'_, B> {
        self.tables.effect(&self.state, self.changes(mv), mv)
    }

    /// Returns the changes that a legal move refers to.
    fn changes(&self, mv: Move) -> &[Entry] {
        if mv.needs_list() { &self.list().changes } else { &[] }
    }
}

/// Returns the game of some rules; its tables are compiled when they are first needed.
pub(crate) fn compiled<B: Bits>(rules: &Arc<Rules>) -> Arc<dyn ErasedVariant>
where
    dyn Rule: Lay<B>,
{
    Arc::new(CompiledVariant::<B> {
        rules: Arc::clone(rules),
        values: Arc::default(),
        empty: OnceLock::new(),
        starts: OnceLock::new(),
    })
}

impl<B: Bits> CompiledVariant<B>
where
    dyn Rule: Lay<B>,
{
    /// Returns an empty board.
    fn empty(&self) -> &CompiledPosition<B> {
        let compile = || CompiledPosition::empty(Tables::compile(&self.rules), Arc::clone(&self.values));
        self.empty.get_or_init(compile)
    }

    /// Returns the arrangements that meet the condition of random starts, if there is one.
    fn admitted(&self) -> Option<Arc<[u32]>> {
        let condition = self.rules.each().find_map(|rule| rule.start_condition())?;
        let condition = condition.map(B::narrowed);
        let starts = self.rules.starts.as_ref()?;
        let (array, geometry) = (&self.rules.array, &self.rules.geometry);
        let meets = |number: &u32| {
            let pieces = starts.arranged(*number, geometry, array);
            let seat = self.empty().set_up(pieces.into_iter(), Side::White);
            let (state, attacks, side) = (&seat.state, &seat.tables.attacks, Side::White);
            condition.holds_in_the_midst(&Midst {
                state,
                attacks,
                geometry,
                side,
                hand: None,
                ends: (None, None),
            })
        };
        Some((0..starts.count()).filter(meets).collect())
    }
}

impl<B: Bits> ErasedVariant for CompiledVariant<B>
where
    dyn Rule: Lay<B>,
{
    fn starts(&self) -> Option<&[u32]> {
        self.starts.get_or_init(|| self.admitted()).as_deref()
    }

    fn start(&self, number: Option<u32>, side: Side) -> Start {
        let (array, geometry) = (&self.rules.array, &self.rules.geometry);
        let numbered = |number| Some(self.rules.starts.as_ref()?.arranged(number, geometry, array));
        let pieces = number.and_then(numbered);
        let mut seat = self.empty().set_up(pieces.as_ref().unwrap_or(array).iter().copied(), side);
        seat.tables.deal(&mut seat.state);
        seat.tables.settle(&mut seat.state);
        (Box::new(seat), Clocks { idle: 0, number: 1 })
    }

    fn set_up(
        &self,
        pieces: &[(Square, TypeId, Side)],
        hands: &[(TypeId, Side, u8)],
        side: Side,
    ) -> Result<Start, usize> {
        let pieces = pieces.iter().map(|&(square, kind, side)| (square, Piece::new(kind, side)));
        let mut seat = self.empty().set_up(pieces, side);
        for (index, &(kind, side, number)) in hands.iter().enumerate() {
            if !seat.tables.hold(&mut seat.state, (kind, side), number) {
                return Err(index);
            }
        }
        self.empty().tables.settle(&mut seat.state);
        Ok((Box::new(seat), Clocks { idle: 0, number: 1 }))
    }

    fn position(&self, text: &str) -> Result<(Start, Vec<FenError>), FenError> {
        let Content { state, clocks, ignored } = fen::read(&self.empty().tables, text)?;
        let seat = CompiledPosition { state, ..self.empty().clone() };
        Ok(((Box::new(seat), clocks), ignored.into_iter().map(FenError::from).collect()))
    }

    fn bytes(&self) -> usize {
        self.empty().tables.bytes()
    }

    fn valued(&self, values: Arc<Values>) -> Arc<dyn ErasedVariant> {
        let empty = OnceLock::new();
        if let Some(known) = self.empty.get() {
            let valued =
                CompiledPosition { params: Arc::default(), values: Arc::clone(&values), ..known.clone() };
            empty.set(valued).expect("nothing has been set");
        }
        Arc::new(Self { rules: Arc::clone(&self.rules), values, empty, starts: self.starts.clone() })
    }
}

impl<B: Bits> ErasedPosition for CompiledPosition<B> {
    fn copy(&self) -> Box<dyn ErasedPosition> {
        Box::new(self.clone())
    }
    fn snapshot(&self) -> Box<dyn ErasedPosition> {
        Box::new(self.apart())
    }
    fn rules(&self) -> &Rules {
        &self.tables.rules
    }
    fn side(&self) -> Side {
        self.state.side
    }
    fn at(&self, square: Square) -> Option<(TypeId, Side)> {
        self.state.at(square).get()
    }
    fn obstacle(&self, square: Square) -> Option<Option<TypeId>> {
        let piece = self.state.at(square);
        (piece == Piece::WALL || piece.neutral_kind().is_some()).then(|| piece.neutral_kind())
    }
    fn attackers(&self, square: Square, by: Side) -> Vec<Square> {
        self.tables.attacks.captors(&self.state, square, by).squares().collect()
    }
    fn hand(&self, side: Side) -> Vec<(TypeId, u8)> {
        let Some((_, slot)) = self.tables.layout.hands() else { return Vec::new() };
        let types = 0..self.tables.rules.types.len() as TypeId;
        let held = types.map(|kind| (kind, slot.count(&self.state, side, kind)));
        held.filter(|(_, number)| *number > 0).collect()
    }
    fn counts_hands(&self) -> bool {
        self.tables.layout.hands().is_some()
    }
    fn piece_value(&self, kind: TypeId) -> i32 {
        self.params().piece_value(Piece::new(kind, Side::White))
    }
    fn promoted(&self) -> SquareSet {
        self.tables.layout.marked(self.state.extra())
    }
    fn checking(&self, since: &[u64]) -> [bool; 2] {
        self.tables.checking(since)
    }
    fn chasing(&self, occurrences: u32, plies: usize) -> [bool; 2] {
        match &self.tables.chase {
            Some(chase) if occurrences >= chase.times && plies <= self.made.len() => {
                play::chasing(&self.tables, &self.past(plies))
            }
            _ => [false; 2],
        }
    }
    fn royals(&self, side: Side) -> Vec<Square> {
        self.tables.attacks.royals_at_stake(&self.state, side).squares().collect()
    }
    fn in_check(&self) -> bool {
        self.tables.attacks.in_check(&self.state, self.state.side)
    }
    fn attacks_royal(&self, side: Side) -> bool {
        self.tables.attacks.in_check(&self.state, side)
    }
    fn moves(&self) -> &[Move] {
        &self.list().moves
    }
    fn has(&self, mv: Move) -> bool {
        self.list().moves.contains(&mv)
    }
    fn end(&self, history: Option<History>) -> Option<(&str, Option<Side>)> {
        let known = self.listed.get().map(|list| !list.moves.is_empty() || list.full.is_some());
        let ended = Judge::knowing(&self.tables, &self.state, history, known).end();
        ended.map(|(end, winner)| (end.name.as_str(), winner))
    }
    fn can_win(&self, side: Option<Side>) -> bool {
        play::can_win(&self.tables, &self.state, side)
    }
    fn make(&mut self, mv: Move) {
        let listed = self.listed.take();
        let list = match listed {
            Some(list) => list,
            None if mv.needs_list() => play::legal(&self.tables, &self.state),
            None => List::default(),
        };
        let undo = play::make::<B, true>(&self.tables, &mut self.state, mv, &list.changes);
        self.made.push((mv, undo));
    }
    fn unmake(&mut self) -> Option<Move> {
        let (mv, undo) = self.made.pop()?;
        self.listed.take();
        play::unmake::<B, true>(&self.tables, &mut self.state, mv, &undo);
        Some(mv)
    }
    fn forget(&mut self) {
        self.made.clear();
        self.state.forget();
    }
    fn fen(&self, clocks: Clocks) -> String {
        fen::write(&self.tables, &self.state, self.passable(), clocks)
    }
    fn key(&self) -> u64 {
        let mut effective = self.state.clone();
        effective.slots = self.tables.effective(&self.state, self.passable());
        self.tables.history_key(&effective)
    }
    fn coordinates(&self, mv: Move) -> String {
        notation::coordinates(&self.tables, &self.state, self.list(), mv)
    }
    fn san(&self, mv: Move) -> String {
        notation::san(&self.tables, &self.state, self.list(), mv)
    }
    fn matching(&self, text: &str) -> Vec<Move> {
        notation::matching(&self.tables, &self.state, self.list(), text)
    }
    fn why_not(&self, from: Departure, to: Square) -> Option<String> {
        play::why_not(&self.tables, &self.state, self.list(), (from, to))
    }
    fn outline(&self, mv: Move) -> Outline {
        self.outline_of(mv)
    }
    fn describe_all(&self, moves: &[Move]) -> Vec<super::moves::Move> {
        self.values_of(moves)
    }
    fn describe(&self, mv: Move) -> super::moves::Move {
        self.value_of(mv)
    }
    fn kind(&self, mv: Move) -> &'static str {
        self.tables.writing(mv).map_or("move", |writing| writing.name())
    }
    fn mover(&self, mv: Move) -> Option<(TypeId, Option<TypeId>)> {
        let (before, after) = (self.effect(mv).mover().0, mv.after);
        Some((before.get()?.0, after.get().map(|(kind, _)| kind)))
    }
    fn idle_after(&self, mv: Move, idle: u32) -> u32 {
        self.tables.idle_after(&self.effect(mv), &self.idle_resets, idle)
    }
    fn taken(&self, mv: Move) -> Vec<Square> {
        let stood = |(square, piece): (Square, Piece)| (self.state.at(square) == piece).then_some(square);
        self.effect(mv).taken().into_iter().filter_map(stood).collect()
    }
    #[cfg(test)]
    fn is_followed(&self, mv: Move) -> bool {
        self.effect(mv).has_followers()
    }
    fn announcement(&self, mv: Move) -> Option<&str> {
        if !self.tables.announces() {
            return None;
        }
        let mut after = self.state.fresh_copy();
        play::make::<B, false>(&self.tables, &mut after, mv, self.changes(mv));
        self.tables.words_said(&after, self.state.side, mv.announced())
    }
    fn remembered(&self, left_out: &[InFen]) -> Vec<String> {
        self.tables.memory_sentences(&self.state, left_out)
    }
    fn overflow(&self) -> Option<TooManyMoves> {
        self.list().full
    }
    fn perft(&self, depth: u32, bulk: bool) -> Result<u64, TooManyMoves> {
        play::perft(&self.tables, &mut self.state.clone(), depth, bulk)
    }
    fn divide(&self, depth: u32, counting: Perft, progress: Progress<'_>) -> Divided {
        play::divide(&self.tables, &self.state, depth, counting, progress)
    }
    fn settle(&mut self) {
        self.listed.take();
        (self.state, self.made) = (self.state.fresh_copy(), Vec::new());
        self.home = Some(Box::new(self.state.fresh_copy()));
    }
    fn go_home(&mut self) {
        if let Some(home) = &self.home {
            self.listed.take();
            self.state.become_as(home);
            self.made.clear();
        }
    }
    fn list_into(&self, list: &mut List) {
        if play::over(&self.tables, &self.state) {
            list.clear();
        } else {
            play::legal_into(&self.tables, &self.state, list);
        }
    }
    fn go(&mut self, mv: Move, changes: &[Entry]) {
        self.listed.take();
        let undo = play::make::<B, false>(&self.tables, &mut self.state, mv, changes);
        self.made.push((mv, undo));
    }
    fn back(&mut self) -> bool {
        let Some((mv, undo)) = self.made.pop() else { return false };
        self.listed.take();
        play::unmake::<B, false>(&self.tables, &mut self.state, mv, &undo);
        true
    }
    #[cfg(feature = "verify")]
    fn calls(&self) -> [usize; 2] {
        play::law::calls(&self.tables, &self.state)
    }
    #[cfg(feature = "verify")]
    fn breach(&self) -> Result<usize, String> {
        play::law::breach(&self.tables, &self.state)
    }
    #[cfg(test)]
    fn see_at_least(&self, mv: Move, least: i32) -> bool {
        search::see_at_least((&self.tables, self.params()), &self.state, mv, least)
    }
    #[cfg(test)]
    fn may_give_check(&self, mv: Move) -> bool {
        self.params().may_give_check(&self.tables, &self.state, mv)
    }
    fn think(&self, task: &Task<'_>, report: &mut dyn FnMut(&Found<'_>)) -> Thought {
        let past = match self.tables.chase {
            Some(_) => self.past(self.made.len().min(task.keys.len().saturating_sub(1))),
            None => Vec::new(),
        };
        search::think((&self.tables, self.params()), (&self.state, &past), task, report)
    }
    fn sample(&self) -> Option<Sample> {
        search::sample(&self.tables, self.params(), &self.state)
    }
    fn fit(&self, samples: Vec<Sample>, progress: &mut dyn FnMut(usize)) -> Fit {
        search::fit((&self.tables, self.params(), &self.values), samples, progress)
    }
    fn line(&self, moves: &[Move]) -> Vec<super::moves::Move> {
        let (mut ahead, mut line) = (self.apart(), Vec::new());
        for &mv in moves {
            if !ahead.has(mv) {
                break;
            }
            line.push(ahead.describe(mv));
            ahead.make(mv);
        }
        line
    }
}
