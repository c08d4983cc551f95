//! Thousands of random games: their length, their width, the balance between the sides, and rules that never applied.
//!
//! Each game has its own random numbers, seeded by the seed and its index, so that neither the number of threads nor their order changes
//! the result.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use super::absent::Absent;
use super::random::{Dice, Outcome, play};
use super::reach::targets;
use crate::board::Bits;
use crate::feature::rule::{Played, Use};
use crate::feature::scope::with_article;
use crate::game::{Game, Variant};
use crate::model::pieces::{Piece, Side};
use crate::moves::Move;
use crate::order;

/// The plan for the games to play: by default 2000 games of at most 1000 plies, in one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of games.
    pub games: u64,
    /// The seed of the random numbers that choose the moves.
    pub seed: u64,
    /// The number of games played in parallel.
    pub threads: usize,
    /// The maximum number of plies of a game.
    pub plies: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Self { games: 2000, seed: 1, threads: 1, plies: 1000 }
    }
}

/// The findings from the games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deep {
    /// The length of each game in plies, sorted.
    pub lengths: Vec<u32>,
    /// The number of games that reached the maximum length.
    pub cut: u64,
    /// The number of games in which no move was left and no end applied.
    pub stuck: u64,
    /// The number of positions with legal moves, and of their moves: in all, and at most.
    pub(crate) positions: u64,
    pub(crate) moves: u64,
    /// The maximum number of moves in a position.
    pub widest: u64,
    /// By end: won by White, by Black, drawn.
    pub ends: BTreeMap<String, [u64; 3]>,
    /// The frequency of each rule.
    pub usage: Vec<Usage>,
}

/// The frequency of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage {
    /// Its kind: `end`, `piece`, `promotion`, `castling` …
    pub kind: &'static str,
    /// The rule within its kind, in words.
    pub what: String,
    /// The number of moves in which it applied; for a rule that forbids, the number of games.
    pub count: u64,
}

/// A share of a whole, with its 95 % interval by Wilson's score.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// The part.
    pub part: u64,
    /// The whole.
    pub whole: u64,
}

/// The standard score of a two-sided interval of 95 %.
const Z: f64 = 1.959_964;

impl Share {
    /// The share as a number from 0 to 1.
    pub fn value(self) -> f64 {
        self.part as f64 / (self.whole.max(1)) as f64
    }

    /// Returns Wilson's interval; the whole range without any samples.
    pub fn interval(self) -> (f64, f64) {
        if self.whole == 0 {
            return (0.0, 1.0);
        }
        let (n, p) = (self.whole as f64, self.value());
        let middle = p + Z * Z / (2.0 * n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        (((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0))
    }
}

impl Deep {
    /// Returns the number of games played.
    pub fn games(&self) -> u64 {
        self.lengths.len() as u64
    }

    /// Returns White's wins, Black's wins, and draws.
    pub fn results(&self) -> [u64; 3] {
        self.ends.values().fold([0; 3], |sum, each| [0, 1, 2].map(|at| sum[at] + each[at]))
    }

    /// Returns the mean length of a game in plies.
    pub fn mean_length(&self) -> f64 {
        self.lengths.iter().map(|&length| f64::from(length)).sum::<f64>() / (self.lengths.len().max(1)) as f64
    }

    /// Returns the median length of a game in plies.
    pub fn median_length(&self) -> f64 {
        let at = |index: usize| self.lengths.get(index).copied().map_or(0.0, f64::from);
        let half = self.lengths.len() / 2;
        if self.lengths.len() % 2 == 1 { at(half) } else { (at(half.saturating_sub(1)) + at(half)) / 2.0 }
    }

    /// Returns the mean number of moves in a position.
    pub fn mean_moves(&self) -> f64 {
        self.moves as f64 / (self.positions.max(1)) as f64
    }

    /// Returns the score of a side per finished game, a draw being a half, with its 95 % interval by the normal approximation; `None` if no
    /// game was finished.
    pub fn score(&self, side: Side) -> Option<(f64, (f64, f64))> {
        let [white, black, drawn] = self.results().map(|count| count as f64);
        let (won, games) = (if side == Side::White { white } else { black }, white + black + drawn);
        if games == 0.0 {
            return None;
        }
        let mean = (won + drawn / 2.0) / games;
        let square = (won + drawn / 4.0) / games;
        let half = Z * ((square - mean * mean).max(0.0) / games).sqrt();
        Some((mean, ((mean - half).max(0.0), (mean + half).min(1.0))))
    }
}

/// Plays the random games of a plan and counts what happens in them; `done` is called after each. The result is the same for any number of
/// threads.
///
/// ```
/// use ferz::lint::{Plan, deep};
/// let gardner = ferz::Variant::load("gardner", &[])?;
/// let found = deep(&gardner, Plan { games: 20, plies: 400, ..Plan::default() }, &|| ());
/// let [white, black, drawn] = found.results();
/// assert_eq!(white + black + drawn + found.cut + found.stuck, 20);
/// assert!(found.mean_length() > 2.0 && found.usage.iter().any(|usage| usage.kind == "promotion"));
/// # Ok::<(), ferz::LoadError>(())
/// ```
///
/// # Panics
/// If a rule of the game breaks an invariant, which would be a fault of ferz.
pub fn deep(variant: &Variant, plan: Plan, done: &(dyn Fn() + Sync)) -> Deep {
    let known = Known::of(variant);
    let next = AtomicU64::new(0);
    let work = || {
        let mut tally = Tally { counts: vec![0; known.uses.len()], ..Tally::default() };
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= plan.games {
                return tally;
            }
            tally.play(variant, &known, Dice::new(plan.seed, game), plan.plies);
            done();
        }
    };
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        // if a thread can't be started, the others do its work
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let threads: Vec<_> = (1..plan.threads).filter_map(start).collect();
        let own = work();
        threads.into_iter().map(|thread| thread.join().expect("no game panics")).chain([own]).collect()
    });
    let mut all = Tally { counts: vec![0; known.uses.len()], ..Tally::default() };
    tallies.into_iter().for_each(|tally| all.add(tally));
    order::values(&mut all.deep.lengths);
    for end in &variant.rules.ends {
        all.deep.ends.entry(end.name.clone()).or_default();
    }
    let ends = variant.rules.ends.iter().map(|end| Usage {
        kind: "end",
        what: end.name.clone(),
        count: all.deep.ends[&end.name].iter().sum(),
    });
    let others = known.uses.iter().zip(&all.counts);
    let others = others.map(|((kind, what), &count)| Usage { kind, what: what.clone(), count });
    all.deep.usage = ends.chain(others).collect();
    all.deep
}

/// The uses that are counted: of pieces, of rules, and of rules that forbid.
#[derive(Debug, Default)]
struct Known {
    uses: Vec<(&'static str, String)>,
    moves: Vec<usize>,
    taken: Vec<Option<usize>>,
    /// By rule, and within it by the number that the rule gives to a use.
    rules: Vec<Vec<usize>>,
    absent: Vec<(Absent, usize)>,
}

impl Known {
    fn of(variant: &Variant) -> Self {
        let (mut known, rules) = (Self::default(), &*variant.rules);
        let scope = rules.scope();
        known.moves = rules
            .types
            .iter()
            .map(|piece| known.add("piece", format!("a move of {}", with_article(&piece.name))))
            .collect();
        known.taken = rules
            .types
            .iter()
            .map(|piece| {
                (!piece.royal)
                    .then(|| known.add("capture", format!("the capture of {}", with_article(&piece.name))))
            })
            .collect();
        let mut uses: Vec<(usize, Use)> = Vec::new();
        for (at, rule) in rules.each().enumerate() {
            uses.extend(rule.uses(&scope).into_iter().map(|one| (at, one)));
            known.rules.push(Vec::new());
        }
        order::by_key(&mut uses, |(_, one)| one.place);
        for (at, Use { kind, what, .. }) in uses {
            let number = known.add(kind, what);
            known.rules[at].push(number);
        }
        for absent in Absent::each(variant) {
            let number = known.add(absent.rule.kind, absent.rule.what.clone());
            known.absent.push((absent, number));
        }
        known
    }

    fn add(&mut self, kind: &'static str, what: String) -> usize {
        self.uses.push((kind, what));
        self.uses.len() - 1
    }
}

#[derive(Clone, Debug, Default)]
struct Tally {
    deep: Deep,
    counts: Vec<u64>,
}

impl Tally {
    fn play(&mut self, variant: &Variant, known: &Known, mut dice: Dice, plies: usize) {
        let mut game = variant.start();
        // a rule that forbids is tested until it has applied once in the game: that takes far longer than a move
        let mut absent: Vec<&(Absent, usize)> = known.absent.iter().collect();
        let outcome = play(&mut game, &mut dice, plies, |game, moves, mv| {
            self.deep.positions += 1;
            self.deep.moves += moves.len() as u64;
            self.deep.widest = self.deep.widest.max(moves.len() as u64);
            self.note(known, game, mv);
            let fen = if absent.is_empty() { String::new() } else { game.fen() };
            absent.retain(|(rule, at)| {
                let matters = rule.matters(&fen, moves);
                self.counts[*at] += u64::from(matters);
                !matters
            });
            true
        });
        self.deep.lengths.push(game.moves().len() as u32);
        match outcome {
            Outcome::Over(result) => {
                let at = result.winner.map_or(2, Side::index);
                self.deep.ends.entry(result.reason).or_default()[at] += 1;
            }
            Outcome::Stuck => self.deep.stuck += 1,
            Outcome::Cut | Outcome::TooMany(_) => self.deep.cut += 1,
        }
    }

    /// Records the uses that a move is an example of.
    fn note(&mut self, known: &Known, game: &Game, mv: Move) {
        let (rules, kind) = (&*game.variant().rules, game.kind(mv));
        // neither a skipped move nor the removal of a piece is made by a piece
        let mover = game.mover(mv).and_then(|_| game.piece(mv.from));
        let before = mover.map_or(Piece::EMPTY, |(kind, side)| Piece::new(kind, side));
        let taken = if mover.is_some() { game.taken(mv) } else { Vec::new() };
        let played = Played {
            kind,
            from: mv.from,
            to: mv.to,
            piece: [before, if mv.after.is_empty() { before } else { mv.after }],
            taken: &taken,
            says: mover.and_then(|_| game.said(mv)),
            by_movement: &|| mover.is_some_and(|piece| targets(rules, piece, mv.from).has(mv.to)),
        };
        let mut one = |at: Option<usize>| at.into_iter().for_each(|at| self.counts[at] += 1);
        if let Some((id, _)) = mover.filter(|_| mv.from != mv.to || !taken.is_empty()) {
            one(known.moves.get(usize::from(id)).copied());
        }
        for &square in &taken {
            one(game.piece(square).and_then(|(kind, _)| known.taken[usize::from(kind)]));
        }
        let scope = rules.scope();
        for (rule, uses) in rules.each().zip(&known.rules).filter(|(_, uses)| !uses.is_empty()) {
            one(rule.came_up(&scope, &played).and_then(|which| uses.get(which).copied()));
        }
    }

    fn add(&mut self, other: Self) {
        self.deep.lengths.extend(other.deep.lengths);
        self.deep.cut += other.deep.cut;
        self.deep.stuck += other.deep.stuck;
        self.deep.positions += other.deep.positions;
        self.deep.moves += other.deep.moves;
        self.deep.widest = self.deep.widest.max(other.deep.widest);
        for (name, counts) in other.deep.ends {
            let sum = self.deep.ends.entry(name).or_default();
            *sum = [0, 1, 2].map(|at| sum[at] + counts[at]);
        }
        self.counts.iter_mut().zip(other.counts).for_each(|(sum, count)| *sum += count);
    }
}
