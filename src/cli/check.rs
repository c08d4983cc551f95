//! `ferz check`

use std::io::{Write, stderr, stdout};
use std::path::Path;

use clap::ValueEnum;

use super::common::{Failure, drawn};
use crate::game::check_file;
use crate::text::render;

/// Check game files: every problem, with its place and what to do about it
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz check my-game.toml")]
pub(super) struct Args {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Say so when all is well
    #[arg(long, short)]
    verbose: bool,
    /// How to say what is wrong: drawn for people on standard error, or as JSON, one object a line, on standard output
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Human,
    Json,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut faults = false;
    for file in &args.files {
        let (report, sources) = check_file(Path::new(file)).map_err(Failure::Usage)?;
        faults |= report.has_errors();
        match args.format {
            Format::Human => {
                let text = drawn(&report, &sources);
                if !text.trim().is_empty() {
                    writeln!(stderr(), "{}", text.trim_end())?;
                }
            }
            Format::Json => {
                let mut out = stdout().lock();
                render::json(&report, &sources).iter().try_for_each(|line| writeln!(out, "{line}"))?;
            }
        }
        if args.verbose && report.diagnostics().is_empty() {
            writeln!(stderr(), "{file}: all is well")?;
        }
    }
    if faults { Err(Failure::Said) } else { Ok(()) }
}
