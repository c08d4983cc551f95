//! Promotion of pieces that stand in the zone: in place, or by a move that the rule gives.

use std::sync::Arc;

use super::{Promotion, waits};
use crate::board::{Bits, Geometry, Square};
use crate::feature::condition::{Condition, Midst};
use crate::feature::plan::{Gate, Generator, Plan};
use crate::model::pieces::{Piece, Side};
use crate::model::reach::Reach;
use crate::moves::{Move, Role, Safety, Sink, TurnPart, View};
use crate::state::Slot;

impl Promotion {
    /// Lays out the promotion of pieces that stand in the zone.
    pub(super) fn lay_standing<B: Bits>(&self, plan: &mut Plan<'_, B>) {
        let maker = plan.maker(&waits::InPlace);
        let of = Side::BOTH.into_iter().filter(|&side| self.is_of(side)).collect::<Vec<_>>();
        for side in of {
            let mut choices = Vec::new();
            for (from, to) in self.pairs() {
                let [before, after] = [from, to].map(|kind| Piece::new(kind, side));
                let mut in_place = |square| {
                    let place = plan.keep(|record| record.add(square, (before, after), Role::Changed));
                    let ends = Move::plain(square, square, square, after);
                    (square, Move::listed(ends, (maker, TurnPart::Move), place))
                };
                let in_place = self.zone[side.index()].squares().map(&mut in_place).collect();
                choices.push(Choice { before, after, most: self.limit(to), in_place });
            }
            let standing = Standing {
                choices: choices.into(),
                moves: self.moves.as_ref().map(|moves| moves.map(B::narrowed)),
                when: self.when.as_ref().map(|when| when.map(B::narrowed)),
                geometry: plan.geometry.clone(),
                hand: plan.hand,
            };
            plan.generator(side, Gate::Always, Arc::new(standing));
        }
    }
}

/// A piece that promotes where it stands, and what it becomes.
#[derive(Debug)]
struct Choice {
    before: Piece,
    after: Piece,
    /// The maximum number of pieces of the new type that its side may have on the board.
    most: Option<u32>,
    /// The promotions in place, by square.
    in_place: Box<[(Square, Move)]>,
}

/// The promotions of one side's pieces that stand in the zone.
#[derive(Debug)]
struct Standing<B> {
    choices: Box<[Choice]>,
    moves: Option<Reach<B>>,
    when: Option<Condition<B>>,
    geometry: Geometry,
    hand: Option<Slot>,
}

impl<B: Bits> Generator<B> for Standing<B> {
    /// A piece that changes where it stands neither parries a check nor opens a line, unless more follows.
    fn generate(&self, view: &View<'_, B>, safety: &Safety<B>, sink: &mut dyn Sink<B>) {
        let (state, attacks, side, occupied) =
            (view.state, view.attacks(), view.state.side, view.state.occupied());
        let open = |from, to| {
            self.when.as_ref().is_none_or(|when| {
                let (geometry, hand, ends) = (&self.geometry, self.hand, (Some(from), Some(to)));
                when.holds_in_the_midst(&Midst { state, attacks, geometry, side, hand, ends })
            })
        };
        for choice in &self.choices {
            let full = choice.most.is_some_and(|most| state.like(choice.after).count() >= most);
            let here = |square| state.at(square) == choice.before;
            for &(from, mv) in choice.in_place.iter().filter(|(from, _)| !full && here(*from)) {
                if (safety.all_are_doubtful || !safety.check_info.check) && open(from, from) {
                    sink.whole(mv);
                }
                let Some(moves) = &self.moves else { continue };
                for to in (moves.open(side, from, occupied) & !occupied).squares() {
                    let safe = || attacks.safe_after(state, from, to, B::NONE);
                    if open(from, to) && (safety.all_are_doubtful || safe()) {
                        sink.whole(Move::plain(from, to, from, choice.after));
                    }
                }
            }
        }
    }
}
