//! Move ordering: the moves most likely to be best come first.

use super::exchange::{moving, see_at_least};
use super::histories::{Histories, Made};
use super::params::EvalParams;
use crate::board::Bits;
use crate::model::pieces::Piece;
use crate::moves::{Effect, List, Move, TurnPart};
use crate::state::State;
use crate::tables::Tables;

/// The ranks of the kinds of moves; within each kind, better moves rank higher.
const BEST: i32 = 1 << 30;
const FORCED: i32 = 1 << 26;
const TAKES: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const LOSES: i32 = -(1 << 24);
/// The distance between two kinds: larger than any difference within one.
pub(super) const APART: i32 = 1 << 20;
/// The loss up to which an exchange still counts as even.
const EVEN: i32 = 60;

/// The index of a move in a list, with its rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) rank: i32,
    pub(super) index: u32,
}

/// Moves the highest-ranked of the remaining moves to the front of them.
#[inline]
fn pick(ranked: &mut [Ranked], from: usize) -> Ranked {
    let mut best = from;
    for index in from + 1..ranked.len() {
        if ranked[index].rank > ranked[best].rank {
            best = index;
        }
    }
    ranked.swap(from, best);
    ranked[from]
}

/// The value of the pieces that a move takes off the board.
#[inline(always)]
pub(super) fn prize<B: Bits>(params: &EvalParams<B>, effect: &Effect<'_, B>) -> i32 {
    if effect.has_followers() {
        return balance(params, effect) - promotion(params, effect);
    }
    let mut prize = 0;
    effect.each_taken(|_, piece| prize += params.piece_value(piece));
    prize
}

/// The value that the mover gains on the board by all changes of a move together.
pub(super) fn balance<B: Bits>(params: &EvalParams<B>, effect: &Effect<'_, B>) -> i32 {
    let us = effect.side();
    let value = |piece: Piece| {
        let value = params.piece_value(piece);
        if piece.is_owned() && piece.side() != us { -value } else { value }
    };
    let mut balance = 0;
    effect.each_change(|change| balance += value(change.after) - value(change.before));
    balance
}

/// The gain of a piece in value by becoming another.
#[inline(always)]
pub(super) fn promotion<B: Bits>(params: &EvalParams<B>, effect: &Effect<'_, B>) -> i32 {
    let (before, after) = (effect.mover().0, effect.mv().after);
    if before.is_empty() { 0 } else { params.piece_value(after) - params.piece_value(before) }
}

/// Returns `true` if the move is quiet: an ordinary move that neither captures nor promotes.
#[inline(always)]
pub(super) fn is_quiet<B: Bits>(effect: &Effect<'_, B>) -> bool {
    effect.part() == TurnPart::Move && !effect.takes() && !effect.promotes()
}

/// The inputs to move ordering in a position.
pub(super) struct Ranking<'a, B> {
    pub(super) params: &'a EvalParams<B>,
    pub(super) state: &'a State<B>,
    pub(super) histories: &'a Histories,
    pub(super) tables: &'a Tables<B>,
    pub(super) list: &'a List,
    /// The best known move, as packed in the transposition table; 0 if there is none.
    pub(super) best: u32,
    pub(super) killers: [Option<Move>; 2],
    /// The preceding moves, the most recent first.
    pub(super) before: [Made; 2],
}

impl<B: Bits> Ranking<'_, B> {
    pub(super) fn rank(&self, mv: Move) -> i32 {
        if self.best != 0 && mv.mark() == self.best {
            return BEST;
        }
        let (params, state) = (self.params, self.state);
        let effect = self.tables.effect(state, &self.list.changes, mv);
        let gain = prize(params, &effect) + promotion(params, &effect);
        if mv.part() == TurnPart::Prelude {
            return FORCED + gain;
        }
        let piece = moving(state, mv);
        if mv.takes() {
            let histories = self.histories.taking(piece, mv, state.at(mv.take)) / 8;
            return TAKES + gain * 8 - params.piece_value(piece) / 16 + histories;
        }
        if gain != 0 {
            return if gain > 0 { TAKES + gain * 8 } else { LOSES };
        }
        match self.killers.iter().position(|killer| *killer == Some(mv)) {
            Some(which) => KILLER + 1 - which as i32,
            None => self.histories.quiet(piece, mv, self.before),
        }
    }

    /// Ranks all moves of a list.
    pub(super) fn all(&self, ranked: &mut Vec<Ranked>) {
        ranked.clear();
        let each = self.list.moves.iter().enumerate();
        ranked.extend(each.map(|(index, &mv)| Ranked { rank: self.rank(mv), index: index as u32 }));
    }
}

/// Moves the next of the ranked moves to the front of the rest, from an index on. A capture that turns out to lose material goes behind all
/// others first.
#[inline]
pub(super) fn next<B: Bits>(
    values: (&Tables<B>, &EvalParams<B>),
    state: &State<B>,
    moves: &[Move],
    ranked: &mut [Ranked],
    number: usize,
) -> Ranked {
    loop {
        let found = pick(ranked, number);
        let takes = (TAKES - APART..FORCED).contains(&found.rank);
        if !takes || see_at_least(values, state, moves[found.index as usize], -EVEN) {
            return found;
        }
        ranked[number].rank += LOSES - TAKES;
    }
}

/// Returns `true` if a move of this rank is the one from the transposition table.
#[inline]
pub(super) fn is_known(rank: i32) -> bool {
    rank == BEST
}

/// Returns `true` if a move of this rank loses material.
#[inline]
pub(super) fn is_losing(rank: i32) -> bool {
    rank < -APART
}
