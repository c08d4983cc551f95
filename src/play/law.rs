//! The law that legality told beforehand and legality found by making every move agree; for tests.
//!
//! Masks and doubt are two ways to the same moves: whatever is put in doubt besides, the moves stay. Every move of every kind, castling
//! and chains included, leaves the royal pieces of its side safe, and no castling that the rules allow is missing.

use std::cell::Cell;

use super::generate::movements;
use super::{legal, make};
use crate::board::isa::Portable;
use crate::board::{Bits, U256};
use crate::moves::{Move, TurnPart};
use crate::state::{State, split_mix};
use crate::tables::Tables;
use crate::walk::Danger;

/// What is wrong with the steps of men's movements in a position: one that leaves a royal man attacked, or a safe one that is missing.
/// Gives how many steps were left out as unsafe, too.
pub(crate) fn breach<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<usize, String> {
    let (us, board) = (state.side, state.board());
    let (barred, still, by_loss) = match &tables.special {
        Some(special) => (
            special.barred(&tables.attacks, state),
            special.immobile(state),
            special.captures_are_doubtful(state),
        ),
        None => (B::NONE, B::NONE, false),
    };
    let safe = |step: Move| {
        let mut after = state.fresh_copy();
        make::<B, false>(tables, &mut after, step, &[]);
        !tables.attacks.in_check(&after, us)
    };
    let words = |step: Move| {
        let name = |square| tables.rules.geometry.name(square);
        format!("{}-{}", name(step.from), name(step.to))
    };
    jumps_at_once(tables, state)?;
    effects(tables, state)?;
    doubts(tables, state)?;
    made_up(tables, state)?;
    let listed = movements(tables, state);
    if let Some(&step) = listed.iter().find(|&&step| !(safe(step) || by_loss && step.takes())) {
        return Err(format!("{} leaves a royal piece attacked", words(step)));
    }
    let mut unsafe_steps = 0;
    for kind in &tables.kinds[us.index()] {
        for from in (state.like(kind.content) & !still).squares() {
            let targets = kind.targets::<Portable>(from, board) & !barred & !kind.spared(state);
            for to in targets.squares() {
                let known = |step: &&Move| step.is_plain() && (step.from, step.to) == (from, to);
                let take = if board.enemy.has(to) { to } else { from };
                let step = Move::plain(from, to, take, kind.content);
                match listed.iter().find(known) {
                    Some(_) => {}
                    None if safe(step) => return Err(format!("{} is missing", words(step))),
                    None => unsafe_steps += 1,
                }
            }
        }
    }
    Ok(unsafe_steps)
}

thread_local! {
    /// The squares that moves from and to are in doubt besides, as a seed for random ones; 0 for none.
    static DOUBT: Cell<u64> = const { Cell::new(0) };
}

/// The danger with more moves in doubt, if the test at hand wants it.
pub(super) fn doubted<B: Bits>(mut danger: Danger<B>) -> Danger<B> {
    let mut seed = DOUBT.get();
    if seed != 0 {
        let mut set = || {
            let words = std::array::from_fn(|_| split_mix(&mut seed) & split_mix(&mut seed));
            B::from_wide(U256::from_words(words))
        };
        danger.doubt_from |= set();
        danger.doubt_to |= set();
    }
    danger
}

/// A move that is legal or not by what is in doubt.
fn doubts<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<(), String> {
    let sorted = || {
        let mut steps = movements(tables, state);
        steps.sort_by_key(|step| (step.from, step.to, step.take, step.after, step.mark()));
        steps
    };
    let certain = sorted();
    for seed in 1..=2 {
        DOUBT.set(state.key(&tables.keys).wrapping_add(seed) | 1);
        let doubtful = sorted();
        DOUBT.set(0);
        if doubtful != certain {
            return Err(format!("by masks {certain:?}, in doubt {doubtful:?}"));
        }
    }
    Ok(())
}

/// A move of any kind that leaves a royal piece of its side attacked, or a castling that is allowed and missing.
fn made_up<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<(), String> {
    let list = legal(tables, state);
    let safe = |step: Move| {
        let mut after = state.fresh_copy();
        make::<B, false>(tables, &mut after, step, &list.changes);
        !tables.attacks.in_check(&after, state.side)
    };
    let unsafe_one = list.steps.iter().find(|step| step.part() == TurnPart::Move && !safe(**step));
    if let Some(step) = unsafe_one {
        return Err(format!("{step:?} leaves a royal piece attacked"));
    }
    let ordinary = movements(tables, state);
    for step in tables.made_up_by_squares(state) {
        if safe(step) != ordinary.contains(&step) {
            return Err(format!("castling {step:?} is legal: {}", safe(step)));
        }
    }
    Ok(())
}

/// A legal move whose effect is not what making it does to the board.
fn effects<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<(), String> {
    let list = legal(tables, state);
    for &step in &list.steps {
        let mut after = state.fresh_copy();
        make::<B, false>(tables, &mut after, step, &list.changes);
        let effect = tables.effect(state, &list.changes, step);
        let mut said: Vec<_> = effect.changes().iter().map(|c| (c.square, c.before, c.after)).collect();
        said.retain(|(_, before, after)| before != after);
        said.sort_unstable();
        let squares = tables.rules.geometry.every();
        let done: Vec<_> = squares
            .map(|square| (square, state.at(square), after.at(square)))
            .filter(|(_, before, after)| before != after)
            .collect();
        if said != done {
            return Err(format!("{step:?} does {done:?}, and its effect says {said:?}"));
        }
        let taken = effect.taken();
        if taken.iter().any(|&(square, piece)| piece.is_empty() || state.at(square) != piece) {
            return Err(format!("{step:?} takes {taken:?}"));
        }
    }
    Ok(())
}

/// What is wrong with whether some man can jump, as it is told of all men at once: not what is found man by man.
fn jumps_at_once<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<(), String> {
    let (jumpers, board) = (tables.attacks.jumpers(state.side), state.board());
    let mut any = false;
    for (id, jumps) in jumpers.types() {
        for from in state.of(*id, state.side).squares() {
            let occupied = (board.own | board.enemy) & !B::bit(from);
            jumps.from(from, occupied, board.enemy, |_| any = true);
        }
    }
    match jumpers.can_jump(state) == any {
        true => Ok(()),
        false => Err(format!("some piece can jump: {any}")),
    }
}
