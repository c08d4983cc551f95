//! The openings: positions from which games begin.

use std::fmt;
use std::io::{BufRead, Read};

use ferz::Dice;
use ferz::pgn::{Notation, Reader};
use ferz::{Game, Variant};

/// The maximum number of openings, and the maximum line length of a file of positions.
const MOST: usize = 100_000;
const LONGEST: u64 = 1 << 16;

/// The reason why a file of openings can't be used.
#[derive(Debug)]
pub(crate) enum OpeningsError {
    /// It has more than [`MOST`].
    TooMany,
    /// The line that can't be read, and why; or that there is nothing.
    Faulty(String),
}

impl From<String> for OpeningsError {
    fn from(message: String) -> Self {
        Self::Faulty(message)
    }
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany => write!(f, "there are more than {MOST} openings in it"),
            Self::Faulty(message) => f.write_str(message),
        }
    }
}

/// A position, and moves from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Opening {
    /// The position; `None` is the start position.
    pub(crate) fen: Option<String>,
    /// The moves in coordinate notation.
    pub(crate) moves: Vec<String>,
}

impl Opening {
    /// Returns the game after the opening.
    pub(super) fn game(&self, variant: &Variant) -> Result<Game, String> {
        let mut game = match &self.fen {
            Some(fen) => variant.start_from(fen).map_err(|error| error.to_string())?,
            None => variant.start(),
        };
        for mv in &self.moves {
            game.play_text(mv).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }
}

/// Reads the openings of a file: games in PGN, of which the first `plies` moves are kept, or a position per line, as FEN or EPD.
///
/// # Errors
/// If it has too many openings, or a fault.
pub(crate) fn from_file(
    input: impl BufRead,
    pgn: bool,
    variant: &Variant,
    plies: usize,
) -> Result<Vec<Opening>, OpeningsError> {
    let found = if pgn { from_pgn(input, variant, plies) } else { from_lines(input, variant) }?;
    if found.is_empty() { Err("there is no opening in it".to_owned().into()) } else { Ok(found) }
}

fn from_pgn(input: impl BufRead, variant: &Variant, plies: usize) -> Result<Vec<Opening>, OpeningsError> {
    let mut found = Vec::new();
    for record in Reader::new(input) {
        bounded(&found)?;
        let record = record.map_err(|error| error.to_string())?;
        let played = record.play(variant, Notation::Coordinates);
        let made = played.game.moves();
        let moves: Vec<String> = made.iter().take(plies).map(|made| made.to_string()).collect();
        // faults after the moves that are kept don't matter
        let short = made.len() < record.line.plies.len().min(plies);
        if let Some(fault) = played.faults.first().filter(|_| short || record.begin(variant).is_err()) {
            return Err(fault.to_string().into());
        }
        let opening = Opening { fen: played.record.tag("FEN").map(str::to_owned), moves };
        found.push(going_on(opening, variant));
    }
    Ok(found)
}

/// Refuses one opening more than there may be.
fn bounded(found: &[Opening]) -> Result<(), OpeningsError> {
    if found.len() < MOST { Ok(()) } else { Err(OpeningsError::TooMany) }
}

/// Returns an opening without the moves that end its game.
fn going_on(mut opening: Opening, variant: &Variant) -> Opening {
    while !opening.moves.is_empty() && opening.game(variant).is_ok_and(|game| game.outcome().is_some()) {
        opening.moves.pop();
    }
    opening
}

fn from_lines(mut input: impl BufRead, variant: &Variant) -> Result<Vec<Opening>, OpeningsError> {
    let (mut found, mut number) = (Vec::new(), 0);
    loop {
        let mut bytes = Vec::new();
        input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).map_err(|error| error.to_string())?;
        if bytes.is_empty() {
            break;
        }
        number += 1;
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        bounded(&found)?;
        let game = position(variant, line).map_err(|error| format!("line {number}: {error}"))?;
        if let Some(result) = game.outcome() {
            return Err(format!("line {number}: the game is already over there ({})", result.reason).into());
        }
        found.push(Opening { fen: Some(game.fen()), moves: Vec::new() });
    }
    Ok(found)
}

/// Returns a FEN, or the four fields of an EPD without its operations.
fn position(variant: &Variant, line: &str) -> Result<Game, String> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    variant.start_from(line).or_else(|error| match fields.len() > 4 {
        true => variant.start_from(&fields[..4].join(" ")).map_err(|_| error.to_string()),
        false => Err(error.to_string()),
    })
}

/// Returns an opening extended by a number of random moves. The same seed gives the same moves.
pub(crate) fn random(
    opening: &Opening,
    variant: &Variant,
    plies: usize,
    seed: u64,
) -> Result<Opening, String> {
    // some random lines end the game too soon
    for attempt in 0..100 {
        let mut dice = Dice::new(seed ^ attempt << 48);
        let mut game = opening.game(variant)?;
        for _ in 0..plies {
            let moves = game.legal_moves();
            let Some(mv) = moves.get(dice.below(moves.len() as u64) as usize) else { break };
            game.play(mv).map_err(|error| error.to_string())?;
        }
        if game.outcome().is_none() {
            let moves = game.moves().iter().map(ToString::to_string).collect();
            return Ok(Opening { fen: opening.fen.clone(), moves });
        }
    }
    Err(format!("{plies} random plies always end the game"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess() -> Variant {
        Variant::load("chess", &[]).unwrap()
    }

    #[test]
    fn openings_are_read_from_lines_and_games() {
        let lines =
            "# positions\n\n4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"x\";\n8/8/8/8/8/8/k7/4K2R w - - 3 40\n";
        let found = from_file(lines.as_bytes(), false, &chess(), 0).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].fen.as_deref(), Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        let found = from_file(&b"1. e4 e5 2. Nf3 *\n\nf3 e5 g4 Qh4 0-1"[..], true, &chess(), 4).unwrap();
        assert_eq!(found[0].moves, ["e2e4", "e7e5", "g1f3"]);
        assert_eq!(found[1].moves.len(), 3, "the move that mates is left out");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let wrong = |text: &str, pgn| from_file(text.as_bytes(), pgn, &chess(), 8).unwrap_err().to_string();
        assert!(wrong("\n8/8 w\n", false).starts_with("line 2: "));
        assert!(wrong("", false).contains("no opening"));
        assert!(wrong("e4 e9 *", true).starts_with("1:4: error"));
        assert!(wrong("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", false).contains("over"));
    }

    #[test]
    fn random_openings_go_by_their_seed() {
        let seeds = |seed| random(&Opening::default(), &chess(), 6, seed).unwrap();
        assert_eq!(seeds(1), seeds(1));
        assert_ne!(seeds(1), seeds(2));
        assert!(seeds(3).game(&chess()).unwrap().outcome().is_none());
    }
}
