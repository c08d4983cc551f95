//! The routes of the server.

use std::convert::Infallible;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri, header};
use axum::response::sse::{Event as Sent, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Json, Response};
use axum::routing::{get, post};
use ferz::draw::svg::{self, Frame};
use ferz::draw::{Picture, PieceStyle};
use ferz::{Choice, Variant};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio_stream::wrappers::{BroadcastStream, UnboundedReceiverStream};
use tokio_stream::{Stream, StreamExt};

use super::clock::TimeControl;
use super::fault::{At, Body, Fault};
use super::games::{Games, lock, now};
use super::guard::{Guard, POLICY};
use super::library::library;
use super::notes::Noted;
use super::reach::{Asked, Target, targets};
use super::setting::{Placed, PlacedView, placed};
use super::start::{passed, start_fen};
use super::table::{Origin, Seats, Table, TableView, Tags};
use super::thinker::{Analysis, Hint, advise, analyse};
use super::trial::{TrialView, Tried, tried};
use super::view::{PositionView, VariantView};
use super::{export, files, pages};
use crate::png;
use crate::protocol::SupportedVariants;

/// The state that every handler has at hand.
#[derive(Clone, Debug)]
pub(super) struct AppState {
    pub(super) house: Arc<Games>,
    pub(super) guard: Arc<Guard>,
    /// The game that the page begins with, if one was named.
    pub(super) first: Option<Origin>,
}

/// Pixels to the unit of a picture.
const PNG_SCALE: f32 = 2.0;

pub(super) type Answer<T> = Result<Json<T>, Fault>;

pub(super) fn router(hall: AppState) -> Router {
    let guard = Arc::clone(&hall.guard);
    Router::new()
        .route("/", get(index))
        .route("/assets/{name}", get(asset))
        .route("/api/library", get(library))
        .route("/api/events", get(events))
        .route("/api/tables", post(open))
        .route("/api/tables/{id}", get(table))
        .route("/api/tables/{id}/variant", get(variant))
        .route("/api/tables/{id}/at/{ply}", get(at))
        .route("/api/tables/{id}/play", post(play))
        .route("/api/tables/{id}/undo", post(undo))
        .route("/api/tables/{id}/redo", post(redo))
        .route("/api/tables/{id}/restart", post(restart))
        .route("/api/tables/{id}/seats", post(sit))
        .route("/api/movement", post(movement))
        .route("/api/tables/{id}/tags", post(entitle))
        .route("/api/tables/{id}/clock", post(pause))
        .route("/api/tables/{id}/hint", post(hint))
        .route("/api/tables/{id}/note", post(note))
        .route("/api/tables/{id}/chapter", post(chapter))
        .route("/api/tables/{id}/line", post(line))
        .route("/api/tables/{id}/placed", post(place_pieces))
        .route("/api/tables/{id}/analysis", post(analysis))
        .route("/api/games/{name}/picture", get(start_picture))
        .route("/api/tables/{id}/reach", post(reach))
        .route("/api/tables/{id}/sheet", get(sheet))
        .route("/api/tables/{id}/export", get(page))
        .route("/api/tables/{id}/pgn", get(pgn))
        .route("/api/tables/{id}/picture/{name}", get(picture))
        .route("/api/schema", get(files::schema))
        .route("/api/files", post(files::create))
        .route("/api/files/{id}", get(files::file).put(files::save))
        .route("/api/files/{id}/draft", post(files::edit))
        .route("/api/files/{id}/completions", post(files::completions))
        .route("/api/files/{id}/hover", post(files::hover))
        .fallback(nothing)
        .method_not_allowed_fallback(wrong_method)
        // the guard has read it, as far as it may
        .layer(axum::extract::DefaultBodyLimit::disable())
        .layer(axum::middleware::from_fn_with_state(guard, super::guard::stand))
        .with_state(hall)
}

/// Work that takes more than a moment, away from the threads that serve.
pub(super) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) if error.is_panic() => {
            Err(Fault::broken("ferz has failed: this is a fault of ferz, please report it"))
        }
        Err(error) => Err(Fault::broken(format!("the work was not finished: {error}"))),
    }
}

async fn nothing(uri: Uri) -> Fault {
    Fault::missing(format!("there is nothing at {}", uri.path()))
}

async fn wrong_method(method: Method) -> Response {
    let said = Json(serde_json::json!({ "error": format!("{method} is not allowed at this address") }));
    (axum::http::StatusCode::METHOD_NOT_ALLOWED, said).into_response()
}

async fn index(State(hall): State<AppState>, uri: Uri, headers: HeaderMap) -> Response {
    let grant = hall.guard.grant(uri.query().unwrap_or_default(), &headers);
    let page = Html(pages::index(grant.as_ref().map(|(token, _)| *token)));
    match grant {
        Some((_, cookie)) => ([(header::SET_COOKIE, cookie)], page).into_response(),
        None => page.into_response(),
    }
}

async fn asset(At(name): At<String>) -> Result<Response, Fault> {
    let (kind, bytes) =
        pages::asset(&name).ok_or_else(|| Fault::missing(format!("there is no {name} here")))?;
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}

// ---- what there is

async fn events(
    State(hall): State<AppState>,
) -> Result<Sse<impl Stream<Item = Result<Sent, Infallible>>>, Fault> {
    let (changes, place) = hall.house.listen()?;
    hall.house.watch();
    let sent = BroadcastStream::new(changes).map(move |change| {
        // the place is the page's as long as the stream
        _ = &place;
        let event = match change {
            Ok(event) => Sent::default().json_data(event).unwrap_or_else(|_| Sent::default().data("{}")),
            // the page has missed some: it must ask for everything
            Err(_) => Sent::default().data("{\"kind\":\"missed\"}"),
        };
        Ok(event)
    });
    Ok(Sse::new(sent).keep_alive(KeepAlive::default()))
}

// ---- tables

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening {
    origin: Origin,
    #[serde(default)]
    options: std::collections::BTreeMap<String, String>,
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    pgn: Option<String>,
    /// The number of the start position.
    #[serde(default)]
    start: Option<u32>,
    #[serde(default)]
    seats: Seats,
    #[serde(default)]
    clock: Option<TimeControl>,
}

async fn open(State(hall): State<AppState>, Body(opening): Body<Opening>) -> Answer<TableView> {
    apart(move || {
        let choices: Vec<Choice> =
            opening.options.into_iter().map(|(name, value)| Choice { name, value }).collect();
        let fen = opening.fen.map(|fen| fen.trim().to_owned()).filter(|fen| !fen.is_empty());
        let make = |origin: Origin, variant: &Variant| {
            let mut table = match (&opening.pgn, fen) {
                (Some(_), Some(_)) => Err(Fault::bad("a game begins either from a FEN or from a PGN")),
                (Some(pgn), None) => Table::of_pgn(origin, variant, pgn, opening.seats),
                (None, fen) => {
                    let fen = start_fen(variant, opening.start, fen)?;
                    Table::new(origin, variant, fen, opening.seats)
                }
            }?;
            opening.clock.map_or(Ok(()), |clock| table.set_clock(clock))?;
            Ok(table)
        };
        let id = hall.house.open(opening.origin, &choices, make)?;
        seen(&hall.house, &id)
    })
    .await
}

fn seen(house: &Arc<Games>, id: &str) -> Answer<TableView> {
    let place = house.place(id)?;
    let mut table = lock(&place.table);
    table.tell_time(now());
    Ok(Json(table.view(id)))
}

async fn table(State(hall): State<AppState>, At(id): At<String>) -> Answer<TableView> {
    apart(move || {
        let view = seen(&hall.house, &id)?;
        hall.house.wake(&id);
        Ok(view)
    })
    .await
}

async fn variant(State(hall): State<AppState>, At(id): At<String>) -> Answer<VariantView> {
    apart(move || {
        let place = hall.house.place(&id)?;
        let variant = lock(&place.table).game.variant().clone();
        Ok(Json(VariantView::of(&variant)))
    })
    .await
}

async fn at(State(hall): State<AppState>, At((id, ply)): At<(String, usize)>) -> Answer<PositionView> {
    apart(move || {
        let place = hall.house.place(&id)?;
        let game = lock(&place.table).at(ply)?;
        Ok(Json(PositionView::of(&game)))
    })
    .await
}

/// Changes a table and shows it.
async fn changed(
    hall: AppState,
    id: String,
    change: impl FnOnce(&mut Table) -> Result<(), Fault> + Send + 'static,
) -> Answer<TableView> {
    apart(move || {
        hall.house.change(&id, change)?;
        seen(&hall.house, &id)
    })
    .await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    #[serde(rename = "move")]
    mv: String,
    /// The number of moves the page has seen, so that nothing is played in a position it didn't show.
    #[serde(default)]
    ply: Option<usize>,
}

async fn play(
    State(hall): State<AppState>,
    At(id): At<String>,
    Body(played): Body<Played>,
) -> Answer<TableView> {
    changed(hall, id, move |table| {
        if played.ply.is_some_and(|ply| ply != table.game.moves().len()) {
            return Err(Fault::conflict("the game has moved on since"));
        }
        table.play(played.mv.trim())
    })
    .await
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Back {
    /// The number of moves to keep.
    #[serde(default)]
    to: Option<usize>,
}

async fn undo(State(hall): State<AppState>, At(id): At<String>, Body(back): Body<Back>) -> Answer<TableView> {
    changed(hall, id, move |table| table.undo(back.to)).await
}

async fn redo(State(hall): State<AppState>, At(id): At<String>) -> Answer<TableView> {
    changed(hall, id, Table::redo).await
}

async fn restart(State(hall): State<AppState>, At(id): At<String>) -> Answer<TableView> {
    changed(hall, id, Table::restart).await
}

async fn sit(
    State(hall): State<AppState>,
    At(id): At<String>,
    Body(seats): Body<Seats>,
) -> Answer<TableView> {
    changed(hall, id, move |table| table.sit(seats)).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Paused {
    paused: bool,
}

async fn pause(
    State(hall): State<AppState>,
    At(id): At<String>,
    Body(Paused { paused }): Body<Paused>,
) -> Answer<TableView> {
    changed(hall, id, move |table| table.pause(paused)).await
}

async fn entitle(
    State(hall): State<AppState>,
    At(id): At<String>,
    Body(tags): Body<Tags>,
) -> Answer<TableView> {
    changed(hall, id, move |table| {
        table.entitle(tags);
        Ok(())
    })
    .await
}

async fn hint(State(hall): State<AppState>, At(id): At<String>) -> Answer<Hint> {
    apart(move || {
        let place = hall.house.place(&id)?;
        let game = lock(&place.table).game.clone();
        advise(&hall.house.room, &game).map(Json)
    })
    .await
}

async fn reach(
    State(hall): State<AppState>,
    At(id): At<String>,
    Body(asked): Body<Asked>,
) -> Answer<Vec<Target>> {
    apart(move || {
        let place = hall.house.place(&id)?;
        let variant = lock(&place.table).game.variant().clone();
        targets(&variant, &asked).map(Json)
    })
    .await
}

async fn note(
    State(hall): State<AppState>,
    At(id): At<String>,
    Body(noted): Body<Noted>,
) -> Answer<TableView> {
    changed(hall, id, move |table| table.annotate(noted)).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Turned {
    chapter: usize,
}

async fn chapter(
    State(hall): State<AppState>,
    At(id): At<String>,
    Body(turned): Body<Turned>,
) -> Answer<TableView> {
    changed(hall, id, move |table| table.turn_to(turned.chapter)).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Walked {
    path: Vec<String>,
}

async fn line(
    State(hall): State<AppState>,
    At(id): At<String>,
    Body(walked): Body<Walked>,
) -> Answer<PositionView> {
    apart(move || {
        let place = hall.house.place(&id)?;
        let game = lock(&place.table).after(&walked.path)?;
        Ok(Json(PositionView::of(&game)))
    })
    .await
}

async fn place_pieces(
    State(hall): State<AppState>,
    At(id): At<String>,
    Body(asked): Body<Placed>,
) -> Answer<PlacedView> {
    apart(move || {
        let place = hall.house.place(&id)?;
        let variant = lock(&place.table).game.variant().clone();
        placed(&variant, &asked).map(Json)
    })
    .await
}

async fn movement(Body(asked): Body<Tried>) -> Answer<TrialView> {
    apart(move || tried(&asked).map(Json)).await
}

/// Stops a search when there is no receiver any more.
struct Listener(Arc<AtomicBool>);

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

async fn analysis(
    State(hall): State<AppState>,
    At(id): At<String>,
    Body(asked): Body<Analysis>,
) -> Result<Sse<impl Stream<Item = Result<Sent, Infallible>>>, Fault> {
    let place = hall.house.stream()?;
    let house = Arc::clone(&hall.house);
    let (game, asked) = apart(move || {
        let place = house.place(&id)?;
        let game = lock(&place.table).after(&asked.path)?;
        let game = if asked.threat { passed(&game)? } else { game };
        Ok((game, asked))
    })
    .await?;
    let (lines, heard) = mpsc::unbounded_channel();
    let stop = Arc::new(AtomicBool::new(false));
    let listener = (Listener(Arc::clone(&stop)), place);
    tokio::task::spawn_blocking(move || {
        // it doesn't matter if there is no receiver any more
        _ = analyse(&hall.house.analysts, &game, &asked, &stop, &mut |line| _ = lines.send(line));
    });
    let sent = UnboundedReceiverStream::new(heard).map(move |line| {
        _ = &listener;
        Ok(Sent::default().json_data(line).unwrap_or_default())
    });
    Ok(Sse::new(sent).keep_alive(KeepAlive::default()))
}

/// The start position of a built-in game as a picture.
async fn start_picture(At(name): At<String>) -> Result<Response, Fault> {
    apart(move || {
        let variant = Variant::builtin(&name, &[]).map_err(|error| Fault::missing(error.to_string()))?;
        let drawn =
            svg::board(&Picture::of(&variant.start(), PieceStyle::Kanji, variant.title()), Frame::Alone);
        let kept = (header::CACHE_CONTROL, "max-age=3600");
        Ok(([(header::CONTENT_TYPE, "image/svg+xml"), kept], drawn).into_response())
    })
    .await
}

/// A page that runs nothing, for a frame of the studio.
const STILL: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

async fn sheet(State(hall): State<AppState>, At(id): At<String>) -> Result<Response, Fault> {
    apart(move || {
        let place = hall.house.place(&id)?;
        let variant = lock(&place.table).game.variant().clone();
        let page = variant.rule_sheet(ferz::SheetFormat::Html);
        Ok(([(header::CONTENT_SECURITY_POLICY, STILL)], Html(page)).into_response())
    })
    .await
}

async fn page(State(hall): State<AppState>, At(id): At<String>) -> Result<Response, Fault> {
    apart(move || {
        let place = hall.house.place(&id)?;
        let game = lock(&place.table).game.clone();
        let name = format!("attachment; filename=\"{}.html\"", pages::file_stem(game.variant().title()));
        let page = Html(export::page(&game, pages::ALONE, pages::STYLE));
        Ok((
            [(header::CONTENT_DISPOSITION, name), (header::CONTENT_SECURITY_POLICY, POLICY.to_owned())],
            page,
        )
            .into_response())
    })
    .await
}

/// The names that games have in records.
fn offers() -> Option<&'static SupportedVariants> {
    static OFFERS: OnceLock<Option<SupportedVariants>> = OnceLock::new();
    OFFERS.get_or_init(|| SupportedVariants::new(&[] as &[&Path]).ok()).as_ref()
}

async fn pgn(State(hall): State<AppState>, At(id): At<String>) -> Result<Response, Fault> {
    apart(move || {
        let place = hall.house.place(&id)?;
        let table = lock(&place.table);
        let variant = table.game.variant();
        let tag = match &table.origin {
            Origin::BuiltIn(name) => offers().and_then(|offers| offers.tag(name)),
            Origin::File(_) => None,
        };
        let text = table.pgn(&tag.unwrap_or_else(|| variant.name().to_owned()), &crate::disk::today())?;
        let file = format!("attachment; filename=\"{}.pgn\"", pages::file_stem(variant.title()));
        let kind = "application/x-chess-pgn; charset=utf-8".to_owned();
        Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, file)], text).into_response())
    })
    .await
}

/// A position as a picture; its name is the number of moves before it and the kind, `12.svg`.
async fn picture(
    State(hall): State<AppState>,
    At((id, name)): At<(String, String)>,
) -> Result<Response, Fault> {
    apart(move || {
        let place = hall.house.place(&id)?;
        let (ply, kind) = name.split_once('.').unwrap_or((&name, ""));
        let ply = ply.parse().map_err(|_| Fault::missing("a picture has a name such as `12.svg`"))?;
        let game = lock(&place.table).at(ply)?;
        let drawn = svg::board(&Picture::shown(&game, PieceStyle::Kanji), Frame::Alone);
        let (kind, bytes) = match kind {
            "svg" => ("image/svg+xml", drawn.into_bytes()),
            "png" => ("image/png", png::png(&drawn, PNG_SCALE).map_err(Fault::broken)?),
            _ => return Err(Fault::missing("a picture is an `.svg` or a `.png`")),
        };
        let file = format!("attachment; filename=\"{}-{name}\"", pages::file_stem(game.variant().title()));
        Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, file)], bytes)
            .into_response())
    })
    .await
}
