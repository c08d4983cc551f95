//! `ferz play`: a game in the terminal.
//!
//! Lines come in, boards and words go out, and after every step the whole game is in its save, so that nothing is lost however the
//! program ends. The same loop serves a terminal, a pipe and a screen reader: nothing is ever drawn over.

mod answers;
mod begin;
mod command;
mod ends;
mod input;
mod listing;
mod mistake;
mod player;
mod record;
mod save;
mod screen;
mod seat;
mod store;
mod table;

use std::path::PathBuf;

use super::common::{Failure, OptionArgs, PositionArgs};
use super::draw::Figures;
use crate::Level;
pub(super) use begin::{open, saved};
use screen::Screen;
use seat::Seat;
use table::Table;

const AFTER: &str = "\
Examples:
  ferz play courier                  you play White, the engine Black
  ferz play courier --level 1        the same against a beginner
  ferz play courier --white engine   the other way round
  ferz play courier --two-players    both sides by hand
  ferz play courier --resume         go on with the last unfinished game";

/// Play a game in the terminal, against the engine or by hand
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER)]
pub(super) struct Args {
    /// A built-in game (see `ferz list`) or the path of a `.toml` file; a resumed game knows it itself
    #[arg(value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Who plays White [default: human]
    #[arg(long, value_enum, value_name = "WHO", hide_default_value = true)]
    white: Option<Seat>,
    /// Who plays Black [default: whoever does not play White]
    #[arg(long, value_enum, value_name = "WHO")]
    black: Option<Seat>,
    /// Both sides by hand
    #[arg(long, conflicts_with_all = ["white", "black"])]
    two_players: bool,
    /// How well the engine plays, from 1 to 10 [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: Option<u8>,
    /// Let the engine's chances fall the same way every time
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How to draw the men [default: unicode in a terminal that shows it, else letters]
    #[arg(long, value_enum)]
    figures: Option<Figures>,
    /// Keep the game in this file, which must not exist yet
    #[arg(long, value_name = "FILE", conflicts_with = "no_save")]
    save: Option<PathBuf>,
    /// Go on with a saved game: this one, or the unfinished one last played
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["fen", "moves"])]
    resume: Option<Option<String>>,
    /// Don't save the game
    #[arg(long)]
    no_save: bool,
}

/// The level if nothing else is said.
const USUAL: Level = Level::USUAL;

impl Args {
    fn level(&self) -> Option<Level> {
        self.level.and_then(Level::new)
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (game, record, resigned) = begin::begin(args)?;
    let table = Table::new(game, record, Screen::new(args.figures), resigned);
    Ok(table.run()?)
}
