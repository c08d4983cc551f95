//! The engine: what it is asked, and what it answers.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ferz::{Engine, Game, Level, Limits, Score, SearchRequest, Side};
use serde::{Deserialize, Serialize};

use super::Body;
use super::fault::Fault;
use super::house::House;
use super::table::{Kept, Table, choices};

/// The size of an engine's transposition table in MiB.
const HASH: usize = 16;
/// The time it thinks at the highest level, which has no other limit.
const LONGEST: Duration = Duration::from_secs(3);
/// The number of nodes searched for a hint.
const HINT: u64 = 200_000;

/// The rules of a game, for another studio than that which asks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Rules {
    /// A game of the library.
    Named(String),
    /// The text of a file.
    Text { path: String, text: String },
}

/// What engines have to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Work {
    /// A move is wanted.
    Move { id: String, revision: u64, rules: Rules, game: Kept, seed: u64 },
    /// A hint is wanted.
    Hint { id: String, rules: Rules, game: Kept },
    /// No move is wanted any more.
    Stop { id: String },
}

/// The move of an engine.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Chosen {
    pub(super) step: String,
    pub(super) revision: u64,
}

/// The engine's move, and its evaluation of the position.
#[derive(Debug, Serialize)]
struct Hint {
    step: String,
    line: Vec<String>,
    /// The score for White: hundredths of the most numerous piece, or a mate in so many plies, below 0 against White.
    value: Option<i64>,
    mate: Option<i64>,
}

/// Does what is asked.
pub(super) fn done(house: &mut House, work: &str) -> Result<Body, Fault> {
    let work: Work = serde_json::from_str(work).map_err(|error| Fault::bad(error.to_string()))?;
    match work {
        Work::Move { revision, rules, game: kept, seed, .. } => {
            let level = Level::new(kept.seats.level).unwrap_or(Level::USUAL);
            let game = game(house, &rules, &kept)?;
            Body::json(&Chosen { step: choose(&game, level, seed)?, revision })
        }
        Work::Hint { rules, game: kept, .. } => Body::json(&advise(&game(house, &rules, &kept)?)?),
        Work::Stop { .. } => Err(Fault::bad("nothing is asked")),
    }
}

fn game(house: &mut House, rules: &Rules, kept: &Kept) -> Result<Game, Fault> {
    let from = house.load(rules)?;
    let rules = match from.with_options(&choices(&kept.options)) {
        Ok(rules) => rules,
        Err(_) => from,
    };
    Ok(Table::restored(kept, &rules)?.game)
}

fn engine() -> Result<Engine, Fault> {
    Engine::new(HASH, 1).map_err(|error| Fault::broken(error.to_string()))
}

fn choose(game: &Game, level: Level, seed: u64) -> Result<String, Fault> {
    let time = (level == Level::HIGHEST).then_some(LONGEST);
    let limits = Limits { time, enough: time.map(|time| time / 2), ..Limits::default() };
    let seed = game.position().hash() ^ seed;
    let ask = SearchRequest { limits, strength: level.strength(), seed, ..SearchRequest::default() };
    let found = engine()?.think(game, &ask, &AtomicBool::new(false), &mut |_| ());
    found.best.map(|best| best.to_string()).ok_or_else(|| Fault::refused("the game is over"))
}

fn advise(game: &Game) -> Result<Hint, Fault> {
    let limits = Limits { nodes: Some(HINT), ..Limits::default() };
    let ask = SearchRequest { limits, ..SearchRequest::default() };
    let found = engine()?.think(game, &ask, &AtomicBool::new(false), &mut |_| ());
    let step = found.best.ok_or_else(|| Fault::refused("the game is over"))?;
    let sign = if game.side_to_move() == Side::White { 1 } else { -1 };
    let best = found.lines.first();
    let (value, mate) = match best.map(|line| line.score) {
        Some(Score::Value(value)) => (Some(sign * i64::from(value)), None),
        Some(Score::Win(plies)) => (None, Some(sign * i64::from(plies))),
        Some(Score::Loss(plies)) => (None, Some(-sign * i64::from(plies))),
        None => (None, None),
    };
    let line = best.map_or_else(Vec::new, |line| line.pv.iter().map(ToString::to_string).collect());
    Ok(Hint { step: step.to_string(), line, value, mate })
}
