//! The end of the game: an ordered list of named rules, each stated by the side about to move.
//!
//! ```toml
//! [end.no-move]
//! lose = "no move"
//!
//! [end.repetition]
//! draw = "third occurrence"
//! ```
//!
//! Invariant: rules about the position are judged first, in the order of the file, then those about history, so that a mate
//! goes before a draw on the same ply.

use super::condition::{Condition, resolve};
use super::scope::Scope;
use crate::board::{Bits, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Table};
use crate::text::{Diagnostic, Report, Span};

/// The keys of a table under `[end]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "end",
    doc: "A rule that ends the game, asked of the side about to move; exactly one of the three.",
    keys: &[
        Key::optional("lose", Shape::Condition, "When the side about to move loses.", "\"no move\""),
        Key::optional(
            "win",
            Shape::Condition,
            "When the side about to move wins.",
            "\"their king in courtyard\"",
        ),
        Key::optional("draw", Shape::Condition, "When the game is drawn.", "\"third occurrence\""),
    ],
};

/// The result of an end for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Lose,
    Win,
    Draw,
}

/// A rule that ends the game.
#[derive(Clone, Debug)]
pub struct End<S> {
    /// The name of its table, which is its reason in results.
    pub name: String,
    pub(crate) verdict: Verdict,
    pub(crate) condition: Condition<S>,
    /// The condition in plain words.
    pub words: String,
}

/// Reads the tables under `[end]`, those about history last.
pub(crate) fn read(scope: &Scope<'_>, ends: &Table, report: &mut Report) -> Vec<End<SquareSet>> {
    let mut read: Vec<End<SquareSet>> = Vec::new();
    for (name, entry) in ends.iter() {
        let Some(table) = entry.node.table() else { continue };
        let verdicts = [("lose", Verdict::Lose), ("win", Verdict::Win), ("draw", Verdict::Draw)];
        let said: Vec<_> = verdicts.iter().filter(|(key, _)| table.contains(key)).collect();
        let [(key, verdict)] = said[..] else {
            if said.len() > 1 || table.is_empty() {
                let keys = said.iter().filter_map(|(key, _)| Some((*key, table.get(key)?.key_span)));
                report.push(one_verdict(name, entry.key_span, &keys.collect::<Vec<_>>()));
            }
            continue;
        };
        let condition = table.text(key).and_then(|word| resolve(scope, word, report));
        if let Some((condition, words)) = condition {
            read.push(End { name: name.to_owned(), verdict: *verdict, condition, words });
        }
    }
    one_clock(ends, &read, report);
    read.sort_by_key(|end| end.condition.is_history());
    read
}

fn one_verdict(name: &str, span: Span, said: &[(&str, Span)]) -> Diagnostic {
    let message = format!("the end `{name}` must say exactly one of lose, win and draw");
    let problem = Diagnostic::error("ferz::end::one_verdict", message);
    let [_, _, ..] = *said else {
        return problem.at(span, "this one says nothing").help(
            "write `lose`, `win` or `draw`, each from the view of the side about to move, as in `lose = \"no move\"`",
        );
    };
    let mut problem = said.iter().fold(problem.at(span, "this one says several"), |problem, (key, at)| {
        problem.at(*at, format!("it says `{key}`"))
    });
    // what is written last is what its author is at
    problem.labels.remove(0);
    problem.labels.sort_by_key(|label| (label.span.source, label.span.start));
    let own = said.iter().map(|(_, at)| at.source).min();
    let old = said.iter().find(|(_, at)| Some(at.source) != own);
    problem.help(match old {
        Some((old, _)) => {
            format!("remove what the parent says with `{old} = false`, or give this end another name")
        }
        None => {
            "keep one of them, or make each a separate end; to change an end, remove the old key with `false`"
                .to_owned()
        }
    })
}

/// A position has one count of idle plies, so all rules about idle play must reset it alike.
fn one_clock(table: &Table, ends: &[End<SquareSet>], report: &mut Report) {
    let mut first = None;
    let place = |end: &End<SquareSet>| table.get(&end.name).map_or(table.span(), |entry| entry.key_span);
    for end in ends {
        if let Some(resets) = end.condition.resets() {
            let (earlier, begun) = *first.get_or_insert((end, resets));
            if begun != resets {
                report.push(
                    Diagnostic::error(
                        "ferz::end::two_clocks",
                        "two ends count moves without progress in different ways",
                    )
                    .at(place(end), "this one is reset by other moves …")
                    .at(place(earlier), "… than this one")
                    .help("let all of them name the same captures and moves"),
                );
            }
        }
    }
}

impl End<SquareSet> {
    pub(crate) fn compile<B: Bits>(&self) -> End<B> {
        End {
            name: self.name.clone(),
            verdict: self.verdict,
            condition: self.condition.map(&|set: &SquareSet| B::from_wide(*set)),
            words: self.words.clone(),
        }
    }
}
