//! The engine: what it is asked, and what it answers.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ferz::{Engine, Game, Level, Limits, SearchRequest};
use serde::{Deserialize, Serialize};

use super::Body;
use super::clock::MoveTime;
use super::fault::Fault;
use super::house::House;
use super::start::passed;
use super::table::{Kept, Table, choices};
use super::view::{LineView, for_white};

/// The size of an engine's transposition table in MiB.
const HASH: usize = 16;
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

/// The work of engines.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Work {
    /// A move is wanted.
    Move { id: String, revision: u64, rules: Rules, game: Kept, seed: u64, time: MoveTime },
    /// A hint is wanted.
    Hint { id: String, rules: Rules, game: Kept },
    /// An analysis is wanted.
    Analysis { id: String, rules: Rules, game: Kept, asked: Analysis },
    /// No move is wanted any more.
    Stop { id: String },
}

/// The size of the transposition table for an analysis in MiB.
const ANALYSIS_HASH: usize = 32;
/// The longest time for an analysis.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(300);
/// The lines of an analysis at most.
const MOST_LINES: usize = 5;

/// An analysis that is wanted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Analysis {
    /// The moves from the beginning of the game to the position, in coordinate notation.
    path: Vec<String>,
    /// True if the other side is to move.
    #[serde(default)]
    threat: bool,
    /// The number of lines.
    lines: usize,
    /// The number of nodes after which it ends.
    #[serde(default)]
    nodes: Option<u64>,
}

/// The move of an engine.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Chosen {
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) revision: u64,
}

/// The engine's move, and its evaluation of the position.
#[derive(Debug, Serialize)]
struct Hint {
    #[serde(rename = "move")]
    mv: String,
    line: Vec<String>,
    /// The score for White: hundredths of the most numerous piece, or a mate in so many plies, below 0 against White.
    value: Option<i64>,
    mate: Option<i64>,
}

/// Does what is asked.
pub(super) fn done(house: &mut House, work: &str, told: &mut dyn FnMut(&str)) -> Result<Body, Fault> {
    let work: Work = serde_json::from_str(work).map_err(|error| Fault::bad(error.to_string()))?;
    match work {
        Work::Move { revision, rules, game: kept, seed, time, .. } => {
            let level = Level::new(kept.seats.level).unwrap_or(Level::USUAL);
            let game = game(house, &rules, &kept)?;
            Body::json(&Chosen { mv: choose(&game, level, time, seed)?, revision })
        }
        Work::Hint { rules, game: kept, .. } => Body::json(&advise(&game(house, &rules, &kept)?)?),
        Work::Analysis { rules, game: kept, asked, .. } => {
            Body::json(&analyse(&table(house, &rules, &kept)?, &asked, told)?)
        }
        Work::Stop { .. } => Err(Fault::bad("nothing is asked")),
    }
}

fn game(house: &mut House, rules: &Rules, kept: &Kept) -> Result<Game, Fault> {
    Ok(table(house, rules, kept)?.game)
}

fn table(house: &mut House, rules: &Rules, kept: &Kept) -> Result<Table, Fault> {
    let from = house.load(rules)?;
    let rules = match from.with_options(&choices(&kept.options)) {
        Ok(rules) => rules,
        Err(_) => from,
    };
    Table::restored(kept, &rules)
}

fn engine(hash: usize) -> Result<Engine, Fault> {
    Engine::new(hash, 1).map_err(|error| Fault::broken(error.to_string()))
}

fn choose(game: &Game, level: Level, time: MoveTime, seed: u64) -> Result<String, Fault> {
    let seed = game.position().hash() ^ seed;
    let ask =
        SearchRequest { limits: time.limits(), strength: level.strength(), seed, ..SearchRequest::default() };
    let found = engine(HASH)?.think(game, &ask, &AtomicBool::new(false), &mut |_| ());
    found.best.map(|best| best.to_string()).ok_or_else(|| Fault::refused("the game is over"))
}

fn advise(game: &Game) -> Result<Hint, Fault> {
    let limits = Limits { nodes: Some(HINT), ..Limits::default() };
    let ask = SearchRequest { limits, ..SearchRequest::default() };
    let found = engine(HASH)?.think(game, &ask, &AtomicBool::new(false), &mut |_| ());
    let mv = found.best.ok_or_else(|| Fault::refused("the game is over"))?;
    let best = found.lines.first();
    let (value, mate) = best.map_or((None, None), |line| for_white(line.score, game.side_to_move()));
    let line = best.map_or_else(Vec::new, |line| line.pv.iter().map(ToString::to_string).collect());
    Ok(Hint { mv: mv.to_string(), line, value, mate })
}

fn analyse(table: &Table, asked: &Analysis, told: &mut dyn FnMut(&str)) -> Result<(), Fault> {
    let game = table.after(&asked.path)?;
    let game = if asked.threat { passed(&game)? } else { game };
    let limits = Limits { nodes: asked.nodes, time: Some(LONGEST_ANALYSIS), ..Limits::default() };
    let ask = SearchRequest { limits, lines: asked.lines.clamp(1, MOST_LINES), ..SearchRequest::default() };
    engine(ANALYSIS_HASH)?.think(&game, &ask, &AtomicBool::new(false), &mut |info| {
        _ = serde_json::to_string(&LineView::of(&game, info)).map(|line| told(&line));
    });
    Ok(())
}
