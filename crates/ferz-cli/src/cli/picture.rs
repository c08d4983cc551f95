//! `ferz draw`

use std::path::{Path, PathBuf};

use ferz::draw::Picture;
use ferz::draw::svg::{self, Frame};

use super::common::{Failure, GameArgs, PositionArgs};
use super::figures::PictureFigures;
use super::file;
use crate::png::png;

/// Draw a position as a picture, SVG or PNG
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz draw courier --moves \"g1f2\" -o board.svg")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Write to this file instead of standard output; an existing file is replaced
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The format; by default, PNG for a `.png` file, otherwise SVG
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Pixels per unit in a PNG; a square is 40 units wide
    #[arg(long, value_name = "N", default_value_t = 2.0)]
    scale: f32,
    /// How to draw the pieces
    #[arg(long, value_enum, default_value_t = PictureFigures::Drawn)]
    glyphs: PictureFigures,
    /// Draw the board from Black's side
    #[arg(long)]
    turned: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Lines and shapes, sharp at any size
    Svg,
    /// Pixels
    Png,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let variant = args.game.load()?;
    let mut picture = Picture::shown(&args.position.game(&variant)?, args.glyphs.into());
    picture.turned = args.turned;
    let drawn = svg::board(&picture, Frame::Alone);
    let output = args.output.as_deref();
    match args.format.map_or_else(|| format_of(output), Ok)? {
        Format::Svg => file::put(output, drawn.as_bytes()),
        Format::Png => file::put(output, &png(&drawn, args.scale).map_err(Failure::Usage)?),
    }
}

fn format_of(file: Option<&Path>) -> Result<Format, Failure> {
    match file::ending(file).as_deref() {
        None | Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        Some(other) => Err(file::no_format(other, "`.svg` or `.png`")),
    }
}
