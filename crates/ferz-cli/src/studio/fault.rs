//! Errors of requests.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{FromRequest, FromRequestParts};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// An error message for the page, with its HTTP status.
#[derive(Debug)]
pub(super) struct Fault {
    status: StatusCode,
    message: String,
}

#[derive(Debug, Serialize)]
struct Said<'a> {
    error: &'a str,
}

impl Fault {
    fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }

    /// The request is malformed.
    pub(super) fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// Returns the fault of a request that is not permitted.
    pub(super) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, message)
    }

    /// There is no such resource.
    pub(super) fn missing(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// The page's view is out of date.
    pub(super) fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    /// The request is sound, but the rules or the files forbid it.
    pub(super) fn refused(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// An internal error.
    pub(super) fn broken(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    pub(super) fn message(&self) -> &str {
        &self.message
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.status, Json(Said { error: &self.message })).into_response()
    }
}

impl From<JsonRejection> for Fault {
    fn from(rejection: JsonRejection) -> Self {
        Self::new(rejection.status(), rejection.body_text())
    }
}

impl From<PathRejection> for Fault {
    fn from(rejection: PathRejection) -> Self {
        Self::new(rejection.status(), rejection.body_text())
    }
}

/// A JSON body; a malformed one becomes a [`Fault`].
#[derive(Debug, FromRequest)]
#[from_request(via(axum::Json), rejection(Fault))]
pub(super) struct Body<T>(pub(super) T);

/// Parts of the path.
#[derive(Debug, FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Fault))]
pub(super) struct At<T>(pub(super) T);
