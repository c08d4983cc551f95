//! Errors of requests.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// An error message for the page, with its HTTP status.
#[derive(Debug)]
pub(super) struct Fault {
    status: StatusCode,
    message: String,
    /// The number of the file that has to be mended first.
    file: Option<usize>,
}

#[derive(Debug, Serialize)]
struct Said<'a> {
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<usize>,
}

impl Fault {
    fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), file: None }
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

    /// The rules of a file can't be played as it stands.
    pub(super) fn unsound(message: impl Into<String>, file: usize) -> Self {
        Self { file: Some(file), ..Self::refused(message) }
    }

    /// There is no room for more.
    pub(super) fn full(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// The request took too long to come.
    pub(super) fn late(message: impl Into<String>) -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, message)
    }

    /// The request is too large.
    pub(super) fn large(message: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    }

    /// An internal error.
    pub(super) fn broken(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// The file that has to be mended first.
    pub(super) fn file(&self) -> Option<usize> {
        self.file
    }

    pub(super) fn message(&self) -> &str {
        &self.message
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.status, Json(Said { error: &self.message, file: self.file })).into_response()
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
#[derive(Debug)]
pub(super) struct Body<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Self, Fault> {
        let Json(value) = Json::from_request(request, state).await?;
        Ok(Self(value))
    }
}

/// Parts of the path.
#[derive(Debug)]
pub(super) struct At<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for At<T> {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Fault> {
        let Path(value) = Path::from_request_parts(parts, state).await?;
        Ok(Self(value))
    }
}
