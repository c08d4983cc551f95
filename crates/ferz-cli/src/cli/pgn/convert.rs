//! `ferz pgn convert`

use std::io::{Write, stderr, stdout};
use std::path::Path;

use ferz::pgn::{self, Note, Played, Record, Termination};

use super::{Failure, Game, RulesArgs, Side, Store, complain, games, named, open};
use crate::cli::common::begin;
use crate::cli::play;
use crate::cli::replay::read_line;

/// Convert games: to one notation, and between PGN, lines of moves, and saved games of `ferz play`
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz pgn convert games.pgn --to moves")]
pub(super) struct Args {
    /// The file with the games; if not given, standard input
    file: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// The input format
    #[arg(long, value_enum, default_value_t = Form::Pgn)]
    from: Form,
    /// The output format
    #[arg(long, value_enum, default_value_t = Form::Pgn)]
    to: Form,
    /// How moves are written in PGN
    #[arg(long, value_enum, default_value_t = Notation::San)]
    notation: Notation,
    /// Leave out comments, annotation glyphs and variations
    #[arg(long)]
    bare: bool,
    /// Only the game with this number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,
    /// The position from which lines of moves begin
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// Portable Game Notation
    Pgn,
    /// One game per line, its moves separated by spaces, as `ferz replay` reads
    Moves,
    /// A saved game of `ferz play`
    Save,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Notation {
    /// Standard algebraic notation
    San,
    /// From square to square
    Coordinates,
}

impl Args {
    fn notation_of_moves(&self) -> pgn::Notation {
        match self.notation {
            Notation::San => pgn::Notation::San,
            Notation::Coordinates => pgn::Notation::Coordinates,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut shelf = Store::new(&args.rules)?;
    let mut done = Done { args, written: 0, failed: false };
    match args.from {
        Form::Pgn => games(args.file.as_deref(), args.number, |number, record| {
            match shelf.play(&record, args.notation_of_moves()) {
                Ok(played) if !complain(args.file.as_deref(), &played.faults) => {
                    done.write(&shelf, number, played)
                }
                Ok(_) => done.fail(number, "it has errors"),
                Err(faults) => {
                    complain(args.file.as_deref(), &faults);
                    done.fail(number, "it has errors")
                }
            }
        })?,
        Form::Moves => from_moves(args, &shelf, &mut done)?,
        Form::Save => {
            let Some(file) = args.file.as_deref() else {
                return Err(Failure::Usage("a saved game must be read from a file: name it".to_owned()));
            };
            let (game, resigned) = play::open(Path::new(file))?;
            let mut played = of(&shelf, game, args.notation_of_moves());
            if let Some(side) = resigned {
                played.record.termination = Some(Termination::win(side.other()));
                played.record.set("Result", Termination::win(side.other()).word());
            }
            done.write(&shelf, 1, played)?;
        }
    }
    if done.failed { Err(Failure::Said) } else { Ok(()) }
}

/// A game that was not read from PGN.
fn of(shelf: &Store, game: Game, notation: pgn::Notation) -> Played {
    let mut record = Record::of(&game, notation);
    shelf.label(game.variant(), &mut record);
    Played { game, record, faults: Vec::new() }
}

fn from_moves(args: &Args, shelf: &Store, done: &mut Done<'_>) -> Result<(), Failure> {
    let variant = shelf
        .rules_given()
        .ok_or_else(|| Failure::Usage("lines of moves don't name the game: give `--game`".to_owned()))?;
    let start = begin(variant, args.fen.as_deref())?;
    let mut input = open(args.file.as_deref())?;
    let mut number = 0;
    while let Some(line) = read_line(&mut input)? {
        number += 1;
        if line.trim().is_empty() || args.number.is_some_and(|wanted| wanted != number) {
            continue;
        }
        let mut game = start.clone();
        let fault = line.split_whitespace().find_map(|mv| Some((mv, game.play_text(mv).err()?)));
        match fault {
            None => done.write(shelf, number, of(shelf, game, args.notation_of_moves()))?,
            Some((mv, error)) => done.fail(number, &format!("`{mv}` can't be played: {error}"))?,
        }
    }
    Ok(())
}

/// The progress so far.
struct Done<'a> {
    args: &'a Args,
    written: u64,
    failed: bool,
}

impl Done<'_> {
    /// Says that a game is left out.
    fn fail(&mut self, number: u64, why: &str) -> Result<(), Failure> {
        self.failed = true;
        // nothing is left to do if this can't be written
        let _ = writeln!(stderr(), "{}: game {number} is left out: {why}", named(self.args.file.as_deref()));
        Ok(())
    }

    fn write(&mut self, shelf: &Store, number: u64, played: Played) -> Result<(), Failure> {
        let mut out = stdout().lock();
        let Played { game, mut record, .. } = played;
        match self.args.to {
            Form::Pgn => {
                if self.args.bare {
                    record.line.before.clear();
                    record.line.plies.iter_mut().for_each(|ply| ply.notes.clear());
                }
                let gap = if self.written > 0 { "\n" } else { "" };
                write!(out, "{gap}{record}")?;
            }
            Form::Moves if record.tag("FEN").is_some() && record.tag("FEN") != self.args.fen.as_deref() => {
                return self.fail(number, "it does not begin from the start position (use `--fen`)");
            }
            Form::Moves => {
                let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
                writeln!(out, "{}", moves.join(" "))?;
            }
            Form::Save if self.written > 0 => {
                return self.fail(number, "a save can hold only one game (choose it with `--number`)");
            }
            Form::Save => {
                write!(out, "{}", play::saved(&shelf.name(game.variant()), &game, resigned(&game, &record)))?
            }
        }
        let dropped = self.args.to != Form::Pgn
            && record.line.plies.iter().any(|ply| ply.notes.iter().any(|note| !matches!(note, Note::Nag(_))));
        if dropped {
            // as above
            let _ = writeln!(stderr(), "game {number}: comments and variations are left out");
        }
        self.written += 1;
        Ok(())
    }
}

/// Returns the side that has resigned a game that is not over by its rules.
fn resigned(game: &Game, record: &Record) -> Option<Side> {
    let normal = record.tag("Termination").is_none_or(|word| word.eq_ignore_ascii_case("normal"));
    match record.termination {
        _ if game.outcome().is_some() || !normal => None,
        Some(Termination::White) => Some(Side::Black),
        Some(Termination::Black) => Some(Side::White),
        _ => None,
    }
}
