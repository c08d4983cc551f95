//! `ferz test`

use std::io::{Write, stderr, stdout};

use ferz::{Variant, builtin_games};

use super::common::{Failure, drawn};

/// Run the examples inside game files
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz test courier my-game.toml")]
pub(super) struct Args {
    /// Built-in games or files; if none is given, all built-in games
    #[arg(value_name = "GAME or FILE")]
    games: Vec<String>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let games = match &args.games[..] {
        [] => builtin_games().into_iter().map(str::to_owned).collect(),
        games => games.to_vec(),
    };
    let mut out = stdout().lock();
    let (mut passed, mut failed, mut unloaded) = (0, 0, None);
    for game in games {
        let variant = match Variant::load(&game, &[]) {
            Ok(variant) => variant,
            Err(error) => {
                failed += 1;
                writeln!(out, "{game}: can't be loaded")?;
                writeln!(stderr(), "{}", drawn(&error.report, &error.sources).trim_end())?;
                unloaded = Some(Failure::from(error));
                continue;
            }
        };
        for outcome in variant.run_examples() {
            match outcome.fault {
                None => passed += 1,
                Some(fault) => {
                    failed += 1;
                    let (name, line, column) = outcome.place;
                    writeln!(out, "{name}:{line}:{column}: {}: {fault}", outcome.shows)?;
                }
            }
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    match unloaded {
        Some(Failure::Usage(_)) => Err(Failure::Usage(String::new())),
        _ if failed > 0 => Err(Failure::Said),
        _ => Ok(()),
    }
}
