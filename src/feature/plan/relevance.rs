//! The moves that matter to a hook, as data: a move that matters to none is made without asking any.

use std::sync::Arc;

use super::{Hook, Hooks, Station};
use crate::board::Bits;
use crate::moves::Move;
use crate::state::{Layout, Slot, State};

/// The moves that matter to a hook when they are made: those that are not plain, that promote, or that a feature has made up, and
/// these.
#[derive(Clone, Debug)]
pub(crate) struct Relevance<B> {
    pub(crate) captures: bool,
    /// The moves of pieces of some types, by their places, from some squares to some.
    pub(crate) movers: Option<Movers<B>>,
    /// Every move while one of these slots holds something.
    pub(crate) while_held: Vec<Slot>,
    /// True if every move matters in some positions, which [`Hook::wakes`] knows.
    pub(crate) by_position: bool,
}

impl<B> Default for Relevance<B> {
    fn default() -> Self {
        Self { captures: false, movers: None, while_held: Vec::new(), by_position: false }
    }
}

/// Moves of pieces of some types, by their places, that begin on some squares and end on some.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Movers<B> {
    pub(crate) types: u64,
    pub(crate) from: B,
    pub(crate) to: B,
}

/// The moves that matter to some hook of a game.
#[derive(Clone, Debug)]
pub(crate) struct Relevant<B> {
    captures: bool,
    movers: Box<[Movers<B>]>,
    /// Words of slots: while one of them is not 0, every move matters.
    words: Box<[u16]>,
    /// The hooks to which every move matters in some positions.
    wakeful: Box<[Arc<dyn Hook<B>>]>,
}

impl<B: Bits> Relevant<B> {
    /// Gathers what matters to the hooks of a game whose slots are laid out; `None` if every move matters.
    pub(super) fn gather(hooks: &Hooks<B>, layout: &Layout) -> Option<Self> {
        let stations = [Station::Follow, Station::React, Station::TurnEnd, Station::TurnBegin];
        let mut asked: Vec<&Arc<dyn Hook<B>>> = Vec::new();
        for hook in hooks.stations.iter().flat_map(|own| stations.iter().flat_map(|&at| &own[at as usize])) {
            if !asked.iter().any(|other| Arc::ptr_eq(other, hook)) {
                asked.push(hook);
            }
        }
        let order = hooks.order.iter().map(|order| order.relevance());
        let each = asked.iter().map(|hook| hook.relevance()).chain(order);
        let each: Vec<Relevance<B>> = each.collect::<Option<_>>()?;
        let held = each.iter().flat_map(|one| &one.while_held).flat_map(|slot| slot.telling());
        let mut words: Vec<u16> = held.chain(layout.words_that_end()).collect();
        words.sort_unstable();
        words.dedup();
        let by_position = |(hook, one): (&Arc<_>, &Relevance<B>)| one.by_position.then(|| Arc::clone(hook));
        Some(Self {
            captures: each.iter().any(|one| one.captures),
            movers: each.iter().filter_map(|one| one.movers).collect(),
            words: words.into(),
            wakeful: asked.into_iter().zip(&each).filter_map(by_position).collect(),
        })
    }

    /// Returns `true` if a move matters to some hook in the position before it.
    #[inline(always)]
    pub(crate) fn has(&self, state: &State<B>, mv: Move) -> bool {
        !mv.is_untagged()
            || self.captures && mv.takes()
            || state.at(mv.from) != mv.after
            || state.holds(&self.words)
            || self.is_by(mv)
            || self.wakes(state)
    }

    /// Returns `true` if the mover and its squares matter.
    #[inline(always)]
    fn is_by(&self, mv: Move) -> bool {
        for movers in &self.movers {
            if movers.types >> mv.after.place() & 1 != 0 && movers.from.has(mv.from) && movers.to.has(mv.to) {
                return true;
            }
        }
        false
    }

    /// Returns `true` if every move matters in the position.
    #[inline(always)]
    fn wakes(&self, state: &State<B>) -> bool {
        for hook in &self.wakeful {
            if hook.wakes(state) {
                return true;
            }
        }
        false
    }
}
