//! `ferz lsp`

use std::io::{BufReader, stdin, stdout};

use super::common::Failure;
use crate::lsp::serve;

/// Run a language server (LSP) for editors: diagnostics, completion, hover and more for game files
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz lsp

An editor starts it and talks to it over standard input and output; docs/editors.md says how to set that up. The exit status is 0 if \
the editor shut it down as the protocol asks, and 1 if not.")]
pub(super) struct Args {
    /// Use standard input and output (the default; some editors pass this flag)
    #[arg(long)]
    stdio: bool,
}

pub(super) fn run(_: &Args) -> Result<(), Failure> {
    match serve(BufReader::new(stdin()), stdout()) {
        true => Ok(()),
        false => Err(Failure::Said),
    }
}
