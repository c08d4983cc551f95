//! `ferz test`: the examples inside game files.

use std::io::{Write, stderr, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use ferz::{ExampleOutcome, LoadError, Variant, builtin_games};

use super::common::{Failure, drawn};
use super::{examples_told as told, examples_update as update, file};

/// Run the examples inside game files
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz test my-game.toml --filter castling

For an example that fails, its place and what is wrong go to standard output, the position to standard error.")]
pub(super) struct Args {
    /// Built-in games, files, or folders with `.toml` files; if none is given, all built-in games
    #[arg(value_name = "GAME or FILE")]
    games: Vec<String>,
    /// Run only the examples whose name (the text of `shows`) contains this text
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// How to report: lines for people (text), one JSON object per line for each example (json), or a report for CI systems (junit)
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Also report the examples that pass
    #[arg(long, short)]
    verbose: bool,
    /// List the names of the examples without running them
    #[arg(long, conflicts_with = "update")]
    list: bool,
    /// Correct the numbers in the files where `count` or `perft` states another than was counted
    #[arg(long)]
    update: bool,
    /// Read no file outside the folder of the game file; for files of strangers
    #[arg(long)]
    confined: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Junit,
}

/// The examples of a game that were run.
#[derive(Debug)]
pub(super) struct Suite {
    /// The game as it was named.
    pub(super) game: String,
    pub(super) outcomes: Vec<ExampleOutcome>,
    /// The reason why the game can't be loaded, in a line a problem.
    pub(super) unloaded: Option<String>,
    pub(super) time: Duration,
}

impl Suite {
    pub(super) fn failed(&self) -> usize {
        self.outcomes.iter().filter(|outcome| outcome.fault.is_some()).count()
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let games = match &args.games[..] {
        [] => builtin_games().into_iter().map(str::to_owned).collect(),
        games => file::game_files(games)?,
    };
    if args.list {
        return list(args, &games);
    }
    let (mut suites, mut usage) = (Vec::new(), false);
    for game in games {
        let begun = Instant::now();
        let (outcomes, unloaded) = match tried(args, &game) {
            Ok(outcomes) => (outcomes, None),
            Err(Unrun::Unloaded(error)) => {
                writeln!(stderr(), "{}", drawn(&error.report, &error.sources).trim_end())?;
                let message = error.to_string();
                usage |= matches!(Failure::from(*error), Failure::Usage(_));
                (Vec::new(), Some(message))
            }
            Err(Unrun::Failed(failure)) => return Err(failure),
        };
        let suite = Suite { game, outcomes, unloaded, time: begun.elapsed() };
        match args.format {
            Format::Text => lines(args, &suite)?,
            Format::Json => write!(stdout(), "{}", told::json(&suite))?,
            Format::Junit => {}
        }
        suites.push(suite);
    }
    summed_up(args, &suites, usage)
}

fn summed_up(args: &Args, suites: &[Suite], usage: bool) -> Result<(), Failure> {
    let all: usize = suites.iter().map(|suite| suite.outcomes.len()).sum();
    let unloaded = suites.iter().filter(|suite| suite.unloaded.is_some()).count();
    let failed = unloaded + suites.iter().map(Suite::failed).sum::<usize>();
    let words = format!("{} passed, {failed} failed", all + unloaded - failed);
    match args.format {
        Format::Text => writeln!(stdout(), "{words}")?,
        Format::Json => writeln!(stderr(), "{words}")?,
        Format::Junit => {
            stdout().write_all(&told::junit(suites)?)?;
            writeln!(stderr(), "{words}")?;
        }
    }
    match &args.filter {
        _ if usage => Err(Failure::Usage(String::new())),
        _ if failed > 0 => Err(Failure::Said),
        Some(filter) if all == 0 => Err(nothing_named(filter)),
        _ => Ok(()),
    }
}

fn nothing_named(filter: &str) -> Failure {
    let shown = ferz::text::shown(filter);
    Failure::Usage(format!("no example has `{shown}` in its name: `ferz test --list` shows the names"))
}

/// The reason why no example of a game was run.
enum Unrun {
    Unloaded(Box<LoadError>),
    Failed(Failure),
}

impl From<LoadError> for Unrun {
    fn from(error: LoadError) -> Self {
        Self::Unloaded(Box::new(error))
    }
}

impl Args {
    /// Returns `true` if an example of this name is meant; capitals make no difference.
    fn means(&self, name: &str) -> bool {
        let filter = self.filter.as_deref().unwrap_or_default().to_lowercase();
        name.to_lowercase().contains(&filter)
    }

    fn load(&self, game: &str) -> Result<Variant, LoadError> {
        if self.confined { Variant::load_confined(game, &[]) } else { Variant::load(game, &[]) }
    }
}

fn tried(args: &Args, game: &str) -> Result<Vec<ExampleOutcome>, Unrun> {
    let once = || Ok(args.load(game)?.run_examples_if(|name| args.means(name)));
    if args.update && Path::new(game).is_file() {
        return update::update(Path::new(game), once);
    }
    once()
}

impl From<Failure> for Unrun {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

fn list(args: &Args, games: &[String]) -> Result<(), Failure> {
    let (mut out, mut found) = (stdout().lock(), 0);
    for game in games {
        let variant = args.load(game)?;
        for name in variant.example_names().into_iter().filter(|name| args.means(name)) {
            found += 1;
            match args.format {
                Format::Json => writeln!(out, "{}", serde_json::json!({ "game": game, "name": name }))?,
                Format::Text | Format::Junit => writeln!(out, "{game}: {name}")?,
            }
        }
    }
    match &args.filter {
        Some(filter) if found == 0 => Err(nothing_named(filter)),
        _ => Ok(()),
    }
}

/// A line for each failure, and the position in which it appears on standard error.
fn lines(args: &Args, suite: &Suite) -> Result<(), Failure> {
    let mut out = stdout();
    if suite.unloaded.is_some() {
        writeln!(out, "{}: can't be loaded", suite.game)?;
    }
    for outcome in &suite.outcomes {
        match &outcome.fault {
            None if args.verbose => writeln!(out, "{}: ok: {}", suite.game, outcome.shows)?,
            None => {}
            Some(fault) => {
                let (name, line, column) = &outcome.place;
                writeln!(out, "{name}:{line}:{column}: {}: {fault}", outcome.shows)?;
                if let Some(game) = &outcome.game {
                    writeln!(stderr(), "\n{}\n", told::position(game))?;
                }
            }
        }
    }
    Ok(())
}
