//! Lints: oddities of a game as a whole, in a file whose every word is sound.
//!
//! Lints examine sound rules and never keep a game from loading. What is almost surely a mistake is a warning; what may well be
//! meant is advice, which is shown on request. Each has its evidence in its message: squares, numbers, or a line of play. Where a
//! lint says *never*, it has been worked out and not only tried: it errs on the side of silence.
//!
//! Layers: this is above `game`, because some of it plays.

mod absent;
mod cost;
mod deep;
mod ends;
mod options;
mod pieces;
mod position;
mod random;
mod reach;
mod reading;
mod suggestion;
mod values;

use std::path::Path;

use crate::definition::{Definition, Folder, Table};
use crate::game::Variant;
use crate::model::pieces::Side;
use crate::rules::Rules;
use crate::search::Clock;
use crate::text::{Diagnostic, Report, SourceId, Sources, Span};

pub use deep::{Deep, Plan, Share, Usage, deep};
pub use position::oddities;
pub use reading::{Area, Drafts, Reading};
pub use suggestion::{Fix, Suggestion, fixed, suggestion, suggestions};

/// The findings on a file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The problems, in the order of their places.
    pub report: Report,
    /// The texts that the places refer to.
    pub sources: Sources,
    /// The game with the default values of its options, if it can be played.
    pub variant: Option<Variant>,
}

impl Checked {
    /// Runs the examples of the game, if it can be played, and adds those that fail to the problems.
    #[must_use]
    pub fn with_examples(mut self) -> Self {
        let outcomes = self.variant.iter().flat_map(Variant::run_examples);
        outcomes.filter_map(|outcome| outcome.problem).for_each(|problem| self.report.push(problem));
        self.report.sort();
        self
    }
}

/// Checks the text of a game file under the name shown in reports: everything that is wrong with it, and what looks odd in a sound one.
/// Files that it extends are searched for in the library, and in the folder if there is one (an `Option<&Path>` does as well). Examples are not run, see
/// [`Checked::with_examples`].
///
/// ```
/// let checked = ferz::check_text("race.toml", "extends = \"chess\"\n[game]\nname = 7\n", None);
/// let problem = &checked.report.diagnostics()[0];
/// let place = problem.labels[0].span;
/// assert_eq!(checked.sources.line_column(place.source, place.start), (3, 8));
/// assert!(checked.variant.is_none());
/// ```
pub fn check_text<'a>(shown: &str, text: &str, folder: impl Into<Folder<'a>>) -> Checked {
    check_text_by(shown, text, folder, Clock::default())
}

/// Checks a text as [`check_text`] does, and limits the random games by a clock of the caller: one that stands still lets all of them be
/// played, however slow the machine is.
///
/// ```
/// use std::time::Duration;
/// let text = "extends = \"chess\"\n[game]\nname = \"Mine\"\nsources = [\"mine\"]\n";
/// let checked = ferz::lint::check_text_by("mine.toml", text, None, ferz::Clock::new(|| Duration::ZERO));
/// assert!(!checked.report.has_errors());
/// ```
pub fn check_text_by<'a>(shown: &str, text: &str, folder: impl Into<Folder<'a>>, clock: Clock) -> Checked {
    let folder = folder.into();
    let mut checked = Reading::of(shown, text, folder, &|_| None).checked_by(clock);
    if folder != Folder::None {
        values::look(folder, Path::new(shown), &mut checked);
    }
    checked
}

/// Sound rules and the game file they come from.
#[derive(Clone, Copy, Debug)]
struct View<'a> {
    rules: &'a Rules,
    definition: &'a Definition,
}

impl View<'_> {
    /// Returns the lints that need no playing.
    fn lints(self) -> Vec<Diagnostic> {
        let reach = reach::Reach::of(self.rules);
        let mut found = pieces::lints(self, &reach);
        found.extend(ends::lints(self, &reach));
        found.extend(cost::lints(self));
        found
    }

    fn root(&self) -> &Table {
        &self.definition.root
    }

    /// The place of a table, or of the file's beginning.
    fn place(&self, table: &str) -> Span {
        self.root().get(table).map_or(self.root().span(), |entry| entry.key_span)
    }

    /// The place of a name in a table of names.
    fn named(&self, table: &str, name: &str) -> Span {
        let entry = self.root().table(table).and_then(|table| table.get(name));
        entry.map_or_else(|| self.place(table), |entry| entry.key_span)
    }

    /// Returns `true` if the span is in the file that is checked, not in one it extends.
    fn is_own(&self, span: Span) -> bool {
        span.source == SourceId::default()
    }

    /// Returns `true` if both sides have pieces: one side alone is no game yet.
    fn has_two_sides(&self) -> bool {
        let has = |side| self.rules.array.iter().any(|(_, piece)| piece.side() == side);
        Side::BOTH.into_iter().all(has)
    }
}

#[cfg(test)]
mod tests;
