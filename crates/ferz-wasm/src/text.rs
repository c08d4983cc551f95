//! Game files as texts: checked, laid out, and the library they extend.

use ferz::add_to_library;
use ferz::text::SourceId;
use ferz::text::render;
use ferz::{format as layout, lint};
use indexmap::IndexMap;
use serde_json::value::RawValue;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error;
use crate::value::{shown, text as read};

/// Adds game files to the library, so that they can be loaded by name and extended: their texts as JSON, by their paths such as
/// `chess/chess.toml`. The file `games.json` of the package holds all games of ferz.
#[wasm_bindgen(js_name = addGames)]
pub fn add_games(#[wasm_bindgen(unchecked_param_type = "string")] json: &JsValue) -> Result<(), JsValue> {
    let files: IndexMap<String, String> = serde_json::from_str(&read("json", json)?)
        .map_err(|problem| error::plain(&format!("the games: {problem}")))?;
    files.iter().for_each(|(path, text)| add_to_library(path, text));
    Ok(())
}

/// Returns the names of the games in the library, sorted.
#[wasm_bindgen]
pub fn games() -> Vec<String> {
    ferz::builtin_games().into_iter().map(str::to_owned).collect()
}

/// Returns the family of a game in the library.
#[wasm_bindgen]
pub fn family(
    #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
) -> Result<Option<String>, JsValue> {
    Ok(ferz::builtin_family(&read("name", name)?).map(str::to_owned))
}

/// Checks a whole game file, including its examples, and returns everything that is wrong with it, and advice. `name` is the name of the
/// file in the locations.
#[wasm_bindgen(unchecked_return_type = "Problem[]")]
pub fn check(
    #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] toml: &JsValue,
) -> Result<JsValue, JsValue> {
    shown(&problems(&read("name", name)?, &read("toml", toml)?))
}

/// Returns the findings about a text, as JSON objects.
pub(crate) fn problems(name: &str, text: &str) -> Vec<Box<RawValue>> {
    let checked = lint::check_text(name, text, None);
    let own = checked.sources.text(SourceId::default());
    let found = lint::suggestions(name, own, None, &checked.report);
    let json = checked.report.diagnostics().iter().zip(&found).map(|(problem, suggestion)| {
        let suggestion = suggestion.as_ref().map(|s| (s.start..s.end, s.text.as_str()));
        RawValue::from_string(render::json(problem, suggestion, &checked.sources))
    });
    json.flatten().collect()
}

/// Formats a game file, as `ferz fmt` does.
#[wasm_bindgen]
pub fn format(#[wasm_bindgen(unchecked_param_type = "string")] toml: &JsValue) -> Result<String, JsValue> {
    layout::format(&read("toml", toml)?).map_err(|message| error::plain(&message))
}

/// Returns the JSON Schema of game files.
#[wasm_bindgen(unchecked_return_type = "object")]
pub fn schema() -> Result<JsValue, JsValue> {
    shown(&schema_object())
}

/// Returns the JSON Schema of game files as an object.
pub(crate) fn schema_object() -> serde_json::Value {
    serde_json::from_str(&ferz::language::schema()).unwrap_or_default()
}
