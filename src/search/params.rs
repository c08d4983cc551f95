//! Piece values and piece-square values, derived from the rules alone.
//!
//! The value of a piece type is its mobility: on random boards, as full as in the middlegame and near the end, the squares a piece may
//! reach and those on which it may capture are counted (R. Betza's crowded board). The value of a square is a piece's mobility from it, its
//! distance to promotion, and its distance to a region that an end of the game depends on. Values are scaled so that the most numerous
//! piece is worth 100.

use super::derived::{Derived, capture_targets, distances, promotes, quiet_targets, targets_among};
use super::evaluate::IncrementalScore;
use super::goals::{Aim, Goals, Race};
use super::values::{TERMS, Tapered, TaperedTable, Term, Values};
use crate::board::isa::Portable;
use crate::board::{Bits, Geometry, Square};
use crate::model::pieces::{Piece, Side, TypeId};
use crate::moves::{Move, PieceTable};
use crate::state::{Board, Slot, State};
use crate::tables::Tables;
use std::ops::{AddAssign, Neg, SubAssign};

/// The value from which a single piece is taken to have moves to spare, so that its side is not in zugzwang.
const LONE: i32 = 400;

/// A value in the middlegame and one in the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TaperedScore {
    pub(super) mid: i32,
    pub(super) end: i32,
}

impl TaperedScore {
    pub(super) fn both(value: i32) -> Self {
        Self { mid: value, end: value }
    }
    pub(super) fn times(self, factor: i32) -> Self {
        Self { mid: self.mid * factor, end: self.end * factor }
    }
}

impl AddAssign for TaperedScore {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.mid += other.mid;
        self.end += other.end;
    }
}

impl SubAssign for TaperedScore {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.mid -= other.mid;
        self.end -= other.end;
    }
}

impl Neg for TaperedScore {
    type Output = Self;
    fn neg(self) -> Self {
        self.times(-1)
    }
}

/// The evaluation parameters of a piece type, by its number.
#[derive(Clone, Debug, Default)]
pub(super) struct TypeWorth {
    /// The value of the piece, for move ordering and the like.
    pub(super) material: i32,
    /// The value of each additional safe target square, in sixty-fourths.
    pub(super) freedom: TaperedScore,
    /// The piece's weight in the game phase.
    pub(super) phase: i32,
    pub(super) royal: bool,
    pub(super) promotes: bool,
    /// The piece types worth so much more that they are threatened by an attack of this one.
    pub(super) more_valuable: Box<[TypeId]>,
}

/// The additional value of a piece by rank, the nearest to its side first, and by file, those at the edges first.
#[derive(Clone, Debug)]
pub(super) struct Courses {
    pub(super) ranks: Box<[TaperedScore]>,
    pub(super) files: Box<[TaperedScore]>,
}

/// The values of a game.
#[derive(Clone, Debug)]
pub(crate) struct EvalParams<B> {
    /// Piece-square values by content and square: White's pieces count for White, Black's against.
    pub(super) places: Box<[[TaperedScore; 256]]>,
    pub(super) types: Box<[TypeWorth]>,
    /// The game phase of the start position: the weights of all its pieces.
    pub(super) full_phase: i32,
    /// By square: the squares around it, where a royal piece is sensitive to attacks.
    pub(super) royal_ring: Box<[B]>,
    /// By side and square: the squares from which an enemy promoting piece could still stop a passed one; empty if the side has none.
    pub(super) stoppers: [Box<[B]>; 2],
    /// By side and square: the value of a promoting piece there that nothing can stop (a passed piece).
    pub(super) free: [Box<[TaperedScore]>; 2],
    /// By side and square: the squares from which a promoting piece could come to guard another one there.
    pub(super) guardians: [Box<[B]>; 2],
    /// By side and square: the squares in front of a promoting piece.
    pub(super) ways: [Box<[B]>; 2],
    /// By side and square: the target squares of a promoting piece's quiet moves.
    pub(super) quiet_targets: [Box<[B]>; 2],
    /// By square: the adjacent squares on the same rank.
    pub(super) beside: Box<[B]>,
    pub(super) promoters: Box<[TypeId]>,
    /// By side and square: the capture targets of a promoting piece; empty if the side has none.
    pub(super) capture_targets: [Box<[B]>; 2],
    /// By content and square: the squares from which the piece could check a royal piece there if nothing is in between.
    pub(super) check_squares: Box<[Box<[B]>]>,
    /// By side and square: the squares where a piece may block a check by the side against a royal piece there.
    pub(super) block_squares: [Box<[B]>; 2],
    /// The largest number of own pieces with which a side has lost, if an end says so.
    pub(super) bare: Option<u32>,
    /// The number of idle plies after which the game is drawn.
    pub(super) idle: Option<u32>,
    /// The races to winning regions.
    pub(super) races: Box<[Race<B>]>,
    /// What wins besides, where it can be told how far a side is from it.
    pub(super) aims: Box<[Aim<B>]>,
    /// Where the checks given are counted, and the number that wins.
    checks: Option<(Slot, u32)>,
    /// The amount by which a draw counts less than an even position for the side that searches.
    pub(super) contempt: i32,
    pub(super) royal: bool,
    pub(super) files: i32,
    /// The weight of each term: the value of one unit, or a percentage.
    pub(super) terms: [TaperedScore; TERMS],
    /// By type: the value of a piece wherever it stands.
    pub(super) bases: Box<[TaperedScore]>,
    /// The additional values of each type.
    pub(super) courses: Box<[Courses]>,
    /// The pieces in hand, if the game has any.
    pub(super) hands: Option<Hands>,
}

/// The values of pieces in hand.
#[derive(Clone, Debug)]
pub(super) struct Hands {
    slot: Slot,
    /// The types that may be in hand, each with its value: what it is worth on an average square.
    worths: Box<[(TypeId, TaperedScore)]>,
}

/// The difference in value that makes one piece more valuable than another.
const DEARER: i32 = 50;

/// The default weight of every term; a percentage for mobility, king attack, races, checks given and the piece-square values.
const TERM_WEIGHTS: [TaperedScore; TERMS] = [
    TaperedScore { mid: 100, end: 100 },
    TaperedScore { mid: 100, end: 0 },
    TaperedScore { mid: 7, end: 0 },
    TaperedScore { mid: 7, end: 8 },
    TaperedScore { mid: 5, end: 3 },
    TaperedScore { mid: -38, end: -26 },
    TaperedScore { mid: 25, end: 15 },
    TaperedScore { mid: 100, end: 100 },
    TaperedScore { mid: 5, end: 3 },
    TaperedScore { mid: -6, end: -8 },
    TaperedScore { mid: -5, end: -8 },
    TaperedScore { mid: -20, end: -12 },
    TaperedScore { mid: -6, end: -8 },
    TaperedScore { mid: 2, end: 1 },
    TaperedScore { mid: 8, end: 0 },
    TaperedScore { mid: 10, end: 3 },
    TaperedScore { mid: -8, end: -6 },
    TaperedScore { mid: 8, end: 8 },
    TaperedScore { mid: 100, end: 100 },
    TaperedScore { mid: 100, end: 100 },
    TaperedScore { mid: 100, end: 100 },
    TaperedScore { mid: 8, end: 8 },
    TaperedScore { mid: 100, end: 100 },
    TaperedScore { mid: 100, end: 100 },
];

/// The value of the checks given, by the number that is left to give; nothing for more.
const LEFT: [i32; 6] = [0, 900, 300, 100, 35, 12];

/// The contempt for draws in a race: a draw is worth this much less than an even position. Where nothing but a race wins, both sides can
/// hold for long by shuffling to and fro, and the stronger would draw with the weaker.
const CONTEMPT: i32 = 200;

impl<B: Bits> EvalParams<B> {
    /// Derives the values of a game; those given in `values` take precedence.
    pub(crate) fn new(tables: &Tables<B>, values: &Values) -> Self {
        let rules = &tables.rules;
        let geometry = &rules.geometry;
        let goals = Goals::of(tables);
        let kinds = &tables.kinds[0];
        let derived = Derived::of(tables);
        let types = types(tables, &derived, (values, &goals));
        let phase = |piece: &Piece| types[usize::from(piece.kind())].phase;
        let mut params = Self {
            places: vec![[TaperedScore::default(); 256]; 2 + 2 * kinds.len()].into(),
            full_phase: rules.array.iter().map(|(_, piece)| phase(piece)).sum::<i32>().max(1),
            types,
            royal_ring: geometry.every().map(|square| around(geometry, square)).collect(),
            stoppers: [Box::default(), Box::default()],
            free: [Box::default(), Box::default()],
            guardians: [Box::default(), Box::default()],
            ways: [Box::default(), Box::default()],
            quiet_targets: [Box::default(), Box::default()],
            beside: geometry.every().map(|square| beside(geometry, square)).collect(),
            capture_targets: [Box::default(), Box::default()],
            promoters: kinds.iter().filter(|kind| promotes(kind)).map(|kind| kind.content.kind()).collect(),
            check_squares: vec![Box::default(); 2 + 2 * kinds.len()].into(),
            block_squares: [(); 2].map(|()| vec![B::NONE; geometry.squares()].into()),
            bare: goals.bare,
            idle: goals.idle,
            contempt: 0,
            races: goals.races(tables),
            aims: goals.aims.clone().into(),
            checks: tables.checks.zip(goals.checks),
            royal: kinds.iter().any(|kind| kind.royal),
            files: i32::from(geometry.files),
            terms: std::array::from_fn(|term| share(TERM_WEIGHTS[term], values.percent(term))),
            courses: rules.types.iter().map(|kind| courses(geometry, values, &kind.name)).collect(),
            hands: None,
            bases: (0..kinds.len()).map(|id| base(tables, &derived, (values, &goals), id)).collect(),
        };
        if goals.giveaway {
            for term in [Term::Prey, Term::Loose, Term::Stray, Term::Push] {
                params.terms[term as usize] = TaperedScore::default();
            }
        }
        for kind in tables.kinds.iter().flatten() {
            params.lay(geometry, kind, &derived, &goals.pulls(tables, kind));
            if params.royal {
                params.sight(tables, kind);
            }
        }
        params.race(tables, &derived);
        params.contempt = if goals.is_race() && !params.royal { CONTEMPT } else { 0 };
        params.hands = tables.layout.hands().map(|(_, slot)| params.hands_of(geometry, kinds, *slot));
        params
    }

    /// Values the pieces in hand.
    fn hands_of(&self, geometry: &Geometry, kinds: &[PieceTable<B>], slot: Slot) -> Hands {
        let squares: Vec<Square> = geometry.playable().squares().collect();
        let worth = |kind: &PieceTable<B>| {
            let all = squares.iter().map(|&at| self.place(kind.content, at));
            let sum = all.fold(TaperedScore::default(), |mut sum, value| {
                sum += value;
                sum
            });
            let mean = |value: i32| value / squares.len().max(1) as i32;
            (kind.content.kind(), TaperedScore { mid: mean(sum.mid), end: mean(sum.end) })
        };
        Hands { slot, worths: kinds.iter().filter(|kind| !kind.royal).map(worth).collect() }
    }

    /// Returns the value of the pieces in hand, for White, and their weight in the game phase.
    #[inline(always)]
    pub(super) fn in_hand(&self, state: &State<B>) -> IncrementalScore {
        self.hands.as_ref().map_or_else(IncrementalScore::default, |hands| self.held(hands, state))
    }

    /// Returns the number of checks that a side has yet to give to win, if that wins.
    #[inline(always)]
    pub(super) fn checks_left(&self, state: &State<B>, side: Side) -> Option<u32> {
        self.checks.map(|(slot, most)| most.saturating_sub(u32::from(slot.number(state, side))))
    }

    /// Returns the value of the checks that both sides have given, for White.
    #[inline(always)]
    pub(super) fn given(&self, state: &State<B>) -> TaperedScore {
        let worth = |side| {
            let left = self.checks_left(state, side)?;
            LEFT.get(left as usize).copied()
        };
        match Side::BOTH.map(worth) {
            [None, None] => TaperedScore::default(),
            [white, black] => self.percent(Term::Given, white.unwrap_or(0) - black.unwrap_or(0)),
        }
    }

    #[inline(never)]
    fn held(&self, hands: &Hands, state: &State<B>) -> IncrementalScore {
        let mut held = IncrementalScore::default();
        for &(kind, worth) in &hands.worths {
            let [white, black] = Side::BOTH.map(|side| i32::from(hands.slot.count(state, side, kind)));
            if white + black > 0 {
                held.sum += worth.times(white - black);
                held.phase += self.types[usize::from(kind)].phase * (white + black);
            }
        }
        held
    }

    /// Sets the piece-square values of a piece; `pulls` are the contributions of regions.
    fn lay(&mut self, geometry: &Geometry, kind: &PieceTable<B>, derived: &Derived, pulls: &[f64]) {
        let to_zone = promotes(kind).then(|| distances(geometry, kind, kind.arrival.zone));
        let term = if kind.royal { Term::RoyalPlace } else { Term::Place };
        for square in B::from_wide(geometry.playable()).squares() {
            let at = usize::from(square);
            let left = to_zone.as_ref().and_then(|steps| steps[at]);
            let [mid, end] =
                derived.place(geometry, kind, square, left).map(|value| (value + pulls[at]) as i32);
            let mut pair = self.percents(term, TaperedScore { mid, end });
            let id = usize::from(kind.content.kind());
            pair += self.course(id, seen(geometry, kind.content.side(), square));
            pair += self.bases[usize::from(kind.content.kind())];
            self.places[kind.content.index()][at] =
                if kind.content.side() == Side::White { pair } else { -pair };
        }
    }

    /// Records the squares from which a piece could give check.
    fn sight(&mut self, tables: &Tables<B>, kind: &PieceTable<B>) {
        let geometry = &tables.rules.geometry;
        let mut hits = vec![B::NONE; geometry.squares()];
        for from in B::from_wide(geometry.playable()).squares() {
            let free = quiet_targets(kind, from);
            let takes = Self::blockable(geometry, kind, from, free);
            let all = free | takes | capture_targets(tables, kind, from);
            all.squares().for_each(|to| hits[usize::from(to)] |= B::bit(from));
            let hiders = self.hiders(kind, from, free);
            let lines = &mut self.block_squares[kind.content.side().index()];
            takes.squares().for_each(|to| lines[usize::from(to)] |= Self::blockers(kind, from, to));
            free.squares().for_each(|to| lines[usize::from(to)] |= hiders[usize::from(to)] & !B::bit(to));
        }
        self.check_squares[kind.content.index()] = hits.into();
    }

    /// Returns the squares on which a piece may capture but not move, and where another piece may block its way.
    fn blockable(geometry: &Geometry, kind: &PieceTable<B>, from: Square, free: B) -> B {
        let playable = B::from_wide(geometry.playable()) & !B::bit(from);
        let leaps = |to: &Square| {
            let enemy = B::bit(*to);
            let board = Board { own: playable & !enemy, enemy, unmoved: B::bit(from) };
            kind.targets::<Portable>(from, board).has(*to)
        };
        let takes = (kind.may_take(from) & !free).squares();
        takes.filter(|to| !leaps(to)).fold(B::NONE, |set, to| set | B::bit(to))
    }

    /// Returns the squares on which a single piece keeps another from capturing on a square; if there are none, all that may be on its way.
    fn blockers(kind: &PieceTable<B>, from: Square, to: Square) -> B {
        let ways = kind.may_take(from) & !B::bit(to);
        let blocks = |at: &Square| {
            let board = Board { own: B::bit(*at), enemy: B::bit(to), unmoved: B::NONE };
            !kind.targets::<Portable>(from, board).has(to)
        };
        let alone = ways.squares().filter(blocks).fold(B::NONE, |set, at| set | B::bit(at));
        if alone.is_empty() { ways } else { alone }
    }

    /// For each target square of a piece on an empty board: the squares where another piece may block its way.
    fn hiders(&self, kind: &PieceTable<B>, from: Square, free: B) -> Vec<B> {
        let mut hiders = vec![B::NONE; self.royal_ring.len()];
        let places = (free | self.royal_ring[usize::from(from)]) & !B::bit(from);
        for place in places.squares() {
            let hidden = free & !targets_among(kind, from, B::bit(place));
            hidden.squares().for_each(|to| hiders[usize::from(to)] |= B::bit(place));
        }
        for to in free.squares() {
            let hider = &mut hiders[usize::from(to)];
            // where no single piece blocks all ways, a piece on any of the squares may block one
            if !targets_among(kind, from, places & !*hider & !B::bit(to)).has(to) {
                *hider = places;
            }
        }
        hiders
    }

    /// Returns the additional value of a piece type on a rank and a file.
    pub(super) fn course(&self, id: usize, (rank, file): (usize, usize)) -> TaperedScore {
        let Courses { ranks, files } = &self.courses[id];
        let mut sum = ranks[rank];
        sum += files[file];
        sum
    }

    /// Returns a value multiplied by the weight of a percentage term.
    #[inline(always)]
    pub(super) fn percent(&self, term: Term, value: i32) -> TaperedScore {
        self.percents(term, TaperedScore::both(value))
    }

    #[inline(always)]
    fn percents(&self, term: Term, pair: TaperedScore) -> TaperedScore {
        let TaperedScore { mid, end } = self.terms[term as usize];
        share(pair, Tapered { mid, end })
    }

    /// Finds which promoting pieces can still be stopped, and the value of one that can't.
    fn race(&mut self, tables: &Tables<B>, derived: &Derived) {
        let geometry = &tables.rules.geometry;
        // nearly every game has one promoting type; if there are several, the first stands for all
        let Some(&id) = self.promoters.first() else { return };
        let kinds = Side::BOTH.map(|side| &tables.kinds[side.index()][usize::from(id)]);
        let way = |kind: &PieceTable<B>, from: Square| {
            let (mut all, mut edge) = (B::NONE, B::bit(from));
            for _ in 0..16 {
                edge = edge.squares().fold(B::NONE, |set, at| set | quiet_targets(kind, at)) & !all;
                all |= edge;
            }
            all
        };
        let ways = kinds.map(|kind| geometry.every().map(|from| way(kind, from)).collect::<Vec<B>>());
        for side in Side::BOTH {
            let (us, them) = (side.index(), side.other().index());
            let from = |square: Square| {
                let guards =
                    |at: &Square| *at != square && reach_of(&ways[us], tables, kinds[us], *at).has(square);
                geometry.every().filter(guards).fold(B::NONE, |set, at| set | B::bit(at))
            };
            self.guardians[us] = geometry.every().map(from).collect();
            self.ways[us] =
                geometry.every().map(|from| ways[us][usize::from(from)] & !B::bit(from)).collect();
            self.quiet_targets[us] = geometry.every().map(|from| quiet_targets(kinds[us], from)).collect();
            self.capture_targets[us] =
                geometry.every().map(|from| capture_targets(tables, kinds[us], from)).collect();
            let stops: Vec<B> = geometry
                .every()
                .map(|from| {
                    let own = ways[them][usize::from(from)] | B::bit(from);
                    own | reach_of(&ways[them], tables, kinds[them], from)
                })
                .collect();
            let steps = distances(geometry, kinds[us], kinds[us].arrival.zone);
            self.stoppers[us] = geometry
                .every()
                .map(|from| {
                    let path = ways[us][usize::from(from)];
                    let stop = |at: &Square| stops[usize::from(*at)].meets(path);
                    geometry.every().filter(stop).fold(B::NONE, |set, at| set | B::bit(at))
                })
                .collect();
            let free = |from: Square| {
                self.percents(Term::Unstopped, derived.free(usize::from(id), steps[usize::from(from)]))
            };
            self.free[us] = geometry.every().map(free).collect();
        }
    }

    /// Returns `true` if a move of one piece may give check, and for all moves where that is hard to tell.
    #[inline]
    pub(crate) fn may_give_check(&self, tables: &Tables<B>, state: &State<B>, mv: Move) -> bool {
        let royals = tables.attacks.royals(state, state.side.other());
        let simple = mv.is_drop() || tables.is_simple(state, mv);
        if mv.takes()
            || tables.attacks.has_paths()
            || tables.attacks.share_royalty()
            || !simple
            || !royals.at_most_one()
        {
            return true;
        }
        if royals.is_empty() {
            return false;
        }
        let royal = usize::from(royals.first());
        if mv.is_drop() {
            return self.check_squares[mv.after.index()][royal].has(mv.to);
        }
        self.block_squares[state.side.index()][royal].has(mv.from)
            || self.check_squares[mv.after.index()][royal].has(mv.to)
    }

    /// Returns the value of a piece type, whichever side owns the piece.
    #[inline(always)]
    pub(crate) fn piece_value(&self, piece: Piece) -> i32 {
        if piece.is_owned() { self.types[usize::from(piece.kind())].material } else { 0 }
    }

    /// Returns the piece-square value of a piece on a square, for White.
    #[inline(always)]
    pub(super) fn place(&self, piece: Piece, square: Square) -> TaperedScore {
        // walls and neutral pieces are nobody's
        self.places
            .get(piece.index())
            .map_or_else(TaperedScore::default, |places| places[usize::from(square)])
    }

    #[inline(always)]
    pub(super) fn phase(&self, piece: Piece) -> i32 {
        if piece.is_owned() { self.types[usize::from(piece.kind())].phase } else { 0 }
    }

    /// Returns `true` if a side has several pieces besides its royal and its promoting ones, or one of high value: with less, it may be in
    /// zugzwang.
    pub(super) fn has_force(&self, state: &State<B>, side: Side) -> bool {
        let weak = |params: &TypeWorth| params.royal || params.promotes;
        let mut strong = state.side(side);
        for (id, _) in self.types.iter().enumerate().filter(|(_, params)| weak(params)) {
            strong &= !state.pieces(id as TypeId);
        }
        if strong.is_empty() || !strong.at_most_one() {
            return !strong.is_empty();
        }
        self.phase(state.at(strong.first())) >= LONE
    }
}

/// Returns a pair of values multiplied by percentages.
#[inline(always)]
fn share(pair: TaperedScore, percent: Tapered) -> TaperedScore {
    TaperedScore { mid: pair.mid * percent.mid / 100, end: pair.end * percent.end / 100 }
}

/// Returns the material value of a piece type: counted against its owner in games where the side that loses its pieces wins.
fn base<B: Bits>(
    tables: &Tables<B>,
    derived: &Derived,
    (values, goals): (&Values, &Goals<B>),
    id: usize,
) -> TaperedScore {
    if tables.kinds[0][id].royal {
        return TaperedScore::default();
    }
    if let Some(stages) = values.pieces.get(&tables.rules.types[id].name) {
        return TaperedScore { mid: stages.mid, end: stages.end };
    }
    let sign = if goals.giveaway { -0.6 } else { 1.0 };
    let more = goals.carries(tables, id as TypeId);
    let [mid, end] = [0, 1].map(|phase| (sign * derived.piece_value(id, phase) + more) as i32);
    TaperedScore { mid, end }
}

/// Returns the evaluation parameters of all piece types.
fn types<B: Bits>(tables: &Tables<B>, derived: &Derived, values: (&Values, &Goals<B>)) -> Box<[TypeWorth]> {
    let ids = 0..tables.kinds[0].len();
    let mut types: Box<[TypeWorth]> = ids.map(|id| type_worth(tables, derived, values, id)).collect();
    for id in 0..types.len() {
        let enough = types[id].material + DEARER;
        let more_valuable = |(_, other): &(usize, &TypeWorth)| !other.royal && other.material >= enough;
        types[id].more_valuable =
            types.iter().enumerate().filter(more_valuable).map(|(id, _)| id as TypeId).collect();
    }
    types
}

/// Returns the evaluation parameters of a piece type.
fn type_worth<B: Bits>(
    tables: &Tables<B>,
    derived: &Derived,
    (values, goals): (&Values, &Goals<B>),
    id: usize,
) -> TypeWorth {
    let kind = &tables.kinds[0][id];
    let value = derived.piece_value(id, 0);
    let tuned = values.pieces.get(&tables.rules.types[id].name);
    let whole = value + goals.carries(tables, id as TypeId);
    let material = tuned.map_or(whole as i32, |stages| stages.mid.abs()).max(1);
    let freedom = (16.0 * (7000.0 / (value + 150.0)).clamp(3.0, 26.0)) as i32;
    let name = &tables.rules.types[id].name;
    let of_type = values.freedom.get(name).copied().unwrap_or(Tapered { mid: 100, end: 100 });
    TypeWorth {
        material: if kind.royal { 2000 } else { material },
        freedom: share(share(TaperedScore::both(freedom), values.percent(Term::Freedom as usize)), of_type),
        phase: if kind.royal || promotes(kind) { 0 } else { value as i32 },
        royal: kind.royal,
        promotes: promotes(kind),
        more_valuable: Box::default(),
    }
}

/// Returns the additional values of a piece type by rank and by file.
fn courses(geometry: &Geometry, values: &Values, name: &str) -> Courses {
    let pair = |Tapered { mid, end }: Tapered| TaperedScore { mid, end };
    let along = |course: Option<&TaperedTable>, many: usize| {
        (0..many)
            .map(|place| course.map_or(TaperedScore::default(), |course| pair(course.at(place))))
            .collect()
    };
    let (ranks, files) = (usize::from(geometry.ranks), usize::from(geometry.files).div_ceil(2));
    Courses { ranks: along(values.ranks.get(name), ranks), files: along(values.files.get(name), files) }
}

/// Returns the squares that a promoting piece attacks from a square or on its way from there.
fn reach_of<B: Bits>(ways: &[B], tables: &Tables<B>, kind: &PieceTable<B>, from: Square) -> B {
    let way = ways[usize::from(from)] | B::bit(from);
    way.squares().fold(B::NONE, |set, at| set | capture_targets(tables, kind, at))
}

/// Returns the rank of a square as its side counts, and its distance from the nearest edge file.
pub(super) fn seen(geometry: &Geometry, side: Side, square: Square) -> (usize, usize) {
    let (rank, file) = (geometry.rank(square), geometry.file(square));
    let rank = if geometry.forward(side.index()) > 0 { rank } else { geometry.ranks - 1 - rank };
    (usize::from(rank), usize::from(file.min(geometry.files - 1 - file)))
}

/// Returns the squares to the left and right of a square.
fn beside<B: Bits>(geometry: &Geometry, square: Square) -> B {
    let offsets = [-1, 1].into_iter();
    offsets.filter_map(|dx| geometry.step(square, dx, 0)).fold(B::NONE, |set, at| set | B::bit(at))
}

/// Returns a square and the squares around it.
fn around<B: Bits>(geometry: &Geometry, square: Square) -> B {
    let offsets = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
    offsets.filter_map(|(dx, dy)| geometry.step(square, dx, dy)).fold(B::NONE, |set, near| set | B::bit(near))
}
