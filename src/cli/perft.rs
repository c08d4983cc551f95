//! `ferz perft`

use std::io::{Write, stderr, stdout};
use std::time::Instant;

use super::common::{Failure, GameArgs, PositionArgs};

/// Count the paths of so many steps
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz perft chess 4 --divide")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How many steps deep
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Also say how many paths begin with each step
    #[arg(long)]
    divide: bool,
    /// Work in so many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Make every step, also the last
    #[arg(long)]
    no_bulk: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let game = args.position.game(&args.game.load()?)?;
    let begun = Instant::now();
    let mut out = stdout().lock();
    let total = if args.divide || args.threads > 1 {
        let counts = game.divide(args.depth, usize::from(args.threads), !args.no_bulk);
        let mut lines: Vec<_> = counts.iter().map(|&(step, count)| (game.coordinates(step), count)).collect();
        lines.sort();
        if args.divide {
            lines.iter().try_for_each(|(step, count)| writeln!(out, "{step}: {count}"))?;
            if !lines.is_empty() {
                writeln!(out)?;
            }
        }
        if args.depth == 0 { 1 } else { lines.iter().map(|(_, count)| count).sum() }
    } else {
        game.perft(args.depth, !args.no_bulk)
    };
    writeln!(out, "Nodes searched: {total}")?;
    let seconds = begun.elapsed().as_secs_f64();
    let speed = total as f64 / seconds.max(1e-9) / 1e6;
    let _ = writeln!(stderr(), "{seconds:.3} s, {speed:.1} million nodes a second");
    Ok(())
}
