//! What the conditions of ends ask for.

use crate::board::SquareSet;
use crate::feature::condition::{Condition, Count, Fact};
use crate::model::condition::{Comparison, Pieces, Safety, Whose};

/// A condition of the game.
pub(super) type Asked = Condition<SquareSet>;

/// The goal that a condition states: so many pieces of the player's on some squares.
pub(super) fn goal_of(condition: &Asked) -> Option<&Count<SquareSet>> {
    let Some(Fact::Count(count)) = condition.fact() else { return None };
    let plain = Pieces { safety: None, ..count.pieces.clone() };
    let there = plain.whose == Whose::Mine && plain.region.is_some() && plain.is_seen();
    let safe = matches!(count.pieces.safety, None | Some(Safety::Safe));
    let some = count.comparison == Comparison::AtLeast && count.number > 0;
    (there && safe && some).then_some(count)
}

/// The pieces of a condition such as `count(my king) < 3`, of which there may be so many.
pub(super) struct Few<'a> {
    pub(super) pieces: &'a Pieces<SquareSet>,
    pub(super) number: u32,
    /// True if there must be exactly so many.
    pub(super) exactly: bool,
    /// True if those in hand count as well.
    pub(super) with_hand: bool,
}

/// Returns what a condition says of pieces of which there may be so many; `types` is the number of piece types.
pub(super) fn few(condition: &Asked, types: usize) -> Option<Few<'_>> {
    let (with_hand, (pieces, comparison, number)) = match condition.fact()? {
        Fact::Count(one) if one.pieces.is_anywhere() => (false, (&one.pieces, one.comparison, one.number)),
        Fact::Compared(compared) => (true, compared.with_those_in_hand(types)?),
        _ => return None,
    };
    let (number, exactly) = match comparison {
        Comparison::Equal => (number, true),
        Comparison::AtMost => (number, false),
        Comparison::Less => (number.checked_sub(1)?, false),
        _ => return None,
    };
    Some(Few { pieces, number, exactly, with_hand })
}

/// What a condition asks of the number of all pieces of some players on the board.
fn number_of(condition: &Asked, whose: Whose) -> Option<(Comparison, u32)> {
    let Some(Fact::Count(count)) = condition.fact() else { return None };
    let all = count.pieces.whose == whose && count.pieces.types.is_empty() && count.pieces.is_anywhere();
    all.then_some((count.comparison, count.number))
}

/// The number of pieces on the board, of both sides, that a condition asks for.
pub(super) fn number_of_all(condition: &Asked) -> Option<u32> {
    let (comparison, number) = number_of(condition, Whose::Both)?;
    (comparison == Comparison::Equal).then_some(number)
}

/// What a condition asks of the number of all the player's pieces on the board.
pub(super) fn number_of_mine(condition: &Asked) -> Option<(Comparison, u32)> {
    number_of(condition, Whose::Mine)
}
