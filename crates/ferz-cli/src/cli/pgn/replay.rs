//! `ferz pgn replay`

use std::io::{Write, stdout};

use ferz::pgn::{Notation, Played, Record, Termination};
use ferz::text::printable;

use super::{Failure, Game, RulesArgs, Store, complain, games};
use crate::cli::draw::{Look, board};
use crate::cli::figures::TextFigures;

/// Show games: the last position of each, or every position
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz pgn replay games.pgn --number 3 --each")]
pub(super) struct Args {
    /// The file with the games; if not given, standard input
    file: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Only the game with this number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,
    /// Show every position
    #[arg(long, conflicts_with = "ply")]
    each: bool,
    /// The position after this many moves, instead of the last
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Only FENs, one per line
    #[arg(long)]
    fen: bool,
    /// How to draw the pieces
    #[arg(long, value_enum, default_value_t = TextFigures::Letters)]
    glyphs: TextFigures,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut shelf = Store::new(&args.rules)?;
    let mut faulty = false;
    games(args.file.as_deref(), args.number, |number, record| {
        match shelf.play(&record, Notation::San) {
            Ok(played) => {
                show(args, number, &played)?;
                faulty |= complain(args.file.as_deref(), &played.faults);
            }
            Err(faults) => faulty |= complain(args.file.as_deref(), &faults),
        }
        Ok(())
    })?;
    if faulty { Err(Failure::Said) } else { Ok(()) }
}

fn show(args: &Args, number: u64, played: &Played) -> Result<(), Failure> {
    let mut out = stdout().lock();
    let moves = played.game.moves().len();
    let mut game = played.game.clone();
    let shown = if args.each { 0 } else { args.ply.unwrap_or(moves).min(moves) };
    while game.moves().len() > shown {
        game.undo();
    }
    if !args.fen {
        head(&mut out, number, &played.record)?;
    }
    loop {
        position(args, &mut out, &game)?;
        let Some(made) = played.game.moves().get(game.moves().len()).filter(|_| args.each) else { break };
        game.play_unclaimed(made);
    }
    if !args.fen && game.moves().len() == moves {
        end(&mut out, &game, &played.record)?;
    }
    Ok(())
}

fn head(out: &mut impl Write, number: u64, record: &Record) -> Result<(), Failure> {
    let tag = |name| printable(record.tag(name).unwrap_or("?"));
    let game = record.tag("Variant").map_or_else(String::new, |variant| format!(" ({})", printable(variant)));
    writeln!(
        out,
        "Game {number}{game}: {} against {}, {}, {}\n",
        tag("White"),
        tag("Black"),
        tag("Event"),
        tag("Date")
    )?;
    Ok(())
}

fn position(args: &Args, out: &mut impl Write, game: &Game) -> Result<(), Failure> {
    if args.fen {
        return Ok(writeln!(out, "{}", game.fen())?);
    }
    if let (Some(made), Some(san)) = (game.moves().last(), game.sans().last()) {
        writeln!(out, "Move {}: {san} ({made})", game.moves().len())?;
    }
    writeln!(out, "\n{}\nFEN: {}\n", board(game, &Look::plain(args.glyphs.into()), &[]), game.fen())?;
    Ok(())
}

fn end(out: &mut impl Write, game: &Game, record: &Record) -> Result<(), Failure> {
    let outcome = record.termination.unwrap_or(Termination::Unknown).word();
    let reason = match (game.outcome(), record.tag("Termination")) {
        (Some(result), _) => format!(" ({})", result.reason),
        (None, Some(words)) => format!(" ({})", printable(words)),
        _ => String::new(),
    };
    writeln!(out, "Result: {outcome}{reason}\n")?;
    Ok(())
}
