//! The contract between a rule and play: what a rule lays out for boards of some width, and the hooks that play calls.
//!
//! Laying out discards names, notation and all that can't change play. A rule adds to a [`Plan`] what it needs: slots, changes to
//! the tables of piece types, generators, hooks, and what search must know; what a game doesn't have leaves no trace. What play tests in
//! every position is data, so that a rule is called only where it has something to do: a [`Gate`] before a generator, a [`Trigger`] before
//! a marker, the slots of a hook that bears on moves only while they hold something.

mod ban;
mod bearing;
mod consequence;
mod facts;
mod gate;
mod kinds;
mod order;
mod relevance;
mod unmoved;

use std::fmt::Debug;
use std::sync::Arc;

use smallvec::SmallVec;

pub(crate) use self::ban::{AskedOfSquares, Ban, DropBan, DropWatch, Gives, NoChecks};
pub(crate) use self::bearing::{Road, captures_in_doubt};
pub(crate) use self::consequence::{Consequence, Flips, HandChanges, Occasion};
pub(crate) use self::facts::{Barred, Facts, Lists};
pub(crate) use self::gate::{Door, FixedMove, Gate, Trigger, may_take_in_passing};
pub(crate) use self::kinds::{KindMasks, MoveKind, MoveKinds};
pub(crate) use self::order::{Pending, PutNext, SlotGate, TurnOrder};
pub(crate) use self::relevance::{Few, Movers, Relevance, Relevant};
pub(crate) use self::unmoved::Unmoved;
use super::scope::Scope;
use crate::board::{Bits, Geometry, PerSquare, Square};
use crate::model::chase::Chase;
use crate::model::movement::Movement;
use crate::model::pieces::{Piece, PieceType, Side, TypeId};
use crate::moves::{
    Departure, Effect, Entry, Following, Ground, List, Maker, Makers, Move, Notes, PieceTable, Place, Record,
    Safety, Sink, View, Writing,
};
use crate::state::{Layout, Mark, Slot, SlotDeclaration, State};
use crate::walk::{Attackers, Attacks, Hurdles, Watched};

/// A generator with the condition under which it is called.
pub(crate) type Gated<B> = (Gate<B>, Arc<dyn Generator<B>>);

/// A marker with the moves after which it is called.
pub(crate) type Triggered<B> = (Trigger<B>, Arc<dyn Marker<B>>);

/// A rule that can be laid out for boards of some width.
pub(crate) trait Lay<B: Bits> {
    /// Adds to the plan what the rule needs in play.
    fn lay(&self, plan: &mut Plan<'_, B>);

    /// Adds what depends on what other rules have added.
    fn lay_last(&self, _plan: &mut Plan<'_, B>) {}
}

/// The plan that the rules of a game lay out for boards of some width.
#[derive(Debug)]
pub(crate) struct Plan<'a, B> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) types: &'a [PieceType],
    pub(crate) start: &'a [(Square, Piece)],
    /// The tables of the piece types of each side; a rule may change them.
    pub(crate) kinds: [Box<[PieceTable<B>]>; 2],
    pub(crate) layout: Layout,
    pub(crate) makers: Makers,
    /// Changes of moves that are the same in every position.
    pub(crate) kept: Vec<Entry>,
    /// Types whose pieces may be frozen: those in [`State::frozen`] neither move nor attack.
    pub(crate) freezing: Vec<TypeId>,
    /// The types of each side that may not jump over some hurdles.
    pub(crate) hurdles: [Vec<Arc<Hurdles<B>>>; 2],
    /// Rules by which pieces attack beside their movements.
    pub(crate) attackers: Vec<Arc<dyn Attackers<B>>>,
    /// Squares that are often tested for attacks, besides those that a royal piece may move to.
    pub(crate) watched: Vec<Watched>,
    /// Types of which it matters whether a piece has moved.
    pub(crate) tracked: Vec<TypeId>,
    /// By the side that makes the moves.
    pub(crate) generators: [Vec<Gated<B>>; 2],
    /// By the side that has moved.
    pub(crate) markers: [Vec<Triggered<B>>; 2],
    pub(crate) rights: Option<Arc<dyn Rights<B>>>,
    pub(crate) announcers: Vec<Arc<dyn Announcer<B>>>,
    /// The bans on drops that are known as squares.
    pub(crate) drop_bans: Vec<Arc<dyn DropBan<B>>>,
    /// Such bans that are about the position after the drop, as it is if nothing follows.
    pub(crate) bans_after_drops: Vec<Arc<dyn DropBan<B>>>,
    /// True if more changes on the board may follow from a move, or with the next turn.
    pub(crate) has_followers: bool,
    /// True if some rule about moves depends on the pass of one player alone.
    pub(crate) asks_who_passed: bool,
    /// True if rules are asked move by move instead of being laid out: for the law that compares the two.
    pub(crate) plainly: bool,
    /// By side that must not give check: the squares from which its pieces would, where masks tell which moves do.
    pub(crate) no_checks: [Option<NoChecks<B>>; 2],
    /// Types that can't capture royal pieces.
    pub(crate) harmless: Vec<TypeId>,
    /// By side that captures: the squares on which a royal piece of its own would be lost, by the square of the royal piece it captures.
    pub(crate) spared: [Option<PerSquare<B>>; 2],
    /// True if captures of royal pieces have to be made to tell whether they would cost the captor's side its own; then `harmless` and
    /// `spared` hold nothing of what follows from captures.
    pub(crate) looks_at_royal_captures: bool,
    /// The slots of the pieces in hand, and of the notes on players.
    pub(crate) hand: Option<Slot>,
    pub(crate) notes: Vec<Slot>,
    /// The slots of the checks given, of the sides whose last turn was a pass, and of the plies counted.
    pub(crate) checks: Option<Slot>,
    pub(crate) passes: Option<Slot>,
    pub(crate) counted: Option<Slot>,
    /// The rules of chasing, if an end depends on it.
    pub(crate) chase: Option<Chase<B>>,
    pub(crate) hooks: Hooks<B>,
    /// True if captures are found by listing: by jumping several at once, or by comparing them with other moves.
    pub(crate) lists_captures: bool,
    /// True if pieces may be captured in other ways than their captors' movements allow.
    pub(crate) takes_beside_movements: bool,
}

impl<B: Bits> Plan<'_, B> {
    /// Adds a slot to what positions remember.
    pub(crate) fn declare(&mut self, slot: SlotDeclaration) -> Slot {
        self.layout.declare(slot, (self.geometry.squares(), self.types.len()))
    }

    /// Registers a maker of listed moves, by its description of them.
    pub(crate) fn maker(&mut self, writing: &'static dyn Writing) -> Maker {
        self.makers.add(writing)
    }

    /// Keeps the changes of a move that are the same in every position.
    pub(crate) fn keep(&mut self, changes: impl FnOnce(&mut Record<'_>)) -> Place {
        let mut record = Record::new(&mut self.kept);
        changes(&mut record);
        record.finish().map_or(Place::Nowhere, Place::Tables)
    }

    /// Adds a generator of a side's moves.
    pub(crate) fn generator(&mut self, side: Side, gate: Gate<B>, generator: Arc<dyn Generator<B>>) {
        self.generators[side.index()].push((gate, generator));
    }

    /// Adds a generator of both sides' moves that is called in every position.
    pub(crate) fn generator_of_both(&mut self, generator: Arc<dyn Generator<B>>) {
        for side in Side::BOTH {
            self.generator(side, Gate::Always, Arc::clone(&generator));
        }
    }

    /// Adds a hook to its stations in the turns of a side, behind those already there.
    pub(crate) fn hook(&mut self, side: Side, hook: &Arc<dyn Hook<B>>) {
        self.hooks.looks_before |= hook.looks_before();
        let pending = || Pending { words: hook.gate().words(), hook: Arc::clone(hook) };
        for &station in hook.stations() {
            match station {
                Station::Bears => self.hooks.pending[side.index()].push(pending()),
                _ => self.hooks.stations[side.index()][station as usize].push(Arc::clone(hook)),
            }
        }
    }

    /// Adds a hook to its stations in the turns of both sides.
    pub(crate) fn hook_of_both(&mut self, hook: Arc<dyn Hook<B>>) {
        for side in Side::BOTH {
            self.hook(side, &hook);
        }
    }

    /// The piece tables of some types, of both sides.
    pub(crate) fn tables_of<'s>(
        &'s mut self,
        types: &'s [TypeId],
    ) -> impl Iterator<Item = &'s mut PieceTable<B>> + 's {
        let all = self.kinds.iter_mut().flatten();
        all.filter(|table| types.contains(&table.content.kind()))
    }

    /// Returns `true` if a piece may attack because another has come to stand in its way.
    pub(crate) fn pieces_look(&self) -> bool {
        let jumps = |movement: &Movement| movement.moves.iter().any(|term| !term.jumps.is_empty());
        let paths = |kind: &PieceType| !kind.movement.paths.is_empty() || !kind.conditional.is_empty();
        self.types.iter().any(|kind| paths(kind) || jumps(&kind.movement))
    }

    /// Settles what depends on all rules together.
    pub(crate) fn settle(&mut self) {
        self.kinds.iter_mut().flatten().for_each(|table| table.arrival.settle());
        let moves = || self.types.iter().flat_map(|kind| &kind.movement.moves);
        let by_paths = self.types.iter().any(|kind| !kind.movement.paths.is_empty());
        let by_jumps_only = !self.takes_beside_movements
            && !by_paths
            && moves().all(|way| !way.capture || way.courses.is_empty());
        let hooks = &mut self.hooks;
        hooks.bans_checks = self.no_checks.iter().any(Option::is_some);
        hooks.lists = match (self.lists_captures, by_jumps_only) {
            _ if hooks.have(Station::Announce) || hooks.pass_if_stuck.is_some() => Lists::Always,
            (true, false) => Lists::Always,
            (true, true) => Lists::WhereJumps,
            (false, _) => Lists::WherePending,
        };
        hooks.remembers = !self.layout.slots().is_empty() || hooks.have(Station::Recall);
        hooks.narrows_captures =
            Side::BOTH.map(|side| hooks.at(side, Station::Duty).iter().any(|hook| hook.narrows_captures()));
        hooks.only_lists = Side::BOTH.map(|side| hooks.only_lists(side));
        let makes = [Station::Follow, Station::React, Station::TurnEnd, Station::TurnBegin, Station::Settle];
        hooks.makes_plainly =
            !hooks.remembers && hooks.order.is_none() && !makes.iter().any(|&station| hooks.have(station));
        hooks.leave_moves = hooks.leave_moves();
        if self.plainly {
            self.kinds.iter_mut().flatten().for_each(PieceTable::disband);
        } else {
            hooks.roads = Side::BOTH.map(|side| hooks.road(side, self.makers.have_doubtful()));
            hooks.relevant = Relevant::gather(hooks, &self.layout);
        }
    }
}

/// Adds legal moves to those of the pieces' movements.
pub(crate) trait Generator<B: Bits>: Debug + Send + Sync {
    /// Sends the legal moves it makes up.
    fn generate(&self, view: &View<'_, B>, safety: &Safety<B>, sink: &mut dyn Sink<B>);

    /// Returns `true` if it sends all drops, and nothing else.
    fn drops(&self) -> bool {
        false
    }

    /// The moves it makes up, found square by square and regardless of the safety of royal pieces; for laws.
    #[cfg(feature = "verify")]
    fn by_squares(&self, _view: &View<'_, B>) -> Vec<Move> {
        Vec::new()
    }

    /// Returns the reason why the move from here to there, which would be one of its own, is not legal; `None` if it makes none like it.
    fn why_not(&self, _scope: &Scope<'_>, _view: &View<'_, B>, _ends: (Departure, Square)) -> Option<String> {
        None
    }
}

/// Records in `state.slots.passed` what a plain move leaves for the next one.
pub(crate) trait Marker<B: Bits>: Debug + Send + Sync {
    /// Records it; the move has been made, and its side is still the one to move.
    fn mark(&self, state: &mut State<B>, mv: Move);

    /// Returns the mark for squares passed over, derived from the pieces on the board: the one with the fewest other squares. If squares are
    /// given for the piece that passed, it stands on one of them.
    fn mark_over(&self, state: &State<B>, over: B, by: B) -> Option<Mark<B>>;
}

/// Rights that pieces have while they stand unmoved, in `state.slots.rights`: the third field of a FEN.
pub(crate) trait Rights<B: Bits>: Debug + Send + Sync {
    /// Returns the squares of pieces with a right in a position of which nothing else is known.
    fn fresh(&self, state: &State<B>) -> B;

    /// Returns the square, if the piece there has a right in a position of which nothing else is known.
    fn fresh_on(&self, state: &State<B>, square: Square) -> B {
        self.fresh(state) & B::bit(square)
    }

    /// The rights that may still be used.
    fn effective(&self, state: &State<B>) -> B;

    /// The field of a FEN.
    fn field(&self, geometry: &Geometry, state: &State<B>) -> String;

    /// Reads the field of a FEN.
    ///
    /// # Errors
    /// The place of a letter, and what is wrong with it.
    fn read_field(&self, geometry: &Geometry, state: &State<B>, field: &str) -> Result<B, (usize, String)>;
}

/// Words that are said with moves.
pub(crate) trait Announcer<B: Bits>: Debug + Send + Sync {
    /// Returns the announcement made with a move of a side after which the position is this; `announced` if the mover makes it.
    fn says(&self, after: &View<'_, B>, us: Side, announced: bool) -> Option<&str>;
}

/// A station of a turn at which hooks are called; they are in the order of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Station {
    /// The test whether the rule bears on the moves of a position.
    Bears,
    /// Moves that must be made before any other.
    Prelude,
    /// Moves found by listing.
    List,
    /// Legal moves with something added to them.
    Accompany,
    /// The duty that decides which of the moves remain legal.
    Duty,
    /// Moves that are made with or without an announcement.
    Announce,
    /// Changes that follow from those of a move.
    Follow,
    /// The recording of a move in the slots.
    React,
    TurnEnd,
    TurnBegin,
    /// The facts that hold whenever a turn begins, also in a position that is read.
    Settle,
    /// The values derived from the slots when these have been restored by unmaking a move, or read.
    Recall,
}

/// The number of stations.
const STATIONS: usize = Station::Recall as usize + 1;

/// A rule at the stations of a turn. It is called only at those it names, and must respond there.
pub(crate) trait Hook<B: Bits>: Debug + Send + Sync {
    /// The stations where it is called.
    fn stations(&self) -> &'static [Station];

    /// [`Station::Bears`]: the content of slots that the rule needs to bear on moves.
    fn gate(&self) -> SlotGate {
        SlotGate::Always
    }

    /// [`Station::Bears`]: whether the moves of a position have to be listed because of it.
    fn bears(&self, _state: &State<B>, _attacks: &Attacks<B>) -> bool {
        unreachable!("{self:?} does not bear on moves")
    }

    /// [`Station::Bears`]: whether it neither bears on the moves of a position nor will on those of a turn skipped.
    fn is_quiet(&self, state: &State<B>, attacks: &Attacks<B>) -> bool {
        !self.bears(state, attacks)
    }

    /// [`Station::Follow`] to [`Station::TurnBegin`]: the moves that matter to it; `None` for all.
    fn relevance(&self) -> Option<Relevance<B>> {
        None
    }

    /// [`Station::Prelude`]: lists the moves that are due before any other.
    fn preludes(&self, _state: &State<B>, _list: &mut List) {
        unreachable!("{self:?} has no moves that come first")
    }

    /// [`Station::List`]: lists moves; pieces that are `barred` can't be captured.
    fn list(&self, _view: &View<'_, B>, _barred: B, _list: &mut List) {
        unreachable!("{self:?} lists no moves")
    }

    /// [`Station::Accompany`]: adds moves that are others with something added; `kept` gives the changes of those that the tables keep.
    fn accompany(&self, _view: &View<'_, B>, _kept: &dyn Fn(Move) -> Vec<Entry>, _list: &mut List) {
        unreachable!("{self:?} adds nothing to moves")
    }

    /// [`Station::Accompany`]: the squares from which each move has some more with something added, and how many; `None` if that is not all.
    fn accompanied(&self, _state: &State<B>) -> Option<(B, u32)> {
        None
    }

    /// [`Station::Duty`]: keeps those moves that remain legal.
    fn narrow(&self, _view: &View<'_, B>, _list: &mut List) {
        unreachable!("{self:?} imposes no duty")
    }

    /// [`Station::Duty`]: whether it may remove moves even if all are captures.
    fn narrows_captures(&self) -> bool {
        true
    }

    /// [`Station::Announce`]: whether a move of a side after which the position is this is made with or without an announcement.
    fn is_announced(&self, _after: &View<'_, B>, _us: Side) -> bool {
        unreachable!("{self:?} announces nothing")
    }

    /// [`Station::Follow`]: adds the changes that follow from those of a move.
    ///
    /// `name` is what the feature that made up the move calls it, or `move`.
    fn follow(&self, _effect: &mut Effect<'_, B>, _name: &str, _attacks: &Attacks<B>) {
        unreachable!("{self:?} makes nothing follow")
    }

    /// [`Station::Follow`]: the moves of this position from which something may follow that bears on royal pieces, so that masks don't tell
    /// whether they are legal: each is then made and tested. A rule bears on the moves of such a position.
    fn doubt(&self, _state: &State<B>) -> Doubt {
        unreachable!("{self:?} makes nothing follow")
    }

    /// [`Station::Follow`]: where captures are in [`doubt`](Self::doubt), the squares on which they are, at least.
    fn doubtful_captures(&self, _state: &State<B>, _attacks: &Attacks<B>) -> B {
        !B::NONE
    }

    /// [`Station::React`]: notes what is remembered of a move.
    fn react(&self, _state: &mut State<B>, _made: &Made<B>) {
        unreachable!("{self:?} remembers nothing of moves")
    }

    /// [`Station::TurnEnd`]: whether it examines the position before the last move, by [`before`](Self::before).
    fn looks_before(&self) -> bool {
        false
    }

    /// [`Station::TurnEnd`]: the squares that matter at the end of the turn as they are before its last move; pieces on the squares that
    /// `barred` gives can't be captured.
    fn before(&self, _view: &View<'_, B>, _barred: &dyn Fn() -> B, _step: Move) -> B {
        B::NONE
    }

    /// [`Station::TurnEnd`]: the turn of the side to move is over with a move.
    fn turn_ends(&self, _ground: Ground<'_, B>, _state: &mut State<B>, _last: Last<B>) {
        unreachable!("{self:?} does nothing at the end of a turn")
    }

    /// [`Station::TurnBegin`]: a turn begins for the side to move.
    fn turn_begins(&self, _state: &mut State<B>) {
        unreachable!("{self:?} does nothing at the beginning of a turn")
    }

    /// [`Station::Settle`]: works out what holds whenever a turn begins for the side to move.
    fn settle(&self, _attacks: &Attacks<B>, _state: &mut State<B>) {
        unreachable!("{self:?} has nothing to settle")
    }

    /// [`Station::Recall`]: works out what follows from slots.
    fn recall(&self, _state: &mut State<B>) {
        unreachable!("{self:?} works nothing out")
    }
}

/// The moves whose effect on royal pieces is not known beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Doubt {
    Nothing,
    Captures,
    All,
}

/// The last move of a turn, and the squares that [`Hook::before`] named.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Last<B> {
    pub(crate) mv: Move,
    pub(crate) before: B,
}

/// The effects of a move that hooks may have to record.
#[derive(Clone, Debug)]
pub(crate) struct Made<B> {
    pub(crate) mv: Move,
    /// The piece that moved, before and after.
    pub(crate) mover: (Piece, Piece),
    /// From where to where it went; `None` if it came from a hand, or no piece moved.
    pub(crate) moved: Option<(Square, Square)>,
    pub(crate) taken: SmallVec<[(Square, Piece); 4]>,
    /// The changes that followed from those of the move itself.
    pub(crate) following: Following,
    /// Notes about the mover: made (`true`), or forgotten (`false`).
    pub(crate) notes: Notes,
    /// The squares whose content the move itself changed.
    pub(crate) touched: B,
    /// The squares that each hook called at the end of a turn has named before the move.
    pub(crate) before: SmallVec<[B; 2]>,
}

/// The hooks of a game beyond moving one piece a turn.
#[derive(Clone, Debug)]
pub(crate) struct Hooks<B> {
    /// By the side whose turn it is, or begins.
    stations: [[Vec<Arc<dyn Hook<B>>>; STATIONS]; 2],
    /// The hooks of [`Station::Bears`], by the side to move.
    pub(crate) pending: [Vec<Pending<B>>; 2],
    pub(crate) order: Option<Arc<dyn TurnOrder<B>>>,
    pub(crate) barred: Vec<Barred>,
    /// The bans and the duties of each side that are tested move by move.
    pub(crate) bans: [Vec<Ban<B>>; 2],
    pub(crate) duties: [Vec<Ban<B>>; 2],
    pub(crate) facts: Facts,
    pub(crate) lists: Lists,
    /// True if pieces may become royal, so that moves that have to be listed are made and tested.
    pub(crate) royals_arise: bool,
    /// True if some hook called at the end of a turn examines the position before its last move.
    pub(crate) looks_before: bool,
    /// True if positions have slots, or something else that unmaking a move has to restore.
    pub(crate) remembers: bool,
    /// True if nothing follows a move but the opponent's turn.
    pub(crate) makes_plainly: bool,
    /// True if the moves of every position are those of a game without hooks.
    pub(crate) leave_moves: bool,
    /// The moves that matter to hooks when they are made; `None` if all do.
    pub(crate) relevant: Option<Relevant<B>>,
    /// The pass that is made where no other move is legal, and the player is not in check.
    pub(crate) pass_if_stuck: Option<Move>,
    /// By side: how its moves are counted.
    pub(crate) roads: [Road; 2],
    /// By side: whether listing and a duty are all that bears on its moves.
    pub(crate) only_lists: [bool; 2],
    /// By side: whether a duty may remove moves even if all are captures.
    pub(crate) narrows_captures: [bool; 2],
    /// True if some side must not give check, and masks tell which moves do.
    pub(crate) bans_checks: bool,
}

impl<B> Default for Hooks<B> {
    fn default() -> Self {
        Self {
            stations: Default::default(),
            pending: Default::default(),
            order: None,
            barred: Vec::new(),
            bans: Default::default(),
            duties: Default::default(),
            facts: Facts::default(),
            lists: Lists::default(),
            royals_arise: false,
            looks_before: false,
            remembers: false,
            makes_plainly: false,
            leave_moves: false,
            relevant: None,
            pass_if_stuck: None,
            roads: [Road::Listed; 2],
            only_lists: [false; 2],
            narrows_captures: [false; 2],
            bans_checks: false,
        }
    }
}

impl<B: Bits> Hooks<B> {
    /// The hooks at a station in the turn of a side, in the order in which they are called.
    #[inline(always)]
    pub(crate) fn at(&self, side: Side, station: Station) -> &[Arc<dyn Hook<B>>] {
        &self.stations[side.index()][station as usize]
    }

    /// Returns `true` if some hook is called at the station.
    pub(crate) fn have(&self, station: Station) -> bool {
        Side::BOTH.iter().any(|&side| !self.at(side, station).is_empty())
    }

    /// Returns `true` if listing and a duty are all that bears on the moves of a side.
    fn only_lists(&self, side: Side) -> bool {
        let others = [Station::Prelude, Station::Accompany, Station::Announce, Station::Follow];
        let bans = [&self.bans, &self.duties].iter().all(|bans| bans[side.index()].is_empty());
        let asked = others.iter().any(|&station| !self.at(side, station).is_empty());
        bans && !asked && self.order.is_none() && self.pass_if_stuck.is_none() && !self.royals_arise
    }

    /// Returns `true` if nothing bears on moves, neither from the start nor by what is done to pieces when moves are made.
    fn leave_moves(&self) -> bool {
        let done = [Station::Prelude, Station::Announce, Station::Follow, Station::Settle, Station::Recall];
        let asked = done.iter().any(|&station| self.have(station));
        let pending = self.pending.iter().any(|hooks| !hooks.is_empty());
        let banned = [&self.bans, &self.duties].iter().any(|bans| bans.iter().any(|own| !own.is_empty()));
        let bare = !pending && !asked && !banned && !self.bans_checks && self.barred.is_empty();
        bare && self.lists == Lists::WherePending && self.order.is_none() && !self.royals_arise
    }

    /// Returns `true` if every turn is the move of one piece, with nothing beyond.
    pub(crate) fn is_empty(&self) -> bool {
        let asked = self.stations.iter().flatten().any(|hooks| !hooks.is_empty());
        let pending = self.pending.iter().any(|hooks| !hooks.is_empty());
        self.lists == Lists::WherePending && self.makes_plainly && !self.bans_checks && !asked && !pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rule that only keeps some moves from being legal, and remembers nothing.
    #[derive(Debug)]
    struct Ban;

    impl Hook<u64> for Ban {
        fn stations(&self) -> &'static [Station] {
            &[Station::Duty]
        }
    }

    #[test]
    fn a_hook_that_remembers_nothing_counts() {
        let mut hooks = Hooks::<u64> { makes_plainly: true, ..Hooks::default() };
        assert!(hooks.is_empty());
        let ban: Arc<dyn Hook<u64>> = Arc::new(Ban);
        hooks.stations[0][Station::Duty as usize].push(Arc::clone(&ban));
        assert!(!hooks.is_empty());
        let mut hooks = Hooks::<u64> { makes_plainly: true, ..Hooks::default() };
        hooks.pending[1].push(Pending { words: None, hook: ban });
        assert!(!hooks.is_empty());
    }
}
