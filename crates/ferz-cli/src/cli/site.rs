//! `ferz site`

use std::io::{Write, stdout};
use std::path::PathBuf;

use super::common::Failure;
use crate::disk;
use crate::studio::write_site;

/// Write the studio as a static site: all games, the editor and the engine, running in the browser
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz site -o public

Then open public/index.html, or put the folder on any web server.")]
pub(super) struct Args {
    /// Write to this folder, which is created if it is missing; files of an older site are replaced
    #[arg(long, short, value_name = "DIR")]
    output: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let folder = &args.output;
    let bytes = write_site(folder).map_err(|error| {
        Failure::Usage(format!("can't write to {}: {}", folder.display(), disk::words(&error)))
    })?;
    writeln!(
        stdout(),
        "The site is in {} ({:.1} MB): open its index.html, or put it on a web server.",
        folder.display(),
        bytes as f64 / 1e6
    )?;
    Ok(())
}
