//! `ferz rules`

use std::path::{Path, PathBuf};

use ferz::SheetFormat;

use super::common::{Failure, GameArgs};
use super::file;

/// Write the rule sheet of a game: all its rules in words and diagrams, to play from
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz rules courier -o courier.html")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The format; by default, the extension of the file (`.md`, `.html`), otherwise text
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write to this file instead of standard output; an existing file is replaced
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw the diagrams of text and Markdown with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Plain text, for the terminal
    Text,
    /// Markdown
    Markdown,
    /// One HTML file with its diagrams inside, to read or to print
    Html,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let variant = args.game.load()?;
    let output = args.output.as_deref();
    let format = match args.format.map_or_else(|| format_of(output), Ok)? {
        Format::Text => SheetFormat::Text,
        Format::Markdown => SheetFormat::Markdown,
        Format::Html => SheetFormat::Html,
    };
    let text = if args.ascii { variant.rule_sheet_in_ascii(format) } else { variant.rule_sheet(format) };
    file::put(output, text.as_bytes())
}

fn format_of(file: Option<&Path>) -> Result<Format, Failure> {
    match file::ending(file).as_deref() {
        None | Some("txt" | "text") => Ok(Format::Text),
        Some("md" | "markdown") => Ok(Format::Markdown),
        Some("html" | "htm" | "xhtml") => Ok(Format::Html),
        Some(other) => Err(file::no_format(other, "`.txt`, `.md` or `.html`")),
    }
}
