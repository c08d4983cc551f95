//! `ferz tune`

use std::fs;
use std::io::{BufRead, BufReader, Read, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use ferz::{
    ParseTrainingPositionError, TrainingPosition, Tuning, TuningProgress, TuningRound, Values, Variant,
};

use super::common::{Failure, GameArgs};
use super::file;
use super::progress::Progress;
use crate::disk;

/// Tune the engine's values to a game by letting it play itself
///
/// Piece values and all other evaluation weights are derived from the rules; this finds better ones. They are kept in a file beside the
/// game, with the extension `.values`, and used wherever the game is loaded.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz tune my-game.toml --threads 4")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Games per round; with 0, only the positions of --positions are used
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    games: u32,
    /// Number of rounds; each is played with the values found by the one before
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// Nodes to search for every move
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Threads that play [default: as many as the machine has]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Use the positions in this file as well, and add those of the games played now as they end
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Start from the values derived from the rules, not from those kept beside the game
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
    let shelf = args.positions.as_deref().map(|path| Shelf::open(path, &variant)).transpose()?;
    if args.games == 0 && shelf.as_ref().is_none_or(|shelf| shelf.lessons.is_empty()) {
        return Err(Failure::Usage("with `--games 0`, give positions: `--positions FILE`".to_owned()));
    }
    let (rounds, trouble) = tuned(&tuning, &variant, shelf);
    // what was found before something went wrong is kept
    if let Some(last) = rounds.last() {
        report(&rounds)?;
        keep(last, &tuning, output.as_deref())?;
    }
    trouble.map_or(Ok(()), Err)
}

/// Writes the values of a round to a file, or to standard output.
fn keep(last: &TuningRound, tuning: &Tuning, output: Option<&Path>) -> Result<(), Failure> {
    let text = format!(
        "# Values for the engine, found by `ferz tune` from {} positions of its own games at {} nodes a move.\n\
         # A piece: hundredths of the most common piece, in the middlegame and in the endgame. A term, or the freedom of a piece\n\
         # type: percent of the derived value. Ranks, from its own side, and files, from the edge: how much more it is worth there.\n\n{}",
        last.positions,
        tuning.nodes,
        last.values.text()
    );
    file::put(output, text.as_bytes())?;
    if let Some(path) = output {
        writeln!(stderr(), "The values are in {}.", path.display())?;
    }
    Ok(())
}

/// The file beside a game that is one.
fn beside(game: &Path) -> Option<PathBuf> {
    game.is_file().then(|| Values::path_beside(game))
}

/// No line of positions is longer, in bytes.
const LONGEST_LINE: u64 = 4096;

/// A file of positions, and what it held to begin with.
struct Shelf<'a> {
    path: &'a Path,
    file: Mutex<fs::File>,
    lessons: Vec<TrainingPosition>,
}

impl<'a> Shelf<'a> {
    /// Opens an existing file, or begins a new one.
    fn open(path: &'a Path, variant: &Variant) -> Result<Self, Failure> {
        let failed =
            |what: &str, why: &str| Failure::Input(format!("can't {what} {}: {why}", path.display()));
        if path.exists() && !path.is_file() {
            return Err(failed("open", "it is not a file"));
        }
        let options = fs::File::options().read(true).append(true).create(true).clone();
        let file = options.open(path).map_err(|error| failed("open", &disk::words(&error)))?;
        let (mut lessons, mut reader, mut line) = (Vec::new(), BufReader::new(&file), String::new());
        for number in 1.. {
            line.clear();
            let read = reader.by_ref().take(LONGEST_LINE).read_line(&mut line);
            if read.map_err(|error| failed("read", &disk::words(&error)))? == 0 {
                break;
            }
            let wrong = |why: &str| failed("learn from", &format!("line {number}: {why}"));
            // a line that was cut off has no line feed at its end
            let whole = line.strip_suffix('\n').ok_or_else(|| wrong("it is incomplete, or too long"))?;
            let lesson: TrainingPosition =
                whole.parse().map_err(|error: ParseTrainingPositionError| wrong(&error.to_string()))?;
            variant.start_from(&lesson.fen).map_err(|error| wrong(&error.to_string()))?;
            lessons.push(lesson);
        }
        Ok(Self { path, file: Mutex::new(file), lessons })
    }

    /// Adds positions at its end; all of them, or none if there is no room.
    fn add(&self, lessons: &[TrainingPosition]) -> std::io::Result<()> {
        let text: String = lessons.iter().map(|lesson| format!("{lesson}\n")).collect();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let before = file.metadata()?.len();
        file.write_all(text.as_bytes()).inspect_err(|_| _ = file.set_len(before))
    }
}

/// The rounds that were finished, and what kept the others from being finished.
fn tuned(
    tuning: &Tuning,
    variant: &Variant,
    shelf: Option<Shelf<'_>>,
) -> (Vec<TuningRound>, Option<Failure>) {
    let parts = tuning.rounds * (tuning.games + 100);
    let (progress, stop, lost) = (Progress::new(), AtomicBool::new(false), OnceLock::new());
    let known = shelf.as_ref().map_or(&[][..], |shelf| &shelf.lessons);
    let rounds = tuning.run(variant, known, &stop, &|told| {
        let (round, within) = match told {
            TuningProgress::Played(round, games, lessons) => {
                if let Some(Err(error)) = shelf.as_ref().map(|shelf| shelf.add(lessons)) {
                    _ = lost.set(error);
                    stop.store(true, Ordering::Relaxed);
                }
                (round, games)
            }
            TuningProgress::Fitted(round, thousandths) => (round, tuning.games + thousandths / 10),
        };
        progress.show((round - 1) * (tuning.games + 100) + within, parts);
    });
    progress.clear();
    let trouble = lost.into_inner().zip(shelf).map(|(error, shelf)| {
        Failure::Input(format!("can't write {}: {}", shelf.path.display(), disk::words(&error)))
    });
    (rounds, trouble)
}

fn report(rounds: &[TuningRound]) -> Result<(), Failure> {
    let mut out = stderr().lock();
    for (number, round) in rounds.iter().enumerate() {
        let [white, draws, black] = round.results;
        let [before, after] = round.errors;
        writeln!(
            out,
            "round {}: {white} wins for White, {draws} draws, {black} for Black; {} positions; error {before:.5} -> {after:.5}",
            number + 1,
            round.positions
        )?;
    }
    stdout().flush()?;
    Ok(())
}
