//! Game files from the variants.ini of Fairy-Stockfish: each variant as a person would write it, or what can't be expressed and why.
//!
//! A text is read into sections (`read`), what holds for a variant is gathered from it and its parents (`settings`), each rule is put into
//! the words of game files (`rules`), and what its parent game says already is left out (`parent`). Names of options and pieces, and
//! the built-in variants, are data (`data`). Nothing is dropped in silence: a report has a fault for each line not expressed, and a note
//! for those that are no rules.

mod betza;
mod check;
mod game;
mod keys;
pub(crate) mod pairs;
mod parent;
mod read;
mod reversible;
mod rules;
mod settings;
mod squares;
mod start;
#[cfg(test)]
mod tests;
mod types;
mod write;

use indexmap::IndexSet;

use crate::Variant;
use crate::format::format;
use crate::text::{Diagnostic, Report, Severity, Sources, Span};
pub(crate) use betza::words as own_words;
pub(crate) use game::sided;
use game::{Game, Kept};
pub(crate) use keys::{HOPPER, TYPES, king, pawn, roaming, value};
use parent::Parent;
pub(crate) use reversible::{Reversible, reversible};
use settings::{Book, Settings};
pub(crate) use squares::{listed, written};

/// A game file from a variant.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Imported {
    /// The name of the variant.
    pub name: String,
    /// The game file, unless something in the variant can't be expressed.
    pub text: Option<String>,
    /// The faults, and the rules that could not be expressed.
    pub report: Report,
}

/// The variants of a text, and the texts that places in the reports refer to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Import {
    /// One for each variant, in the order of the text.
    pub variants: Vec<Imported>,
    /// The faults of the text as a whole.
    pub report: Report,
    /// The text, under the name shown in reports.
    pub sources: Sources,
}

/// Reads the text of a variants.ini under the name shown in reports, and makes a game file of each variant, or of the requested one, which
/// may also be one that Fairy-Stockfish has built in.
///
/// ```
/// use ferz::{Variant, ini::import};
/// let import = import("variants.ini", "[hill:chess]\nflagPiece = k\nflagRegionWhite = d4 e4 d5 e5\nflagRegionBlack = d4 e4 d5 e5\n", None);
/// let text = import.variants[0].text.as_deref().unwrap();
/// assert!(text.contains("extends = \"chess\""), "{text}");
/// assert!(Variant::from_text("hill", text, &[]).is_ok());
/// ```
pub fn import(shown: &str, text: &str, only: Option<&str>) -> Import {
    let mut sources = Sources::default();
    let source = sources.add(shown, text);
    let mut report = Report::default();
    let book = Book::read(source, text, &mut report);
    let own = book.names().filter(|name| only.is_none_or(|only| only == *name));
    let mut names: IndexSet<&str> = own.collect();
    if names.is_empty() {
        names.extend(book.known().find(|name| Some(*name) == only));
    }
    let variants = names.into_iter().map(|name| one(&book, name)).collect();
    Import { variants, report, sources }
}

/// Returns the names of the variants in the text of a variants.ini, in its order.
///
/// ```
/// assert_eq!(ferz::ini::names("[one:chess]\nmaxRank = 7\n[two]\n"), ["one", "two"]);
/// ```
pub fn names(text: &str) -> Vec<String> {
    let mut sources = Sources::default();
    let source = sources.add("", text);
    Book::read(source, text, &mut Report::default()).names().map(str::to_owned).collect()
}

fn one(book: &Book, name: &str) -> Imported {
    let mut report = Report::default();
    let text = book.settings(name, &mut report).and_then(|settings| made(book, name, &settings, &mut report));
    let text = text.filter(|_| !report.has_errors());
    Imported { name: name.to_owned(), text, report }
}

/// The rules of a variant in the words of game files.
struct Rules {
    tables: toml::Table,
    /// The pieces that never come to the board.
    idle: Vec<String>,
    /// The keys that only the parent game can express.
    kept: Vec<Kept>,
}

/// The game file of a variant.
fn made(book: &Book, name: &str, settings: &Settings, report: &mut Report) -> Option<String> {
    let place = book.place(name).unwrap_or_default();
    let parent = settings.lineage.iter().find_map(|name| Parent::find(name)).unwrap_or_default();
    let rules = rules_of(settings, place, &parent, report)?;
    if !rules.kept.is_empty() {
        let text = kept_text(book, name, settings, &parent, &rules);
        if text.is_none() {
            rules.kept.into_iter().for_each(|kept| report.push(kept.fault));
        }
        return text;
    }
    let head = check::head(name, settings, &rules.idle);
    let loaded = |text: &str| Variant::from_text(name, text, &[]);
    let alone = laid(name, &head, None, &rules.tables);
    if let Some(extends) = parent.name.as_deref() {
        let child = laid(name, &head, Some(extends), &parent.difference(&rules.tables));
        if child.len() < alone.len() && loaded(&child).is_ok() {
            return Some(child);
        }
    }
    if let Err(error) = loaded(&alone) {
        let fault = error.report.diagnostics().iter().find(|fault| fault.severity == Severity::Error);
        let why = fault.map_or("it does not load", |fault| &fault.message);
        let message = format!("this variant can't be expressed as a game file: {why}");
        report.push(Diagnostic::error("ferz::ini::not_sound", message).at(place, "this variant"));
    }
    Some(alone)
}

fn rules_of(settings: &Settings, place: Span, parent: &Parent, report: &mut Report) -> Option<Rules> {
    let geometry = check::values(settings, report)?;
    let start = start::read(settings.text("startFen"), &geometry).map_err(|message| {
        let span = settings.said("startFen").map_or(place, |word| word.span);
        let message = format!("this position can't be read: {message}");
        report.push(Diagnostic::error("ferz::ini::bad_value", message).at(span, "the position"));
    });
    let start = start.ok()?.with_synonyms(settings);
    let mut game =
        Game { settings, place, geometry, start, types: Vec::new(), parent, kept: Vec::new(), report };
    check::unsaid(&mut game);
    game.geometry.symmetry = check::symmetry(&game);
    game.types = types::types(&mut game);
    for at in 0..game.types.len() {
        let one = game.types[at].clone();
        game.types[at].royal = types::royal(&mut game, &one);
    }
    check::pieces(&mut game);
    let tables = rules::tables(&mut game);
    let idle = types::idle(&game);
    (!game.report.has_errors()).then_some(Rules { tables, idle, kept: game.kept })
}

/// The file of a variant with rules that only its parent has: it extends that game by what the variant changes of the other program's
/// parent. `None` if it changes one of those rules.
fn kept_text(book: &Book, name: &str, settings: &Settings, parent: &Parent, rules: &Rules) -> Option<String> {
    let relative = parent.relative.as_deref()?;
    let theirs = book.built_in(relative, None)?;
    let before = rules_of(&theirs, Span::default(), parent, &mut Report::default())?;
    let kept = |kept: &Kept| settings.text(&kept.option) == theirs.text(&kept.option);
    if !before.kept.iter().all(kept) {
        return None;
    }
    let mut change = parent.change(&before.tables, &rules.tables)?;
    if settings.is("pieceDrops") && !theirs.is("pieceDrops") {
        parent.count_drops(&mut change);
    }
    let head = check::head(name, settings, &rules.idle);
    let text = laid(name, &head, parent.name.as_deref(), &change);
    Variant::from_text(name, &text, &[]).is_ok().then_some(text)
}

/// The text of a file, laid out.
pub(crate) fn laid(name: &str, head: &str, extends: Option<&str>, tables: &toml::Table) -> String {
    let header = toml::Table::from_iter([("name".to_owned(), crate::template::title(name).into())]);
    let mut all = toml::Table::from_iter([("game".to_owned(), header.into())]);
    all.extend(tables.clone());
    let text = write::write(head, extends, &all);
    format(&text).unwrap_or(text)
}
