//! The end of the game: an ordered list of named rules, each stated from the viewpoint of a player.
//!
//! ```toml
//! [end.no-move]
//! lose = "no move"
//!
//! [end.hill]
//! win = "my king in hill"
//!
//! [end.repetition]
//! draw = "third occurrence"
//! ```
//!
//! The ends are tested in the order of the file: each for the player who has just moved, then for the one about to move, then the next end.
//! An end about a player's moves (`no move`, `check`, `can(…)`, `my turn`) is tested only for the player about to move.
//!
//! Invariant: rules about the position are tested first, in the order of the file, then those about history, so that mate takes
//! precedence over a draw on the same ply.

use super::condition::{Condition, resolve, setting};
use super::scope::{Scope, side_of};
use crate::board::{Bits, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Table, shown, suggest};
use crate::model::pieces::Side;
use crate::order;
use crate::text::{Diagnostic, Players, Report, Span, Writer};

/// The keys of a table under `[end]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "end",
    doc: "A rule that ends the game, as seen by a player: exactly one of `lose`, `win` and `draw`.",
    keys: &[
        Key::optional("lose", Shape::Condition, "When a player loses.", "\"no move\""),
        Key::optional("win", Shape::Condition, "When a player wins.", "\"my king in courtyard\""),
        Key::optional("draw", Shape::Condition, "When the game is drawn.", "\"third occurrence\""),
        Key::optional(
            "side",
            Shape::OneOf(&["white", "black"]),
            "The player to whom it applies; by default, both.",
            "\"white\"",
        ),
        Key::optional(
            "judged",
            Shape::OneOf(&[AT_TURN_END]),
            "When this is tested in turns of several moves; by default, after each of them.",
            "\"at the end of the turn\"",
        ),
        Key::optional(
            "before",
            Shape::Line,
            "The end before which this one is tested; by default, ends are tested in the order of the file, a parent's first.",
            "\"stalemate\"",
        ),
    ],
};

/// The value of `judged` for an end that is tested only when the whole turn is over.
const AT_TURN_END: &str = "at the end of the turn";

/// The result of an end for the player for whom it is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Lose,
    Win,
    Draw,
}

/// A rule that ends the game.
#[derive(Clone, Debug)]
pub(crate) struct End<S> {
    /// The name of its table, which is its reason in results.
    pub name: String,
    pub(crate) verdict: Verdict,
    pub(crate) condition: Condition<S>,
    /// The only side for which it is tested, if it is not tested for both.
    pub(crate) side: Option<Side>,
    /// True if it is not tested before the turn is over.
    pub(crate) at_turn_end: bool,
    /// True if it is tested only for the player about to move, because it is about that player's moves.
    pub(crate) of_mover: bool,
}

impl<S> End<S> {
    /// Returns the winner if the end holds for a player; `None` for a draw.
    pub(crate) fn winner(&self, player: Side) -> Option<Side> {
        match self.verdict {
            Verdict::Win => Some(player),
            Verdict::Lose => Some(player.other()),
            Verdict::Draw => None,
        }
    }

    /// Returns the sides for which it is tested.
    #[cfg(feature = "tools")]
    pub(crate) fn sides(&self) -> impl Iterator<Item = Side> + use<S> {
        let own = self.side;
        Side::BOTH.into_iter().filter(move |&side| own.is_none_or(|own| own == side))
    }

    /// Returns the players for whom the end is tested, in order: the one who has just moved, then the one about to move. While a turn
    /// goes on, both are `mover`.
    #[inline(always)]
    pub(crate) fn asked(&self, mover: Side, under_way: bool) -> impl Iterator<Item = Side> + use<S> {
        let (of_mover, side) = (self.of_mover, self.side);
        let last = if under_way { mover } else { mover.other() };
        let asked = !(under_way && self.at_turn_end);
        let players = [last, last.other()].into_iter();
        players.filter(move |&player| {
            asked && (!of_mover || player == mover) && side.is_none_or(|side| side == player)
        })
    }
}

/// Reads the tables under `[end]`, those about history last.
pub(crate) fn read(scope: &Scope<'_>, ends: &Table, report: &mut Report) -> Vec<End<SquareSet>> {
    let mut read: Vec<End<SquareSet>> = Vec::new();
    for (name, entry) in ends.iter() {
        let Some(table) = entry.node.table() else { continue };
        let verdicts = [("lose", Verdict::Lose), ("win", Verdict::Win), ("draw", Verdict::Draw)];
        let said: Vec<_> = verdicts.iter().filter(|(key, _)| table.contains(key)).collect();
        let [(key, verdict)] = said[..] else {
            if said.len() > 1 || table.keys().all(|key| ["side", "judged", "before"].contains(&key)) {
                let keys = said.iter().filter_map(|(key, _)| Some((*key, table.get(key)?.key_span)));
                report.push(one_verdict(name, entry.key_span, &keys.collect::<Vec<_>>()));
            }
            continue;
        };
        let condition = table.text(key).and_then(|word| resolve(scope, word, &setting::END, report));
        if let Some(condition) = condition {
            let said = |key, word| table.text(key).is_some_and(|said| said.text == word);
            read.push(End {
                name: name.to_owned(),
                verdict: *verdict,
                side: side_of(table, "side"),
                at_turn_end: said("judged", AT_TURN_END),
                of_mover: condition.is_of_mover(),
                condition,
            });
        }
    }
    one_clock(ends, &read, report);
    put_before(ends, &mut read, report);
    order::by_key(&mut read, |end| end.condition.is_history());
    read
}

/// Moves each end that is to be tested before another to its place.
fn put_before(table: &Table, read: &mut Vec<End<SquareSet>>, report: &mut Report) {
    for (name, entry) in table.iter() {
        let Some(word) = entry.node.table().and_then(|end| end.text("before")) else { continue };
        let place = |name: &str, read: &[End<SquareSet>]| read.iter().position(|end| end.name == name);
        if word.text == name || !table.contains(word.text) {
            let names: Vec<&str> = table.keys().filter(|other| *other != name).collect();
            let problem = Diagnostic::error(
                "ferz::end::before",
                format!("there is no other end called `{}`", shown(word.text)),
            )
            .at(word.span, "no such end");
            report.push(match suggest(word.text, names.iter().copied(), "the other ends of this game are") {
                Some(help) => problem.help(help),
                None => problem.help("leave `before` out"),
            });
        } else if let (Some(at), Some(_)) = (place(name, read), place(word.text, read)) {
            let end = read.remove(at);
            let to = place(word.text, read).unwrap_or(read.len());
            read.insert(to, end);
        }
    }
}

fn one_verdict(name: &str, span: Span, said: &[(&str, Span)]) -> Diagnostic {
    let message = format!("the end `{name}` must say exactly one of `lose`, `win` and `draw`");
    let problem = Diagnostic::error("ferz::end::one_verdict", message);
    let [_, _, ..] = *said else {
        return problem
            .at(span, "it says none of them")
            .help("write `lose`, `win` or `draw` with a condition, as in `lose = \"no move\"`");
    };
    let mut problem = said.iter().fold(problem.at(span, "this one says several"), |problem, (key, at)| {
        problem.at(*at, format!("it says `{key}`"))
    });
    // the one written last is the one that its author is working on
    problem.labels.remove(0);
    order::by_key(&mut problem.labels, |label| (label.span.source, label.span.start));
    let own = said.iter().map(|(_, at)| at.source).min();
    let old = said.iter().find(|(_, at)| Some(at.source) != own);
    problem.help(match old {
        Some((old, _)) => {
            format!("add `{old} = false` to cancel the parent's `{old}`, or give this end another name")
        }
        None => {
            "keep one of them, or make each a separate end; to change an inherited end, set its old key to `false`"
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
                        format!(
                            "the ends `{}` and `{}` count moves without progress differently",
                            shown(&earlier.name),
                            shown(&end.name)
                        ),
                    )
                    .at(place(end), "reset by one set of moves")
                    .at(place(earlier), "reset by a different set")
                    .help("name the same captures and moves after `without` in all of them"),
                );
            }
        }
    }
}

impl End<SquareSet> {
    /// Returns the condition in brief words about the player, or about the side for which it is tested.
    pub(crate) fn words(&self, scope: &Scope<'_>) -> String {
        Writer::brief(self.side.map_or(Players::Any, |side| scope.players_of(side)))
            .clause(&self.condition.clause(scope))
    }

    pub(crate) fn compile<B: Bits>(&self) -> End<B> {
        End {
            name: self.name.clone(),
            verdict: self.verdict,
            condition: self.condition.map(B::narrowed),
            side: self.side,
            at_turn_end: self.at_turn_end,
            of_mover: self.of_mover,
        }
    }
}
