//! `ferz check`

use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use ferz::internals::lint::{Checked, check_file, suggestions};
use ferz::internals::text::render;

use super::common::{Failure, OptionArgs, drawn};
use super::{deep, explain};

/// Check game files: report every problem, where it is and what to do about it
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz check my-game.toml

An error keeps a game from loading; a warning is almost certainly a mistake. Advice, which `--advice` shows, is about what may
well be intended: an asymmetric start position, a piece that reaches little of the board. `ferz explain CODE` says more about a code.")]
pub(super) struct Args {
    /// The files; of a folder all `.toml` files in it
    #[arg(required_unless_present = "explain", value_name = "FILE")]
    files: Vec<String>,
    /// Also report files without problems
    #[arg(long, short)]
    verbose: bool,
    /// How to report problems: drawn for people (text) or as annotations of a GitHub workflow (github), on standard error and
    /// standard output, or as JSON, one object a line, on standard output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Show advice as well: what is unusual but may be intended
    #[arg(long)]
    advice: bool,
    /// Warnings count as problems in the exit status
    #[arg(long)]
    deny_warnings: bool,
    /// Explain a diagnostic code, as `ferz explain` does
    #[arg(long, value_name = "CODE", conflicts_with_all = ["files", "deep"])]
    explain: Option<String>,
    /// Play thousands of random games and report on them
    #[arg(long)]
    deep: bool,
    #[command(flatten)]
    plan: deep::Args,
    #[command(flatten)]
    options: OptionArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    #[value(alias = "human")]
    Text,
    Json,
    Github,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(code) = &args.explain {
        return explain::explain(code);
    }
    let choices = args.options.choices()?;
    if !choices.is_empty() && !args.deep {
        return Err(Failure::Usage(
            "`--option` chooses what `--deep` plays; a check tries every value of every option".to_owned(),
        ));
    }
    let mut faults = false;
    for file in files(&args.files)? {
        let mut checked = check_file(Path::new(&file)).map_err(Failure::Usage)?;
        let hidden = if args.advice { 0 } else { checked.report.without_advice() };
        faults |= checked.report.has_errors() || args.deny_warnings && checked.report.has_warnings();
        say(args.format, &file, &checked)?;
        if args.verbose && checked.report.diagnostics().is_empty() {
            writeln!(stderr(), "{file}: all is well{}", remark(hidden))?;
        }
        if let Some(variant) = checked.variant.filter(|_| args.deep) {
            let variant = variant.with_options(&choices)?;
            deep::run(&args.plan, args.format, &file, &variant)?;
        }
    }
    if faults { Err(Failure::Said) } else { Ok(()) }
}

fn remark(hidden: usize) -> String {
    match hidden {
        0 => String::new(),
        1 => " (`--advice` shows a piece of advice)".to_owned(),
        many => format!(" (`--advice` shows {many} pieces of advice)"),
    }
}

fn say(format: Format, file: &str, checked: &Checked) -> Result<(), Failure> {
    let (report, sources) = (&checked.report, &checked.sources);
    let mut out = stdout().lock();
    match format {
        Format::Text => {
            let text = drawn(report, sources);
            if !text.trim().is_empty() {
                writeln!(stderr(), "{}", text.trim_end())?;
            }
        }
        Format::Json => {
            let text = sources.text(ferz::text::SourceId::default());
            let found = suggestions(file, text, Path::new(file).parent(), report);
            for (problem, suggestion) in report.diagnostics().iter().zip(&found) {
                let suggestion = suggestion.as_ref().map(|s| (s.start..s.end, s.text.as_str()));
                writeln!(out, "{}", render::json(problem, suggestion, sources))?;
            }
        }
        Format::Github => {
            for problem in report.diagnostics() {
                writeln!(out, "{}", render::github(problem, sources))?;
            }
        }
    }
    Ok(())
}

/// The files that are meant, those of a folder in the order of their names.
fn files(said: &[String]) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    for name in said {
        if !Path::new(name).is_dir() {
            files.push(name.clone());
            continue;
        }
        let mut found = Vec::new();
        below(Path::new(name), &mut found)
            .map_err(|error| Failure::Usage(format!("can't read the folder {name}: {error}")))?;
        if found.is_empty() {
            return Err(Failure::Usage(format!("there is no `.toml` file in the folder {name}")));
        }
        found.sort();
        files.extend(found.iter().map(|path| path.to_string_lossy().into_owned()));
    }
    Ok(files)
}

/// Returns the game files in a folder and its subfolders; links to folders and hidden folders are not followed.
fn below(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if entry.file_type()?.is_dir() {
            if !hidden {
                below(&path, found)?;
            }
        } else if !hidden && path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
    Ok(())
}

/// Returns `true` if somebody may be watching: standard error is a terminal.
pub(super) fn watched() -> bool {
    stderr().is_terminal()
}
