//! Which complaints only follow from others: they are left out, so that one mistake is one complaint.
//!
//! What could not be read of a definition counts as something else or as absent (a board without ranks as eight by eight), and
//! whatever is measured by it then seems wrong as well. The tree says what is in doubt; the code of a complaint, what it was
//! measured by. If nothing else is wrong, nothing is left out.

use crate::definition::{Definition, Table};
use crate::feature::board;
use crate::text::{Diagnostic, Report, Severity, SourceId, Span};

/// Codes, or their beginnings, of complaints that measure by the size of the board, by the pieces and regions, by the array.
const BY_BOARD: &[&str] =
    &["ferz::setup::", "ferz::squares::off_board", "ferz::castling::", "ferz::promotion::", "ferz::walls::"];
const BY_PIECES: &[&str] = &[
    "ferz::setup::unknown_piece",
    "ferz::setup::bad_fen",
    "ferz::setup::no_royal",
    "ferz::setup::two_men",
    "ferz::pieces::unknown",
    "ferz::end::no_royal",
    "ferz::castling::no_",
    "ferz::castling::two_men",
    "ferz::castling::not_royal",
    "ferz::promotion::to_nothing",
];
const BY_REGIONS: &[&str] = &["ferz::regions::unknown"];
const BY_ARRAY: &[&str] = &["ferz::castling::no_", "ferz::setup::no_royal", "ferz::setup::several_royals"];

/// What a child may take over from another file without a fault of its own.
const INHERITED: &[&str] = &[
    "ferz::setup::",
    "ferz::squares::off_board",
    "ferz::castling::",
    "ferz::promotion::",
    "ferz::walls::",
    "ferz::pieces::unknown",
    "ferz::regions::unknown",
    "ferz::end::no_royal",
    "ferz::en_passant::",
];

/// Leaves out of a report what follows from other complaints, of those made since there were `from`, and sorts it.
pub(super) fn sift(definition: &Definition, root: &Table, from: usize, report: &mut Report) {
    let doubts = Doubts::of(definition, root, report);
    let stays = |(at, problem): (usize, &Diagnostic)| {
        problem.severity == Severity::Error && (at < from || doubts.keeps(problem))
    };
    if report.diagnostics().iter().enumerate().any(stays) {
        report.revise(from, |problem| doubts.keeps(&problem).then(|| with_origin(problem)));
    } else {
        report.revise(from, |problem| Some(with_origin(problem)));
    }
    report.sort();
}

/// Says of a place in an extended file how to change it from here.
fn with_origin(mut problem: Diagnostic) -> Diagnostic {
    let elsewhere = problem.labels.first().is_some_and(|label| label.span.source != SourceId::default());
    if elsewhere && begins_with(problem.code, INHERITED) {
        let says =
            "this is taken over from the parent: write it anew in your own file, or `false` to remove it";
        problem.help = Some(problem.help.map_or_else(|| says.to_owned(), |help| format!("{help} ({says})")));
    }
    problem
}

fn begins_with(code: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|beginning| code.starts_with(beginning))
}

/// What of a definition is not known, because it could not be read.
struct Doubts<'a> {
    definition: &'a Definition,
    /// Codes, or their beginnings, of what can't be said.
    unsure: Vec<&'static str>,
    /// Lines that the reader of the file stumbled over.
    lines: Vec<(SourceId, usize)>,
    /// A bracket is open, so that nothing can be said of the rest of the file.
    everything: bool,
}

impl<'a> Doubts<'a> {
    fn of(definition: &'a Definition, root: &Table, report: &Report) -> Self {
        let said = |beginning: &str| report.diagnostics().iter().any(|d| d.code.starts_with(beginning));
        let slips: Vec<&Diagnostic> =
            report.diagnostics().iter().filter(|d| d.code.starts_with("ferz::toml::")).collect();
        let everything = slips.iter().any(|d| {
            ["ferz::toml::unclosed", "ferz::toml::too_deep", "ferz::toml::duplicate_key"].contains(&d.code)
        });
        let spans = slips.iter().filter_map(|slip| Some(slip.labels.first()?.span));
        let lines = spans.map(|span| line(definition, span)).collect();
        let partial = !definition.complete || !slips.is_empty();
        let mut unsure = Vec::new();
        if !board::is_sized(root.table("board")) || said("ferz::board::no_squares") {
            unsure.extend(BY_BOARD);
        }
        if partial
            || !pieces_are_known(root)
            || said("ferz::pieces::too_many")
            || said("ferz::pieces::bad_letter")
        {
            unsure.extend(BY_PIECES);
        }
        if partial {
            unsure.extend(BY_REGIONS);
        }
        if said("ferz::setup::") || !root.contains("setup") || root.table("setup").is_none_or(unread_array) {
            unsure.extend(BY_ARRAY);
        }
        Self { definition, unsure, lines, everything }
    }

    fn keeps(&self, problem: &Diagnostic) -> bool {
        if begins_with(problem.code, &["ferz::toml::", "ferz::extends::", "ferz::options::"]) {
            return true;
        }
        let stumbled = |span: Span| self.lines.contains(&line(self.definition, span));
        let here = problem.labels.first().is_some_and(|label| stumbled(label.span));
        !self.everything && !here && !begins_with(problem.code, &self.unsure)
    }
}

fn line(definition: &Definition, span: Span) -> (SourceId, usize) {
    (span.source, definition.sources.line_column(span.source, span.start).0)
}

/// Whether every piece is a table with a letter and, if it says so, a plain `royal`.
fn pieces_are_known(root: &Table) -> bool {
    let known = |table: &Table| {
        table.text("letter").is_some() && (!table.contains("royal") || table.flag("royal").is_some())
    };
    root.table("pieces")
        .is_some_and(|pieces| pieces.iter().all(|(_, entry)| entry.node.table().is_some_and(known)))
}

/// Whether the rows of the array, or its FEN, are not what they must be.
fn unread_array(setup: &Table) -> bool {
    let row = |key| setup.list(key).unwrap_or_default().iter().any(|node| node.text().is_none());
    let not_rows = |key| setup.contains(key) && setup.list(key).is_none();
    row("white")
        || row("black")
        || not_rows("white")
        || not_rows("black")
        || (setup.contains("fen") && setup.text("fen").is_none())
}
