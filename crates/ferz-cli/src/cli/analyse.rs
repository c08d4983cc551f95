//! `ferz analyse`: the best moves in a position.

use std::io::{Write, stdout};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ferz::{Limits, Method, Score, SearchInfo, SearchRequest};

use super::common::{Failure, GameArgs, PositionArgs};

/// The thinking time if nothing else is said.
const WHILE: Duration = Duration::from_secs(3);

/// Search a position for the best moves
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz analyse courier --moves \"g1f2\" --depth 8 --multipv 3")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Depth to search, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=120))]
    depth: Option<u32>,
    /// Nodes to search; with one thread, the result is then always the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds to think [default: 3000, if no other limit is given]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// How many of the best lines to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MiB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
    /// How to search: `alpha-beta` or `tree` [default: as the game's values file says, otherwise `alpha-beta`]
    #[arg(long, value_name = "METHOD")]
    search: Option<Method>,
    /// Threads (a tree search uses only one)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let variant = args.game.load()?;
    let game = args.position.game(&variant)?;
    let mut out = stdout().lock();
    if let Some(result) = game.outcome() {
        writeln!(out, "{}", result.announcement(game.variant()))?;
        return Ok(());
    }
    let engine = crate::memory::engine(args.hash as usize, usize::from(args.threads))
        .map_err(|no_room| Failure::Usage(no_room.to_string()))?;
    let time = args.movetime.map(Duration::from_millis);
    let endless = args.depth.is_none() && args.nodes.is_none();
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes,
        time: time.or(endless.then_some(WHILE)),
        ..Limits::default()
    };
    let ask = SearchRequest {
        method: args.search,
        limits,
        lines: usize::from(args.multipv),
        ..SearchRequest::default()
    };
    let mut progress = |insight: &SearchInfo| {
        // it doesn't matter if the progress can't be shown
        let _ = writeln!(std::io::stderr(), "{}", line(insight));
    };
    let opinion = engine.think(&game, &ask, &AtomicBool::new(false), &mut progress);
    for insight in &opinion.lines {
        writeln!(out, "{} {}", score(insight.score), insight.coordinates())?;
    }
    let speed = opinion.nodes as f64 / opinion.time.as_secs_f64().max(1e-6);
    let seconds = opinion.time.as_secs_f64();
    // as above
    let _ = writeln!(std::io::stderr(), "{} nodes in {seconds:.2} s, {speed:.0} per second", opinion.nodes);
    opinion.overflow.map_or(Ok(()), |error| Err(Failure::from(error)))
}

fn line(insight: &SearchInfo) -> String {
    let shown: Vec<String> = insight.pv.iter().take(8).map(ToString::to_string).collect();
    format!("{:>3} {:>8} {:>11}  {}", insight.depth, score(insight.score), insight.nodes, shown.join(" "))
}

/// A score as shown to people, for the side to move: `+1.25`, or the plies to the end.
pub(super) fn score(score: Score) -> String {
    match score {
        Score::Value(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Win(plies) => format!("win/{plies}"),
        Score::Loss(plies) => format!("loss/{plies}"),
    }
}
