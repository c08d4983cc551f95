//! `ferz draw`

use std::path::PathBuf;

use super::common::{Failure, GameArgs, PositionArgs};
use super::draw::Figures;
use super::file;
use crate::Game;
use crate::draw::board::Picture;
use crate::draw::svg::{self, Frame};

/// Draw a position as an SVG picture
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz draw courier --moves \"g1f2\" -o board.svg")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Write to this file instead of standard output; a file that is there is replaced
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How to draw the men
    #[arg(long, value_enum, default_value_t = Figures::Letters)]
    figures: Figures,
    /// Draw the board from Black's side
    #[arg(long)]
    turned: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let variant = args.game.load()?;
    let game = args.position.game(&variant)?;
    let title = match game.result() {
        Some(result) => format!("{}: {} ({})", variant.title(), result.word(), result.reason),
        None => format!("{}: {} to move", variant.title(), game.side().name()),
    };
    let mut picture = Picture::of(&game, args.figures == Figures::Unicode, &title);
    picture.turned = args.turned;
    last_squares(&game).into_iter().for_each(|square| picture.mark(square));
    file::put(args.output.as_deref(), &svg::board(&picture, Frame::Alone))
}

/// The squares that the last step names.
fn last_squares(game: &Game) -> Vec<u8> {
    let geometry = &game.variant().rules.geometry;
    let made = game.made().last().map_or("", |made| &made.coordinates);
    let (mut squares, mut rest) = (Vec::new(), made.trim_start_matches('x'));
    while let Some((square, length)) = geometry.parse_prefix(rest) {
        squares.push(square);
        rest = &rest[length..];
    }
    squares
}
