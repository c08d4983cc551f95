//! The order in which Fairy-Stockfish checks ends: what is on the board, no move, the course of the game.

use super::Sheet;
use super::asked::{number_of_all, number_of_mine};
use super::ends::End;
use crate::feature::condition::{Condition, Fact};
use crate::model::condition::{Comparison, Whose};

impl End<'_> {
    /// The place in that order, from 0 to 2; `None` for an end that doesn't come about together with others.
    fn place(&self) -> Option<u8> {
        let condition = &self.condition;
        match condition.fact() {
            _ if number_of_all(condition).is_some() => None,
            Some(Fact::Passed(_)) => None,
            _ if condition.needs_no_move() => Some(1),
            _ if condition.is_history() => Some(2),
            _ => Some(0),
        }
    }

    /// Returns `true` if checking this end before the other may give a different result than checking the other one first.
    fn goes_before(&self, other: &Self) -> bool {
        let counts_own = other.condition.alternatives().iter().any(|part| {
            let Some(Fact::Count(count)) = part.fact() else { return false };
            count.pieces.whose == Whose::Mine && (count.comparison, count.number) != (Comparison::AtLeast, 1)
        });
        let alike = match self.value {
            // a side loses that can't move, has nothing left, or whose opponent has reached a goal
            "loss" => true,
            "win" => other.value == "win" && counts_own,
            _ => false,
        };
        let has_some = |part: &Condition<_>| number_of_mine(part) == Some((Comparison::AtLeast, 1));
        // no check leads to stalemate, and no side has pieces and none at once
        let by_check =
            matches!(other.condition.fact(), Some(Fact::Checks(_))) && self.condition.is_stalemate();
        let with_none = number_of_mine(&other.condition) == Some((Comparison::AtMost, 0))
            && self.condition.parts().iter().any(has_some);
        match (self.place(), other.place()) {
            (Some(1), Some(0)) => !(alike || by_check || with_none),
            (Some(own), Some(others)) => own > others,
            _ => false,
        }
    }
}

impl<'a> Sheet<'a> {
    /// Reports an end that ferz checks later than Fairy-Stockfish, if another end might then decide.
    pub(super) fn order(&mut self, all: &[End<'a>]) {
        let late = all.iter().enumerate().find_map(|(at, end)| {
            let earlier = all[..at].iter().find(|earlier| earlier.goes_before(end))?;
            Some((end.word, earlier.word.text))
        });
        if let Some((word, earlier)) = late {
            let what = format!("the end `{}` tested after `{earlier}`", word.text);
            self.unsaid(word.span, &what, "in this place");
        }
    }
}
