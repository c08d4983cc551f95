//! Sources, places in them, and reports of what is wrong there.
//!
//! A [`Span`] survives every stage that can still find fault, so that each diagnostic points at the
//! author's own words. [`explained`] has a longer text about each code of a diagnostic, and `render`, with the feature of that name, draws
//! reports on a terminal.
//!
//! ```
//! let error = ferz::Variant::from_text("race.toml", "extends = \"chess\"\n[gmae]\n", &[]).unwrap_err();
//! let problem = &error.report.diagnostics()[0];
//! let place = problem.labels[0].span;
//! assert_eq!(&error.sources.text(place.source)[place.start..place.end], "gmae");
//! ```

#[cfg_attr(
    not(feature = "tools"),
    expect(dead_code, reason = "only rule sheets tell of both players at once")
)]
mod clause;
mod explained;
mod outside;
mod report;
mod source;
mod words;

#[cfg(feature = "render")]
pub mod render;

pub(crate) use clause::{Clause, Phrase, Players, Role, Subject, Writer};
pub use explained::{EXPLANATIONS, Explained, explained};
pub use outside::outside;
pub use report::{Diagnostic, Label, Report, Severity};
pub use source::{SourceId, Sources, Span};
#[cfg(feature = "tools")]
pub(crate) use words::WIDTH;
pub(crate) use words::is_command;
#[cfg(feature = "tools")]
pub use words::wrapped;
pub use words::{decoded, in_a_row, nearest, printable, sentence, shown};
