//! The page of `ferz site`: what the server of `ferz studio` answers, answered in the browser.
//!
//! A [`Studio`] is asked as the server is, by a method, a path and a body. Its answer also says what has changed, what the page has to keep for
//! the next time, and what an engine has to think about: that is the work of another studio, in a worker of its own. The tables and all that
//! the page sees of them are those of the server, from the same files.

#[path = "../../../ferz-cli/src/studio/clock.rs"]
mod clock;
#[path = "../../../ferz-cli/src/studio/export.rs"]
mod export;
mod fault;
mod file;
mod house;
#[path = "../../../ferz-cli/src/studio/kept.rs"]
#[allow(dead_code, reason = "the server asks more of a game")]
mod kept;
mod link;
#[path = "../../../ferz-cli/src/studio/new_file.rs"]
mod new_file;
#[path = "../../../ferz-cli/src/studio/notes.rs"]
mod notes;
#[path = "../../../ferz-cli/src/studio/reach.rs"]
mod reach;
mod routes;
#[path = "../../../ferz-cli/src/studio/setting.rs"]
mod setting;
#[path = "../../../ferz-cli/src/studio/start.rs"]
mod start;
#[path = "../../../ferz-cli/src/studio/table.rs"]
#[allow(dead_code, reason = "the server asks more of a table")]
mod table;
mod thinker;
#[path = "../../../ferz-cli/src/studio/trial.rs"]
mod trial;
#[path = "../../../ferz-cli/src/studio/view.rs"]
mod view;

use js_sys::Function;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::shown;
use fault::Fault;
use house::House;

/// Something the page shows has changed.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Event {
    Table { id: String, revision: u64 },
    File { id: usize, revision: u64 },
}

/// The answer to a request.
#[derive(Debug, Serialize)]
struct Answer {
    /// As in HTTP; 202 if an engine gives the answer.
    status: u16,
    /// The type of the body.
    kind: &'static str,
    /// The name of the body as a file.
    name: Option<String>,
    body: String,
    events: Vec<Event>,
    /// The values to be kept, by name; null for one to be forgotten.
    keep: Vec<(String, Option<String>)>,
    /// The work of engines.
    work: Vec<thinker::Work>,
}

/// A body and its type.
#[derive(Debug)]
struct Body {
    kind: &'static str,
    name: Option<String>,
    text: String,
    status: u16,
}

impl Body {
    fn json(value: &impl Serialize) -> Result<Self, Fault> {
        let text = serde_json::to_string(value).map_err(|error| Fault::broken(error.to_string()))?;
        Ok(Self { kind: "application/json", name: None, text, status: 200 })
    }

    fn named(kind: &'static str, name: String, text: String) -> Self {
        Self { kind, name: Some(name), text, status: 200 }
    }
}

/// The studio without a server.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Studio(House);

#[wasm_bindgen]
impl Studio {
    /// Makes a studio. `library` describes the games as `ferz site` does; their files are added by `addGames`.
    #[wasm_bindgen(constructor)]
    pub fn new(library: &str) -> Result<Self, JsValue> {
        House::new(library).map(Self).map_err(|fault| crate::error::plain(fault.message()))
    }

    /// Takes what the page has kept under a name, now or before, in this page or another; `undefined` if it is forgotten.
    pub fn restore(&mut self, name: &str, value: Option<String>) -> Result<JsValue, JsValue> {
        self.0.restore(name, value.as_deref());
        self.answer(Body::json(&()))
    }

    /// Answers a request. `now` is the time in milliseconds since 1970, `chance` a number from 0 to 1 that nobody can foresee.
    pub fn request(
        &mut self,
        method: &str,
        path: &str,
        body: Option<String>,
        now: f64,
        chance: f64,
    ) -> Result<JsValue, JsValue> {
        self.0.now = now;
        self.0.chance = chance.to_bits();
        let done = routes::answer(&mut self.0, method, path, body.as_deref().unwrap_or("{}"));
        self.answer(done)
    }

    /// Does the work of an engine: the body of a request to the studio that asked for it. `told` hears of what is found on the way, as JSON.
    pub fn think(&mut self, work: &str, told: Option<Function>) -> Result<JsValue, JsValue> {
        let mut tell = |line: &str| {
            // a page that can't be told goes on without it
            _ = told.as_ref().map(|told| told.call1(&JsValue::NULL, &line.into()));
        };
        let done = thinker::done(&mut self.0, work, &mut tell);
        self.answer(done)
    }

    fn answer(&mut self, done: Result<Body, Fault>) -> Result<JsValue, JsValue> {
        let body = done.unwrap_or_else(|fault| fault.body());
        let (events, keep, work) = self.0.told();
        let Body { status, kind, name, text, .. } = body;
        shown(&Answer { status, kind, name, body: text, events, keep, work })
    }
}
