//! Fitting evaluation weights to games: those that best predict the results.
//!
//! The value of a position is nearly a sum of features, each multiplied by its weight (the tapered evaluation). The weights are fitted so
//! that a logistic function of that sum comes as near as possible to the results of the games the positions are from, and to the search
//! scores (P. Österlund's method of tuning, 2014), by Adam (D. Kingma and J. Ba, 2015). Weights about which the positions say little stay
//! near their old values.

use super::evaluate::{Account, IncrementalScore, mop_up, terms};
use super::params::{EvalParams, TaperedScore, seen};
use super::values::{NAMES, TERMS, Tapered, TaperedTable, Term, Values};
use crate::board::Bits;
use crate::model::pieces::Side;
use crate::state::State;
use crate::tables::Tables;

/// A position to learn from (a training sample).
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// The weighted features of the position, for White: the index of each weight, and its coefficient.
    features: Box<[(u16, f32)]>,
    /// The result of its game, from 0 (White lost) to 1; `None` if the game was not finished.
    result: Option<f32>,
    /// The score that a search gave the position, for White.
    searched: f32,
}

impl Sample {
    /// Sets the search score, for White.
    pub(crate) fn searched(self, value: f32) -> Self {
        Self { searched: value, ..self }
    }

    /// Sets the result of its game, from 0 (White lost) to 1.
    pub(crate) fn ended(&mut self, result: f32) {
        self.result = Some(result);
    }
}

/// The share of the game's result in the target; the rest is the search score. Between players of equal strength many games are drawn, and
/// a result says little about a single position.
const BY_RESULT: f32 = 0.4;
/// The number of iterations.
const ROUNDS: usize = 600;
/// The learning rate, in hundreds of a value or in shares of a weight.
const RATE: f32 = 0.01;
/// The strength of the regularization towards the old weights; the error of a position is of the order of a tenth.
const HOLD: f32 = 2e-5;

/// The result of fitting.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    pub(crate) values: Values,
    /// The mean squared error before and after, on held-out positions.
    pub(crate) errors: [f64; 2],
}

/// The layout of a game's weights, each for the middlegame and the endgame: piece values, terms, mobility of each type, values of types by
/// rank, and by file.
#[derive(Clone, Copy, Debug)]
struct Plan {
    types: usize,
    ranks: usize,
    files: usize,
}

impl Plan {
    fn of<B: Bits>(tables: &Tables<B>) -> Self {
        let geometry = &tables.rules.geometry;
        let files = usize::from(geometry.files).div_ceil(2);
        Self { types: tables.rules.types.len(), ranks: usize::from(geometry.ranks), files }
    }
    fn term(self, term: usize) -> usize {
        self.types + term
    }
    fn freedom(self, kind: usize) -> usize {
        self.types + TERMS + kind
    }
    fn rank(self, kind: usize, rank: usize) -> usize {
        2 * self.types + TERMS + kind * self.ranks + rank
    }
    fn file(self, kind: usize, file: usize) -> usize {
        (2 + self.ranks) * self.types + TERMS + kind * self.files + file
    }
    fn all(self) -> usize {
        (2 + self.ranks + self.files) * self.types + TERMS
    }

    /// Returns the unit of a weight: hundreds for piece values, fifties for rank and file values, one for all others.
    fn unit(self, index: usize) -> f32 {
        match index / 2 {
            index if index < self.types => 100.0,
            index if index >= self.rank(0, 0) => 50.0,
            _ => 1.0,
        }
    }

    /// Returns `true` if the weight may not fall below zero.
    fn is_share(self, index: usize) -> bool {
        self.unit(index) == 1.0
    }
}

/// Returns the features of a position; `None` if its value depends on more than the weights.
pub(crate) fn sample<B: Bits>(
    tables: &Tables<B>,
    params: &EvalParams<B>,
    state: &State<B>,
) -> Option<Sample> {
    let (plan, geometry) = (Plan::of(tables), &tables.rules.geometry);
    let balance = IncrementalScore::of(params, state);
    let share = balance.phase.clamp(0, params.full_phase) as f32 / params.full_phase as f32;
    let mut pairs = vec![TaperedScore::default(); plan.all()];
    let mut whole = balance.sum;
    for square in state.occupied().squares() {
        let (kind, side) = state.at(square).get()?;
        let (kind, sign) = (usize::from(kind), if side == Side::White { 1 } else { -1 });
        let royal = params.types[kind].royal;
        pairs[kind] += TaperedScore::both(if royal { 0 } else { sign });
        let (rank, file) = seen(geometry, side, square);
        pairs[plan.rank(kind, rank)] += TaperedScore::both(sign);
        pairs[plan.file(kind, file)] += TaperedScore::both(sign);
        let mut place = params.place(state.at(square), square);
        place -= params.bases[kind].times(sign);
        place -= params.course(kind, (rank, file)).times(sign);
        let term = if royal { Term::RoyalPlace } else { Term::Place };
        pairs[plan.term(term as usize)] += place;
    }
    let mut account: Account = terms(tables, params, state);
    let tempo = if state.side == Side::White { 1 } else { -1 };
    account.terms[Term::Tempo as usize] = params.terms[Term::Tempo as usize].times(tempo);
    account.terms[Term::Given as usize] = params.given(state);
    for (term, pair) in account.terms.into_iter().enumerate() {
        pairs[plan.term(term)] += pair;
        whole += pair;
    }
    for (kind, pair) in account.freedom.into_iter().enumerate() {
        pairs[plan.freedom(kind)] += pair;
        whole += pair;
    }
    let phase = balance.phase.clamp(0, params.full_phase);
    let value = (whole.mid * phase + whole.end * (params.full_phase - phase)) / params.full_phase;
    if mop_up(tables, params, state, balance, value) != 0 {
        return None;
    }
    let both = |pair: &TaperedScore| [pair.mid as f32 * share, pair.end as f32 * (1.0 - share)];
    let features = pairs.iter().flat_map(both).enumerate().filter(|(_, much)| *much != 0.0);
    let features = features.map(|(index, much)| (index as u16, much)).collect();
    Some(Sample { features, result: None, searched: 0.0 })
}

/// Returns White's winning probability for a value, where `scale` is the value of about three chances in four.
fn chance(value: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-value / scale).exp())
}

fn value(sample: &Sample, weights: &[f32]) -> f32 {
    sample.features.iter().map(|&(index, much)| much * weights[usize::from(index)]).sum::<f32>()
}

fn target(sample: &Sample, scale: f32) -> f32 {
    let seen = chance(sample.searched, scale);
    sample.result.map_or(seen, |result| BY_RESULT * result + (1.0 - BY_RESULT) * seen)
}

fn error(samples: &[Sample], weights: &[f32], scale: f32) -> f64 {
    let one = |sample: &Sample| {
        let off = f64::from(chance(value(sample, weights), scale) - target(sample, scale));
        off * off
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}

/// Returns the scale at which the old values predict the results best.
fn scale_of(samples: &[Sample], weights: &[f32]) -> f32 {
    let off = |scale: f32| {
        let one = |sample: &Sample| {
            sample.result.map(|result| f64::from(chance(value(sample, weights), scale) - result).powi(2))
        };
        samples.iter().filter_map(one).sum::<f64>()
    };
    let scales = (8..=80).map(|n| n as f32 * 10.0);
    scales.min_by(|one, other| off(*one).total_cmp(&off(*other))).unwrap_or(200.0)
}

/// Fits values to positions, of which every eighth is held out for validation. `old` are the values that `params` was made with; `progress`
/// receives the thousandths done.
pub(crate) fn fit<B: Bits>(
    (tables, params, old): (&Tables<B>, &EvalParams<B>, &Values),
    samples: Vec<Sample>,
    progress: &mut dyn FnMut(usize),
) -> Fit {
    let plan = Plan::of(tables);
    let start = begin(params, plan);
    let (held, fitted): (Vec<_>, Vec<_>) =
        samples.into_iter().enumerate().partition(|(index, _)| index % 8 == 7);
    let [held, fitted] = [held, fitted].map(|part| part.into_iter().map(|(_, s)| s).collect::<Vec<Sample>>());
    let scale = scale_of(&fitted, &start);
    let weights = descend(&fitted, &start, plan, scale, progress);
    let errors = [&start, &weights].map(|weights| error(&held, weights, scale));
    Fit { values: written(tables, params, old, &weights), errors }
}

/// Returns the current weights.
fn begin<B: Bits>(params: &EvalParams<B>, plan: Plan) -> Vec<f32> {
    let mut pairs = params.bases.to_vec();
    pairs.resize(plan.rank(0, 0), TaperedScore::both(1));
    pairs.resize(plan.all(), TaperedScore::default());
    for kind in 0..plan.types {
        for rank in 0..plan.ranks {
            pairs[plan.rank(kind, rank)] = params.courses[kind].ranks[rank];
        }
        for file in 0..plan.files {
            pairs[plan.file(kind, file)] = params.courses[kind].files[file];
        }
    }
    pairs.iter().flat_map(|pair| [pair.mid as f32, pair.end as f32]).collect()
}

/// Minimizes the error by gradient descent.
fn descend(
    samples: &[Sample],
    start: &[f32],
    plan: Plan,
    scale: f32,
    progress: &mut dyn FnMut(usize),
) -> Vec<f32> {
    let unit = |index: usize| plan.unit(index);
    let mut weights = start.to_vec();
    let (mut first, mut second) = (vec![0f32; start.len()], vec![0f32; start.len()]);
    let share = 1.0 / samples.len().max(1) as f32;
    for round in 1..=ROUNDS {
        let mut slope = vec![0f32; start.len()];
        for sample in samples {
            let guess = chance(value(sample, &weights), scale);
            let off = 2.0 * (guess - target(sample, scale)) * guess * (1.0 - guess) / scale * share;
            sample.features.iter().for_each(|&(index, much)| slope[usize::from(index)] += off * much);
        }
        for index in 0..weights.len() {
            let moved = (weights[index] - start[index]) / unit(index);
            let slope = slope[index] * unit(index) + 2.0 * HOLD * moved;
            first[index] = 0.9 * first[index] + 0.1 * slope;
            second[index] = 0.999 * second[index] + 0.001 * slope * slope;
            let round = round as i32;
            let (mean, spread) =
                (first[index] / (1.0 - 0.9f32.powi(round)), second[index] / (1.0 - 0.999f32.powi(round)));
            weights[index] -= RATE * unit(index) * mean / (spread.sqrt() + 1e-8);
            if plan.is_share(index) {
                weights[index] = weights[index].max(0.0);
            }
        }
        progress(round * 1000 / ROUNDS);
    }
    weights
}

/// Converts the weights to values; those that occur in no position are left out.
fn written<B: Bits>(tables: &Tables<B>, params: &EvalParams<B>, old: &Values, weights: &[f32]) -> Values {
    let plan = Plan::of(tables);
    let stages = |index: usize| (weights[2 * index], weights[2 * index + 1]);
    let bound = |value: f32| value.round().clamp(-4900.0, 4900.0) as i32;
    let share = |by: f32, before: i32| (by * before as f32).round().clamp(0.0, 1900.0) as i32;
    let course = |first: usize, many: usize| {
        let (mid, end) = (first..first + many).map(stages).map(|(mid, end)| (bound(mid), bound(end))).unzip();
        TaperedTable { mid, end }
    };
    let mut values = Values { search: old.search, ..Values::default() };
    for (id, kind) in tables.rules.types.iter().enumerate() {
        values.ranks.insert(kind.name.clone(), course(plan.rank(id, 0), plan.ranks));
        values.files.insert(kind.name.clone(), course(plan.file(id, 0), plan.files));
        if params.types[id].royal {
            continue;
        }
        let (mid, end) = stages(id);
        values.pieces.insert(kind.name.clone(), Tapered { mid: bound(mid), end: bound(end) });
        if !params.types[id].promotes {
            let before = old.freedom.get(&kind.name).copied().unwrap_or(Tapered { mid: 100, end: 100 });
            let (mid, end) = stages(plan.freedom(id));
            let stages = Tapered { mid: share(mid, before.mid), end: share(end, before.end) };
            values.freedom.insert(kind.name.clone(), stages);
        }
    }
    for (term, name) in NAMES.iter().enumerate() {
        let ((mid, end), before) = (stages(plan.term(term)), old.percent(term));
        let stages = Tapered { mid: share(mid, before.mid), end: share(end, before.end) };
        values.terms.insert((*name).to_owned(), stages);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A layout whose first four weights are piece values.
    const PIECES: Plan = Plan { types: 2, ranks: 1, files: 1 };

    /// Generates positions with one feature per piece, whose results follow these values.
    fn made_up(truth: &[f32], many: usize) -> Vec<Sample> {
        let mut dice = crate::search::Dice::new(3);
        let mut die = |sides: u64| dice.below(sides) as f32;
        (0..many)
            .map(|_| {
                let features = (0..truth.len()).map(|index| (index as u16, die(5) - 2.0)).collect();
                let sample = Sample { features, result: None, searched: 0.0 };
                let result = chance(value(&sample, truth), 200.0);
                Sample { result: Some(result), searched: value(&sample, truth), ..sample }
            })
            .collect()
    }

    #[test]
    fn what_results_go_by_is_found_again() {
        let truth = [300.0, 90.0, 500.0];
        let samples = made_up(&truth, 2000);
        let start = [200.0, 100.0, 400.0];
        let found = descend(&samples, &start, PIECES, 200.0, &mut |_| ());
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 15.0, "{found} is not {truth}");
        }
        assert!(error(&samples, &found, 200.0) < error(&samples, &start, 200.0) / 10.0);
        let scale = scale_of(&samples, &truth);
        assert!((190.0..=210.0).contains(&scale), "{scale}");
    }

    #[test]
    fn what_no_position_shows_stays() {
        let samples: Vec<Sample> = made_up(&[300.0], 200)
            .into_iter()
            .map(|sample| Sample { features: [sample.features[0]].into(), ..sample })
            .collect();
        let found = descend(&samples, &[250.0, 77.0], PIECES, 200.0, &mut |_| ());
        assert_eq!(found[1], 77.0);
    }
}
