//! Running the examples in game files.

use super::writing::is_writing;
use super::{Game, Move, Outcome, PlayError, Position, Variant};
use crate::definition::suggest;
use crate::feature::example::Example;
use crate::play::Perft;
use crate::text::{Diagnostic, SourceId, Span};

/// The outcome of an example in a game file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ExampleOutcome {
    /// The rule it shows.
    pub shows: String,
    /// The place of the example: the name of its file, and the line and column (from 1).
    pub place: (String, usize, usize),
    /// The discrepancy; `None` if the example holds.
    pub fault: Option<String>,
    /// The discrepancy with its place, as `ferz check` reports it.
    pub problem: Option<Diagnostic>,
    /// The position in which the example fails, if it gets that far.
    pub game: Option<Game>,
    /// The number that was counted where the file states another one.
    pub counted: Option<Counted>,
}

/// A number that was counted where an example states another one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counted {
    /// The bytes of the game file that state the number.
    pub range: std::ops::Range<usize>,
    /// The number that was counted.
    pub number: u64,
    /// The number of perft counts after it that are too large to be checked.
    pub unchecked: usize,
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
        self.rules.examples.iter().map(|example| self.run_example(example)).collect()
    }

    /// Returns the names of the examples of the game file: the rules they show, in the order of the file.
    pub fn example_names(&self) -> Vec<&str> {
        self.rules.examples.iter().map(|example| example.shows.as_str()).collect()
    }

    /// Runs the examples whose names the filter lets through.
    ///
    /// ```
    /// let chess = ferz::Variant::load("chess", &[])?;
    /// let outcomes = chess.run_examples_if(|name| name.contains("castling"));
    /// assert!(outcomes.len() <= chess.example_names().len() && outcomes.iter().all(|outcome| outcome.problem.is_none()));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn run_examples_if(&self, filter: impl Fn(&str) -> bool) -> Vec<ExampleOutcome> {
        let some = self.rules.examples.iter().filter(|example| filter(&example.shows));
        some.map(|example| self.run_example(example)).collect()
    }

    /// Runs the examples of the text itself, not those of the texts it extends: the one with a number, counted from 0, or all.
    ///
    /// ```
    /// let child = ferz::Variant::from_text("child", "extends = \"chess\"\n[[example]]\nshows = \"the moves\"\ncount = 21\n", &[])?;
    /// let outcomes = child.run_own_examples(None);
    /// assert!(outcomes.len() == 1 && outcomes[0].problem.is_some());
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn run_own_examples(&self, number: Option<usize>) -> Vec<ExampleOutcome> {
        let own = self.rules.examples.iter().filter(|example| example.span.source == SourceId::default());
        let asked = own.enumerate().filter(|(at, _)| number.is_none_or(|number| number == *at));
        asked.map(|(_, example)| self.run_example(example)).collect()
    }

    fn run_example(&self, example: &Example) -> ExampleOutcome {
        let fault = try_example(self, example).err();
        let span = fault.as_ref().map_or(example.span, |fault| fault.place());
        let (line, column) = self.sources().line_column(span.source, span.start);
        let place = (self.sources().name(span.source).to_owned(), line, column);
        let mut outcome = ExampleOutcome {
            shows: example.shows.clone(),
            place,
            fault: None,
            problem: None,
            game: None,
            counted: None,
        };
        if let Some(Fault { problem, game, counted }) = fault.map(|fault| *fault) {
            outcome.fault = Some(problem.message.clone());
            outcome.problem = Some(reported(problem, example));
            outcome.game = game;
            outcome.counted = counted;
        }
        outcome
    }
}

/// The code of an example that is sound but doesn't hold.
const FAILS: &str = "ferz::example::fails";

/// A fault of an example, with the position in which it appears.
#[derive(Debug)]
struct Fault {
    problem: Diagnostic,
    game: Option<Game>,
    counted: Option<Counted>,
}

type Tried<T = ()> = Result<T, Box<Fault>>;

impl Fault {
    /// A fault in how an example is written.
    fn new(code: &'static str, span: Span, message: impl Into<String>, label: &str) -> Box<Self> {
        let problem = Diagnostic::error(code, message).at(span, label);
        Box::new(Self { problem, game: None, counted: None })
    }

    /// A discrepancy in a position.
    fn found(game: &Game, span: Span, message: impl Into<String>) -> Box<Self> {
        let fault = Self::new(FAILS, span, message, "");
        Box::new(Self { game: Some(game.clone()), ..*fault })
    }

    fn help(mut self: Box<Self>, help: Option<String>) -> Box<Self> {
        self.problem.help = help;
        self
    }

    fn place(&self) -> Span {
        self.problem.labels.first().map_or_else(Span::default, |label| label.span)
    }
}

/// Returns the fault of an example as a check reports it: if it is about the position, it names the example.
fn reported(mut problem: Diagnostic, example: &Example) -> Diagnostic {
    if problem.code == FAILS {
        problem.message = format!("this example fails: {}", problem.message);
        problem.labels.iter_mut().for_each(|label| label.text = format!("\u{201c}{}\u{201d}", example.shows));
    }
    problem
}

/// The largest perft count that is checked when examples are run.
const MOST_PATHS: u64 = 1_000_000;

fn try_example(variant: &Variant, example: &Example) -> Tried {
    check_asked(example)?;
    let game = reach(variant, example)?;
    check_moves(&game, example)?;
    check_paths(&game, example)?;
    check_result(&game, example)?;
    check_reached(&game, game.variant(), example)?;
    check_seen(&game, example)
}

/// Reports an example that tests nothing: it would always hold.
fn check_asked(example: &Example) -> Tried {
    if example.asks {
        return Ok(());
    }
    let label = "no `play`, `legal`, `illegal`, `count`, `perft`, `result`, `reason`, `reaches` or `seen`";
    let message = "this example tests nothing";
    let help = "say what should hold, such as `illegal = \"e1g1\"` or `result = \"draw\"`";
    Err(Fault::new("ferz::example::asks_nothing", example.span, message, label).help(Some(help.to_owned())))
}

/// Returns the game an example is about, with its moves played.
fn reach(variant: &Variant, example: &Example) -> Tried<Game> {
    let variant = &variant.with_options(&example.options).map_err(|error| {
        let first = error.report.diagnostics().first();
        let message = first.map_or_else(|| error.to_string(), |problem| problem.message.clone());
        let message = format!("the example can't be played with these options: {message}");
        let help = first.and_then(|problem| problem.help.clone());
        Fault::new("ferz::example::bad_options", example.options_span, message, "").help(help)
    })?;
    check_reason(variant, example)?;
    let mut game = match &example.fen {
        None => variant.start(),
        Some((fen, span)) => position(variant, fen, *span, "the position is wrong")?,
    };
    for (mv, span) in &example.play {
        game.play_text(mv)
            .map_err(|error| Fault::found(&game, *span, format!("`{mv}` can't be played: {error}")))?;
    }
    Ok(game)
}

fn position(variant: &Variant, fen: &str, span: Span, wrong: &str) -> Tried<Game> {
    variant.start_from(fen).map_err(|error| {
        let place = span.within(0, error.range.clone());
        Fault::new("ferz::example::bad_position", place, format!("{wrong}: {error}"), "").help(error.help)
    })
}

/// Reports a reason that is not the name of an end: no game could end for that reason.
fn check_reason(variant: &Variant, example: &Example) -> Tried {
    let Some((reason, span)) = &example.reason else { return Ok(()) };
    let ends = &variant.rules.ends;
    if reason == NO_REASON || ends.iter().any(|end| end.name == *reason) {
        return Ok(());
    }
    let names = ends.iter().map(|end| end.name.as_str());
    let message = format!("there is no end called `{reason}`");
    let help = suggest(reason, names, "the ends are");
    Err(Fault::new("ferz::example::unknown_reason", *span, message, "not in `[end]`").help(help))
}

/// The reason of a game that isn't over.
const NO_REASON: &str = "none";

/// Counts to increasing depths as long as the stated numbers are no larger than the limit: a number that is too low is found before
/// counting takes long. The first is always checked.
fn check_paths(game: &Game, example: &Example) -> Tried {
    let stated = example.perft.iter().enumerate();
    let small = |(at, (paths, _)): &(usize, &(u64, Span))| *at == 0 || *paths <= MOST_PATHS;
    for (at, &(paths, span)) in stated.take_while(small) {
        let depth = at as u32 + 1;
        let number = Perft::default()
            .count(game.position(), depth)
            .map_err(|error| Fault::found(game, span, error.to_string()))?;
        if number != paths {
            let message = format!("perft {depth} should be {paths}, but it is {number}");
            let unchecked =
                example.perft.iter().skip(at + 1).filter(|(paths, _)| *paths > MOST_PATHS).count();
            return Err(counted(Fault::found(game, span, message), span, number, unchecked));
        }
    }
    Ok(())
}

/// Adds the number that was counted, if the file itself states the other one.
fn counted(mut fault: Box<Fault>, span: Span, number: u64, unchecked: usize) -> Box<Fault> {
    let own = span.source == SourceId::default();
    fault.counted = own.then_some(Counted { range: span.start..span.end, number, unchecked });
    fault
}

fn check_moves(game: &Game, example: &Example) -> Tried {
    check_illegal(game, example)?;
    for (mv, span) in &example.legal {
        game.parse_move(mv).map_err(|error| {
            Fault::found(game, *span, format!("`{mv}` should be legal, but isn't: {error}"))
        })?;
    }
    match example.count {
        Some((count, span)) if count != game.legal_moves().len() => {
            let found = game.legal_moves().len();
            let message = format!("there should be {count} legal moves, but there are {found}");
            Err(counted(Fault::found(game, span, message), span, found as u64, 0))
        }
        _ => Ok(()),
    }
}

/// Checks that each text is written like a move, and that it names no legal move.
fn check_illegal(game: &Game, example: &Example) -> Tried {
    for (mv, span) in &example.illegal {
        if !is_writing(&game.variant().rules, mv) {
            let message = format!("`{mv}` isn't a move, so nothing is tested here");
            let help = "write a move by its squares, such as `e2e4`, or with this game's piece letters, such as `Nf3`";
            return Err(Fault::new(
                "ferz::example::no_move",
                *span,
                message,
                "no such square, piece letter or symbol",
            )
            .help(Some(help.to_owned())));
        }
        let also = match game.parse_move(mv) {
            Ok(found) => found.to_string(),
            // if the moves differ only in their promotion, the text is merely incomplete
            Err(PlayError::Ambiguous(several)) if differ(&several) => {
                several.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            }
            Err(PlayError::TooMany(error)) => return Err(Fault::found(game, *span, error.to_string())),
            Err(PlayError::Over(reason)) if !speaks_of_the_end(example) => {
                let message = format!(
                    "no move is legal here, because the game is over ({reason}), so `{mv}` tests nothing"
                );
                let mut fault = Fault::new("ferz::example::over", *span, message, "");
                fault.game = Some(game.clone());
                let help = "change the position, or say that the end is intended: `result = \"…\"`";
                return Err(fault.help(Some(help.to_owned())));
            }
            Err(_) => continue,
        };
        let legal = match also.as_str() {
            _ if also.contains(", ") => format!("{also} are"),
            also if also == mv => "it is".to_owned(),
            also => format!("{also} is"),
        };
        return Err(Fault::found(game, *span, format!("`{mv}` should not be legal, but {legal}")));
    }
    Ok(())
}

/// Returns `true` if moves are not all between the same squares.
fn differ(moves: &[Move]) -> bool {
    let mut squares = moves.iter().map(|one| (one.from(), one.to()));
    let first = squares.next();
    squares.any(|others| Some(others) != first)
}

/// Returns `true` if an example expects, or may expect, that the game is over.
fn speaks_of_the_end(example: &Example) -> bool {
    example.result.is_some() || example.reason.is_some() || example.count.is_some()
}

fn check_result(game: &Game, example: &Example) -> Tried {
    let result = game.outcome();
    let word = result.as_ref().map_or("unfinished", Outcome::word);
    if let Some((wanted, span)) = &example.result
        && wanted != word
    {
        let why = result.as_ref().map_or_else(String::new, |result| format!(" ({})", result.reason));
        let message = format!("the result should be `{wanted}`, but it is `{word}`{why}");
        return Err(Fault::found(game, *span, message));
    }
    let reason = result.map_or_else(|| NO_REASON.to_owned(), |result| result.reason);
    match &example.reason {
        Some((wanted, span)) if *wanted != reason => {
            Err(Fault::found(game, *span, format!("the reason should be `{wanted}`, but it is `{reason}`")))
        }
        _ => Ok(()),
    }
}

fn check_reached(game: &Game, variant: &Variant, example: &Example) -> Tried {
    let Some((fen, span)) = &example.reaches else { return Ok(()) };
    let wanted = position(variant, fen, *span, "the position to reach is wrong")?;
    let (wanted, reached) = (wanted.fen(), game.fen());
    if agree(&wanted, &reached, fen.split_whitespace().count()) {
        return Ok(());
    }
    Err(Fault::found(game, *span, format!("the position reached is {reached}")))
}

/// Checks what the side to move sees.
fn check_seen(game: &Game, example: &Example) -> Tried {
    let Some((wanted, span)) = &example.seen else { return Ok(()) };
    let seen = game.fen_seen_by(game.side_to_move());
    if agree(wanted, &seen, wanted.split_whitespace().count()) {
        return Ok(());
    }
    Err(Fault::found(game, *span, format!("the side to move sees {seen}")))
}

/// Returns `true` if two FENs have the same first fields: one that ends early says nothing about those that are left out.
fn agree(one: &str, other: &str, fields: usize) -> bool {
    one.split_whitespace().take(fields).eq(other.split_whitespace().take(fields))
}
