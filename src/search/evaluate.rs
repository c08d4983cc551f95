//! What a position is worth while it is not decided.

use super::values::{TERMS, Term};
use super::worth::{Pair, Worth};
use crate::board::Bits;
use crate::board::isa::{Isa, Job, dispatch};
use crate::model::men::Side;
use crate::state::{Board, State};
use crate::tables::Tables;
use crate::walk::{How, Step};

/// Beyond the window by so much, what is dear to compute can't matter.
const LAZY: i32 = 320;

/// What men and their places come to, for White, kept in step with the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Balance {
    pub(super) sum: Pair,
    pub(super) force: i32,
}

impl Balance {
    /// Worked out from nothing.
    pub(super) fn of<B: Bits>(worth: &Worth<B>, state: &State<B>) -> Self {
        let mut balance = Self::default();
        for square in state.occupied().squares() {
            let man = state.at(square);
            balance.sum += worth.place(man, square);
            balance.force += worth.force(man);
        }
        balance
    }

    /// After a step that moves one man and takes at most one; `None` of any other.
    #[inline(always)]
    pub(super) fn after<B: Bits>(self, worth: &Worth<B>, state: &State<B>, step: Step) -> Option<Self> {
        if step.how != How::Move {
            return None;
        }
        let (mut after, before) = (self, state.at(step.from));
        if step.takes() {
            let taken = state.at(step.take);
            after.sum -= worth.place(taken, step.take);
            after.force -= worth.force(taken);
        }
        after.sum -= worth.place(before, step.from);
        after.sum += worth.place(step.after, step.to);
        if before != step.after {
            after.force += worth.force(step.after) - worth.force(before);
        }
        Some(after)
    }
}

struct Terms<'a, B> {
    tables: &'a Tables<B>,
    worth: &'a Worth<B>,
    state: &'a State<B>,
}

/// Where what the terms come to is entered: their sum for playing, each by itself for tuning.
pub(super) trait Ledger: Default {
    /// So much of a term for White, or against if `sign` is negative.
    fn enter(&mut self, term: Term, pair: Pair, sign: i32);
}

impl Ledger for Pair {
    #[inline(always)]
    fn enter(&mut self, _: Term, pair: Pair, sign: i32) {
        *self += pair.times(sign);
    }
}

impl Ledger for [Pair; TERMS] {
    fn enter(&mut self, term: Term, pair: Pair, sign: i32) {
        self[term as usize] += pair.times(sign);
    }
}

struct Entered<'a, B, L>(Terms<'a, B>, std::marker::PhantomData<L>);

impl<B: Bits, L: Ledger> Job for Entered<'_, B, L> {
    type Output = L;
    #[inline(always)]
    fn run<I: Isa>(self) -> L {
        let terms = self.0;
        let mut ledger = L::default();
        let struck = Side::BOTH.map(|side| terms.struck(side));
        for side in Side::BOTH {
            let (own, others) = (struck[side.index()], struck[side.other().index()]);
            terms.side::<I, L>(side, own, others, &mut ledger);
        }
        ledger
    }
}

/// What is dear to compute, for White.
#[inline(always)]
pub(super) fn terms<B: Bits, L: Ledger>(tables: &Tables<B>, worth: &Worth<B>, state: &State<B>) -> L {
    dispatch(Entered(Terms { tables, worth, state }, std::marker::PhantomData))
}

impl<B: Bits> Terms<'_, B> {
    /// Where the men of a side that promote could take.
    #[inline(always)]
    fn struck(&self, side: Side) -> B {
        let Some(&id) = self.worth.promoters.first() else { return B::NONE };
        let (men, strikes) =
            (self.state.of(id, side) & !self.state.memory.waiting, &self.worth.strikes[side.index()]);
        men.squares().fold(B::NONE, |set, from| set | strikes[usize::from(from)])
    }

    /// Freedom of one side's men, what they do to the enemy's royal man, and what keeps their own; `struck` is where its men that
    /// promote could take, `risky` where the enemy's could.
    #[inline(always)]
    fn side<I: Isa, L: Ledger>(&self, side: Side, struck: B, risky: B, ledger: &mut L) {
        let (state, worth) = (self.state, self.worth);
        let (own, enemy) = (state.side(side), state.side(side.other()));
        let board = Board { own, enemy, unmoved: B::NONE };
        let attacks = &self.tables.attacks;
        let sign = if side == Side::White { 1 } else { -1 };
        let mut enter = |term: Term, pair: Pair| ledger.enter(term, pair, sign);
        let each = |term: Term, times: u32| worth.terms[term as usize].times(times as i32);
        let (mut ours, mut near) = (B::NONE, B::NONE);
        if worth.royal {
            ours = attacks.royals(state, side);
            let theirs = attacks.royals(state, side.other());
            if !theirs.is_empty() {
                near = worth.near[usize::from(theirs.first())];
            }
        }
        let (mut freedom, mut hits, mut hitters) = (0, 0, 0);
        for (kind, value) in self.tables.kinds[side.index()].iter().zip(&worth.types) {
            if value.royal || value.promotes {
                continue;
            }
            for from in (state.like(kind.content) & !state.memory.waiting).squares() {
                let targets = kind.targets::<I>(from, board);
                freedom += (targets & !risky).count() as i32 * value.freedom;
                let hit = (targets & near).count() as i32;
                hits += hit * (value.man + 150);
                hitters += i32::from(hit > 0);
            }
        }
        enter(Term::Freedom, worth.percent(Term::Freedom, freedom / 4));
        enter(Term::Pressure, worth.percent(Term::Pressure, (hits / 100 * hitters * 2).min(450)));
        if !ours.is_empty() {
            let guards = (worth.near[usize::from(ours.first())] & own).count().min(6);
            enter(Term::Shelter, each(Term::Shelter, guards));
        }
        if let Some(&id) = worth.promoters.first() {
            let (like, strong) = (state.of(id, side), own & !state.of(id, side) & !ours);
            enter(Term::Chained, each(Term::Chained, (like & struck).count()));
            enter(Term::Guarded, each(Term::Guarded, (strong & struck).count()));
            enter(Term::Threatened, each(Term::Threatened, (strong & risky).count()));
            let rivals = state.of(id, side.other());
            let (stoppers, free) = (&worth.stoppers[side.index()], &worth.free[side.index()]);
            for from in (state.of(id, side) & !state.memory.waiting).squares() {
                if !stoppers[usize::from(from)].meets(rivals) {
                    enter(Term::Unstopped, free[usize::from(from)]);
                }
            }
        }
    }
}

/// The value of a position for the side to move; at its bounds when far outside the window.
pub(super) fn evaluate<B: Bits>(
    (tables, worth): (&Tables<B>, &Worth<B>),
    state: &State<B>,
    balance: Balance,
    (alpha, beta): (i32, i32),
    idle: u32,
) -> i32 {
    let sign = if state.side == Side::White { 1 } else { -1 };
    let force = balance.force.clamp(0, worth.full);
    let taper = |pair: Pair| (pair.mid * force + pair.end * (worth.full - force)) / worth.full;
    let mut sum = balance.sum;
    let rough = sign * taper(sum);
    if rough + LAZY > alpha && rough - LAZY < beta {
        sum += terms::<B, Pair>(tables, worth, state);
    }
    let mut value = taper(sum);
    value += hunt(tables, worth, state, balance, value);
    if let Some(limit) = worth.idle.filter(|limit| idle * 2 > *limit) {
        value = value * (limit.saturating_sub(idle) as i32) * 2 / limit as i32;
    }
    sign * value + 8
}

/// Who is far ahead near the end drives the other's royal man to the edge and comes near, or takes his last men.
#[inline(always)]
pub(super) fn hunt<B: Bits>(
    tables: &Tables<B>,
    worth: &Worth<B>,
    state: &State<B>,
    balance: Balance,
    value: i32,
) -> i32 {
    if value.abs() < 250 || balance.force * 2 > worth.full {
        return 0;
    }
    let (hunter, sign) = if value > 0 { (Side::White, 1) } else { (Side::Black, -1) };
    let mut more = 0;
    if let Some(bare) = worth.bare {
        let left = state.side(hunter.other()).count().saturating_sub(bare);
        more += 120 / (1 + left as i32);
    }
    if worth.royal {
        let [ours, theirs] = [hunter, hunter.other()].map(|side| tables.attacks.royals(state, side));
        if !ours.is_empty() && !theirs.is_empty() {
            let place = |square: u8| (i32::from(square) % worth.files, i32::from(square) / worth.files);
            let ((x, y), (u, v)) = (place(ours.first()), place(theirs.first()));
            more += 6 * (14 - (x - u).abs().max((y - v).abs()) - ((x - u).abs() + (y - v).abs()) / 2);
            more += 2 * sign * worth.place(state.at(theirs.first()), theirs.first()).end;
        }
    }
    sign * more
}
