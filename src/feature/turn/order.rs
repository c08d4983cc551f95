//! The order of the parts of a turn in play: which comes next, and what may be done in it.

use super::Turns;
use crate::board::Bits;
use crate::feature::condition::Midst;
use crate::feature::plan::{MoveKind, MoveKinds, PutNext, Relevance, TurnOrder};
use crate::model::pieces::Piece;
use crate::moves::{List, Move, TurnPart};
use crate::state::State;
use crate::walk::Attacks;

impl<B: Bits> TurnOrder<B> for Turns<B> {
    /// Where only first turns have parts, the others don't matter.
    fn relevance(&self) -> Option<Relevance<B>> {
        let first = self.first.filter(|_| self.rule.every.is_empty())?;
        Some(Relevance { while_held: vec![self.stage, first], ..Relevance::default() })
    }

    fn places(&self, state: &State<B>, list: &mut List) -> bool {
        let (made, last) = self.made(state);
        let Some((stage, index)) = self.part(state, usize::from(made)) else { return false };
        let programme = self.programme(state);
        if let Some(swaps) = self.swaps.as_ref().filter(|_| made == 0) {
            swaps.list(state, list);
        }
        if let Some(placed) = &self.placed[programme][index] {
            placed.list(state, last, list);
        }
        if let Some(removed) = &self.removed[programme][index] {
            removed.list(state, list);
        }
        stage.moves.is_none()
    }

    fn put_next(&self, state: &State<B>) -> Option<PutNext<'_, B>> {
        let made = usize::from(self.made(state).0);
        // a swap is a whole turn
        let swaps = self.swaps.as_ref().is_some_and(|swaps| made == 0 && swaps.is_open(state));
        let stage = self.stage(state).filter(|_| !swaps)?;
        let ((next, index), last) = (self.part(state, made + 1)?, self.part(state, made + 2).is_none());
        let programme = self.programme(state);
        let any = stage.by.is_some() || stage.moves.as_ref()?.0.contains(&MoveKind::Any);
        let bare = any && stage.is_move_alone() && !(stage.optional || stage.another_piece && made > 0);
        let always = next.moves.is_none() && next.after.is_none() && !next.optional;
        let placed = self.placed[programme][index].as_ref();
        let placed = placed.filter(|_| last && bare && always && self.unless[programme][index].is_none())?;
        Some(placed.after(stage.by.unwrap_or(u64::MAX), state.side))
    }

    fn defers_safety(&self, state: &State<B>) -> bool {
        self.rule.safe_at_the_end && self.part(state, usize::from(self.made(state).0) + 1).is_some()
    }

    fn kinds(&self, state: &State<B>) -> Option<&MoveKinds> {
        let stage = self.stage(state).filter(|stage| stage.by.is_none())?;
        stage.moves.as_ref().filter(|kinds| !kinds.0.contains(&MoveKind::Any))
    }

    fn is_under_way(&self, state: &State<B>) -> bool {
        self.made(state).0 > 0
    }

    fn goes_on(&self, state: &mut State<B>, mv: Move, mover: Piece, attacks: &Attacks<B>) -> bool {
        let made = self.made(state).0;
        let next = match mv.part() {
            TurnPart::Prelude => return true,
            TurnPart::Pass => None,
            TurnPart::Move if self.swaps.as_ref().is_some_and(|swaps| swaps.made(mv)) => None,
            TurnPart::Move => self.part(state, usize::from(made) + 1),
        };
        let open = next.is_some_and(|(next, _)| {
            next.after.as_ref().is_none_or(|types| !mover.is_empty() && types.contains(&mover.kind()))
        });
        let side = state.side;
        let over = || {
            let unless = next.and_then(|(_, index)| self.unless[self.programme(state)][index].as_ref());
            let (geometry, ends) = (&self.geometry, mv.start_and_target());
            unless.is_some_and(|unless| {
                unless.holds_in_the_midst(&Midst { state, attacks, geometry, side, hand: None, ends })
            })
        };
        let open = open && !over();
        self.stage.put_number_at(state, side, if open { (made + 1, mv.to) } else { (0, 0) });
        open
    }

    fn declined(&self, state: &State<B>) -> Option<Move> {
        self.stage(state).filter(|stage| stage.optional).map(|_| self.decline)
    }
}
