//! Sources, places in them, and reports of what is wrong there.
//!
//! A [`Span`] survives every stage that can still find fault, so that each diagnostic points at the
//! author's own words. This module knows nothing of games; only `render` knows the library that
//! draws reports on a terminal.

mod explained;
mod report;
mod source;

#[cfg(feature = "render")]
pub(crate) mod render;

#[doc(hidden)]
pub use explained::{EXPLANATIONS, explained};
pub use report::{Diagnostic, Label, Report, Severity};
pub use source::{SourceId, Sources, Span};
