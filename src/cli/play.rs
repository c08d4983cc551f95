//! `ferz play`

use super::common::{Failure, GameArgs};

/// Play a game in the terminal
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    args.game.load().map(drop)
}
