//! Thousands of random games: how long, how wide, how even a game is, and which of its rules never came up.
//!
//! Each game has dice of its own, made of the seed and its number, so that neither the number of threads nor their order changes
//! anything.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use super::absent::Absent;
use super::capital;
use super::random::{Dice, Outcome, play};
use super::reach::goes;
use crate::board::{Bits, Square};
use crate::game::{Game, Variant};
use crate::model::men::{Side, TypeId};
use crate::moves::Move;
use crate::rules::Rules;

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// Of the numbers that choose the steps.
    pub seed: u64,
    /// How many games at a time.
    pub threads: usize,
    /// The most plies of a game.
    pub plies: usize,
}

/// What the games showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deep {
    /// Plies of each game, sorted.
    pub lengths: Vec<u32>,
    /// Games that were as long as was allowed.
    pub cut: u64,
    /// Games in which no step was left and no end held.
    pub stuck: u64,
    /// Positions with steps, and the steps in them: all, and the most.
    pub(crate) positions: u64,
    pub(crate) steps: u64,
    /// Most steps in a position.
    pub widest: u64,
    /// By end: won by White, by Black, drawn.
    pub ends: BTreeMap<String, [u64; 3]>,
    /// How often each rule came up.
    pub usage: Vec<Usage>,
}

/// How often a rule came up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Its kind: `end`, `piece`, `promotion`, `castling` …
    pub kind: &'static str,
    /// Which of its kind, in words.
    pub what: String,
    /// The steps in which it came up; of a rule that forbids, the games.
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

    /// Wilson's interval; everything if there is nothing to go by.
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
    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.lengths.len() as u64
    }

    /// White's wins, Black's wins, draws.
    pub fn results(&self) -> [u64; 3] {
        self.ends.values().fold([0; 3], |sum, each| [0, 1, 2].map(|at| sum[at] + each[at]))
    }

    /// Plies of a game, on average.
    pub fn mean_length(&self) -> f64 {
        self.lengths.iter().map(|&length| f64::from(length)).sum::<f64>() / (self.lengths.len().max(1)) as f64
    }

    /// Plies of the game in the middle.
    pub fn median_length(&self) -> f64 {
        let at = |index: usize| self.lengths.get(index).copied().map_or(0.0, f64::from);
        let half = self.lengths.len() / 2;
        if self.lengths.len() % 2 == 1 { at(half) } else { (at(half.saturating_sub(1)) + at(half)) / 2.0 }
    }

    /// Steps in a position, on average.
    pub fn mean_steps(&self) -> f64 {
        self.steps as f64 / (self.positions.max(1)) as f64
    }

    /// What a side scores in a finished game, a draw being a half, with its 95 % interval by the normal approximation; `None` if
    /// no game was finished.
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

/// Plays the games of a plan; `done` is called after each.
pub fn deep(variant: &Variant, plan: Plan, done: &(dyn Fn() + Sync)) -> Deep {
    let known = Known::of(variant);
    let next = AtomicU64::new(0);
    let work = || {
        let mut tally = Tally { counts: vec![0; known.rules.len()], ..Tally::default() };
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
        let threads: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no game panics")).collect()
    });
    let mut all = Tally { counts: vec![0; known.rules.len()], ..Tally::default() };
    tallies.into_iter().for_each(|tally| all.add(tally));
    all.deep.lengths.sort_unstable();
    for end in &variant.rules.ends {
        all.deep.ends.entry(end.name.clone()).or_default();
    }
    let ends = variant.rules.ends.iter().map(|end| Usage {
        kind: "end",
        what: end.name.clone(),
        count: all.deep.ends[&end.name].iter().sum(),
    });
    let others = known.rules.iter().zip(&all.counts);
    let others = others.map(|((kind, what), &count)| Usage { kind, what: what.clone(), count });
    all.deep.usage = ends.chain(others).collect();
    all.deep
}

/// The rules that may come up in a step.
#[derive(Debug, Default)]
struct Known {
    rules: Vec<(&'static str, String)>,
    moves: Vec<usize>,
    taken: Vec<Option<usize>>,
    promotions: Vec<((TypeId, TypeId), usize)>,
    castling: Vec<((Square, Square), usize)>,
    en_passant: Option<usize>,
    relocations: Vec<usize>,
    safe_walk: Option<usize>,
    chain: Option<usize>,
    huff: Option<usize>,
    decline: Option<usize>,
    declarations: Vec<usize>,
    absent: Vec<(Absent, usize)>,
}

impl Known {
    fn of(variant: &Variant) -> Self {
        use crate::feature::capture::Compulsory;
        let (mut known, rules) = (Self::default(), &*variant.rules);
        let scope = rules.scope();
        let mut add = |kind, what: String| {
            known.rules.push((kind, what));
            known.rules.len() - 1
        };
        known.moves =
            rules.types.iter().map(|piece| add("piece", format!("a step of a {}", piece.name))).collect();
        known.taken = rules
            .types
            .iter()
            .map(|piece| (!piece.royal).then(|| add("capture", format!("the capture of a {}", piece.name))))
            .collect();
        if let Some(rule) = &rules.promotion {
            for &from in &rule.pieces {
                for &to in &rule.to {
                    let what = format!("{} to {}", scope.type_name(from), scope.type_name(to));
                    known.promotions.push(((from, to), add("promotion", what)));
                }
            }
        }
        for way in rules.castling.iter().flat_map(|castling| &castling.ways) {
            let (from, to) = (way.parts[0].from, way.parts[0].to);
            let what = format!("{} to {}", rules.geometry.name(from), rules.geometry.name(to));
            known.castling.push(((from, to), add("castling", what)));
        }
        known.en_passant =
            rules.en_passant.as_ref().map(|_| add("en passant", "a capture in passing".to_owned()));
        known.relocations =
            rules.relocations.iter().map(|rule| add("relocation", rule.sentence(&scope))).collect();
        known.safe_walk =
            rules.safe_walk.as_ref().map(|_| add("safe walk", "a walk of several steps".to_owned()));
        let jumps =
            rules.types.iter().any(|piece| piece.movement.moves.iter().any(|part| !part.jumps.is_empty()));
        known.chain = jumps.then(|| add("chain", "a chain of two jumps or more".to_owned()));
        let huffs = matches!(rules.capture.compulsory, Compulsory::Huff);
        known.huff = huffs.then(|| add("huff", "a man removed for failing to take".to_owned()));
        known.decline =
            rules.turn.has_programme().then(|| add("turn", "an optional step declined".to_owned()));
        known.declarations =
            rules.declarations.iter().map(|rule| add("declaration", format!("“{}”", rule.says))).collect();
        let absent = Absent::each(variant).into_iter();
        known.absent = absent
            .map(|rule| (add(rule.kind, rule.what.clone()), rule))
            .map(|(at, rule)| (rule, at))
            .collect();
        known
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
        // a rule that forbids is looked for until it has come up once in the game: it takes far longer than a step
        let mut absent: Vec<&(Absent, usize)> = known.absent.iter().collect();
        let outcome = play(&mut game, &mut dice, plies, |game, steps, step| {
            self.deep.positions += 1;
            self.deep.steps += steps.len() as u64;
            self.deep.widest = self.deep.widest.max(steps.len() as u64);
            self.note(known, game, step);
            let fen = if absent.is_empty() { String::new() } else { game.fen() };
            absent.retain(|(rule, at)| {
                let matters = rule.matters(&fen, steps);
                self.counts[*at] += u64::from(matters);
                !matters
            });
            true
        });
        self.deep.lengths.push(game.made().len() as u32);
        match outcome {
            Outcome::Over(result) => {
                let at = result.winner.map_or(2, Side::index);
                self.deep.ends.entry(result.reason).or_default()[at] += 1;
            }
            Outcome::Stuck => self.deep.stuck += 1,
            Outcome::Cut => self.deep.cut += 1,
        }
    }

    /// Notes which rules a step is an example of.
    fn note(&mut self, known: &Known, game: &Game, step: Move) {
        let rules = &game.variant().rules;
        let mut one = |at: Option<usize>| at.into_iter().for_each(|at| self.counts[at] += 1);
        let name = game.kind(step);
        match name {
            "huff" => return one(known.huff),
            "decline" => return one(known.decline),
            _ => {}
        }
        let Some((kind, side)) = game.man(step.from) else { return };
        one(known.moves.get(usize::from(kind)).copied().filter(|_| name != "promotion in place"));
        let taken = game.taken(step);
        for &square in &taken {
            one(game.man(square).and_then(|(kind, _)| known.taken[usize::from(kind)]));
        }
        let after = step.after.get().map_or(kind, |(kind, _)| kind);
        if after != kind {
            one(known.promotions.iter().find(|(pair, _)| *pair == (kind, after)).map(|&(_, at)| at));
        }
        if taken.len() > 1 {
            one(known.chain);
        }
        if name == "castling" {
            let seen = |square| if side == Side::White { square } else { rules.geometry.opposite(square) };
            let way = (seen(step.from), seen(step.to));
            one(known.castling.iter().find(|(squares, _)| *squares == way).map(|&(_, at)| at));
        } else if name == "move" {
            if step.takes() && step.take != step.to {
                one(known.en_passant);
            }
            self.note_odd(known, rules, (kind, side), step);
        }
        if !known.declarations.is_empty()
            && let Some(said) = game.said(step)
        {
            let which = rules.declarations.iter().position(|rule| rule.says == said);
            which.into_iter().for_each(|which| self.counts[known.declarations[which]] += 1);
        }
    }

    /// Steps that aren't of the man's own movement.
    fn note_odd(&mut self, known: &Known, rules: &Rules, (kind, side): (TypeId, Side), step: Move) {
        let asks = !known.relocations.is_empty() || known.safe_walk.is_some();
        if !asks || step.takes() || goes(rules, (kind, side), step.from, step.to) {
            return;
        }
        let put_back = rules.relocations.iter().position(|rule| {
            let at = side.index();
            rule.pieces.contains(&kind) && rule.from[at].has(step.from) && rule.to[at].has(step.to)
        });
        let walk = known
            .safe_walk
            .filter(|_| rules.safe_walk.as_ref().is_some_and(|rule| rule.pieces.contains(&kind)));
        let at = put_back.map(|which| known.relocations[which]).or(walk);
        at.into_iter().for_each(|at| self.counts[at] += 1);
    }

    fn add(&mut self, other: Self) {
        self.deep.lengths.extend(other.deep.lengths);
        self.deep.cut += other.deep.cut;
        self.deep.stuck += other.deep.stuck;
        self.deep.positions += other.deep.positions;
        self.deep.steps += other.deep.steps;
        self.deep.widest = self.deep.widest.max(other.deep.widest);
        for (name, counts) in other.deep.ends {
            let sum = self.deep.ends.entry(name).or_default();
            *sum = [0, 1, 2].map(|at| sum[at] + counts[at]);
        }
        self.counts.iter_mut().zip(other.counts).for_each(|(sum, count)| *sum += count);
    }
}

/// The side that begins, in a word.
pub fn first_mover(variant: &Variant) -> (Side, &'static str) {
    let side = variant.rules.turn.first_mover;
    (side, capital(side))
}
