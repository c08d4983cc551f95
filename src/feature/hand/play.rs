//! Hands in play: drops are sent as sets of squares, and hands follow from captures.

use std::sync::Arc;

use super::memory::{InHand, Marked};
use super::{Goes, Hands};
use crate::board::{Bits, Square, SquareSet};
use crate::feature::plan::{
    Consequence, DropBan, Gate, Generator, HandChanges, Hook, Lay, Made, Plan, Relevance, Station,
};
use crate::feature::scope::Scope;
use crate::model::pieces::{Piece, Side, TypeId};
#[cfg(feature = "verify")]
use crate::moves::Move;
use crate::moves::{Departure, Role, Safety, Sink, View};
use crate::state::{InFen, OnChange, Slot, SlotDeclaration, SlotShape, State, Until};

impl<B: Bits> Lay<B> for Hands {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        let hand = self.is_kept().then(|| {
            plan.declare(SlotDeclaration {
                name: "hand".into(),
                fen: InFen::Hands,
                shape: SlotShape::CountsByType,
                per_side: true,
                on_change: OnChange::Stays,
                until: Until::Never,
                owner: Arc::new(InHand(self.clone())),
            })
        });
        plan.hand = hand;
        let Some(hand) = hand else { return };
        let marks = if self.captures.is_some() && self.reverts { self.marks(plan) } else { Vec::new() };
        let forms = self.forms.clone().into();
        let (captures, reverts, royal) = (self.captures, self.reverts, self.royal.clone().into());
        let types = plan.types.len() as TypeId;
        plan.hook_of_both(Arc::new(Pocket { hand, marks, captures, reverts, forms, royal, types }));
    }

    fn lay_last(&self, plan: &mut Plan<'_, B>) {
        let hand = plan.hand;
        let dropped = Side::BOTH.map(|side| self.dropped_by(plan, side));
        let looks = plan.pieces_look();
        // what follows from a drop may leave a royal piece attacked that it puts on the board
        let royal = dropped.iter().flatten().any(|one| plan.types[usize::from(one.piece.kind())].royal);
        plan.hooks.royals_arise |= royal && plan.has_followers;
        let has_some = Side::BOTH.map(|side| !dropped[side.index()].is_empty());
        let drops = Arc::new(Drops { hand, dropped, looks });
        for side in Side::BOTH.into_iter().filter(|side| has_some[side.index()]) {
            let gate = drops.gate(side);
            plan.generator(side, gate, Arc::clone(&drops) as _);
        }
        super::gate::lay(self, plan);
        super::unmoved::lay(self, plan);
    }
}

impl Hands {
    /// The pieces that a side may drop, with the types that are counted in hand.
    fn dropped_by<B: Bits>(&self, plan: &Plan<'_, B>, side: Side) -> Box<[Dropped<B>]> {
        let types = 0..plan.types.len() as TypeId;
        let with_squares = types.map(|kind| (kind, self.dropped_on(kind, side)));
        let open = with_squares.filter(|(_, on)| *on != SquareSet::NONE);
        open.map(|(kind, on)| {
            let form = self.forms.iter().find(|(form, _)| self.reverts && *form == kind);
            let (counted, piece) = (form.map_or(kind, |(_, of)| *of), Piece::new(kind, side));
            let (mut on, mut bans) = (B::from_wide(on), Vec::new());
            let after = plan.bans_after_drops.iter().filter(|_| !plan.has_followers);
            for ban in plan.drop_bans.iter().chain(after) {
                match ban.always(piece) {
                    Some(barred) => on &= !barred,
                    None => bans.push(Arc::clone(ban)),
                }
            }
            Dropped { counted, piece, on, bans: bans.into() }
        })
        .collect()
    }

    /// Declares the marks of promoted pieces that don't show what they were: a slot for each type that they may have been.
    fn marks<B: Bits>(&self, plan: &mut Plan<'_, B>) -> Vec<(TypeId, Slot)> {
        let is_form = |kind: TypeId| self.forms.iter().any(|(form, _)| *form == kind);
        let mut origins: Vec<(TypeId, Vec<TypeId>)> = Vec::new();
        for table in plan.kinds.iter().flatten() {
            let from = table.content.kind();
            let choices = table.arrival.choices.iter().map(|piece| piece.kind());
            let to: Vec<TypeId> = choices.filter(|&kind| !is_form(kind)).collect();
            if to.is_empty() || is_form(from) {
                continue;
            }
            match origins.iter_mut().find(|(other, _)| *other == from) {
                None => origins.push((from, to)),
                Some((_, known)) => to.into_iter().for_each(|kind| {
                    if !known.contains(&kind) {
                        known.push(kind);
                    }
                }),
            }
        }
        let choices = |kind: &TypeId| -> Vec<TypeId> {
            let tables = plan.kinds.iter().flatten().filter(|table| table.content.kind() == *kind);
            tables.flat_map(|table| table.arrival.choices.iter().map(|piece| piece.kind())).collect()
        };
        // the mark stays when the piece promotes once more
        for (_, to) in &mut origins {
            let mut at = 0;
            while let Some(kind) = to.get(at) {
                let further = choices(kind);
                to.extend(further.into_iter().filter(|kind| !to.contains(kind)).collect::<Vec<_>>());
                at += 1;
            }
        }
        let declared = origins.into_iter().map(|(from, to)| {
            let declaration = SlotDeclaration {
                name: "promoted".into(),
                fen: InFen::Mark,
                shape: SlotShape::Squares,
                per_side: false,
                on_change: OnChange::Stays,
                until: Until::Never,
                owner: Arc::new(Marked { to }),
            };
            (from, plan.declare(declaration))
        });
        declared.collect()
    }
}

/// A piece that may be dropped.
#[derive(Debug)]
struct Dropped<B> {
    /// The type that is counted in hand.
    counted: TypeId,
    piece: Piece,
    /// The squares on which it may be dropped, as far as they are the same in every position.
    on: B,
    /// The bans that depend on the position.
    bans: Box<[Arc<dyn DropBan<B>>]>,
}

/// The generator of drops.
#[derive(Debug)]
struct Drops<B> {
    /// `None` if the supply is unlimited.
    hand: Option<Slot>,
    dropped: [Box<[Dropped<B>]>; 2],
    /// True if a piece may attack because another has come to stand in its way, so that a drop may expose a royal piece.
    looks: bool,
}

impl<B: Bits> Drops<B> {
    /// The gate of a side's drops: something in hand, if what is in hand is counted.
    fn gate(&self, side: Side) -> Gate<B> {
        self.hand.map_or(Gate::Always, |hand| Gate::Held(hand.telling_of(side).collect()))
    }

    /// Calls `each` with every piece to be dropped and the empty squares on which it may be dropped, royal pieces aside.
    #[inline]
    fn each(&self, view: &View<'_, B>, mut each: impl FnMut(Piece, B)) {
        let (state, us) = (view.state, view.state.side);
        let empty = !state.occupied();
        for Dropped { counted, piece, on, bans } in &self.dropped[us.index()] {
            if self.hand.is_some_and(|hand| hand.count(state, us, *counted) == 0) {
                continue;
            }
            let mut open = *on & empty;
            for ban in bans {
                open &= !ban.barred(view, *piece, open);
            }
            each(*piece, open);
        }
    }

    /// Returns those of some squares on which a royal piece of the side to move, which does not share its royalty, is safe with the others.
    #[inline(never)]
    fn royal_on(view: &View<'_, B>, squares: B) -> B {
        let (state, attacks) = (view.state, view.attacks());
        let (us, occupied) = (state.side, state.occupied());
        let royals = attacks.royals(state, us);
        let safe =
            |at: &Square| attacks.safe(state, us, royals | B::bit(*at), occupied | B::bit(*at), B::NONE);
        squares.squares().filter(safe).fold(B::NONE, |set, at| set | B::bit(at))
    }

    /// Returns those of some squares on which a piece of the side to move leaves every royal piece safe.
    #[inline(never)]
    fn looked_at_with(view: &View<'_, B>, piece: Piece, squares: B) -> B {
        let safe = |at: &Square| view.attacks().safe_with(view.state, piece, *at);
        squares.squares().filter(safe).fold(B::NONE, |set, at| set | B::bit(at))
    }

    /// Returns those of some squares on which a piece that comes from nowhere leaves every royal piece safe.
    #[inline(never)]
    fn looked_at(view: &View<'_, B>, squares: B) -> B {
        let (state, attacks) = (view.state, view.attacks());
        let (us, occupied) = (state.side, state.occupied());
        let royals = attacks.royals(state, us);
        let safe = |at: &Square| attacks.safe(state, us, royals, occupied | B::bit(*at), B::NONE);
        squares.squares().filter(safe).fold(B::NONE, |set, at| set | B::bit(at))
    }

    /// Returns the squares on which any piece may be dropped.
    #[inline]
    fn open(&self, view: &View<'_, B>, safety: &Safety<B>) -> B {
        let (info, empty) = (&safety.check_info, !view.state.occupied());
        let every_move_in_doubt = info.king.is_empty() && !info.doubt_from.is_empty();
        let doubt = match every_move_in_doubt {
            true if info.check || self.looks => empty,
            true => B::NONE,
            false => empty & info.doubt_to,
        };
        let known = empty & info.check_mask & !doubt;
        if doubt.is_empty() { known } else { known | Self::looked_at(view, doubt) }
    }
}

impl<B: Bits> Generator<B> for Drops<B> {
    fn drops(&self) -> bool {
        true
    }

    fn generate(&self, view: &View<'_, B>, safety: &Safety<B>, sink: &mut dyn Sink<B>) {
        if safety.all_are_doubtful {
            return self.each(view, |piece, on| sink.drops(piece, on));
        }
        if view.attacks().minds_pieces(view.state.side.other()) {
            return self.each(view, |piece, on| sink.drops(piece, Self::looked_at_with(view, piece, on)));
        }
        let open = self.open(view, safety);
        if !open.is_empty() {
            self.each(view, |piece, on| match view.own()[usize::from(piece.kind())].royal {
                true if view.attacks().share_royalty() => {
                    sink.drops(piece, Self::looked_at_with(view, piece, on));
                }
                true => sink.drops(piece, Self::royal_on(view, on)),
                false => sink.drops(piece, on & open),
            });
        }
    }

    fn why_not(
        &self,
        scope: &Scope<'_>,
        view: &View<'_, B>,
        (from, to): (Departure, Square),
    ) -> Option<String> {
        let Departure::Hand(kind) = from else { return None };
        let (state, us) = (view.state, view.state.side);
        let name = scope.type_name(kind);
        let one = scope.each_of(&[kind]);
        let Some(dropped) = self.dropped[us.index()].iter().find(|dropped| dropped.piece.kind() == kind)
        else {
            return Some(format!("{one} can't be dropped"));
        };
        if self.hand.is_some_and(|hand| hand.count(state, us, dropped.counted) == 0) {
            return Some(format!("you have no {name} in hand"));
        }
        let (square, at) = (B::bit(to), scope.geometry().name(to));
        if !dropped.on.meets(square) {
            return Some(format!("{one} can't be dropped on {at}"));
        }
        let is_barred = |ban: &Arc<dyn DropBan<B>>| ban.barred(view, dropped.piece, square).meets(square);
        dropped
            .bans
            .iter()
            .any(is_barred)
            .then(|| format!("{one} can't be dropped on {at} now: a rule forbids it"))
    }

    #[cfg(feature = "verify")]
    fn by_squares(&self, view: &View<'_, B>) -> Vec<Move> {
        let mut drops = Vec::new();
        let playable = |at: &Square| usize::from(*at) < B::WIDTH;
        self.each(view, |piece, on| {
            drops.extend(on.squares().filter(playable).map(|to| Move::drop(piece, to)));
        });
        drops
    }
}

/// The hook that keeps the hands and the marks of promoted pieces.
#[derive(Debug)]
struct Pocket {
    hand: Slot,
    /// The types that promote to others than promoted forms, each with the slot of the pieces that were of it.
    marks: Vec<(TypeId, Slot)>,
    captures: Option<Goes>,
    reverts: bool,
    forms: Box<[(TypeId, TypeId)]>,
    royal: Box<[TypeId]>,
    /// The number of types.
    types: TypeId,
}

impl Pocket {
    /// Returns the type that a piece of a type becomes in hand, marks aside.
    fn reverted(&self, kind: TypeId) -> TypeId {
        match self.forms.iter().find(|(form, _)| self.reverts && *form == kind) {
            Some((_, of)) => *of,
            None => kind,
        }
    }

    /// Returns the side to whose hand a captured piece goes.
    fn captor(&self, side: Side) -> Option<Side> {
        match self.captures? {
            Goes::OtherSide => Some(side.other()),
            Goes::Owner => Some(side),
            Goes::Partner => None,
        }
    }

    /// Adds a piece that has left the board to the hand it goes to.
    #[inline]
    fn receive<B: Bits>(&self, state: &mut State<B>, (square, piece): (Square, Piece)) {
        if let Some(side) = self.captor(piece.side()) {
            self.hold(state, side, (square, piece));
        }
    }

    /// Returns how hands change where no piece is marked.
    fn changes(&self) -> HandChanges {
        let taken = |side: Side, kind| {
            let (kind, side) = (self.reverted(kind), self.captor(side)?);
            (!self.royal.contains(&kind)).then(|| Piece::new(kind, side))
        };
        let types = 0..self.types;
        HandChanges {
            slot: self.hand,
            taken: Side::BOTH.map(|side| types.clone().map(|kind| taken(side, kind)).collect()),
            dropped: types.map(|kind| self.reverted(kind)).collect(),
        }
    }

    /// Adds a piece to a hand, as the type that it becomes there.
    #[inline]
    fn hold<B: Bits>(&self, state: &mut State<B>, side: Side, (square, piece): (Square, Piece)) {
        let mut kind = self.reverted(piece.kind());
        for (was, slot) in &self.marks {
            if slot.squares::<B>(state, Side::White).has(square) {
                kind = *was;
            }
        }
        if !self.royal.contains(&kind) {
            self.hand.add(state, Piece::new(kind, side), 1);
        }
    }

    /// Moves the mark of a piece along with it, and marks a piece that has promoted.
    #[inline]
    fn mark<B: Bits>(&self, state: &mut State<B>, made: &Made<B>) {
        let (before, after) = made.mover;
        let promotes = before != after && !self.forms.iter().any(|(form, _)| *form == after.kind());
        let was_marked = |slot: &Slot, state: &State<B>| {
            made.moved.is_some_and(|(from, _)| slot.squares::<B>(state, Side::White).has(from))
        };
        let marked = self.marks.iter().any(|(_, slot)| was_marked(slot, state));
        for (was, slot) in &self.marks {
            let old = slot.squares::<B>(state, Side::White);
            let own = made.moved.filter(|_| {
                !after.is_empty() && (was_marked(slot, state) || promotes && !marked && *was == before.kind())
            });
            let new = old & !made.touched | own.map_or(B::NONE, |(_, to)| B::bit(to));
            if new != old {
                slot.put_squares(state, Side::White, new);
            }
        }
    }
}

impl<B: Bits> Hook<B> for Pocket {
    fn stations(&self) -> &'static [Station] {
        &[Station::React]
    }

    /// A piece is marked when it promotes, and where a mark stands it may have to move along.
    fn relevance(&self) -> Option<Relevance<B>> {
        let while_held = self.marks.iter().map(|&(_, slot)| slot).collect();
        let consequence = Some(Consequence::Hand(Arc::new(self.changes())));
        let promotions = !self.marks.is_empty();
        Some(Relevance { promotions, while_held, consequence, ..Relevance::none() })
    }

    fn react(&self, state: &mut State<B>, made: &Made<B>) {
        // a piece that has moved and is gone is what it was before it promoted, if pieces revert
        let lost = |(square, piece)| match made.moved {
            Some((from, to)) if self.reverts && (square, piece) == (to, made.mv.after) => {
                (from, made.mover.0)
            }
            _ => (square, piece),
        };
        for &gone in &made.taken {
            self.receive(state, lost(gone));
        }
        for change in made.following.iter().filter(|change| change.role == Role::Returned) {
            self.hold(state, change.before.side(), lost((change.square, change.before)));
        }
        if made.mv.is_drop() {
            let us = state.side;
            self.hand.add(state, Piece::new(self.reverted(made.mv.after.kind()), us), -1);
        }
        if !self.marks.is_empty() {
            self.mark(state, made);
        }
    }
}
