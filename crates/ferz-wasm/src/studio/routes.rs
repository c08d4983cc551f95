//! The requests of the page.

use std::path::Path;

use ferz::draw::svg::{self, Frame};
use ferz::draw::{Picture, PieceStyle};
use ferz::template;
use ferz::{Choice, Level};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::clock::TimeControl;
use super::fault::Fault;
use super::house::House;
use super::new_file::{NewFile, beginning, named};
use super::notes::Noted;
use super::reach::{Asked, targets};
use super::setting::{Placed, placed};
use super::start::start_fen;
use super::table::{Origin, Seats, Table, Tags};
use super::thinker::{Analysis, Chosen, Rules, Work};
use super::trial::{Tried, tried};
use super::view::{OptionView, PositionView, VariantView, options};
use super::{Body, export, link};
use crate::lsp::TextPlace;

/// Recent games that are offered.
const RECENT: usize = 12;

#[derive(Serialize)]
struct Library<'a> {
    games: &'a [Box<RawValue>],
    files: Vec<FileView<'a>>,
    recent: Vec<RecentView<'a>>,
    first: Option<Origin>,
    keeps: bool,
    levels: Levels,
}

#[derive(Serialize)]
struct Levels {
    highest: u8,
    usual: u8,
}

#[derive(Serialize)]
struct FileView<'a> {
    id: usize,
    path: &'a str,
    title: Option<&'a str>,
    sound: bool,
    options: Vec<OptionView>,
}

#[derive(Serialize)]
struct RecentView<'a> {
    id: String,
    title: &'a str,
    origin: &'a Origin,
    moves: usize,
}

#[derive(Serialize)]
struct Created {
    id: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening {
    origin: Origin,
    #[serde(default)]
    options: std::collections::BTreeMap<String, String>,
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    pgn: Option<String>,
    #[serde(default)]
    start: Option<u32>,
    #[serde(default)]
    seats: Seats,
    #[serde(default)]
    clock: Option<TimeControl>,
}

/// The parts of a page that stands alone, beside the game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    script: String,
    style: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Paused {
    paused: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    #[serde(rename = "move")]
    mv: String,
    #[serde(default)]
    ply: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Walked {
    path: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turned {
    chapter: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Back {
    #[serde(default)]
    to: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    text: String,
    #[serde(default)]
    seen: Option<String>,
    #[serde(default)]
    edition: Option<u64>,
}

fn read<T: DeserializeOwned>(body: &str) -> Result<T, Fault> {
    serde_json::from_str(body).map_err(|error| Fault::bad(format!("the request can't be read: {error}")))
}

/// Answers a request.
pub(super) fn answer(house: &mut House, method: &str, path: &str, body: &str) -> Result<Body, Fault> {
    let path = path.split_once('?').map_or(path, |(path, _)| path);
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    match (method, &*parts) {
        ("GET", ["api", "library"]) => library(house),
        ("GET", ["api", "schema"]) => Body::json(&crate::text::schema_object()),
        ("GET", ["api", "games", name, "picture"]) => {
            let variant = house.load(&Rules::Named((*name).to_owned()))?;
            let drawn =
                svg::board(&Picture::of(&variant.start(), PieceStyle::Kanji, variant.title()), Frame::Alone);
            Ok(Body::named("image/svg+xml", format!("{name}.svg"), drawn))
        }
        ("POST", ["api", "tables"]) => {
            let id = open(house, read(body)?)?;
            view(house, &id)
        }
        ("POST", ["api", what @ ("link" | "embed")]) => {
            let id = link::open(house, read(body)?, *what == "link")?;
            view(house, &id)
        }
        ("POST", ["api", "movement"]) => Body::json(&tried(&read::<Tried>(body)?)?),
        ("POST", ["api", "files"]) => create(house, &read(body)?),
        (_, ["api", "files", id, rest @ ..]) => {
            let id = id.parse().map_err(|_| Fault::bad("a file has a number"))?;
            file(house, method, id, rest, body)
        }
        ("GET", ["api", "tables", id]) => {
            house.wake(id)?;
            view(house, id)
        }
        ("GET", ["api", "tables", id, rest @ ..]) => shown(house, id, rest),
        ("POST", ["api", "tables", id, what]) => posted(house, id, what, body),
        _ => Err(Fault::missing(format!("there is nothing at {path}"))),
    }
}

fn view(house: &mut House, id: &str) -> Result<Body, Fault> {
    let now = house.now as u64;
    let table = house.table(id)?;
    table.tell_time(now);
    Body::json(&table.view(id))
}

fn library(house: &House) -> Result<Body, Fault> {
    let latest = house.latest();
    let recent = latest.into_iter().filter_map(|id| {
        let kept = &house.kept.get(&id)?.kept;
        let view = RecentView { id, title: &kept.title, origin: &kept.origin, moves: kept.moves.len() };
        (view.moves > 0).then_some(view)
    });
    Body::json(&Library {
        games: &house.games,
        files: house.files.iter().enumerate().map(FileView::of).collect(),
        recent: recent.take(RECENT).collect(),
        first: None,
        keeps: true,
        levels: Levels { highest: Level::HIGHEST.number(), usual: Level::USUAL.number() },
    })
}

impl<'a> FileView<'a> {
    fn of((id, file): (usize, &'a super::file::File)) -> Self {
        let variant = file.sound.as_ref().map(|(variant, _)| variant);
        Self {
            id,
            path: &file.path,
            title: variant.map(|variant| variant.title()),
            sound: variant.is_some(),
            options: variant.map(options).unwrap_or_default(),
        }
    }
}

fn open(house: &mut House, opening: Opening) -> Result<String, Fault> {
    let choices: Vec<Choice> =
        opening.options.into_iter().map(|(name, value)| Choice { name, value }).collect();
    let variant = house.variant(&opening.origin, &choices)?;
    let fen = opening.fen.map(|fen| fen.trim().to_owned()).filter(|fen| !fen.is_empty());
    let mut table = match (&opening.pgn, fen) {
        (Some(_), Some(_)) => Err(Fault::bad("a game begins either from a FEN or from a PGN")),
        (Some(pgn), None) => Table::of_pgn(opening.origin, &variant, pgn, opening.seats),
        (None, fen) => {
            let fen = start_fen(&variant, opening.start, fen)?;
            Table::new(opening.origin, &variant, fen, opening.seats)
        }
    }?;
    opening.clock.map_or(Ok(()), |clock| table.set_clock(clock))?;
    house.open(table)
}

/// Answers a request that changes nothing.
fn shown(house: &mut House, id: &str, what: &[&str]) -> Result<Body, Fault> {
    if what == ["link"] {
        return Body::json(&link::of(house, id)?);
    }
    let date = js_sys::Date::new(&house.now.into()).to_iso_string().as_string().unwrap_or_default();
    let table = house.table(id)?;
    let variant = table.game.variant().clone();
    let stem: String = variant.name().to_owned();
    match what {
        ["variant"] => Body::json(&VariantView::of(&variant)),
        ["at", ply] => {
            let ply = ply.parse().map_err(|_| Fault::bad("a position has a number"))?;
            Body::json(&PositionView::of(&table.at(ply)?))
        }
        ["sheet"] => {
            let page = variant.rule_sheet(ferz::SheetFormat::Html);
            Ok(Body::named("text/html; charset=utf-8", format!("{stem}.html"), page))
        }
        ["pgn"] => {
            let text = table.pgn(variant.name(), date.get(..10).unwrap_or_default())?;
            Ok(Body::named("application/x-chess-pgn; charset=utf-8", format!("{stem}.pgn"), text))
        }
        ["picture", name] => {
            let ply = name.strip_suffix(".svg").and_then(|ply| ply.parse().ok());
            let ply = ply.ok_or_else(|| Fault::missing("a picture has a name such as `12.svg`"))?;
            let drawn = svg::board(&Picture::shown(&table.at(ply)?, PieceStyle::Kanji), Frame::Alone);
            Ok(Body::named("image/svg+xml", format!("{stem}-{ply}.svg"), drawn))
        }
        _ => Err(Fault::missing(format!("there is nothing called {} at a game", what.join("/")))),
    }
}

/// Answers a request that changes something.
fn posted(house: &mut House, id: &str, what: &str, body: &str) -> Result<Body, Fault> {
    match what {
        "reach" => {
            let variant = house.table(id)?.game.variant().clone();
            return Body::json(&targets(&variant, &read::<Asked>(body)?)?);
        }
        "line" => {
            let Walked { path } = read(body)?;
            return Body::json(&PositionView::of(&house.table(id)?.after(&path)?));
        }
        "placed" => {
            let variant = house.table(id)?.game.variant().clone();
            return Body::json(&placed(&variant, &read::<Placed>(body)?)?);
        }
        "analysis" => {
            let asked: Analysis = read(body)?;
            let game = house.table(id)?.kept();
            let rules = house.rules_of(&game.origin)?;
            house.think(Work::Analysis { id: id.to_owned(), rules, game, asked });
            return Ok(Body { status: 202, ..Body::json(&())? });
        }
        "export" => {
            let Page { script, style } = read(body)?;
            let game = &house.table(id)?.game;
            let name = format!("{}.html", game.variant().name());
            return Ok(Body::named("text/html; charset=utf-8", name, export::page(game, &script, &style)));
        }
        "note" => {
            let noted: Noted = read(body)?;
            house.change(id, |table| table.annotate(noted))?;
        }
        "hint" => {
            let game = house.table(id)?.kept();
            let rules = house.rules_of(&game.origin)?;
            house.think(Work::Hint { id: id.to_owned(), rules, game });
            return Ok(Body { status: 202, ..Body::json(&())? });
        }
        "play" => {
            let played: Played = read(body)?;
            house.change(id, |table| {
                if played.ply.is_some_and(|ply| ply != table.game.moves().len()) {
                    return Err(Fault::conflict("the game has moved on since"));
                }
                table.play(played.mv.trim())
            })?;
        }
        "chosen" => {
            let chosen: Chosen = read(body)?;
            house.change(id, |table| {
                if !table.thinking || table.revision != chosen.revision {
                    return Err(Fault::conflict("the game has moved on"));
                }
                table.thinking = false;
                table.play(&chosen.mv)
            })?;
        }
        "chapter" => {
            let Turned { chapter } = read(body)?;
            house.change(id, |table| table.turn_to(chapter))?;
        }
        "undo" => {
            let back: Back = read(body)?;
            house.change(id, |table| table.undo(back.to))?;
        }
        "clock" => {
            let Paused { paused } = read(body)?;
            house.change(id, |table| table.pause(paused))?;
        }
        "redo" => house.change(id, Table::redo)?,
        "restart" => house.change(id, Table::restart)?,
        "seats" => {
            let seats: Seats = read(body)?;
            house.change(id, |table| table.sit(seats))?;
        }
        "tags" => {
            let tags: Tags = read(body)?;
            house.change(id, |table| {
                table.entitle(tags);
                Ok(())
            })?;
        }
        _ => return Err(Fault::missing(format!("there is nothing called {what} at a game"))),
    }
    view(house, id)
}

// ---- files

fn create(house: &mut House, new: &NewFile) -> Result<Body, Fault> {
    let name = named(&new.name)?;
    let path = template::file_name(name);
    let text = beginning(new, name, Path::new(&path))?;
    Body::json(&Created { id: house.add_file(&path, text)? })
}

fn file(house: &mut House, method: &str, id: usize, what: &[&str], body: &str) -> Result<Body, Fault> {
    match (method, what) {
        ("GET", []) => {}
        ("POST", ["draft"]) => {
            let Text { text, seen, edition } = read(body)?;
            house.change_file(id, |file| file.edit(text, seen, edition))?;
        }
        ("POST", ["completions"]) => {
            let path = house.path_of(id)?;
            return Body::json(&read::<TextPlace>(body)?.completions(path));
        }
        ("POST", ["hover"]) => {
            let path = house.path_of(id)?;
            return Body::json(&read::<TextPlace>(body)?.hover(path));
        }
        ("PUT", []) => {
            let Text { text, seen, edition } = read(body)?;
            let seen = seen.ok_or_else(|| Fault::bad("the text that the editor began from is missing"))?;
            house.change_file(id, |file| file.save(text, &seen, edition))?;
        }
        _ => return Err(Fault::missing("there is nothing of that name at a file")),
    }
    let file = house.files.get(id).ok_or_else(|| Fault::missing("there is no such file"))?;
    Body::json(&file.view())
}
