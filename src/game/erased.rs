//! The one place where the width of the board is erased.

use std::fmt::Debug;
use std::sync::Arc;

use super::session::PositionError;
use crate::board::{Bits, Square};
use crate::model::men::{Side, TypeId};
use crate::play::fen::{self, Clocks};
use crate::play::{self, History, Judge, Undo, notation};
use crate::state::State;
use crate::tables::Tables;
use crate::walk::Step;

/// Compiled tables of some width: where games come from.
pub(crate) trait Table: Debug + Send + Sync {
    fn start(&self, side: Side) -> (Box<dyn Board>, Clocks);
    fn position(&self, fen: &str) -> Result<(Box<dyn Board>, Clocks), PositionError>;
    fn bytes(&self) -> usize;
}

/// A position of some width, with the steps that led to it.
pub(crate) trait Board: Debug + Send + Sync {
    fn copy(&self) -> Box<dyn Board>;
    fn side(&self) -> Side;
    fn at(&self, square: Square) -> Option<(TypeId, Side)>;
    fn in_check(&self) -> bool;
    /// Legal steps, ends aside.
    fn steps(&self) -> Vec<Step>;
    /// The first end that holds: its name, and who has won.
    fn end(&self, history: Option<History>) -> Option<(&str, Option<Side>)>;
    fn make(&mut self, step: Step);
    fn unmake(&mut self) -> Option<Step>;
    fn fen(&self, clocks: Clocks) -> String;
    /// A key that is equal where everything that can still change play is.
    fn key(&self) -> u64;
    fn coordinates(&self, step: Step) -> String;
    fn san(&self, steps: &[Step], step: Step) -> String;
    fn matching(&self, steps: &[Step], text: &str) -> Vec<Step>;
    fn why_not(&self, from: Square, to: Square) -> String;
    fn is_castling(&self, step: Step) -> bool;
    /// Whether the step resets the count of idle plies.
    fn resets_idle(&self, step: Step) -> bool;
    fn perft(&self, depth: u32, bulk: bool) -> u64;
    fn divide(&self, depth: u32, threads: usize, bulk: bool) -> Vec<(Step, u64)>;
    /// Checks that what is kept in step is: for tests.
    fn consistent(&self) -> bool;
}

#[derive(Clone, Debug)]
pub(crate) struct Seat<B> {
    tables: Arc<Tables<B>>,
    state: State<B>,
    made: Vec<(Step, Undo<B>)>,
    idle_resets: Arc<(bool, Vec<TypeId>)>,
}

/// Tables, and the array they start from.
#[derive(Debug)]
struct Origin<B> {
    empty: Seat<B>,
}

impl<B: Bits> Seat<B> {
    pub(crate) fn table(tables: Tables<B>) -> Arc<dyn Table> {
        let idle_resets = Arc::new(tables.idle_resets());
        let empty = Self { tables: Arc::new(tables), state: State::empty(), made: Vec::new(), idle_resets };
        Arc::new(Origin { empty })
    }

    fn passable(&self) -> bool {
        !self.state.slots.passed.squares.is_empty()
            && play::legal(&self.tables, &self.state).iter().any(|step| step.takes() && step.take != step.to)
    }
}

impl<B: Bits> Table for Origin<B> {
    fn start(&self, side: Side) -> (Box<dyn Board>, Clocks) {
        let mut seat = self.empty.clone();
        let tables = &self.empty.tables;
        for &(square, man) in &tables.rules.array {
            seat.state.change::<true>(&tables.keys, square, man);
        }
        seat.state.side = side;
        seat.state.slots.unmoved = tables.fresh_unmoved(&seat.state);
        seat.state.slots.castlers = tables.fresh_castlers(&seat.state);
        (Box::new(seat), Clocks { idle: 0, number: 1 })
    }

    fn position(&self, text: &str) -> Result<(Box<dyn Board>, Clocks), PositionError> {
        let (state, clocks) = fen::read(&self.empty.tables, text).map_err(|fault| PositionError {
            range: fault.range,
            message: fault.message,
            help: fault.help,
        })?;
        Ok((Box::new(Seat { state, ..self.empty.clone() }), clocks))
    }

    fn bytes(&self) -> usize {
        self.empty.tables.bytes()
    }
}

impl<B: Bits> Board for Seat<B> {
    fn copy(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
    fn side(&self) -> Side {
        self.state.side
    }
    fn at(&self, square: Square) -> Option<(TypeId, Side)> {
        self.state.at(square).get()
    }
    fn in_check(&self) -> bool {
        self.tables.attacks.in_check(&self.state, self.state.side)
    }
    fn steps(&self) -> Vec<Step> {
        play::legal(&self.tables, &self.state)
    }
    fn end(&self, history: Option<History>) -> Option<(&str, Option<Side>)> {
        let judge = Judge::new(&self.tables, &self.state, history);
        judge.end().map(|end| (end.name.as_str(), judge.winner(end.verdict)))
    }
    fn make(&mut self, step: Step) {
        let undo = play::make::<B, true>(&self.tables, &mut self.state, step);
        self.made.push((step, undo));
    }
    fn unmake(&mut self) -> Option<Step> {
        let (step, undo) = self.made.pop()?;
        play::unmake::<B, true>(&self.tables, &mut self.state, step, undo);
        Some(step)
    }
    fn fen(&self, clocks: Clocks) -> String {
        fen::write(&self.tables, &self.state, self.passable(), clocks)
    }
    fn key(&self) -> u64 {
        let mut effective = self.state.clone();
        effective.slots = self.tables.effective(effective.slots, self.passable());
        effective.key(&self.tables.keys)
    }
    fn coordinates(&self, step: Step) -> String {
        notation::coordinates(&self.tables, &self.state, step)
    }
    fn san(&self, steps: &[Step], step: Step) -> String {
        notation::san(&self.tables, &self.state, steps, step)
    }
    fn matching(&self, steps: &[Step], text: &str) -> Vec<Step> {
        notation::matching(&self.tables, &self.state, steps, text)
    }
    fn why_not(&self, from: Square, to: Square) -> String {
        play::why_not(&self.tables, &self.state, from, to)
    }
    fn is_castling(&self, step: Step) -> bool {
        self.tables.castling(step).is_some()
    }
    fn resets_idle(&self, step: Step) -> bool {
        let (captures, types) = &*self.idle_resets;
        *captures && step.takes() || types.contains(&self.state.at(step.from).kind())
    }
    fn perft(&self, depth: u32, bulk: bool) -> u64 {
        play::perft(&self.tables, &mut self.state.clone(), depth, bulk)
    }
    fn divide(&self, depth: u32, threads: usize, bulk: bool) -> Vec<(Step, u64)> {
        play::divide(&self.tables, &self.state, depth, threads, bulk)
    }
    fn consistent(&self) -> bool {
        self.state.key(&self.tables.keys) == self.state.key_from_scratch(&self.tables.keys)
    }
}
