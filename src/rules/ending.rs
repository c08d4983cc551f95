//! The end of a game, in sentences that a player understands without the file.

use super::Rules;
use crate::board::SquareSet;
use crate::feature::condition::{Condition, ENTRIES, Speaker, Told};
use crate::feature::end::Verdict;
use crate::feature::scope::{Scope, sentence};

impl Rules {
    /// Returns the ends in the order in which they are judged: the name of each, and its sentence.
    pub(crate) fn endings(&self) -> Vec<(String, String)> {
        let wording = Wording { scope: self.scope() };
        let words = |verdict, condition| wording.sentence(verdict, condition);
        self.ends.iter().map(|end| (end.name.clone(), words(end.verdict, &end.condition))).collect()
    }
}

/// The way clauses refer to the two players.
const MOVER: &str = "the player to move";
const OPPONENT: &str = "the opponent";

/// A clause without its subject, if that is the same player throughout: `has no legal move`.
fn said_of_one(clause: &str, subject: &str, other: &str) -> Option<String> {
    let mut said = clause.strip_prefix(subject)?.strip_prefix(' ')?.to_owned();
    for link in ["and", "or"] {
        said = said.replace(&format!(" {link} {subject} "), &format!(" {link} "));
        said = said.replace(&format!(" {link} {other} "), &format!(" {link} whose opponent "));
    }
    (!said.contains(subject)).then_some(said)
}

/// Returns a clause that states the same of either player, stated of both: `neither player has a king`.
fn of_both(clause: &str) -> String {
    let parts = || {
        let (mine, theirs) = clause.strip_prefix(MOVER)?.split_once(&format!(" and {OPPONENT}"))?;
        (mine == theirs).then_some(mine)
    };
    match parts() {
        None => clause.to_owned(),
        Some(said) => match said.strip_prefix(" has no ") {
            Some(name) if name.starts_with(['a', 'e', 'i', 'o', 'u']) => {
                format!("neither player has an {name}")
            }
            Some(name) => format!("neither player has a {name}"),
            None => format!("each player{said}"),
        },
    }
}

/// Returns `true` if a condition is about moves, so that it is clear whose turn it is.
fn is_of_moves(condition: &Condition<SquareSet>) -> bool {
    match condition {
        Condition::Any(parts) | Condition::All(parts) => parts.iter().any(is_of_moves),
        Condition::Not(part) => is_of_moves(part),
        Condition::Fact(fact) => fact.in_stalemate().is_some(),
        Condition::Can(_) => true,
    }
}

struct Wording<'a> {
    scope: Scope<'a>,
}

impl Wording<'_> {
    fn sentence(&self, verdict: Verdict, condition: &Condition<SquareSet>) -> String {
        let speaker = if about_theirs(condition) { Speaker::Other } else { Speaker::Mover };
        let clause = self.clause(condition, speaker);
        let (subject, other) = match speaker {
            Speaker::Mover => (MOVER, OPPONENT),
            Speaker::Other => (OPPONENT, MOVER),
        };
        let verb = match (verdict, speaker) {
            (Verdict::Draw, _) => {
                let said = of_both(&clause).replace(&format!(" and {MOVER} "), " and ");
                return sentence(&format!("the game is drawn if {said}."));
            }
            (Verdict::Lose, Speaker::Mover) | (Verdict::Win, Speaker::Other) => "loses",
            (Verdict::Win, Speaker::Mover) | (Verdict::Lose, Speaker::Other) => "wins",
        };
        sentence(&match said_of_one(&clause, subject, other) {
            Some(said) if speaker == Speaker::Mover && !is_of_moves(condition) => {
                format!("a player who {said} when about to move {verb}.")
            }
            Some(said) => format!("a player who {said} {verb}."),
            None => format!("{subject} {verb} if {clause}."),
        })
    }

    fn clause(&self, condition: &Condition<SquareSet>, speaker: Speaker) -> String {
        let all = |parts: &[Condition<SquareSet>], link: &str| {
            let inner = |part: &Condition<SquareSet>| match part {
                Condition::Any(_) | Condition::All(_) => format!("({})", self.clause(part, speaker)),
                _ => self.clause(part, speaker),
            };
            parts.iter().map(inner).collect::<Vec<_>>().join(link)
        };
        match condition {
            Condition::All(parts) => match ENTRIES.iter().find_map(|entry| (entry.together)(parts)) {
                Some(together) => together.to_owned(),
                None => all(parts, " and "),
            },
            Condition::Any(parts) => all(parts, ", or "),
            Condition::Not(part) => match part.fact().and_then(Told::denied) {
                Some(denied) => denied.to_owned(),
                None => format!("it is not the case that {}", self.clause(part, speaker)),
            },
            Condition::Can(part) => {
                format!("{MOVER} has a legal move after which {}", self.after(part, speaker))
            }
            Condition::Fact(fact) => fact.clause(&self.scope, speaker),
        }
    }

    /// Words a condition that holds after a move of the side to move, which keeps that name.
    fn after(&self, part: &Condition<SquareSet>, speaker: Speaker) -> String {
        self.clause(part, speaker).replace(MOVER, "that player")
    }
}

/// Returns `true` if the condition concerns only pieces of the side that isn't to move.
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
            "The game is drawn if the player to move has more than one pawn on rank 8 (for Black rank 1)."
        );
    }
}
