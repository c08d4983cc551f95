//! Piece values of a game, derived from its rules: before scaling, and before any tuned values replace them.

use super::Dice;
use super::params::TaperedScore;
use crate::board::isa::Portable;
use crate::board::{Bits, Geometry, Square};
use crate::model::path::Ends;
use crate::model::pieces::Side;
use crate::moves::PieceTable;
use crate::state::Board;
use crate::tables::Tables;
use crate::walk::{Need, Seen, Way, ways};

/// The number of random boards for each density.
const BOARDS: usize = 48;

/// The part of the time for which the condition of a movement is taken to hold.
const CONDITIONAL: f64 = 0.5;

/// The mean mobility of a piece: the squares it may move to, and those on which it may capture.
#[derive(Clone, Debug, Default)]
struct Reach {
    by_square: Vec<f64>,
    mean: f64,
}

/// Measures the mobility of a type from every square, on random boards.
fn reach<B: Bits>(tables: &Tables<B>, kind: &PieceTable<B>, density: f64) -> Reach {
    let geometry = &tables.rules.geometry;
    let squares: Vec<Square> = B::from_wide(geometry.playable()).squares().collect();
    let side = kind.content.side();
    let jumps = tables.attacks.jumpers(side).types().iter().find(|(id, _)| *id == kind.content.kind());
    let (id, seen) = (kind.content.kind(), Seen { geometry, kind: kind.content.kind(), side });
    let paths = tables.rules.types[usize::from(id)].conditional_paths();
    let conditional = |&from: &Square| -> Vec<Way<Square>> {
        paths.iter().flat_map(|path| ways(&seen, path, from).unwrap_or_default()).collect()
    };
    let conditional: Vec<Vec<Way<Square>>> = squares.iter().map(conditional).collect();
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
        for (&from, conditional) in squares.iter().zip(&conditional) {
            let here = B::bit(from);
            let (own, enemy) = (own & !here, enemy & !here);
            let targets = kind.targets::<Portable>(from, Board { own, enemy, unmoved: B::NONE });
            quiet[usize::from(from)] += f64::from((targets & !enemy).count());
            let mut taken = targets & enemy;
            if let Some((_, jumps)) = jumps {
                jumps.from(from, own | enemy, enemy, |link| taken |= B::bit(link.over));
            }
            takes[usize::from(from)] += f64::from(taken.count());
            let open = |way: &&Way<Square>| {
                way.needs.iter().all(|&(at, need)| (need == Need::Empty) != (own | enemy).has(at))
            };
            for way in conditional.iter().filter(open) {
                let to = way.to;
                if enemy.has(to) && way.ends.meets(Ends::ENEMY) {
                    takes[usize::from(from)] += CONDITIONAL;
                } else if !(own | enemy).has(to) && way.ends.meets(Ends::EMPTY) {
                    quiet[usize::from(from)] += CONDITIONAL;
                }
            }
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

/// Returns the target squares of a piece from a square on an empty board.
pub(super) fn quiet_targets<B: Bits>(kind: &PieceTable<B>, from: Square) -> B {
    let empty = Board { own: B::NONE, enemy: B::NONE, unmoved: B::NONE };
    kind.targets::<Portable>(from, empty)
}

/// Returns the target squares of a piece from a square, with own pieces on some squares.
pub(super) fn targets_among<B: Bits>(kind: &PieceTable<B>, from: Square, pieces: B) -> B {
    let board = Board { own: pieces, enemy: B::NONE, unmoved: B::NONE };
    kind.targets::<Portable>(from, board)
}

/// Returns the capture targets of a piece from a square, if enemies stood everywhere.
pub(super) fn capture_targets<B: Bits>(tables: &Tables<B>, kind: &PieceTable<B>, from: Square) -> B {
    let all = B::from_wide(tables.rules.geometry.playable()) & !B::bit(from);
    kind.targets::<Portable>(from, Board { own: B::NONE, enemy: all, unmoved: B::NONE })
}

/// Returns the least number of moves a piece needs from each square to reach a goal square; `None` where it never does.
pub(super) fn distances<B: Bits>(geometry: &Geometry, kind: &PieceTable<B>, goal: B) -> Vec<Option<u32>> {
    let mut found = vec![None; geometry.squares()];
    for square in geometry.every().filter(|square| goal.has(*square)) {
        found[usize::from(square)] = Some(0);
    }
    for round in 1..=geometry.squares() as u32 {
        let mut more = false;
        for from in geometry.every().filter(|square| !geometry.holes.has(*square)) {
            let comes = |to: Square| found[usize::from(to)].is_some_and(|steps| steps + 1 == round);
            if found[usize::from(from)].is_none() && quiet_targets(kind, from).squares().any(comes) {
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

/// Returns the share of the board that a piece can reach from its best square.
fn share<B: Bits>(tables: &Tables<B>, kind: &PieceTable<B>) -> f64 {
    let geometry = &tables.rules.geometry;
    let playable = B::from_wide(geometry.playable());
    let ways: Vec<B> = geometry
        .every()
        .map(|from| quiet_targets(kind, from) | capture_targets(tables, kind, from))
        .collect();
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

/// Returns the value of a piece of this mean mobility, before scaling.
fn value(mean: f64) -> f64 {
    58.0 * mean * (1.0 + mean / 80.0)
}

/// Returns the centrality of a square: from 1 in the middle of the board to -1 in its corners.
fn centrality(geometry: &Geometry, square: Square) -> f64 {
    let off = |at: u8, extent: u8| {
        let half = f64::from(extent - 1) / 2.0;
        if half == 0.0 { 0.0 } else { (f64::from(at) - half).abs() / half }
    };
    let (file, rank) =
        (off(geometry.file(square), geometry.files), off(geometry.rank(square), geometry.ranks));
    1.0 - file - rank
}

/// Returns the value that a piece gains by promoting, before scaling.
fn gain<B: Bits>(tables: &Tables<B>, kind: &PieceTable<B>, raw: &[[f64; 2]]) -> f64 {
    let becomes = tables.rules.becomes(kind.content.kind()).next();
    let Some(promotion) = becomes.filter(|_| !kind.arrival.zone.is_empty()) else {
        return 0.0;
    };
    let best = promotion.to.iter().map(|&to| raw[usize::from(to)][0]).fold(0.0, f64::max);
    let sure = if promotion.lost { 0.35 } else { 1.0 };
    (best - raw[usize::from(kind.content.kind())][0]).max(0.0) * sure
}

/// Returns `true` if promotion is the purpose of the type: its pieces must promote wherever they can.
pub(super) fn promotes<B: Bits>(kind: &PieceTable<B>) -> bool {
    let arrival = &kind.arrival;
    !arrival.zone.is_empty() && arrival.by.is_by_target() && !arrival.optional
}

/// The values of a game's piece types, as derived from its rules.
#[derive(Clone, Debug)]
pub(super) struct Derived {
    /// The mobility of each type, in the middlegame and the endgame.
    reaches: Vec<[Reach; 2]>,
    /// The value of each type, before scaling.
    raw: Vec<[f64; 2]>,
    /// The value that each type gains by promoting, before scaling.
    pub(super) gains: Vec<f64>,
    /// The factor that makes the most numerous piece worth 100.
    pub(super) scale: f64,
}

impl Derived {
    pub(super) fn of<B: Bits>(tables: &Tables<B>) -> Self {
        let rules = &tables.rules;
        let kinds = &tables.kinds[0];
        let densities = densities(tables);
        let reaches: Vec<[Reach; 2]> =
            kinds.iter().map(|kind| densities.map(|density| reach(tables, kind, density))).collect();
        let raw: Vec<[f64; 2]> =
            kinds.iter().zip(&reaches).map(|(kind, reaches)| raw(tables, kind, reaches)).collect();
        let gains = kinds.iter().map(|kind| gain(tables, kind, &raw)).collect();
        let mut derived = Self { reaches, raw, gains, scale: 1.0 };
        let count =
            |kind: usize| rules.array.iter().filter(|(_, piece)| usize::from(piece.kind()) == kind).count();
        let unit = (0..kinds.len()).filter(|&kind| !kinds[kind].royal).max_by_key(|&kind| count(kind));
        derived.scale = unit.map_or(1.0, |kind| 100.0 / derived.base(kind, 0)).clamp(0.2, 4.0);
        derived
    }

    /// Returns the material value of a piece type, wherever the piece stands.
    pub(super) fn piece_value(&self, kind: usize, phase: usize) -> f64 {
        self.base(kind, phase) * self.scale
    }

    fn base(&self, kind: usize, phase: usize) -> f64 {
        let early = if phase == 0 { 0.03 } else { 0.06 };
        (self.raw[kind][phase] + early * self.gains[kind]).max(8.0)
    }

    /// Returns the piece-square value of a piece that is not royal, as its side sees the board: by its mobility there, and by how near the
    /// middle is.
    fn square(&self, geometry: &Geometry, kind: usize, seen: Square, phase: usize) -> f64 {
        let (reach, raw) = (&self.reaches[kind][phase], self.raw[kind][phase]);
        // a piece that is strong anywhere is not drawn to the middle
        let per = raw.min(380.0) / reach.mean.max(0.5) * 0.12;
        let moves = per * (reach.by_square[usize::from(seen)] - reach.mean);
        let cap = raw * 0.35;
        let middle = [7.0, 4.0][phase] * centrality(geometry, seen);
        (moves.clamp(-cap, cap) + middle) * 0.8
    }

    /// Returns the piece-square value of a piece on a square, given its distance to promotion in moves.
    pub(super) fn place<B: Bits>(
        &self,
        geometry: &Geometry,
        kind: &PieceTable<B>,
        square: Square,
        left: Option<u32>,
    ) -> [f64; 2] {
        let (id, side) = (usize::from(kind.content.kind()), kind.content.side());
        let seen = if side == Side::White { square } else { geometry.opposite(square) };
        std::array::from_fn(|phase| {
            let mut value = match kind.royal {
                true => royal_place(geometry, square, side, phase),
                false => self.square(geometry, id, seen, phase),
            };
            if let Some(left) = left {
                value += self.gains[id] * [0.11, 0.22][phase] * 0.62f64.powi(left.max(1) as i32 - 1);
            }
            value * self.scale
        })
    }

    /// Returns the value of a passed piece, one that nothing can stop, given its distance to promotion in moves.
    pub(super) fn free(&self, kind: usize, left: Option<u32>) -> TaperedScore {
        let Some(left) = left.filter(|left| *left > 0) else { return TaperedScore::default() };
        let gain = self.gains[kind] * self.scale * 0.66f64.powi(left as i32 - 1);
        TaperedScore { mid: (gain * 0.08) as i32, end: (gain * 0.22) as i32 }
    }
}

/// Returns the share of occupied squares in the middlegame and in the endgame.
fn densities<B: Bits>(tables: &Tables<B>) -> [f64; 2] {
    let played = f64::from(tables.rules.geometry.playable().count().max(1));
    let full = tables.rules.array.len() as f64 / played;
    [(full * 0.62).clamp(0.1, 0.6), (full * 0.3).clamp(0.05, 0.3)]
}

/// Returns the value of a piece type by its mobility, before scaling.
fn raw<B: Bits>(tables: &Tables<B>, kind: &PieceTable<B>, [mid, end]: &[Reach; 2]) -> [f64; 2] {
    let bound = if promotes(kind) { 1.0 } else { 0.76 + 0.24 * share(tables, kind).sqrt() };
    let (mid, end) = (value(mid.mean) * bound, value(end.mean) * bound);
    [mid, mid + (end - mid) / 3.0]
}

/// Returns the piece-square value of a royal piece: it stays at its side's edge, off the middle, and comes out in the endgame.
fn royal_place(geometry: &Geometry, square: Square, side: Side, phase: usize) -> f64 {
    let rank = geometry.rank(square);
    let advanced = if geometry.forward(side.index()) > 0 { rank } else { geometry.ranks - 1 - rank };
    let half = f64::from(geometry.files - 1) / 2.0;
    let off = (f64::from(geometry.file(square)) - half).abs() / half.max(1.0);
    match phase {
        0 => -14.0 * f64::from(advanced.min(4)) + 16.0 * off,
        _ => 26.0 * centrality(geometry, square),
    }
}
