//! Effects in play: the changes that follow from a move, and what they mean for attacks and legality.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{After, Afters, Deed, Rebirth, Selection, checked, spare, unmoved};
use crate::board::{Bits, Geometry, PerSquare, Square};
use crate::feature::condition::{Condition, Midst, enclosed, pieces_of};
use crate::feature::plan::{
    Consequence, Doubt, Flips, Hook, KindMasks, Lay, MoveKind, MoveKinds, Movers, Plan, Relevance, Station,
    captures_in_doubt,
};
use crate::model::condition::{Its, Pieces, Reached, Whose};
use crate::model::pieces::{Piece, Side, TypeId, places_of};
use crate::moves::{Change, Effect, Following, Origin, PieceTable, Role};
use crate::state::{Scratch, Slot, State};
use crate::walk::Attacks;

impl<B: Bits> Lay<B> for Afters {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        spare::lay(plan, &self.0);
        plan.has_followers = true;
    }

    /// Lays out the effects themselves, once the notes and rights of the game are known.
    fn lay_last(&self, plan: &mut Plan<'_, B>) {
        for side in Side::BOTH {
            let own = self.0.iter().filter(|after| after.is_of(side));
            let (settled, own): (Vec<_>, Vec<_>) = own.partition(|after| after.is_settled());
            settled.into_iter().for_each(|after| checked::lay(plan, side, after));
            if !own.is_empty() {
                lay_followers(plan, side, &own);
            }
        }
    }
}

/// Lays out the effects that follow from moves of a side.
fn lay_followers<B: Bits>(plan: &mut Plan<'_, B>, side: Side, own: &[&After]) {
    let bearing = || own.iter().filter(|after| after.bears_on_royals());
    let doubt = match (bearing().next(), bearing().all(|after| after.kinds.are_captures())) {
        (None, _) => Doubt::Nothing,
        (_, true) => Doubt::Captures,
        _ => Doubt::All,
    };
    let royal = royal_types(plan);
    let doubt = if royal.is_empty() { Doubt::Nothing } else { doubt };
    plan.hooks.royals_arise |= own.iter().any(|after| after.deed.brings_any_of(&royal));
    let plainly = plan.plainly;
    let afters = own.iter().map(|after| Laid {
        kinds: after.kinds.clone(),
        masks: if plainly { KindMasks::UNKNOWN } else { after.kinds.masks() },
        when: after.when.as_ref().map(|when| when.map(B::narrowed)),
        leaving: after.leaving.as_ref().map(|leaving| leaving.map(B::narrowed)),
        gives_check: after.gives_check,
        deed: after.deed.map(B::narrowed),
    });
    let afters = afters.collect();
    let (geometry, hand, notes) = (plan.geometry.clone(), plan.hand, plan.notes.clone());
    let exposing = if doubt == Doubt::Captures { exposing(plan, side, own) } else { None };
    let follows = Follows { afters, geometry, hand, notes, doubt, exposing };
    plan.hook(side, &(Arc::new(follows) as Arc<dyn Hook<B>>));
    if own.iter().any(|after| matches!(&after.deed, Deed::PutTaken(rebirth) if rebirth.unmoved)) {
        unmoved::lay(plan, side);
    }
}

/// Returns, by square, the target squares of a side's captures that may empty it, other than as their start square; `None` if captures
/// do more than empty squares, or if a royal piece may capture on a square where that can't empty its own start square.
fn exposing<B: Bits>(plan: &Plan<'_, B>, side: Side, own: &[&After]) -> Option<PerSquare<B>> {
    let squares = || plan.geometry.every();
    let mut exposing = PerSquare::default();
    squares().for_each(|square| exposing[square] = B::bit(square));
    for after in own.iter().filter(|after| after.bears_on_royals()) {
        let Deed::Remove(selection) = &after.deed else { return None };
        for selected in selection.iter().flatten() {
            let of_target = |reached: &&Reached<_>| {
                reached.from == Its::Square && reached.until.is_none() && reached.of.is_none()
            };
            let reached = selected.reached.as_ref().filter(of_target)?;
            for to in squares() {
                for line in reached.by.from(side, to) {
                    exposing[line.to] |= B::bit(to);
                }
            }
        }
    }
    let royal = plan.kinds[side.index()].iter().filter(|kind| kind.royal);
    let near =
        |kind: &PieceTable<B>| squares().all(|from| (kind.ever_reaches(from) & !exposing[from]).is_empty());
    royal.into_iter().all(near).then_some(exposing)
}

/// Returns the types of royal pieces.
pub(super) fn royal_types<B: Bits>(plan: &Plan<'_, B>) -> Vec<TypeId> {
    (0..).zip(plan.types).filter(|(_, kind)| kind.royal).map(|(id, _)| id).collect()
}

impl After {
    /// Returns `true` if it changes the board, and so whether a royal piece is attacked.
    pub(super) fn bears_on_royals(&self) -> bool {
        !matches!(self.deed, Deed::Moved(_) | Deed::Note(..))
    }

    /// Returns `true` if its only effect is that pieces of the player in check count as having moved, which is determined when a turn
    /// begins.
    fn is_settled(&self) -> bool {
        let of_all = self.kinds.0 == [MoveKind::Any] && self.when.is_none() && self.leaving.is_none();
        let stand = |chosen: &Option<Pieces<crate::board::SquareSet>>| {
            chosen.as_ref().is_some_and(|chosen| {
                chosen.whose == Whose::Theirs && chosen.reached.is_none() && chosen.its.is_none()
            })
        };
        of_all
            && self.gives_check
            && matches!(&self.deed, Deed::Moved(selection) if selection.iter().all(stand))
    }
}

impl<S> Deed<S> {
    /// Returns `true` if the mover may come to have a piece of one of these types by it.
    fn brings_any_of(&self, types: &[TypeId]) -> bool {
        let flips = |chosen: &Pieces<S>| {
            let some = chosen.types.is_empty() || chosen.types.iter().any(|kind| types.contains(kind));
            chosen.whose != Whose::Mine && some && !types.is_empty()
        };
        match self {
            Self::Flip(selection) => selection.iter().flatten().any(flips),
            Self::Becomes(kind) => kind.is_some_and(|kind| types.contains(&kind)),
            _ => false,
        }
    }

    fn map<T>(&self, convert: fn(&S) -> T) -> Deed<T> {
        let all = |selection: &Selection<S>| -> Selection<T> {
            selection.iter().map(|chosen| chosen.as_ref().map(|selected| selected.map(convert))).collect()
        };
        match self {
            Self::Remove(selection) => Deed::Remove(all(selection)),
            Self::Flip(selection) => Deed::Flip(all(selection)),
            Self::Becomes(kind) => Deed::Becomes(*kind),
            Self::Wall(its) => Deed::Wall(*its),
            Self::PutBack => Deed::PutBack,
            Self::PutTaken(Rebirth { on, same, unmoved }) => {
                Deed::PutTaken(Rebirth { on: on.each_ref().map(convert), same: *same, unmoved: *unmoved })
            }
            Self::ToHand(selection) => Deed::ToHand(all(selection)),
            Self::Note(note, name, noted) => Deed::Note(*note, name.clone(), *noted),
            Self::Moved(selection) => Deed::Moved(all(selection)),
        }
    }
}

/// An effect on a board of some width.
#[derive(Debug)]
struct Laid<B> {
    kinds: MoveKinds,
    masks: KindMasks,
    when: Option<Condition<B>>,
    leaving: Option<Condition<B>>,
    gives_check: bool,
    deed: Deed<B>,
}

/// The effects of a side's moves on a board of some width.
#[derive(Debug)]
struct Follows<B> {
    afters: Box<[Laid<B>]>,
    geometry: Geometry,
    hand: Option<Slot>,
    /// The slots of the notes on players.
    notes: Vec<Slot>,
    doubt: Doubt,
    /// By square: the squares on which a capture may empty it, if that is known beforehand.
    exposing: Option<PerSquare<B>>,
}

impl<B: Bits> Hook<B> for Follows<B> {
    fn stations(&self) -> &'static [Station] {
        if self.doubt == Doubt::Nothing { &[Station::Follow] } else { &[Station::Bears, Station::Follow] }
    }

    fn bears(&self, state: &State<B>, attacks: &Attacks<B>) -> bool {
        self.doubt == Doubt::All || !captures_in_doubt(self, state, attacks).is_empty()
    }

    fn is_quiet(&self, _: &State<B>, _: &Attacks<B>) -> bool {
        false
    }

    fn doubt(&self, _: &State<B>) -> Doubt {
        self.doubt
    }

    fn relevance(&self) -> Option<Relevance<B>> {
        if let [after] = &*self.afters
            && let Some(flips) = after.flips()
        {
            let consequence = Some(Consequence::Flips(Arc::new(flips)));
            return Some(Relevance { consequence, ..Relevance::none() });
        }
        let kinds = || self.afters.iter().flat_map(|after| &after.kinds.0);
        let (mut types, mut captures) = (0, false);
        for kind in kinds() {
            match kind {
                MoveKind::By(movers) => types |= places_of(movers),
                MoveKind::Capture { .. } => captures = true,
                _ => return None,
            }
        }
        let movers = (types != 0).then_some(Movers { types, from: !B::NONE, to: !B::NONE });
        Some(Relevance { captures, movers, ..Relevance::default() })
    }

    /// A capture is as safe as in chess if it empties neither the square of the royal piece nor one between it and an enemy's.
    fn doubtful_captures(&self, state: &State<B>, attacks: &Attacks<B>) -> B {
        let exposing = self.exposing.as_ref().zip(attacks.exposed(state));
        exposing.map_or(!B::NONE, |(exposing, exposed)| {
            exposed.squares().fold(B::NONE, |set, square| set | exposing[square])
        })
    }

    fn follow(&self, effect: &mut Effect<'_, B>, name: &str, attacks: &Attacks<B>) {
        let is_due = |after: &&Laid<B>| {
            let known = after.masks.has(effect.state(), effect.mv(), effect.has_followers());
            known.unwrap_or_else(|| after.kinds.has(effect, name))
                && after.when.as_ref().is_none_or(|when| self.holds(when, effect, effect.state(), attacks))
        };
        let mut due: SmallVec<[&Laid<B>; 8]> = SmallVec::new();
        self.afters.iter().filter(is_due).for_each(|after| due.push(after));
        if due.is_empty() {
            return;
        }
        let mut scene = Scene::new(effect, &self.geometry);
        for after in due {
            if after.looks_after() && !self.holds_after(after, effect, &scene.board(), attacks) {
                continue;
            }
            match &after.deed {
                Deed::Note(note, _, noted) => effect.note(self.notes[*note], *noted),
                deed => scene.act(deed),
            }
        }
        scene.changes.iter().for_each(|change| effect.follow(*change));
    }
}

impl<B: Bits> Laid<B> {
    /// Returns the pieces that change sides, if nothing else follows, wherever they stand, and by whichever move or by every drop.
    fn flips(&self) -> Option<Flips<B>> {
        let only_drops = self.kinds.only_drops().is_some_and(|types| types.is_empty());
        let bare =
            self.when.is_none() && !self.looks_after() && (only_drops || self.kinds.0 == [MoveKind::Any]);
        let Deed::Flip(selection) = &self.deed else { return None };
        let [Some(Pieces { whose, types, region, its, reached, in_hand, safety, attacking, enclosed })] =
            &selection[..]
        else {
            return None;
        };
        let Reached { by, from, of, until } = reached.as_ref()?;
        let engaged = safety.is_some() || attacking.is_some() || enclosed.is_some();
        let anywhere = region.is_none() && its.is_none() && !in_hand && !engaged;
        (bare && anywhere && *from == Its::Square && of.is_none()).then(|| Flips {
            only_drops,
            whose: *whose,
            types: types.clone().into(),
            by: Arc::clone(by),
            until: until.as_ref().map(|(whose, types)| (*whose, types.clone().into())),
        })
    }

    /// Returns `true` if it depends on the position after the move.
    fn looks_after(&self) -> bool {
        self.gives_check || self.leaving.is_some()
    }
}

impl<B: Bits> Follows<B> {
    /// Returns `true` if a condition about a move holds on a board, either the one before the move or one after it.
    fn holds(
        &self,
        asked: &Condition<B>,
        effect: &Effect<'_, B>,
        state: &State<B>,
        attacks: &Attacks<B>,
    ) -> bool {
        let geometry = &self.geometry;
        asked.holds_in_the_midst(&Midst {
            state,
            attacks,
            geometry,
            side: state.side,
            hand: self.hand,
            ends: effect.mv().start_and_target(),
        })
    }

    /// Returns `true` if an effect's condition on the board after the move holds.
    fn holds_after(
        &self,
        after: &Laid<B>,
        effect: &Effect<'_, B>,
        board: &State<B>,
        attacks: &Attacks<B>,
    ) -> bool {
        (!after.gives_check || attacks.in_check(board, board.side.other()))
            && after.leaving.as_ref().is_none_or(|leaving| self.holds(leaving, effect, board, attacks))
    }
}

/// The board after a move, on which effects act one after another.
struct Scene<'a, B> {
    state: &'a State<B>,
    geometry: &'a Geometry,
    /// The squares that differ from the state, with what they hold; the last entry of a square counts.
    differ: SmallVec<[(Square, Piece); 16]>,
    occupied: B,
    /// The start and target squares of the move; none for a pass.
    start: Option<Square>,
    end: Option<Square>,
    /// The piece that has moved.
    it: Option<Piece>,
    /// The first piece that it took.
    taken: Option<Piece>,
    changes: Following,
}

impl<'a, B: Bits> Scene<'a, B> {
    fn new(effect: &Effect<'a, B>, geometry: &'a Geometry) -> Self {
        let state = effect.state();
        let mut differ = SmallVec::new();
        let mut occupied = state.occupied();
        let (_, after) = effect.mover();
        let mut end = effect.mv().start_and_target().1;
        let mut arrives = false;
        effect.each_own(|change| {
            differ.push((change.square, change.after));
            occupied = if change.after.is_empty() {
                occupied & !B::bit(change.square)
            } else {
                occupied | B::bit(change.square)
            };
            if change.after == after && !after.is_empty() && (!arrives || change.square == effect.ends().1) {
                (end, arrives) = (Some(change.square), true);
            }
        });
        let start = match effect.origin() {
            Origin::Square(from) => Some(from),
            Origin::Hand | Origin::Nowhere => None,
        };
        let it = Some(after).filter(|after| !after.is_empty());
        let mut taken = None;
        effect.each_taken(|_, piece| taken = taken.or(Some(piece)));
        let changes = Following::new();
        let mut scene = Self { state, geometry, differ, occupied, start, end, it, taken, changes };
        // where a piece like the one that arrives stood, and is set down elsewhere, nothing has changed
        let target = effect.ends().1;
        if it.is_some() && end.is_some() && scene.at(target) == after {
            scene.end = Some(target);
        }
        scene
    }

    /// Returns the board as it stands now, the mover still to move.
    fn board(&self) -> Scratch<B> {
        let mut board = self.state.scratch();
        self.differ.iter().for_each(|&(square, piece)| board.put(square, piece));
        board
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

    /// Returns the piece that has moved, and its square, if it is still where it arrived.
    fn it_stands(&self) -> Option<(Square, Piece)> {
        self.end.zip(self.it).filter(|&(end, it)| self.at(end) == it)
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
                if let Some((kind, (end, it))) = kind.zip(self.it_stands()) {
                    self.put(end, Piece::new(kind, it.side()), Role::Changed);
                }
            }
            Deed::Wall(its) => {
                let square = if *its == Its::Start { self.start } else { self.end };
                if let Some(square) = square.filter(|&square| self.at(square) != Piece::WALL) {
                    self.put(square, Piece::WALL, Role::Changed);
                }
            }
            Deed::PutBack => {
                let back = self.start.filter(|&start| self.at(start).is_empty());
                if let Some((start, (end, it))) = back.zip(self.it_stands()) {
                    self.put(end, Piece::EMPTY, Role::Moved);
                    self.put(start, it, Role::Moved);
                }
            }
            Deed::PutTaken(rebirth) => self.put_taken(rebirth),
            Deed::ToHand(selection) => {
                for square in self.selected(selection).squares() {
                    self.put(square, Piece::EMPTY, Role::Returned);
                }
            }
            Deed::Moved(selection) => {
                for square in self.selected(selection).squares() {
                    self.put(square, self.at(square), Role::Changed);
                }
            }
            Deed::Note(..) => {}
        }
    }

    /// Puts the captured piece on the first of its squares that is empty.
    fn put_taken(&mut self, rebirth: &Rebirth<B>) {
        let Some(taken) = self.taken.filter(|taken| taken.is_owned()) else { return };
        let same = rebirth.same.map_or(!B::NONE, |its| self.its(its));
        let open = rebirth.on[taken.side().index()] & same & !self.occupied;
        if let Some(square) = open.squares().next() {
            self.put(square, taken, Role::Placed);
        }
    }

    /// Returns the squares of the selected pieces.
    fn selected(&self, selection: &Selection<B>) -> B {
        let of = |chosen: &Option<Pieces<B>>| match chosen {
            None => self.it_stands().map_or(B::NONE, |(end, _)| B::bit(end)),
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
                    (None, its) => self.its(its),
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
        if let Some(near) = &selected.enclosed {
            let of = |whose| enclosed(near, self.those(self.occupied, whose, &[]), !self.occupied);
            squares &= of(Whose::Mine) | of(Whose::Theirs);
        }
        // where the pieces must enclose others, their owner and types have been tested already
        if selected.reached.as_ref().is_none_or(|reached| reached.until.is_none()) {
            squares = self.those(squares & self.occupied, selected.whose, &selected.types);
        }
        match &selected.region {
            None => squares,
            Some(region) => {
                let there =
                    squares.squares().filter(|&square| region[self.at(square).side().index()].has(square));
                there.fold(B::NONE, |set, square| set | B::bit(square))
            }
        }
    }

    /// Returns those of some squares that hold a piece of an owner and of some types, or of any type if none is named.
    fn those(&self, squares: B, whose: Whose, types: &[TypeId]) -> B {
        let us = self.state.side;
        let wanted = |piece: Piece| {
            piece.get().is_some_and(|(kind, side)| {
                (types.is_empty() || types.contains(&kind))
                    && match whose {
                        Whose::Mine => side == us,
                        Whose::Theirs => side != us,
                        Whose::Both => true,
                    }
            })
        };
        let before = pieces_of(self.state, (whose, us), types);
        let now = self.differ.iter().fold(before, |set, &(square, piece)| match wanted(piece) {
            true => set | B::bit(square),
            false => set & !B::bit(square),
        });
        squares & now
    }

    /// Returns the squares that are defined relative to the move.
    fn its(&self, its: Its) -> B {
        its.squares(self.geometry, (self.start, self.end))
    }
}
