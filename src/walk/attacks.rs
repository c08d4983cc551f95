//! Who attacks a square, and what a side must mind to keep its royal man safe.
//!
//! The argument: for a square and a way of striking, the backward table names every square it could be struck from. For
//! each enemy there, the squares between that are occupied settle the matter: none, it is attacked; one, and that man is
//! ours, it is pinned. That serves leapers, riders and lame leapers alike and yields check, pins and the squares that parry
//! check in one pass. A pair of squares with several routes escapes it; where such a pair matters, every step is
//! verified by itself.

use std::sync::Arc;

use super::compile::Lookups;
use super::jump::Jumps;
use super::striker::{Between, BetweenBuilder, Layout, Row, Strikers, Watched};
use crate::board::isa::Isa;
use crate::board::{Bits, Geometry, Square};
use crate::model::men::{PieceType, Side, TypeId};
use crate::model::movement::Jump;
use crate::state::State;

/// Most ways of taking whose men are noted for a second question; a game with more has its squares asked about singly.
const GATHERED: usize = 16;

/// Most pins that are noted; where there are more, each pinned man's line is looked for.
const PINS: usize = 8;

/// What looking for attacks on the royal man finds on the way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Notes<B> {
    /// The enemies by their ways of taking.
    foes: [B; GATHERED],
    /// From each enemy that pins, its square included, to the royal man.
    pins: [B; PINS],
    pinning: usize,
}

/// What the side to move must mind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Danger<B> {
    /// Whether the royal man is attacked now.
    pub(crate) check: bool,
    /// Where a man that is not royal may go: everywhere, or where it parries every check.
    pub(crate) parry: B,
    /// Own men that stand alone in a line of attack.
    pub(crate) pinned: B,
    /// Steps must be verified singly.
    pub(crate) verify: bool,
    /// The only royal man, if steps need not be verified.
    pub(crate) king: Square,
}

impl<B: Bits> Danger<B> {
    /// Nothing to mind, or every step to verify.
    #[inline(always)]
    fn plain(verify: bool) -> Self {
        Self { check: false, parry: !B::NONE, pinned: B::NONE, verify, king: 0 }
    }
}

/// The types of a side that take by jumping, with their jumps.
type Jumpers<B> = Box<[(TypeId, Jumps<B>)]>;

/// The backward tables of a game.
#[derive(Clone, Debug)]
pub(crate) struct Attacks<B> {
    sides: [Strikers<B>; 2],
    jumpers: [Jumpers<B>; 2],
    between: Between<B>,
    royals: Box<[TypeId]>,
    /// Per side, whether it may strike along several routes or by jumps, or has too many ways of taking to note their men.
    odd: [bool; 2],
}

impl<B: Bits> Attacks<B> {
    /// Lays them out; men of the types in `waiters` don't strike while they wait, `watched` are squares asked about for castling.
    pub(crate) fn new(
        geometry: &Geometry,
        types: &[PieceType],
        waiters: &[TypeId],
        watched: &[Watched],
        lookups: &mut Lookups<B>,
    ) -> Self {
        let between = BetweenBuilder::new(geometry.squares());
        let mut layout = Layout { geometry, types, waiters, watched, between, lookups };
        let sides = Side::BOTH.map(|side| Strikers::new(&mut layout, side));
        let jumpers: [Jumpers<B>; 2] = Side::BOTH.map(|side| {
            let jumps = |(id, kind): (usize, &PieceType)| {
                let jumps: Vec<&Jump> = kind.movement.moves.iter().flat_map(|m| &m.jumps).collect();
                Some((id as TypeId, Jumps::new(geometry, id as TypeId, &jumps, side)?))
            };
            types.iter().enumerate().filter_map(jumps).collect()
        });
        let royals = types.iter().enumerate().filter(|(_, kind)| kind.royal).map(|(id, _)| id as TypeId);
        let odd = [0, 1].map(|side: usize| {
            let sides: &Strikers<B> = &sides[side];
            !sides.several.is_empty() || !jumpers[side].is_empty() || sides.strikers.len() > GATHERED
        });
        Self { sides, jumpers, between: layout.between.finish(), royals: royals.collect(), odd }
    }

    /// Puts the sets of all walks in place.
    pub(crate) fn attach(&mut self, sets: &Arc<[B]>) {
        self.sides.iter_mut().for_each(|side| side.attach(sets));
    }

    /// The types of a side that take by jumping, with their jumps.
    pub(crate) fn jumpers(&self, side: Side) -> &[(TypeId, Jumps<B>)] {
        &self.jumpers[side.index()]
    }

    /// The royal men of a side.
    #[inline(always)]
    pub(crate) fn royals(&self, state: &State<B>, side: Side) -> B {
        match self.royals[..] {
            [only] => state.of(only, side),
            ref several => several.iter().fold(B::NONE, |men, &kind| men | state.of(kind, side)),
        }
    }

    /// Whether some man of `by`, none of those in `gone`, could take on a square if `occupied` were occupied.
    #[inline(always)]
    pub(crate) fn attacked(&self, state: &State<B>, square: Square, by: Side, occupied: B, gone: B) -> bool {
        let side = &self.sides[by.index()];
        for (striker, row) in side.rows(square) {
            let men = striker.men(state, by) & !gone;
            if row.leap.meets(men) {
                return true;
            }
            for from in (row.ride & men).squares() {
                if !self.between.get(striker.between, from, square).meets(occupied) {
                    return true;
                }
            }
        }
        self.odd[by.index()] && self.attacked_oddly(state, square, by, occupied, gone)
    }

    /// The same along pairs with several routes, and by jumps.
    #[cold]
    fn attacked_oddly(&self, state: &State<B>, square: Square, by: Side, occupied: B, gone: B) -> bool {
        let side = &self.sides[by.index()];
        side.several.iter().any(|several| {
            let men = side.strikers[several.striker].men(state, by) & !gone;
            let clear = |from| several.routes(from, square).iter().any(|route| !route.meets(occupied));
            (several.from[square] & men).squares().any(clear)
        }) || self.jumpers[by.index()].iter().any(|(kind, jumps)| {
            let mut men = (state.of(*kind, by) & !gone & !state.memory.waiting).squares();
            men.any(|from| jumps.strikes(from, square, occupied))
        })
    }

    /// The men of `by`, of one type or of all, that could take on a square.
    pub(crate) fn attackers(&self, state: &State<B>, square: Square, by: Side, kind: Option<TypeId>) -> B {
        let side = &self.sides[by.index()];
        let occupied = state.occupied();
        let wanted = kind.map_or(state.side(by), |kind| state.of(kind, by));
        let mut found = B::NONE;
        for (striker, row) in
            side.rows(square).filter(|(striker, _)| kind.is_none_or(|kind| striker.is_of(kind)))
        {
            let men = striker.men(state, by) & wanted;
            let clear = |&from: &Square| !self.between.get(striker.between, from, square).meets(occupied);
            let rides = (row.ride & men).squares().filter(clear);
            found = rides.fold(found | row.leap & men, |found, from| found | B::bit(from));
        }
        for several in &side.several {
            let men = side.strikers[several.striker].men(state, by) & wanted;
            let clear =
                |from: &Square| several.routes(*from, square).iter().any(|route| !route.meets(occupied));
            let men = (several.from[square] & men).squares().filter(clear);
            found = men.fold(found, |found, from| found | B::bit(from));
        }
        for (id, jumps) in &self.jumpers[by.index()] {
            let men = (state.of(*id, by) & wanted & !state.memory.waiting).squares();
            men.filter(|&from| jumps.strikes(from, square, occupied)).for_each(|from| found |= B::bit(from));
        }
        found
    }

    /// Whether a royal man of a side is attacked.
    pub(crate) fn in_check(&self, state: &State<B>, side: Side) -> bool {
        let occupied = state.occupied();
        let mut royals = self.royals(state, side).squares();
        royals.any(|square| self.attacked(state, square, side.other(), occupied, B::NONE))
    }

    /// Whether, with `occupied` occupied, the enemies in `gone` gone and the royal men on `royals`, none of those is
    /// attacked.
    #[inline(always)]
    pub(crate) fn safe(&self, state: &State<B>, us: Side, royals: B, occupied: B, gone: B) -> bool {
        royals.squares().all(|square| !self.attacked(state, square, us.other(), occupied, gone))
    }

    /// Whether a step from–to that takes on `take` leaves every royal man of the mover safe.
    #[inline(always)]
    pub(crate) fn safe_after(&self, state: &State<B>, from: Square, to: Square, take: B) -> bool {
        let us = state.side;
        let occupied = (state.occupied() & !B::bit(from) & !take) | B::bit(to);
        let mut royals = self.royals(state, us);
        if royals.has(from) {
            royals = (royals & !B::bit(from)) | B::bit(to);
        }
        self.safe(state, us, royals, occupied, take)
    }

    /// The squares that `by` strikes of those that the royal man can come to or asks about for castling, if `occupied` is occupied;
    /// also others. `None` if that has to be asked square by square.
    #[inline(always)]
    pub(crate) fn struck_near<I: Isa>(
        &self,
        by: Side,
        (king, notes): (Square, &Notes<B>),
        occupied: B,
    ) -> Option<B> {
        if self.odd[by.index()] {
            return None;
        }
        Some(self.sides[by.index()].strike_near::<I>(king, &notes.foes, occupied))
    }

    /// What the side to move must mind, in one pass; what it finds besides is noted, if steps need not be verified.
    #[inline(always)]
    pub(crate) fn danger(&self, state: &State<B>, notes: &mut Notes<B>) -> Danger<B> {
        let us = state.side;
        let royals = self.royals(state, us);
        if royals.is_empty() {
            return Danger::plain(false);
        }
        // a man landing behind another may be what an enemy jump needs, so jumps escape the argument too
        if !royals.at_most_one() || !self.jumpers[us.other().index()].is_empty() {
            return Danger { check: self.in_check(state, us), ..Danger::plain(true) };
        }
        self.scan(state, royals.first(), notes)
    }

    #[inline(always)]
    fn scan(&self, state: &State<B>, king: Square, notes: &mut Notes<B>) -> Danger<B> {
        let them = state.side.other();
        let side = &self.sides[them.index()];
        let mut danger = Danger { king, ..Danger::plain(false) };
        let mut pinning = 0;
        let (strikers, rows) = side.row(king);
        for ((striker, row), foes) in strikers.iter().zip(rows).zip(&mut notes.foes) {
            *foes = striker.men(state, them);
            self.scan_for(striker.between, row, *foes, state, &mut danger, (&mut notes.pins, &mut pinning));
        }
        if strikers.len() > GATHERED {
            for (striker, row) in strikers[GATHERED..].iter().zip(&rows[GATHERED..]) {
                let (foes, pins) = (striker.men(state, them), (&mut notes.pins, &mut pinning));
                self.scan_for(striker.between, row, foes, state, &mut danger, pins);
            }
        }
        notes.pinning = pinning;
        let occupied = state.occupied();
        for several in &side.several {
            let men = side.strikers[several.striker].men(state, them);
            for from in (several.from[king] & men).squares() {
                self.scan_routes(several.routes(from, king), occupied, &mut danger, B::bit(from));
            }
        }
        danger
    }

    /// One way of taking in [`scan`](Self::scan).
    #[inline(always)]
    fn scan_for(
        &self,
        between: u32,
        row: &Row<B>,
        foes: B,
        state: &State<B>,
        danger: &mut Danger<B>,
        (pins, pinning): (&mut [B; PINS], &mut usize),
    ) {
        for from in (row.leap & foes).squares() {
            danger.check = true;
            danger.parry &= B::bit(from);
        }
        for from in (row.ride & foes).squares() {
            let line = self.between.get(between, from, danger.king);
            let blockers = line & state.occupied();
            if blockers.is_empty() {
                danger.check = true;
                danger.parry &= line | B::bit(from);
            } else if blockers.at_most_one() && blockers.meets(state.side(state.side)) {
                danger.pinned |= blockers;
                if let Some(pin) = pins.get_mut(*pinning) {
                    *pin = line | B::bit(from);
                }
                *pinning += 1;
            }
        }
    }

    /// Where a pinned man may go: along every line it alone stands in.
    #[inline(always)]
    pub(crate) fn line(&self, state: &State<B>, danger: &Danger<B>, notes: &Notes<B>, pinned: Square) -> B {
        if notes.pinning > PINS {
            return self.line_anew(state, danger, pinned);
        }
        let mut lines = !B::NONE;
        for &pin in &notes.pins[..notes.pinning] {
            if pin.has(pinned) {
                lines &= pin;
            }
        }
        lines
    }

    #[cold]
    fn line_anew(&self, state: &State<B>, danger: &Danger<B>, pinned: Square) -> B {
        let (them, occupied) = (state.side.other(), state.occupied());
        let mut lines = !B::NONE;
        for (striker, row) in self.sides[them.index()].rows(danger.king) {
            for from in (row.ride & striker.men(state, them)).squares() {
                let line = self.between.get(striker.between, from, danger.king);
                if line & occupied == B::bit(pinned) {
                    lines &= line | B::bit(from);
                }
            }
        }
        lines
    }

    /// A pair with several routes: a check must be parried on all clear ones, and a step may open another.
    fn scan_routes(&self, routes: &[B], occupied: B, danger: &mut Danger<B>, from: B) {
        let mut shared = !B::NONE;
        for &route in routes {
            let blockers = route & occupied;
            danger.verify |= blockers.at_most_one();
            if blockers.is_empty() {
                danger.check = true;
                shared &= route;
            }
        }
        if shared != !B::NONE {
            danger.parry &= shared | from;
        }
    }

    /// Bytes the tables take.
    pub(crate) fn bytes(&self) -> usize {
        self.sides.iter().map(Strikers::bytes).sum::<usize>() + self.between.bytes()
    }
}
