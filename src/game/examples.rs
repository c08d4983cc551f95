//! Running the examples in game files.

use super::{Game, Outcome, PlayError, Position, Variant};
use crate::feature::example::Example;
use crate::play::Perft;
use crate::text::Span;

/// The outcome of an example in a game file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExampleOutcome {
    /// The rule it shows.
    pub shows: String,
    /// The place of the example: the name of its file, and the line and column (from 1) to look at.
    pub place: (String, usize, usize),
    /// The discrepancy; `None` if the example holds.
    pub fault: Option<String>,
}

/// A position for which a game file states perft counts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StatedPerft {
    /// The subject of the example: what it shows.
    pub shows: String,
    /// The position.
    pub position: Position,
    /// The number of nodes at depth 1, 2, and so on.
    pub nodes: Vec<u64>,
}

impl Variant {
    /// Returns the positions for which the game file states perft counts; an example that can't be played is left out, as
    /// [`run_examples`](Self::run_examples) reports it.
    ///
    /// ```
    /// let chess = ferz::Variant::load("chess", &[])?;
    /// let stated = &chess.stated_perft()[0];
    /// assert_eq!(stated.nodes[..3], [20, 400, 8902]);
    /// assert_eq!(stated.position.perft(3), 8902);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn stated_perft(&self) -> Vec<StatedPerft> {
        let stated = self.rules.examples.iter().filter(|example| !example.perft.is_empty());
        let reached = stated.filter_map(|example| {
            let nodes = example.perft.iter().map(|&(nodes, _)| nodes).collect();
            let position = reach(self, example).ok()?.position().clone();
            Some(StatedPerft { shows: example.shows.clone(), position, nodes })
        });
        reached.collect()
    }

    /// Runs the examples of the game file. Stated perft counts are checked up to a million nodes.
    ///
    /// ```
    /// let outcomes = ferz::Variant::load("courier", &[])?.run_examples();
    /// assert!(outcomes.iter().all(|outcome| outcome.fault.is_none()));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn run_examples(&self) -> Vec<ExampleOutcome> {
        let outcome = |example: &Example| {
            let (span, fault) = match try_example(self, example) {
                Ok(()) => (example.span, None),
                Err((span, message)) => (span, Some(message)),
            };
            let (line, column) = self.sources().line_column(span.source, span.start);
            let place = (self.sources().name(span.source).to_owned(), line, column);
            ExampleOutcome { shows: example.shows.clone(), place, fault }
        };
        self.rules.examples.iter().map(outcome).collect()
    }
}

type Fault = (Span, String);

/// The largest perft count that is checked when examples are run.
const MOST_PATHS: u64 = 1_000_000;

fn try_example(variant: &Variant, example: &Example) -> Result<(), Fault> {
    let game = reach(variant, example)?;
    check_steps(&game, example)?;
    check_paths(&game, example)?;
    check_result(&game, example)?;
    check_reached(&game, game.variant(), example)
}

/// Returns the game an example is about, with its moves played.
fn reach(variant: &Variant, example: &Example) -> Result<Game, Fault> {
    let variant =
        &variant.with_options(&example.options).map_err(|error| (example.span, error.to_string()))?;
    let mut game = match &example.fen {
        None => variant.start(),
        Some((fen, span)) => variant.start_from(fen).map_err(|error| {
            (span.within(0, error.range.clone()), format!("the position is wrong: {error}"))
        })?,
    };
    for (step, span) in &example.play {
        game.play_text(step).map_err(|error| (*span, format!("`{step}` can't be played: {error}")))?;
    }
    Ok(game)
}

/// Counts to increasing depths as long as the stated numbers are no larger than the limit: a number that is too low is found before it
/// takes long.
fn check_paths(game: &Game, example: &Example) -> Result<(), Fault> {
    let small = example.perft.iter().take_while(|(paths, _)| *paths <= MOST_PATHS);
    for (depth, &(paths, span)) in (1..).zip(small) {
        let found =
            Perft::default().count(game.position(), depth).map_err(|error| (span, error.to_string()))?;
        if found != paths {
            return Err((span, format!("perft {depth} should be {paths}, but it is {found}")));
        }
    }
    Ok(())
}

fn check_steps(game: &Game, example: &Example) -> Result<(), Fault> {
    for (step, span) in &example.legal {
        game.parse_move(step).map_err(|error| (*span, format!("`{step}` should be legal: {error}")))?;
    }
    for (step, span) in &example.illegal {
        match game.parse_move(step) {
            Ok(found) => {
                return Err((*span, format!("`{step}` should not be legal, but {found} is")));
            }
            Err(PlayError::TooMany(error)) => return Err((*span, error.to_string())),
            Err(_) => {}
        }
    }
    match example.count {
        Some((count, span)) if count != game.legal_moves().len() => {
            let found = game.legal_moves().len();
            Err((span, format!("there should be {count} legal moves, but there are {found}")))
        }
        _ => Ok(()),
    }
}

fn check_result(game: &Game, example: &Example) -> Result<(), Fault> {
    let result = game.outcome();
    let word = result.as_ref().map_or("unfinished", Outcome::word);
    if let Some((wanted, span)) = &example.result
        && wanted != word
    {
        let why = result.as_ref().map_or_else(String::new, |result| format!(" ({})", result.reason));
        return Err((*span, format!("the result should be {wanted}, but it is {word}{why}")));
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
    let wanted = variant.position(fen).map_err(|error| {
        (span.within(0, error.range.clone()), format!("the position to reach is wrong: {error}"))
    })?;
    let (wanted, reached) = (wanted.fen(), game.fen());
    // a FEN without counters asserts nothing about them
    let fields = fen.split_whitespace().count();
    let short = |fen: &str| fen.split_whitespace().take(fields).collect::<Vec<_>>().join(" ");
    if short(&wanted) == short(&reached) {
        return Ok(());
    }
    Err((*span, format!("the position reached is {reached}")))
}
