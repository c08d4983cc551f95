//! `ferz test`

use std::io::{Write, stdout};

use super::common::{Failure, drawn};
use crate::feature::example::Example;
use crate::text::Span;
use crate::{Game, GameResult, Variant, builtin_games};

/// Run the examples inside game files
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz test courier my-game.toml")]
pub(super) struct Args {
    /// Built-in games or files; if none is given, all built-in games
    #[arg(value_name = "GAME or FILE")]
    games: Vec<String>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let games = match &args.games[..] {
        [] => builtin_games().into_iter().map(str::to_owned).collect(),
        games => games.to_vec(),
    };
    let mut out = stdout().lock();
    let (mut passed, mut failed, mut broken) = (0, 0, None);
    for game in games {
        let variant = match Variant::load(&game, &[]) {
            Ok(variant) => variant,
            Err(error) => {
                failed += 1;
                writeln!(out, "{game}: can't be loaded")?;
                writeln!(std::io::stderr(), "{}", drawn(&error.report, &error.sources).trim_end())?;
                broken = Some(Failure::from(error));
                continue;
            }
        };
        for example in &variant.rules.examples {
            match try_example(&game, &variant, example) {
                Ok(()) => passed += 1,
                Err((span, message)) => {
                    failed += 1;
                    let (line, column) = variant.sources().line_column(span.source, span.start);
                    let name = variant.sources().name(span.source);
                    writeln!(out, "{name}:{line}:{column}: {}: {message}", example.shows)?;
                }
            }
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    match broken {
        Some(Failure::Usage(_)) => Err(Failure::Usage(String::new())),
        _ if failed > 0 => Err(Failure::Said),
        _ => Ok(()),
    }
}

type Fault = (Span, String);

fn try_example(name: &str, variant: &Variant, example: &Example) -> Result<(), Fault> {
    let variant = if example.options.is_empty() {
        variant.clone()
    } else {
        Variant::load(name, &example.options).map_err(|error| (example.span, error.to_string()))?
    };
    let mut game = match &example.fen {
        None => variant.start(),
        Some((fen, span)) => variant
            .position(fen)
            .map_err(|error| (span.within(0, error.range.clone()), format!("the position is wrong: {error}")))?,
    };
    for (step, span) in &example.play {
        game.play(step).map_err(|error| (*span, format!("`{step}` can't be played: {error}")))?;
    }
    check_steps(&game, example)?;
    check_result(&game, example)?;
    check_reached(&game, &variant, example)
}

fn check_steps(game: &Game, example: &Example) -> Result<(), Fault> {
    for (step, span) in &example.legal {
        game.find(step).map_err(|error| (*span, format!("`{step}` should be legal: {error}")))?;
    }
    for (step, span) in &example.illegal {
        if let Ok(found) = game.find(step) {
            return Err((*span, format!("`{step}` should not be legal, but {} is", game.coordinates(found))));
        }
    }
    match example.count {
        Some((count, span)) if count != game.steps().len() => {
            let found = game.steps().len();
            Err((span, format!("there should be {count} legal steps, but there are {found}")))
        }
        _ => Ok(()),
    }
}

fn check_result(game: &Game, example: &Example) -> Result<(), Fault> {
    let result = game.result();
    let word = result.as_ref().map_or("unfinished", GameResult::word);
    if let Some((wanted, span)) = &example.result {
        if wanted != word {
            let why = result.as_ref().map_or_else(String::new, |result| format!(" ({})", result.reason));
            return Err((*span, format!("the result should be {wanted}, but it is {word}{why}")));
        }
    }
    let reason = result.map_or_else(|| "none".to_owned(), |result| result.reason);
    match &example.reason {
        Some((wanted, span)) if *wanted != reason => {
            Err((*span, format!("the reason should be {wanted}, but it is {reason}")))
        }
        _ => Ok(()),
    }
}

fn check_reached(game: &Game, variant: &Variant, example: &Example) -> Result<(), Fault> {
    let Some((fen, span)) = &example.reaches else { return Ok(()) };
    let wanted = variant
        .position(fen)
        .map_err(|error| (span.within(0, error.range.clone()), format!("the position to reach is wrong: {error}")))?;
    let (wanted, reached) = (wanted.fen(), game.fen());
    // a FEN that leaves its counters out asks nothing of them
    let fields = fen.split_whitespace().count();
    let short = |fen: &str| fen.split_whitespace().take(fields).collect::<Vec<_>>().join(" ");
    if short(&wanted) == short(&reached) {
        return Ok(());
    }
    Err((*span, format!("the position reached is {reached}")))
}
