//! `ferz diff`

use std::io::{Write, stdout};

use ferz::compare::compare;
use ferz::{LoadError, Variant};
use serde_json::json;

use super::common::{Failure, OptionArgs};

/// Compare the rules of two games
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz diff courier courier-historic

Nothing is printed if the rules are the same. The exit status is 0 if they are the same, 1 if they differ, and 2 if a game can't be \
loaded or the usage is wrong.")]
pub(super) struct Args {
    /// A built-in game or the path of a `.toml` file
    #[arg(value_name = "GAME")]
    before: String,
    /// The other game, likewise
    #[arg(value_name = "OTHER")]
    after: String,
    #[command(flatten)]
    options: OptionArgs,
    /// A line for each difference (text), or one JSON list
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A line for each difference
    Text,
    /// A list of objects: topic, subject, before, after
    Json,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let choices = args.options.choices()?;
    // an option is chosen in each of the games that has it, and must be in one of them
    let plain = [&args.before, &args.after].map(|game| Variant::load(game, &[]));
    let [before, after] = plain;
    let (before, after) = (before.map_err(trouble)?, after.map_err(trouble)?);
    let has = |game: &Variant, name: &str| game.offered_options().iter().any(|option| option.name == name);
    let load = |game: &Variant, other: &Variant| {
        let mine = choices.iter().filter(|choice| has(game, &choice.name) || !has(other, &choice.name));
        game.with_options(&mine.cloned().collect::<Vec<_>>())
    };
    let loaded = |game, other| load(game, other).map_err(trouble);
    let differences = compare(&loaded(&before, &after)?, &loaded(&after, &before)?);
    let mut out = stdout().lock();
    match args.format {
        Format::Text => {
            for difference in &differences {
                writeln!(out, "{}", difference.line())?;
            }
        }
        Format::Json => {
            let object = |one: &ferz::compare::Difference| json!({ "topic": one.topic, "subject": one.subject, "before": one.before, "after": one.after });
            writeln!(out, "{:#}", differences.iter().map(object).collect::<serde_json::Value>())?;
        }
    }
    if differences.is_empty() { Ok(()) } else { Err(Failure::Said) }
}

/// The failure of a game that can't be loaded; its exit status differs from that of games that differ, as with `diff` and `cmp`.
fn trouble(error: LoadError) -> Failure {
    match Failure::from(error) {
        Failure::Input(message) => Failure::Usage(message),
        other => other,
    }
}
