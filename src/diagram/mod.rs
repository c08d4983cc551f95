//! Game files from pages with the Interactive Diagram of chessvariants.com, as [`export`](crate::export) writes them.
//!
//! A page describes each of its diagrams in lines: settings (`files=10`), and pieces with their names, letters, movements, pictures and squares
//! (`knight:N:N:knight:b1,g1`). What such a line says is put into the words of a game file, or reported at its place if that can't be done;
//! settings of the diagram's look are left out. The Diagram checks no rule of its games; here, checkmate loses as there.
//!
//! The settings are described on chessvariants.com under *Interactive diagrams* (H. G. Muller).

mod board;
mod game;
mod page;
#[cfg(test)]
mod tests;

use crate::Variant;
use crate::ini::{Import, Imported, laid};
use crate::text::{Diagnostic, Report, Sources};

/// Returns `true` if a text is a page with a diagram, or the lines of one alone.
///
/// ```
/// assert!(ferz::diagram::is_page("<div class=\"idiagram\">files=8</div>"));
/// assert!(!ferz::diagram::is_page("[hill:chess]\nflagPiece = k\n"));
/// ```
pub fn is_page(text: &str) -> bool {
    page::has_diagram(text)
}

/// Reads the text of a page under the name shown in reports, and makes a game file of each of its diagrams, or of the one with the requested
/// name. A diagram has the name that its page gives it (`satellite`), or `diagram` with its number.
///
/// ```
/// use ferz::{Variant, diagram, export::to_diagram};
/// let page = to_diagram(&Variant::load("chess", &[])?, "chess").text.unwrap();
/// let import = diagram::import("chess.html", &page, None);
/// let text = import.variants[0].text.as_deref().unwrap();
/// let back = Variant::from_text("chess.toml", text, &[])?;
/// assert_eq!(back.start_position().perft(3), 8902);
/// # Ok::<(), ferz::LoadError>(())
/// ```
pub fn import(shown: &str, text: &str, only: Option<&str>) -> Import {
    let mut sources = Sources::default();
    let source = sources.add(shown, text);
    let blocks = named(page::blocks(source, text)).filter(|(name, _)| only.is_none_or(|only| only == name));
    let variants = blocks.map(|(name, block)| one(name, &block)).collect();
    Import { variants, report: Report::default(), sources }
}

/// Returns the names of the diagrams of a page, in its order.
///
/// ```
/// let page = "<div class='idiagram'>satellite=one</div> <div class='idiagram'>files=9</div>";
/// assert_eq!(ferz::diagram::names(page), ["one", "diagram-2"]);
/// ```
pub fn names(text: &str) -> Vec<String> {
    let source = Sources::default().add("", text);
    named(page::blocks(source, text)).map(|(name, _)| name).collect()
}

/// Diagrams with their names.
fn named(blocks: Vec<page::Block>) -> impl Iterator<Item = (String, page::Block)> {
    let single = blocks.len() == 1;
    (1..).zip(blocks).map(move |(number, block): (usize, page::Block)| {
        let own = block.settings.iter().rev().find(|(key, _)| key.text == "satellite");
        let number = if single { String::new() } else { format!("-{number}") };
        let name = own.map(|(_, name)| name.text.clone()).filter(|name| !name.is_empty());
        (name.unwrap_or_else(|| format!("diagram{number}")), block)
    })
}

/// Makes a game file of a diagram.
fn one(name: String, block: &page::Block) -> Imported {
    let mut report = Report::default();
    let tables = game::tables(block, &mut report);
    let head = format!(
        "{}: from a page with the Interactive Diagram of chessvariants.com.",
        crate::template::title(&name)
    );
    let text = (!report.has_errors()).then(|| laid(&name, &head, None, &tables));
    if let Some(Err(error)) = text.as_ref().map(|text| Variant::from_text(&name, text, &[])) {
        let first =
            error.report.diagnostics().iter().find(|fault| fault.severity == crate::text::Severity::Error);
        let why = first.map_or("it does not load", |fault| &fault.message);
        let message = format!("this diagram can't be expressed as a game file: {why}");
        report.push(Diagnostic::error("ferz::diagram::not_sound", message).at(block.span, "this diagram"));
    }
    report.sort();
    let text = text.filter(|_| !report.has_errors());
    Imported { name, text, report }
}
