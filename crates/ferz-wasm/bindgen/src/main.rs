//! Writes the JavaScript around a WebAssembly module, as the program `wasm-bindgen` does, without its test runner and what that needs.

use std::env;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut args = env::args().skip(1);
    let mut next = |what: &str| args.next().with_context(|| format!("{what} is missing"));
    let (target, module, folder) = (next("`web` or `no-modules`")?, next("the module")?, next("the folder")?);
    let mut bindgen = Bindgen::new();
    match &*target {
        "web" => bindgen.web(true)?.typescript(true),
        "no-modules" => bindgen.no_modules(true)?,
        other => bail!("`{other}` is neither `web` nor `no-modules`"),
    };
    bindgen
        .input_path(module)
        .out_name("ferz_wasm")
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
}
