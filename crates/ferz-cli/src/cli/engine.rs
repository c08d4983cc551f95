//! `ferz engine`: an engine for chess programs.

use std::io::{BufReader, stdin, stdout};
use std::path::PathBuf;

use super::common::Failure;
use crate::protocol::{Offers, serve};

/// Be an engine for chess programs, by the protocols UCI and CECP (XBoard)
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: xboard -fcp \"ferz engine my-game.toml\"")]
pub(super) struct Args {
    /// Files of games to offer beside the built-in ones
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let offers = Offers::new(&args.files)?;
    Ok(serve(BufReader::new(stdin()), Box::new(stdout()), offers)?)
}
