//! `ferz site`

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use super::common::Failure;
use crate::disk;
use crate::studio::{SITE_PARTS, SiteParts, write_site};

/// Write the studio as a static site: all games, the editor and the engine, running in the browser
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz site -o public

Then open public/index.html, or put the folder on any web server.")]
pub(super) struct Args {
    /// Write to this folder, which is created if it is missing; files of an older site are replaced
    #[arg(long, short, value_name = "DIR")]
    output: PathBuf,
    /// Take the parts of the site that are built from this folder, not from the program
    #[arg(long, value_name = "DIR")]
    parts: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let folder = &args.output;
    let parts = parts(args.parts.as_deref())?;
    let bytes = write_site(folder, &parts).map_err(|error| {
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

/// The parts from a folder, or those that the program carries.
fn parts(folder: Option<&Path>) -> Result<SiteParts, Failure> {
    let Some(folder) = folder else {
        return SiteParts::carried().ok_or_else(|| {
            Failure::Usage(format!(
                "this program was compiled without ferz for the browser: in a checkout of ferz, run `crates/ferz-wasm/build.sh --site`, \
                 and then this command with `--parts {SITE_PARTS}`"
            ))
        });
    };
    SiteParts::read(folder).map_err(|(path, error)| {
        Failure::Usage(format!("can't read {}: {}", path.display(), disk::words(&error)))
    })
}
