//! The moves that matter to a hook, as data: a move that matters to none is made without calling any.

use std::sync::Arc;

use super::consequence::{BySide, Consequence, Occasion, of_side};
use super::{Hook, Hooks, Station};
use crate::board::Bits;
use crate::model::pieces::{Piece, Side, TypeId};
use crate::moves::Move;
use crate::state::{Keys, Layout, Slot, State};
use crate::walk::Attacks;

/// Returns the hooks that are called when a move of some sides is made, each once.
pub(super) fn called<'a, B: Bits>(hooks: &'a Hooks<B>, sides: &[Side]) -> Vec<&'a Arc<dyn Hook<B>>> {
    let stations = [Station::Follow, Station::React, Station::TurnEnd, Station::TurnBegin];
    let mut called: Vec<&Arc<dyn Hook<B>>> = Vec::new();
    for hook in sides.iter().flat_map(|&side| stations.iter().flat_map(move |&at| hooks.at(side, at))) {
        if !called.iter().any(|other| Arc::ptr_eq(other, hook)) {
            called.push(hook);
        }
    }
    called
}

/// The moves that matter to a hook when they are made: those that a feature has made up, and these.
#[derive(Clone, Debug)]
pub(crate) struct Relevance<B> {
    pub(crate) captures: bool,
    pub(crate) drops: bool,
    pub(crate) promotions: bool,
    /// The moves of pieces of some types, by their places, from some squares to some.
    pub(crate) movers: Option<Movers<B>>,
    /// Every move while one of these slots holds something.
    pub(crate) while_held: Vec<Slot>,
    /// Every move while there are few pieces of some sort.
    pub(crate) while_few: Vec<Few>,
    /// Every move while a piece of the side to move can jump over an enemy.
    pub(crate) while_jumping: bool,
    /// Moves that give check.
    pub(crate) checks: bool,
    /// Moves after which a condition holds.
    pub(crate) occasion: Option<Arc<Occasion<B>>>,
    /// What follows from the moves that don't matter.
    pub(crate) consequence: Option<Consequence<B>>,
}

/// Drops and promotions; nothing follows from other moves.
impl<B> Default for Relevance<B> {
    fn default() -> Self {
        Self {
            captures: false,
            drops: true,
            promotions: true,
            movers: None,
            while_held: Vec::new(),
            while_few: Vec::new(),
            while_jumping: false,
            checks: false,
            occasion: None,
            consequence: None,
        }
    }
}

impl<B> Relevance<B> {
    /// No move.
    pub(crate) fn none() -> Self {
        Self { drops: false, promotions: false, ..Self::default() }
    }

    /// Returns `true` if moves matter by what they do on the board, apart from what they lead to.
    fn is_by_move(&self) -> bool {
        self.captures
            || self.movers.is_some()
            || !self.while_few.is_empty()
            || self.while_jumping
            || self.checks
    }
}

/// Moves of pieces of some types, by their places, that begin on some squares and end on some.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Movers<B> {
    pub(crate) types: u64,
    pub(crate) from: B,
    pub(crate) to: B,
}

/// A number of pieces that is small: of some types, all of them if none is given, and of one side or both.
#[derive(Clone, Debug)]
pub(crate) struct Few {
    pub(crate) types: Box<[TypeId]>,
    pub(crate) side: Option<Side>,
    pub(crate) most: u32,
}

impl Few {
    /// Returns `true` if there are no more pieces than that. If the limit is 0, a single piece may be accepted, too.
    #[inline(always)]
    fn holds<B: Bits>(&self, state: &State<B>) -> bool {
        let mut pieces = match self.side {
            Some(side) => state.side(side),
            None => state.side(Side::White) | state.side(Side::Black),
        };
        if !self.types.is_empty() {
            let mut some = B::NONE;
            for &kind in &self.types {
                some |= state.pieces(kind);
            }
            pieces &= some;
        }
        // counting is slow on processors without an instruction for it
        match self.most {
            0 | 1 => pieces.at_most_one(),
            most => pieces.count() <= most,
        }
    }
}

/// The moves that matter to some hook of a game.
#[derive(Clone, Debug)]
pub(crate) struct Relevant<B> {
    captures: bool,
    drops: bool,
    promotions: bool,
    movers: Box<[Movers<B>]>,
    /// Words of slots: while one of them is not 0, every move matters.
    words: Box<[u16]>,
    few: Box<[Few]>,
    jumping: bool,
    /// Moves that give check: tested when they have been made plainly.
    pub(crate) checks: bool,
    /// Conditions that are tested when a move has been made plainly, before the turn passes.
    occasions: Box<[Arc<Occasion<B>>]>,
    consequences: BySide<B>,
    /// True if captures and drops change hands.
    hands: bool,
    /// True if something else may follow from moves, or they may be occasions.
    more: bool,
}

impl<B: Bits> Relevant<B> {
    /// Gathers what matters to the hooks of a game whose slots are laid out; `None` if every move matters.
    pub(super) fn gather(hooks: &Hooks<B>, layout: &Layout) -> Option<Self> {
        let asked = called(hooks, &Side::BOTH);
        let order = hooks.order.iter().map(|order| order.relevance());
        let each = asked.iter().map(|hook| hook.relevance()).chain(order);
        let each: Vec<Relevance<B>> = each.collect::<Option<_>>()?;
        // pieces that change sides may matter where the move does not
        let flips = |one: &Relevance<B>| matches!(one.consequence, Some(Consequence::Flips(_)));
        if each.iter().any(flips) && each.iter().any(Relevance::is_by_move) {
            return None;
        }
        let held = each.iter().flat_map(|one| &one.while_held).flat_map(|slot| slot.telling());
        let mut words: Vec<u16> = held.chain(layout.words_that_end()).collect();
        words.sort_unstable();
        words.dedup();
        Some(Self {
            captures: each.iter().any(|one| one.captures),
            drops: each.iter().any(|one| one.drops),
            promotions: each.iter().any(|one| one.promotions),
            movers: each.iter().filter_map(|one| one.movers).collect(),
            words: words.into(),
            few: each.iter().flat_map(|one| one.while_few.iter().cloned()).collect(),
            jumping: each.iter().any(|one| one.while_jumping),
            checks: each.iter().any(|one| one.checks),
            occasions: each.iter().filter_map(|one| one.occasion.clone()).collect(),
            consequences: Side::BOTH.map(|side| of_side(hooks, side)),
            hands: each.iter().any(|one| matches!(one.consequence, Some(Consequence::Hand(_)))),
            more: each.iter().any(|one| one.occasion.is_some() || one.checks || flips(one)),
        })
    }

    /// Returns `true` if nothing matters but checks, and nothing follows from moves.
    pub(crate) fn are_checks_alone(&self) -> bool {
        let moves = self.captures || self.drops || self.promotions || !self.movers.is_empty();
        let positions = !self.words.is_empty() || !self.few.is_empty() || self.jumping;
        let follows = !self.occasions.is_empty() || self.consequences.iter().any(|own| !own.is_empty());
        self.checks && !moves && !positions && !follows
    }

    /// Returns `true` if a move matters to some hook in the position before it.
    #[inline(always)]
    pub(crate) fn has(&self, attacks: &Attacks<B>, state: &State<B>, mv: Move) -> bool {
        let kind = match mv.is_untagged() {
            true => self.captures && mv.takes() || self.promotions && state.at(mv.from) != mv.after,
            false => self.drops || !mv.is_bare_drop(),
        };
        kind || state.holds(&self.words)
            || self.is_by(mv)
            || self.are_few(state)
            || self.jumping && attacks.jumpers(state.side).can_jump(state)
    }

    /// Returns `true` if nothing can follow from a move that matters to no hook.
    #[inline(always)]
    pub(crate) fn is_last(&self, mv: Move) -> bool {
        !self.more && !(self.hands && (mv.takes() || mv.is_drop()))
    }

    /// Does what follows from a move of the side to move that captured `taken` and matters to no hook; returns the word of the slots that
    /// was saved before, if one was.
    #[inline(always)]
    pub(crate) fn follow<const KEYED: bool>(
        &self,
        keys: &Keys,
        state: &mut State<B>,
        mv: Move,
        taken: Piece,
    ) -> Option<u16> {
        let all = self.consequences[state.side.index()].iter();
        all.fold(None, |saved, one| one.act::<KEYED>(keys, state, mv, taken).or(saved))
    }

    /// Returns `true` if a move of the side to move, made but for the turn, matters by what it has led to.
    #[inline(always)]
    pub(crate) fn is_occasion(&self, attacks: &Attacks<B>, state: &State<B>, mv: Move) -> bool {
        self.occasions.iter().any(|one| one.holds(attacks, state, mv))
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

    /// Returns `true` if there are so few pieces that every move matters.
    #[inline(always)]
    fn are_few(&self, state: &State<B>) -> bool {
        for few in &self.few {
            if few.holds(state) {
                return true;
            }
        }
        false
    }
}
