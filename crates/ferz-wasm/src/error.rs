//! Errors as JavaScript throws them.

use ferz::LoadError;
use ferz::text::render;
use serde_json::value::RawValue;
use wasm_bindgen::JsValue;

/// An error with a message.
pub(crate) fn plain(message: &str) -> JsValue {
    js_sys::Error::new(message).into()
}

/// The error of a game that can't be played, with its diagnostics as `problems`.
pub(crate) fn unsound(error: &LoadError) -> JsValue {
    let thrown = js_sys::Error::new(&error.to_string());
    let json = error.report.diagnostics().iter().map(|problem| render::json(problem, None, &error.sources));
    let problems: Vec<Box<RawValue>> = json.filter_map(|json| RawValue::from_string(json).ok()).collect();
    if let Ok(problems) = crate::value::shown(&problems) {
        // an object that was just made takes any field
        _ = js_sys::Reflect::set(&thrown, &"problems".into(), &problems);
    }
    thrown.into()
}
