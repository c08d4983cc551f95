//! A game being played.

use ferz::Perft;
use ferz::draw::svg::{self, Frame};
use ferz::draw::{Picture, PieceStyle};
use ferz::pgn::{Notation, Record};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error;
use crate::value::{shown, text};

/// A position with the moves that led to it.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Game(ferz::Game);

#[derive(Serialize)]
struct MoveShown {
    uci: String,
    san: String,
    from: Option<String>,
    to: Option<String>,
    side: &'static str,
    capture: bool,
    drop: bool,
    promotion: Option<String>,
}

#[derive(Serialize)]
struct PieceShown {
    square: String,
    piece: String,
    letter: String,
    side: &'static str,
}

#[derive(Serialize)]
struct OutcomeShown {
    winner: Option<&'static str>,
    reason: String,
    result: String,
}

impl Game {
    pub(crate) fn new(game: ferz::Game) -> Self {
        Self(game)
    }

    pub(crate) fn game(&self) -> &ferz::Game {
        &self.0
    }

    fn shown(&self, of: &ferz::Move) -> MoveShown {
        MoveShown {
            uci: of.to_string(),
            san: self.0.position().san(of),
            from: of.from().map(|square| square.to_string()),
            to: of.to().map(|square| square.to_string()),
            side: of.side().name(),
            capture: of.is_capture(),
            drop: of.is_drop(),
            promotion: of.promotion().map(|kind| self.0.variant()[kind].name.clone()),
        }
    }

    fn read(&self, mv: &JsValue) -> Result<ferz::Move, JsValue> {
        self.0.parse_move(&text("text", mv)?).map_err(|problem| error::plain(&problem.to_string()))
    }
}

#[wasm_bindgen]
impl Game {
    /// Returns an independent copy.
    #[wasm_bindgen(js_name = clone)]
    pub fn copy(&self) -> Self {
        self.clone()
    }

    /// The side to move.
    #[wasm_bindgen(getter, unchecked_return_type = "Side")]
    pub fn side(&self) -> String {
        self.0.side_to_move().name().to_owned()
    }

    /// Returns the FEN of the position.
    pub fn fen(&self) -> String {
        self.0.fen()
    }

    /// Returns `true` if the side to move is in check.
    #[wasm_bindgen(js_name = isCheck)]
    pub fn is_check(&self) -> bool {
        self.0.is_check()
    }

    /// Returns the legal moves, none when the game is over.
    #[wasm_bindgen(js_name = legalMoves, unchecked_return_type = "MoveInfo[]")]
    pub fn legal_moves(&self) -> Result<JsValue, JsValue> {
        shown(&self.0.legal_moves().iter().map(|of| self.shown(of)).collect::<Vec<_>>())
    }

    /// Returns the legal moves in coordinate notation: faster than `legalMoves`.
    pub fn ucis(&self) -> Vec<String> {
        self.0.legal_moves().iter().map(ToString::to_string).collect()
    }

    /// Reads a move in coordinate or algebraic notation, and returns it without playing it.
    ///
    /// @throws if there is no such legal move.
    #[wasm_bindgen(unchecked_return_type = "MoveInfo")]
    pub fn parse(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<JsValue, JsValue> {
        shown(&self.shown(&self.read(text)?))
    }

    /// Plays a move, in coordinate or algebraic notation.
    ///
    /// @throws if there is no such legal move.
    #[wasm_bindgen(unchecked_return_type = "MoveInfo")]
    pub fn push(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let next = self.read(text)?;
        let said = shown(&self.shown(&next))?;
        self.0.play(&next).map_err(|problem| error::plain(&problem.to_string()))?;
        Ok(said)
    }

    /// Takes back the last move, and returns it in coordinate notation; `undefined` if there is none.
    pub fn pop(&mut self) -> Option<String> {
        self.0.undo().map(|last| last.to_string())
    }

    /// Returns the moves played, in coordinate notation.
    pub fn moves(&self) -> Vec<String> {
        self.0.moves().iter().map(ToString::to_string).collect()
    }

    /// Returns the moves played, in algebraic notation.
    pub fn sans(&self) -> Vec<String> {
        self.0.sans().to_vec()
    }

    /// Returns the outcome, or `undefined` if the game is not over.
    #[wasm_bindgen(unchecked_return_type = "Outcome | undefined")]
    pub fn outcome(&self) -> Result<JsValue, JsValue> {
        let Some(outcome) = self.0.outcome() else { return Ok(JsValue::UNDEFINED) };
        let result = outcome.to_string();
        let winner = outcome.winner.map(ferz::Side::name);
        shown(&OutcomeShown { winner, reason: outcome.reason, result })
    }

    /// Returns the pieces on the board.
    #[wasm_bindgen(unchecked_return_type = "PieceOnBoard[]")]
    pub fn pieces(&self) -> Result<JsValue, JsValue> {
        let variant = self.0.variant();
        let one = |(square, piece): (ferz::Square, ferz::Piece)| {
            let info = &variant[piece.piece_type];
            PieceShown {
                square: square.to_string(),
                piece: info.name.clone(),
                letter: info.letter.clone(),
                side: piece.side.name(),
            }
        };
        shown(&self.0.position().pieces().map(one).collect::<Vec<_>>())
    }

    /// Returns what the position records besides its pieces, in sentences.
    pub fn remembered(&self) -> Vec<String> {
        self.0.position().remembered()
    }

    /// Returns the number of nodes at a depth in moves (perft); the moves of the last ply are only counted.
    ///
    /// @throws if a position of the tree has more moves than can be listed.
    pub fn perft(&self, depth: u32) -> Result<f64, JsValue> {
        let counted = Perft::default().count(self.0.position(), depth);
        counted.map(|nodes| nodes as f64).map_err(|problem| error::plain(&problem.to_string()))
    }

    /// Returns the game as PGN.
    pub fn pgn(&self) -> String {
        let mut record = Record::of(&self.0, Notation::San);
        record.set("Variant", self.0.variant().name());
        record.to_string()
    }

    /// Returns a picture of the position, a self-contained SVG.
    pub fn diagram(&self) -> String {
        svg::board(&Picture::shown(&self.0, PieceStyle::Drawn), Frame::Alone)
    }
}
