//! A position that was set up piece by piece: whether the rules accept it, and what a game file says for it.

use ferz::{Game, Variant};
use serde::{Deserialize, Serialize};

use super::fault::Fault;
use super::start::begin;
use super::view::PositionView;

/// A position to be looked at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Placed {
    fen: String,
}

/// A position that can be played.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Placed"))]
pub(super) struct PlacedView {
    position: PositionView,
    /// The position as an example of a game file.
    example: String,
    /// The pieces as the start position of a game file.
    setup: String,
}

/// Returns the position of a FEN, or the start position if it is empty. What no longer fits the pieces, such as castling rights, is left out.
pub(super) fn placed(variant: &Variant, asked: &Placed) -> Result<PlacedView, Fault> {
    let fen = asked.fen.trim();
    if fen.is_empty() {
        return Ok(seen(&variant.start()));
    }
    let short: Vec<&str> = fen.split(' ').take(2).collect();
    let game = begin(variant, Some(fen)).or_else(|fault| match begin(variant, Some(&short.join(" "))) {
        Ok(game) => Ok(game),
        Err(_) => Err(fault),
    })?;
    Ok(seen(&game))
}

fn seen(game: &Game) -> PlacedView {
    PlacedView { example: example(game), setup: setup(game), position: PositionView::of(game) }
}

fn example(game: &Game) -> String {
    let legal = game.legal_moves().first().map(ToString::to_string);
    let says = legal.map_or_else(|| "result = \"\"".to_owned(), |mv| format!("legal = {mv:?}"));
    format!("[[example]]\nshows = \"what can be done here\"\nfen   = {:?}\n{says}\n", game.fen())
}

fn setup(game: &Game) -> String {
    let fen = game.fen();
    let pieces = fen.split([' ', '[']).next().unwrap_or_default();
    format!("[setup]\nfen = {pieces:?}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_the_pieces_is_left_out() {
        let chess = Variant::load("chess", &[]).unwrap();
        let asked = |fen: &str| placed(&chess, &Placed { fen: fen.to_owned() });
        let found = asked("4k3/8/8/8/8/8/8/4K2R b KQkq - 3 9").unwrap();
        assert!(found.setup.contains("fen = \"4k3/8/8/8/8/8/8/4K2R\""), "{}", found.setup);
        assert!(found.example.contains("legal = \"e8"), "{}", found.example);
        assert!(asked("4k3/8/8 w").unwrap_err().message().contains("FEN"));
    }

    #[test]
    fn what_it_says_for_a_game_file_is_sound() {
        let chess = Variant::load("chess", &[]).unwrap();
        let fen = "r3k2r/8/8/8/8/8/4P3/R3K2R";
        let found = placed(&chess, &Placed { fen: format!("{fen} w - - 0 1") }).unwrap();
        let setup = found.setup.replace("[setup]", "[setup]\nwhite = false");
        let text = format!("extends = \"chess\"\ngame.name = \"A\"\n\n{setup}\n{}", found.example);
        let variant = Variant::from_text("a.toml", &text, &[]).unwrap();
        assert!(variant.start().fen().starts_with(fen));
    }
}
