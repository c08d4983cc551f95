//! `ferz explain`: a longer text about each diagnostic code, about pieces known by name, and about what ferz does not do.

use std::io::{Write, stdout};

use ferz::Cells;
use ferz::draw::Diagram;
use ferz::movement::{KnownMovement, Movement, known_by_name, known_movements};
use ferz::text::{self, Span, explained as entries, in_a_row, sentence, wrapped};

use super::common::Failure;

/// Explain a diagnostic code: why it is a problem, and how to fix it; how a well-known piece moves; or why something is outside what ferz does
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ferz explain ferz::moves::no_capital    what is wrong, and what is right
  ferz explain griffon                    how a griffon moves
  ferz explain dice                       why no game has any")]
pub(super) struct Args {
    /// The code, such as `ferz::moves::no_capital` or its last word, `no_capital`; a piece, such as `griffon`; or what is
    /// missing, such as `dice`; without one, all codes are listed
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    match &args.code {
        Some(code) => explain(code),
        None => list(),
    }
}

fn list() -> Result<(), Failure> {
    let mut out = stdout().lock();
    for entry in entries() {
        writeln!(out, "{}: {}", entry.code, entry.summary())?;
    }
    Ok(())
}

/// Prints the text about a code, or about each of those that end in the same word.
pub(super) fn explain(said: &str) -> Result<(), Failure> {
    let short = said.trim().trim_start_matches("ferz::").replace(['.', '/'], "::").replace('-', "_");
    let whole = format!("ferz::{short}");
    let named = |code: &str| code == whole || code.rsplit("::").next() == Some(short.as_str());
    let found: Vec<_> = entries().filter(|entry| named(entry.code)).collect();
    if let (Some(known), true) = (known_by_name(said), found.is_empty()) {
        return piece(known);
    }
    if let (Some((heading, text)), true) = (text::outside(said), found.is_empty()) {
        let text = wrapped(&unlinked(&text.replace('\n', " ")), "", "");
        return Ok(write!(stdout(), "{heading}\n\n{text}\n")?);
    }
    if found.is_empty() {
        let help = nearest(&whole, &short).unwrap_or_else(|| "`ferz explain` lists all of them".to_owned());
        return Err(Failure::Usage(format!(
            "there is no diagnostic code or piece `{}`: {help}",
            text::shown(said)
        )));
    }
    let texts = found.iter().map(|entry| format!("{}\n\n{}\n", entry.code, shown(entry.text)));
    Ok(write!(stdout(), "{}", texts.collect::<Vec<_>>().join("\n"))?)
}

/// A text without the targets of its links.
fn unlinked(text: &str) -> String {
    let mut parts = text.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    let whole = parts.fold(first, |whole, part| whole + part.split_once(')').map_or(part, |(_, rest)| rest));
    whole.replace('[', "")
}

/// Prints the movement of a piece known by name: how it is written, in words and as a picture.
fn piece(known: &KnownMovement) -> Result<(), Failure> {
    let Ok((movement, _)) = Movement::read(Cells::Squares, known.notation, Span::default()) else {
        return Ok(());
    };
    let words = sentence(&movement.words());
    let text = wrapped(&format!("{words}. Written `{}`.", known.notation), "", "");
    let signs = Diagram::of(&movement).with_legend("@", false, "");
    let names = sentence(&in_a_row(&known.names, "or"));
    Ok(write!(stdout(), "{names}\n\n{text}\n{signs}")?)
}

fn nearest(whole: &str, short: &str) -> Option<String> {
    let codes: Vec<&str> = entries().map(|entry| entry.code).collect();
    let lasts = codes.iter().filter_map(|code| code.rsplit("::").next());
    let near = text::nearest(whole, codes.iter().copied()).map(str::to_owned).or_else(|| {
        let last = text::nearest(short, lasts)?;
        codes.iter().find(|code| code.ends_with(&format!("::{last}"))).map(|&code| code.to_owned())
    });
    let pieces = || known_movements().iter().flat_map(|known| known.names.iter().copied());
    let near = near.or_else(|| text::nearest(&short.replace('_', " "), pieces()).map(str::to_owned));
    near.map(|near| format!("did you mean `{near}`?"))
}

/// A text as it is read in a terminal: blocks are indented and labelled.
fn shown(text: &str) -> String {
    let mut lines = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (line.strip_prefix("```"), inside) {
            (Some(_), true) => inside = false,
            (Some(info), false) => {
                inside = true;
                let when = if info.ends_with("after") { "After" } else { "Before" };
                let place = if info.contains(" values ") { ", in the file of values" } else { "" };
                lines.push(format!("{when}{place}:"));
                lines.push(String::new());
            }
            (None, true) if line.is_empty() => lines.push(String::new()),
            (None, true) => lines.push(format!("    {line}")),
            (None, false) => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}
