//! The rules laid out for one board width: what play looks things up in.
//!
//! Compiling loses names, notation and everything that can't change play. What a game doesn't have leaves no trace here: hooks
//! are ordered lists, and a game without castling has no castling hook to ask. A game whose turns, captures or promotions need
//! more than moving one man has [`Special`] rules; one without them never asks for any.
//!
//! The order of a turn: promotions in place that are due, then a huff, then the steps of the turn's programme (of a game without one,
//! one step); after each step its reactions (what was passed over, lost men and waiting men); at the end of the turn what was left
//! unsaid and who failed to take; then the other side's turn begins.

mod fen;
mod special;

use std::sync::Arc;

use crate::board::isa::Isa;
use crate::board::{Bits, Square};
use crate::feature::castling::{Castling, Door, Ways};
use crate::feature::declaration::Declarations;
use crate::feature::en_passant::{EnPassant, Passing};
use crate::feature::forbid::Forbids;
use crate::feature::promotion::Promotion;
use crate::feature::relocate::{self, Relocations};
use crate::feature::safe_walk::{SafeWalk, Strolls};
use crate::model::condition::Whose;
use crate::model::men::{Piece, PieceType, Side, TypeId};
use crate::moves::{
    Crew, Effect, Entry, Makers, Move, PieceTable, Place, Sink, Sketch, TurnPart, View, Writing, changes_at,
};
use crate::rules::Rules;
use crate::state::{Keys, Layout, Mark, SlotDeclaration, Slots, State};
use crate::walk::{Attacks, Lookups};

pub(crate) use crate::feature::condition::{Asked, Condition, History, Limit, Meaning};
pub(crate) use crate::feature::end::{End, Verdict};
pub(crate) use crate::feature::turn::pass;
pub(crate) use special::{Facts, Made, Special};

/// A hook that adds steps to those of the men's movements.
#[derive(Clone, Debug)]
enum Generator<B> {
    Castling(Ways<B>),
    Relocation(relocate::Moves<B>),
    SafeWalk(Strolls<B>),
}

/// An end that can hold though there are steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// Its number among the ends.
    pub(crate) end: usize,
    /// Of whose men there are at most so many if it holds.
    at_most: Option<(Whose, u32)>,
}

impl Cut {
    fn of<B: Bits>(end: usize, condition: &Condition<B>) -> Option<Self> {
        let cuts = !condition.is_history() && !condition.needs_no_step();
        cuts.then(|| Self { end, at_most: condition.at_most() })
    }

    /// Whether it may hold, as far as counting men tells.
    #[inline(always)]
    pub(crate) fn may_hold<B: Bits>(self, state: &State<B>) -> bool {
        self.at_most.is_none_or(|(whose, most)| {
            let men = match whose {
                Whose::Mine => state.side(state.side),
                Whose::Theirs => state.side(state.side.other()),
                Whose::Both => state.occupied(),
            };
            men.count() <= most
        })
    }

    /// Whether it can't hold after a step either that takes at most one man, as far as counting men tells.
    pub(crate) fn is_far<B: Bits>(self, state: &State<B>) -> bool {
        self.at_most.is_some_and(|(whose, most)| match whose {
            Whose::Mine | Whose::Theirs => Side::BOTH.iter().all(|&side| state.side(side).count() > most + 1),
            Whose::Both => state.occupied().count() > most + 1,
        })
    }
}

/// The tables of a game.
#[derive(Clone, Debug)]
pub(crate) struct Tables<B> {
    pub(crate) rules: Arc<Rules>,
    pub(crate) keys: Keys,
    pub(crate) attacks: Attacks<B>,
    /// The types of men of each side.
    pub(crate) kinds: [Box<[PieceTable<B>]>; 2],
    /// The same, by how their steps are found.
    pub(crate) crews: [Crew<B>; 2],
    /// The slots that features have declared.
    pub(crate) layout: Layout,
    /// The features that make up moves.
    makers: Makers,
    /// Changes of moves that are the same in every position.
    kept: Box<[Entry]>,
    pub(crate) ends: Box<[End<B>]>,
    /// The ends that can hold though there are steps.
    pub(crate) cuts: Box<[Cut]>,
    /// What goes beyond moving one man a turn; `None` in most games.
    pub(crate) special: Option<Box<Special<B>>>,
    /// Bytes of the sets that walks look up.
    looked_up: usize,
    generators: Box<[Generator<B>]>,
    /// What castling asks first, by side.
    doors: [Box<[Door<B>]>; 2],
    /// Whether a generator other than castling may add steps whatever the slots say.
    always_generates: bool,
    passing: Option<Passing<B>>,
    /// Types whose moves depend on whether a man has moved.
    tracked: Box<[TypeId]>,
}

impl<B: Bits> Tables<B> {
    /// Lays out the tables. The board must fit the width.
    pub(crate) fn compile(rules: &Arc<Rules>) -> Self {
        let geometry = &rules.geometry;
        assert!(geometry.squares() <= B::WIDTH, "the board fits the width it is compiled for");
        let (mut makers, mut kept, mut layout) = (Makers::default(), Vec::new(), Layout::default());
        let extent = (geometry.squares(), rules.types.len());
        let declare = &mut |slot: SlotDeclaration| layout.declare(slot, extent);
        let (special, pools) = Special::compile(rules, &mut makers, declare);
        let (promotion, walk) = (rules.get::<Promotion>(), rules.get::<SafeWalk>());
        let forbids = rules.get::<Forbids>().into_iter().flat_map(|all| &all.0);
        let mut lookups = Lookups::new();
        let mut kinds = Side::BOTH.map(|side| {
            let mut kind = |(id, piece): (usize, &PieceType)| {
                let content = Piece::new(id as TypeId, side);
                let men = rules.array.iter().filter(|(_, man)| *man == content).count();
                PieceTable::new(geometry, &piece.movement, content, (piece.royal, men), &mut lookups)
            };
            let mut kinds: Box<[PieceTable<B>]> = rules.types.iter().enumerate().map(&mut kind).collect();
            promotion.iter().for_each(|promotion| promotion.compile(&mut kinds, pools));
            forbids.clone().for_each(|forbid| forbid.compile(&mut kinds));
            kinds
        });
        let freezing = promotion.map_or(&[][..], Promotion::standing_still);
        let watched = rules.get::<Castling>().map_or_else(Vec::new, |castling| castling.watched(geometry));
        let mut attacks = Attacks::new(geometry, &rules.types, freezing, &watched, &mut lookups);
        let sets = lookups.finish();
        attacks.attach(&sets);
        kinds.iter_mut().flatten().for_each(|kind| kind.attach(&sets));
        let generators = generators(rules, (&mut makers, &mut kept));
        let first = |kind: &PieceType| kind.movement.moves.iter().any(|m| m.first);
        let strolls = |id: TypeId| walk.is_some_and(|walk| walk.pieces.contains(&id));
        let tracked = (0..rules.types.len() as TypeId)
            .filter(|&id| first(&rules.types[usize::from(id)]) || strolls(id))
            .collect();
        let ends: Box<[End<B>]> = rules.ends.iter().map(End::compile).collect();
        let cuts = ends.iter().enumerate().filter_map(|(end, rule)| Cut::of(end, &rule.condition)).collect();
        Self {
            rules: Arc::clone(rules),
            keys: Keys::new(rules.types.len()),
            attacks,
            crews: kinds.each_ref().map(|kinds| Crew::new(kinds, &sets)),
            kinds,
            looked_up: size_of_val(&*sets),
            layout,
            makers,
            kept: kept.into(),
            cuts,
            ends,
            special: special.map(Box::new),
            doors: Side::BOTH
                .map(|side| ways(&generators).map_or_else(Box::default, |ways| ways.doors(side))),
            always_generates: generators.iter().any(|g| !matches!(g, Generator::Castling(_))),
            generators,
            passing: rules.get::<EnPassant>().map(|rule| rule.compile(geometry, &rules.types)),
            tracked,
        }
    }

    /// Whether there may be steps beside those of the men's movements.
    #[inline(always)]
    pub(crate) fn generates(&self, state: &State<B>) -> bool {
        self.always_generates
            || !state.slots.passed.squares.is_empty()
            || state.slots.rights.meets(state.side(state.side))
                && self.doors[state.side.index()].iter().any(|door| door.is_open(state))
    }

    /// Steps beside those of the men's movements.
    #[inline(always)]
    pub(crate) fn generate<S: Sink<B>, I: Isa>(&self, view: &View<'_, B>, sink: &mut S) {
        if let Some(passing) = &self.passing {
            passing.generate(view, sink);
        }
        for generator in &self.generators {
            match generator {
                Generator::Castling(ways) => ways.generate::<S, I>(view, sink),
                Generator::Relocation(moves) => moves.generate(view, sink),
                Generator::SafeWalk(strolls) => strolls.generate(view, sink),
            }
        }
    }

    /// What follows a step, before the side to move changes.
    #[inline(always)]
    pub(crate) fn react(&self, state: &mut State<B>, step: Move) {
        if let Some(passing) = &self.passing {
            passing.react(state, step);
        }
    }

    /// Whether some attacks must be announced.
    pub(crate) fn declares(&self) -> bool {
        self.rules.get::<Declarations>().is_some()
    }

    /// The words said with a step of a side after which the position is `after`.
    pub(crate) fn words_said(&self, after: &State<B>, us: Side, declared: bool) -> Option<&str> {
        let mut all = self.rules.get::<Declarations>()?.0.iter();
        let said = all.find(|declaration| {
            let attacked = || after.side != us && !declaration.attacked(&self.attacks, after, us).is_empty();
            (declared || !declaration.by_mover) && attacked()
        });
        said.map(|declaration| declaration.says.as_str())
    }

    fn ways(&self) -> Option<&Ways<B>> {
        ways(&self.generators)
    }

    /// The ways of castling that are open, by the squares they ask about, asked one by one; for tests.
    #[cfg(test)]
    pub(crate) fn made_up_by_squares(&self, state: &State<B>) -> Vec<Move> {
        self.ways().map_or_else(Vec::new, |ways| ways.by_squares(&self.attacks, state))
    }

    /// Whether a man's moves depend on whether it has moved.
    pub(crate) fn tracks(&self, man: Piece) -> bool {
        !man.is_empty() && self.tracked.contains(&man.kind())
    }

    /// A turn begins for the side to move.
    pub(crate) fn begin_turn(&self, state: &mut State<B>) {
        if let Some(ways) = self.ways() {
            ways.begin_turn(&self.attacks, state);
        }
    }

    /// The changes of a move of a list with these changes; none of a plain one.
    #[inline(always)]
    pub(crate) fn entries<'a>(&'a self, changes: &'a [Entry], step: Move) -> &'a [Entry] {
        match step.place() {
            Place::Nowhere => &[],
            Place::List(at) => changes_at(changes, at),
            Place::Tables(at) => changes_at(&self.kept, at),
        }
    }

    /// The effect of a move of a list with these changes.
    #[inline(always)]
    pub(crate) fn effect<'a>(
        &'a self,
        state: &'a State<B>,
        changes: &'a [Entry],
        step: Move,
    ) -> Effect<'a, B> {
        let mut effect = Effect::new(state, step, self.entries(changes, step));
        if let Some(special) = &self.special {
            special.add_following(&mut effect);
        }
        effect
    }

    /// Whether all that a move does is to move one piece from a square to another and to take at most one.
    #[inline(always)]
    pub(crate) fn is_simple(&self, state: &State<B>, step: Move) -> bool {
        step.is_plain() && (self.special.is_none() || self.effect(state, &[], step).is_simple())
    }

    /// What the feature that made a move says of it; `None` of a plain move.
    pub(crate) fn writing(&self, step: Move) -> Option<&'static dyn Writing> {
        self.makers.of(step)
    }

    /// A made-up move as its writing sees it.
    pub(crate) fn sketch<'a>(&'a self, state: &State<B>, changes: &'a [Entry], step: Move) -> Sketch<'a> {
        Sketch {
            geometry: &self.rules.geometry,
            types: &self.rules.types,
            step,
            before: state.at(step.from),
            changes: self.entries(changes, step),
            promotions: !self.rules.written.promotions_unwritten,
        }
    }

    /// Why a step that would be castling is not open, if it would be.
    pub(crate) fn why_not_by_rights(&self, state: &State<B>, from: Square, to: Square) -> Option<String> {
        self.ways()?.why_not(&self.rules.scope(), &self.attacks, state, (from, to))
    }

    /// Slots with only what can still change play; `passable` says whether a capture in passing is among the steps.
    pub(crate) fn effective(&self, slots: Slots<B>, passable: bool) -> Slots<B> {
        Slots {
            rights: self.ways().map_or(B::NONE, |ways| ways.effective(slots.rights)),
            passed: if passable { slots.passed } else { Mark::default() },
            ..slots
        }
    }

    /// Whether a move may depend on what the last one passed over: it takes in passing, or comes before one that may.
    pub(crate) fn may_use_passed(&self, state: &State<B>, step: Move) -> bool {
        let Mark { squares, victim } = state.slots.passed;
        step.part() != TurnPart::Move || step.take == victim && squares.has(step.to)
    }

    /// The count of plies without progress after a move, if captures (as said) and moves of some types reset it.
    pub(crate) fn idle_after(
        &self,
        effect: &Effect<'_, B>,
        (captures, types): (bool, &[TypeId]),
        idle: u32,
    ) -> u32 {
        let progress = |mover: Piece| !mover.is_empty() && types.contains(&mover.kind());
        match effect.part() {
            _ if effect.removes() => 0,
            TurnPart::Prelude | TurnPart::Pass => idle,
            TurnPart::Move if captures && effect.takes() || progress(effect.mover().0) => 0,
            TurnPart::Move => idle.saturating_add(1),
        }
    }

    /// What resets the count of idle plies: captures, and steps of these types.
    pub(crate) fn idle_resets(&self) -> (bool, Vec<TypeId>) {
        let idle = self.ends.iter().find_map(|end| end.condition.resets());
        let idle = idle.map(|(captures, types)| (captures, types.to_vec()));
        idle.unwrap_or_else(|| {
            (true, self.rules.get::<Promotion>().map_or_else(Vec::new, |p| p.pieces.clone()))
        })
    }

    /// Bytes the tables take.
    pub(crate) fn bytes(&self) -> usize {
        self.looked_up
            + self.attacks.bytes()
            + self.kinds.iter().flatten().map(PieceTable::bytes).sum::<usize>()
    }
}

fn ways<B>(generators: &[Generator<B>]) -> Option<&Ways<B>> {
    generators.iter().find_map(|g| if let Generator::Castling(ways) = g { Some(ways) } else { None })
}

/// The hooks that a game has; features that make up moves are entered among the makers, and what their moves change, where it is kept.
fn generators<B: Bits>(rules: &Rules, (makers, kept): (&mut Makers, &mut Vec<Entry>)) -> Box<[Generator<B>]> {
    let geometry = &rules.geometry;
    let mut generators = Vec::new();
    if let Some(castling) = rules.get::<Castling>() {
        generators.push(Generator::Castling(castling.compile(geometry, &rules.types, (makers, kept))));
    }
    let relocations = rules.get::<Relocations>().into_iter().flat_map(|all| &all.0);
    generators.extend(relocations.map(|relocation| Generator::Relocation(relocation.compile())));
    if let Some(walk) = rules.get::<SafeWalk>() {
        generators.push(Generator::SafeWalk(walk.compile(geometry, &rules.types)));
    }
    generators.into()
}
