//! Pieces of a player in check that count as having moved: determined when a turn begins, not tested for each move.

use std::sync::Arc;

use super::{After, Deed};
use crate::board::Bits;
use crate::feature::plan::{Hook, Plan, Station};
use crate::model::pieces::{Side, TypeId};
use crate::state::State;
use crate::walk::Attacks;

/// Some pieces of the player in check.
#[derive(Debug)]
struct Group<B> {
    /// Empty for all types.
    types: Box<[TypeId]>,
    region: B,
}

/// The hook that settles which pieces have lost their first move by a check.
#[derive(Debug)]
struct Checked<B>(Box<[Group<B>]>);

/// Lays out an effect of checks that a side gives.
pub(super) fn lay<B: Bits>(plan: &mut Plan<'_, B>, side: Side, after: &After) {
    let Deed::Moved(selection) = &after.deed else { return };
    let them = side.other();
    let groups = selection.iter().flatten().map(|chosen| Group {
        types: chosen.types.clone().into(),
        region: chosen.region.map_or(!B::NONE, |region| B::from_wide(region[them.index()])),
    });
    let hook = Checked(groups.collect());
    plan.hook(them, &(Arc::new(hook) as Arc<dyn Hook<B>>));
}

impl<B: Bits> Hook<B> for Checked<B> {
    fn stations(&self) -> &'static [Station] {
        &[Station::Settle]
    }

    fn settle(&self, attacks: &Attacks<B>, state: &mut State<B>) {
        let us = state.side;
        let of = |types: &[TypeId]| match types {
            [] => state.side(us),
            types => types.iter().fold(B::NONE, |pieces, &kind| pieces | state.of(kind, us)),
        };
        let pieces = self.0.iter().fold(B::NONE, |pieces, group| pieces | of(&group.types) & group.region);
        if pieces.meets(state.slots.rights | state.slots.unmoved) && attacks.in_check(state, us) {
            state.slots.rights &= !pieces;
            state.slots.unmoved &= !pieces;
        }
    }
}
