//! Captures of royal pieces that would cost a side its own, so that they are no attacks.
//!
//! Tables identify them where captors, or royal pieces a leap away, are always removed or turned over. Everything else is tested on each
//! capture individually.

use super::play::royal_types;
use super::{After, Deed, Selection};
use crate::board::{Bits, PerSquare, Square, SquareSet};
use crate::feature::plan::{MoveKind, Plan};
use crate::model::condition::{Its, Pieces, Whose};
use crate::model::pieces::{Royalty, Side, TypeId};

/// Records what tables can tell about such captures, or that each has to be tested.
pub(super) fn lay<B: Bits>(plan: &mut Plan<'_, B>, afters: &[After]) {
    let royal = royal_types(plan);
    let costly = |after: &&After| after.may_capture(&royal) && after.may_cost(&royal);
    if royal.is_empty() || !afters.iter().any(|after| costly(&after)) {
        return;
    }
    let alone = plan.types.iter().all(|kind| !kind.royal || kind.royalty == Royalty::Each);
    let told =
        |after: &After| !after.bears_on_royals() || !after.may_capture(&royal) || after.is_told(&royal);
    if !alone || !afters.iter().all(told) {
        plan.looks_at_royal_captures = true;
        return;
    }
    for after in afters.iter().filter(costly) {
        Side::BOTH
            .into_iter()
            .filter(|&side| after.is_of(side))
            .for_each(|side| after.spare(plan, side, &royal));
    }
}

impl After {
    /// Returns `true` if it may follow from the capture of a piece of these types.
    fn may_capture(&self, royal: &[TypeId]) -> bool {
        self.kinds.0.iter().any(|kind| match kind {
            MoveKind::Any | MoveKind::By(_) | MoveKind::Promotion { .. } => true,
            MoveKind::Capture { of, .. } => of.is_empty() || of.iter().any(|kind| royal.contains(kind)),
            _ => false,
        })
    }

    /// Returns `true` if it may cost the side that moves a piece of these types.
    fn may_cost(&self, royal: &[TypeId]) -> bool {
        match &self.deed {
            Deed::Remove(selection) | Deed::Flip(selection) | Deed::ToHand(selection) => selection
                .iter()
                .any(|chosen| chosen.as_ref().is_none_or(|chosen| is_about_own(chosen, royal))),
            Deed::Wall(its) => *its == Its::Square,
            Deed::Becomes(kind) => kind.is_some_and(|kind| !royal.contains(&kind)),
            _ => false,
        }
    }

    /// Returns `true` if tables can tell what it means for captures of pieces of these types.
    fn is_told(&self, royal: &[TypeId]) -> bool {
        let always =
            self.when.is_none() && self.leaving.is_none() && !self.gives_check && self.side.is_none();
        let all_or_none = |of: &[TypeId]| {
            let mut among = royal.iter().map(|kind| of.contains(kind));
            let first = among.next();
            of.is_empty() || among.all(|other| Some(other) == first)
        };
        let (mut of_all, mut by_all) = (true, true);
        for kind in &self.kinds.0 {
            match kind {
                MoveKind::Capture { of, by } => {
                    (of_all, by_all) = (of_all && all_or_none(of), by_all && by.is_empty())
                }
                MoveKind::By(_) => by_all = false,
                MoveKind::Promotion { .. } => return false,
                _ => {}
            }
        }
        let others = |selection: &Selection<SquareSet>| {
            selection.iter().flatten().any(|chosen| is_about_own(chosen, royal))
        };
        let told = match &self.deed {
            Deed::Remove(selection) | Deed::Flip(selection) | Deed::ToHand(selection) => {
                let own = selection.iter().flatten().filter(|chosen| is_about_own(chosen, royal));
                own.into_iter().all(|chosen| leaps_to_all(chosen, royal)) && (by_all || !others(selection))
            }
            Deed::Becomes(kind) => kind.is_some_and(|kind| !royal.contains(&kind)),
            Deed::Wall(_) | Deed::PutTaken(_) => true,
            _ => false,
        };
        always && of_all && told
    }

    /// Adds to the plan what tables can tell about it.
    fn spare<B: Bits>(&self, plan: &mut Plan<'_, B>, side: Side, royal: &[TypeId]) {
        let captors = |kind: &&TypeId| {
            self.kinds.0.iter().any(|of| match of {
                MoveKind::Any => true,
                MoveKind::Capture { of, by } => {
                    (of.is_empty() || of.contains(&royal[0])) && (by.is_empty() || by.contains(kind))
                }
                MoveKind::By(by) => by.contains(kind),
                _ => false,
            })
        };
        let selection = match &self.deed {
            Deed::Remove(selection) | Deed::Flip(selection) | Deed::ToHand(selection) => selection,
            _ => &vec![None],
        };
        if selection.contains(&None) {
            plan.harmless.extend(royal.iter().filter(captors));
        }
        let own = selection.iter().flatten().filter(|chosen| is_about_own(chosen, royal));
        own.into_iter().for_each(|chosen| spare_near(plan, side, chosen));
    }
}

/// Returns `true` if pieces of the side that moves, of these types, may be among some pieces.
fn is_about_own(chosen: &Pieces<SquareSet>, royal: &[TypeId]) -> bool {
    let among = chosen.types.is_empty() || royal.iter().any(|kind| chosen.types.contains(kind));
    chosen.whose != Whose::Theirs && among
}

/// Returns `true` if some pieces are all those of these types that are a leap away from the square where a move ends.
fn leaps_to_all(chosen: &Pieces<SquareSet>, royal: &[TypeId]) -> bool {
    let all = chosen.types.is_empty() || royal.iter().all(|kind| chosen.types.contains(kind));
    let bare = chosen.region.is_none() && chosen.its.is_none() && chosen.safety.is_none();
    let reached = chosen.reached.as_ref().filter(|reached| {
        let plain = reached.from == Its::Square && reached.until.is_none() && reached.of.is_none();
        plain && reached.by.is_of_leaps()
    });
    all && bare && chosen.attacking.is_none() && chosen.enclosed.is_none() && reached.is_some()
}

/// Records the squares on which a side does not capture royal pieces while its own stands near.
fn spare_near<B: Bits>(plan: &mut Plan<'_, B>, side: Side, chosen: &Pieces<SquareSet>) {
    let Some(reached) = &chosen.reached else { return };
    let leaps = |square| reached.by.from(side, square).iter().map(|line| B::bit(line.to));
    let near = |square: Square| leaps(square).fold(B::NONE, |set, leap| set | leap);
    let known = plan.spared[side.index()].take().unwrap_or_default();
    plan.spared[side.index()] = Some(PerSquare::from_fn(|square| known[square] | near(square)));
}
