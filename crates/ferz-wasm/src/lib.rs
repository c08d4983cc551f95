//! ferz for JavaScript: rules, positions, diagrams, checks and the engine, in a browser or in Node.js.
//!
//! The exports are the interface of the npm package `ferz`; the types that JavaScript sees stand in `types.ts` and beside each
//! function. Every value is either a plain one or an object as JSON has it. What is wrong is thrown as an `Error`; one about a game file has the
//! diagnostics in its field `problems`.
//!
//! After a trap (a `WebAssembly.RuntimeError`), every later call of the same instance fails.
//!
//! With the feature `site`, `studio` answers the page of `ferz site`, as the server of `ferz studio` does; the npm package is built without.

pub mod engine;
mod error;
pub mod game;
#[cfg(feature = "site")]
mod lsp;
#[cfg(feature = "site")]
mod studio;
pub mod text;
mod value;
pub mod variant;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.ts");

/// Returns the version of ferz.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
