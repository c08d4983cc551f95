//! What men are worth where they stand, derived from the rules alone.
//!
//! A type is worth what a man of it can do: on random boards, as full as a game in its middle and near its end, the squares it may come
//! to and those on which it may take are counted (R. Betza's crowded board). A square is worth what a man can do from it, how
//! near it is to where the man becomes another, and how near to a region that an end of the game asks about. Values are scaled so that
//! the man of which there are most is worth 100.

use super::Dice;
use super::goals::Goals;
use super::values::{TERMS, Term, Values};
use crate::board::isa::Portable;
use crate::board::{Bits, Geometry, Square};
use crate::model::men::{Content, Side, TypeId};
use crate::state::{Board, State};
use crate::tables::Tables;
use crate::walk::Kind;
use std::ops::{AddAssign, Neg, SubAssign};

/// Random boards looked at for each density.
const BOARDS: usize = 48;

/// A value in the middle of the game and one at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) mid: i32,
    pub(super) end: i32,
}

impl Pair {
    pub(super) fn both(value: i32) -> Self {
        Self { mid: value, end: value }
    }
    pub(super) fn times(self, factor: i32) -> Self {
        Self { mid: self.mid * factor, end: self.end * factor }
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.mid += other.mid;
        self.end += other.end;
    }
}

impl SubAssign for Pair {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.mid -= other.mid;
        self.end -= other.end;
    }
}

impl Neg for Pair {
    type Output = Self;
    fn neg(self) -> Self {
        self.times(-1)
    }
}

/// What is known of a type, by its number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TypeWorth {
    /// What a man is worth, for the order of captures and the like.
    pub(super) man: i32,
    /// What one more safe square to come to is worth, in quarters.
    pub(super) freedom: i32,
    /// How much of the game's force it is.
    pub(super) force: i32,
    pub(super) royal: bool,
    pub(super) promotes: bool,
}

/// The values of a game.
#[derive(Clone, Debug)]
pub(crate) struct Worth<B> {
    /// By content and square, White's men for White and Black's against.
    pub(super) places: Box<[[Pair; 256]]>,
    pub(super) types: Box<[TypeWorth]>,
    /// The force of both sides in the array.
    pub(super) full: i32,
    /// By square: those about it, where a royal man minds attacks.
    pub(super) near: Box<[B]>,
    /// By side and square: squares from which an enemy that promotes could still stop a man that promotes; empty sets where none do.
    pub(super) stoppers: [Box<[B]>; 2],
    /// By side and square: what it is worth that nothing stops a man that promotes.
    pub(super) free: [Box<[Pair]>; 2],
    pub(super) promoters: Box<[TypeId]>,
    /// By side and square: where a man that promotes takes from there; empty sets where none do.
    pub(super) strikes: [Box<[B]>; 2],
    /// Most men of its own with which a side has lost, if an end says so.
    pub(super) bare: Option<u32>,
    /// After so many idle plies the game is drawn.
    pub(super) idle: Option<u32>,
    pub(super) royal: bool,
    pub(super) files: i32,
    /// By term: what one of it is worth, or how many percent it counts.
    pub(super) terms: [Pair; TERMS],
    /// By type: what a man is worth wherever it stands.
    pub(super) bases: Box<[Pair]>,
}

/// What every term is worth if nothing else is said; of freedom, pressure and the places the percents.
const TERM_WEIGHTS: [Pair; TERMS] = [
    Pair { mid: 100, end: 100 },
    Pair { mid: 100, end: 0 },
    Pair { mid: 7, end: 0 },
    Pair { mid: 7, end: 8 },
    Pair { mid: 5, end: 3 },
    Pair { mid: -38, end: -26 },
    Pair { mid: 100, end: 100 },
    Pair { mid: 100, end: 100 },
    Pair { mid: 100, end: 100 },
];

/// What a man can do on average: squares it may come to, and squares on which it may take.
#[derive(Clone, Debug, Default)]
struct Reach {
    by_square: Vec<f64>,
    mean: f64,
}

/// Counts on random boards what a type can do from every square.
fn reach<B: Bits>(tables: &Tables<B>, kind: &Kind<B>, density: f64) -> Reach {
    let geometry = &tables.rules.geometry;
    let squares: Vec<Square> = B::from_wide(geometry.playable()).squares().collect();
    let side = kind.content.side();
    let jumps = tables.attacks.jumpers(side).iter().find(|(id, _)| *id == kind.content.kind());
    let (mut quiet, mut takes) = (vec![0.0; geometry.squares()], vec![0.0; geometry.squares()]);
    let mut dice = Dice::new(7);
    for _ in 0..BOARDS {
        let (mut own, mut enemy) = (B::NONE, B::NONE);
        for &square in &squares {
            match dice.below(2000) as f64 {
                roll if roll < 1000.0 * density => own |= B::bit(square),
                roll if roll < 2000.0 * density => enemy |= B::bit(square),
                _ => {}
            }
        }
        for &from in &squares {
            let here = B::bit(from);
            let (own, enemy) = (own & !here, enemy & !here);
            let targets = kind.targets::<Portable>(from, Board { own, enemy, unmoved: B::NONE });
            quiet[usize::from(from)] += f64::from((targets & !enemy).count());
            let mut taken = targets & enemy;
            if let Some((_, jumps)) = jumps {
                jumps.from(from, own | enemy, enemy, |link| taken |= B::bit(link.over));
            }
            takes[usize::from(from)] += f64::from(taken.count());
        }
    }
    let boards = BOARDS as f64;
    let per = |from: Square| {
        let from = usize::from(from);
        (quiet[from] / (1.0 - density) + takes[from] / (density / 2.0)) / boards / 2.0
    };
    let mut by_square = vec![0.0; geometry.squares()];
    squares.iter().for_each(|&from| by_square[usize::from(from)] = per(from));
    let mean = by_square.iter().sum::<f64>() / squares.len().max(1) as f64;
    Reach { by_square, mean }
}

/// Where a man may come in one step from a square, on a board that hinders nothing.
pub(super) fn hops<B: Bits>(kind: &Kind<B>, from: Square) -> B {
    let empty = Board { own: B::NONE, enemy: B::NONE, unmoved: B::NONE };
    kind.targets::<Portable>(from, empty)
}

/// Where a man may take from a square, if enemies stood everywhere.
fn strikes<B: Bits>(tables: &Tables<B>, kind: &Kind<B>, from: Square) -> B {
    let all = B::from_wide(tables.rules.geometry.playable()) & !B::bit(from);
    kind.targets::<Portable>(from, Board { own: B::NONE, enemy: all, unmoved: B::NONE })
}

/// How many steps a man of a type needs at least from each square to come to one of some; `None` where it never does.
pub(super) fn distances<B: Bits>(geometry: &Geometry, kind: &Kind<B>, goal: B) -> Vec<Option<u32>> {
    let mut found = vec![None; geometry.squares()];
    for square in geometry.every().filter(|square| goal.has(*square)) {
        found[usize::from(square)] = Some(0);
    }
    for round in 1..=geometry.squares() as u32 {
        let mut more = false;
        for from in geometry.every().filter(|square| !geometry.holes.has(*square)) {
            let comes = |to: Square| found[usize::from(to)].is_some_and(|steps| steps + 1 == round);
            if found[usize::from(from)].is_none() && hops(kind, from).squares().any(comes) {
                found[usize::from(from)] = Some(round);
                more = true;
            }
        }
        if !more {
            break;
        }
    }
    found
}

/// The share of the board that a man comes to from the square from which it comes to most.
fn share<B: Bits>(tables: &Tables<B>, kind: &Kind<B>) -> f64 {
    let geometry = &tables.rules.geometry;
    let playable = B::from_wide(geometry.playable());
    let ways: Vec<B> = geometry.every().map(|from| hops(kind, from) | strikes(tables, kind, from)).collect();
    let flood = |start: Square| {
        let (mut reached, mut edge) = (B::bit(start), B::bit(start));
        while !edge.is_empty() {
            let next = edge.squares().fold(B::NONE, |set, from| set | ways[usize::from(from)]);
            edge = next & !reached & playable;
            reached |= edge;
        }
        reached.count()
    };
    let most = playable.squares().step_by(3).map(flood).max().unwrap_or(1);
    f64::from(most) / f64::from(playable.count().max(1))
}

/// What a man of a mean reach is worth, before scaling.
fn value(mean: f64) -> f64 {
    58.0 * mean * (1.0 + mean / 80.0)
}

/// From the middle of the board (1) to its corners (-1).
fn centrality(geometry: &Geometry, square: Square) -> f64 {
    let off = |at: u8, extent: u8| {
        let half = f64::from(extent - 1) / 2.0;
        if half == 0.0 { 0.0 } else { (f64::from(at) - half).abs() / half }
    };
    let (file, rank) =
        (off(geometry.file(square), geometry.files), off(geometry.rank(square), geometry.ranks));
    1.0 - file - rank
}

impl<B: Bits> Worth<B> {
    /// Derives the values of a game; where `values` has others, those count.
    pub(crate) fn new(tables: &Tables<B>, values: &Values) -> Self {
        let rules = &tables.rules;
        let geometry = &rules.geometry;
        let played = f64::from(geometry.playable().count().max(1));
        let full = rules.array.len() as f64 / played;
        let goals = Goals::of(tables);
        let (thick, thin) = ((full * 0.62).clamp(0.1, 0.6), (full * 0.3).clamp(0.05, 0.3));
        let kinds = &tables.kinds[0];
        let zone = |kind: &Kind<B>| !kind.arrival.zone.is_empty();
        let reaches: Vec<[Reach; 2]> =
            kinds.iter().map(|kind| [thick, thin].map(|density| reach(tables, kind, density))).collect();
        let raw: Vec<[f64; 2]> = kinds
            .iter()
            .zip(&reaches)
            .map(|(kind, [mid, end])| {
                let bound = if zone(kind) { 1.0 } else { 0.76 + 0.24 * share(tables, kind).sqrt() };
                let (mid, end) = (value(mid.mean) * bound, value(end.mean) * bound);
                [mid, mid + (end - mid) / 3.0]
            })
            .collect();
        let gains: Vec<f64> = kinds.iter().map(|kind| gain(tables, kind, &raw)).collect();
        let base = |kind: usize, phase: usize| {
            let early = if phase == 0 { 0.03 } else { 0.06 };
            (raw[kind][phase] + early * gains[kind]).max(8.0)
        };
        let count =
            |kind: usize| rules.array.iter().filter(|(_, man)| usize::from(man.kind()) == kind).count();
        let unit = (0..kinds.len()).filter(|&kind| !kinds[kind].royal).max_by_key(|&kind| count(kind));
        let scale = unit.map_or(1.0, |kind| 100.0 / base(kind, 0)).clamp(0.2, 4.0);
        let royal = kinds.iter().any(|kind| kind.royal);
        let percent = |term: usize, pair: Pair| {
            let by = values.percent(term);
            Pair { mid: pair.mid * by.mid / 100, end: pair.end * by.end / 100 }
        };
        let terms = std::array::from_fn(|term| percent(term, TERM_WEIGHTS[term]));
        let sign = if goals.giveaway { -0.6 } else { 1.0 };
        let bases: Vec<Pair> = (0..kinds.len())
            .map(|id| match values.men.get(&rules.types[id].name) {
                _ if kinds[id].royal => Pair::default(),
                Some(stages) => Pair { mid: stages.mid, end: stages.end },
                None => {
                    let [mid, end] = [0, 1].map(|phase| (sign * base(id, phase) * scale) as i32);
                    Pair { mid, end }
                }
            })
            .collect();
        let mut worth = Self {
            places: vec![[Pair::default(); 256]; 2 + 2 * kinds.len()].into(),
            types: kinds
                .iter()
                .enumerate()
                .map(|(id, kind)| TypeWorth {
                    man: if kind.royal { 2000 } else { bases[id].mid.abs().max(1) },
                    freedom: (7000.0 / (base(id, 0) * scale + 150.0)).clamp(3.0, 26.0) as i32,
                    force: if kind.royal || zone(kind) { 0 } else { (base(id, 0) * scale) as i32 },
                    royal: kind.royal,
                    promotes: zone(kind),
                })
                .collect(),
            full: 0,
            near: geometry.every().map(|square| around(geometry, square)).collect(),
            stoppers: [Box::default(), Box::default()],
            free: [Box::default(), Box::default()],
            strikes: [Box::default(), Box::default()],
            promoters: kinds.iter().filter(|kind| zone(kind)).map(|kind| kind.content.kind()).collect(),
            bare: goals.bare,
            idle: goals.idle,
            royal,
            files: i32::from(geometry.files),
            terms,
            bases: bases.into(),
        };
        for side in Side::BOTH {
            for (id, kind) in tables.kinds[side.index()].iter().enumerate() {
                let to_zone = zone(kind).then(|| distances(geometry, kind, kind.arrival.zone));
                let to_goals = goals.pulls(tables, kind);
                for square in B::from_wide(geometry.playable()).squares() {
                    let at = usize::from(square);
                    let seen =
                        usize::from(if side == Side::White { square } else { geometry.opposite(square) });
                    let mut pair = [0.0; 2];
                    for (phase, value) in pair.iter_mut().enumerate() {
                        let reach = &reaches[id][phase];
                        if kind.royal {
                            *value = royal_place(geometry, square, side, phase);
                        } else {
                            // what is strong enough anywhere is not drawn to the middle
                            let per = raw[id][phase].min(380.0) / reach.mean.max(0.5) * 0.12;
                            let moves = per * (reach.by_square[seen] - reach.mean);
                            let cap = raw[id][phase] * 0.35;
                            let middle = [7.0, 4.0][phase] * centrality(geometry, square);
                            *value = (moves.clamp(-cap, cap) + middle) * 0.8;
                        }
                        if let Some(Some(steps)) = to_zone.as_ref().map(|steps| steps[at]) {
                            *value += gains[id] * [0.11, 0.22][phase] * 0.62f64.powi(steps.max(1) as i32 - 1);
                        }
                        *value = *value * scale + to_goals[at];
                    }
                    let where_it_stands = Pair { mid: pair[0] as i32, end: pair[1] as i32 };
                    let term = if kind.royal { Term::RoyalPlace } else { Term::Place };
                    let mut pair = worth.percents(term, where_it_stands);
                    pair += worth.bases[id];
                    worth.places[kind.content.index()][at] = if side == Side::White { pair } else { -pair };
                }
            }
        }
        worth.full =
            rules.array.iter().map(|(_, man)| worth.types[usize::from(man.kind())].force).sum::<i32>().max(1);
        worth.race(tables, &gains, scale);
        worth
    }

    /// So much of a term that counts by percents.
    #[inline(always)]
    pub(super) fn percent(&self, term: Term, value: i32) -> Pair {
        self.percents(term, Pair::both(value))
    }

    #[inline(always)]
    fn percents(&self, term: Term, pair: Pair) -> Pair {
        let by = self.terms[term as usize];
        Pair { mid: pair.mid * by.mid / 100, end: pair.end * by.end / 100 }
    }

    /// Which men that promote can still be stopped, and what it is worth if one can't.
    fn race(&mut self, tables: &Tables<B>, gains: &[f64], scale: f64) {
        let geometry = &tables.rules.geometry;
        // one type promotes in nearly every game; of several, the first stands for all
        let Some(&id) = self.promoters.first() else { return };
        let kinds = Side::BOTH.map(|side| &tables.kinds[side.index()][usize::from(id)]);
        let way = |kind: &Kind<B>, from: Square| {
            let (mut all, mut edge) = (B::NONE, B::bit(from));
            for _ in 0..16 {
                edge = edge.squares().fold(B::NONE, |set, at| set | hops(kind, at)) & !all;
                all |= edge;
            }
            all
        };
        let ways = kinds.map(|kind| geometry.every().map(|from| way(kind, from)).collect::<Vec<B>>());
        for side in Side::BOTH {
            let (us, them) = (side.index(), side.other().index());
            self.strikes[us] = geometry.every().map(|from| strikes(tables, kinds[us], from)).collect();
            let reach = |from: Square| {
                let own = ways[them][usize::from(from)] | B::bit(from);
                own.squares().fold(own, |set, at| set | strikes(tables, kinds[them], at))
            };
            let stops: Vec<B> = geometry.every().map(reach).collect();
            let steps = distances(geometry, kinds[us], kinds[us].arrival.zone);
            self.stoppers[us] = geometry
                .every()
                .map(|from| {
                    let path = ways[us][usize::from(from)];
                    let stop = |at: &Square| stops[usize::from(*at)].meets(path);
                    geometry.every().filter(stop).fold(B::NONE, |set, at| set | B::bit(at))
                })
                .collect();
            let free = geometry
                .every()
                .map(|from| match steps[usize::from(from)] {
                    Some(left) if left > 0 => {
                        let gain = gains[usize::from(id)] * scale * 0.66f64.powi(left as i32 - 1);
                        self.percents(
                            Term::Unstopped,
                            Pair { mid: (gain * 0.08) as i32, end: (gain * 0.22) as i32 },
                        )
                    }
                    _ => Pair::default(),
                })
                .collect();
            self.free[us] = free;
        }
    }

    /// What a man of a type is worth, whosever it is.
    #[inline(always)]
    pub(super) fn man(&self, man: Content) -> i32 {
        if man.is_empty() { 0 } else { self.types[usize::from(man.kind())].man }
    }

    /// What a man on a square is worth, for White.
    #[inline(always)]
    pub(super) fn place(&self, man: Content, square: Square) -> Pair {
        self.places[man.index()][usize::from(square)]
    }

    #[inline(always)]
    pub(super) fn force(&self, man: Content) -> i32 {
        if man.is_empty() { 0 } else { self.types[usize::from(man.kind())].force }
    }

    /// Whether a side has several men beside its royal ones and those that promote: with fewer, having to move may be bad.
    pub(super) fn has_force(&self, state: &State<B>, side: Side) -> bool {
        let weak = |worth: &TypeWorth| worth.royal || worth.promotes;
        let mut strong = state.side(side);
        for (id, _) in self.types.iter().enumerate().filter(|(_, worth)| weak(worth)) {
            strong &= !state.men(id as TypeId);
        }
        !strong.at_most_one()
    }
}

/// How much a man gains that promotes, before scaling.
fn gain<B: Bits>(tables: &Tables<B>, kind: &Kind<B>, raw: &[[f64; 2]]) -> f64 {
    let Some(promotion) = tables.rules.promotion.as_ref().filter(|_| !kind.arrival.zone.is_empty()) else {
        return 0.0;
    };
    let best = promotion.to.iter().map(|&to| raw[usize::from(to)][0]).fold(0.0, f64::max);
    let sure = if promotion.lost { 0.35 } else { 1.0 };
    (best - raw[usize::from(kind.content.kind())][0]).max(0.0) * sure
}

/// The squares about one, itself included.
fn around<B: Bits>(geometry: &Geometry, square: Square) -> B {
    let offsets = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
    offsets.filter_map(|(dx, dy)| geometry.step(square, dx, dy)).fold(B::NONE, |set, near| set | B::bit(near))
}

/// A royal man keeps to its side's edge, off the middle, and comes out at the end.
fn royal_place(geometry: &Geometry, square: Square, side: Side, phase: usize) -> f64 {
    let rank = geometry.rank(square);
    let advanced = if side == Side::White { rank } else { geometry.ranks - 1 - rank };
    let half = f64::from(geometry.files - 1) / 2.0;
    let off = (f64::from(geometry.file(square)) - half).abs() / half.max(1.0);
    match phase {
        0 => -14.0 * f64::from(advanced.min(4)) + 16.0 * off,
        _ => 26.0 * centrality(geometry, square),
    }
}
