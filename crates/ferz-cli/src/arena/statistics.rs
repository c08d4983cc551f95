//! Statistics of match results: Elo, likelihood of superiority, and the sequential probability ratio test.
//!
//! Two games of a pair begin from the same opening with colours swapped and are not independent, so that, if all games are in
//! pairs, complete pairs are counted: the *pentanomial* model, with scores of 0, ¼, ½, ¾ and 1. Otherwise games are: the
//! trinomial one.
//!
//! - Elo: A. Elo, The Rating of Chessplayers (1978), in its logistic form: a score of *s* is −400 log₁₀(1/*s* − 1). The error is half the
//!   interval that comes of *s* ± 1.96 standard errors. Normalised Elo and the pentanomial model: M. Van den Bergh, Normalized Elo
//!   (2021), and A practical introduction to normalized Elo, hardy.uhasselt.be/Fishtest.
//! - LOS, the likelihood of superiority: the probability, by the normal distribution, that the true score is above ½.
//! - SPRT: A. Wald, Sequential Tests of Statistical Hypotheses (1945), generalised to composite hypotheses: X. Li, J. Liu and Z. Ying,
//!   Generalized Sequential Probability Ratio Test for Separate Families of Hypotheses (2014). The ratio is of the greatest
//!   likelihoods under each hypothesis, in logistic Elo, as M. Van den Bergh works it out for multinomial results (same place).

use std::f64::consts::{LN_10, SQRT_2};

/// The number of standard errors on either side that hold 95% of a normal distribution.
const NINETY_FIVE: f64 = 1.959_963_984_540_054;
/// The count that stands for a kind of result that has not occurred, so that no likelihood is zero.
const ALMOST_NONE: f64 = 1e-3;

/// The results of a match, seen by the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    /// The number of pairs by score: 0, ½, 1, 1½, 2.
    pub(crate) pairs: [u64; 5],
    /// True if every game is one of a pair, so that pairs are counted.
    pub(crate) by_pairs: bool,
}

/// An estimate of the difference between the players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    /// The share of points, from 0 to 1.
    pub(crate) score: f64,
    /// Logistic Elo, and its error at 95%; infinite if one player has won all games.
    pub(crate) elo: f64,
    pub(crate) elo_error: f64,
    /// Normalised Elo, and its error at 95%.
    pub(crate) normalised: f64,
    pub(crate) normalised_error: f64,
    /// The likelihood of superiority, from 0 to 1.
    pub(crate) superiority: f64,
}

/// Observations with their scores.
struct Sample {
    counts: Vec<f64>,
    scores: Vec<f64>,
    /// Games in each.
    games: f64,
}

impl Sample {
    fn size(&self) -> f64 {
        self.counts.iter().sum()
    }

    fn mean(&self, of: impl Fn(f64) -> f64) -> f64 {
        let all = self.counts.iter().zip(&self.scores).map(|(count, &score)| count * of(score));
        all.sum::<f64>() / self.size()
    }

    fn deviation(&self) -> f64 {
        let mean = self.mean(|score| score);
        self.mean(|score| (score - mean).powi(2)).sqrt()
    }
}

/// Returns the Elo difference of a score.
fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns the score of an Elo difference.
fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Tally {
    pub(crate) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn sample(&self) -> Sample {
        let counts = |counts: &[u64]| counts.iter().map(|&count| count as f64).collect();
        if self.by_pairs {
            Sample { counts: counts(&self.pairs), scores: vec![0.0, 0.25, 0.5, 0.75, 1.0], games: 2.0 }
        } else {
            let counts = counts(&[self.losses, self.draws, self.wins]);
            Sample { counts, scores: vec![0.0, 0.5, 1.0], games: 1.0 }
        }
    }

    /// Returns the estimate from the results; `None` before the first.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        let sample = self.sample();
        let (size, mean, deviation) = (sample.size(), sample.mean(|score| score), sample.deviation());
        if size == 0.0 {
            return None;
        }
        let error = deviation / size.sqrt();
        let interval = [mean - NINETY_FIVE * error, mean + NINETY_FIVE * error].map(elo);
        // per game, as if games were independent
        let normal = 800.0 / LN_10 / (deviation * sample.games.sqrt());
        let superiority = match mean - 0.5 {
            0.0 => 0.5,
            above if error == 0.0 => f64::from(above > 0.0),
            above => libm::erfc(-above / error / SQRT_2) / 2.0,
        };
        Some(Estimate {
            score: mean,
            elo: elo(mean),
            elo_error: (interval[1] - interval[0]) / 2.0,
            normalised: if mean == 0.5 { 0.0 } else { (mean - 0.5) * normal },
            normalised_error: NINETY_FIVE * 800.0 / LN_10 / (size * sample.games).sqrt(),
            superiority,
        })
    }
}

/// A sequential test of two differences in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    /// The Elo differences of the hypotheses H0 and H1.
    pub(crate) elo: [f64; 2],
    /// The probability of accepting H1 where H0 is true, and of accepting H0 where H1 is.
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
}

impl Sprt {
    /// The bounds: below the first H0 is accepted, above the second H1.
    pub(crate) fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The log-likelihood ratio of H1 to H0.
    pub(crate) fn ratio(&self, tally: &Tally) -> f64 {
        let mut sample = tally.sample();
        if sample.size() == 0.0 {
            return 0.0;
        }
        sample.counts.iter_mut().filter(|count| **count == 0.0).for_each(|count| *count = ALMOST_NONE);
        let [null, other] = self.elo.map(|elo| likeliest(&sample, score(elo)));
        sample.counts.iter().zip(null.iter().zip(&other)).map(|(count, (p, q))| count * (q / p).ln()).sum()
    }

    /// The accepted hypothesis, 0 or 1, if the evidence is enough.
    pub(crate) fn verdict(&self, tally: &Tally) -> Option<u8> {
        let (ratio, [lower, upper]) = (self.ratio(tally), self.bounds());
        match ratio {
            _ if ratio <= lower => Some(0),
            _ if ratio >= upper => Some(1),
            _ => None,
        }
    }
}

/// Returns the probabilities with this mean that maximise the likelihood of the observations: each observed share over 1 + θ(score − mean),
/// with the θ that makes the mean right.
fn likeliest(sample: &Sample, mean: f64) -> Vec<f64> {
    let shares: Vec<f64> = sample.counts.iter().map(|count| count / sample.size()).collect();
    let pairs = || shares.iter().zip(&sample.scores);
    let excess = |theta: f64| -> f64 {
        pairs().map(|(share, score)| share * (score - mean) / (1.0 + theta * (score - mean))).sum()
    };
    // the range in which no probability is negative; the excess only falls there
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    pairs().map(|(share, score)| share / (1.0 + theta * (score - mean))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses, ..Tally::default() }
    }

    fn paired(pairs: [u64; 5]) -> Tally {
        let points: u64 = pairs.iter().zip(0..).map(|(count, points)| count * points).sum();
        let games = 2 * pairs.iter().sum::<u64>();
        // the number of draws among the points does not matter to pairs
        Tally {
            wins: points / 2,
            draws: points % 2,
            losses: games - points / 2 - points % 2,
            pairs,
            by_pairs: true,
        }
    }

    #[track_caller]
    fn near(found: f64, wanted: f64, by: f64) {
        assert!((found - wanted).abs() <= by, "{found}, not {wanted}");
    }

    const TEST: Sprt = Sprt { elo: [0.0, 5.0], alpha: 0.05, beta: 0.05 };

    #[test]
    fn published_estimates_are_found() {
        // a run of fastchess: Ptnml(0-2): [0, 0, 2, 0, 37], Elo 631.91, nElo 1056.68 +/- 77.10
        let estimate = paired([0, 0, 2, 0, 37]).estimate().unwrap();
        near(estimate.elo, 631.91, 0.005);
        near(estimate.normalised, 1056.68, 0.005);
        near(estimate.normalised_error, 77.10, 0.005);
    }

    #[test]
    fn estimates_and_ratios_agree_with_another_program() {
        // worked out in Python, with its normal distribution and a maximisation of its own
        let results = [
            (tally(648, 12530, 608), [1.008_085, 1.750_516, 0.870_491, -9.267_598]),
            (paired([50, 250, 700, 280, 60]), [6.482_759, 7.910_095, 0.945_967, 1.222_121]),
        ];
        for (tally, [elo, error, superiority, ratio]) in results {
            let estimate = tally.estimate().unwrap();
            near(estimate.elo, elo, 1e-5);
            near(estimate.elo_error, error, 1e-5);
            near(estimate.superiority, superiority, 1e-5);
            near(TEST.ratio(&tally), ratio, 1e-5);
        }
    }

    #[test]
    fn published_ratios_are_found() {
        // fishtest issue 514: {-1.00, 3.00}, Ptnml(0-2): 263, 2205, 4818, 2181, 292: LLR -0.75
        let test = Sprt { elo: [-1.0, 3.0], ..TEST };
        near(test.ratio(&paired([263, 2205, 4818, 2181, 292])), -0.75, 0.005);
        assert_eq!(test.verdict(&paired([263, 2205, 4818, 2181, 292])), None);
        let [lower, upper] = test.bounds();
        near(lower, -2.944_439, 1e-6);
        near(upper, 2.944_439, 1e-6);
    }

    #[test]
    fn one_sided_results_have_no_bounds() {
        let all = tally(10, 0, 0).estimate().unwrap();
        assert!(all.elo.is_infinite() && all.elo > 0.0 && all.superiority == 1.0);
        let none = tally(0, 0, 3).estimate().unwrap();
        assert!(none.elo.is_infinite() && none.elo < 0.0 && none.superiority == 0.0);
        let even = tally(0, 4, 0).estimate().unwrap();
        assert_eq!((even.elo, even.elo_error, even.normalised, even.superiority), (0.0, 0.0, 0.0, 0.5));
        assert_eq!(tally(0, 0, 0).estimate(), None);
        assert!(TEST.ratio(&tally(50, 0, 0)).is_finite());
    }

    #[test]
    fn a_test_comes_to_an_end_either_way() {
        let test = Sprt { elo: [0.0, 100.0], ..TEST };
        assert_eq!(test.verdict(&paired([0, 0, 0, 0, 40])), Some(1));
        assert_eq!(test.verdict(&paired([40, 0, 0, 0, 0])), Some(0));
        assert_eq!(test.verdict(&Tally::default()), None);
    }
}
