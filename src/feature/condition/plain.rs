//! Conditions tested in the midst of a move: about the pieces on the board and what they attack, not about moves or the course of the game.

use super::setting::About;
use super::{Asked, Condition, Fact, History, Meaning};
use crate::board::{Bits, Geometry, Square};
use crate::model::condition::Its;
use crate::model::pieces::{Side, TypeId};
use crate::state::{Slot, State};
use crate::walk::Attacks;

/// A position as it is in the midst of a move, for testing conditions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Midst<'a, B> {
    pub(crate) state: &'a State<B>,
    pub(crate) attacks: &'a Attacks<B>,
    pub(crate) geometry: &'a Geometry,
    /// The player for whom they are tested.
    pub(crate) side: Side,
    /// The slot of the pieces in hand, in games with hands.
    pub(crate) hand: Option<Slot>,
    /// The squares where the move begins, unless it is a drop, and ends; none for a pass.
    pub(crate) ends: (Option<Square>, Option<Square>),
}

impl<B: Bits> Condition<B> {
    /// Returns `true` if the condition, which does not depend on legal moves, holds.
    pub(crate) fn holds_in_the_midst(&self, midst: &Midst<'_, B>) -> bool {
        match self {
            Self::Any(parts) => parts.iter().any(|part| part.holds_in_the_midst(midst)),
            Self::All(parts) => parts.iter().all(|part| part.holds_in_the_midst(midst)),
            Self::Not(part) => !part.holds_in_the_midst(midst),
            Self::Can(_) => false,
            Self::Fact(fact) => fact.holds(midst),
        }
    }
}

impl<S: PartialEq> Condition<S> {
    /// Returns `true` if it depends on moves, or on the course of the game.
    pub(crate) fn looks_beyond_the_board(&self) -> bool {
        match self {
            Self::Any(parts) | Self::All(parts) => parts.iter().any(Self::looks_beyond_the_board),
            Self::Not(part) => part.looks_beyond_the_board(),
            Self::Can(_) => true,
            Self::Fact(fact) => !matches!(fact.about(), About::Board | About::Attacks | About::Hands),
        }
    }
}

impl<S: PartialEq> Condition<S> {
    /// Returns `true` if it can be told how far a player is from it.
    pub(crate) fn is_measured(&self) -> bool {
        match self {
            Self::Fact(fact) => fact.is_measured(),
            Self::Any(parts) | Self::All(parts) => parts.iter().any(Self::is_measured),
            Self::Not(_) | Self::Can(_) => false,
        }
    }

    /// Returns about how many moves of its own a player is away from it, by what can be told of its parts.
    pub(crate) fn lack(&self, state: &State<S>, me: Side) -> Option<u32>
    where
        S: Bits,
    {
        match self {
            Self::Fact(fact) => fact.lack(state, me),
            Self::Any(parts) => parts.iter().filter_map(|part| part.lack(state, me)).min(),
            Self::All(parts) => parts.iter().filter_map(|part| part.lack(state, me)).max(),
            Self::Not(_) | Self::Can(_) => None,
        }
    }
}

impl<S> Condition<S> {
    /// Returns `true` if it may depend on the squares of a move.
    pub(crate) fn is_of_move(&self) -> bool {
        match self {
            Self::Any(parts) | Self::All(parts) => parts.iter().any(Self::is_of_move),
            Self::Not(part) | Self::Can(part) => part.is_of_move(),
            Self::Fact(Fact::Count(count)) => count.is_of_move(),
            Self::Fact(Fact::Check(_)) => false,
            Self::Fact(_) => true,
        }
    }

    /// Returns the number of facts in it.
    pub(crate) fn facts(&self) -> usize {
        match self {
            Self::Any(parts) | Self::All(parts) => parts.iter().map(Self::facts).sum(),
            Self::Not(part) | Self::Can(part) => part.facts(),
            Self::Fact(_) => 1,
        }
    }
}

impl<B: Bits> Asked<B> for Midst<'_, B> {
    fn state(&self) -> &State<B> {
        self.state
    }

    fn attacks(&self) -> &Attacks<B> {
        self.attacks
    }

    fn side(&self) -> Side {
        self.side
    }

    fn history(&self) -> Option<History> {
        None
    }

    fn has_move(&self) -> bool {
        true
    }

    fn checks(&self, _: Side) -> u32 {
        0
    }

    fn in_hand(&self, side: Side, kind: TypeId) -> u32 {
        self.hand.map_or(0, |hand| u32::from(hand.count(self.state, side, kind)))
    }

    fn has_passed(&self, _: Side) -> bool {
        false
    }

    fn noted(&self, _: usize, _: Side) -> u32 {
        0
    }

    fn is_counted_out(&self) -> bool {
        false
    }

    fn is_dead(&self) -> bool {
        false
    }

    fn its(&self, its: Its) -> B {
        its.squares(self.geometry, self.ends)
    }
}
