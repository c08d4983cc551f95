//! Faults of ferz itself: a check that panics is reported like other problems, and ends no server.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ferz::LoadError;
use ferz::text::{Diagnostic, Report, Sources, Span};

/// Does some work on a text under the name shown in reports. If it panics, the error says that the fault is that of ferz.
pub(crate) fn caught<T>(shown: &str, text: &str, work: impl FnOnce() -> T) -> Result<T, LoadError> {
    let work = || {
        #[cfg(test)]
        assert!(!text.contains(FAULT), "a test wants it");
        work()
    };
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        let (mut sources, mut report) = (Sources::default(), Report::default());
        let place = Span::new(sources.add(shown, text), 0, 0);
        let problem = Diagnostic::error("ferz::check::broken", "ferz failed while it was checking this file");
        report.push(
            problem
                .at(place, "")
                .help("this is a fault of ferz, not of the file: please report it, with the file"),
        );
        LoadError { report, sources }
    })
}

/// The words in a text that make ferz fail in tests.
#[cfg(test)]
pub(crate) const FAULT: &str = "# ferz fails here";
