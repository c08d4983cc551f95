//! `ferz diagram`

use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};

use ferz::Cells;
use ferz::draw::Diagram;
use ferz::draw::svg::{self, Frame};
use ferz::movement::{Movement, known_by_name};
use ferz::text::{Diagnostic, Report, Sources, Span, in_a_row, sentence, wrapped};

use super::common::{Failure, drawn};
use super::file;
use crate::png::png;

/// Draw a movement: a piece in the middle of a small board, White playing up the board
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz diagram \"fmW fcF\"")]
pub(super) struct Args {
    /// A movement in Betza's notation, such as `fmW fcF`, or the name of a piece, such as `griffon`
    #[arg(value_name = "MOVEMENT")]
    movement: String,
    /// The letter of the piece in the middle
    #[arg(long, value_name = "LETTER", default_value = "@")]
    letter: String,
    /// Write to this file instead of standard output; an existing file is replaced
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The format; by default, the extension of the file (`.svg`, `.png`), otherwise text
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Draw the text with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Draw the movement on a board of hexagons
    #[arg(long)]
    hexagons: bool,
    /// Instead of drawing, say whether this movement is the same on every board and in every position; exit status 1 if not
    #[arg(long, value_name = "MOVEMENT", conflicts_with_all = ["output", "format", "ascii", "letter"])]
    same_as: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Words, a diagram, and what its signs mean
    Text,
    /// Lines and shapes, sharp at any size
    Svg,
    /// Pixels, two per unit
    Png,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let text = written(&args.movement);
    let cells = if args.hexagons { Cells::Hexagons } else { Cells::Squares };
    let movement = read(cells, text)?;
    if let Some(other) = &args.same_as {
        return compare(text, &movement, (cells, written(other)));
    }
    let diagram = Diagram::of(&movement);
    let words = sentence(&movement.words()) + "." + &known_as(movement.names());
    let picture = || svg::movement(&diagram, &args.letter, text, &words, Frame::Alone);
    let output = args.output.as_deref();
    match args.format.map_or_else(|| format_of(output), Ok)? {
        Format::Text => {
            let signs = diagram.with_legend(&args.letter, args.ascii, "");
            file::put(output, format!("{}\n{signs}", wrapped(&words, "", "")).as_bytes())
        }
        Format::Svg => file::put(output, picture().as_bytes()),
        Format::Png => file::put(output, &png(&picture(), 2.0).map_err(Failure::Usage)?),
    }
}

/// ` Known as the griffon or gryphon.`; empty without a name.
pub(super) fn known_as(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        names => format!(" Known as the {}.", in_a_row(names, "or")),
    }
}

/// The notation of a movement that is given by a name; anything else is as it is.
fn written(text: &str) -> &str {
    known_by_name(text).map_or(text, |known| known.notation)
}

/// Says whether two movements are the same.
fn compare(text: &str, movement: &Movement, (cells, other): (Cells, &str)) -> Result<(), Failure> {
    let alike = movement.is_alike(&read(cells, other)?);
    let verb = if alike { "are the same" } else { "differ" };
    writeln!(stdout(), "`{text}` and `{other}` {verb}")?;
    if alike { Ok(()) } else { Err(Failure::Said) }
}

/// The movement of a text; warnings are printed.
fn read(cells: Cells, text: &str) -> Result<Movement, Failure> {
    let mut sources = Sources::default();
    let source = sources.add("MOVEMENT", text);
    let place = Span::new(source, 0, text.len());
    let said = |diagnostics: Vec<Diagnostic>| {
        let mut report = Report::default();
        diagnostics.into_iter().for_each(|diagnostic| report.push(diagnostic));
        drawn(&report, &sources)
    };
    match Movement::read(cells, text, place) {
        Ok((movement, warnings)) => {
            if !warnings.is_empty() {
                write!(stderr(), "{}", said(warnings))?;
            }
            Ok(movement)
        }
        Err(faults) => Err(Failure::Input(said(faults))),
    }
}

fn format_of(file: Option<&Path>) -> Result<Format, Failure> {
    match file::ending(file).as_deref() {
        None | Some("txt" | "text") => Ok(Format::Text),
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        Some(other) => Err(file::no_format(other, "`.txt`, `.svg` or `.png`")),
    }
}
