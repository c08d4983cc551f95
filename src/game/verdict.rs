//! The result of a game, in words.

use super::session::Game;
use crate::feature::end::Verdict;
use crate::text::{Players, Writer};

impl Game {
    /// Returns the result with its reason, in a sentence, or `None` while the game goes on.
    ///
    /// ```
    /// let mut game = ferz::Variant::load("chess", &[])?.start();
    /// assert_eq!(game.outcome_in_words(), None);
    /// ["f3", "e5", "g4", "Qh4"].map(|text| game.play_text(text).unwrap());
    /// assert!(game.outcome_in_words().unwrap().starts_with("Black has won: checkmate ("));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn outcome_in_words(&self) -> Option<String> {
        let result = self.outcome()?;
        let who = match result.winner {
            Some(side) => format!("{} has won", self.variant().side_name(side)),
            None => "The game is drawn".to_owned(),
        };
        let rules = &self.variant().rules;
        let scope = rules.scope();
        let words = rules.ends.iter().find(|end| end.name == result.reason).map(|end| {
            let players = match (end.verdict, result.winner) {
                (Verdict::Win, Some(winner)) => scope.players_of(winner),
                (_, Some(winner)) => scope.players_of(winner.other()),
                (_, None) => Players::Someone("a player"),
            };
            Writer::brief(players).clause(&end.condition.clause(&scope))
        });
        let words = words.map_or_else(|| ".".to_owned(), |words| format!(" ({words})."));
        Some(format!("{who}: {}{words}", result.reason))
    }
}

#[cfg(test)]
mod tests {
    use crate::Variant;

    #[test]
    fn a_result_is_said_of_the_sides() {
        let variant = Variant::load("courier", &[]).unwrap();
        let mut game = variant.start_from("5k6/12/12/12/r11/12/12/R4K6 w").unwrap();
        assert_eq!(game.outcome_in_words(), None);
        game.play_text("a1a4").unwrap();
        assert_eq!(
            game.outcome_in_words().as_deref(),
            Some("White has won: bare-king (Black has only one piece).")
        );
    }
}
