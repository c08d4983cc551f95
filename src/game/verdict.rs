//! The result of a game, in words.

use super::outcome::Verdict;
use super::session::Game;
use crate::model::pieces::Side;

/// Returns the name of a side: `White`, `Black`.
pub fn capital(side: Side) -> &'static str {
    side.capital()
}

/// Returns the result with its reason, or nothing while the game goes on: `White has won: checkmate (…).`
pub fn verdict(game: &Game) -> Option<String> {
    let result = game.outcome()?;
    let who =
        result.winner.map_or("The game is drawn".to_owned(), |side| format!("{} has won", capital(side)));
    let end = game.variant().ends().into_iter().find(|end| end.name == result.reason);
    let words = end.map(|end| match (end.verdict, result.winner) {
        (Verdict::Win, Some(player)) => said_of(&end.words, player),
        (_, Some(winner)) => said_of(&end.words, winner.other()),
        (_, None) => end.words.replace("the player", "a player"),
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
        let mut game = variant.start_from("5k6/12/12/12/r11/12/12/R4K6 w").unwrap();
        assert_eq!(verdict(&game), None);
        game.play_text("a1a4").unwrap();
        assert_eq!(verdict(&game).as_deref(), Some("White has won: bare-king (Black has only one piece)."));
    }
}
