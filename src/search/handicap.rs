//! Playing below full strength.
//!
//! A weaker player sees less far, misjudges, and overlooks moves. The first is a limit on nodes. The second is noise in the values of the
//! root moves, as in the weighted choice among several lines of Stockfish's *Skill Level*; since each move's noise is the same throughout a
//! search, one line is enough: the search looks for the best sum of value and noise. The third is what human players of little experience
//! do most (P. Saariluoma, *Error in chess: the apperception-restructuring view*, 1992): in each position of the search every move, of
//! either side, goes unseen with some probability, so that captures are missed and replies not foreseen.
//!
//! All three are functions of one number, the strength in Elo, and everything random follows from a seed.

use crate::moves::Move;
use crate::state::split_mix;

/// The limits of a player below full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handicap {
    /// The maximum number of nodes.
    pub(crate) nodes: u64,
    /// The amplitude of the noise in the value of a root move.
    noise: i32,
    /// The probability that a move is overlooked, in 65536ths.
    blind: u32,
    seed: u64,
}

/// The limits at a strength: nodes, noise, and the percentage of moves that are overlooked.
struct Point {
    elo: f64,
    nodes: f64,
    noise: f64,
    blind: f64,
}

const fn point(elo: u32, nodes: u32, noise: u32, blind: f64) -> Point {
    Point { elo: elo as f64, nodes: nodes as f64, noise: noise as f64, blind }
}

/// Points of the curve from strength to limits; between them nodes are interpolated geometrically, the others linearly. Distances are Elo,
/// measured by matches in two games (`benches/results.md`).
const CURVE: [Point; 30] = [
    point(0, 55, 980, 89.0),
    point(150, 62, 797, 82.7),
    point(300, 69, 711, 75.9),
    point(450, 76, 642, 68.9),
    point(600, 85, 576, 62.0),
    point(750, 98, 507, 54.6),
    point(900, 111, 448, 48.1),
    point(1050, 128, 393, 41.9),
    point(1200, 148, 340, 35.9),
    point(1350, 172, 290, 30.3),
    point(1500, 201, 249, 25.5),
    point(1650, 244, 212, 21.0),
    point(1800, 316, 174, 16.5),
    point(1950, 416, 144, 12.7),
    point(2100, 538, 120, 9.7),
    point(2250, 680, 102, 7.4),
    point(2400, 876, 85, 5.6),
    point(2550, 1140, 71, 4.2),
    point(2700, 1580, 58, 3.1),
    point(2850, 2110, 47, 2.2),
    point(3000, 2790, 38, 1.53),
    point(3150, 3410, 31, 1.15),
    point(3300, 4300, 23, 0.80),
    point(3450, 5460, 15, 0.54),
    point(3600, 7310, 8, 0.36),
    point(3750, 10_300, 2, 0.21),
    point(3900, 15_900, 0, 0.10),
    point(4050, 26_800, 0, 0.03),
    point(4200, 46_200, 0, 0.0),
    point(4350, 75_000, 0, 0.0),
];

/// The lowest and the highest strength, in Elo.
pub(crate) const WEAKEST: u32 = CURVE[0].elo as u32;
pub(crate) const STRONGEST: u32 = CURVE[CURVE.len() - 1].elo as u32;

impl Handicap {
    /// Returns the limits at a strength in Elo, with the seed of everything random.
    pub(crate) fn of(elo: u32, seed: u64) -> Self {
        let elo = f64::from(elo.clamp(WEAKEST, STRONGEST));
        let place = CURVE.windows(2).find(|pair| elo <= pair[1].elo).unwrap_or(&CURVE[CURVE.len() - 2..]);
        let [low, high] = [&place[0], &place[1]];
        let share = (elo - low.elo) / (high.elo - low.elo);
        let between = |low: f64, high: f64| low + share * (high - low);
        Self {
            nodes: between(low.nodes.ln(), high.nodes.ln()).exp().round() as u64,
            noise: between(low.noise, high.noise).round() as i32,
            blind: (between(low.blind, high.blind) * 655.36).round() as u32,
            seed,
        }
    }

    /// Returns a number that looks random and is always the same for a position and a move.
    fn chance(&self, key: u64, mv: Move, salt: u64) -> u64 {
        let mut mark = u64::from(mv.mark()) << 8 | salt;
        split_mix(&mut (self.seed ^ key ^ split_mix(&mut mark)))
    }

    /// Returns the noise in the value of a root move.
    pub(super) fn noise(&self, key: u64, mv: Move) -> i32 {
        let width = 2 * self.noise.unsigned_abs() as u64 + 1;
        (self.chance(key, mv, 1) % width) as i32 - self.noise
    }

    /// Returns `true` if any moves are overlooked.
    pub(super) fn overlooks(&self) -> bool {
        self.blind > 0
    }

    /// Removes the moves of a position that are overlooked; one remains if `some`.
    pub(super) fn overlook(&self, key: u64, moves: &mut Vec<Move>, some: bool) {
        let seen = |mv: &Move| self.chance(key, *mv, 2) as u32 & 0xFFFF >= self.blind;
        let best = moves.iter().copied().filter(|_| some).max_by_key(|mv| self.chance(key, *mv, 2) & 0xFFFF);
        moves.retain(seen);
        if moves.is_empty() {
            moves.extend(best);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_strength_is_more_nodes_and_fewer_faults() {
        let all: Vec<Handicap> = (WEAKEST..=STRONGEST).map(|elo| Handicap::of(elo, 0)).collect();
        for pair in all.windows(2) {
            let [low, high] = [pair[0], pair[1]];
            assert!(low.nodes <= high.nodes && low.noise >= high.noise && low.blind >= high.blind);
            assert!(low != high || high.blind == 0, "{high:?}");
        }
        assert_eq!(Handicap::of(u32::MAX, 0), Handicap::of(STRONGEST, 0));
        let last = all[all.len() - 1];
        assert!(last.noise == 0 && !last.overlooks());
    }
}
