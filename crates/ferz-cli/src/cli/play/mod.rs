//! `ferz play`: a game in the terminal.
//!
//! After every move the whole game is in its save, so that nothing is lost however the program ends. A terminal gets the whole-screen
//! `view`. Pipes, screen readers and small terminals get the `table`: lines come in, boards and words go out, and nothing is ever
//! drawn over. Both play one `sitting`.

mod answers;
mod begin;
mod clock;
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
mod session;
mod sight;
mod store;
mod table;
mod view;

use std::path::PathBuf;

use ferz::Level;

use super::common::{Failure, OptionArgs, PositionArgs};
use super::figures::TextFigures;
pub(super) use begin::{open, saved};
use clock::Allowance;
use screen::Screen;
use seat::Seat;
use session::Session;
use table::Table;

const AFTER: &str = "\
Examples:
  ferz play courier                  you play White, the engine Black
  ferz play courier --level 1        the same against a beginner
  ferz play courier --white engine   the other way round
  ferz play courier --two-players    both sides by hand
  ferz play courier --resume         go on with the last unfinished game
  ferz play courier --plain          line by line, without drawing on the screen

On the screen, choose a move with the arrows and Enter or the mouse, or type it; `?` shows all keys.";

/// Play a game in the terminal, full screen or line by line, against the engine or for two players
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER)]
pub(super) struct Args {
    /// A built-in game (see `ferz list`) or the path of a `.toml` file; not needed with --resume
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
    /// Play both sides by hand
    #[arg(long, conflicts_with_all = ["white", "black"])]
    two_players: bool,
    /// Level of the engine, from 1 to 31 [default: 6]
    #[arg(long, value_name = "N", value_parser = level)]
    level: Option<Level>,
    /// Random seed of the engine, to play the same way every time
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How to draw the pieces [default: unicode in a terminal that shows it, else letters]
    #[arg(long, value_enum)]
    glyphs: Option<TextFigures>,
    /// Print lines of text instead of a full screen, for example for a screen reader; the default in pipes and small terminals
    #[arg(long)]
    plain: bool,
    /// Show a clock of M minutes plus S seconds a move; nobody loses on time [default: as in the resumed game]
    #[arg(long, value_name = "M+S", conflicts_with = "plain")]
    clock: Option<Allowance>,
    /// Save the game in this file, which must not exist yet
    #[arg(long, value_name = "FILE", conflicts_with = "no_save")]
    save: Option<PathBuf>,
    /// Resume a saved game: this one, or the unfinished one played last
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["fen", "moves"])]
    resume: Option<Option<String>>,
    /// Don't save the game
    #[arg(long)]
    no_save: bool,
}

/// The level if nothing else is said.
const USUAL: Level = Level::USUAL;

/// Reads the level.
fn level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| format!("levels go from {} to {}", Level::LOWEST, Level::HIGHEST))
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (game, record, resigned) = begin::begin(args)?;
    let sitting = Session::new(game, record, resigned);
    let screen = Screen::new(args.glyphs.map(Into::into));
    if !args.plain && view::fits(&sitting) {
        return view::run(sitting, &screen)?.kept();
    }
    if args.clock.is_some() {
        let needs = "`--clock` needs a full-screen board: a terminal that is large enough";
        return Err(Failure::Usage(needs.to_owned()));
    }
    Table::new(sitting, screen).run()?.kept()
}
