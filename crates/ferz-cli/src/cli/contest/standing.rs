//! The standing of a match: shown while it goes on, and written at its end.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::time::Duration;

use ferz::Side;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::Failure;
use crate::arena::statistics::{Estimate, Sprt, Tally};
use crate::arena::{Ending, Finished, points};

/// The maximum number of forfeits that are listed at the end.
const MOST: usize = 20;

/// A game that a player has lost by forfeit.
struct Forfeit {
    game: usize,
    seat: usize,
    ending: Ending,
    reason: String,
}

/// The standing of a match.
pub(super) struct Standing {
    names: [String; 2],
    all: usize,
    /// Games of a round.
    games: usize,
    sprt: Option<Sprt>,
    tally: Tally,
    /// Games by how they ended.
    endings: BTreeMap<Ending, u64>,
    forfeits: Vec<Forfeit>,
    /// Points in the first games of pairs that are not complete, by round and pair.
    halves: BTreeMap<usize, usize>,
    plies: usize,
    bar: Option<ProgressBar>,
}

impl Standing {
    pub(super) fn new(names: [String; 2], all: usize, games: usize, sprt: Option<Sprt>) -> Self {
        let tally = Tally { by_pairs: games.is_multiple_of(2), ..Tally::default() };
        let (endings, forfeits, halves) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
        let bar = stderr().is_terminal().then(|| bar(all));
        Self { names, all, games, sprt, tally, endings, forfeits, halves, plies: 0, bar }
    }

    /// Returns `true` if the test has been decided.
    pub(super) fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|test| test.verdict(&self.tally).is_some())
    }

    /// Counts a game, and reports it.
    pub(super) fn add(&mut self, finished: &Finished) {
        let points = points(finished);
        match points {
            0 => self.tally.losses += 1,
            1 => self.tally.draws += 1,
            _ => self.tally.wins += 1,
        }
        let (round, game) = ((finished.number - 1) / self.games, (finished.number - 1) % self.games);
        // an odd game at the end of a round has no partner
        if game + 1 < self.games || game % 2 == 1 {
            let pair = round * self.games + game / 2;
            match self.halves.remove(&pair) {
                Some(other) => self.tally.pairs[points + other] += 1,
                None => drop(self.halves.insert(pair, points)),
            }
        }
        *self.endings.entry(finished.ending).or_default() += 1;
        self.plies += finished.plies;
        if finished.ending.is_forfeit() {
            let loser = finished.winner.map_or(Side::White, Side::other);
            let seat = (loser as usize + finished.white) % 2;
            let (game, ending, reason) = (finished.number, finished.ending, finished.reason.clone());
            self.forfeits.push(Forfeit { game, seat, ending, reason });
        }
        self.tell(finished);
    }

    /// Removes the bar.
    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn tell(&self, finished: &Finished) {
        let outcome = finished.record.termination.map_or("*", ferz::pgn::Termination::word);
        let name = |side: Side| &self.names[(side as usize + finished.white) % 2];
        let line = format!(
            "Game {} of {}, {} - {}: {outcome} ({}, {} plies)",
            finished.number,
            self.all,
            name(Side::White),
            name(Side::Black),
            finished.reason,
            finished.plies
        );
        match &self.bar {
            Some(bar) => {
                if finished.ending.is_forfeit() {
                    bar.println(&line);
                }
                bar.set_message(self.table().join("\n"));
                bar.inc(1);
            }
            None => {
                // it doesn't matter if the progress can't be shown
                let _ = writeln!(stderr(), "{line}");
                if self.tally.games().is_multiple_of(20) {
                    let _ = writeln!(stderr(), "{}", self.table().join("\n"));
                }
            }
        }
    }

    /// The standing in lines.
    fn table(&self) -> Vec<String> {
        let Tally { wins, draws, losses, pairs, by_pairs } = self.tally;
        let [first, second] = &self.names;
        let mut lines = vec![format!(
            "{first} - {second}: {wins} won, {draws} drawn, {losses} lost of {}",
            self.tally.games()
        )];
        if let Some(estimate) = self.tally.estimate() {
            lines.push(estimated(&estimate));
        }
        if by_pairs {
            lines.push(format!("Pairs with 0 to 2 points: {pairs:?}"));
        }
        if let Some(test) = &self.sprt {
            let ([lower, upper], ratio) = (test.bounds(), test.ratio(&self.tally));
            let verdict = match test.verdict(&self.tally) {
                Some(0) => ": H0 is accepted",
                Some(_) => ": H1 is accepted",
                None => "",
            };
            lines.push(format!(
                "SPRT of {} and {} Elo: LLR {ratio:.2} ({lower:.2} to {upper:.2}){verdict}",
                test.elo[0], test.elo[1]
            ));
        }
        lines
    }

    /// The result, for people.
    pub(super) fn write(&self, stopped: bool) -> Result<(), Failure> {
        let mut out = stdout().lock();
        for line in self.table() {
            writeln!(out, "{line}")?;
        }
        let endings: Vec<String> =
            self.endings.iter().map(|(ending, count)| format!("{count} by {}", ending.name())).collect();
        if stopped {
            writeln!(out, "Stopped after {} of {} games", self.tally.games(), self.all)?;
        }
        if !endings.is_empty() {
            writeln!(out, "Ended: {}; {} plies per game", endings.join(", "), self.mean_plies())?;
        }
        for forfeit in self.forfeits.iter().take(MOST) {
            writeln!(
                out,
                "Game {}, forfeited by {}: {}",
                forfeit.game, self.names[forfeit.seat], forfeit.reason
            )?;
        }
        if self.forfeits.len() > MOST {
            writeln!(out, "… and {} more forfeits", self.forfeits.len() - MOST)?;
        }
        Ok(())
    }

    fn mean_plies(&self) -> u64 {
        self.plies as u64 / self.tally.games().max(1)
    }

    /// The result as one JSON object.
    pub(super) fn write_json(&self, game: &str, stopped: bool) -> Result<(), Failure> {
        let Tally { wins, draws, losses, pairs, by_pairs } = self.tally;
        let endings =
            Ending::ALL.map(|ending| (ending.name(), self.endings.get(&ending).copied().unwrap_or(0)));
        let forfeits = self.forfeits.iter().map(|forfeit| {
            let reason = &forfeit.reason;
            json!({ "game": forfeit.game, "engine": self.names[forfeit.seat], "kind": forfeit.ending.name(), "reason": reason })
        });
        let mut object = json!({
            "game": game, "engines": self.names, "games": self.tally.games(), "wins": wins, "draws": draws, "losses": losses,
            "stopped": stopped, "pairs": pairs, "by_pairs": by_pairs, "mean_plies": self.mean_plies(),
            "endings": endings.into_iter().collect::<BTreeMap<_, _>>(), "forfeits": forfeits.collect::<Vec<Value>>(),
        });
        if let Some(estimate) = self.tally.estimate() {
            // infinite values are null
            object["score"] = json!(estimate.score);
            object["elo"] = json!({ "value": estimate.elo, "error": estimate.elo_error });
            object["normalised_elo"] =
                json!({ "value": estimate.normalised, "error": estimate.normalised_error });
            object["los"] = json!(estimate.superiority);
        }
        if let Some(test) = &self.sprt {
            let [lower, upper] = test.bounds();
            let verdict = test.verdict(&self.tally).map(|verdict| format!("H{verdict}"));
            object["sprt"] = json!({
                "elo0": test.elo[0], "elo1": test.elo[1], "alpha": test.alpha, "beta": test.beta,
                "llr": test.ratio(&self.tally), "lower": lower, "upper": upper, "verdict": verdict,
            });
        }
        Ok(writeln!(stdout(), "{object}")?)
    }
}

fn estimated(estimate: &Estimate) -> String {
    let Estimate { score, elo, elo_error, normalised, normalised_error, superiority } = estimate;
    let error = |error: f64| if error.is_finite() { format!(" ± {error:.1}") } else { String::new() };
    format!(
        "Score {:.1}%, Elo {elo:+.1}{}, normalised {normalised:+.1}{}, LOS {:.1}%",
        100.0 * score,
        error(*elo_error),
        error(*normalised_error),
        100.0 * superiority
    )
}

fn bar(all: usize) -> ProgressBar {
    let bar = ProgressBar::new(all as u64);
    if let Ok(style) =
        ProgressStyle::with_template("{msg}\n{bar:40} {pos} of {len}, {elapsed} so far, {eta} to go")
    {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
