//! How a game has ended, in words.

use super::screen::capital;
use crate::{Game, Side};

/// The result with its reason, or nothing while the game goes on.
pub(super) fn verdict(game: &Game, resigned: Option<Side>) -> Option<String> {
    if let Some(side) = resigned {
        return Some(format!(
            "{} has won: {} has resigned.",
            capital(side.other().name()),
            capital(side.name())
        ));
    }
    let result = game.result()?;
    let who = result
        .winner
        .map_or("The game is drawn".to_owned(), |side| format!("{} has won", capital(side.name())));
    let ends = game.variant().ends();
    let words =
        ends.iter().find(|(name, ..)| *name == result.reason).map(|(.., words)| said_of(words, game.side()));
    Some(format!(
        "{who}: {}{}",
        result.reason,
        words.map_or_else(|| ".".to_owned(), |words| format!(" ({words})."))
    ))
}

/// The words of an end, which speak of the side to move, said of White or Black.
fn said_of(words: &str, side: Side) -> String {
    let (us, them) = (capital(side.name()), capital(side.other().name()));
    words.replace("the side to move", &us).replace("the opponent", &them)
}

/// The result as a word and a reason, for a save.
pub(super) fn short(game: &Game, resigned: Option<Side>) -> Option<String> {
    match resigned {
        Some(side) => Some(format!("{} resignation", side.other().name())),
        None => game.result().map(|result| format!("{} {}", result.word(), result.reason)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn a_result_is_said_of_the_sides() {
        let variant = Variant::load("courier", &[]).unwrap();
        let mut game = variant.position("5k6/12/12/12/r11/12/12/R4K6 w").unwrap();
        assert_eq!(verdict(&game, None), None);
        game.play("a1a4").unwrap();
        assert_eq!(verdict(&game, None).as_deref(), Some("White has won: bare-king (Black has just 1 man)."));
        assert_eq!(
            verdict(&variant.start(), Some(Side::White)).as_deref(),
            Some("Black has won: White has resigned.")
        );
    }
}
