//! Errors of requests.

use serde::Serialize;

use super::Body;

/// An error message for the page, with its HTTP status.
#[derive(Debug)]
pub(super) struct Fault {
    status: u16,
    message: String,
    /// The number of the file that has to be mended first.
    file: Option<usize>,
}

#[derive(Serialize)]
struct Said<'a> {
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<usize>,
}

impl Fault {
    fn new(status: u16, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), file: None }
    }

    /// The request is malformed.
    pub(super) fn bad(message: impl Into<String>) -> Self {
        Self::new(400, message)
    }

    /// There is no such resource.
    pub(super) fn missing(message: impl Into<String>) -> Self {
        Self::new(404, message)
    }

    /// The page's view is out of date.
    pub(super) fn conflict(message: impl Into<String>) -> Self {
        Self::new(409, message)
    }

    /// The request is sound, but the rules or the files forbid it.
    pub(super) fn refused(message: impl Into<String>) -> Self {
        Self::new(422, message)
    }

    /// The rules of a file can't be played as it stands.
    pub(super) fn unsound(message: impl Into<String>, file: usize) -> Self {
        Self { file: Some(file), ..Self::refused(message) }
    }

    /// An internal error.
    pub(super) fn broken(message: impl Into<String>) -> Self {
        Self::new(500, message)
    }

    pub(super) fn message(&self) -> &str {
        &self.message
    }

    /// The answer that says it.
    pub(super) fn body(&self) -> Body {
        let said = Said { error: &self.message, file: self.file };
        let text = serde_json::to_string(&said).unwrap_or_default();
        Body { kind: "application/json", name: None, text, status: self.status }
    }
}
