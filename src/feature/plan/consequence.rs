//! What follows from ordinary moves and drops, as data: such a move is made without calling hooks.

use std::sync::Arc;

use super::Hooks;
use super::relevance::called;
use crate::board::{Bits, Geometry};
use crate::feature::condition::{Condition, Midst, pieces_of};
use crate::model::condition::Whose;
use crate::model::pieces::{Piece, Side, TypeId};
use crate::model::reach::Reach;
use crate::moves::Move;
use crate::state::{Keys, Slot, State};
use crate::walk::Attacks;

/// What follows from a move that matters to no hook.
#[derive(Clone, Debug)]
pub(crate) enum Consequence<B> {
    /// Captured pieces may go to a hand, and dropped ones leave it.
    Hand(Arc<HandChanges>),
    /// Pieces may change sides.
    Flips(Arc<Flips<B>>),
}

/// How a hand changes with the moves of one piece.
#[derive(Debug)]
pub(crate) struct HandChanges {
    pub(crate) slot: Slot,
    /// By side and type of a captured piece: what comes to a hand.
    pub(crate) taken: [Box<[Option<Piece>]>; 2],
    /// By type of a dropped piece: the type that is counted in hand.
    pub(crate) dropped: Box<[TypeId]>,
}

impl HandChanges {
    /// Changes a hand after a move that captured `taken`; returns the word of the slots that was saved before, if one was.
    #[inline]
    fn change<B: Bits>(&self, state: &mut State<B>, mv: Move, taken: Piece) -> Option<u16> {
        let (piece, by) = if mv.is_drop() {
            (Piece::new(self.dropped[usize::from(mv.after.kind())], state.side), -1)
        } else {
            let (kind, side) = taken.get().filter(|_| mv.takes())?;
            (self.taken[side.index()][usize::from(kind)]?, 1)
        };
        let word = self.slot.word_of(piece.side(), piece.kind());
        state.save_word(word);
        self.slot.add(state, piece, by);
        Some(word)
    }
}

/// Pieces that change sides as a piece arrives: those that it reaches, or encloses together with others.
#[derive(Debug)]
pub(crate) struct Flips<B> {
    /// True if only drops have this effect.
    pub(crate) only_drops: bool,
    /// The pieces, as the mover sees them; of all types if none is given.
    pub(crate) whose: Whose,
    pub(crate) types: Box<[TypeId]>,
    pub(crate) by: Arc<Reach<B>>,
    /// The pieces that must stand at the other end of a row of them.
    pub(crate) until: Option<(Whose, Box<[TypeId]>)>,
}

impl<B: Bits> Flips<B> {
    /// Flips the pieces after a move of the side to move.
    #[inline]
    fn flip<const KEYED: bool>(&self, keys: &Keys, state: &mut State<B>, mv: Move) {
        if self.only_drops && !mv.is_drop() {
            return;
        }
        let us = state.side;
        let those = pieces_of(state, (self.whose, us), &self.types);
        let squares = match &self.until {
            None => self.by.open_to(us, mv.to, those, state.occupied()),
            Some((whose, types)) => {
                let until = pieces_of(state, (*whose, us), types);
                self.by.between(us, mv.to, those, until)
            }
        };
        for square in squares.squares() {
            let piece = state.at(square);
            state.change_noted::<KEYED>(keys, square, Piece::new(piece.kind(), piece.side().other()));
        }
    }
}

impl<B: Bits> Consequence<B> {
    /// Changes the position after a move of the side to move that captured `taken`; returns the word of the slots that was saved before, if
    /// one was.
    #[inline(always)]
    pub(super) fn act<const KEYED: bool>(
        &self,
        keys: &Keys,
        state: &mut State<B>,
        mv: Move,
        taken: Piece,
    ) -> Option<u16> {
        match self {
            Self::Hand(hand) => hand.change(state, mv, taken),
            Self::Flips(flips) => {
                flips.flip::<KEYED>(keys, state, mv);
                None
            }
        }
    }
}

/// A condition of the player who has moved: where it holds after a move, the move matters.
#[derive(Debug)]
pub(crate) struct Occasion<B> {
    pub(crate) when: Condition<B>,
    pub(crate) geometry: Geometry,
    pub(crate) hand: Option<Slot>,
}

impl<B: Bits> Occasion<B> {
    /// Returns `true` if it holds after a move of the side to move.
    pub(crate) fn holds(&self, attacks: &Attacks<B>, state: &State<B>, mv: Move) -> bool {
        self.asked(attacks, state, mv, &self.when)
    }

    /// Returns `true` if another condition holds then.
    pub(crate) fn asked(
        &self,
        attacks: &Attacks<B>,
        state: &State<B>,
        mv: Move,
        condition: &Condition<B>,
    ) -> bool {
        let (side, ends) = (state.side, mv.start_and_target());
        let (geometry, hand) = (&self.geometry, self.hand);
        condition.holds_in_the_midst(&Midst { state, attacks, geometry, side, hand, ends })
    }
}

/// What follows from the moves of each side that matter to no hook.
pub(crate) type BySide<B> = [Box<[Consequence<B>]>; 2];

/// Returns what follows from the moves of a side, in the order of its hooks.
pub(super) fn of_side<B: Bits>(hooks: &Hooks<B>, side: Side) -> Box<[Consequence<B>]> {
    called(hooks, &[side]).iter().filter_map(|hook| hook.relevance()?.consequence).collect()
}
