//! The end of a game, in sentences that a player understands without the file.

use super::Rules;
use crate::board::SquareSet;
use crate::feature::condition::{Condition, Told};
use crate::feature::end::{End, Verdict};
use crate::feature::scope::{Scope, sentence};
use crate::model::pieces::Side;
use crate::text::{Clause, Players, Role, Subject, Writer};

impl Rules {
    /// Returns the ends in the order in which they are tested: the name of each, and its sentence.
    pub(crate) fn endings(&self) -> Vec<(String, String)> {
        let scope = self.scope();
        self.ends.iter().map(|end| (end.name.clone(), sentences(&scope, end))).collect()
    }
}

/// The sentences of an end.
fn sentences(scope: &Scope<'_>, end: &End<SquareSet>) -> String {
    // a condition on the opponent alone is told as one on that player
    let mirrored = about_theirs(&end.condition);
    let (condition, side) = match mirrored {
        true => (&end.condition.mirrored(), end.side.map(Side::other)),
        false => (&end.condition, end.side),
    };
    let verb = match (end.verdict, mirrored) {
        (Verdict::Draw, _) => None,
        (Verdict::Lose, false) | (Verdict::Win, true) => Some("loses"),
        (Verdict::Win, false) | (Verdict::Lose, true) => Some("wins"),
    };
    let clause = of_both(scope, condition).filter(|_| side.is_none());
    let clause = clause.unwrap_or_else(|| condition.clause(scope));
    let said = match (verb, side) {
        (None, Some(side)) => {
            format!("the game is drawn if {}.", Writer::new(scope.players_of(side)).clause(&clause))
        }
        (None, None) => {
            let anybody = if end.of_mover { "the player to move" } else { "a player" };
            format!("the game is drawn if {}.", Writer::new(Players::Someone(anybody)).clause(&clause))
        }
        (Some(verb), Some(side)) => {
            format!("{} {verb} if {}.", scope.side(side), Writer::new(scope.players_of(side)).clause(&clause))
        }
        (Some(verb), None) => decided(&clause, verb, condition.is_history()),
    };
    let said = sentence(&said);
    if end.at_turn_end { format!("{said} This is tested only at the end of a turn.") } else { said }
}

/// The sentence of an end by which either player wins or loses.
fn decided(clause: &Clause, verb: &str, history: bool) -> String {
    let writer = Writer::new(Players::Any);
    if let Some(said) = writer.relative(clause) {
        return format!("a player who {said} {verb}.");
    }
    let said = writer.clause(clause);
    match history && !clause.names_player() {
        true => format!("a player {verb} if, after a move of that player, {said}."),
        false => format!("a player {verb} if {said}."),
    }
}

/// The statement about both players, if a condition says the same of either: `neither player has a king`.
fn of_both(scope: &Scope<'_>, condition: &Condition<SquareSet>) -> Option<Clause> {
    let Condition::All(parts) = condition else { return None };
    let [mine, theirs] = &parts[..] else { return None };
    let clause = mine.clause(scope);
    let about_player = matches!(clause, Clause::Says(Subject::One(Role::Player), _));
    if *theirs != mine.mirrored() || !about_player {
        return None;
    }
    let none = mine.count().is_some_and(|count| !count.admits(1) && count.admits(0));
    Some(match none {
        true => mine.clone().denied().clause(scope).with(Subject::Neither),
        false => clause.with(Subject::Each),
    })
}

/// Returns `true` if the condition concerns only pieces of the opponent.
fn about_theirs(condition: &Condition<SquareSet>) -> bool {
    match condition {
        Condition::Any(parts) | Condition::All(parts) => parts.iter().all(about_theirs),
        Condition::Not(part) => about_theirs(part),
        Condition::Fact(fact) => fact.is_about_theirs(),
        Condition::Can(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::Variant;

    fn said(end: &str) -> String {
        let text = format!(
            "extends = \"shatranj\"\n[regions]\nhill = \"d4..e5\"\n[end]\ncheckmate = false\nstalemate = false\n\
             bare-king = false\nbare-king-draw = false\nrepetition = false\nno-progress = false\nit = {{ {end} }}\n"
        );
        let variant = Variant::from_text("ends.toml", &text, &[]).expect("a sound game");
        let endings = variant.rules.endings();
        endings.iter().find(|(name, _)| name == "it").expect("the end").1.clone()
    }

    #[test]
    fn ends_read_as_sentences() {
        assert_eq!(
            said("lose = \"checkmate\""),
            "A player who is checkmated (in check, with no legal move) loses."
        );
        assert_eq!(
            said("lose = \"their king in hill\""),
            "A player who has a king in the hill (d4, e4, d5 or e5) wins."
        );
        assert_eq!(said("win = \"count(their pawn) = 0\""), "A player who has no pawn loses.");
        assert_eq!(
            said("draw = \"count(mine) = 1 and can(count(theirs) = 1)\""),
            "The game is drawn if the player to move has only one piece and has a legal move after which \
             the opponent has only one piece."
        );
        assert_eq!(
            said("draw = \"count(my pawn in rank 8) > 1\""),
            "The game is drawn if a player has at least two pawns on rank 8 (for Black rank 1)."
        );
        assert_eq!(
            said("win = \"my king in hill and my turn\""),
            "A player who has a king in the hill (d4, e4, d5 or e5) and is about to move wins."
        );
        assert_eq!(
            said("win = \"my king in hill\", side = \"black\""),
            "Black wins if Black has a king in the hill (d4, e4, d5 or e5)."
        );
        assert_eq!(
            said("draw = \"count(mine) = 1 and count(theirs) = 1\", judged = \"at the end of the turn\""),
            "The game is drawn if each player has only one piece. This is tested only at the end of a turn."
        );
        assert_eq!(
            said("win = \"no move and count(my pawn) > count(their pawn)\""),
            "A player who has no legal move and has more pawns than the opponent wins."
        );
        assert_eq!(
            said("lose = \"count(theirs) = 1 or count(mine) = 2\""),
            "A player loses if the opponent has only one piece, or the player has exactly two pieces."
        );
    }
}
