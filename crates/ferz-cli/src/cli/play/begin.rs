//! Beginning a game, or going on with one.

use std::path::{Path, PathBuf};

use ferz::{Choice, Game, Side, Variant, builtin_games};

use super::super::common::{Failure, chance};
use super::clock::Clock;
use super::record::{Record, absolute};
use super::save::{Fault, Save};
use super::seat::Seat;
use super::store::{Place, directory, latest, read};
use super::{Args, USUAL};

/// A game, its record, and the side that has resigned it.
pub(super) type Begun = (Game, Record, Option<Side>);

/// Begins the game that the command line asks for.
pub(super) fn begin(args: &Args) -> Result<Begun, Failure> {
    match (&args.resume, &args.game) {
        (Some(Some(path)), game) => resume(args, Path::new(path), game.as_deref()),
        (Some(None), game) => resume(args, &unfinished(args, game.as_deref())?, game.as_deref()),
        (None, Some(game)) => fresh(args, game),
        (None, None) => Err(Failure::Usage(
            "which game? `ferz list` lists the built-in ones, or give a `.toml` file".to_owned(),
        )),
    }
}

/// Returns the name a game is saved under: a built-in game's own, or the absolute path of a file.
fn identity(game: &str) -> String {
    if builtin_games().contains(&game) {
        game.to_owned()
    } else {
        absolute(Path::new(game)).display().to_string()
    }
}

fn fresh(args: &Args, name: &str) -> Result<Begun, Failure> {
    let variant = Variant::load(name, &args.options.choices()?)?;
    let game = args.position.game(&variant)?;
    let name = identity(name);
    let place = match new_place(args)? {
        Some(place) => place,
        None if name.contains(char::is_control) => Place::Nowhere,
        None => directory(&name).map_or(Place::Nowhere, Place::Within),
    };
    let seats = if args.two_players { [Seat::Human; 2] } else { Seat::both(args.white, args.black) };
    let (seed, level) = (args.seed.unwrap_or_else(chance), args.level.unwrap_or(USUAL));
    let clock = Clock::new(args.clock);
    let record = Record { name, seats, level, seed, start: start(&game), clock, place, lost: None };
    Ok((game, record, None))
}

/// Returns the place where the command line wants the game kept, if it says so.
fn new_place(args: &Args) -> Result<Option<Place>, Failure> {
    match &args.save {
        _ if args.no_save => Ok(Some(Place::Nowhere)),
        Some(path) if path.exists() => {
            let path = path.display();
            let help = format!("choose another name, or go on with that game: `--resume {path}`");
            Err(Failure::Usage(format!("{path} exists already: {help}")))
        }
        path => Ok(path.as_deref().map(|path| Place::New(absolute(path)))),
    }
}

/// Returns the FEN a game began from, if that is not the start position.
fn start(game: &Game) -> Option<String> {
    let mut first = game.clone();
    while first.undo().is_some() {}
    let fen = first.fen();
    (fen != game.variant().start().fen()).then_some(fen)
}

/// The save of the unfinished game last played.
fn unfinished(args: &Args, game: Option<&str>) -> Result<PathBuf, Failure> {
    let name = game.map(identity);
    let choices = args.options.choices()?;
    let fits = |save: &Save| {
        let chosen = |choice: &Choice| save.options.contains(&(choice.name.clone(), choice.value.clone()));
        save.result.is_none() && choices.iter().all(chosen)
    };
    for path in latest(name.as_deref()) {
        match read(&path) {
            Ok((save, _)) if fits(&save) => return Ok(path),
            Ok(_) => {}
            Err(fault) => {
                let Failure::Input(message) = faulty(&path, &fault) else { break };
                return Err(Failure::Input(format!(
                    "{message}\nrepair it, delete it, or choose another file with `--resume FILE`"
                )));
            }
        }
    }
    let of = game.map_or_else(String::new, |game| format!(" of {game}"));
    Err(Failure::Input(format!("there is no unfinished game{of} to resume")))
}

fn faulty(path: &Path, fault: &Fault) -> Failure {
    let line = if fault.line == 0 { String::new() } else { format!("{}:", fault.line) };
    Failure::Input(format!("{}:{line} {}", path.display(), fault.message))
}

fn resume(args: &Args, path: &Path, asked: Option<&str>) -> Result<Begun, Failure> {
    let (save, text) = read(path).map_err(|fault| faulty(path, &fault))?;
    if let Some(asked) = asked.filter(|asked| identity(asked) != save.game) {
        return Err(Failure::Usage(format!(
            "{} holds a game of {}, not of {asked}",
            path.display(),
            save.game
        )));
    }
    let (game, resigned) = played(path, &save, &text)?;
    let [white, black] = save.seats;
    let asked = args.white.is_some() || args.black.is_some();
    let seats = match args.two_players {
        true => [Seat::Human; 2],
        false if asked => Seat::both(args.white, args.black),
        false => [white, black],
    };
    let place = new_place(args)?.unwrap_or_else(|| Place::File(absolute(path), text));
    let seed = args.seed.unwrap_or(save.seed);
    let level = args.level.unwrap_or(save.level);
    let mut clock = save.clock;
    clock.allowance = args.clock.or(clock.allowance);
    Ok((
        game,
        Record { name: save.game, seats, level, seed, start: save.start, clock, place, lost: None },
        resigned,
    ))
}

/// The game of a save, and the side that has resigned it.
fn played(path: &Path, save: &Save, text: &str) -> Result<(Game, Option<Side>), Failure> {
    let choice = |(name, value): &(String, String)| Choice { name: name.clone(), value: value.clone() };
    let variant = Variant::load(&save.game, &save.options.iter().map(choice).collect::<Vec<_>>())?;
    replay(&variant, save, text).map_err(|fault| faulty(path, &fault))
}

/// The game that is saved in a file, and the side that has resigned it.
pub(in crate::cli) fn open(path: &Path) -> Result<(Game, Option<Side>), Failure> {
    let (save, text) = read(path).map_err(|fault| faulty(path, &fault))?;
    played(path, &save, &text)
}

/// A game played by hand elsewhere as a save, which `--resume` goes on with; `name` is the name that would begin such a game.
pub(in crate::cli) fn saved(name: &str, game: &Game, resigned: Option<Side>) -> String {
    let (name, seats, place) = (identity(name), [Seat::Human; 2], Place::Nowhere);
    let (level, clock) = (USUAL, Clock::default());
    Record { name, seats, level, seed: 0, start: start(game), clock, place, lost: None }
        .save(game, resigned)
        .text()
}

/// Replays the moves of a save.
fn replay(variant: &Variant, save: &Save, text: &str) -> Result<(Game, Option<Side>), Fault> {
    let line =
        text.lines().position(|line| line.trim_start().starts_with("start:")).map_or(1, |index| index + 1);
    let mut game = match &save.start {
        None => variant.start(),
        Some(fen) => variant
            .start_from(fen)
            .map_err(|error| Fault { line, message: format!("the position can't be read: {error}") })?,
    };
    for (line, mv, _) in &save.moves {
        let wrong = |error| Fault { line: *line, message: format!("`{mv}` can't be played: {error}") };
        game.play_text(mv).map_err(wrong)?;
    }
    let resigned = match save.result.as_deref() {
        Some("white resignation") => Some(Side::Black),
        Some("black resignation") => Some(Side::White),
        _ => None,
    };
    Ok((game, resigned))
}
