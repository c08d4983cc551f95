//! `ferz fmt`

use std::io::{Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use ferz::format::format;
use ferz::lint::Reading;
use ferz::text::decoded;
use ferz::text::{Report, Severity};

use super::common::{Failure, drawn};
use super::file;

/// Format game files: put tables and keys in order, tidy spaces and quotes, keep comments
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz fmt my-game.toml

What a file says is never changed, nor the order of what its author names: pieces, regions, ends, options. Files are replaced in one step, and only if something changes.")]
pub(super) struct Args {
    /// The files; for a folder, all `.toml` files in it; `-` reads standard input and writes standard output
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Change nothing; list the files that are not formatted, with exit status 1 if there are any
    #[arg(long)]
    check: bool,
}

/// The maximum number of bytes read from standard input.
const LARGEST: u64 = ferz::LARGEST_FILE as u64 + 1;

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (mut failed, mut usage) = (false, Vec::new());
    for path in &args.files {
        if path.as_os_str() == "-" {
            failed |= standard(args.check)?;
            continue;
        }
        match expanded(path) {
            Ok(files) => {
                for path in files {
                    failed |= one(&path, args.check)?;
                }
            }
            Err(message) => usage.push(message),
        }
    }
    match (usage.is_empty(), failed) {
        (false, _) => Err(Failure::Usage(usage.join("\n"))),
        (true, true) => Err(Failure::Said),
        (true, false) => Ok(()),
    }
}

/// The file itself, or the `.toml` files of a folder and its subfolders.
fn expanded(path: &Path) -> Result<Vec<PathBuf>, String> {
    if !path.is_dir() {
        return match path.is_file() {
            true => Ok(vec![path.to_owned()]),
            false => Err(format!("can't read {}: there is no such file", path.display())),
        };
    }
    let cannot = |error: std::io::Error| format!("can't read {}: {error}", path.display());
    let mut found = Vec::new();
    let mut entries =
        std::fs::read_dir(path).map_err(cannot)?.collect::<Result<Vec<_>, _>>().map_err(cannot)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        // a link to a folder may lead in a circle
        let folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if folder {
            found.extend(expanded(&entry.path())?);
        } else if entry.path().extension().is_some_and(|ending| ending == "toml") {
            found.push(entry.path());
        }
    }
    Ok(found)
}

/// Formats standard input, or checks it; returns `true` if a check finds a difference.
fn standard(check: bool) -> Result<bool, Failure> {
    let mut bytes = Vec::new();
    stdin().lock().take(LARGEST).read_to_end(&mut bytes)?;
    // text in another encoding is refused below, as in any other command
    let text = decoded(bytes);
    let formatted = laid_out("standard input", &text, None)?;
    if check {
        let differs = formatted != text;
        if differs {
            writeln!(stdout(), "-")?;
        }
        return Ok(differs);
    }
    stdout().lock().write_all(formatted.as_bytes())?;
    Ok(false)
}

/// Formats a file, or reports that it isn't formatted; returns `true` if there is a problem.
fn one(path: &Path, check: bool) -> Result<bool, Failure> {
    let shown = path.display().to_string();
    let text = match std::fs::read(path) {
        Ok(bytes) => decoded(bytes),
        Err(error) => {
            Failure::Input(format!("can't read {shown}: {error}")).report();
            return Ok(true);
        }
    };
    let formatted = match laid_out(&shown, &text, path.parent()) {
        Ok(formatted) => formatted,
        Err(failure) => {
            failure.report();
            return Ok(true);
        }
    };
    if formatted == text {
        return Ok(false);
    }
    if check {
        writeln!(stdout(), "{shown}")?;
        return Ok(true);
    }
    file::replace(path, formatted.as_bytes())?;
    Ok(false)
}

fn laid_out(shown: &str, text: &str, dir: Option<&Path>) -> Result<String, Failure> {
    let Reading { report, sources, .. } = Reading::with_defaults(shown, text, dir, &|_| None);
    let mut slips = Report::default();
    let unreadable = |code: &str| code.starts_with("ferz::toml::");
    let errors = report.diagnostics().iter().filter(|slip| slip.severity == Severity::Error);
    errors.filter(|slip| unreadable(slip.code)).for_each(|slip| slips.push(slip.clone()));
    if slips.has_errors() {
        return Err(Failure::Input(drawn(&slips, &sources)));
    }
    format(text).map_err(|why| Failure::Input(format!("{shown} can't be formatted: {why}")))
}
