//! `ferz pgn`: games in Portable Game Notation, of every game.

mod annotate;
mod convert;
mod replay;
mod store;
mod validate;

use std::io::Write;

use ferz::pgn::{Reader, Record};
use ferz::{Game, Side, Variant};

use super::common::{Failure, OptionArgs};
use super::file::open;
use store::Store;

const AFTER: &str = "\
Examples:
  ferz pgn validate games.pgn                     report everything that is wrong
  ferz pgn convert games.pgn --notation coordinates
  ferz pgn convert games.pgn --to moves | ferz replay courier
  ferz pgn annotate games.pgn                     evaluations, and better lines for mistakes
  ferz pgn replay games.pgn --number 3 --each     the third game, board by board";

/// Read, check, convert, annotate and replay PGN games of any game
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Validate(validate::Args),
    Convert(convert::Args),
    Annotate(annotate::Args),
    Replay(replay::Args),
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Validate(args) => validate::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Annotate(args) => annotate::run(args),
        Command::Replay(args) => replay::run(args),
    }
}

/// The game that is played, whatever a tag says.
#[derive(Debug, clap::Args)]
struct RulesArgs {
    /// The game that was played: a built-in game or a `.toml` file [default: what the tag `Variant` says, or chess]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
}

/// Calls `each` with the games of a file and their numbers, from 1; only with the game of a given number, if there is one.
fn games(
    file: Option<&str>,
    number: Option<u64>,
    mut each: impl FnMut(u64, Record) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut found = 0;
    for record in Reader::new(open(file)?) {
        found += 1;
        if number.is_none_or(|number| number == found) {
            each(found, record?)?;
        }
        if number == Some(found) {
            return Ok(());
        }
    }
    match number {
        Some(number) => Err(Failure::Usage(format!("there is no game {number}: there are only {found}"))),
        None => Ok(()),
    }
}

/// A file's name as shown to people.
fn named(file: Option<&str>) -> &str {
    file.filter(|file| *file != "-").unwrap_or("standard input")
}

/// Reports on standard error what is wrong with a game; returns `true` if any of it is an error.
fn complain(file: Option<&str>, faults: &[ferz::pgn::Fault]) -> bool {
    let mut err = std::io::stderr().lock();
    for fault in faults {
        // nothing is left to do if this can't be written
        let _ = writeln!(err, "{}:{fault}", named(file));
    }
    faults.iter().any(|fault| fault.severity == ferz::text::Severity::Error)
}
