//! Rules beyond moving one man a turn.

use super::Tables;
use crate::board::Bits;
use crate::feature::capture::{Compulsory, Taking};
use crate::feature::declaration::Declaration;
use crate::feature::promotion::Waits;
use crate::feature::turn::{self, Turn};
use crate::model::men::{Piece, Side};
use crate::rules::Rules;
use crate::state::State;
use crate::walk::{Attacks, Move, MoveKind};

/// What a game needs that remembers more than where men stand and whether they have moved.
#[derive(Clone, Debug)]
pub(crate) struct Special<B> {
    pub(crate) turn: Turn,
    /// Lost men and men that wait.
    pub(crate) waits: Option<Waits<B>>,
    pub(crate) taking: Taking<B>,
    /// Declarations the mover must make.
    pub(crate) declared: Box<[Declaration]>,
    /// Which positions need their steps listed and looked at one by one, apart from those with something due.
    listed: Listed,
    /// Whether there is anything to remember beside where men stand.
    remembers: bool,
    /// Whether nothing follows a step but the other side's turn.
    plain: bool,
}

/// Which positions need their steps listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listed {
    /// Only those with something due.
    Due,
    /// Those where a man can jump: every capture is a jump, so that elsewhere no duty to take bears.
    Jumps,
    All,
}

impl<B: Bits> Special<B> {
    /// The special rules of a game, if it has any.
    pub(super) fn compile(rules: &Rules) -> Option<Self> {
        let waits = rules.promotion.as_ref().and_then(|promotion| promotion.waits());
        let declared: Box<[Declaration]> =
            rules.declarations.iter().filter(|declaration| declaration.by_mover).cloned().collect();
        let moves = || rules.types.iter().flat_map(|kind| &kind.movement.moves);
        let jumps = moves().any(|m| !m.jumps.is_empty());
        let by_jumps_only = moves().all(|m| !m.capture || m.courses.is_empty()) && rules.en_passant.is_none();
        let duty = rules.capture.compulsory != Compulsory::Free || rules.capture.is_most();
        let checks = rules.castling.as_ref().is_some_and(|castling| !castling.lost_by_check.is_empty());
        let listed = match (jumps || duty, by_jumps_only) {
            _ if !declared.is_empty() => Listed::All,
            (true, false) => Listed::All,
            (true, true) => Listed::Jumps,
            (false, _) => Listed::Due,
        };
        let remembers = waits.is_some()
            || !declared.is_empty()
            || rules.turn.has_programme()
            || rules.capture.compulsory == Compulsory::Huff;
        (listed != Listed::Due || remembers || checks).then(|| Self {
            turn: rules.turn.clone(),
            waits,
            taking: rules.capture.compile(),
            declared,
            listed,
            remembers,
            plain: !remembers && !checks,
        })
    }

    /// Whether this position's steps must be listed and looked at one by one.
    #[inline(always)]
    pub(crate) fn concerns(&self, attacks: &Attacks<B>, state: &State<B>) -> bool {
        self.listed == Listed::All
            || self.remembers && self.is_pending(state)
            || self.listed == Listed::Jumps && attacks.jumpers(state.side).can_jump(state)
    }

    /// Whether what is remembered bears on this position's steps.
    #[inline(always)]
    fn is_pending(&self, state: &State<B>) -> bool {
        !state.memory.offenders.is_empty()
            || self.turn.stage(&state.memory, state.side).is_some()
            || self.waits.as_ref().is_some_and(|waits| waits.is_due(state) || waits.promotes_by_loss(state))
    }

    /// Whether steps are made as in any game: a turn is one step, with nothing to remember.
    #[inline(always)]
    pub(crate) fn makes_plainly(&self) -> bool {
        self.plain
    }

    /// Whether the steps of this position are those of any game, and no duty to take can bear on the next ones.
    pub(crate) fn is_calm(&self, attacks: &Attacks<B>, state: &State<B>) -> bool {
        self.listed == Listed::Due && !self.concerns(attacks, state)
    }

    /// Whether steps that take nothing are of no use where a man can jump.
    pub(crate) fn only_jumps(&self) -> bool {
        self.listed == Listed::Jumps && self.taking.compulsory == Compulsory::Strict
    }

    /// Saves what a step may change beside where men stand.
    #[inline(always)]
    pub(crate) fn save(&self, state: &mut State<B>) {
        if self.remembers {
            state.save();
        }
        if self.waits.is_some() {
            state.save_pools();
        }
    }

    /// Puts back what [`save`](Self::save) saved.
    #[inline(always)]
    pub(crate) fn recall(&self, state: &mut State<B>) {
        if self.remembers {
            state.recall();
        }
        if self.waits.is_some() {
            state.recall_pools();
        }
    }

    /// Men that can't be taken now: immune ones, ones attacked in silence, and royal ones, which a promotion in place or an
    /// earlier step of the same turn may have left attacked.
    #[inline]
    pub(crate) fn barred(&self, attacks: &Attacks<B>, state: &State<B>) -> B {
        let immune = self.waits.as_ref().map_or(B::NONE, |waits| waits.immune(state));
        immune | state.memory.silent[state.side.index()] | attacks.royals(state, state.side.other())
    }

    /// Men that can't move now.
    #[inline]
    pub(crate) fn immobile(&self, state: &State<B>) -> B {
        self.waits.as_ref().map_or(B::NONE, |waits| waits.immobile(state))
    }

    /// Whether who fails to take is huffed.
    pub(crate) fn huffs(&self) -> bool {
        self.taking.compulsory == Compulsory::Huff
    }

    /// Whether captures are compulsory outright, so that where there is one no other step is legal.
    pub(crate) fn is_strict(&self) -> bool {
        self.taking.compulsory == Compulsory::Strict
    }

    /// Whether a step after which the position is `state` may be made in silence or with a warning.
    pub(crate) fn warns(&self, attacks: &Attacks<B>, state: &State<B>, by: Side) -> bool {
        state.side != by && !self.attacked(attacks, state, by).is_empty()
    }

    /// The enemy men whose attack by a side is to be declared.
    fn attacked(&self, attacks: &Attacks<B>, state: &State<B>, by: Side) -> B {
        self.declared.iter().fold(B::NONE, |men, declaration| men | declaration.attacked(attacks, state, by))
    }

    /// The men of the side to move that a step leaves offending if it takes nothing; asked before the step.
    pub(crate) fn takers(&self, tables: &Tables<B>, state: &State<B>, step: Move) -> B {
        if !self.huffs() || !step.is_ordinary() || step.takes() {
            return B::NONE;
        }
        if self.listed == Listed::Jumps && !tables.attacks.jumpers(state.side).can_jump(state) {
            return B::NONE;
        }
        let kinds = &tables.kinds[state.side.index()];
        let kept = (self.barred(&tables.attacks, state), self.immobile(state));
        self.taking.takers(&tables.attacks, state, kinds, kept)
    }

    /// What follows the changes of a step of a man that was `before`, taking `taken` and touching `touched`; `true` if that
    /// ended the turn.
    pub(crate) fn follow<const KEYED: bool>(
        &self,
        tables: &Tables<B>,
        state: &mut State<B>,
        step: Move,
        (before, taken, touched, takers): (Piece, &[Piece], B, B),
    ) -> bool {
        if self.remembers {
            state.memory.touch(touched);
            state.memory.offenders = B::NONE;
        }
        if step.how == MoveKind::Plain {
            tables.react(state, step);
        }
        if let Some(waits) = &self.waits {
            waits.react::<KEYED>(&tables.keys, state, step, before, taken);
        }
        if self.turn.goes_on(state, step, before) {
            return false;
        }
        if self.huffs() && step.is_ordinary() {
            state.memory.offenders = self.offenders(tables, state, step, takers);
        }
        self.end_turn(tables, state, step);
        true
    }

    /// The men that failed to take, where they now stand.
    fn offenders(&self, tables: &Tables<B>, state: &State<B>, step: Move, takers: B) -> B {
        if step.takes() {
            let kinds = &tables.kinds[state.side.index()];
            let broken_off = self.taking.could_go_on(&tables.attacks, state, kinds, step.to);
            return if broken_off { B::bit(step.to) } else { B::NONE };
        }
        match takers.has(step.from) {
            true => (takers & !B::bit(step.from)) | B::bit(step.to),
            false => takers,
        }
    }

    /// Ends the turn of the side to move, and begins the other's.
    fn end_turn(&self, tables: &Tables<B>, state: &mut State<B>, step: Move) {
        let us = state.side;
        if self.remembers {
            state.memory.first_turn[us.index()] = false;
        }
        if !self.declared.is_empty() {
            let attacked = || self.attacked(&tables.attacks, state, us);
            state.memory.silent[us.index()] = if step.declared { B::NONE } else { attacked() };
        }
        turn::pass(state);
        if self.waits.is_some() {
            state.pools.tick(state.side);
        }
        tables.begin_turn(state);
    }
}
