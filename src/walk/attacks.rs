//! Attack detection: the attackers of a square, and the checks, pins and attacked squares that a side must respect to keep its royal piece
//! safe.
//!
//! The argument: for a square and a way of attacking, the backward table names every square it could be attacked from. For each enemy
//! there, the occupied squares between settle the matter: with none, it gives check; with one, and that piece ours, the piece is pinned.
//! That serves leapers, riders and lame leapers alike and yields check, pins and the squares that parry check in one pass. What escapes it
//! is *doubtful*: [`CheckInfo`] says by origin and target which moves have to be tested one by one. A move of a piece that alone closes one
//! of several routes to the royal piece is doubtful; with several royal pieces, or against captures by jumping, every move is.

mod beside;
mod check_info;
mod exposed;
mod royal_captures;
mod royals;
mod scan;

use std::sync::Arc;

pub(crate) use self::beside::Attackers;
pub(crate) use self::check_info::{CheckInfo, Notes};
pub(crate) use self::royal_captures::RoyalCaptures;

use super::attack_tables::{AttackTables, Between, BetweenBuilder, Columns, Layout, Several, Watched};
use super::effect_ways::{EffectWays, Sides, sides};
use super::hurdles::{Hurdles, HurdlesBySide};
use super::jump::Jumpers;
use super::lookups::Lookups;
use super::route::Laid;
use crate::board::isa::{Isa, Job};
use crate::board::{Bits, Geometry, PerSquare, Square};
use crate::model::pieces::{Piece, PieceType, Royalty, Side, TypeId, place_of};
use crate::state::State;

/// A royal piece and, for each square it may stand on, the squares between that square and every other.
pub(crate) struct Guarded<'a, B> {
    king: B,
    lines: &'a [PerSquare<B>],
}

/// The backward tables of a game.
#[derive(Clone, Debug)]
pub(crate) struct Attacks<B> {
    /// The tables of the pieces that can capture royal ones.
    sides: [AttackTables<B>; 2],
    /// The tables of all pieces, if some can't capture royal ones.
    all: Option<Box<[AttackTables<B>; 2]>>,
    /// The types that can't capture royal pieces.
    harmless: Box<[TypeId]>,
    jumpers: [Jumpers<B>; 2],
    between: Between<B>,
    royals: Box<[TypeId]>,
    /// The royal types whose pieces are not each royal on their own.
    conditional: Box<[(TypeId, Royalty)]>,
    /// The place of the royal type, if there is exactly one; no side has lines if not.
    royal: u8,
    /// The types of each side with ways that have an effect besides the move of one piece.
    effect_ways: [Box<[EffectWays<B>]>; 2],
    /// The types of each side that may not jump over some hurdles.
    hurdles: HurdlesBySide<B>,
    /// By side: whether it may attack along several routes, by jumps, or only with unmoved pieces.
    odd: [bool; 2],
    /// By side: whether it may attack by jumps, not over every hurdle, or only with unmoved pieces, so that the squares it attacks are
    /// tested one by one.
    unmapped: [bool; 2],
    /// By side: whether its attacks after a move depend on more than the occupancy.
    asks_position: [bool; 2],
    /// The test that makes captures of royal pieces one by one, in games that need it.
    royal_captures: Option<Arc<dyn RoyalCaptures<B>>>,
    /// The attacks beside the tables, which rules find.
    beside: Box<[Arc<dyn Attackers<B>>]>,
    /// True if some movement is more than leaps, rides and jumps.
    paths: bool,
    /// By side that captures: the squares on which a royal piece of its own would be lost, by the square of the royal piece it captures.
    spared: Option<Box<[PerSquare<B>; 2]>>,
    /// By side that captures and type of victim: the types that can never capture it; `None` if every type can capture all.
    spares: Option<Box<[Vec<Vec<TypeId>>; 2]>>,
    /// By side that captures: the squares on which its royal piece spares the other side's, or the squares near it, by the latter's square.
    spared_near: Option<Box<[PerSquare<B>; 2]>>,
}

impl<B: Bits> Attacks<B> {
    /// Builds the tables; the `harmless` types can't capture royal pieces, pieces of the types in `freezing` don't attack while they wait,
    /// `watched` are further squares to test for attacks, `hurdles` those over which pieces may not jump.
    pub(crate) fn new(
        geometry: &Geometry,
        (types, harmless): (&[PieceType], &[TypeId]),
        (spared, hurdles): ([Option<PerSquare<B>>; 2], HurdlesBySide<B>),
        (freezing, watched): (&[TypeId], &[Watched]),
        lookups: &mut Lookups<B>,
    ) -> Self {
        let spared =
            spared.iter().any(Option::is_some).then(|| Box::new(spared.map(Option::unwrap_or_default)));
        let effect_ways = effect_ways(geometry, types, lookups);
        let between = BetweenBuilder::new(geometry.squares());
        let mild = without_captures(types, harmless);
        let columns = Columns::default();
        let mut layout =
            Layout { geometry, types, freezing, watched, hurdles: &hurdles, between, lookups, columns };
        let all = (!harmless.is_empty())
            .then(|| Box::new(Side::BOTH.map(|side| AttackTables::new(&mut layout, side))));
        layout.types = &mild;
        let mut sides = Side::BOTH.map(|side| AttackTables::new(&mut layout, side));
        let jumpers = Side::BOTH.map(|side| Jumpers::new(geometry, types, side));
        let royals = types.iter().enumerate().filter(|(_, kind)| kind.royal).map(|(id, _)| id as TypeId);
        let royals: Box<[TypeId]> = royals.collect();
        let beside = |side: usize| !jumpers[side].types().is_empty() || !effect_ways[side].is_empty();
        let odd = [0, 1].map(|side| beside(side) || !sides[side].several.is_empty() || sides[side].first);
        let asks_position = [0, 1].map(|side: usize| !hurdles[side].is_empty());
        let in_lines = |side: usize| hurdles[side].iter().all(|hurdles| hurdles.are_in_lines());
        let unmapped = [0, 1].map(|side| beside(side) || !in_lines(side) || sides[side].first);
        let paths = types.iter().any(|kind| !kind.movement.paths.is_empty());
        let spared_near = spared
            .as_ref()
            .map(|spared| Box::new(Side::BOTH.map(|by| layout.near_spared(&spared[by.index()], by.other()))));
        let between = layout.between.finish();
        let one = royals.len() == 1;
        let drawn = sides.iter_mut().enumerate().filter(|(side, _)| one && !beside(*side));
        drawn.for_each(|(_, side)| side.draw_lines(&between));
        let royal = royals.first().map_or(0, |&kind| place_of(kind) as u8);
        let conditional = (0..).zip(types).filter(|(_, kind)| kind.royal && kind.royalty != Royalty::Each);
        let conditional = conditional.map(|(id, kind)| (id, kind.royalty)).collect();
        Self {
            sides,
            all,
            harmless: harmless.into(),
            jumpers,
            effect_ways,
            hurdles,
            between,
            royals,
            conditional,
            royal,
            odd,
            unmapped,
            asks_position,
            royal_captures: None,
            beside: Box::default(),
            paths,
            spared,
            spared_near,
            spares: None,
        }
    }

    /// Enters, by side that captures and type of victim, the types that can never capture it.
    pub(crate) fn spare(&mut self, spares: [Vec<Vec<TypeId>>; 2]) {
        let any = spares.iter().flatten().any(|types| !types.is_empty());
        self.spares = any.then(|| Box::new(spares));
    }

    /// Attaches the shared sets of all walks.
    pub(crate) fn attach(&mut self, sets: &Arc<[B]>) {
        let all = self.all.iter_mut().flat_map(|all| all.iter_mut());
        self.sides.iter_mut().chain(all).for_each(|side| side.attach(sets));
    }

    /// Returns the types of a side that capture by jumping, with their jumps.
    #[inline(always)]
    pub(crate) fn jumpers(&self, side: Side) -> &Jumpers<B> {
        &self.jumpers[side.index()]
    }

    /// Returns `true` if some movement is more than leaps, rides and jumps, so that a piece may attack by becoming a hurdle or leaving one.
    #[inline(always)]
    pub(crate) fn has_paths(&self) -> bool {
        self.paths
    }

    /// Returns the types of a side with ways that have an effect besides the move of one piece.
    pub(crate) fn effect_ways(&self, side: Side) -> &[EffectWays<B>] {
        &self.effect_ways[side.index()]
    }

    /// Returns the pieces over which a piece may not jump.
    pub(crate) fn barred_hurdles(&self, state: &State<B>, (kind, side): (TypeId, Side)) -> B {
        let hurdles = self.hurdles[side.index()].iter().find(|hurdles| hurdles.kind == kind);
        hurdles.map_or(B::NONE, |hurdles| hurdles.among(state, !B::NONE))
    }

    /// Returns `true` if some piece of `by`, none of those in `gone`, could capture a royal piece on a square, given the occupancy
    /// `occupied`.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn attacked(&self, state: &State<B>, square: Square, by: Side, occupied: B, gone: B) -> bool {
        let side = &self.sides[by.index()];
        for row in side.rows(square) {
            let pieces = row.pieces(state, by) & !gone;
            if row.leap.meets(pieces) {
                return true;
            }
            for from in (row.ride & pieces).squares() {
                if !self.between.get(row.between, from, square).meets(occupied) {
                    return true;
                }
            }
        }
        self.odd[by.index()] && self.attacked_oddly(state, square, by, occupied, gone)
    }

    /// Tests for attacks along pairs with several routes, and by jumps.
    #[cold]
    fn attacked_oddly(&self, state: &State<B>, square: Square, by: Side, occupied: B, gone: B) -> bool {
        let side = &self.sides[by.index()];
        side.several.iter().any(|several| {
            let pieces = several.pieces(state, square, by) & !gone;
            pieces.squares().any(|from| {
                several.is_open(from, square, occupied)
                    && self.lets_take(several, state, (by, from, square), occupied)
            })
        }) || self.jumpers[by.index()].types().iter().any(|(kind, jumps)| {
            if self.harmless.contains(kind) {
                return false;
            }
            let mut pieces = (state.of(*kind, by) & !gone & !state.frozen).squares();
            pieces.any(|from| jumps.can_capture(from, square, occupied))
        }) || !self.effect_ways[by.index()].is_empty()
            && !self.taken_with_effect(state, square, (by, None), (occupied, gone), &self.harmless).is_empty()
            || self.attacked_as_looked_at(state, square, by, (occupied, gone))
            || !self.beside(state, square, (by, None), (occupied, gone), &self.harmless).is_empty()
    }

    /// Returns the pieces of a side, of one type or of all but some, none of those in `gone`, that could capture on a square by ways that
    /// have an effect besides the move of one piece.
    fn taken_with_effect(
        &self,
        state: &State<B>,
        square: Square,
        (by, kind): (Side, Option<TypeId>),
        (occupied, gone): (B, B),
        harmless: &[TypeId],
    ) -> B {
        let all = &self.effect_ways[by.index()];
        let mut found = B::NONE;
        for ways in all.iter().filter(|ways| kind.is_none_or(|kind| kind == ways.kind)) {
            let pieces = state.of(ways.kind, by) & !gone & !state.frozen;
            if !pieces.is_empty() && (ways.relays || !harmless.contains(&ways.kind)) {
                let royals = self.royals(state, by.other());
                let barred = self.barred_hurdles(state, (ways.kind, by));
                let seen = Sides { barred, ..sides(state, by, (occupied, gone), royals) };
                // otherwise, none of the pieces is harmless
                let harmless = harmless.iter().filter(|_| ways.relays);
                let harmless = harmless.fold(B::NONE, |set, &kind| set | state.of(kind, by));
                found |= ways.takers((pieces, harmless), square, &seen);
            }
        }
        found
    }

    /// Returns the pieces of `by`, of one type or of all, that could capture on a square.
    pub(crate) fn attackers(&self, state: &State<B>, square: Square, by: Side, kind: Option<TypeId>) -> B {
        let wanted = kind.map_or(state.side(by), |kind| state.of(kind, by));
        self.takers(state, square, (by, kind), state.occupied(), !wanted)
    }

    /// Returns the pieces of a side that could capture on a square; where an enemy stands, those that may capture it.
    pub(crate) fn captors(&self, state: &State<B>, square: Square, by: Side) -> B {
        let found = self.attackers(state, square, by, None);
        let victim = state.at(square).get().filter(|(_, side)| *side != by);
        let Some((victim, _)) = victim else { return found };
        let never = self.spares.as_ref().map(|spares| &spares[by.index()][usize::from(victim)][..]);
        let harmless = if self.royals.contains(&victim) { &self.harmless[..] } else { &[] };
        let never = never.into_iter().flatten().chain(harmless);
        never.fold(found, |found, &kind| found & !state.of(kind, by))
    }

    /// Returns the pieces of a side, of one type or of all, none of those in `gone`, that could capture on a square, given the occupancy
    /// `occupied`.
    #[inline]
    pub(crate) fn takers(
        &self,
        state: &State<B>,
        square: Square,
        (by, kind): (Side, Option<TypeId>),
        occupied: B,
        gone: B,
    ) -> B {
        let mut found = self.takers_on_target(state, square, (by, kind), (occupied, gone));
        for (id, jumps) in self.jumpers[by.index()].types() {
            let pieces = (state.of(*id, by) & !gone & !state.frozen).squares();
            pieces
                .filter(|&from| jumps.can_capture(from, square, occupied))
                .for_each(|from| found |= B::bit(from));
        }
        if !self.effect_ways[by.index()].is_empty() {
            found |= self.taken_with_effect(state, square, (by, kind), (occupied, gone), &[]);
        }
        found | self.beside(state, square, (by, kind), (occupied, gone), &[])
    }

    /// Returns the pieces that could capture on a square by a move of one piece that ends there; as in [`takers`](Self::takers).
    #[inline(always)]
    fn takers_on_target(
        &self,
        state: &State<B>,
        square: Square,
        (by, kind): (Side, Option<TypeId>),
        (occupied, gone): (B, B),
    ) -> B {
        let side = &self.all.as_deref().unwrap_or(&self.sides)[by.index()];
        let mut found = B::NONE;
        for row in side.rows(square).iter().filter(|row| kind.is_none_or(|kind| row.is_of(kind))) {
            let pieces = row.pieces(state, by) & !gone;
            let clear = |&from: &Square| !self.between.get(row.between, from, square).meets(occupied);
            let rides = (row.ride & pieces).squares().filter(clear);
            found = rides.fold(found | row.leap & pieces, |found, from| found | B::bit(from));
        }
        for several in side.several.iter().filter(|several| kind.is_none_or(|kind| several.is_of(kind))) {
            let pieces = several.pieces(state, square, by) & !gone;
            let pieces = pieces.squares().filter(|&from| {
                several.is_open(from, square, occupied)
                    && self.lets_take(several, state, (by, from, square), occupied)
            });
            found = pieces.fold(found, |found, from| found | B::bit(from));
        }
        found
    }

    /// Returns `true` if a royal piece of a side is attacked.
    pub(crate) fn in_check(&self, state: &State<B>, side: Side) -> bool {
        let occupied = state.occupied();
        let mut royals = self.royals(state, side).squares();
        royals.any(|square| {
            self.attacked(state, square, side.other(), occupied, B::NONE)
                && !self.spares(state, square, side.other())
        }) || !self.conditional.is_empty() && self.attacked_together(state, side, (occupied, B::NONE), None)
    }

    /// Returns `true` if none of the royal pieces on `royals` is attacked, given the occupancy `occupied` and with the enemies in `gone`
    /// removed.
    #[inline(always)]
    pub(crate) fn safe(&self, state: &State<B>, us: Side, royals: B, occupied: B, gone: B) -> bool {
        royals.squares().all(|square| {
            !self.attacked(state, square, us.other(), occupied, gone)
                || self.spares(state, square, us.other())
        })
    }

    /// Returns `true` if a side does not capture a royal piece on a square, because it would lose its own.
    #[inline(always)]
    pub(crate) fn spares(&self, state: &State<B>, square: Square, by: Side) -> bool {
        match &self.spared {
            None => false,
            Some(spared) => {
                let near = spared[by.index()][square] & self.royals(state, by);
                // a royal piece that makes the capture itself leaves its square
                let others = state.side(by) & !near;
                let takes = || self.attacked(state, square, by, state.occupied(), others);
                !(near.is_empty() || near.at_most_one() && takes())
            }
        }
    }

    /// Returns `true` if a move from–to that captures on `take` leaves every royal piece of the mover safe.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn safe_after(&self, state: &State<B>, from: Square, to: Square, take: B) -> bool {
        let us = state.side;
        if self.asks_position[us.other().index()] {
            return self.safe_as_moved(state, from, to, take);
        }
        let occupied = (state.occupied() & !B::bit(from) & !take) | B::bit(to);
        let mut royals = self.royals(state, us);
        if royals.has(from) {
            royals = (royals & !B::bit(from)) | B::bit(to);
        }
        self.safe(state, us, royals, occupied, take)
            && (self.conditional.is_empty()
                || !self.attacked_together(state, us, (occupied, take), Some((from, to))))
    }

    /// Returns `true` if a move from–to that captures on `take` leaves every royal piece of the mover safe, where more matters than the
    /// occupancy.
    #[inline(never)]
    fn safe_as_moved(&self, state: &State<B>, from: Square, to: Square, take: B) -> bool {
        self.safe_as(state, (from, to), take, state.at(from))
    }

    /// Returns `true` if a move that captures on `take`, after which the piece that moves is this one, leaves every royal piece of the mover
    /// safe.
    pub(crate) fn safe_as(
        &self,
        state: &State<B>,
        (from, to): (Square, Square),
        take: B,
        piece: Piece,
    ) -> bool {
        let (us, mut after) = (state.side, state.scratch());
        for square in take.squares().chain([from, to]) {
            after.put(square, Piece::EMPTY);
        }
        after.put(to, piece);
        !self.in_check(&after, us)
    }

    /// Returns `true` if a piece of the side to move that is put on an empty square leaves every royal piece of its side safe.
    pub(crate) fn safe_with(&self, state: &State<B>, piece: Piece, at: Square) -> bool {
        let mut after = state.scratch();
        after.put(at, piece);
        !self.in_check(&after, state.side)
    }

    /// Returns `true` if the attacks of a side depend on which pieces stand where, and not only on which squares are occupied.
    #[inline(always)]
    pub(crate) fn minds_pieces(&self, by: Side) -> bool {
        !self.hurdles[by.index()].is_empty() || !self.beside.is_empty()
    }

    /// Returns `true` if rules find attacks beside the tables.
    #[inline(always)]
    pub(crate) fn are_found_beside(&self) -> bool {
        !self.beside.is_empty()
    }

    /// Returns the hurdles that the pieces that attack along some routes may not jump over.
    fn hurdles_of(&self, several: &Several<B>, by: Side) -> Option<&Hurdles<B>> {
        self.hurdles[by.index()].iter().map(|hurdles| &**hurdles).find(|hurdles| several.is_of(hurdles.kind))
    }

    /// Returns `true` if a piece may capture over the hurdles on an open route.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn lets_take(
        &self,
        several: &Several<B>,
        state: &State<B>,
        (by, from, to): (Side, Square, Square),
        occupied: B,
    ) -> bool {
        self.hurdles[by.index()].is_empty()
            || self.hurdles_of(several, by).is_none_or(|hurdles| hurdles.lets_take(state, from, to, occupied))
    }

    /// Returns the squares attacked by `by` among those that the royal piece can reach or that are watched, given the occupancy `occupied`;
    /// the set may have others. `None` if squares have to be tested one by one.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn attacked_near<I: Isa>(
        &self,
        state: &State<B>,
        by: Side,
        check_info: &CheckInfo<B>,
        occupied: B,
    ) -> Option<B> {
        if self.unmapped[by.index()] {
            return None;
        }
        let (side, hurdles) = (&self.sides[by.index()], &self.hurdles[by.index()]);
        Some(match hurdles.is_empty() {
            true => side.attacked_squares::<I>(state, check_info.near, occupied),
            false => I::run(OverHurdles { side, hurdles, by, state, near: check_info.near, occupied }),
        })
    }

    /// Returns the only royal piece of the side to move, if everything that threatens it is found in one pass by [`scan`](Self::scan).
    #[inline(always)]
    pub(crate) fn guarded(&self, state: &State<B>) -> Option<Guarded<'_, B>> {
        let lines = self.sides[state.side.other().index()].lines.as_deref()?;
        let royals = state.pieces_at(self.royal) & state.side(state.side);
        let spared = || {
            let them = state.side.other();
            let near = self.spared_near.as_ref().map(|near| near[them.index()][royals.first()]);
            near.is_some_and(|near| near.meets(self.royals(state, them)))
        };
        (royals.count() == 1 && !spared()).then_some(Guarded { king: royals, lines })
    }

    /// Returns the constraints on the side to move if no royal piece is [`guarded`](Self::guarded); by-products go to `notes`.
    #[inline(always)]
    pub(crate) fn check_info(&self, state: &State<B>, notes: &mut Notes<B>) -> CheckInfo<B> {
        let royals = self.royals(state, state.side);
        if !self.beside.is_empty() && self.has_royals(state, state.side) {
            return self.all_doubtful(state);
        }
        let mut check_info = match royals.is_empty() {
            true => CheckInfo::none(),
            false if royals.at_most_one() => self.scan_oddly(state, royals, notes),
            false => self.all_doubtful(state),
        };
        if self.spared.is_some() && royals.count() == 1 {
            check_info = self.spared_or_not(state, royals, check_info);
        }
        if !self.conditional.is_empty() {
            // the generator moves royal pieces separately, and knows only those that are royal on their own
            check_info.doubt_from |= self.one_of_several(state, state.side, None);
            let together = self.one_of_several(state, state.side, Some(Royalty::Together));
            if !together.is_empty() {
                check_info = self.together(state, royals, together, notes);
            }
        }
        check_info
    }

    /// Returns the constraints where the place of the enemy's royal piece may keep a royal piece safe: the latter's own moves are doubtful.
    #[inline(never)]
    fn spared_or_not(&self, state: &State<B>, royal: B, known: CheckInfo<B>) -> CheckInfo<B> {
        let free = self.spares(state, royal.first(), state.side.other());
        let check_info = if free { CheckInfo::none() } else { known };
        CheckInfo { doubt_from: check_info.doubt_from | royal, king: B::NONE, ..check_info }
    }

    /// Returns the constraints where pieces are royal together: while one of them is safe, the others may be attacked.
    #[inline(never)]
    fn together(&self, state: &State<B>, royals: B, together: B, notes: &mut Notes<B>) -> CheckInfo<B> {
        let kinds = self.conditional.iter().filter(|(_, royalty)| *royalty == Royalty::Together).count();
        for one in together.squares().filter(|_| kinds == 1 && royals.is_empty()) {
            let info = self.scan_oddly(state, B::bit(one), notes);
            if !info.check {
                let doubt_from = info.doubt_from | info.pinned | self.one_of_several(state, state.side, None);
                return CheckInfo { doubt_from, doubt_to: info.doubt_to, ..CheckInfo::none() };
            }
        }
        self.all_doubtful(state)
    }

    /// Returns constraints under which every move is doubtful.
    #[inline(never)]
    fn all_doubtful(&self, state: &State<B>) -> CheckInfo<B> {
        CheckInfo { check: self.in_check(state, state.side), doubt_from: !B::NONE, ..CheckInfo::none() }
    }

    /// Returns the size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let effect_ways = self.effect_ways.iter().flatten().map(EffectWays::bytes).sum::<usize>();
        let hurdles = self.hurdles.iter().flatten().map(|hurdles| hurdles.bytes()).sum::<usize>();
        let sides = self.sides.iter().map(AttackTables::bytes).sum::<usize>();
        sides + self.between.bytes() + effect_ways + hurdles
    }
}

/// A job that finds the squares that some pieces of a side attack, some of which may not jump over every hurdle.
struct OverHurdles<'a, B> {
    side: &'a AttackTables<B>,
    hurdles: &'a [Arc<Hurdles<B>>],
    by: Side,
    state: &'a State<B>,
    near: B,
    occupied: B,
}

impl<B: Bits> Job for OverHurdles<'_, B> {
    const NATIVE: bool = B::WIDTH <= 128;
    type Output = B;
    #[inline(always)]
    fn run<I: Isa>(self) -> B {
        let Self { side, hurdles, by, state, near, occupied } = self;
        let mut attacked = B::NONE;
        for from in near.squares() {
            let reached = side.attacked_squares::<I>(state, B::bit(from), occupied);
            let own = hurdles.iter().find(|hurdles| state.of(hurdles.kind, by).has(from));
            let behind = own.map_or(B::NONE, |hurdles| hurdles.behind_in_lines(state, from, occupied));
            attacked |= reached & !behind;
        }
        attacked
    }
}

/// Returns the types of each side with ways that have an effect besides the move of one piece.
fn effect_ways<B: Bits>(
    geometry: &Geometry,
    types: &[PieceType],
    lookups: &mut Lookups<B>,
) -> [Box<[EffectWays<B>]>; 2] {
    // by laid-out paths, which pieces that move alike share
    let mut known: Vec<(Arc<Laid>, Option<EffectWays<B>>)> = Vec::new();
    Side::BOTH.map(|side| {
        let with_paths = (0..).zip(types).filter(|(_, kind)| !kind.movement.paths.is_empty());
        let ways = with_paths.filter_map(|(id, kind)| {
            let laid = lookups.laid(geometry, &kind.movement.paths, (id, side));
            if let Some((_, ways)) = known.iter().find(|(other, _)| Arc::ptr_eq(other, &laid)) {
                return ways.as_ref().map(|ways| ways.for_type(id));
            }
            let ways = EffectWays::new(id, &laid);
            known.push((laid, ways.clone()));
            ways
        });
        ways.collect()
    })
}

/// Returns the piece types, some of them without their captures.
fn without_captures(types: &[PieceType], harmless: &[TypeId]) -> Vec<PieceType> {
    let mut mild = types.to_vec();
    for &kind in harmless {
        mild[usize::from(kind)].movement.moves.iter_mut().for_each(|way| way.capture = false);
        mild[usize::from(kind)].movement.paths.clear();
    }
    mild
}
