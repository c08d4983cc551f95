//! Tests of what bears on the moves of a position: where it is little, most of them can be counted in bulk.

use super::{Ban, Hook, Hooks, Station};
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

/// How the moves of a side are counted: what bears on them besides movements, where it is so little that they need not all be listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Road {
    /// All are listed.
    #[default]
    Listed,
    /// More follows from some captures: these are listed and tested.
    CapturesInDoubt,
    /// Moves from some squares have more with something added.
    Accompanied,
    /// Drops that give check may be banned: they are listed and tested.
    DropsBanned,
    /// If there is a drop, only drops are legal.
    DropsFirst,
    /// If there is a capture, only captures are legal.
    CapturesFirst,
    /// If there is no move, there may be a pass.
    PassIfStuck,
}

impl<B: Bits> Hooks<B> {
    /// Returns the road of a side; `tried` says that some moves of features are made and tested.
    pub(super) fn road(&self, side: Side, tried: bool) -> Road {
        use Station::{Accompany, Announce, Duty, Follow, List, Prelude};
        let count = |station| self.at(side, station).len();
        let (bans, duties) = (&self.bans[side.index()], &self.duties[side.index()]);
        let pending = self.pending[side.index()].len();
        let adds = [Prelude, List, Announce].into_iter().any(|station| count(station) > 0);
        if adds || self.order.is_some() || self.royals_arise || self.bans_checks {
            return Road::Listed;
        }
        let hooks = [Accompany, Follow, Duty].map(count);
        let limits = [bans.len(), duties.len()];
        match (self.pass_if_stuck.is_some(), hooks, limits, pending) {
            (false, [0, 1, 0], [0, 0], 0 | 1) => Road::CapturesInDoubt,
            (false, [1, 0, 0], [0, 0], 0 | 1) if !tried => Road::Accompanied,
            (false, [0, 0, 0], [banned, 0], asked) if banned > 0 && asked == banned && !tried => {
                let of_checks = |ban: &Ban<B>| ban.watch.as_ref().is_some_and(|watch| watch.is_of_checks());
                if bans.iter().all(of_checks) { Road::DropsBanned } else { Road::Listed }
            }
            (_, [0, 0, 0], [_, 1], _) if duties.iter().all(Ban::is_of_every_drop) => Road::DropsFirst,
            (false, [0, 0, 1], [0, 0], 0 | 1) if !tried && self.facts.captures_exclude_others => {
                let narrows = self.at(side, Duty).iter().any(|hook| hook.narrows_captures());
                if narrows { Road::Listed } else { Road::CapturesFirst }
            }
            (true, [0, _, 0], [0, 0], 0) if !tried => Road::PassIfStuck,
            _ => Road::Listed,
        }
    }

    /// Returns the squares from which each move has some more with something added, and how many; `None` if that is not all.
    pub(crate) fn accompanied(&self, state: &State<B>) -> Option<(B, u32)> {
        self.at(state.side, Station::Accompany).first()?.accompanied(state)
    }

    /// Returns `true` if nothing but the parts of a turn bears on the moves of a side, or follows from them on the board.
    pub(crate) fn has_bare_turns(&self, side: Side) -> bool {
        let duties = self.at(side, Station::Duty).len();
        self.bears_alone(side) && duties <= 1 && self.at(side, Station::Follow).is_empty()
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
