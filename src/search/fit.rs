//! Fitting values to games: which ones would have foretold best how positions turned out.
//!
//! The value of a position is nearly a sum of what is there, each times its weight (the tapered evaluation). The weights are fitted so that a
//! logistic function of that sum comes as near as can be to the results of the games the positions are from, and to what a search said
//! of them (P. Österlund's method of tuning, 2014), by Adam (D. Kingma and J. Ba, 2015). What the positions say little about stays
//! near what it was.

use super::evaluate::{Balance, hunt, terms};
use super::values::{NAMES, Stages, TERMS, Term, Values};
use super::worth::{Pair, Worth};
use crate::board::Bits;
use crate::model::men::Side;
use crate::state::State;
use crate::tables::Tables;

/// A position to learn from.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// What there is of everything that has a weight, for White.
    features: Box<[f32]>,
    /// What the rest comes to.
    rest: f32,
    /// From 0, a loss of White's, to 1, how it turned out; nothing if its game was not played to an end.
    result: Option<f32>,
    /// What a search said of it, for White.
    searched: f32,
}

impl Sample {
    /// With what a search said of it, for White.
    pub(crate) fn searched(self, value: f32) -> Self {
        Self { searched: value, ..self }
    }

    /// How its game turned out: from 0, a loss of White's, to 1.
    pub(crate) fn ended(&mut self, result: f32) {
        self.result = Some(result);
    }
}

/// How much of the target is the game's result; the rest is what the search said. Where strength is even many games are drawn, and a result
/// says little of a single position.
const BY_RESULT: f32 = 0.4;
/// Rounds of fitting.
const ROUNDS: usize = 600;
/// The size of a step, in hundreds of a value or in shares of a weight.
const RATE: f32 = 0.01;
/// How strongly weights are held where they were; the error of a position is of the order of a tenth.
const HOLD: f32 = 2e-5;

/// What fitting has found.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    pub(crate) values: Values,
    /// The mean squared error before and after, of positions that were not fitted to.
    pub(crate) errors: [f64; 2],
}

/// What a position is made of; `None` where more than the weights counts.
pub(crate) fn sample<B: Bits>(tables: &Tables<B>, worth: &Worth<B>, state: &State<B>) -> Option<Sample> {
    let types = worth.types.len();
    let balance = Balance::of(worth, state);
    let share = balance.force.clamp(0, worth.full) as f32 / worth.full as f32;
    let mut pairs = vec![Pair::default(); types + TERMS];
    for square in state.occupied().squares() {
        let (kind, side) = state.at(square).get()?;
        let (kind, sign) = (usize::from(kind), if side == Side::White { 1 } else { -1 });
        let royal = worth.types[kind].royal;
        pairs[kind] += Pair::both(if royal { 0 } else { sign });
        let mut place = worth.place(state.at(square), square);
        place -= worth.bases[kind].times(sign);
        let term = if royal { Term::RoyalPlace } else { Term::Place };
        pairs[types + term as usize] += place;
    }
    let dear: [Pair; TERMS] = terms(tables, worth, state);
    pairs[types..].iter_mut().zip(dear).for_each(|(pair, more)| *pair += more);
    let whole = pairs[types..].iter().fold(balance_of_men(worth, &pairs), |mut sum, pair| {
        sum += *pair;
        sum
    });
    let force = balance.force.clamp(0, worth.full);
    let value = (whole.mid * force + whole.end * (worth.full - force)) / worth.full;
    if hunt(tables, worth, state, balance, value) != 0 {
        return None;
    }
    let features = pairs.iter().flat_map(|pair| [pair.mid as f32 * share, pair.end as f32 * (1.0 - share)]);
    let tempo = if state.side == Side::White { 8.0 } else { -8.0 };
    Some(Sample { features: features.collect(), rest: tempo, result: None, searched: 0.0 })
}

/// What the men come to by themselves.
fn balance_of_men<B: Bits>(worth: &Worth<B>, counts: &[Pair]) -> Pair {
    let each = worth.bases.iter().zip(counts);
    each.fold(Pair::default(), |mut sum, (base, count)| {
        sum += Pair { mid: base.mid * count.mid, end: base.end * count.end };
        sum
    })
}

/// The chance of White's a value stands for, where `scale` is the value of some three chances in four.
fn chance(value: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-value / scale).exp())
}

fn value(sample: &Sample, weights: &[f32]) -> f32 {
    sample.rest + sample.features.iter().zip(weights).map(|(x, w)| x * w).sum::<f32>()
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

/// The scale by which the values there are foretell results best.
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

/// Fits values to positions, of which every eighth is kept back to tell how well they do. `old` are the values the worth was made with;
/// `progress` is told how many thousandths are done.
pub(crate) fn fit<B: Bits>(
    (tables, worth, old): (&Tables<B>, &Worth<B>, &Values),
    samples: Vec<Sample>,
    progress: &mut dyn FnMut(usize),
) -> Fit {
    let types = worth.types.len();
    let men = worth.bases.iter().flat_map(|base| [base.mid as f32, base.end as f32]);
    let start: Vec<f32> = men.chain(std::iter::repeat_n(1.0, 2 * TERMS)).collect();
    let (held, fitted): (Vec<_>, Vec<_>) =
        samples.into_iter().enumerate().partition(|(index, _)| index % 8 == 7);
    let [held, fitted] = [held, fitted].map(|part| part.into_iter().map(|(_, s)| s).collect::<Vec<Sample>>());
    let scale = scale_of(&fitted, &start);
    let weights = descend(&fitted, &start, 2 * types, scale, progress);
    let errors = [&start, &weights].map(|weights| error(&held, weights, scale));
    Fit { values: written(tables, worth, old, &weights), errors }
}

/// The weights that err least.
fn descend(
    samples: &[Sample],
    start: &[f32],
    men: usize,
    scale: f32,
    progress: &mut dyn FnMut(usize),
) -> Vec<f32> {
    // a man's value goes by hundreds, a weight by its whole
    let unit = |index: usize| if index < men { 100.0 } else { 1.0 };
    let mut weights = start.to_vec();
    let (mut first, mut second) = (vec![0f32; start.len()], vec![0f32; start.len()]);
    let share = 1.0 / samples.len().max(1) as f32;
    for round in 1..=ROUNDS {
        let mut slope = vec![0f32; start.len()];
        for sample in samples {
            let guess = chance(value(sample, &weights), scale);
            let off = 2.0 * (guess - target(sample, scale)) * guess * (1.0 - guess) / scale * share;
            slope.iter_mut().zip(&sample.features).for_each(|(slope, x)| *slope += off * x);
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
            if index >= men {
                weights[index] = weights[index].max(0.0);
            }
        }
        progress(round * 1000 / ROUNDS);
    }
    weights
}

/// The weights as values to be kept; what no position showed is left out.
fn written<B: Bits>(tables: &Tables<B>, worth: &Worth<B>, old: &Values, weights: &[f32]) -> Values {
    let types = worth.types.len();
    let stages = |index: usize| (weights[2 * index], weights[2 * index + 1]);
    let mut values = Values::default();
    for (id, kind) in tables.rules.types.iter().enumerate().filter(|(id, _)| !worth.types[*id].royal) {
        let (mid, end) = stages(id);
        let bound = |value: f32| value.round().clamp(-4900.0, 4900.0) as i32;
        values.men.insert(kind.name.clone(), Stages { mid: bound(mid), end: bound(end) });
    }
    for (term, name) in NAMES.iter().enumerate() {
        let ((mid, end), before) = (stages(types + term), old.percent(term));
        let bound = |by: f32, before: i32| (by * before as f32).round().clamp(0.0, 1900.0) as i32;
        let stages = Stages { mid: bound(mid, before.mid), end: bound(end, before.end) };
        values.terms.insert((*name).to_owned(), stages);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions made up of one feature a man, whose results go by these values.
    fn made_up(truth: &[f32], many: usize) -> Vec<Sample> {
        let mut dice = crate::search::Dice::new(3);
        let mut die = |sides: u64| dice.below(sides) as f32;
        (0..many)
            .map(|_| {
                let features: Box<[f32]> = truth.iter().map(|_| die(5) - 2.0).collect();
                let sample = Sample { features, rest: 0.0, result: None, searched: 0.0 };
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
        let found = descend(&samples, &start, 3, 200.0, &mut |_| ());
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
            .map(|sample| Sample { features: [sample.features[0], 0.0].into(), ..sample })
            .collect();
        let found = descend(&samples, &[250.0, 77.0], 2, 200.0, &mut |_| ());
        assert_eq!(found[1], 77.0);
    }
}
