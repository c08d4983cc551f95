//! The hooks of a game at the stations of a turn.

use smallvec::SmallVec;

use super::Tables;
use crate::board::Bits;
use crate::feature::plan::{Barred, Doubt, Hooks, Last, Lists, Made, Pending, Station, captures_in_doubt};
use crate::model::pieces::Side;
use crate::moves::{Effect, List, Makers, Move, Origin, TurnPart, View};
use crate::state::State;
use crate::walk::Attacks;

impl<B: Bits> Hooks<B> {
    /// Returns `true` if the moves of this position must be listed and checked one by one.
    #[inline(always)]
    pub(crate) fn concern(&self, attacks: &Attacks<B>, state: &State<B>) -> bool {
        self.lists == Lists::Always
            || self.is_pending(attacks, state)
            || self.lists == Lists::WhereJumps && attacks.jumpers(state.side).can_jump(state)
    }

    /// Returns `true` if some hook affects the moves of this position.
    #[inline(always)]
    fn is_pending(&self, attacks: &Attacks<B>, state: &State<B>) -> bool {
        for Pending { words, hook } in &self.pending[state.side.index()] {
            if words.as_ref().is_none_or(|words| state.holds(words)) && hook.bears(state, attacks) {
                return true;
            }
        }
        false
    }

    /// Lists the moves that must be made before any other, if there are any.
    pub(crate) fn preludes(&self, state: &State<B>, list: &mut List) {
        if self.is_under_way(state) {
            return;
        }
        for hook in self.at(state.side, Station::Prelude) {
            hook.preludes(state, list);
            if !list.moves.is_empty() {
                return;
            }
        }
    }

    /// Adds the moves that hooks list themselves; pieces that are `barred` can't be captured.
    #[inline]
    pub(crate) fn list(&self, view: &View<'_, B>, barred: B, list: &mut List) {
        self.at(view.state.side, Station::List).iter().for_each(|hook| hook.list(view, barred, list));
    }

    /// Adds the moves that consist of another move and something in addition.
    pub(crate) fn accompany(&self, tables: &Tables<B>, view: &View<'_, B>, list: &mut List) {
        let kept = |mv: Move| tables.entries(&[], mv).to_vec();
        let hooks = self.at(view.state.side, Station::Accompany).iter();
        hooks.for_each(|hook| hook.accompany(view, &kept, list));
    }

    /// Keeps the moves that obligations leave legal.
    #[inline]
    pub(crate) fn narrow(&self, view: &View<'_, B>, list: &mut List) {
        self.at(view.state.side, Station::Duty).iter().for_each(|hook| hook.narrow(view, list));
    }

    /// Adds the move that skips this part of the turn, if that is allowed: not in check, and not where a capture is compulsory.
    pub(crate) fn decline(&self, view: &View<'_, B>, list: &mut List) {
        let state = view.state;
        let declined = self.order.as_ref().and_then(|order| order.declined(state));
        let must_take = || self.facts.captures_exclude_others && list.moves.iter().any(|mv| mv.takes());
        if let Some(mv) = declined.filter(|_| !must_take() && !view.attacks().in_check(state, state.side)) {
            list.moves.push(mv);
        }
        let stuck = self.pass_if_stuck.filter(|_| list.moves.is_empty() && list.full.is_none());
        if let Some(mv) = stuck.filter(|_| !view.attacks().in_check(state, state.side)) {
            list.moves.push(mv);
        }
    }

    /// Returns `true` if a move has been made in this turn, and another is to come.
    pub(crate) fn is_under_way(&self, state: &State<B>) -> bool {
        self.order.as_ref().is_some_and(|order| order.is_under_way(state))
    }

    /// Returns the kind of moves that may have further effects in this position, beyond what masks account for.
    pub(crate) fn doubt(&self, state: &State<B>) -> Doubt {
        let doubts = self.at(state.side, Station::Follow).iter().map(|hook| hook.doubt(state));
        doubts.max().unwrap_or(Doubt::Nothing)
    }

    /// Returns the squares to which moves are in doubt in this position. Moves that capture elsewhere than on their target are in doubt if
    /// there is any such square.
    pub(crate) fn doubtful_squares(&self, attacks: &Attacks<B>, state: &State<B>, doubt: Doubt) -> B {
        match doubt {
            Doubt::Nothing => B::NONE,
            Doubt::All => !B::NONE,
            Doubt::Captures => {
                let hooks = self.at(state.side, Station::Follow).iter();
                let hooks = hooks.filter(|hook| hook.doubt(state) == Doubt::Captures);
                hooks.fold(B::NONE, |set, hook| set | captures_in_doubt(&**hook, state, attacks))
            }
        }
    }

    /// Returns `true` if movers announce attacks or forgo announcing them.
    pub(crate) fn has_announcements(&self) -> bool {
        self.have(Station::Announce)
    }

    /// Returns `true` if a move that leads to this position may be made in silence or with an announcement.
    pub(crate) fn is_announced(&self, after: &View<'_, B>, us: Side) -> bool {
        self.at(us, Station::Announce).iter().any(|hook| hook.is_announced(after, us))
    }

    /// Returns `true` if hooks don't affect the moves of this position, and compulsory capture can't affect the next ones.
    #[inline]
    pub(crate) fn are_calm(&self, attacks: &Attacks<B>, state: &State<B>) -> bool {
        self.lists == Lists::WherePending
            && !self.concern(attacks, state)
            && self.pending[state.side.index()].iter().all(|pending| pending.hook.is_quiet(state, attacks))
    }

    /// Returns `true` if moves that capture nothing are pointless where a piece can jump.
    #[inline]
    pub(crate) fn only_jumps(&self) -> bool {
        self.lists == Lists::WhereJumps && self.facts.captures_exclude_others
    }

    /// Saves what a move may change besides the placement.
    #[inline(always)]
    pub(crate) fn save(&self, state: &mut State<B>) {
        if self.remembers {
            state.save();
        }
    }

    /// Restores what [`save`](Self::save) saved.
    #[inline(always)]
    pub(crate) fn put_back(&self, state: &mut State<B>) {
        if self.remembers {
            state.recall();
            self.recall(state);
        }
    }

    /// Updates what depends on the slots, after they have been restored or parsed.
    #[inline]
    pub(crate) fn recall(&self, state: &mut State<B>) {
        self.at(state.side, Station::Recall).iter().for_each(|hook| hook.recall(state));
    }

    /// Returns the pieces that can't be captured now: those protected by rules, and royal ones, which a promotion in place or an earlier
    /// move of the same turn may have left attacked.
    #[inline(always)]
    pub(crate) fn barred(&self, attacks: &Attacks<B>, state: &State<B>) -> B {
        let mut barred = attacks.royals(state, state.side.other());
        for &one in &self.barred {
            match one {
                Barred::Squares(slot) => barred |= slot.squares::<B>(state, state.side),
                Barred::Queue(slot) => {
                    let squares = Side::BOTH.into_iter().flat_map(|side| slot.queue(state, side));
                    squares.for_each(|(square, _)| barred |= B::bit(square));
                }
            }
        }
        barred
    }

    /// Adds to an effect what follows from the changes of the move itself.
    #[inline(always)]
    pub(super) fn add_following(&self, effect: &mut Effect<'_, B>, makers: &Makers, attacks: &Attacks<B>) {
        let hooks = self.at(effect.state().side, Station::Follow);
        if !hooks.is_empty() {
            let name = makers.of(effect.mv()).map_or("move", |writing| writing.name());
            hooks.iter().for_each(|hook| hook.follow(effect, name, attacks));
        }
    }

    /// Returns what hooks have to know about a move before it is made.
    #[inline(always)]
    pub(crate) fn made(
        &self,
        tables: &Tables<B>,
        state: &State<B>,
        mv: Move,
        effect: Effect<'_, B>,
    ) -> Made<B> {
        let mut before = SmallVec::new();
        if self.looks_before {
            for hook in self.at(state.side, Station::TurnEnd) {
                before.push(hook.before(&tables.view(state), &|| self.barred(&tables.attacks, state), mv));
            }
        }
        let (mover, origin, touched) =
            (effect.mover(), effect.origin(), self.remembers.then(|| effect.touched()));
        let taken = match self.at(state.side, Station::React).is_empty() {
            true => SmallVec::new(),
            false => effect.taken(),
        };
        let (following, notes) = effect.into_following();
        Made {
            mv,
            before,
            mover,
            moved: match origin {
                Origin::Square(from) => Some((from, mv.to)),
                Origin::Hand | Origin::Nowhere => None,
            },
            taken,
            touched: touched.unwrap_or(B::NONE),
            following,
            notes,
        }
    }

    /// Records in the slots a move that has been made; returns `true` if it ended the turn.
    #[inline]
    pub(crate) fn after(&self, tables: &Tables<B>, state: &mut State<B>, made: &Made<B>) -> bool {
        let mv = made.mv;
        if self.remembers {
            tables.layout.end(state, made.touched, made.moved);
        }
        if mv.is_plain() {
            tables.mark_passed(state, mv);
        }
        for (at, &(slot, noted)) in made.notes.iter().enumerate() {
            let side = state.side;
            // a note that several effects make is made once
            if noted && made.notes[..at].contains(&(slot, true)) {
                continue;
            }
            slot.note(state, side, noted);
        }
        self.at(state.side, Station::React).iter().for_each(|hook| hook.react(state, made));
        let goes_on = match &self.order {
            Some(order) => order.goes_on(state, mv, made.mover.0, &tables.attacks),
            None => mv.part() == TurnPart::Prelude,
        };
        if !goes_on {
            self.end_turn(tables, state, made);
        }
        !goes_on
    }

    /// Ends the turn of the side to move, and begins the other's.
    #[inline]
    fn end_turn(&self, tables: &Tables<B>, state: &mut State<B>, made: &Made<B>) {
        for (at, hook) in self.at(state.side, Station::TurnEnd).iter().enumerate() {
            let before = made.before.get(at).copied().unwrap_or(B::NONE);
            hook.turn_ends(tables.ground(), state, Last { mv: made.mv, before });
        }
        if self.remembers {
            tables.layout.end_turn(state);
        }
        state.pass();
        if self.remembers {
            let side = state.side;
            tables.layout.begin_turn(state, side);
        }
        self.at(state.side, Station::TurnBegin).iter().for_each(|hook| hook.turn_begins(state));
        self.settle(&tables.attacks, state);
    }

    /// Updates what depends on the side whose turn begins.
    #[inline]
    pub(crate) fn settle(&self, attacks: &Attacks<B>, state: &mut State<B>) {
        self.at(state.side, Station::Settle).iter().for_each(|hook| hook.settle(attacks, state));
    }
}
