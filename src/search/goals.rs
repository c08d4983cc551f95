//! The goals of a game's ends besides royal pieces: regions to reach, pieces to lose, idle play.

use super::derived::distances;
use crate::board::Bits;
use crate::model::condition::{Men, Whose};
use crate::moves::PieceTable;
use crate::tables::{Condition, Limit, Meaning, Tables, Verdict};

/// The value of a piece in a winning region that has not yet won.
const PULL: f64 = 180.0;

/// A region that is good or bad for the owner of certain pieces.
struct Pull<B> {
    pieces: Men<B>,
    good: bool,
}

/// The goals that the ends of a game set.
pub(super) struct Goals<B> {
    pulls: Vec<Pull<B>>,
    /// The largest number of own pieces with which a side has lost.
    pub(super) bare: Option<u32>,
    /// True if the side that loses its pieces wins.
    pub(super) giveaway: bool,
    /// The number of idle plies that draws.
    pub(super) idle: Option<u32>,
}

impl<B: Bits> Goals<B> {
    pub(super) fn of(tables: &Tables<B>) -> Self {
        let mut goals = Self { pulls: Vec::new(), bare: None, giveaway: false, idle: None };
        for end in &tables.ends {
            if let (Some(Limit::Idle(plies)), Verdict::Draw) = (end.condition.limit(), end.verdict) {
                goals.idle = Some(goals.idle.map_or(plies, |least| least.min(plies)));
            }
            if end.verdict == Verdict::Draw {
                continue;
            }
            let wins = end.verdict == Verdict::Win;
            if let Some((whose, most)) = end.condition.at_most().filter(|(whose, _)| *whose != Whose::Both) {
                match wins == (whose == Whose::Mine) {
                    true => goals.giveaway = true,
                    false => goals.bare = Some(goals.bare.map_or(most, |known| known.max(most))),
                }
            }
            goals.look(&end.condition, wins);
        }
        goals
    }

    fn look(&mut self, condition: &Condition<B>, wins: bool) {
        match condition {
            Condition::Any(parts) | Condition::All(parts) => {
                parts.iter().for_each(|part| self.look(part, wins));
            }
            Condition::Fact(fact) => {
                self.pulls.extend(fact.must_stand().map(|pieces| {
                    let good = wins == (pieces.whose == Whose::Mine);
                    Pull { pieces: pieces.clone(), good }
                }));
            }
            Condition::Not(_) | Condition::Can(_) => {}
        }
    }

    /// Returns the contribution of regions to the value of a piece, by square.
    pub(super) fn pulls(&self, tables: &Tables<B>, kind: &PieceTable<B>) -> Vec<f64> {
        let geometry = &tables.rules.geometry;
        let mut sum = vec![0.0; geometry.squares()];
        let (id, side) = (kind.content.kind(), kind.content.side());
        for pull in
            self.pulls.iter().filter(|pull| pull.pieces.types.is_empty() || pull.pieces.types.contains(&id))
        {
            let Some(region) = &pull.pieces.region else { continue };
            let steps = distances(geometry, kind, region[side.index()]);
            for (value, steps) in sum.iter_mut().zip(steps) {
                let Some(steps) = steps else { continue };
                *value += if pull.good { PULL } else { -PULL } * 0.6f64.powi(steps as i32);
            }
        }
        sum
    }
}
