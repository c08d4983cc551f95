//! `ferz moves`

use std::io::{Write, stdout};

use serde_json::json;

use super::common::{Failure, GameArgs, PositionArgs, whole};

/// List the legal moves of a position, in coordinate notation
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz moves courier --moves \"g1f2 a8a7\"")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Print one JSON object per line, with SAN and what the move does
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let game = args.position.game(&args.game.load()?)?;
    whole(&game)?;
    let mut moves: Vec<_> = game.legal_moves().into_iter().map(|mv| (mv.to_string(), mv)).collect();
    moves.sort_by(|one, other| one.0.cmp(&other.0));
    let mut out = stdout().lock();
    for (coordinates, mv) in moves {
        if args.json {
            let info = game.in_words(&mv);
            let taken = info.takes.iter().map(|(piece, square)| json!({ "piece": piece, "square": square }));
            let takes: Vec<_> = taken.collect();
            let line = json!({
                "move": coordinates, "san": info.san, "piece": info.piece, "from": info.from, "to": info.to,
                "kind": mv.kind(), "takes": takes, "says": info.says,
                "becomes": info.becomes, "castling": mv.is_castling(),
            });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{coordinates}")?;
        }
    }
    Ok(())
}
