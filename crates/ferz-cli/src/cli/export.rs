//! `ferz export`

use std::io::{Write, stderr, stdout};
use std::path::PathBuf;

use ferz::export::{to_diagram, to_variants_ini};

use super::common::{Failure, GameArgs, drawn};
use super::file;

/// Write a game for another program
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With variants.ini, the game becomes a section of that file, which Fairy-Stockfish and programs built on it read; with diagram, a part of a web page with the Interactive Diagram of chessvariants.com and the rules in words. If the game has rules that the other format can't express, each is reported at its place in the game file, and nothing is written.

Examples:
  ferz export capablanca --to variants.ini      a section for Fairy-Stockfish
  ferz export shako --to diagram -o shako.html  a page for chessvariants.com"
)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// What to write
    #[arg(long, value_name = "FORMAT")]
    to: Target,
    /// The name of the variant or diagram; by default, that of the game
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

/// A format of another program.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Target {
    /// A section of Fairy-Stockfish's variants.ini
    #[value(name = "variants.ini")]
    VariantsIni,
    /// A page for chessvariants.com with its Interactive Diagram
    Diagram,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let variant = args.game.load()?;
    let name = args.name.clone().unwrap_or_else(|| plain(variant.name()));
    let exported = match args.to {
        Target::VariantsIni => {
            if name.is_empty() || name.chars().any(|c| c.is_control() || "[]:#;".contains(c)) {
                let fault = format!(
                    "`--name {name}` can't be the name of a section: leave out `[`, `]`, `:`, `#` and `;`"
                );
                return Err(Failure::Usage(fault));
            }
            to_variants_ini(&variant, &name)
        }
        Target::Diagram => {
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)) {
                let fault = format!(
                    "`--name {name}` can't be the name of a diagram: use letters, digits, `-` and `_`"
                );
                return Err(Failure::Usage(fault));
            }
            to_diagram(&variant, &name)
        }
    };
    if !exported.report.diagnostics().is_empty() {
        writeln!(stderr(), "{}", drawn(&exported.report, variant.sources()).trim_end())?;
    }
    let Some(text) = exported.text else { return Err(Failure::Said) };
    match &args.output {
        None => write!(stdout(), "{text}")?,
        Some(path) if args.force => file::replace(path, text.as_bytes())?,
        Some(path) => file::create(path, text.as_bytes())?,
    }
    Ok(())
}

/// The name of a game as used for a section: that of its file, without folders and extension.
fn plain(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file.strip_suffix(".toml").unwrap_or(file);
    stem.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '-' }).collect()
}
