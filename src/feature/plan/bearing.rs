//! Tests of what bears on the moves of a position: where it is little, most of them can be counted in bulk.

use super::{Ban, Doubt, Hook, Hooks, Station};
use crate::board::Bits;
use crate::model::pieces::Side;
use crate::state::State;
use crate::walk::Attacks;

/// Returns the pieces whose capture a hook puts in doubt: all of them, if captures on a square just passed over may be, too.
#[inline]
pub(crate) fn captures_in_doubt<B: Bits>(hook: &dyn Hook<B>, state: &State<B>, attacks: &Attacks<B>) -> B {
    let (enemies, squares) = (state.side(state.side.other()), hook.doubtful_captures(state, attacks));
    if squares.meets(state.slots.passed.squares) { enemies } else { enemies & squares }
}

impl<B: Bits> Hooks<B> {
    /// Returns the moves in doubt in a position where nothing else bears on moves; [`Doubt::All`] where something does.
    #[inline]
    pub(crate) fn only_doubt(&self, state: &State<B>) -> Doubt {
        let (side, follow) = (state.side, self.at(state.side, Station::Follow));
        let bare = self.bears_alone(side) && self.order.is_none() && !self.royals_arise;
        match follow {
            [hook] if bare && self.at(side, Station::Duty).is_empty() => hook.doubt(state),
            _ => Doubt::All,
        }
    }

    /// Returns the squares from which each move has some more with something added, and how many, if nothing else bears on moves.
    pub(crate) fn only_accompanied(&self, state: &State<B>) -> Option<(B, u32)> {
        use Station::{Accompany, Announce, Duty, Follow, List, Prelude};
        let side = state.side;
        let [hook] = self.at(side, Accompany) else { return None };
        let none = [Prelude, List, Announce, Follow, Duty].into_iter().all(|at| self.at(side, at).is_empty());
        let limits = [&self.bans, &self.duties].into_iter().all(|bans| bans[side.index()].is_empty());
        let alone =
            self.pass_if_stuck.is_none() && self.pending[side.index()].len() <= 1 && !self.bans_checks;
        let bare = none && limits && alone && self.order.is_none() && !self.royals_arise;
        if bare { hook.accompanied(state) } else { None }
    }

    /// Returns `true` if the only duty of a side is to drop, and nothing adds moves to its drops or bears on them but bans.
    pub(super) fn drops_come_first(&self, side: Side) -> bool {
        use Station::{Accompany, Announce, Duty, Follow, List, Prelude};
        let none = [Accompany, Announce, Duty, Follow, List, Prelude];
        let none = none.into_iter().all(|at| self.at(side, at).is_empty());
        let drops = |duty: &Ban<B>| {
            let bare = duty.when.is_none() && duty.leaving.is_none() && duty.gives.is_none();
            bare && duty.kinds.only_drops().is_some_and(|types| types.is_empty())
        };
        none && self.order.is_none() && matches!(&self.duties[side.index()][..], [duty] if drops(duty))
    }

    /// Returns `true` if nothing bears on the moves of a side but bans on drops by which the dropped piece gives check.
    pub(super) fn only_bans_drops(&self, side: Side) -> bool {
        use Station::{Accompany, Announce, Duty, Follow, List, Prelude};
        let none = [Prelude, List, Accompany, Announce, Follow, Duty];
        let none = none.into_iter().all(|at| self.at(side, at).is_empty());
        let bans = &self.bans[side.index()];
        let of_checks = |ban: &Ban<B>| ban.watch.as_ref().is_some_and(|watch| watch.is_of_checks());
        let alone = self.pass_if_stuck.is_none()
            && self.duties[side.index()].is_empty()
            && self.pending[side.index()].len() == bans.len();
        none && alone
            && bans.iter().all(of_checks)
            && !self.bans_checks
            && self.order.is_none()
            && !self.royals_arise
    }

    /// Returns `true` if nothing but the parts of a turn bears on the moves of a side, or follows from them on the board.
    pub(crate) fn has_bare_turns(&self, side: Side) -> bool {
        let duties = self.at(side, Station::Duty).len();
        self.bears_alone(side) && duties <= 1 && self.at(side, Station::Follow).is_empty()
    }

    /// Returns `true` if nothing bears on the moves of a side, except that there is a pass where there is no other move.
    pub(super) fn only_passes(&self, side: Side) -> bool {
        self.pass_if_stuck.is_some()
            && self.adds_nothing(side)
            && self.pending[side.index()].is_empty()
            && self.at(side, Station::Duty).is_empty()
            && self.order.is_none()
            && !self.royals_arise
    }

    /// Returns `true` if at most one hook bears on the moves of a side, and none adds any, and no ban or duty does.
    #[inline]
    fn bears_alone(&self, side: Side) -> bool {
        self.pass_if_stuck.is_none() && self.pending[side.index()].len() <= 1 && self.adds_nothing(side)
    }

    /// Returns `true` if no hook adds moves to those of a side or announces them, and no ban or duty bears on them.
    fn adds_nothing(&self, side: Side) -> bool {
        use Station::{Accompany, Announce, List, Prelude};
        let none = |station| self.at(side, station).is_empty();
        let limits = [&self.bans, &self.duties].into_iter().all(|bans| bans[side.index()].is_empty());
        [Prelude, List, Accompany, Announce].into_iter().all(none) && limits && !self.bans_checks
    }
}
