//! How a game ends, in sentences that a player understands without the file.

use super::Rules;
use crate::board::SquareSet;
use crate::feature::condition::{Condition, ENTRIES, Speaker, Told};
use crate::feature::end::Verdict;
use crate::feature::scope::{Scope, sentence};

impl Rules {
    /// The ends in the order in which they are judged: the name of each, and what it says.
    pub(crate) fn endings(&self) -> Vec<(String, String)> {
        let wording = Wording { scope: self.scope() };
        let words = |verdict, condition| wording.sentence(verdict, condition);
        self.ends.iter().map(|end| (end.name.clone(), words(end.verdict, &end.condition))).collect()
    }
}

struct Wording<'a> {
    scope: Scope<'a>,
}

impl Wording<'_> {
    fn sentence(&self, verdict: Verdict, condition: &Condition<SquareSet>) -> String {
        let speaker = if about_theirs(condition) { Speaker::Other } else { Speaker::Mover };
        let clause = self.clause(condition, speaker);
        let it = match speaker {
            Speaker::Mover => "the side to move",
            Speaker::Other => "that side",
        };
        let result = match (verdict, speaker) {
            (Verdict::Draw, _) => "the game is drawn".to_owned(),
            (Verdict::Lose, Speaker::Mover) | (Verdict::Win, Speaker::Other) => format!("{it} has lost"),
            (Verdict::Win, Speaker::Mover) | (Verdict::Lose, Speaker::Other) => format!("{it} has won"),
        };
        sentence(&format!("if {clause}, {result}."))
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
                None => format!("it is not so that {}", self.clause(part, speaker)),
            },
            Condition::Can(part) => {
                format!("the side to move has a legal step after which {}", self.after(part, speaker))
            }
            Condition::Fact(fact) => fact.clause(&self.scope, speaker),
        }
    }

    /// Words a condition that holds after a move of the side to move, which keeps that name.
    fn after(&self, part: &Condition<SquareSet>, speaker: Speaker) -> String {
        self.clause(part, speaker).replace("the side to move ", "it ")
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
             bare-king = false\nbare-king-draw = false\nrepetition = false\nidle = false\nit = {{ {end} }}\n"
        );
        let variant = Variant::from_text("ends.toml", &text, &[]).expect("a sound game");
        let endings = variant.rules.endings();
        endings.iter().find(|(name, _)| name == "it").expect("the end").1.clone()
    }

    #[test]
    fn ends_read_as_sentences() {
        assert_eq!(
            said("lose = \"checkmate\""),
            "If the side to move is in check and has no legal step (checkmate), the side to move has lost."
        );
        assert_eq!(
            said("lose = \"their king in hill\""),
            "If the side that is not to move has a king in the hill (d4, e4, d5 or e5), that side has won."
        );
        assert_eq!(
            said("win = \"count(their pawn) = 0\""),
            "If the side that is not to move has no pawn, that side has lost."
        );
        assert_eq!(
            said("draw = \"count(mine) = 1 and can(count(theirs) = 1)\""),
            "If the side to move has just 1 man and the side to move has a legal step after which the other \
             side has just 1 man, the game is drawn."
        );
        assert_eq!(
            said("draw = \"count(my pawn in rank 8) > 1\""),
            "If the side to move has more than 1 of these: pawn on rank 8 (for Black rank 1), the game is drawn."
        );
    }
}
