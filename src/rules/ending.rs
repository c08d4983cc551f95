//! How a game ends, in sentences that a player understands without the file.

use super::Rules;
use crate::board::{Bits, SquareSet};
use crate::feature::end::Verdict;
use crate::feature::scope::{in_a_row, sentence};
use crate::model::condition::{Comparison, Condition, Men, Whose};
use crate::model::men::TypeId;

/// Which side a sentence speaks of as `it`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Speaker {
    /// The side to move, as the file has it.
    Mover,
    /// The side that isn't to move, because only its men matter.
    Other,
}

impl Rules {
    /// The ends in the order in which they are judged: the name of each, and what it says.
    pub(crate) fn endings(&self) -> Vec<(String, String)> {
        let words = |verdict, condition| Wording { rules: self }.sentence(verdict, condition);
        self.ends.iter().map(|end| (end.name.clone(), words(end.verdict, &end.condition))).collect()
    }
}

struct Wording<'a> {
    rules: &'a Rules,
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
            Condition::All(parts) => match mate(parts) {
                Some(true) => "the side to move is in check and has no legal step (checkmate)".to_owned(),
                Some(false) => {
                    "the side to move is not in check and has no legal step (stalemate)".to_owned()
                }
                None => all(parts, " and "),
            },
            Condition::Any(parts) => all(parts, ", or "),
            Condition::Not(part) => match &**part {
                Condition::Check => "the side to move is not in check".to_owned(),
                Condition::NoStep => "the side to move has a legal step".to_owned(),
                part => format!("it is not so that {}", self.clause(part, speaker)),
            },
            Condition::Can(part) => {
                format!("the side to move has a legal step after which {}", self.after(part, speaker))
            }
            Condition::Count(men, comparison, number) => self.count(men, *comparison, *number, speaker),
            Condition::NoStep => "the side to move has no legal step".to_owned(),
            Condition::Check => "the side to move is in check".to_owned(),
            Condition::Occurrence(times) => format!(
                "the same position (the same men on the same squares, the same side to move, the same rights) occurs for the {} time",
                ordinal(*times)
            ),
            Condition::Idle { plies, captures, types } => self.idle(*plies, *captures, types),
        }
    }

    /// What holds after a step that the side to move might make: it is still called so.
    fn after(&self, part: &Condition<SquareSet>, speaker: Speaker) -> String {
        self.clause(part, speaker).replace("the side to move ", "it ")
    }

    fn count(&self, men: &Men<SquareSet>, by: Comparison, number: u32, speaker: Speaker) -> String {
        let place = men.region.map_or_else(String::new, |region| self.place(region));
        let what = self.amount(&men.types, by, number);
        let subject = match (men.whose, speaker) {
            (Whose::Mine, _) => "the side to move has",
            (Whose::Theirs, Speaker::Mover) => "the other side has",
            (Whose::Theirs, Speaker::Other) => "the side that is not to move has",
            (Whose::Both, _) => "the two sides together have",
        };
        format!("{subject} {what}{place}")
    }

    fn amount(&self, types: &[TypeId], by: Comparison, number: u32) -> String {
        let scope = self.rules.scope();
        let name = if types.is_empty() { "man".to_owned() } else { scope.list(types, "or") };
        let men = |number: u32| match (types.is_empty(), number) {
            (true, 1) => "1 man".to_owned(),
            (true, _) => format!("{number} men"),
            (false, _) => format!("{number} of these: {name}"),
        };
        match (by, number) {
            (Comparison::Equal | Comparison::AtMost, 0) | (Comparison::Less, 1) => format!("no {name}"),
            (Comparison::AtLeast, 1) | (Comparison::Greater, 0) | (Comparison::NotEqual, 0) => {
                if types.is_empty() { "a man".to_owned() } else { scope.each_of(types) }
            }
            (Comparison::Equal, _) => format!("just {}", men(number)),
            (Comparison::NotEqual, _) => format!("not just {}", men(number)),
            (Comparison::Less, _) => format!("fewer than {}", men(number)),
            (Comparison::AtMost, _) => format!("at most {}", men(number)),
            (Comparison::Greater, _) => format!("more than {}", men(number)),
            (Comparison::AtLeast, _) => format!("at least {}", men(number)),
        }
    }

    /// ` in the courtyard (e5 and f6)`, ` on rank 8 (for Black rank 1)`.
    fn place(&self, region: [SquareSet; 2]) -> String {
        let scope = self.rules.scope();
        let named = self.rules.regions.iter().find(|(_, squares)| **squares == region);
        let squares = scope.squares_of_both(region, "or");
        match named {
            Some((name, _)) if region[0].count() > 1 => format!(" in the {name} ({squares})"),
            _ => format!(" on {squares}"),
        }
    }

    fn idle(&self, plies: u32, captures: bool, types: &[TypeId]) -> String {
        let mut events: Vec<String> = Vec::new();
        if captures {
            events.push("a capture".to_owned());
        }
        if !types.is_empty() {
            events.push(format!("a step by {}", self.rules.scope().some(types)));
        }
        let each = match plies.is_multiple_of(2) {
            true => format!(" ({} by each side)", plies / 2),
            false => String::new(),
        };
        format!("{plies} steps{each} have been made in a row without {}", in_a_row(&events, "or"))
    }
}

/// Whether parts are no step and in check (`true`), or no step and not in check.
fn mate(parts: &[Condition<SquareSet>]) -> Option<bool> {
    let ([Condition::NoStep, other] | [other, Condition::NoStep]) = parts else { return None };
    match other {
        Condition::Check => Some(true),
        Condition::Not(part) if **part == Condition::Check => Some(false),
        _ => None,
    }
}

/// Whether a condition is about men of the side that isn't to move alone.
fn about_theirs(condition: &Condition<SquareSet>) -> bool {
    match condition {
        Condition::Any(parts) | Condition::All(parts) => parts.iter().all(about_theirs),
        Condition::Not(part) => about_theirs(part),
        Condition::Count(men, ..) => men.whose == Whose::Theirs,
        _ => false,
    }
}

fn ordinal(number: u32) -> String {
    const WORDS: [&str; 9] =
        ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let word = usize::try_from(number).ok().and_then(|at| WORDS.get(at.checked_sub(2)?));
    word.map_or_else(|| format!("{number}th"), |word| (*word).to_owned())
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
