//! `ferz perft`

use std::io::{Write, stderr, stdout};
use std::num::NonZero;
use std::time::Instant;

use ferz::{Last, Perft, PerftError};

use super::common::{Failure, GameArgs, PositionArgs};
use super::progress::Progress;

/// Count the positions at a depth (perft)
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz perft chess 4 --divide")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The depth in plies, or in turns, at most 255
    #[arg(value_parser = clap::value_parser!(u32).range(0..=255))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Also show the count for each first move
    #[arg(long)]
    divide: bool,
    /// What the depth counts: moves, or whole turns where a turn has several moves
    #[arg(long, value_name = "UNIT", value_enum, default_value_t = Unit::Move)]
    by: Unit,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Use a hash table of this many MiB, so that transpositions are counted once
    #[arg(long, value_name = "MiB", conflicts_with = "by", value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    hash: Option<u32>,
    /// List the moves of the last ply too, instead of only counting them
    #[arg(long, conflicts_with = "no_bulk")]
    list: bool,
    /// Make every move, even those of the last ply
    #[arg(long)]
    no_bulk: bool,
}

/// The unit of the depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Unit {
    Move,
    Turn,
}

impl Args {
    fn counting(&self) -> Perft {
        Perft {
            last: match (self.list, self.no_bulk) {
                (true, _) => Last::Listed,
                (_, true) => Last::Made,
                _ => Last::Counted,
            },
            threads: usize::from(self.threads),
            hash: self.hash.and_then(|hash| NonZero::new(hash as usize)),
            by_turn: self.by == Unit::Turn,
        }
    }
}

/// An impossible count is a usage error.
impl From<PerftError> for Failure {
    fn from(error: PerftError) -> Self {
        match error {
            PerftError::TooMany(error) => error.into(),
            error => Self::Usage(error.to_string()),
        }
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let game = args.position.game(&args.game.load()?)?;
    let begun = Instant::now();
    let progress = Progress::new();
    let counts =
        args.counting().divide(game.position(), args.depth, &|done, all| progress.show(done, all))?;
    progress.clear();
    let mut lines: Vec<_> = counts.iter().map(|(mv, count)| (mv.to_string(), *count)).collect();
    lines.sort();
    let total = if args.depth == 0 { 1 } else { lines.iter().map(|(_, count)| count).sum::<u64>() };
    let seconds = begun.elapsed().as_secs_f64();
    let mut out = stdout().lock();
    if args.divide {
        lines.iter().try_for_each(|(mv, count)| writeln!(out, "{mv}: {count}"))?;
        if !lines.is_empty() {
            writeln!(out)?;
        }
    }
    writeln!(out, "Nodes searched: {total}")?;
    let speed = total as f64 / seconds.max(1e-9) / 1e6;
    let _ = writeln!(stderr(), "{seconds:.3} s, {speed:.1} million nodes per second");
    Ok(())
}
