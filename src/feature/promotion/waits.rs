//! Promotion in place: the pieces that wait, those that are lost, and the promotions that are due.

use std::sync::Arc;

use super::Promotion;
use crate::board::{Bits, Square};
use crate::feature::plan::{Barred, Doubt, Hook, Made, Movers, Plan, Relevance, SlotGate, Station};
use crate::model::pieces::{Piece, Side, TypeId, places_of};
use crate::moves::{Change, Effect, List, Maker, Move, Role, Sketch, TurnPart, Writing};
use crate::state::{
    InFen, Item, OnChange, Remembers, Slot, SlotDeclaration, SlotShape, Snapshot, State, Until, Words,
};
use crate::walk::Attacks;

/// Declares what a position remembers of the promotions of a table.
fn declare<B: Bits>(rows: &[Promotion], plan: &mut Plan<'_, B>) -> Pools {
    let owner = Arc::new(Pooled { rows: rows.into() });
    let mut slot = |name: &'static str, place, shape, on_change| {
        let (owner, until) = (Arc::clone(&owner) as Arc<dyn Remembers>, Until::Never);
        let fen = InFen::Field(place);
        plan.declare(SlotDeclaration {
            name: name.into(),
            fen,
            shape,
            per_side: true,
            on_change,
            until,
            owner,
        })
    };
    let zones = rows.iter().flat_map(|row| row.zone);
    let most = zones.map(|zone| zone.count() as usize).max().unwrap_or(0);
    Pools {
        lost: slot("lost", 30, SlotShape::CountsByType, OnChange::Stays),
        waits: slot("waits", 40, SlotShape::Queue { most }, OnChange::Ends),
    }
}

/// Lays out the promotions in place of a table, if its pieces wait, or only lost pieces come back.
pub(super) fn lay<B: Bits>(table: &[Promotion], plan: &mut Plan<'_, B>) -> Option<Pools> {
    let one = table.first().filter(|one| one.remembers())?;
    let pools = declare(table, plan);
    plan.has_followers = true;
    if one.immobile {
        plan.freezing.extend(table.iter().flat_map(|row| &row.pieces));
    }
    if one.immune {
        plan.hooks.barred.push(Barred::Queue(pools.waits));
    }
    let maker = plan.maker(&InPlace);
    let rows = table.iter().map(|row| Row {
        pieces: row.pieces.clone().into(),
        to: row.to.clone().into(),
        zone: Side::BOTH.map(|side| match row.is_of(side) {
            true => B::from_wide(row.zone[side.index()]),
            false => B::NONE,
        }),
    });
    plan.hook_of_both(Arc::new(Waits {
        pools,
        made: (maker, TurnPart::Prelude),
        rows: rows.collect(),
        lost: one.lost,
        after: one.after,
        immobile: one.immobile,
        waits_for_loss: one.waits_for_loss,
    }));
    Some(pools)
}

/// The names and notation of promotions in place.
#[derive(Debug)]
pub(super) struct InPlace;

impl Writing for InPlace {
    fn name(&self) -> &'static str {
        "promotion in place"
    }

    fn coordinates(&self, sketch: &Sketch<'_>) -> String {
        format!("{}={}", sketch.square(sketch.mv.from), sketch.becoming())
    }

    fn comes_first(&self) -> Option<&'static str> {
        Some("a promotion in place comes first")
    }
}

/// The slots of lost pieces and of those that wait for promotion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pools {
    pub(super) lost: Slot,
    /// The pieces that wait where they stand, with the number of their owner's turns for which they still have to.
    waits: Slot,
}

/// The pieces that promote alike.
#[derive(Clone, Debug)]
struct Row<B> {
    pieces: Box<[TypeId]>,
    to: Box<[TypeId]>,
    /// By side; none for a side whose pieces don't promote like this.
    zone: [B; 2],
}

/// Promotion in place: the pieces that wait, those that are lost, and the promotions that are due.
#[derive(Clone, Debug)]
struct Waits<B> {
    pools: Pools,
    made: (Maker, TurnPart),
    rows: Box<[Row<B>]>,
    lost: bool,
    after: u8,
    immobile: bool,
    waits_for_loss: bool,
}

impl<B: Bits> Waits<B> {
    /// Returns how pieces of a type promote.
    #[inline]
    fn row(&self, kind: TypeId) -> Option<&Row<B>> {
        self.rows.iter().find(|row| row.pieces.contains(&kind))
    }

    /// Returns the types that the piece on a square may become.
    #[inline]
    fn choices(&self, state: &State<B>, square: Square) -> &[TypeId] {
        let row = state.at(square).get().and_then(|(kind, _)| self.row(kind));
        row.map_or(&[], |row| &row.to)
    }

    /// Returns the types that the piece of a side on a square may become now.
    #[inline]
    fn to_be_had<'a>(
        &'a self,
        state: &'a State<B>,
        (side, square): (Side, Square),
    ) -> impl Iterator<Item = TypeId> + 'a {
        let had = move |kind: &TypeId| !self.lost || self.pools.lost.count(state, side, *kind) > 0;
        self.choices(state, square).iter().copied().filter(had)
    }

    /// The piece of a side that has waited longest of those whose wait is over.
    #[inline]
    fn ripe(&self, state: &State<B>, side: Side) -> Option<Square> {
        let mut queue = self.pools.waits.queue(state, side);
        queue.find(|(_, turns)| *turns == 0).map(|(square, _)| square)
    }

    /// Returns `true` if a promotion is due now.
    #[inline]
    fn is_due(&self, state: &State<B>) -> bool {
        let ripe = self.ripe(state, state.side);
        ripe.is_some_and(|square| self.to_be_had(state, (state.side, square)).next().is_some())
    }

    /// Returns `true` if a capture would promote a piece of the side that loses one.
    #[inline]
    fn promotes_by_loss(&self, state: &State<B>) -> bool {
        let them = state.side.other();
        self.lost && self.ripe(state, them).is_some()
    }

    /// The pieces that wait.
    #[inline]
    fn waiting(&self, state: &State<B>) -> B {
        let of = |side| self.pools.waits.queue(state, side);
        of(Side::White).chain(of(Side::Black)).fold(B::NONE, |set, (square, _)| set | B::bit(square))
    }

    /// Returns `true` if a piece may be in a pool.
    #[inline]
    fn counts(&self, piece: Piece) -> bool {
        self.lost && piece.get().is_some_and(|(kind, _)| self.rows.iter().any(|row| row.to.contains(&kind)))
    }
}

impl<B: Bits> Hook<B> for Waits<B> {
    fn stations(&self) -> &'static [Station] {
        const ALL: [Station; 6] = [
            Station::Bears,
            Station::Prelude,
            Station::Follow,
            Station::React,
            Station::TurnBegin,
            Station::Recall,
        ];
        if self.immobile { &ALL } else { &ALL[..5] }
    }

    fn gate(&self) -> SlotGate {
        SlotGate::Holds([self.pools.waits; 2])
    }

    fn relevance(&self) -> Option<Relevance<B>> {
        let types = self.rows.iter().fold(0, |types, row| types | places_of(&row.pieces));
        let to = self.rows.iter().fold(B::NONE, |set, row| set | row.zone[0] | row.zone[1]);
        let movers = Some(Movers { types, from: !B::NONE, to });
        Some(Relevance { captures: true, movers, while_held: vec![self.pools.waits], ..Relevance::default() })
    }

    fn bears(&self, state: &State<B>, _: &Attacks<B>) -> bool {
        self.is_due(state) || self.promotes_by_loss(state)
    }

    fn is_quiet(&self, state: &State<B>, _: &Attacks<B>) -> bool {
        self.waiting(state).is_empty()
    }

    /// The promotions in place that are due now, of the piece that has waited longest, one move for each choice.
    fn preludes(&self, state: &State<B>, list: &mut List) {
        let side = state.side;
        let Some(square) = self.ripe(state, side) else { return };
        for kind in self.to_be_had(state, (side, square)) {
            let (before, after) = (state.at(square), Piece::new(kind, side));
            let ends = Move::plain(square, square, square, after);
            list.push_listed(ends, self.made, REASON, |record| {
                record.add(square, (before, after), Role::Changed);
            });
        }
    }

    /// Promotes, after a capture, the piece of the other side that has waited longest for a loss, if there is only one type to promote to.
    fn follow(&self, effect: &mut Effect<'_, B>, _: &str, _: &Attacks<B>) {
        let state = effect.state();
        if !self.promotes_by_loss(state) || !effect.takes() {
            return;
        }
        let (side, touched, taken) = (state.side.other(), effect.touched(), effect.taken());
        let mut queue = self.pools.waits.queue(state, side);
        let waiting = queue.find(|(square, turns)| *turns == 0 && !touched.has(*square));
        let lost = |kind: &TypeId| {
            self.pools.lost.count(state, side, *kind) > 0
                || taken.iter().any(|(_, piece)| *piece == Piece::new(*kind, side))
        };
        let Some((square, _)) = waiting else { return };
        let mut types = self.choices(state, square).iter().copied().filter(lost);
        if let (Some(kind), None) = (types.next(), types.next()) {
            let after = Piece::new(kind, side);
            effect.follow(Change { square, before: state.at(square), after, role: Role::Changed });
        }
    }

    fn doubt(&self, state: &State<B>) -> Doubt {
        if self.promotes_by_loss(state) { Doubt::Captures } else { Doubt::Nothing }
    }

    /// Counts lost pieces, uses up one that came back, and enters one that must wait.
    fn react(&self, state: &mut State<B>, made: &Made<B>) {
        let (us, (before, after)) = (state.side, made.mover);
        for (_, piece) in made.taken.iter().filter(|(_, piece)| self.counts(*piece)) {
            self.pools.lost.add(state, *piece, 1);
        }
        if self.lost && before != after {
            self.pools.lost.add(state, after, -1);
        }
        let stays = made.mv.part() == TurnPart::Move && before == after;
        let row = before.get().filter(|_| stays).and_then(|(kind, _)| self.row(kind));
        let arrived = row.is_some_and(|row| row.zone[us.index()].has(made.mv.to));
        if arrived && (self.after > 0 || self.waits_for_loss) {
            let turns = if self.after == 0 { 0 } else { self.after + 1 };
            self.pools.waits.enter(state, us, made.mv.to, turns);
        }
        let promoted = |change: &&Change| {
            let ends = change.before.get().zip(change.after.get());
            ends.is_some_and(|((before, side), (after, owner))| side == owner && before != after)
        };
        for change in made.following.iter().filter(promoted) {
            self.pools.lost.add(state, change.after, -1);
        }
        self.recall(state);
    }

    fn turn_begins(&self, state: &mut State<B>) {
        let side = state.side;
        self.pools.waits.count_down(state, side);
    }

    /// Works out which pieces can't move, after what is remembered has changed.
    fn recall(&self, state: &mut State<B>) {
        if self.immobile {
            state.frozen = self.waiting(state);
        }
    }
}

/// The slots of promotion.
#[derive(Debug)]
struct Pooled {
    rows: Box<[Promotion]>,
}

impl Remembers for Pooled {
    fn expects(&self, shape: SlotShape) -> &'static str {
        match shape {
            SlotShape::CountsByType => "isn't a piece that can come back",
            _ => "expected a square and a number of turns, as in `a8:2`",
        }
    }

    fn admits(&self, snapshot: &Snapshot<'_>, item: Item) -> Result<bool, String> {
        match item {
            Item::Count { kind, .. } => Ok(self.rows.iter().any(|row| row.lost && row.to.contains(&kind))),
            Item::Entry { side, square } => {
                let kind = (snapshot.at)(square).get().map(|(kind, _)| kind);
                let row = self.rows.iter().find(|row| kind.is_some_and(|kind| row.pieces.contains(&kind)));
                match row.is_some_and(|row| row.is_of(side) && row.zone[side.index()].has(square)) {
                    true => Ok(true),
                    false => Err(format!("no piece can wait on {}", snapshot.geometry.name(square))),
                }
            }
            _ => Ok(true),
        }
    }

    fn sentences(
        &self,
        snapshot: &Snapshot<'_>,
        shape: SlotShape,
        words: &dyn Fn(Side) -> Vec<u64>,
    ) -> Vec<String> {
        let of = |side| match shape {
            SlotShape::CountsByType => lost(snapshot, side, &words(side)),
            _ => waiting(snapshot, side, &words(side)),
        };
        Side::BOTH.into_iter().flat_map(of).collect()
    }
}

/// The pieces that a side has lost, in a sentence.
fn lost(snapshot: &Snapshot<'_>, side: Side, words: &[u64]) -> Vec<String> {
    let counts =
        snapshot.types.iter().zip(0..).map(|(piece, kind)| (Words(words).count(kind), piece.spoken()));
    let named = counts.filter(|(count, _)| *count > 0);
    let lost: Vec<String> =
        named.map(|(count, name)| if count > 1 { format!("{count} x {name}") } else { name }).collect();
    let line = || format!("{} has lost: {}", side.name(), lost.join(", "));
    (!lost.is_empty()).then(line).into_iter().collect()
}

/// The pieces of a side that wait, a sentence for each.
fn waiting(snapshot: &Snapshot<'_>, side: Side, words: &[u64]) -> Vec<String> {
    let sentence = |(square, turns): (Square, u8)| {
        // a turn that has begun counts among those it waits
        let left = turns.saturating_sub(u8::from(side != snapshot.side));
        let piece = format!("{}'s {}", side.name(), snapshot.named(square));
        match (turns, left) {
            (0, _) => format!("{piece} waits for a lost piece"),
            (_, 0) => format!("{piece} promotes in its owner's next turn"),
            (_, 1) => format!("{piece} stands still for 1 more turn"),
            _ => format!("{piece} stands still for {left} more turns"),
        }
    };
    Words(words).queue().map(sentence).collect()
}

/// The name of the rule in the error about too many moves.
const REASON: &str = "promotion in place";
