//! Effects of moves: blasts, pieces that turn into walls or change sides, trails.

use toml::{Table, Value};

use super::castling;
use super::promotion::pawn;
use super::setup::{has_parts, walling_rule};
use super::texts;
use crate::ini::game::Game;
use crate::ini::types;

/// Pieces that change sides: the meaning of the option, the moves and the pieces.
pub(crate) const FLIPS: [(&str, [&str; 2]); 2] = [
    ("flank", ["drop", "their any between it and my any at Q"]),
    ("beside", ["any", "their any at K from it"]),
];

/// The effects of moves.
pub(super) fn after(game: &mut Game<'_>) -> Table {
    let mut effects = Effects(Table::new());
    if game.settings.is("blastOnCapture") {
        effects.blast(game);
    }
    effects.petrify(game);
    effects.flip(game);
    if game.settings.is("pieceDrops") && has_parts(game) {
        game.refuse("wallingRule", "walls after drops");
    }
    if walling_rule(game) == "trail" {
        effects.add("trail", &[("move", "any"), ("wall", "its start")]);
        // in Fairy-Stockfish, the wall is no help to a pinned piece
        if game.types.clone().iter().any(|one| types::royal(game, one).is_some()) {
            game.refuse("wallingRule", "a king that must be safe before a wall is placed");
        }
    }
    let mut effects = effects.0;
    effects.extend(castling::opposite(game));
    match castling::race(game) {
        Ok(race) => effects.extend(race.into_iter().flat_map(|race| race.effects)),
        Err(needs) => game.refuse("castlingWins", needs),
    }
    effects
}

/// The names of all types with these letters.
fn named(game: &Game<'_>, letters: Vec<char>) -> Vec<String> {
    letters.into_iter().flat_map(|letter| game.names(letter)).collect()
}

/// The names of pawns, promoted or not.
fn pawns(game: &Game<'_>) -> Vec<String> {
    game.settings.typed(pawn()).map(|piece| game.names(piece.letter)).unwrap_or_default()
}

/// The effects of a game, by their names.
struct Effects(Table);

impl Effects {
    fn add(&mut self, name: &str, entries: &[(&str, &str)]) {
        let entries = entries.iter().map(|&(key, text)| (key, text.to_owned()));
        self.0.insert(name.into(), Value::Table(texts(entries)));
    }

    fn blast(&mut self, game: &mut Game<'_>) {
        let immune = game.settings.letters("blastImmuneTypes");
        if game.types.iter().any(|one| one.is_king() && !immune.contains(&one.of)) {
            game.refuse("blastOnCapture", "a king of which blasts are no threat");
        }
        let immune = named(game, game.settings.letters("blastImmuneTypes"));
        let spared: Vec<String> = pawns(game).iter().chain(&immune).cloned().collect();
        let around =
            if spared.is_empty() { "any".to_owned() } else { format!("any but {}", spared.join(" or ")) };
        if immune.is_empty() {
            self.add("blast", &[("move", "capture"), ("remove", &format!("it, {around} at K from it"))]);
        } else {
            self.add("blast", &[("move", "capture"), ("remove", &format!("{around} at K from it"))]);
            let captors = format!("capture by any but {}", immune.join(", "));
            self.add("burst", &[("move", &captors), ("remove", "it")]);
        }
    }

    /// Capturing pieces that turn into walls.
    fn petrify(&mut self, game: &mut Game<'_>) {
        let mut stones = named(game, game.settings.letters("petrifyOnCaptureTypes"));
        if game.settings.is("petrifyOnCapture") {
            let pawns = pawns(game);
            stones = game.types.iter().map(|one| one.name.clone()).collect();
            stones.retain(|name| !pawns.contains(name));
        }
        let options = ["petrifyOnCaptureTypes", "petrifyOnCapture"];
        let said = options.into_iter().find(|option| game.settings.said(option).is_some());
        let (said, own) =
            (said.unwrap_or(options[0]), said.is_some_and(|said| !game.settings.inherited.contains(said)));
        if !stones.is_empty() && game.settings.is("capturesToHand") {
            game.refuse(said, "pieces that turn into walls and go to the opponent's hand");
        }
        if !stones.is_empty() && has_parts(game) {
            game.refuse(said, "pieces that turn into walls in turns that put up others");
        }
        // its own game keeps the king from capturing
        if own && game.types.iter().any(|one| one.is_king() && stones.contains(&one.name)) {
            game.refuse(said, "a king that may turn into a wall");
        }
        if !stones.is_empty() {
            let captors = format!("capture by {}", game.list(&stones));
            self.add("petrify", &[("move", &captors), ("wall", "its square")]);
        }
    }

    /// Pieces that change sides.
    fn flip(&mut self, game: &mut Game<'_>) {
        let types = game.types.clone();
        let royal = types.iter().any(|one| types::royal(game, one).is_some());
        if royal && game.settings.meaning("flipEnclosedPieces") != "none" {
            game.refuse("flipEnclosedPieces", "royal pieces that change sides");
        }
        let beside = ("flip", "their any at K from it");
        match game.settings.meaning("flipEnclosedPieces") {
            "flank" if game.types.iter().any(|one| !one.moves.always.is_empty()) => {
                game.refuse("flipEnclosedPieces", "enclosed pieces that change sides after moves");
            }
            meaning @ ("flank" | "beside") => {
                let name = if meaning == "flank" { "enclose" } else { "turn" };
                for (_, [moves, flipped]) in FLIPS.iter().filter(|known| known.0 == meaning) {
                    self.add(name, &[("move", moves), ("flip", flipped)]);
                }
            }
            "joined" => {
                self.add("arrive", &[("move", "any"), ("when", "its start in all"), beside]);
                let joined = ("when", "count(my any at K from its square) > 0");
                self.add("join", &[("move", "drop"), joined, beside]);
            }
            "none" => {}
            _ => game.refuse("flipEnclosedPieces", "an effect that depends on how the piece has moved"),
        }
    }
}
