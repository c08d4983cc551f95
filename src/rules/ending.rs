//! The end of a game, in sentences that a player understands without the file.

use super::Rules;
use crate::board::SquareSet;
use crate::feature::condition::{Condition, ENTRIES, Told};
use crate::feature::end::{End, Verdict};
use crate::feature::scope::{Scope, of_side, sentence};
use crate::model::pieces::Side;

impl Rules {
    /// Returns the ends in the order in which they are tested: the name of each, and its sentence.
    pub(crate) fn endings(&self) -> Vec<(String, String)> {
        let wording = Wording { scope: self.scope() };
        self.ends.iter().map(|end| (end.name.clone(), wording.sentences(end))).collect()
    }
}

/// The way clauses refer to the two players: the one for whom an end is tested, and the other.
const PLAYER: &str = "the player";
const OPPONENT: &str = "the opponent";

/// Returns a clause about the player without its subject, if the subject is the same throughout: `has no legal move`.
fn said_of_one(clause: &str) -> Option<String> {
    let mut said = clause.strip_prefix(PLAYER)?.strip_prefix(' ')?.to_owned();
    for link in ["and", "or"] {
        said = said.replace(&format!(" {link} {PLAYER} "), &format!(" {link} "));
        said = said.replace(&format!(" {link} {OPPONENT} "), &format!(" {link} whose opponent "));
    }
    // what follows would seem to refer to the opponent
    let strays = said.split_once(" whose opponent ").is_some_and(|(_, rest)| rest.contains(" and "));
    (!said.contains(PLAYER) && !strays).then_some(said)
}

/// Returns a clause that says the same of either player, reworded for both: `neither player has a king`.
fn of_both(clause: &str) -> Option<String> {
    let (mine, theirs) = clause.strip_prefix(PLAYER)?.split_once(&format!(" and {OPPONENT}"))?;
    let said = (mine == theirs).then_some(mine)?;
    Some(match said.strip_prefix(" has no ") {
        Some(name) if name.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("neither player has an {name}"),
        Some(name) => format!("neither player has a {name}"),
        None => format!("each player{said}"),
    })
}

/// Returns the sentence of a draw.
fn drawn(end: &End<SquareSet>, clause: &str) -> String {
    let said = match (end.side, of_both(clause)) {
        (Some(side), _) => of_side(clause, side),
        (None, Some(both)) => both,
        (None, None) => {
            let who = if end.of_mover { "the player to move" } else { "a player" };
            let said = clause.replace(&format!(" and {PLAYER} "), " and ").replacen(PLAYER, who, 1);
            said.replace(&format!(" {PLAYER} "), " that player ")
        }
    };
    format!("the game is drawn if {said}.")
}

struct Wording<'a> {
    scope: Scope<'a>,
}

impl Wording<'_> {
    fn sentences(&self, end: &End<SquareSet>) -> String {
        let said = sentence(&self.said(end));
        if end.at_turn_end { format!("{said} This is tested only at the end of a turn.") } else { said }
    }

    fn said(&self, end: &End<SquareSet>) -> String {
        // a clause about the opponent alone is reworded as one about that player
        let mirrored = (about_theirs(&end.condition) && end.verdict != Verdict::Draw)
            .then(|| (end.condition.mirrored(), end.side.map(Side::other)));
        let verb = match (end.verdict, &mirrored) {
            (Verdict::Draw, _) => return drawn(end, &self.clause(&end.condition)),
            (Verdict::Lose, None) | (Verdict::Win, Some(_)) => "loses",
            (Verdict::Win, None) | (Verdict::Lose, Some(_)) => "wins",
        };
        let (condition, side) =
            mirrored.as_ref().map_or((&end.condition, end.side), |(own, side)| (own, *side));
        let clause = self.clause(condition);
        match (side, said_of_one(&clause)) {
            (Some(side), _) => format!("{} {verb} if {}.", of_side(PLAYER, side), of_side(&clause, side)),
            (None, Some(said)) => format!("a player who {said} {verb}."),
            (None, None) if condition.is_history() && !clause.contains(PLAYER) => {
                format!("a player {verb} if, after a move of that player, {clause}.")
            }
            (None, None) => format!("a player {verb} if {}.", clause.replace(PLAYER, "that player")),
        }
    }

    fn can(&self, moves: &str, part: &Condition<SquareSet>) -> String {
        let after = self.clause(part).replace(PLAYER, "that player");
        format!("{PLAYER} has {moves} after which {after}")
    }

    fn clause(&self, condition: &Condition<SquareSet>) -> String {
        let all = |parts: &[Condition<SquareSet>], link: &str| {
            let inner = |part: &Condition<SquareSet>| match part {
                Condition::All(parts) if ENTRIES.iter().any(|entry| (entry.together)(parts).is_some()) => {
                    self.clause(part)
                }
                Condition::Any(_) | Condition::All(_) => format!("({})", self.clause(part)),
                _ => self.clause(part),
            };
            parts.iter().map(inner).collect::<Vec<_>>().join(link)
        };
        match condition {
            Condition::All(parts) => match ENTRIES.iter().find_map(|entry| (entry.together)(parts)) {
                Some(together) => together.to_owned(),
                None => all(parts, " and "),
            },
            Condition::Any(parts) => all(parts, ", or "),
            Condition::Not(part) => match (part.fact().and_then(Told::denied), &**part) {
                (Some(denied), _) => denied,
                (None, Condition::Can(part)) => self.can("no legal move", part),
                (None, part) => format!("it is not the case that {}", self.clause(part)),
            },
            Condition::Can(part) => self.can("a legal move", part),
            Condition::Fact(fact) => fact.clause(&self.scope),
        }
    }
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
            "The game is drawn if a player has more than one pawn on rank 8 (for Black rank 1)."
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
            "A player loses if the opponent has only one piece, or that player has exactly two pieces."
        );
    }
}
