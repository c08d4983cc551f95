//! The result of a game, in words.

use super::session::Game;
use crate::model::men::Side;

/// Returns the name of a side: `White`, `Black`.
pub fn capital(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// Returns the result with its reason, or nothing while the game goes on: `White has won: checkmate (…).`
pub fn verdict(game: &Game) -> Option<String> {
    let result = game.result()?;
    let who =
        result.winner.map_or("The game is drawn".to_owned(), |side| format!("{} has won", capital(side)));
    let words = game.variant().ends().into_iter().find(|(name, ..)| *name == result.reason);
    let words = words.map(|(_, verdict, words)| match (verdict, result.winner) {
        ("win", Some(player)) => said_of(&words, player),
        (_, Some(winner)) => said_of(&words, winner.other()),
        (_, None) => words.replace("the player", "a player"),
    });
    Some(format!(
        "{who}: {}{}",
        result.reason,
        words.map_or_else(|| ".".to_owned(), |words| format!(" ({words})."))
    ))
}

/// Returns the text of an end, which speaks of the player, with White or Black in that place.
fn said_of(words: &str, side: Side) -> String {
    words.replace("the player", capital(side)).replace("the opponent", capital(side.other()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn a_result_is_said_of_the_sides() {
        let variant = Variant::load("courier", &[]).unwrap();
        let mut game = variant.position("5k6/12/12/12/r11/12/12/R4K6 w").unwrap();
        assert_eq!(verdict(&game), None);
        game.play("a1a4").unwrap();
        assert_eq!(verdict(&game).as_deref(), Some("White has won: bare-king (Black has only one piece)."));
    }
}
