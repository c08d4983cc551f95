//! Values between Rust and JavaScript, by way of JSON.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

use crate::error;

/// Returns a value as an object of JavaScript.
pub(crate) fn shown(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let text = serde_json::to_string(value).map_err(|problem| error::plain(&problem.to_string()))?;
    js_sys::JSON::parse(&text)
}

/// Reads a text. `what` names the argument in the `TypeError` about anything else.
pub(crate) fn text(what: &str, value: &JsValue) -> Result<String, JsValue> {
    value.as_string().ok_or_else(|| {
        let kind = value.js_typeof().as_string().unwrap_or_default();
        js_sys::TypeError::new(&format!("{what} must be a string, not {kind}")).into()
    })
}

/// Reads a text that may be left out, see [`text`].
pub(crate) fn optional_text(what: &str, value: &JsValue) -> Result<Option<String>, JsValue> {
    let given = !value.is_undefined() && !value.is_null();
    given.then(|| text(what, value)).transpose()
}

/// Reads an object of JavaScript; `undefined` and `null` are the default. `what` names it in errors.
pub(crate) fn read<T: DeserializeOwned + Default>(what: &str, value: &JsValue) -> Result<T, JsValue> {
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    let text = js_sys::JSON::stringify(value).ok().and_then(|text| text.as_string());
    let text = text.ok_or_else(|| error::plain(&format!("{what} can't be written as JSON")))?;
    serde_json::from_str(&text).map_err(|problem| error::plain(&format!("{what}: {problem}")))
}
