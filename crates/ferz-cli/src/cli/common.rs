//! The common part of commands: arguments that name a game and a position, and failures.

use std::io::{IsTerminal, Write, stderr};
use std::process::ExitCode;

use ferz::Dice;
use ferz::lint::oddities;
use ferz::text::render;
use ferz::text::{Diagnostic, Report, Sources, Span};
use ferz::{Choice, Game, LoadError, TooManyMoves, Variant};

/// The reason why a command failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// The command line asks for what does not exist.
    Usage(String),
    /// The input has problems.
    Input(String),
    /// The input has problems, which have been said already.
    Said,
    /// The user has stopped it; what was done is said.
    Stopped,
    /// The output has no reader any more.
    Quiet,
}

impl Failure {
    pub(super) fn report(self) -> ExitCode {
        let (message, status) = match self {
            Self::Usage(message) => (message, 2),
            Self::Input(message) => (message, 1),
            Self::Said => (String::new(), 1),
            Self::Stopped => (String::new(), super::interrupt::STATUS),
            Self::Quiet => (String::new(), 0),
        };
        if !message.is_empty() {
            // nothing is left to do if this can't be written either
            let _ = writeln!(stderr(), "{}", message.trim_end());
        }
        ExitCode::from(status)
    }
}

/// A report drawn for standard error.
pub(super) fn drawn(report: &Report, sources: &Sources) -> String {
    let colour = stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let width = if stderr().is_terminal() { 100 } else { 80 };
    render::render(report, sources, colour, width)
}

impl From<TooManyMoves> for Failure {
    fn from(error: TooManyMoves) -> Self {
        Self::Input(error.to_string())
    }
}

/// Fails if the position has more moves than can be listed.
pub(super) fn whole(game: &Game) -> Result<(), Failure> {
    game.position().overflow().map_or(Ok(()), |error| Err(error.into()))
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        let usage = |code: &str| {
            code.starts_with("ferz::option::")
                || code == "ferz::game::unknown"
                || code == "ferz::game::unreadable"
        };
        let codes = error.report.diagnostics();
        let message = drawn(&error.report, &error.sources);
        if codes.iter().any(|diagnostic| usage(diagnostic.code)) {
            Self::Usage(message)
        } else {
            Self::Input(message)
        }
    }
}

/// A game and its options.
#[derive(Debug, clap::Args)]
pub(super) struct GameArgs {
    /// A built-in game (see `ferz list`) or the path of a `.toml` file
    #[arg(value_name = "GAME")]
    pub(super) game: String,
    #[command(flatten)]
    pub(super) options: OptionArgs,
}

/// The options of a game.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct OptionArgs {
    /// Choose an option of the game; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    option: Vec<String>,
}

impl OptionArgs {
    pub(super) fn choices(&self) -> Result<Vec<Choice>, Failure> {
        let choice = |text: &String| {
            let (name, value) = text.split_once('=').ok_or_else(|| {
                Failure::Usage(format!("`--option {text}` must be written `--option NAME=VALUE`"))
            })?;
            Ok(Choice { name: name.to_owned(), value: value.to_owned() })
        };
        self.option.iter().map(choice).collect()
    }
}

impl GameArgs {
    pub(super) fn load(&self) -> Result<Variant, Failure> {
        Ok(Variant::load(&self.game, &self.options.choices()?)?)
    }
}

/// The format of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// A start position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Start {
    Numbered(u32),
    Random,
}

impl std::str::FromStr for Start {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "random" => Ok(Self::Random),
            number => number.parse().map(Self::Numbered).map_err(|_| "expected a number or `random`"),
        }
    }
}

impl Start {
    /// A game from this start position.
    fn game(self, variant: &Variant) -> Result<Game, Failure> {
        let shuffled = Some(variant).filter(|variant| variant.starts() == 1).and_then(Variant::shuffled);
        let variant = shuffled.as_ref().unwrap_or(variant);
        let all = variant.starts();
        let number = match self {
            Self::Numbered(number) => number,
            Self::Random => Dice::new(chance()).below(u64::from(all.max(1))) as u32,
        };
        let position = variant.numbered_start(number).ok_or_else(|| {
            Failure::Usage(match all {
                0 => format!(
                    "no arrangement of the pieces of {} meets the condition of its start positions",
                    variant.name()
                ),
                1 => format!("{} has one start position, number 0", variant.name()),
                _ => format!("the start positions of {} have the numbers 0 to {}", variant.name(), all - 1),
            })
        })?;
        Ok(position.into())
    }
}

/// The position to begin with.
#[derive(Debug, clap::Args)]
pub(super) struct PositionArgs {
    /// Begin from this position
    #[arg(long, value_name = "FEN")]
    pub(super) fen: Option<String>,
    /// Begin from the start position with this number, or from a random one, in games that shuffle their pieces
    #[arg(long, value_name = "NUMBER|random", conflicts_with = "fen")]
    start: Option<Start>,
    /// Play these moves first
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
}

impl PositionArgs {
    pub(super) fn game(&self, variant: &Variant) -> Result<Game, Failure> {
        let mut game = match self.start {
            Some(start) => start.game(variant)?,
            None => begin(variant, self.fen.as_deref())?,
        };
        if let Some(moves) = &self.moves {
            for mv in moves.split_whitespace() {
                game.play_text(mv).map_err(|error| {
                    let start = mv.as_ptr() as usize - moves.as_ptr() as usize;
                    let diagnostic =
                        Diagnostic::error("ferz::play::illegal", format!("`{mv}` can't be played: {error}"));
                    pointed("--moves", moves, start..start + mv.len(), diagnostic, "this move")
                })?;
            }
        }
        Ok(game)
    }
}

/// An unpredictable seed, for when none is given.
pub(super) fn chance() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() as u64 ^ u64::from(std::process::id()).rotate_left(32)) % 1_000_000
}

/// A game from a FEN, or from the start position.
pub(super) fn begin(variant: &Variant, fen: Option<&str>) -> Result<Game, Failure> {
    let Some(fen) = fen else { return Ok(variant.start()) };
    let game = variant.start_from(fen).map_err(|error| {
        let mut diagnostic = Diagnostic::error("ferz::fen::bad", &error.message);
        diagnostic.help = error.help;
        pointed("--fen", fen, error.range, diagnostic, "here")
    })?;
    for note in variant.fen_notes(fen).unwrap_or_default() {
        writeln!(stderr(), "note: {note}")?;
    }
    for oddity in oddities(&game) {
        writeln!(stderr(), "note: {oddity}")?;
    }
    Ok(game)
}

/// A failure with its place in a text given on the command line.
fn pointed(
    name: &str,
    text: &str,
    range: std::ops::Range<usize>,
    diagnostic: Diagnostic,
    label: &str,
) -> Failure {
    let (mut sources, mut report) = (Sources::default(), Report::default());
    let source = sources.add(name, text);
    report.push(diagnostic.at(Span::new(source, range.start, range.end), label));
    Failure::Input(drawn(&report, &sources))
}
