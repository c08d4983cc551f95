//! `ferz check`

use std::collections::BTreeSet;
use std::io::{IsTerminal, Read, Write, stderr, stdin, stdout};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use ferz::lint::{Checked, check_text, fixed, suggestions};
use ferz::read_game_file;
use ferz::text::decoded;
use ferz::text::render;
use ferz::text::{Report, Severity, SourceId};
use ferz::{Folder, LARGEST_FILE};

use super::common::{Failure, OptionArgs, drawn};
use super::{deep, explain, file, watch};

/// Check game files: report every problem, where it is and what to do about it
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz check my-game.toml

An error is a fault that keeps a game from loading, or an example that fails; a warning is almost certainly a mistake. Advice, which `--advice` \
shows, is about what may well be intended: an asymmetric start position, a piece that reaches little of the board. \
`ferz explain CODE` says more about a code.")]
pub(super) struct Args {
    /// The files; for a folder, all `.toml` files in it; `-` reads standard input
    #[arg(required_unless_present = "explain", value_name = "FILE")]
    files: Vec<String>,
    /// Also report files without problems
    #[arg(long, short)]
    verbose: bool,
    /// How to report problems: for people, on standard error (text); as annotations of a GitHub workflow, on standard output (github);
    /// or as one JSON object per line, on standard output (json)
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Show advice as well: what is unusual but may be intended
    #[arg(long)]
    advice: bool,
    /// Exit with status 1 if there are warnings
    #[arg(long)]
    deny_warnings: bool,
    /// Don't run the examples
    #[arg(long)]
    no_examples: bool,
    /// Read no file outside the folder of the file that is checked; for files of strangers
    #[arg(long)]
    confined: bool,
    /// Apply tested corrections to the files, for example of misspelt names; with standard input, print the corrected text
    #[arg(long)]
    fix: bool,
    /// Check again whenever a file is saved, until stopped with Ctrl-C
    #[arg(long, conflicts_with = "deep")]
    watch: bool,
    /// Explain a diagnostic code, as `ferz explain` does
    #[arg(long, value_name = "CODE", conflicts_with_all = ["files", "deep", "fix", "watch"])]
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
    if args.files.iter().filter(|name| *name == STANDARD).count() > usize::from(!args.watch) {
        return Err(Failure::Usage("standard input can be read only once, and not be watched".to_owned()));
    }
    if args.watch {
        return watch::watch(&args.files, |read| match pass(args, read) {
            Err(failure @ (Failure::Usage(_) | Failure::Input(_))) => Ok(_ = failure.report()),
            Err(Failure::Said) => Ok(()),
            done => done,
        });
    }
    pass(args, &mut BTreeSet::new())
}

/// Checks all files once; `read` gets the files that were read.
fn pass(args: &Args, read: &mut BTreeSet<PathBuf>) -> Result<(), Failure> {
    let (choices, mut tally) = (args.options.choices()?, Tally::default());
    for file in file::game_files(&args.files)? {
        let mut subject = Subject::open(&file, args.confined)?;
        if args.fix {
            subject.fix()?;
        }
        let checked = check_text(&subject.shown, &subject.text, subject.folder());
        let mut checked = if args.no_examples { checked } else { checked.with_examples() };
        read.extend(checked.sources.names().map(PathBuf::from));
        let hidden = if args.advice { 0 } else { checked.report.without_advice() };
        tally.add(&checked.report);
        say(args, &subject, &checked)?;
        if args.verbose && checked.report.diagnostics().is_empty() {
            writeln!(stderr(), "{}: ok{}", subject.shown, remark(hidden))?;
        }
        if let Some(variant) = checked.variant.filter(|_| args.deep) {
            let variant = variant.with_options(&choices)?;
            deep::run(&args.plan, args.format, &file, &variant)?;
        }
    }
    if args.format == Format::Text {
        writeln!(stderr(), "{}", tally.words())?;
    }
    let faults = tally.errors > 0 || args.deny_warnings && tally.warnings > 0;
    if faults { Err(Failure::Said) } else { Ok(()) }
}

/// The name of standard input on the command line.
const STANDARD: &str = "-";

/// A text to check.
struct Subject {
    /// Its name in reports.
    shown: String,
    text: String,
    /// The folder of what it extends; none of a built-in game.
    dir: Option<PathBuf>,
    /// True if nothing outside that folder may be read.
    confined: bool,
    /// The file it can be written to.
    file: Option<PathBuf>,
}

impl Subject {
    fn open(name: &str, confined: bool) -> Result<Self, Failure> {
        if name == STANDARD {
            let mut bytes = Vec::new();
            stdin().lock().take(LARGEST_FILE as u64 + 1).read_to_end(&mut bytes)?;
            let (shown, dir) = ("standard input".to_owned(), Some(PathBuf::from(".")));
            return Ok(Self { shown, text: decoded(bytes), dir, confined, file: None });
        }
        let path = Path::new(name);
        if confined && path.exists() && !Folder::Confined(path.parent().unwrap_or(path)).admits(path) {
            return Err(Failure::Usage(format!(
                "can't read {name}: it is a link that leads out of its folder"
            )));
        }
        let (text, dir) = read_game_file(path).map_err(Failure::Usage)?;
        let file = dir.map(|_| path.to_owned());
        Ok(Self { shown: name.to_owned(), text, dir: dir.map(Path::to_owned), confined, file })
    }

    /// The folder of what it extends.
    fn folder(&self) -> Folder<'_> {
        let reach = if self.confined { Folder::Confined } else { Folder::Open };
        self.dir.as_deref().map_or(Folder::None, reach)
    }

    /// Corrects the text, and the file it is from; standard input goes to standard output.
    fn fix(&mut self) -> Result<(), Failure> {
        let (text, fixes) = fixed(&self.shown, &self.text, self.folder());
        match &self.file {
            Some(path) if !fixes.is_empty() => file::replace(path, text.as_bytes())?,
            None if self.dir.is_some() => stdout().lock().write_all(text.as_bytes())?,
            _ => {}
        }
        for fix in fixes {
            let (line, column) = fix.place;
            let shown = &self.shown;
            writeln!(stderr(), "{shown}:{line}:{column}: wrote `{}` instead of `{}`", fix.after, fix.before)?;
        }
        self.text = text;
        Ok(())
    }
}

/// The number of problems of each severity.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    errors: usize,
    warnings: usize,
    advice: usize,
}

impl Tally {
    fn add(&mut self, report: &Report) {
        for problem in report.diagnostics() {
            *match problem.severity {
                Severity::Error => &mut self.errors,
                Severity::Warning => &mut self.warnings,
                Severity::Advice => &mut self.advice,
            } += 1;
        }
    }

    /// `ok`, or `2 errors, 1 warning`.
    fn words(self) -> String {
        let many = |count: usize, one: &str, more: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {more}")),
        };
        let ok = (self.errors + self.warnings == 0).then(|| "ok".to_owned());
        let parts = [
            ok,
            many(self.errors, "error", "errors"),
            many(self.warnings, "warning", "warnings"),
            many(self.advice, "piece of advice", "pieces of advice"),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

fn remark(hidden: usize) -> String {
    match hidden {
        0 => String::new(),
        1 => " (`--advice` shows 1 piece of advice)".to_owned(),
        many => format!(" (`--advice` shows {many} pieces of advice)"),
    }
}

fn say(args: &Args, subject: &Subject, checked: &Checked) -> Result<(), Failure> {
    let (report, sources) = (&checked.report, &checked.sources);
    let mut out = stdout().lock();
    match args.format {
        Format::Text => {
            let text = drawn(report, sources);
            if !text.trim().is_empty() {
                writeln!(stderr(), "{}\n", text.trim_end())?;
            }
        }
        Format::Json => {
            let text = sources.text(SourceId::default());
            let found = suggestions(&subject.shown, text, subject.folder(), report);
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
    // in the format for people, the report says so itself
    if let Some(words) = report.omitted().filter(|_| args.format != Format::Text) {
        writeln!(stderr(), "{}: {words}", subject.shown)?;
    }
    Ok(())
}

/// Returns `true` if someone may be watching: standard error is a terminal.
pub(super) fn watched() -> bool {
    stderr().is_terminal()
}
