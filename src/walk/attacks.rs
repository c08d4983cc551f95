//! Who attacks a square, and what a side must mind to keep its royal man safe.
//!
//! The argument: for a square and a way of striking, the backward table names every square it could be struck from. For
//! each enemy there, the squares between that are occupied settle the matter: none, it is attacked; one, and that man is
//! ours, it is pinned. That serves leapers, riders and lame leapers alike and yields check, pins and the squares that parry
//! check in one pass. A pair of squares with several routes escapes it; where such a pair matters, every step is
//! verified by itself.

use super::compile::{Between, BetweenBuilder, Striker};
use super::jump::Jumps;
use crate::board::{Bits, Geometry, Square};
use crate::model::men::{PieceType, Side, TypeId};
use crate::model::movement::{Course, Jump};
use crate::state::State;

/// Most pins noted at once; with more, steps are verified singly.
const MAX_PINS: usize = 16;

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
    lines: [(Square, B); MAX_PINS],
    pins: usize,
}

impl<B: Bits> Danger<B> {
    /// Nothing to mind, or every step to verify.
    fn plain(verify: bool) -> Self {
        Self {
            check: false,
            parry: !B::NONE,
            pinned: B::NONE,
            verify,
            lines: [(0, B::NONE); MAX_PINS],
            pins: 0,
        }
    }

    /// Where a pinned man may go.
    #[inline]
    pub(crate) fn line(&self, square: Square) -> B {
        self.lines[..self.pins]
            .iter()
            .filter(|(pinned, _)| *pinned == square)
            .fold(!B::NONE, |set, (_, line)| set & *line)
    }

    fn pin(&mut self, man: B, line: B) {
        self.pinned |= man;
        if self.pins == MAX_PINS {
            self.verify = true;
            return;
        }
        self.lines[self.pins] = (man.first(), line);
        self.pins += 1;
    }
}

/// The backward tables of a game.
#[derive(Clone, Debug)]
pub(crate) struct Attacks<B> {
    strikers: [Box<[Striker<B>]>; 2],
    jumpers: [Box<[(TypeId, Jumps)]>; 2],
    between: Box<[Between<B>]>,
    royals: Box<[TypeId]>,
}

impl<B: Bits> Attacks<B> {
    /// Lays them out; men of the types in `waiters` don't strike while they wait.
    pub(crate) fn new(geometry: &Geometry, types: &[PieceType], waiters: &[TypeId]) -> Self {
        let mut between = BetweenBuilder::default();
        let strikers = Side::BOTH.map(|side| {
            let mut strikers = Vec::new();
            for (id, kind) in types.iter().enumerate() {
                let id = id as TypeId;
                for first in [false, true] {
                    let moves = kind.movement.moves.iter().filter(|m| m.capture && m.first == first);
                    let courses: Vec<&Course> = moves.flat_map(|m| &m.courses).collect();
                    let striker = Striker::new(geometry, (id, first), &courses, side, &mut between);
                    strikers.extend(striker.map(|s| Striker { waits: waiters.contains(&id), ..s }));
                }
            }
            strikers.into_boxed_slice()
        });
        let jumpers = Side::BOTH.map(|side| {
            let jumps = |(id, kind): (usize, &PieceType)| {
                let jumps: Vec<&Jump> = kind.movement.moves.iter().flat_map(|m| &m.jumps).collect();
                Some((id as TypeId, Jumps::new(geometry, id as TypeId, &jumps, side)?))
            };
            types.iter().enumerate().filter_map(jumps).collect()
        });
        let royals = types.iter().enumerate().filter(|(_, kind)| kind.royal).map(|(id, _)| id as TypeId);
        Self { strikers, jumpers, between: between.finish(geometry.squares()), royals: royals.collect() }
    }

    /// The types of a side that take by jumping, with their jumps.
    pub(crate) fn jumpers(&self, side: Side) -> &[(TypeId, Jumps)] {
        &self.jumpers[side.index()]
    }

    /// The royal men of a side.
    #[inline(always)]
    pub(crate) fn royals(&self, state: &State<B>, side: Side) -> B {
        self.royals.iter().fold(B::NONE, |men, &kind| men | state.of(kind, side))
    }

    /// Whether some man of `by`, none of those in `gone`, could take on a square if `occupied` were occupied.
    #[inline(always)]
    pub(crate) fn attacked(&self, state: &State<B>, square: Square, by: Side, occupied: B, gone: B) -> bool {
        self.strikers[by.index()].iter().any(|striker| {
            let men = striker.men(state, by) & !gone;
            striker.leap_from[usize::from(square)].meets(men) || self.rides(striker, square, men, occupied)
        })
    }

    #[inline(always)]
    fn rides(&self, striker: &Striker<B>, square: Square, men: B, occupied: B) -> bool {
        let between = &self.between[striker.between];
        let candidates = striker.ride_from[usize::from(square)] & men;
        candidates.squares().any(|from| !between.get(from, square).meets(occupied))
            || striker.several.as_ref().is_some_and(|several| {
                let candidates = several.from[usize::from(square)] & men;
                let clear = |from| several.routes(from, square).iter().any(|route| !route.meets(occupied));
                candidates.squares().any(clear)
            })
    }

    /// The men of `by`, of one type or of all, that could take on a square.
    pub(crate) fn attackers(&self, state: &State<B>, square: Square, by: Side, kind: Option<TypeId>) -> B {
        let occupied = state.occupied();
        let mut found = B::NONE;
        for striker in self.strikers[by.index()].iter().filter(|s| kind.is_none_or(|kind| kind == s.kind)) {
            for from in striker.men(state, by).squares() {
                let leaps = striker.leap_from[usize::from(square)].has(from);
                if leaps || self.rides(striker, square, B::bit(from), occupied) {
                    found |= B::bit(from);
                }
            }
        }
        for (id, jumps) in
            self.jumpers[by.index()].iter().filter(|(id, _)| kind.is_none_or(|kind| kind == *id))
        {
            let men = (state.of(*id, by) & !state.memory.waiting).squares();
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
    pub(crate) fn safe(&self, state: &State<B>, us: Side, royals: B, occupied: B, gone: B) -> bool {
        royals.squares().all(|square| !self.attacked(state, square, us.other(), occupied, gone))
    }

    /// Whether a step from–to that takes on `take` leaves every royal man of the mover safe.
    pub(crate) fn safe_after(&self, state: &State<B>, from: Square, to: Square, take: B) -> bool {
        let us = state.side;
        let occupied = (state.occupied() & !B::bit(from) & !take) | B::bit(to);
        let mut royals = self.royals(state, us);
        if royals.has(from) {
            royals = (royals & !B::bit(from)) | B::bit(to);
        }
        self.safe(state, us, royals, occupied, take)
    }

    /// What the side to move must mind, in one pass.
    #[inline(always)]
    pub(crate) fn danger(&self, state: &State<B>) -> Danger<B> {
        let us = state.side;
        let royals = self.royals(state, us);
        if royals.is_empty() {
            return Danger::plain(false);
        }
        // a man landing behind another may be what an enemy jump needs, so jumps escape the argument too
        if !royals.at_most_one() || !self.jumpers[us.other().index()].is_empty() {
            return Danger { check: self.in_check(state, us), ..Danger::plain(true) };
        }
        self.scan(state, us, royals.first())
    }

    #[inline(always)]
    fn scan(&self, state: &State<B>, us: Side, king: Square) -> Danger<B> {
        let (own, occupied) = (state.side(us), state.occupied());
        let mut danger = Danger::plain(false);
        for striker in &self.strikers[us.other().index()] {
            let men = striker.men(state, us.other());
            for from in (striker.leap_from[usize::from(king)] & men).squares() {
                danger.check = true;
                danger.parry &= B::bit(from);
            }
            let between = &self.between[striker.between];
            for from in (striker.ride_from[usize::from(king)] & men).squares() {
                let line = between.get(from, king);
                let blockers = line & occupied;
                if blockers.is_empty() {
                    danger.check = true;
                    danger.parry &= line | B::bit(from);
                } else if blockers.at_most_one() && blockers.meets(own) {
                    danger.pin(blockers, line | B::bit(from));
                }
            }
            if let Some(several) = &striker.several {
                for from in (several.from[usize::from(king)] & men).squares() {
                    self.scan_routes(several.routes(from, king), occupied, &mut danger, B::bit(from));
                }
            }
        }
        danger
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
        let strikers = self.strikers.iter().flatten().map(Striker::bytes).sum::<usize>();
        strikers + self.between.iter().map(Between::bytes).sum::<usize>()
    }
}
