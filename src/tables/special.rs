//! Rules beyond moving one man a turn.

use crate::board::Bits;
use crate::feature::capture::{Compulsory, Taking};
use crate::feature::declaration::Declaration;
use crate::feature::promotion::Waits;
use crate::feature::turn::Turn;
use crate::rules::Rules;
use crate::state::State;

/// What a game needs that remembers more than where men stand and whether they have moved.
#[derive(Clone, Debug)]
pub(crate) struct Special<B> {
    pub(crate) turn: Turn,
    /// Lost men and men that wait.
    pub(crate) waits: Option<Waits<B>>,
    pub(crate) taking: Taking<B>,
    /// Declarations the mover must make.
    pub(crate) declared: Box<[Declaration]>,
    /// Whether every position needs its steps listed and looked at, as where captures are compulsory or men jump.
    always: bool,
}

impl<B: Bits> Special<B> {
    /// The special rules of a game, if it has any.
    pub(super) fn compile(rules: &Rules) -> Option<Self> {
        let waits = rules.promotion.as_ref().and_then(|promotion| promotion.waits());
        let declared: Box<[Declaration]> =
            rules.declarations.iter().filter(|declaration| declaration.by_mover).cloned().collect();
        let jumps = rules.types.iter().any(|kind| kind.movement.moves.iter().any(|m| !m.jumps.is_empty()));
        let duty = rules.capture.compulsory != Compulsory::Free || rules.capture.is_most();
        let checks = rules.castling.as_ref().is_some_and(|castling| !castling.lost_by_check.is_empty());
        let always = jumps || duty || !declared.is_empty();
        let special = always || waits.is_some() || rules.turn.has_programme() || checks;
        special.then(|| Self {
            turn: rules.turn.clone(),
            waits,
            taking: rules.capture.compile(),
            declared,
            always,
        })
    }

    /// Whether this position's steps must be listed and looked at one by one.
    #[inline]
    pub(crate) fn concerns(&self, state: &State<B>) -> bool {
        self.always
            || !state.memory.offenders.is_empty()
            || self.turn.stage(&state.memory, state.side).is_some()
            || self.waits.as_ref().is_some_and(|waits| waits.is_due(state) || waits.promotes_by_loss(state))
    }

    /// Men that can't be taken now.
    #[inline]
    pub(crate) fn barred(&self, state: &State<B>) -> B {
        let immune = self.waits.as_ref().map_or(B::NONE, |waits| waits.immune(state));
        immune | state.memory.silent[state.side.index()]
    }

    /// Men that can't move now.
    #[inline]
    pub(crate) fn immobile(&self, state: &State<B>) -> B {
        self.waits.as_ref().map_or(B::NONE, |waits| waits.immobile(state))
    }
}
