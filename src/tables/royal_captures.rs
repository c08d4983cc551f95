//! Captures of royal pieces, made to see whether they would cost the captor's side its own.

use std::sync::Arc;

use crate::board::{Bits, Square};
use crate::feature::plan::{Hook, Plan, Station};
use crate::model::pieces::Side;
use crate::moves::{Effect, Move, Promotions};
use crate::state::{Scratch, State};
use crate::walk::{Attacks, RoyalCaptures};

/// The captures of a game, with all that follows from them.
#[derive(Debug)]
pub(super) struct LookedAt<B> {
    /// By side and type: the pieces that its pieces may be after a move.
    arrivals: [Box<[Promotions<B>]>; 2],
    /// By side: what follows from its moves.
    following: [Vec<Arc<dyn Hook<B>>>; 2],
    /// The attacks by which further effects are computed: no captures are made to find them, so that no test calls another.
    attacks: Attacks<B>,
}

impl<B: Bits> LookedAt<B> {
    /// Creates the captures of a game in which all rules have been laid out.
    pub(super) fn new(plan: &Plan<'_, B>, attacks: Attacks<B>) -> Self {
        let following = Side::BOTH.map(|side| plan.hooks.at(side, Station::Follow).to_vec());
        let arrivals =
            plan.kinds.each_ref().map(|kinds| kinds.iter().map(|kind| kind.arrival.clone()).collect());
        Self { arrivals, following, attacks }
    }

    /// Returns the board after a capture and what follows from it.
    fn made(&self, state: &State<B>, mv: Move) -> Scratch<B> {
        let mut effect = Effect::new(state, mv, &[]);
        for hook in &self.following[state.side.index()] {
            hook.follow(&mut effect, "move", &self.attacks);
        }
        effect.board_after()
    }
}

impl<B: Bits> RoyalCaptures<B> for LookedAt<B> {
    fn keeps_royals(&self, state: &State<B>, from: Square, to: Square) -> bool {
        let (us, mut keeps) = (state.side, false);
        let arrival = &self.arrivals[us.index()][usize::from(state.at(from).kind())];
        arrival.after(state, (from, to), |piece| {
            let after = self.made(state, Move::plain(from, to, to, piece));
            keeps |= self.attacks.keeps_royals((state, &after), us);
        });
        keeps
    }
}
