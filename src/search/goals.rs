//! The goals of a game's ends besides royal pieces: regions to reach, pieces to lose, idle play.

use super::derived::distances;
use crate::board::Bits;
use crate::model::condition::{Pieces, Whose};
use crate::model::pieces::{Piece, Side, TypeId};
use crate::moves::PieceTable;
use crate::state::State;
use crate::tables::{Condition, Limit, Meaning, Tables, Verdict};

/// The value of a piece in a winning region that has not yet won.
const PULL: f64 = 180.0;

/// The value of the pieces without which a side can't win by reaching a region, all together.
const CARRIERS: f64 = 600.0;

/// The value of each move by which one of several pieces that must reach a region is nearer to it, and of each by which it is deeper within.
const NEARER: f64 = 28.0;
const DEEPER: f64 = 6.0;

/// A region that is good or bad for the owner of certain pieces.
struct Pull<B> {
    pieces: Pieces<B>,
    good: bool,
    /// True if several pieces must stand there.
    together: bool,
}

/// A condition that wins for a side when it comes to hold.
#[derive(Clone, Debug)]
pub(super) struct Aim<B> {
    condition: Condition<B>,
    /// The only side for which it wins, if it does not win for both.
    side: Option<Side>,
}

impl<B: Bits> Aim<B> {
    /// Returns about how many moves of its own a side lacks to it, if it is an aim of that side.
    pub(super) fn lack(&self, state: &State<B>, side: Side) -> Option<u32> {
        self.side.is_none_or(|own| own == side).then(|| self.condition.lack(state, side))?
    }
}

/// A region that wins for the side that gets there with a piece of certain types.
#[derive(Clone, Debug)]
pub(super) struct Race<B> {
    pub(super) types: Box<[TypeId]>,
    /// The region, as White and as Black see it.
    pub(super) region: [B; 2],
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
    /// The number of checks that wins for the side that gives them.
    pub(super) checks: Option<u32>,
    pub(super) aims: Vec<Aim<B>>,
}

impl<B: Bits> Goals<B> {
    pub(super) fn of(tables: &Tables<B>) -> Self {
        let (pulls, aims) = (Vec::new(), Vec::new());
        let mut goals = Self { pulls, bare: None, giveaway: false, idle: None, checks: None, aims };
        for end in &tables.ends {
            if let (Some(Limit::Idle(plies)), Verdict::Draw) = (end.condition.limit(), end.verdict) {
                goals.idle = Some(goals.idle.map_or(plies, |least| least.min(plies)));
            }
            if end.verdict == Verdict::Draw {
                continue;
            }
            let wins = end.verdict == Verdict::Win;
            if let (Some(least), true) = (end.condition.needs_checks(), wins) {
                goals.checks = Some(goals.checks.map_or(least, |known| known.min(least)));
            }
            if let Some((whose, most)) = end.condition.at_most().filter(|(whose, _)| *whose != Whose::Both) {
                match wins == (whose == Whose::Mine) {
                    true => goals.giveaway = true,
                    false => goals.bare = Some(goals.bare.map_or(most, |known| known.max(most))),
                }
            }
            if wins && end.condition.is_measured() {
                goals.aims.push(Aim { condition: end.condition.clone(), side: end.side });
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
                    let together = fact.count().is_some_and(|count| count.number > 1);
                    Pull { pieces: pieces.clone(), good, together }
                }));
            }
            Condition::Not(_) | Condition::Can(_) => {}
        }
    }

    /// Returns the races to winning regions.
    pub(super) fn races(&self, tables: &Tables<B>) -> Box<[Race<B>]> {
        let all = 0..tables.kinds[0].len() as TypeId;
        let race = |pull: &Pull<B>| {
            let named = &pull.pieces.types;
            let types = if named.is_empty() { all.clone().collect() } else { named.clone().into() };
            pull.pieces.region.map(|region| Race { types, region })
        };
        self.pulls.iter().filter(|pull| pull.good && !pull.together).filter_map(race).collect()
    }

    /// Returns `true` if a side wins by getting somewhere, with one piece or with several.
    pub(super) fn is_race(&self) -> bool {
        self.pulls.iter().any(|pull| pull.good && pull.pieces.region.is_some())
    }

    /// Returns what a piece of a type is worth as one of those without which its side can't win by reaching a region. Where other ends win
    /// too, it is worth no more than its moves; nor are royal pieces, which can't be lost.
    pub(super) fn carries(&self, tables: &Tables<B>, id: TypeId) -> f64 {
        let rules = &tables.rules;
        let needed = |pull: &Pull<B>| pull.good && pull.pieces.types.contains(&id);
        let fights = rules.types.iter().any(|kind| kind.royal) || self.bare.is_some() || self.giveaway;
        if fights || !self.pulls.iter().any(needed) {
            return 0.0;
        }
        let carriers = |(_, piece): &&(_, Piece)| {
            let pull = |pull: &Pull<B>| needed(pull) && pull.pieces.types.contains(&piece.kind());
            piece.side() == Side::White && self.pulls.iter().any(pull)
        };
        CARRIERS / rules.array.iter().filter(carriers).count().max(1) as f64
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
            let region = region[side.index()];
            let steps = distances(geometry, kind, region);
            let depth = distances(geometry, kind, !region);
            let sign = if pull.good { 1.0 } else { -1.0 };
            // whoever can't get there at all is as far away as the farthest, and one step more
            let farthest = steps.iter().flatten().max().map_or(0, |most| most + 1);
            for ((value, steps), depth) in sum.iter_mut().zip(steps).zip(depth) {
                *value += sign
                    * match (pull.together, steps) {
                        (true, steps) => {
                            let steps = steps.unwrap_or(farthest);
                            DEEPER * f64::from(depth.unwrap_or(0)) - NEARER * f64::from(steps)
                        }
                        (false, Some(steps)) => PULL * 0.6f64.powi(steps as i32),
                        (false, None) => 0.0,
                    };
            }
        }
        sum
    }
}
