//! `ferz import`

use std::io::{Read, Write, stderr, stdin, stdout};
use std::path::{Path, PathBuf};

use ferz::ini::{Import, Imported};
use ferz::template::file_name;
use ferz::text::Report;
use ferz::text::{decoded, nearest, shown};
use ferz::{LARGEST_FILE, diagram, ini};

use super::common::{Failure, drawn};
use super::file;

/// Turn the variants in a variants.ini of Fairy-Stockfish, or in a page with the Interactive Diagram, into game files
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz import variants.ini -o games/

A variant becomes a game file with the same rules, or is refused: each line with no counterpart in a game file is reported. Parents may be variants of the same file, or Fairy-Stockfish's own. Of a page of chessvariants.com, each Interactive Diagram is read. Without a name all variants are read; the exit status is 1 if any is refused.")]
pub(super) struct Args {
    /// The file; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The variant; without it, all of them
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Write to this file, or to files in this folder; standard output otherwise
    #[arg(long, short, value_name = "FILE|FOLDER")]
    output: Option<PathBuf>,
    /// Replace files that already exist
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (shown, text) = open(&args.file)?;
    let is_page = diagram::is_page(&text);
    let import = if is_page { diagram::import } else { ini::import };
    let import = import(&shown, &text, args.name.as_deref());
    if let (Some(name), true) = (&args.name, import.variants.is_empty()) {
        let names = if is_page { diagram::names(&text) } else { ini::names(&text) };
        return Err(unknown(name, &names));
    }
    let mut failed = said(&import.report, &import)?;
    let made: Vec<&Imported> = import.variants.iter().filter(|variant| variant.text.is_some()).collect();
    for variant in &import.variants {
        failed |= said(&variant.report, &import)?;
    }
    write(args, &made)?;
    if args.name.is_none() {
        let refused = import.variants.len() - made.len();
        writeln!(stderr(), "{} imported, {refused} refused", made.len())?;
    }
    if import.variants.is_empty() && !failed {
        return Err(Failure::Input(format!("there is no variant in {shown}")));
    }
    if failed { Err(Failure::Said) } else { Ok(()) }
}

/// The text of the file, and the name shown in reports.
fn open(path: &Path) -> Result<(String, String), Failure> {
    let unreadable =
        |error: &dyn std::fmt::Display| Failure::Usage(format!("can't read {}: {error}", path.display()));
    let (shown, mut source): (String, Box<dyn Read>) = match path.as_os_str() == "-" {
        true => ("<standard input>".to_owned(), Box::new(stdin())),
        false if path.is_dir() => return Err(unreadable(&"it is a folder")),
        false => (
            path.display().to_string(),
            Box::new(std::fs::File::open(path).map_err(|error| unreadable(&error))?),
        ),
    };
    let mut bytes = Vec::new();
    source
        .by_ref()
        .take(LARGEST_FILE as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(&error))?;
    match bytes.len() > LARGEST_FILE {
        true => Err(Failure::Input(format!("{shown} is larger than one megabyte"))),
        false => Ok((shown, decoded(bytes))),
    }
}

fn unknown(name: &str, names: &[String]) -> Failure {
    let near = nearest(name, names.iter().map(String::as_str));
    let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    Failure::Usage(format!("there is no variant called `{}`{hint}", shown(name)))
}

/// Shows a report; returns `true` if it has errors.
fn said(report: &Report, import: &Import) -> Result<bool, Failure> {
    if !report.diagnostics().is_empty() {
        writeln!(stderr(), "{}", drawn(report, &import.sources).trim_end())?;
    }
    Ok(report.has_errors())
}

/// Writes the game files: into a folder, to the file named, or to standard output.
fn write(args: &Args, made: &[&Imported]) -> Result<(), Failure> {
    let put = |path: &Path, text: &str| match args.force {
        true => file::replace(path, text.as_bytes()),
        false => file::create(path, text.as_bytes()),
    };
    let text = |variant: &Imported| variant.text.clone().unwrap_or_default();
    match &args.output {
        None => {
            for (at, variant) in made.iter().enumerate() {
                let blank = if at > 0 { "\n" } else { "" };
                write!(stdout(), "{blank}{}", text(variant))?;
            }
        }
        Some(folder) if folder.is_dir() || args.name.is_none() => {
            std::fs::create_dir_all(folder).map_err(|error| {
                Failure::Usage(format!("can't create the folder {}: {error}", folder.display()))
            })?;
            for variant in made {
                put(&folder.join(file_name(&plain(&variant.name))), &text(variant))?;
            }
        }
        Some(path) => {
            for variant in made {
                put(path, &text(variant))?;
            }
        }
    }
    Ok(())
}

/// The name of a variant in a form that a file may have.
fn plain(name: &str) -> String {
    let fine = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let plain: String = name.chars().map(|c| if fine(c) { c } else { '-' }).collect();
    let plain = plain.trim_start_matches(['.', '-']);
    if plain.is_empty() { "variant".to_owned() } else { plain.chars().take(100).collect() }
}
