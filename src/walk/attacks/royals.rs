//! The royal pieces of a position, and those of them that share their royalty.

use super::Attacks;
use crate::board::{Bits, Square};
use crate::model::pieces::{Royalty, Side, TypeId};
use crate::state::State;

impl<B: Bits> Attacks<B> {
    /// Returns the pieces of a side that are each royal on their own now.
    #[inline(always)]
    pub(crate) fn royals(&self, state: &State<B>, side: Side) -> B {
        let all = self.of_royal_types(state, side);
        if self.conditional.is_empty() { all } else { all & !self.one_of_several(state, side, None) }
    }

    /// Returns the pieces of a side of which several share their royalty: of all such types, or of those with one kind of royalty.
    #[inline(never)]
    pub(super) fn one_of_several(&self, state: &State<B>, side: Side, wanted: Option<Royalty>) -> B {
        let of = |royalty: Royalty| {
            let asked = wanted.is_none_or(|wanted| wanted == royalty);
            let types = self.conditional.iter().filter(move |(_, own)| asked && *own == royalty);
            types.map(|&(kind, _)| state.of(kind, side))
        };
        // the pieces of all types whose last piece is royal, counted together
        let last = of(Royalty::Last).fold(B::NONE, |set, pieces| set | pieces);
        let together = of(Royalty::Together).filter(|pieces| !pieces.at_most_one());
        together.fold(if last.at_most_one() { B::NONE } else { last }, |set, pieces| set | pieces)
    }

    /// Returns `true` if all of several pieces that are royal together are attacked, given the occupancy `occupied`, with the enemies in
    /// `gone` gone and perhaps one of the pieces moved.
    pub(super) fn attacked_together(
        &self,
        state: &State<B>,
        us: Side,
        (occupied, gone): (B, B),
        moved: Option<(Square, Square)>,
    ) -> bool {
        let together = self.conditional.iter().filter(|(_, royalty)| *royalty == Royalty::Together);
        together.map(|&(kind, _)| state.of(kind, us)).filter(|pieces| !pieces.at_most_one()).any(|pieces| {
            let pieces = match moved {
                Some((from, to)) if pieces.has(from) => pieces & !B::bit(from) | B::bit(to),
                _ => pieces,
            };
            pieces.squares().all(|square| self.attacked(state, square, us.other(), occupied, gone))
        })
    }

    /// Returns the pieces of a side an attack on which is check as things stand: those that are each royal on their own and, if all pieces
    /// that are royal together are attacked, all of these.
    pub(crate) fn royals_at_stake(&self, state: &State<B>, side: Side) -> B {
        let royals = self.royals(state, side);
        match self.attacked_together(state, side, (state.occupied(), B::NONE), None) {
            true => royals | self.one_of_several(state, side, Some(Royalty::Together)),
            false => royals,
        }
    }

    /// Returns `true` if a side has kept its royal pieces from one position to another: every one that is royal on its own, and one of
    /// those that share their royalty.
    pub(crate) fn keeps_royals(&self, (before, after): (&State<B>, &State<B>), side: Side) -> bool {
        let shares = |kind: &&TypeId| self.conditional.iter().any(|(shared, _)| shared == *kind);
        // a royal piece may become another in promotion
        let plain = |state: &State<B>| {
            let kinds = self.royals.iter().filter(|kind| !shares(kind));
            kinds.map(|&kind| state.of(kind, side).count()).sum::<u32>()
        };
        let kept = |&kind: &TypeId| !after.of(kind, side).is_empty() || before.of(kind, side).is_empty();
        let last = |state: &State<B>| {
            let types = self.conditional.iter().filter(|(_, royalty)| *royalty == Royalty::Last);
            types.fold(B::NONE, |set, (kind, _)| set | state.of(*kind, side))
        };
        let together = self.conditional.iter().filter(|(_, royalty)| *royalty == Royalty::Together);
        plain(after) >= plain(before)
            && (!last(after).is_empty() || last(before).is_empty())
            && together.map(|(kind, _)| kind).all(kept)
    }

    /// Returns `true` if pieces of some type share their royalty.
    #[inline(always)]
    pub(crate) fn share_royalty(&self) -> bool {
        !self.conditional.is_empty()
    }

    /// Returns `true` if a side has a piece of a royal type.
    #[inline]
    pub(crate) fn has_royals(&self, state: &State<B>, side: Side) -> bool {
        !self.of_royal_types(state, side).is_empty()
    }

    /// Returns the pieces of a side that are of royal types.
    #[inline(always)]
    pub(super) fn of_royal_types(&self, state: &State<B>, side: Side) -> B {
        match self.royals[..] {
            [only] => state.of(only, side),
            ref several => several.iter().fold(B::NONE, |pieces, &kind| pieces | state.of(kind, side)),
        }
    }
}
