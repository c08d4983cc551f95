//! The rules of a game.

use std::collections::BTreeMap;

use ferz::{Choice, OptionInfo, PieceTypeInfo, SheetFormat};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error;
use crate::game::Game;
use crate::value::{optional_text, read, shown, text};

/// The rules of a game, ready to play.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Variant(ferz::Variant);

#[derive(Serialize)]
struct PieceShown<'a> {
    name: &'a str,
    letter: &'a str,
    words: &'a str,
    notation: &'a str,
    royal: bool,
}

impl<'a> PieceShown<'a> {
    fn of(info: &'a PieceTypeInfo) -> Self {
        let PieceTypeInfo { name, letter, words, notation, royal, .. } = info;
        Self { name, letter, words, notation, royal: *royal }
    }
}

#[derive(Serialize)]
struct OptionShown {
    name: String,
    ask: String,
    values: Vec<String>,
    value: String,
}

/// Reads values of options.
fn choices(options: &JsValue) -> Result<Vec<Choice>, JsValue> {
    let options: BTreeMap<String, String> = read("the options", options)?;
    Ok(options.into_iter().map(|(name, value)| Choice { name, value }).collect())
}

#[wasm_bindgen]
impl Variant {
    /// Loads a game of the library by its name.
    ///
    /// @throws {GameError} if there is no such game, option or value.
    pub fn load(
        #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: &JsValue,
    ) -> Result<Self, JsValue> {
        let loaded = ferz::Variant::builtin(&text("name", name)?, &choices(options)?);
        loaded.map(Self).map_err(|problem| error::unsound(&problem))
    }

    /// Loads a game from the text of its file; what it extends must be in the library. `name` is the name of the file in diagnostics.
    ///
    /// @throws {GameError} if it can't be played.
    #[wasm_bindgen(js_name = fromText)]
    pub fn from_text(
        #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] toml: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: &JsValue,
    ) -> Result<Self, JsValue> {
        let (name, toml) = (text("name", name)?, text("toml", toml)?);
        let loaded = ferz::Variant::from_text(&name, &toml, &choices(options)?);
        loaded.map(Self).map_err(|problem| error::unsound(&problem))
    }

    /// The name of the game, as other programs write it.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.0.name().to_owned()
    }

    /// The title of the game, for people.
    #[wasm_bindgen(getter)]
    pub fn title(&self) -> String {
        self.0.title().to_owned()
    }

    /// The number of files.
    #[wasm_bindgen(getter)]
    pub fn files(&self) -> u8 {
        self.0.files()
    }

    /// The number of ranks.
    #[wasm_bindgen(getter)]
    pub fn ranks(&self) -> u8 {
        self.0.ranks()
    }

    /// Returns the piece types.
    #[wasm_bindgen(unchecked_return_type = "PieceInfo[]")]
    pub fn pieces(&self) -> Result<JsValue, JsValue> {
        shown(&self.0.piece_types().iter().map(PieceShown::of).collect::<Vec<_>>())
    }

    /// Returns the options, with the values in force.
    #[wasm_bindgen(unchecked_return_type = "OptionInfo[]")]
    pub fn options(&self) -> Result<JsValue, JsValue> {
        let one = |OptionInfo { name, ask, values, value, .. }| OptionShown { name, ask, values, value };
        shown(&self.0.options().into_iter().map(one).collect::<Vec<_>>())
    }

    /// Returns the rule sheet, as an HTML page (without scripts) or as Markdown.
    pub fn sheet(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "\"html\" | \"markdown\"")] kind: &JsValue,
    ) -> Result<String, JsValue> {
        match optional_text("kind", kind)?.as_deref() {
            None | Some("html") => Ok(self.0.rule_sheet(SheetFormat::Html)),
            Some("markdown") => Ok(self.0.rule_sheet(SheetFormat::Markdown)),
            Some(other) => Err(error::plain(&format!("a sheet is `html` or `markdown`, not `{other}`"))),
        }
    }

    /// Starts a game, in the start position or in that of a FEN.
    pub fn start(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] fen: &JsValue,
    ) -> Result<Game, JsValue> {
        let Some(fen) = optional_text("fen", fen)? else { return Ok(Game::new(self.0.start())) };
        let game = self.0.start_from(&fen).map_err(|problem| {
            let help = problem.help.map_or_else(String::new, |help| format!(" ({help})"));
            error::plain(&format!("the FEN: {}{help}", problem.message))
        })?;
        Ok(Game::new(game))
    }
}
