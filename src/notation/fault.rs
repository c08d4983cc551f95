//! Faults of a text in one of the notations.

use std::ops::Range;

use crate::order;

/// The maximum size of a text in bytes: far more than anyone would write, few enough that no data structure grows too large.
const LONGEST: usize = 4096;
/// The maximum number of faults reported of one text.
pub(super) const MOST: usize = 16;

/// One fault, at bytes of the notation's own text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// A stable name, such as `ferz::moves::unknown_letter`.
    pub(crate) code: &'static str,
    /// The bytes to point at; empty where something is missing.
    pub(crate) range: Range<usize>,
    /// The message: a sentence without its full stop.
    pub(crate) message: String,
    /// The label at the mark.
    pub(crate) label: String,
    /// Advice on correcting it.
    pub(crate) help: Option<String>,
}

impl Fault {
    /// Creates a fault without help.
    pub(super) fn new(
        code: &'static str,
        range: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Self {
        Self { code, range, message: message.into(), label: label.into(), help: None }
    }

    /// Adds advice.
    #[must_use]
    pub(super) fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

/// Refuses an oversized text before it is parsed.
pub(super) fn bounded(text: &str, code: &'static str) -> Result<(), Vec<Fault>> {
    if text.len() <= LONGEST {
        return Ok(());
    }
    let message = format!("this text is too long: at most {LONGEST} bytes are allowed");
    Err(vec![Fault::new(code, 0..text.len(), message, format!("{} bytes", text.len()))])
}

/// Keeps the first of many faults, in the order of their places.
pub(super) fn foremost(mut faults: Vec<Fault>) -> Vec<Fault> {
    order::by_key(&mut faults, |fault| fault.range.start);
    if faults.len() > MOST {
        faults.truncate(MOST);
        if let Some(last) = faults.last_mut() {
            let more = "further errors in this text are not shown";
            last.help =
                Some(last.help.take().map_or_else(|| more.to_owned(), |help| format!("{help}; {more}")));
        }
    }
    faults
}

/// Quotes a part of the author's text for use in a sentence: marked, short, and without control characters.
pub(super) fn quote(text: &str) -> String {
    let mut shown: String =
        text.chars().take(24).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(24).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn any_of<S: AsRef<str>>(words: &[S]) -> String {
    joined(words, "or")
}

/// `a`, `a <link> b`, `a, b <link> c`.
pub(super) fn joined<S: AsRef<str>>(words: &[S], link: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        None => String::new(),
        Some((only, [])) => (*only).to_string(),
        Some((last, before)) => format!("{} {link} {last}", before.join(", ")),
    }
}
