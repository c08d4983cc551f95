//! The result of a game, in words.

use ferz::{Game, Side};

/// The result with its reason, or nothing while the game goes on.
pub(super) fn verdict(game: &Game, resigned: Option<Side>) -> Option<String> {
    let name = |side| game.variant().side_name(side);
    let resigned =
        resigned.map(|side| format!("{} has won: {} has resigned.", name(side.other()), name(side)));
    resigned.or_else(|| game.outcome_in_words())
}

/// The result as a word and a reason, for a save.
pub(super) fn short(game: &Game, resigned: Option<Side>) -> Option<String> {
    match resigned {
        Some(side) => Some(format!("{} resignation", side.other().name())),
        None => game.outcome().map(|result| format!("{} {}", result.word(), result.reason)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Variant;

    #[test]
    fn who_resigns_has_lost() {
        let game = Variant::load("courier", &[]).unwrap().start();
        assert_eq!(verdict(&game, None), None);
        assert_eq!(verdict(&game, Some(Side::White)).as_deref(), Some("Black has won: White has resigned."));
    }
}
