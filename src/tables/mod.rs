//! The rules compiled for one board width: the lookup tables of play.
//!
//! Every rule adds what it needs to a [`Plan`], in the order of the registry, and [`Tables::compile`] puts the parts together; no rule is
//! known here by name. What a game doesn't have costs nothing: a game of one simple move per turn has no [`Hooks`], and making its moves
//! tests for none.
//!
//! The order of a turn with hooks is the order of their [stations](plan::Station): `listed` in `play/generate.rs` goes through those of
//! generating, `make_hooked` in `play/make.rs` with [`Hooks::after`] through those of making.

mod cut;
mod fen;
mod hooks;
#[cfg(feature = "verify")]
mod plain;
mod royal_captures;
mod winnable;

use std::sync::Arc;

use crate::board::isa::Isa;
use crate::board::{Bits, PerSquare};
use crate::feature::plan::{
    Announcer, FixedMove, Gate, Gated, Generator, Hooks, Lay, Plan, Rights, Triggered, may_take_in_passing,
};
use crate::model::chase::Chase;
use crate::model::condition::{Doing, Resets};
use crate::model::pieces::{Piece, PieceType, Side, TypeId};
use crate::moves::{
    Effect, Entry, Ground, Makers, Move, Once, Origin, PieceGroups, PieceTable, Place, Safety, Sink, Sketch,
    TurnPart, View, Writing, changes_at,
};
use crate::order;
use crate::rules::Rules;
use crate::state::{Keys, Layout, Mark, Slot, Slots, State};
use crate::walk::{Attacks, Lookups};

pub(crate) use crate::feature::condition::{
    Asked, Condition, Count, Dead, History, Limit, MOST_COMMON, Meaning, Sought, dead_of,
};
pub(crate) use crate::feature::end::{End, Verdict};
pub(crate) use crate::feature::plan;
pub(crate) use crate::feature::rule::Rule;
pub(crate) use cut::Cut;
pub(crate) use fen::Placement;
pub(crate) use winnable::{Man, Winnable};

use royal_captures::LookedAt;

/// The tables of a game.
#[derive(Clone, Debug)]
pub(crate) struct Tables<B> {
    pub(crate) rules: Arc<Rules>,
    pub(crate) keys: Keys,
    pub(crate) attacks: Attacks<B>,
    /// The piece types of each side.
    pub(crate) kinds: [Box<[PieceTable<B>]>; 2],
    /// The piece types of each side, grouped by how their moves are generated.
    pub(crate) groups: [PieceGroups<B>; 2],
    /// The slots that features have declared.
    pub(crate) layout: Layout,
    /// The features that make up moves.
    pub(crate) makers: Makers,
    /// Changes of moves that are the same in every position.
    kept: Box<[Entry]>,
    pub(crate) ends: Box<[End<B>]>,
    /// The ends that can apply though there are legal moves.
    pub(crate) cuts: Box<[Cut<B>]>,
    /// The hooks of rules that go beyond moving one piece a turn; `None` in most games.
    pub(crate) hooks: Option<Box<Hooks<B>>>,
    /// True if some end depends on which side has given perpetual check.
    pub(crate) asks_who_checked: bool,
    /// Bytes of the sets that all walks look up.
    looked_up: usize,
    /// The generators of each side, and their gates.
    made_up: [MadeUp<B>; 2],
    /// The markers and their triggers, by the side that has moved.
    markers: [Vec<Triggered<B>>; 2],
    rights: Option<Arc<dyn Rights<B>>>,
    announcers: Box<[Arc<dyn Announcer<B>>]>,
    /// By side: that it must not give check, where masks tell which moves do.
    pub(crate) no_checks: [Option<Box<plan::NoChecks<B>>>; 2],
    /// The slot of the pieces in hand, in games with hands.
    pub(crate) hand: Option<Slot>,
    /// The slots of notes about players.
    pub(crate) notes: Vec<Slot>,
    /// The slot of the checks given, if they are counted.
    pub(crate) checks: Option<Slot>,
    /// The slot that records whose last turn was a pass, if that matters.
    pub(crate) passes: Option<Slot>,
    /// True if an end or a rule about moves depends on the pass of one player alone.
    asks_who_passed: bool,
    /// The slot of the plies counted, in games that count them.
    pub(crate) counted: Option<Slot>,
    /// The rules of chasing, if an end depends on them.
    pub(crate) chase: Option<Box<Chase<B>>>,
    /// The dead positions that end the game, if any do.
    pub(crate) dead: Option<Dead>,
    /// What is known of who can still win.
    pub(crate) winnable: Arc<Winnable>,
    /// Types whose moves depend on whether a piece has moved.
    tracked: Box<[TypeId]>,
    /// The same rules, asked move by move instead of being laid out, made on first use: for the law that compares the two.
    #[cfg(feature = "verify")]
    plain: plain::Plain<B>,
}

impl<B: Bits> Tables<B> {
    /// Compiles the tables. The board must fit the width.
    pub(crate) fn compile(rules: &Arc<Rules>) -> Self
    where
        dyn Rule: Lay<B>,
    {
        Self::compiled(rules, false)
    }

    /// Compiles the tables; `plainly`, with rules that are asked move by move instead of being laid out.
    fn compiled(rules: &Arc<Rules>, plainly: bool) -> Self
    where
        dyn Rule: Lay<B>,
    {
        let geometry = &rules.geometry;
        assert!(geometry.squares() <= B::WIDTH, "the board fits the width it is compiled for");
        let laid = rules.each().find_map(|rule| rule.laid()).cloned().unwrap_or_default();
        let mut lookups = Lookups::new(laid);
        let mut plan = Plan { plainly, ..planned(rules, &mut lookups) };
        rules.each().for_each(|rule| rule.lay(&mut plan));
        rules.each().for_each(|rule| rule.lay_last(&mut plan));
        plan.settle();
        let (mut attacks, sets) = attacks(&mut plan, lookups);
        attacks.add_beside(std::mem::take(&mut plan.attackers));
        plan.kinds.iter_mut().flatten().for_each(|kind| kind.attach(&sets));
        let first = |(_, kind): &(TypeId, &PieceType)| kind.movement.asks_for_unmoved();
        let first = (0..).zip(&rules.types).filter(first).map(|(id, _)| id);
        let ends: Box<[End<B>]> = rules.ends.iter().map(End::compile).collect();
        let cuts = ends
            .iter()
            .enumerate()
            .filter_map(|(index, end)| Cut::of(index, end, plan.passes, plan.checks))
            .collect();
        Self {
            rules: Arc::clone(rules),
            keys: Keys::new(rules.types.len()),
            attacks,
            groups: plan.kinds.each_ref().map(|kinds| PieceGroups::new(kinds, &sets)),
            looked_up: size_of_val(&*sets),
            layout: plan.layout,
            makers: plan.makers,
            kept: plan.kept.into(),
            cuts,
            asks_who_checked: ends.iter().any(|end| end.condition.asks_who_always(Doing::Checking)),
            ends,
            hooks: (!plan.hooks.is_empty()).then(|| Box::new(plan.hooks)),
            kinds: plan.kinds,
            made_up: plan.generators.map(MadeUp::new),
            markers: plan.markers,
            rights: plan.rights,
            announcers: plan.announcers.into(),
            no_checks: plan.no_checks.map(|ban| ban.map(Box::new)),
            hand: plan.hand,
            notes: plan.notes,
            checks: plan.checks,
            passes: plan.passes,
            asks_who_passed: plan.asks_who_passed
                || rules.ends.iter().any(|end| end.condition.asks_who_passed()),
            counted: plan.counted,
            chase: plan.chase.map(Box::new),
            dead: rules.ends.iter().find_map(|end| dead_of(&end.condition)),
            winnable: Arc::default(),
            tracked: first.chain(plan.tracked).collect(),
            #[cfg(feature = "verify")]
            plain: plain::Plain::new(|rules| Self::compiled(rules, true)),
        }
    }

    /// Returns `true` if no hook affects the moves of any position.
    #[inline(always)]
    pub(crate) fn has_plain_moves(&self) -> bool {
        self.hooks.as_ref().is_none_or(|hooks| hooks.leave_moves)
    }

    /// Returns the key of a position as the history of a game keeps it. Where an end depends on perpetual check, its last two bits say
    /// whether the side to move is in check, and whether that side is Black. Where only two passes in a row matter, a pass by the side to
    /// move is forgotten if the opponent did not pass after it.
    #[inline(always)]
    pub(crate) fn history_key(&self, state: &State<B>) -> u64 {
        let (key, us) = (state.key(&self.keys), state.side);
        let past = self
            .passes
            .filter(|slot| !self.asks_who_passed && slot.flag(state, us) && !slot.flag(state, us.other()));
        let key = past.map_or(key, |slot| key ^ slot.key_of_flag(us));
        if self.asks_who_checked { self.checked_key(state, key) } else { key }
    }

    #[inline(never)]
    fn checked_key(&self, state: &State<B>, key: u64) -> u64 {
        let check = self.attacks.in_check(state, state.side);
        key & !3 | (state.side.index() as u64) << 1 | u64::from(check)
    }

    /// Returns, by side, whether all its moves gave check, from the keys of the positions after them.
    pub(crate) fn checking(&self, keys: &[u64]) -> [bool; 2] {
        let by = |side: Side| move |key: &&u64| **key >> 1 & 1 != side.index() as u64;
        Side::BOTH.map(|side| {
            let mut own = keys.iter().filter(by(side)).peekable();
            self.asks_who_checked && own.peek().is_some() && own.all(|key| key & 1 != 0)
        })
    }

    /// Returns the movement and attack tables.
    #[inline(always)]
    pub(crate) fn ground(&self) -> Ground<'_, B> {
        Ground { attacks: &self.attacks, kinds: &self.kinds }
    }

    /// Returns a position with the movement tables of its pieces.
    #[inline(always)]
    pub(crate) fn view<'a>(&'a self, state: &'a State<B>) -> View<'a, B> {
        View { state, ground: self.ground() }
    }

    /// Returns `true` if there may be moves besides those of the pieces' movements.
    #[inline(always)]
    pub(crate) fn generates(&self, state: &State<B>) -> bool {
        let made_up = &self.made_up[state.side.index()];
        made_up.is_due(state) || made_up.has_open_door(state) || made_up.may_take_in_passing(state)
    }

    /// Sends the moves besides those of the pieces' movements, of the generators whose gates are open.
    #[inline(always)]
    pub(crate) fn generate<S: Sink<B>, I: Isa>(&self, state: &State<B>, safety: &Safety<B>, sink: &mut S) {
        let (made_up, check_info) = (&self.made_up[state.side.index()], &safety.check_info);
        let (mut doors, mut attacked_squares) = (made_up.has_open_door(state), safety.attacked_squares);
        if doors && attacked_squares.is_none() && !check_info.king.is_empty() {
            let (them, occupied) = (state.side.other(), state.occupied());
            attacked_squares = self.attacks.attacked_near::<I>(state, them, check_info, occupied);
        }
        if let (true, true, Some(attacked)) = (doors, made_up.told, attacked_squares) {
            for fixed in made_up.fixed.iter().filter(|fixed| fixed.is_open(state, check_info.check)) {
                if !fixed.unattacked.meets(attacked) {
                    sink.whole(fixed.mv);
                }
            }
            doors = false;
        }
        let passed = made_up.may_take_in_passing(state);
        if !(made_up.is_due(state) || doors || passed) {
            return;
        }
        self.ask_generators(state, &Safety { attacked_squares, ..*safety }, (doors, passed), sink);
    }

    /// Calls the generators whose gates are open. Kept separate, so that the hot path stays small.
    #[inline(never)]
    fn ask_generators(
        &self,
        state: &State<B>,
        safety: &Safety<B>,
        (doors, passed): (bool, bool),
        sink: &mut dyn Sink<B>,
    ) {
        let made_up = &self.made_up[state.side.index()];
        let open = |gate: &Gate<B>| match gate {
            Gate::Always => true,
            Gate::Held(words) => state.holds(words),
            Gate::Fixed(_) => doors,
            Gate::Passed(_) => passed,
        };
        let (view, open) = (self.view(state), made_up.generators.iter().filter(|(gate, _)| open(gate)));
        if made_up.overlap {
            let mut once = Once::new(sink);
            open.for_each(|(_, generator)| generator.generate(&view, safety, &mut once));
        } else {
            open.for_each(|(_, generator)| generator.generate(&view, safety, sink));
        }
    }

    /// Sends the drops of the side to move.
    pub(crate) fn generate_drops(&self, state: &State<B>, safety: &Safety<B>, sink: &mut dyn Sink<B>) {
        let view = self.view(state);
        let drops = self.generators(state).filter(|generator| generator.drops());
        drops.for_each(|generator| generator.generate(&view, safety, sink));
    }

    /// Returns the generators of the side to move.
    pub(crate) fn generators(&self, state: &State<B>) -> impl Iterator<Item = &dyn Generator<B>> {
        self.made_up[state.side.index()].generators.iter().map(|(_, generator)| &**generator)
    }

    /// Records what a plain move leaves for the next one, before the side to move changes.
    #[inline(always)]
    pub(crate) fn mark_passed(&self, state: &mut State<B>, mv: Move) {
        for (trigger, marker) in &self.markers[state.side.index()] {
            if trigger.goes_off(mv) {
                marker.mark(state, mv);
            }
        }
    }

    /// Returns `true` if more plies have been counted than the limit.
    pub(crate) fn is_counted_out(&self, state: &State<B>) -> bool {
        self.counted.is_some_and(|slot| {
            let (count, limit) = slot.counted(state);
            limit > 0 && count > limit
        })
    }

    /// Returns `true` if some attacks must be announced.
    pub(crate) fn announces(&self) -> bool {
        !self.announcers.is_empty()
    }

    /// Returns the announcement made with a move of a side after which the position is `after`.
    pub(crate) fn words_said(&self, after: &State<B>, us: Side, announced: bool) -> Option<&str> {
        self.announcers.iter().find_map(|announcer| announcer.says(&self.view(after), us, announced))
    }

    /// Returns the moves of features before royal safety is tested, found square by square; for tests.
    #[cfg(feature = "verify")]
    pub(crate) fn made_up_by_squares(&self, state: &State<B>) -> Vec<Move> {
        let view = self.view(state);
        self.generators(state).flat_map(|generator| generator.by_squares(&view)).collect()
    }

    /// Returns `true` if the piece's moves depend on whether it has moved.
    pub(crate) fn tracks(&self, piece: Piece) -> bool {
        !piece.is_empty() && self.tracked.contains(&piece.kind())
    }

    /// Updates what depends on the side whose turn begins.
    pub(crate) fn settle(&self, state: &mut State<B>) {
        if let Some(hooks) = &self.hooks {
            hooks.settle(&self.attacks, state);
        }
    }

    /// Returns the changes of a move of a list; none for a plain one.
    #[inline(always)]
    pub(crate) fn entries<'a>(&'a self, changes: &'a [Entry], mv: Move) -> &'a [Entry] {
        match mv.place() {
            Place::Nowhere => &[],
            Place::List(at) => changes_at(changes, at),
            Place::Tables(at) => changes_at(&self.kept, at),
        }
    }

    /// Returns the effect of a move of a list with these changes.
    #[inline(always)]
    pub(crate) fn effect<'a>(&'a self, state: &'a State<B>, changes: &'a [Entry], mv: Move) -> Effect<'a, B> {
        let mut effect = Effect::new(state, mv, self.entries(changes, mv));
        if let Some(hooks) = &self.hooks {
            hooks.add_following(&mut effect, &self.makers, &self.attacks);
        }
        effect
    }

    /// Returns `true` if the move only moves one piece from a square to another and captures at most one.
    #[inline(always)]
    pub(crate) fn is_simple(&self, state: &State<B>, mv: Move) -> bool {
        mv.is_plain() && (self.hooks.is_none() || self.effect(state, &[], mv).is_simple())
    }

    /// Returns the effect of a move of one piece, if it has further effects.
    pub(crate) fn followed<'a>(&'a self, state: &'a State<B>, mv: Move) -> Option<Effect<'a, B>> {
        let effect = (mv.is_plain() && self.hooks.is_some()).then(|| self.effect(state, &[], mv))?;
        effect.has_followers().then_some(effect)
    }

    /// Returns the description of a move by the feature that made it; `None` for a plain move.
    pub(crate) fn writing(&self, mv: Move) -> Option<&'static dyn Writing> {
        self.makers.of(mv)
    }

    /// Returns a feature's move as seen by its notation.
    pub(crate) fn sketch<'a>(&'a self, state: &State<B>, changes: &'a [Entry], mv: Move) -> Sketch<'a> {
        Sketch {
            geometry: &self.rules.geometry,
            types: &self.rules.types,
            mv,
            before: state.at(mv.from),
            changes: self.entries(changes, mv),
            promotions: !self.rules.written.promotions_unwritten,
        }
    }

    /// Returns the slots of a position with only what can still change play; `passable` says whether an en passant capture is among the legal moves.
    pub(crate) fn effective(&self, state: &State<B>, passable: bool) -> Slots<B> {
        let slots = state.slots;
        Slots {
            rights: self.rights.as_ref().map_or(B::NONE, |rights| rights.effective(state)),
            passed: if passable { slots.passed } else { Mark::default() },
            ..slots
        }
    }

    /// Returns `true` if the move may depend on the squares that the last one passed over: it is an en passant capture, or precedes a move
    /// that may be.
    pub(crate) fn may_use_passed(&self, state: &State<B>, mv: Move) -> bool {
        let Mark { squares, victim } = state.slots.passed;
        mv.part() != TurnPart::Move || mv.take == victim && squares.has(mv.to)
    }

    /// Returns the number of plies without progress after a move; the events in `resets` reset it. A wall or a neutral piece that is placed
    /// after a move belongs to the ply of that move.
    pub(crate) fn idle_after(&self, effect: &Effect<'_, B>, resets: &Resets, idle: u32) -> u32 {
        let progress = |mover: Piece| {
            !mover.is_empty() && resets.types.contains(&mover.kind())
                || resets.drops && effect.origin() == Origin::Hand
        };
        match effect.part() {
            _ if effect.removes() => 0,
            TurnPart::Prelude | TurnPart::Pass => idle,
            TurnPart::Move if resets.captures && effect.takes() || progress(effect.mover().0) => 0,
            TurnPart::Move if self.places_after_a_move(effect) => idle,
            TurnPart::Move => idle.saturating_add(1),
        }
    }

    /// Returns `true` if no piece of the player moves, after one has moved in the same turn.
    fn places_after_a_move(&self, effect: &Effect<'_, B>) -> bool {
        let under_way = self.hooks.as_deref().is_some_and(|hooks| hooks.is_under_way(effect.state()));
        under_way && !effect.mover().0.is_owned()
    }

    /// Returns the events that reset the count of idle plies.
    pub(crate) fn idle_resets(&self) -> Resets {
        let idle = self.ends.iter().find_map(|end| end.condition.resets());
        idle.cloned().unwrap_or_else(|| Resets {
            captures: true,
            drops: false,
            types: self.rules.each().flat_map(|rule| rule.progress()).copied().collect(),
        })
    }

    /// Returns the size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.looked_up
            + self.attacks.bytes()
            + self.kinds.iter().flatten().map(PieceTable::bytes).sum::<usize>()
    }
}

/// The generators of a side, and what triggers them, merged so that little is tested at each position.
#[derive(Clone, Debug)]
struct MadeUp<B> {
    generators: Vec<Gated<B>>,
    /// True if some generator has to be called in every position.
    always: bool,
    /// Words of the slots: while one of them is not 0, some generator has to be called.
    held: Box<[u16]>,
    /// True if some generator has to be called always, or while something is held.
    free: bool,
    /// True if several have to be, so that they may send the same move.
    overlap: bool,
    /// The moves that are always the same, of all generators.
    fixed: Box<[FixedMove<B>]>,
    /// True if the squares that must not be attacked decide the legality of each of these.
    told: bool,
    /// The squares from which a square passed over may be captured on.
    takers: Option<Box<PerSquare<B>>>,
}

impl<B: Bits> MadeUp<B> {
    fn new(generators: Vec<Gated<B>>) -> Self {
        let (mut always, mut held, mut fixed) = (false, Vec::new(), Vec::new());
        let mut takers: Option<Box<PerSquare<B>>> = None;
        for (gate, _) in &generators {
            match gate {
                Gate::Always => always = true,
                Gate::Held(words) => held.extend_from_slice(words),
                Gate::Fixed(own) => fixed.extend(own.iter().copied()),
                Gate::Passed(own) => {
                    let other = takers.take().unwrap_or_default();
                    takers = Some(Box::new(PerSquare::from_fn(|over| own[over] | other[over])));
                }
            }
        }
        let told = fixed.iter().all(|fixed: &FixedMove<B>| !fixed.looks_again);
        let free = generators.iter().filter(|(gate, _)| matches!(gate, Gate::Always | Gate::Held(_))).count();
        let (free, overlap) = (free > 0, free > 1);
        Self { generators, always, held: held.into(), free, overlap, fixed: fixed.into(), told, takers }
    }

    /// Returns `true` if a generator has to be called, whatever the moves that are always the same or follow from the last one.
    #[inline(always)]
    fn is_due(&self, state: &State<B>) -> bool {
        self.free && (self.always || state.holds(&self.held))
    }

    /// Returns `true` if the side to move may have the right to a move that is always the same, and nothing stands in its way.
    #[inline(always)]
    fn has_open_door(&self, state: &State<B>) -> bool {
        state.slots.rights.meets(state.side(state.side))
            && self.fixed.iter().any(|fixed| fixed.door.is_open(state))
    }

    /// Returns `true` if a piece stands where it could capture on a square that the last move passed over.
    #[inline(always)]
    fn may_take_in_passing(&self, state: &State<B>) -> bool {
        self.takers.as_ref().is_some_and(|takers| may_take_in_passing(takers, state))
    }
}

/// Returns the attack tables, with the shared sets of all walks.
fn attacks<B: Bits>(plan: &mut Plan<'_, B>, mut lookups: Lookups<B>) -> (Attacks<B>, Arc<[B]>) {
    let hurdles: [Box<[_]>; 2] = std::mem::take(&mut plan.hurdles).map(Into::into);
    let (harmless, looks) = (harmless(plan), plan.looks_at_royal_captures);
    let mut tables = |harmless: &[TypeId], spared: &[Option<PerSquare<B>>; 2]| {
        let limits = (spared.clone(), hurdles.clone());
        let asked = (&*plan.freezing, &*plan.watched);
        Attacks::new(plan.geometry, (plan.types, harmless), limits, asked, &mut lookups)
    };
    let kinds = 0..plan.types.len() as TypeId;
    let spares = plan.kinds.each_ref().map(|captors| {
        let never = |victim: TypeId| {
            let captors = captors.iter().filter(|captor| captor.uncapturable.contains(&victim));
            captors.map(|captor| captor.content.kind()).collect()
        };
        kinds.clone().map(never).collect()
    });
    if !looks {
        let mut attacks = tables(&harmless, &plan.spared);
        let sets = lookups.finish();
        attacks.attach(&sets);
        attacks.spare(spares);
        return (attacks, sets);
    }
    let every: Vec<TypeId> = (0..).zip(plan.types).map(|(id, _)| id).collect();
    let [mut plainly, mut attacks] = [&*harmless, &*every].map(|harmless| tables(harmless, &[None, None]));
    let sets = lookups.finish();
    [&mut plainly, &mut attacks].into_iter().for_each(|attacks| attacks.attach(&sets));
    attacks.spare(spares);
    attacks.look_at(Arc::new(LookedAt::new(plan, plainly)), &harmless);
    (attacks, sets)
}

/// Returns the types whose pieces, of either side, can capture no royal piece.
fn harmless<B: Bits>(plan: &Plan<'_, B>) -> Vec<TypeId> {
    let royals: Vec<TypeId> =
        (0..).zip(plan.types).filter(|(_, kind)| kind.royal).map(|(id, _)| id).collect();
    let barred = |table: &PieceTable<B>| royals.iter().all(|royal| table.uncapturable.contains(royal));
    let all = 0..plan.types.len();
    let harmless = all.filter(|&id| !royals.is_empty() && plan.kinds.iter().all(|kinds| barred(&kinds[id])));
    let mut harmless: Vec<TypeId> =
        harmless.map(|id| id as TypeId).chain(plan.harmless.iter().copied()).collect();
    order::values(&mut harmless);
    harmless.dedup();
    harmless
}

/// Creates the plan before any rule has added to it: piece tables by movement alone.
fn planned<'a, B: Bits>(rules: &'a Rules, lookups: &mut Lookups<B>) -> Plan<'a, B> {
    let geometry = &rules.geometry;
    let mut table = |(id, piece): (TypeId, &PieceType), side| {
        let content = Piece::new(id, side);
        let pieces = rules.array.iter().filter(|(_, piece)| *piece == content).count();
        PieceTable::new(geometry, &piece.movement, content, (piece.royal, pieces), lookups)
    };
    Plan {
        geometry,
        types: &rules.types,
        start: &rules.array,
        kinds: Side::BOTH.map(|side| (0..).zip(&rules.types).map(|piece| table(piece, side)).collect()),
        layout: Layout::default(),
        makers: Makers::default(),
        kept: Vec::new(),
        freezing: Vec::new(),
        hurdles: Default::default(),
        attackers: Vec::new(),
        watched: Vec::new(),
        tracked: Vec::new(),
        generators: Default::default(),
        markers: Default::default(),
        rights: None,
        announcers: Vec::new(),
        drop_bans: Vec::new(),
        bans_after_drops: Vec::new(),
        has_followers: false,
        asks_who_passed: false,
        plainly: false,
        no_checks: [None, None],
        harmless: Vec::new(),
        spared: [None, None],
        looks_at_royal_captures: false,
        hand: None,
        notes: Vec::new(),
        checks: None,
        passes: None,
        counted: None,
        chase: None,
        hooks: Hooks::default(),
        lists_captures: false,
        takes_beside_movements: false,
    }
}
