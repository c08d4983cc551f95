//! Effects in play: the changes that follow from a move, and what they mean for attacks and legality.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{After, Afters, Deed, Selection};
use crate::board::{Bits, Geometry, PerSquare, Square};
use crate::feature::condition::{Condition, Midst};
use crate::feature::plan::{Doubt, Hook, Lay, MoveKind, MoveKinds, Plan, Station};
use crate::model::condition::{Its, Pieces, Whose};
use crate::model::pieces::{Piece, Side, TypeId};
use crate::moves::{Change, Effect, Origin, Role};
use crate::state::{Slot, State};
use crate::walk::Attacks;

impl<B: Bits> Lay<B> for Afters {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        let royal: Vec<TypeId> =
            (0..).zip(plan.types).filter(|(_, kind)| kind.royal).map(|(id, _)| id).collect();
        for side in Side::BOTH {
            let own: Vec<&After> = self.0.iter().filter(|after| after.is_of(side)).collect();
            if own.is_empty() {
                continue;
            }
            let doubt = match own
                .iter()
                .filter(|after| after.bears_on_royals())
                .all(|after| after.is_of_captures())
            {
                true => Doubt::Captures,
                false => Doubt::All,
            };
            let over = |set: &crate::board::SquareSet| B::from_wide(*set);
            let afters = own.iter().map(|after| Laid {
                kinds: after.kinds.clone(),
                when: after.when.as_ref().map(|(when, _)| when.map(&over)),
                deed: after.deed.map(&over),
            });
            let afters = afters.collect();
            let (geometry, hand) = (plan.geometry.clone(), plan.hand);
            let hook = Follows { afters, geometry, hand, doubt, royals: !royal.is_empty() };
            plan.hook(side, &(Arc::new(hook) as Arc<dyn Hook<B>>));
            own.iter().for_each(|after| after.spare(plan, side, &royal));
        }
    }
}

impl After {
    /// Returns `true` if it may change whether a royal piece is attacked.
    fn bears_on_royals(&self) -> bool {
        !matches!(self.deed, Deed::Moved(_))
    }

    /// Notes which captures of royal pieces would cost a side its own, so that they are no attacks.
    fn spare<B: Bits>(&self, plan: &mut Plan<'_, B>, side: Side, royal: &[TypeId]) {
        for kind in &self.kinds.0 {
            let (of, by) = match kind {
                MoveKind::Any => (&[][..], &[][..]),
                MoveKind::Capture { of, by } => (&of[..], &by[..]),
                MoveKind::By(by) => (&[][..], &by[..]),
                _ => continue,
            };
            if !of.is_empty() && !royal.iter().all(|kind| of.contains(kind)) {
                continue;
            }
            let captors = |kind: &&TypeId| by.is_empty() || by.contains(kind);
            match &self.deed {
                Deed::Remove(selection) | Deed::Flip(selection) => {
                    if selection.contains(&None) {
                        plan.harmless.extend(royal.iter().filter(captors));
                    }
                    if by.is_empty() {
                        selection
                            .iter()
                            .flatten()
                            .for_each(|selected| spare_near(plan, side, selected, royal));
                    }
                }
                Deed::Wall(Its::Square) | Deed::Becomes(_) => {
                    plan.harmless.extend(royal.iter().filter(captors));
                }
                _ => {}
            }
        }
    }
}

/// Notes the squares on which a side does not capture royal pieces while its own stands near.
fn spare_near<B: Bits>(
    plan: &mut Plan<'_, B>,
    side: Side,
    selected: &Pieces<crate::board::SquareSet>,
    royal: &[TypeId],
) {
    let own = selected.whose != Whose::Theirs
        && (selected.types.is_empty() || royal.iter().all(|kind| selected.types.contains(kind)));
    let Some(reached) = selected.reached.as_ref().filter(|reached| reached.from == Its::Square) else {
        return;
    };
    if !own || reached.until.is_some() || reached.of.is_some() {
        return;
    }
    let near = |square: Square| {
        let lines = reached.by.from(side, square).iter();
        let always = lines.filter(|line| line.empty.is_empty() && line.full.is_empty());
        always.fold(B::NONE, |set, line| set | B::bit(line.to))
    };
    let known = plan.spared[side.index()].take();
    let all =
        PerSquare::from_fn(|square| near(square) | known.as_ref().map_or(B::NONE, |known| known[square]));
    plan.spared[side.index()] = Some(all);
}

impl<S> Deed<S> {
    fn map<T>(&self, convert: &impl Fn(&S) -> T) -> Deed<T> {
        let all = |selection: &Selection<S>| -> Selection<T> {
            selection.iter().map(|chosen| chosen.as_ref().map(|selected| selected.map(convert))).collect()
        };
        match self {
            Self::Remove(selection) => Deed::Remove(all(selection)),
            Self::Flip(selection) => Deed::Flip(all(selection)),
            Self::Becomes(kind) => Deed::Becomes(*kind),
            Self::Wall(its) => Deed::Wall(*its),
            Self::PutBack => Deed::PutBack,
            Self::Moved(selection) => Deed::Moved(all(selection)),
        }
    }
}

/// An effect on a board of some width.
#[derive(Debug)]
struct Laid<B> {
    kinds: MoveKinds,
    when: Option<Condition<B>>,
    deed: Deed<B>,
}

/// The effects of a side's moves on a board of some width.
#[derive(Debug)]
struct Follows<B> {
    afters: Box<[Laid<B>]>,
    geometry: Geometry,
    hand: Option<Slot>,
    doubt: Doubt,
    /// True if the game has royal pieces.
    royals: bool,
}

impl<B: Bits> Hook<B> for Follows<B> {
    fn stations(&self) -> &'static [Station] {
        if self.royals { &[Station::Bears, Station::Follow] } else { &[Station::Follow] }
    }

    fn bears(&self, _: &State<B>) -> bool {
        true
    }

    fn doubt(&self, _: &State<B>) -> Doubt {
        if self.royals { self.doubt } else { Doubt::Nothing }
    }

    fn follow(&self, effect: &mut Effect<'_, B>, name: &str, attacks: &Attacks<B>) {
        let is_due = |after: &&Laid<B>| {
            after.kinds.has(effect, name)
                && after.when.as_ref().is_none_or(|when| self.holds(when, effect, attacks))
        };
        let due: SmallVec<[&Deed<B>; 4]> =
            self.afters.iter().filter(is_due).map(|after| &after.deed).collect();
        if due.is_empty() {
            return;
        }
        let mut scene = Scene::new(effect, &self.geometry);
        due.into_iter().for_each(|deed| scene.act(deed));
        scene.changes.into_iter().for_each(|change| effect.follow(change));
    }
}

impl<B: Bits> Follows<B> {
    /// Returns `true` if a condition holds before a move.
    fn holds(&self, when: &Condition<B>, effect: &Effect<'_, B>, attacks: &Attacks<B>) -> bool {
        let (from, to) = effect.ends();
        let start = (effect.origin() != Origin::Hand).then_some(from);
        let (state, geometry) = (effect.state(), &self.geometry);
        when.holds_in_the_midst(&Midst {
            state,
            attacks,
            geometry,
            side: state.side,
            hand: self.hand,
            ends: (start, to),
        })
    }
}

/// The board after a move, on which effects act one after another.
struct Scene<'a, B> {
    state: &'a State<B>,
    geometry: &'a Geometry,
    /// The squares that differ from the state, with what they hold; the last entry of a square counts.
    differ: SmallVec<[(Square, Piece); 16]>,
    occupied: B,
    /// The start and target squares of the move.
    start: Option<Square>,
    end: Square,
    /// The piece that has moved.
    it: Option<Piece>,
    /// The first piece that it took.
    taken: Option<Piece>,
    changes: Vec<Change>,
}

impl<'a, B: Bits> Scene<'a, B> {
    fn new(effect: &Effect<'a, B>, geometry: &'a Geometry) -> Self {
        let state = effect.state();
        let mut differ = SmallVec::new();
        let mut occupied = state.occupied();
        let (_, after) = effect.mover();
        let mut end = effect.ends().1;
        let mut arrives = false;
        effect.each_own(|change| {
            differ.push((change.square, change.after));
            occupied = if change.after.is_empty() {
                occupied & !B::bit(change.square)
            } else {
                occupied | B::bit(change.square)
            };
            if change.after == after && !after.is_empty() && (!arrives || change.square == effect.ends().1) {
                (end, arrives) = (change.square, true);
            }
        });
        let start = match effect.origin() {
            Origin::Square(from) => Some(from),
            Origin::Hand | Origin::Nowhere => None,
        };
        let it = Some(after).filter(|after| !after.is_empty());
        let taken = effect.taken().first().map(|(_, piece)| *piece);
        Self { state, geometry, differ, occupied, start, end, it, taken, changes: Vec::new() }
    }

    /// Returns what a square holds now.
    fn at(&self, square: Square) -> Piece {
        let differs = self.differ.iter().rev().find(|(other, _)| *other == square);
        differs.map_or_else(|| self.state.at(square), |(_, piece)| *piece)
    }

    /// Changes what a square holds.
    fn put(&mut self, square: Square, after: Piece, role: Role) {
        let before = self.at(square);
        self.changes.push(Change { square, before, after, role });
        self.differ.push((square, after));
        self.occupied =
            if after.is_empty() { self.occupied & !B::bit(square) } else { self.occupied | B::bit(square) };
    }

    /// Returns `true` if the piece that has moved stands where it came to.
    fn it_stands(&self) -> bool {
        self.it.is_some_and(|it| self.at(self.end) == it)
    }

    fn act(&mut self, deed: &Deed<B>) {
        match deed {
            Deed::Remove(selection) => {
                for square in self.selected(selection).squares() {
                    self.put(square, Piece::EMPTY, Role::Removed);
                }
            }
            Deed::Flip(selection) => {
                for square in self.selected(selection).squares() {
                    let piece = self.at(square);
                    self.put(square, Piece::new(piece.kind(), piece.side().other()), Role::Changed);
                }
            }
            Deed::Becomes(kind) => {
                let kind = kind.or(self.taken.map(Piece::kind));
                if let (Some(kind), Some(it), true) = (kind, self.it, self.it_stands()) {
                    self.put(self.end, Piece::new(kind, it.side()), Role::Changed);
                }
            }
            Deed::Wall(its) => {
                let square = if *its == Its::Start { self.start } else { Some(self.end) };
                if let Some(square) = square.filter(|&square| self.at(square) != Piece::WALL) {
                    self.put(square, Piece::WALL, Role::Changed);
                }
            }
            Deed::PutBack => {
                let back = self.start.filter(|&start| self.at(start).is_empty() && self.it_stands());
                if let (Some(start), Some(it)) = (back, self.it) {
                    self.put(self.end, Piece::EMPTY, Role::Moved);
                    self.put(start, it, Role::Moved);
                }
            }
            Deed::Moved(selection) => {
                for square in self.selected(selection).squares() {
                    self.put(square, self.at(square), Role::Changed);
                }
            }
        }
    }

    /// Returns the squares of the selected pieces.
    fn selected(&self, selection: &Selection<B>) -> B {
        let of = |chosen: &Option<Pieces<B>>| match chosen {
            None if self.it_stands() => B::bit(self.end),
            None => B::NONE,
            Some(selected) => self.squares_of(selected),
        };
        selection.iter().fold(B::NONE, |set, chosen| set | of(chosen))
    }

    fn squares_of(&self, selected: &Pieces<B>) -> B {
        let us = self.state.side;
        let mut squares = match &selected.reached {
            Some(reached) => {
                let origins = match (&reached.of, reached.from) {
                    (Some((whose, types)), _) => self.those(self.occupied, *whose, types),
                    (None, Its::Start) => self.start.map_or(B::NONE, B::bit),
                    (None, _) => B::bit(self.end),
                };
                let from = |origin| match &reached.until {
                    None => reached.by.open(us, origin, self.occupied),
                    Some((whose, types)) => {
                        let over = self.those(self.occupied, selected.whose, &selected.types);
                        let until = self.those(self.occupied, *whose, types);
                        reached.by.between(us, origin, over, until)
                    }
                };
                origins.squares().fold(B::NONE, |set, origin| set | from(origin))
            }
            None => self.occupied,
        };
        if let Some(its) = selected.its {
            squares &= self.its(its);
        }
        squares = self.those(squares & self.occupied, selected.whose, &selected.types);
        match &selected.region {
            None => squares,
            Some(region) => {
                let there =
                    squares.squares().filter(|&square| region[self.at(square).side().index()].has(square));
                there.fold(B::NONE, |set, square| set | B::bit(square))
            }
        }
    }

    /// Returns those of some squares that hold a piece of an owner and of some types, of all if none are named.
    fn those(&self, squares: B, whose: Whose, types: &[TypeId]) -> B {
        let us = self.state.side;
        let wanted = |square: &Square| {
            self.at(*square).get().is_some_and(|(kind, side)| {
                (types.is_empty() || types.contains(&kind))
                    && match whose {
                        Whose::Mine => side == us,
                        Whose::Theirs => side != us,
                        Whose::Both => true,
                    }
            })
        };
        squares.squares().filter(wanted).fold(B::NONE, |set, square| set | B::bit(square))
    }

    /// Returns squares as the move says them.
    fn its(&self, its: Its) -> B {
        its.squares(self.geometry, (self.start, self.end))
    }
}
