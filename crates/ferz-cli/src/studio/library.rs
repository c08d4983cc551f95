//! What the first view of the page offers: games of the library, files, and games to go on with.

use std::sync::{Arc, Mutex, OnceLock};

use axum::extract::State;
use axum::response::Json;
use ferz::{Level, Side, Variant, builtin_games};
use serde::Serialize;

use super::document::Document;
use super::games::lock;
use super::routes::{Answer, AppState, apart};
use super::table::Origin;
use super::view::{OptionView, options};

/// Recent games that are offered.
const RECENT: usize = 12;

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Library {
    games: &'static [GameView],
    files: Vec<FileView>,
    recent: Vec<RecentView>,
    first: Option<Origin>,
    /// True if games are kept on disk.
    keeps: bool,
    levels: Levels,
}

/// The levels of the engine.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Levels {
    highest: u8,
    usual: u8,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "LibraryGame"))]
pub(super) struct GameView {
    name: &'static str,
    title: String,
    /// What White and Black are called.
    sides: [String; 2],
    year: Option<String>,
    files: u8,
    ranks: u8,
    family: Option<&'static str>,
    /// The game in a sentence.
    about: Option<String>,
    /// The kinds of game that it is.
    tags: Vec<&'static str>,
    /// The number of start positions, and which is the usual one, if it is one of them.
    starts: u32,
    usual_start: Option<u32>,
    options: Vec<OptionView>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "LibraryFile"))]
struct FileView {
    id: usize,
    path: String,
    title: Option<String>,
    sound: bool,
    options: Vec<OptionView>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RecentGame"))]
struct RecentView {
    id: String,
    title: String,
    origin: Origin,
    moves: usize,
}

fn built_in(name: &'static str) -> Option<GameView> {
    let variant = Variant::builtin(name, &[]).ok()?;
    Some(GameView {
        name,
        title: variant.title().to_owned(),
        sides: Side::BOTH.map(|side| variant.side_name(side).to_owned()),
        year: variant.year().map(str::to_owned),
        files: variant.files(),
        ranks: variant.ranks(),
        family: ferz::builtin_family(name),
        about: ferz::builtin_about(name),
        tags: variant.tags(),
        starts: variant.starts(),
        usual_start: variant.usual_start(),
        options: options(&variant),
    })
}

/// The built-in games; they never change while the program runs.
pub(super) fn games() -> &'static [GameView] {
    static GAMES: OnceLock<Vec<GameView>> = OnceLock::new();
    GAMES.get_or_init(|| builtin_games().into_iter().filter_map(built_in).collect())
}

pub(super) async fn library(State(hall): State<AppState>) -> Answer<Library> {
    apart(move || {
        let file = |(id, document): (usize, Arc<Mutex<Document>>)| {
            let document = lock(&document);
            FileView {
                id,
                path: document.path.to_string_lossy().into_owned(),
                title: document.variant.as_ref().map(|variant| variant.title().to_owned()),
                sound: document.variant.is_some(),
                options: document.variant.as_ref().map(options).unwrap_or_default(),
            }
        };
        let recent = hall.house.recent(RECENT).into_iter().map(|(id, kept)| RecentView {
            id,
            title: kept.title,
            origin: kept.origin,
            moves: kept.moves.len(),
        });
        Ok(Json(Library {
            games: games(),
            files: hall.house.documents().into_iter().enumerate().map(file).collect(),
            recent: recent.collect(),
            first: hall.first.clone(),
            keeps: hall.house.shelf.keeps(),
            levels: Levels { highest: Level::HIGHEST.number(), usual: Level::USUAL.number() },
        }))
    })
    .await
}
