//! `ferz replay`

use std::io::{BufRead, Write, stderr, stdout};

use ferz::{Game, Outcome};
use serde_json::json;

use super::common::{Failure, GameArgs, begin};
use super::file::open;

/// Replay games, one per line, and count the legal moves before each move
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: echo \"e2e4 e7e5\" | ferz replay chess")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The file with the games; if not given, standard input
    file: Option<String>,
    /// Begin each game from this position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

/// The longest line that is read: far more than any game.
const LONGEST: usize = 1 << 20;

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let variant = args.game.load()?;
    let start = begin(&variant, args.fen.as_deref())?;
    let mut input = open(args.file.as_deref())?;
    let mut out = stdout().lock();
    let (mut faults, mut number) = (false, 0);
    while let Some(line) = read_line(&mut input)? {
        number += 1;
        let (object, fault) = replay(start.clone(), &line);
        writeln!(out, "{object}")?;
        if let Some((ply, message)) = fault {
            faults = true;
            out.flush()?;
            let name = args.file.as_deref().unwrap_or("standard input");
            let _ = writeln!(stderr(), "{name}:{number}: ply {ply}: {message}");
        }
    }
    if faults { Err(Failure::Said) } else { Ok(()) }
}

/// The next line of a text; `None` at its end.
pub(super) fn read_line(input: &mut dyn BufRead) -> Result<Option<String>, Failure> {
    use std::io::Read;
    let mut bytes = Vec::new();
    input.take(LONGEST as u64).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() == LONGEST {
        return Err(Failure::Input("a line is longer than any game".to_owned()));
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Plays the moves of a line; also the ply and the words of the first fault.
fn replay(mut game: Game, line: &str) -> (serde_json::Value, Option<(usize, String)>) {
    let (mut counts, mut fault) = (Vec::new(), None);
    for (index, mv) in line.split_whitespace().enumerate() {
        let count = game.legal_moves().len();
        if let Err(error) = game.play_text(mv) {
            fault = Some((index + 1, format!("`{mv}` can't be played: {error}")));
            break;
        }
        counts.push(count);
    }
    let result = game.outcome();
    let word = result.as_ref().map_or("unfinished", Outcome::word);
    let mut object = json!({
        "counts": counts, "result": word, "reason": result.as_ref().map(|result| result.reason.clone()),
        "next_count": game.legal_moves().len(),
    });
    if let Some((ply, message)) = &fault {
        object["error"] = json!(format!("ply {ply}: {message}"));
    }
    (object, fault)
}
