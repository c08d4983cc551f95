//! `ferz pgn validate`

use std::io::{Write, stdout};

use ferz::pgn::{Fault, Notation};
use ferz::text::Severity;
use serde_json::json;

use super::{Failure, RulesArgs, Store, complain, games, named};
use crate::cli::common::Format;

/// Check games: their notation, the legality of their moves and variations, their results
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz pgn validate games.pgn")]
pub(super) struct Args {
    /// The files with the games; if none is given, standard input
    files: Vec<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Treat warnings as errors
    #[arg(long)]
    strict: bool,
    /// Output: for people on standard error, or one JSON object per line on standard output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut shelf = Store::new(&args.rules)?;
    let files: Vec<Option<&str>> = match args.files.is_empty() {
        true => vec![None],
        false => args.files.iter().map(|file| Some(file.as_str())).collect(),
    };
    let (mut all, mut faulty) = (0u64, 0u64);
    for file in files {
        games(file, None, |number, record| {
            let faults = match shelf.play(&record, Notation::Coordinates) {
                Ok(played) => played.faults,
                Err(faults) => faults,
            };
            all += 1;
            let bad = faults.iter().any(|fault| args.strict || fault.severity == Severity::Error);
            faulty += u64::from(bad);
            match args.format {
                Format::Text => drop(complain(file, &faults)),
                Format::Json => write_json(file, number, &faults)?,
            }
            Ok(())
        })?;
    }
    if args.format == Format::Text {
        let games = if all == 1 { "game" } else { "games" };
        writeln!(stdout(), "{all} {games}, {faulty} with errors")?;
    }
    if faulty > 0 { Err(Failure::Said) } else { Ok(()) }
}

fn write_json(file: Option<&str>, number: u64, faults: &[Fault]) -> Result<(), Failure> {
    let mut out = stdout().lock();
    for Fault { place, severity, message } in faults {
        let severity = if *severity == Severity::Error { "error" } else { "warning" };
        let object = json!({
            "file": named(file), "game": number, "line": place.line, "column": place.column,
            "severity": severity, "message": message,
        });
        writeln!(out, "{object}")?;
    }
    Ok(())
}
