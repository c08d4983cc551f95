//! `ferz tune`

use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::common::{Failure, GameArgs};
use super::file;
use super::progress::Progress;
use crate::{Round, Tuned, Tuning, Values, Variant};

/// Tune the engine's values to a game by letting it play itself
///
/// The values of the men and of everything else the engine minds are derived from the rules; this finds better ones. They are kept in a
/// file beside the game, with the ending `.values`, and used wherever the game is loaded.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz tune my-game.toml --threads 4")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Games to play in a round
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Rounds; the games of each are played with the values found before
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// Positions to look at for every step
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Threads that play [default: as many as the machine has]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// What chance goes by
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Begin with the values derived from the rules, not with those kept beside the game
    #[arg(long)]
    fresh: bool,
    /// Write the values to this file [default: beside a game that is a file, standard output for a built-in one]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut variant = args.game.load()?;
    if args.fresh {
        variant = variant.with_values(Values::default());
    }
    let output = args.output.clone().or_else(|| beside(Path::new(&args.game.game)));
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let tuning = Tuning {
        games: args.games as usize,
        nodes: args.nodes,
        rounds: args.rounds as usize,
        threads: threads.clamp(1, 256),
        seed: args.seed,
    };
    let rounds = tuned(&tuning, &variant);
    let Some(last) = rounds.last() else { return Ok(()) };
    report(&rounds)?;
    let positions: usize = rounds.iter().map(|round| round.positions).sum();
    let text = format!(
        "# Values for the engine, found by `ferz tune` from {positions} positions of {} games of its own at {} nodes a step.\n\
         # A man: hundredths of the man of which there are most, in the middle of the game and at its end. A term: percent of the derived.\n\n{}",
        tuning.games * rounds.len(),
        tuning.nodes,
        last.values.text()
    );
    file::put(output.as_deref(), text.as_bytes())?;
    if let Some(path) = output {
        writeln!(stderr(), "The values are in {}.", path.display())?;
    }
    Ok(())
}

/// The file beside a game that is one.
fn beside(game: &Path) -> Option<PathBuf> {
    game.is_file().then(|| game.with_extension(crate::game::VALUES))
}

fn tuned(tuning: &Tuning, variant: &Variant) -> Vec<Round> {
    let parts = tuning.rounds * (tuning.games + 100);
    let progress = Progress::new();
    let rounds = tuning.run(variant, &AtomicBool::new(false), &|told| {
        let (round, within) = match told {
            Tuned::Played(round, games) => (round, games),
            Tuned::Fitted(round, thousandths) => (round, tuning.games + thousandths / 10),
        };
        progress.show((round - 1) * (tuning.games + 100) + within, parts);
    });
    progress.clear();
    rounds
}

fn report(rounds: &[Round]) -> Result<(), Failure> {
    let mut out = stderr().lock();
    for (number, round) in rounds.iter().enumerate() {
        let [white, draws, black] = round.results;
        let [before, after] = round.errors;
        writeln!(
            out,
            "round {}: {white} wins of White's, {draws} draws, {black} of Black's; {} positions; error {before:.5} -> {after:.5}",
            number + 1,
            round.positions
        )?;
    }
    stdout().flush()?;
    Ok(())
}
