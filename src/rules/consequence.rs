//! Diagnostics that only follow from others: they are left out, so that each mistake is reported once.
//!
//! Anything in a game file that could not be read counts as something else or as absent (a board without ranks as eight by eight), and
//! whatever depends on it then seems wrong as well. The tree says what is in doubt; the code of a diagnostic, what it depends on. If
//! nothing else is wrong, nothing is left out.

use crate::definition::{Definition, Table};
use crate::feature::rule::Measure;
use crate::feature::{FEATURES, board};
use crate::text::{Diagnostic, Report, Severity, SourceId, Span};

/// Diagnostic codes of the frame of a game, or their prefixes, with the parts of the game file that they depend on.
const FRAME: &[(&str, Measure)] = &[
    ("ferz::setup::", Measure::Board),
    ("ferz::setup::", Measure::Parent),
    ("ferz::setup::unknown_piece", Measure::Pieces),
    ("ferz::setup::bad_fen", Measure::Pieces),
    ("ferz::setup::no_royal", Measure::Pieces),
    ("ferz::setup::no_royal", Measure::Setup),
    ("ferz::setup::several_royals", Measure::Setup),
    ("ferz::setup::two_pieces", Measure::Pieces),
    ("ferz::squares::off_board", Measure::Board),
    ("ferz::squares::off_board", Measure::Parent),
    ("ferz::pieces::unknown", Measure::Pieces),
    ("ferz::pieces::unknown", Measure::Parent),
    ("ferz::regions::unknown", Measure::Regions),
    ("ferz::regions::unknown", Measure::Parent),
    ("ferz::end::no_royal", Measure::Pieces),
    ("ferz::end::no_royal", Measure::Parent),
];

/// The codes, or their prefixes, of the diagnostics that depend on a part of the game file.
fn codes(by: Measure) -> impl Iterator<Item = &'static str> {
    let all = FRAME.iter().chain(FEATURES.iter().flat_map(|feature| feature.measured_by));
    all.filter(move |(_, measure)| *measure == by).map(|(code, _)| *code)
}

/// Removes from a report the diagnostics, from index `from` on, that only follow from others, and sorts it.
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

/// Adds to a diagnostic in an extended file how to change that place from here.
fn with_origin(mut problem: Diagnostic) -> Diagnostic {
    let elsewhere = problem.labels.first().is_some_and(|label| label.span.source != SourceId::default());
    if elsewhere && begins_with(problem.code, codes(Measure::Parent)) {
        let says = "this comes from the parent: redefine it in your own file, or set its key to `false` to remove it";
        problem.help = Some(problem.help.map_or_else(|| says.to_owned(), |help| format!("{help} ({says})")));
    }
    problem
}

fn begins_with<'a>(code: &str, beginnings: impl IntoIterator<Item = &'a str>) -> bool {
    beginnings.into_iter().any(|beginning| code.starts_with(beginning))
}

/// The parts of a game file that are unknown because they could not be read.
struct Doubts<'a> {
    definition: &'a Definition,
    /// Codes, or their prefixes, of diagnostics that are in doubt.
    unsure: Vec<&'static str>,
    /// Lines that could not be parsed.
    lines: Vec<(SourceId, usize)>,
    /// True if a bracket is open, so that the rest of the file can't be checked.
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
            unsure.extend(codes(Measure::Board));
        }
        if partial
            || !pieces_are_known(root)
            || said("ferz::pieces::too_many")
            || said("ferz::pieces::bad_letter")
        {
            unsure.extend(codes(Measure::Pieces));
        }
        if said("ferz::pieces::duplicate_letter") {
            // the names are known, but not which piece stands where
            unsure.extend(codes(Measure::Pieces).filter(|code| *code != "ferz::pieces::unknown"));
        }
        if partial {
            unsure.extend(codes(Measure::Regions));
        }
        if said("ferz::setup::") || !root.contains("setup") || root.table("setup").is_none_or(unread_array) {
            unsure.extend(codes(Measure::Setup));
        }
        Self { definition, unsure, lines, everything }
    }

    fn keeps(&self, problem: &Diagnostic) -> bool {
        if begins_with(problem.code, ["ferz::toml::", "ferz::extends::", "ferz::options::"]) {
            return true;
        }
        let stumbled = |span: Span| self.lines.contains(&line(self.definition, span));
        let here = problem.labels.first().is_some_and(|label| stumbled(label.span));
        !self.everything && !here && !begins_with(problem.code, self.unsure.iter().copied())
    }
}

fn line(definition: &Definition, span: Span) -> (SourceId, usize) {
    (span.source, definition.sources.line_column(span.source, span.start).0)
}

/// Returns `true` if every piece is a table with a letter and, if it has the key, a `royal` that is a flag.
fn pieces_are_known(root: &Table) -> bool {
    let known = |table: &Table| {
        table.text("letter").is_some() && (!table.contains("royal") || table.flag("royal").is_some())
    };
    root.table("pieces")
        .is_some_and(|pieces| pieces.iter().all(|(_, entry)| entry.node.table().is_some_and(known)))
}

/// Returns `true` if the rows of the start position, or its FEN, are malformed.
fn unread_array(setup: &Table) -> bool {
    let row = |key| setup.list(key).unwrap_or_default().iter().any(|node| node.text().is_none());
    let not_rows = |key| setup.contains(key) && setup.list(key).is_none();
    row("white")
        || row("black")
        || not_rows("white")
        || not_rows("black")
        || (setup.contains("fen") && setup.text("fen").is_none())
}
