//! `ferz engine`: an engine for chess programs.

use std::io::{BufReader, stdin, stdout};
use std::path::PathBuf;

use super::common::Failure;
use crate::protocol::{SupportedVariants, serve};

/// Run as an engine for chess programs, over UCI or CECP (XBoard)
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: xboard -fcp \"ferz engine my-game.toml\"")]
pub(super) struct Args {
    /// Game files to offer besides the built-in games
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let files = args.files.clone();
    let offers = move || SupportedVariants::new(&files);
    Ok(serve(BufReader::new(stdin()), Box::new(stdout()), offers)?)
}
