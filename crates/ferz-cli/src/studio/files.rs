//! The routes of game files: made, read, typed into and saved.

use std::io::ErrorKind;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Json, Response};
use ferz::LARGEST_FILE;
use ferz::template;
use lsp_types::{CompletionItem, Hover};
use serde::{Deserialize, Serialize};

use super::document::DocumentView;
use super::fault::{At, Body, Fault};
use super::games::{Games, lock};
use super::new_file::{NewFile, beginning, named};
use super::routes::{Answer, AppState, apart};
use crate::disk;
use crate::lsp::TextPlace;

pub(super) async fn schema() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], format!("{}\n", ferz::language::schema())).into_response()
}

#[derive(Debug, Serialize)]
pub(super) struct Created {
    id: usize,
}

pub(super) async fn create(State(hall): State<AppState>, Body(new): Body<NewFile>) -> Answer<Created> {
    apart(move || {
        let name = named(&new.name)?;
        let path = hall.house.folder.join(template::file_name(name));
        let text = beginning(&new, name, &path)?;
        disk::create(&path, text.as_bytes()).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                Fault::conflict(format!("{} exists already; choose another name", path.display()))
            }
            _ => Fault::refused(format!("can't write {}: {}", path.display(), disk::words(&error))),
        })?;
        Ok(Json(Created { id: hall.house.open_file(&path)? }))
    })
    .await
}

/// A file with its text, as JSON.
fn shown(house: &Games, id: usize) -> Result<Response, Fault> {
    let document = house.document(id)?;
    let document = lock(&document);
    let view: DocumentView<'_> = document.view();
    Ok(Json(view).into_response())
}

pub(super) async fn file(State(hall): State<AppState>, At(id): At<usize>) -> Result<Response, Fault> {
    apart(move || shown(&hall.house, id)).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Draft {
    text: String,
    /// The text on the disk that the editor began from.
    #[serde(default)]
    seen: Option<String>,
    /// The edition that the page has seen, so that no other is replaced.
    #[serde(default)]
    edition: Option<u64>,
}

pub(super) async fn edit(
    State(hall): State<AppState>,
    At(id): At<usize>,
    Body(draft): Body<Draft>,
) -> Result<Response, Fault> {
    apart(move || {
        hall.house.change_file(id, |document| document.edit(draft.text, draft.seen, draft.edition))?;
        shown(&hall.house, id)
    })
    .await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Saved {
    text: String,
    /// The text on the disk that the editor began from.
    seen: String,
    /// The edition that the page has seen, so that no other is replaced.
    #[serde(default)]
    edition: Option<u64>,
}

pub(super) async fn save(
    State(hall): State<AppState>,
    At(id): At<usize>,
    Body(saved): Body<Saved>,
) -> Result<Response, Fault> {
    apart(move || {
        hall.house.change_file(id, |document| document.save(saved.text, &saved.seen, saved.edition))?;
        shown(&hall.house, id)
    })
    .await
}

/// Checks that a text in a question is no longer than a game file.
fn within(asked: &TextPlace) -> Result<(), Fault> {
    match asked.len() {
        0..=LARGEST_FILE => Ok(()),
        _ => Err(Fault::bad(format!("a game file is at most {LARGEST_FILE} bytes"))),
    }
}

/// Returns the completions at a place of the text in the editor.
pub(super) async fn completions(
    State(hall): State<AppState>,
    At(id): At<usize>,
    Body(asked): Body<TextPlace>,
) -> Answer<Vec<CompletionItem>> {
    apart(move || {
        within(&asked)?;
        let document = hall.house.document(id)?;
        let path = lock(&document).path.clone();
        Ok(Json(asked.completions(&path)))
    })
    .await
}

/// The description of what stands at a place of the text in the editor.
pub(super) async fn hover(
    State(hall): State<AppState>,
    At(id): At<usize>,
    Body(asked): Body<TextPlace>,
) -> Answer<Option<Hover>> {
    apart(move || {
        within(&asked)?;
        let document = hall.house.document(id)?;
        let path = lock(&document).path.clone();
        Ok(Json(asked.hover(&path)))
    })
    .await
}
