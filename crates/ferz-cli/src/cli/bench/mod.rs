//! `ferz bench`: the speed of perft and play on this machine, over fixed work whose results are checked.

mod counting;
mod playouts;

use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use ferz::{Variant, builtin_games};

use super::common::{Failure, OptionArgs};

/// Measure the speed of perft, or of random games
///
/// Runs perft to the greatest depth with a number in the game file, and compares. Where none is stated, it
/// counts in two ways.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz bench courier\nExample: ferz bench courier --playouts 1000")]
pub(super) struct Args {
    /// A built-in game or the path of a `.toml` file; if none is given, all built-in games
    #[arg(value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
    /// Count to the deepest stated number that is not larger than this
    #[arg(long, value_name = "N", default_value_t = 150_000_000)]
    nodes: u64,
    /// Play this many random games instead, always the same ones
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    playouts: Option<u32>,
}

/// A game, loaded, and how long that took.
struct Loaded {
    name: String,
    variant: Variant,
    took: Duration,
}

impl Args {
    fn load(&self) -> Result<Vec<Loaded>, Failure> {
        let choices = self.options.choices()?;
        let names = self.game.as_ref().map_or_else(
            || builtin_games().into_iter().map(str::to_owned).collect(),
            |game| vec![game.clone()],
        );
        if self.game.is_none() && !choices.is_empty() {
            return Err(Failure::Usage("options belong to one game: name it".to_owned()));
        }
        let load = |name: String| {
            let begun = Instant::now();
            let variant = Variant::load(&name, &choices)?;
            Ok(Loaded { took: begun.elapsed(), name: variant.name().to_owned(), variant })
        };
        names.into_iter().map(load).collect()
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let games = args.load()?;
    let faults = match args.playouts {
        None => counting::run(&games, args.nodes, args.game.is_some())?,
        Some(playouts) => playouts::run(&games, playouts)?,
    };
    if faults.is_empty() { Ok(()) } else { Err(Failure::Input(faults.join("\n"))) }
}

/// Prints the last lines: how much was done, and how much of it in a second.
fn total((what, verb): (&str, &str), number: u64, time: Duration) -> Result<(), Failure> {
    let mut out = stdout().lock();
    writeln!(out, "\n{what} {verb}: {number}\n{what}/second: {:.0}", rate(number, time))?;
    Ok(())
}

/// Returns the rate per second.
fn rate(number: u64, time: Duration) -> f64 {
    number as f64 / time.as_secs_f64().max(1e-9)
}

/// The width of a column of names.
fn widest(games: &[Loaded]) -> usize {
    games.iter().map(|game| game.name.chars().count()).max().unwrap_or(0).max("game".len())
}
