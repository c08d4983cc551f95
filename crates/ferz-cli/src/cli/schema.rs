//! `ferz schema`

use std::io::{Write, stdout};

use ferz::language::schema;

use super::common::Failure;

/// Print the JSON Schema of game files, for editors
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz schema > ferz.schema.json")]
pub(super) struct Args {}

pub(super) fn run(_: &Args) -> Result<(), Failure> {
    writeln!(stdout(), "{}", schema())?;
    Ok(())
}
