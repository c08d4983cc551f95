//! The engine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ferz::{Level, Score, SearchInfo, SearchRequest};
use js_sys::Function;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error;
use crate::game::Game;
use crate::value::{read, shown};

/// An engine that plays any game, with a transposition table of its own. It searches in the thread that calls it: put it into a Web Worker
/// if the page must stay responsive.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine(ferz::Engine);

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Limits {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<u64>,
    lines: usize,
    level: Option<u8>,
    seed: u64,
    moves: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct Line {
    number: usize,
    depth: u32,
    value: Option<i32>,
    mate: Option<i64>,
    pv: Vec<String>,
    nodes: u64,
    time: u128,
}

#[derive(Serialize)]
struct Analysis {
    best: Option<String>,
    ponder: Option<String>,
    lines: Vec<Line>,
    nodes: u64,
    time: u128,
}

impl Line {
    fn of(info: &SearchInfo) -> Self {
        let (value, mate) = match info.score {
            Score::Value(value) => (Some(value), None),
            Score::Win(plies) => (None, Some(i64::from(plies))),
            Score::Loss(plies) => (None, Some(-i64::from(plies))),
        };
        Self {
            number: info.number,
            depth: info.depth,
            value,
            mate,
            pv: info.pv.iter().map(ToString::to_string).collect(),
            nodes: info.nodes,
            time: info.time.as_millis(),
        }
    }
}

impl Limits {
    fn request(self, game: &ferz::Game) -> Result<SearchRequest, JsValue> {
        if self.depth.is_none() && self.nodes.is_none() && self.time.is_none() && self.level.is_none() {
            return Err(error::plain("the limits need one of `depth`, `nodes`, `time` and `level`"));
        }
        let level = self.level.map(|number| {
            let words =
                || error::plain(&format!("a level must be from 1 to {}, not {number}", Level::HIGHEST));
            Level::new(number).ok_or_else(words)
        });
        let strength = level.transpose()?.and_then(Level::strength);
        if strength.is_none() && self.depth.is_none() && self.nodes.is_none() && self.time.is_none() {
            return Err(error::plain("the limits: the highest level needs `depth`, `nodes` or `time`"));
        }
        let read =
            |text: &String| game.parse_move(text).map_err(|problem| error::plain(&problem.to_string()));
        let only = self.moves.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let limits = ferz::Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.map(Duration::from_millis),
            ..ferz::Limits::default()
        };
        Ok(SearchRequest {
            limits,
            only,
            lines: self.lines,
            strength,
            seed: self.seed,
            ..SearchRequest::default()
        })
    }
}

#[wasm_bindgen]
impl Engine {
    /// Creates an engine with a transposition table of this many MiB, 16 by default.
    ///
    /// @throws if there is not enough memory for it.
    #[wasm_bindgen(constructor)]
    pub fn new(mebibytes: Option<u32>) -> Result<Self, JsValue> {
        let size = mebibytes.unwrap_or(16) as usize;
        let engine = ferz::Engine::new(size, 1);
        engine.map(Self).map_err(|problem| error::plain(&problem.to_string()))
    }

    /// Forgets what was found in earlier positions, as before a new game.
    pub fn forget(&self) {
        self.0.forget();
    }

    /// Searches a position until a limit is reached. `told` is called with each line as it is found; if it
    /// returns `false`, the search ends.
    #[wasm_bindgen(unchecked_return_type = "Analysis")]
    pub fn analyse(
        &self,
        game: &Game,
        #[wasm_bindgen(unchecked_param_type = "Limits")] limits: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "(line: Line) => unknown")] told: Option<Function>,
    ) -> Result<JsValue, JsValue> {
        let request = read::<Limits>("the limits", limits)?.request(game.game())?;
        let stop = AtomicBool::new(false);
        let mut thrown = None;
        let found = self.0.think(game.game(), &request, &stop, &mut |info| {
            let Some(told) = &told else { return };
            let answer = shown(&Line::of(info)).and_then(|line| told.call1(&JsValue::NULL, &line));
            match answer {
                Ok(answer) if answer.as_bool() != Some(false) => {}
                Ok(_) => stop.store(true, Ordering::Relaxed),
                Err(error) => {
                    thrown = Some(error);
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        if let Some(error) = thrown {
            return Err(error);
        }
        shown(&Analysis {
            best: found.best.map(|best| best.to_string()),
            ponder: found.ponder.map(|ponder| ponder.to_string()),
            lines: found.lines.iter().map(Line::of).collect(),
            nodes: found.nodes,
            time: found.time.as_millis(),
        })
    }
}
