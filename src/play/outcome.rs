//! The end of a game.

use std::cell::OnceCell;

use super::{any_legal, is_dead, legal, make};
use crate::board::Bits;
use crate::model::condition::Its;
use crate::model::pieces::{Side, TypeId};
use crate::moves::Move;
use crate::state::State;
use crate::tables::{Asked, Condition, End, History, Meaning, Tables};
use crate::walk::Attacks;

/// A judge of one position.
pub(crate) struct Judge<'a, B> {
    tables: &'a Tables<B>,
    state: &'a State<B>,
    history: Option<History>,
    /// True if a move has been made in this turn, and another is to come.
    under_way: bool,
    moves: OnceCell<bool>,
    /// The move that is judged, if any.
    mv: Option<Move>,
}

/// A judge that tests conditions for one player.
struct Player<'j, 'a, B> {
    judge: &'j Judge<'a, B>,
    side: Side,
}

impl<'a, B: Bits> Judge<'a, B> {
    /// Creates a judge; without a history, ends that depend on it don't apply.
    pub(crate) fn new(tables: &'a Tables<B>, state: &'a State<B>, history: Option<History>) -> Self {
        let under_way = tables.hooks.as_ref().is_some_and(|hooks| hooks.is_under_way(state));
        Self { tables, state, history, under_way, moves: OnceCell::new(), mv: None }
    }

    /// Creates a judge of a position of which it may be known whether there are legal moves.
    pub(crate) fn knowing(
        tables: &'a Tables<B>,
        state: &'a State<B>,
        history: Option<History>,
        moves: Option<bool>,
    ) -> Self {
        Self { moves: moves.map_or_else(OnceCell::new, OnceCell::from), ..Self::new(tables, state, history) }
    }

    /// Creates a judge of a position before or after a move that is judged.
    pub(super) fn of_move(tables: &'a Tables<B>, state: &'a State<B>, mv: Move) -> Self {
        Self { tables, state, history: None, under_way: false, moves: OnceCell::new(), mv: Some(mv) }
    }

    /// Returns `true` if a condition holds for a player.
    pub(super) fn is_true_for(&self, side: Side, condition: &Condition<B>) -> bool {
        Player { judge: self, side }.holds(condition)
    }

    /// Returns the first end that applies, and the winner; `None` as the winner for a draw.
    pub(crate) fn end(&self) -> Option<(&'a End<B>, Option<Side>)> {
        let mut cuts = self.tables.cuts.iter().peekable();
        self.tables.ends.iter().enumerate().find_map(|(index, end)| {
            let cut = cuts.next_if(|cut| cut.end == index);
            let may_hold = cut.is_none_or(|cut| cut.may_hold(self.state));
            let player = if may_hold { self.applies(end) } else { None };
            Some((end, end.winner(player?)))
        })
    }

    /// Returns the winner, supposing that an end now holds for the first player it is tested for; `None` if it is tested for neither.
    pub(crate) fn winner_by(&self, end: &End<B>) -> Option<Option<Side>> {
        end.asked(self.state.side, self.under_way).next().map(|player| end.winner(player))
    }

    /// Returns the player for whom an end holds, if it applies.
    pub(super) fn applies(&self, end: &End<B>) -> Option<Side> {
        let mut players = end.asked(self.state.side, self.under_way);
        players.find(|&side| Player { judge: self, side }.holds(&end.condition))
    }
}

impl<B: Bits> Player<'_, '_, B> {
    fn holds(&self, condition: &Condition<B>) -> bool {
        match condition {
            Condition::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Condition::All(parts) => parts.iter().all(|part| self.holds(part)),
            Condition::Not(part) => !self.holds(part),
            Condition::Can(part) => self.can(part),
            Condition::Fact(fact) => fact.holds(self),
        }
    }

    fn can(&self, condition: &Condition<B>) -> bool {
        let Judge { tables, state, .. } = *self.judge;
        let list = legal(tables, state);
        list.moves.iter().any(|&mv| {
            let mut after = state.scratch();
            make::<B, false>(tables, &mut after, mv, &list.changes);
            let ahead = Judge::new(tables, &after, None);
            Player { judge: &ahead, side: self.side }.holds(condition)
        })
    }
}

impl<B: Bits> Asked<B> for Player<'_, '_, B> {
    fn state(&self) -> &State<B> {
        self.judge.state
    }

    fn attacks(&self) -> &Attacks<B> {
        &self.judge.tables.attacks
    }

    fn side(&self) -> Side {
        self.side
    }

    fn history(&self) -> Option<History> {
        self.judge.history
    }

    fn checks(&self, side: Side) -> u32 {
        let slot = self.judge.tables.checks;
        slot.map_or(0, |slot| u32::from(slot.number(self.judge.state, side)))
    }

    fn in_hand(&self, side: Side, kind: TypeId) -> u32 {
        let hand = self.judge.tables.hand;
        hand.map_or(0, |hand| u32::from(hand.count(self.judge.state, side, kind)))
    }

    fn has_passed(&self, side: Side) -> bool {
        self.judge.tables.passes.is_some_and(|slot| slot.flag(self.judge.state, side))
    }

    fn noted(&self, note: usize, side: Side) -> u32 {
        self.judge.tables.notes.get(note).map_or(0, |slot| u32::from(slot.number(self.judge.state, side)))
    }

    fn is_dead(&self) -> bool {
        let Judge { tables, state, .. } = *self.judge;
        is_dead(tables, state)
    }

    fn is_counted_out(&self) -> bool {
        self.judge.tables.is_counted_out(self.judge.state)
    }

    fn its(&self, its: Its) -> B {
        let Some(mv) = self.judge.mv else { return B::NONE };
        its.squares(&self.judge.tables.rules.geometry, mv.start_and_target())
    }

    fn has_move(&self) -> bool {
        *self.judge.moves.get_or_init(|| any_legal(self.judge.tables, self.judge.state))
    }
}

/// Returns `true` if no rule can end the game after a move that captures at most one piece, if there are legal moves then; history is not
/// considered.
pub(super) fn goes_on<B: Bits>(tables: &Tables<B>, state: &State<B>) -> bool {
    tables.cuts.iter().all(|cut| cut.is_far(state))
}

/// Returns `true` if a rule ends the game here though there are legal moves; history is not considered.
#[inline(always)]
pub(crate) fn over<B: Bits>(tables: &Tables<B>, state: &State<B>) -> bool {
    for cut in &tables.cuts {
        if cut.may_hold(state) && Judge::new(tables, state, None).applies(&tables.ends[cut.end]).is_some() {
            return true;
        }
    }
    false
}
