//! `ferz check --deep`: what thousands of random games say about a game.

use std::io::{Write, stdout};

use ferz::lint::{Deep, Plan, Share, deep};
use ferz::{Side, Variant};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use super::check::{Format, watched};
use super::common::Failure;

/// The amount of play.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// With --deep: the number of games
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=10_000_000), requires = "deep")]
    games: u64,
    /// With --deep: the random seed
    #[arg(long, default_value_t = 1, requires = "deep")]
    seed: u64,
    /// With --deep: the number of plies after which a game is cut short
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000), requires = "deep")]
    plies: u64,
    /// With --deep: the number of threads; 0 means one per core
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=1024), requires = "deep")]
    threads: u64,
}

/// Plays and reports.
pub(super) fn run(args: &Args, format: Format, file: &str, variant: &Variant) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = Plan {
        games: args.games,
        seed: args.seed,
        threads: if args.threads == 0 { cores } else { args.threads as usize },
        plies: args.plies as usize,
    };
    let bar = ProgressBar::with_draw_target(
        Some(plan.games),
        if watched() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() },
    );
    let style = ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len} games, {eta} left");
    bar.set_style(style.expect("the template is sound").progress_chars("=> "));
    bar.set_message(file.to_owned());
    let found = deep(variant, plan, &|| bar.inc(1));
    bar.finish_and_clear();
    let mut out = stdout().lock();
    match format {
        Format::Json => writeln!(out, "{}", told(file, variant, plan, &found))?,
        Format::Text | Format::Github => write!(out, "{}", report(file, variant, plan, &found))?,
    }
    Ok(())
}

fn percent((low, high): (f64, f64), value: f64) -> String {
    format!("{:.1}% ({:.1} to {:.1})", 100.0 * value, 100.0 * low, 100.0 * high)
}

fn share(part: u64, whole: u64) -> String {
    let share = Share { part, whole };
    format!("{part} of {whole}: {}", percent(share.interval(), share.value()))
}

/// The report for people.
fn report(file: &str, variant: &Variant, plan: Plan, found: &Deep) -> String {
    let games = found.games();
    let [white, black, drawn] = found.results();
    let finished = white + black + drawn;
    let mut lines = vec![format!("{file}: {games} random games, seed {}", plan.seed)];
    for option in variant.options() {
        lines.push(format!("  played with {}={}", option.name, option.value));
    }
    let ends = |at: usize| found.lengths.get(at).copied().unwrap_or(0);
    lines.push(format!(
        "  length         mean {:.1} plies, median {}, from {} to {}",
        found.mean_length(),
        found.median_length(),
        ends(0),
        ends(found.lengths.len().saturating_sub(1)),
    ));
    lines.push(format!("  cut short      {}, after {} plies", share(found.cut, games), plan.plies));
    if found.stuck > 0 {
        lines.push(format!(
            "  stuck          {}, without a move and without a result",
            share(found.stuck, games)
        ));
    }
    lines.push(format!(
        "  branching      {:.1} moves on average, {} at most",
        found.mean_moves(),
        found.widest
    ));
    lines.push(format!("  decisive       {}", share(white + black, finished)));
    let names = Side::BOTH.map(|side| variant.side_name(side));
    for (name, won) in names.iter().zip([white, black]) {
        lines.push(format!("  {:<15}{}", format!("{name} wins"), share(won, finished)));
    }
    lines.push(format!("  draws          {}", share(drawn, finished)));
    lines.extend(first_mover(variant, found));
    lines.push(format!("  ends           (won by {}, won by {}, drawn)", names[0], names[1]));
    for (name, [white, black, drawn]) in &found.ends {
        lines.push(format!("    {name}: {white}, {black}, {drawn}"));
    }
    let idle: Vec<_> = found.usage.iter().filter(|usage| usage.count == 0).collect();
    if idle.is_empty() {
        lines.push("  every rule that is watched was used".to_owned());
    } else {
        lines.push("  never used".to_owned());
        lines.extend(idle.iter().map(|usage| format!("    {}: {}", usage.kind, usage.what)));
    }
    lines.push(
        "  Shares and results count finished games only. In brackets: 95% intervals, Wilson for shares, normal \
         approximation for the score."
            .to_owned(),
    );
    lines.join("\n") + "\n"
}

/// How the side that moves first has fared.
fn first_mover(variant: &Variant, found: &Deep) -> Option<String> {
    let side = variant.start_position().side_to_move();
    let (score, interval) = found.score(side)?;
    let fair = if interval.0 > 0.5 {
        "an advantage"
    } else if interval.1 < 0.5 {
        "a disadvantage"
    } else {
        "no visible advantage"
    };
    Some(format!("  first mover    {} scores {}: {fair}", variant.side_name(side), percent(interval, score)))
}

fn interval((low, high): (f64, f64), value: f64) -> Value {
    json!({ "value": value, "low": low, "high": high })
}

/// The report for programs.
fn told(file: &str, variant: &Variant, plan: Plan, found: &Deep) -> Value {
    let [white, black, drawn] = found.results();
    let share = |part, whole| {
        let share = Share { part, whole };
        interval(share.interval(), share.value())
    };
    let finished = white + black + drawn;
    let side = variant.start_position().side_to_move();
    let ends: serde_json::Map<String, Value> = found
        .ends
        .iter()
        .map(|(name, [white, black, drawn])| {
            (name.clone(), json!({ "white": white, "black": black, "draw": drawn }))
        })
        .collect();
    let options: serde_json::Map<String, Value> =
        variant.options().into_iter().map(|option| (option.name, option.value.into())).collect();
    let usage: Vec<Value> = found
        .usage
        .iter()
        .map(|usage| json!({ "kind": usage.kind, "what": usage.what, "count": usage.count }))
        .collect();
    json!({
        "file": file,
        "deep": {
            "games": found.games(),
            "seed": plan.seed,
            "plies_limit": plan.plies,
            "options": options,
            "length": {
                "mean": found.mean_length(),
                "median": found.median_length(),
                "least": found.lengths.first(),
                "most": found.lengths.last(),
            },
            "broken_off": share(found.cut, found.games()),
            "stuck": share(found.stuck, found.games()),
            "branching": { "mean": found.mean_moves(), "most": found.widest },
            "finished": finished,
            "white": share(white, finished),
            "black": share(black, finished),
            "draw": share(drawn, finished),
            "decisive": share(white + black, finished),
            "first_mover": {
                "side": side.name(),
                "score": found.score(side).map(|(value, bounds)| interval(bounds, value)),
            },
            "intervals": "95%: Wilson for shares, normal approximation for the score",
            "ends": ends,
            "rules": usage,
        }
    })
}
