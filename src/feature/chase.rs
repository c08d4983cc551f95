//! Chases: the attacks that count where a repetition rule tests for perpetual chase of one piece.
//!
//! ```toml
//! [chase]
//! by = "any but general, soldier"
//! of = "any but general"
//! on = { soldier = "beyond" }
//! even-if-protected = { horse = "chariot", cannon = "chariot" }
//!
//! [end]
//! chasing = { lose = "third occurrence, always chasing" }
//! ```
//!
//! A move chases an enemy piece if it gives no check, and a piece of `by` newly attacks that piece and could capture it, while the enemy
//! could not recapture there. A piece that could itself capture the attacker is not chased by one of its own type. A player chases all the
//! time if every one of that player's moves chases one and the same piece.
//!
//! Invariant: chases are searched for only where a position has occurred as often as an end requires; no position remembers any.

use super::condition::{asks_for_chases, condition, mentions};
use super::plan::{Lay, Plan};
use super::rule::{Feature, Measure, Rule, Topic, Whole};
use super::scope::{Scope, sentence};
use crate::board::{Bits, SquareSet};
use crate::definition::{Hint, Key, KeyTable, Kind as Shape, Table, Word};
use crate::model::chase::Chase;
use crate::model::pieces::TypeId;
use crate::notation::condition::Form;
use crate::text::{Diagnostic, Report};

/// The keys of `[chase]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "chase",
    doc: "Which attacks count as chases, for an end such as `third occurrence, always chasing`.",
    keys: &[
        Key::optional(
            "by",
            Shape::Pieces,
            "The pieces whose attacks are chases; by default, all.",
            "\"any but king\"",
        ),
        Key::optional(
            "of",
            Shape::Pieces,
            "The pieces that can be chased; by default, all but royal ones.",
            "\"any but pawn\"",
        ),
        Key::optional(
            "on",
            Shape::Named(&Shape::Squares),
            "The squares on which pieces of a type can be chased, as their owner sees them; by default, all.",
            "{ pawn = \"ranks 5..8\" }",
        )
        .with(Hint::PieceNames),
        Key::optional(
            "even-if-protected",
            Shape::Named(&Shape::Pieces),
            "The pieces that a type chases even if they are protected; by default, none.",
            "{ knight = \"rook\" }",
        )
        .with(Hint::PieceNames),
    ],
};

/// Chases in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("chase", Shape::Table(&KEYS), KEYS.doc, "")],
    measured_by: &[("ferz::chase::", Measure::Parent)],
    read: |scope, root, report| {
        let asked = asked(root);
        match (root.table("chase"), asked) {
            (Some(table), _) => {
                let chase = read(scope, table, asked.map_or(0, |(_, times)| times), report);
                Some(Box::new(Chases(chase)) as Box<dyn Rule>)
            }
            (None, Some((word, _))) => {
                report.push(asked_in_vain(word));
                None
            }
            (None, None) => None,
        }
    },
    ..Feature::NONE
};

/// The chases of a game.
#[derive(Clone, Debug)]
struct Chases(Chase<SquareSet>);

/// Returns the first end that tests for perpetual chase, and the least number of occurrences that such an end requires.
fn asked(root: &Table) -> Option<(Word<'_>, u32)> {
    let ends = root.table("end")?.iter().filter_map(|(_, entry)| entry.node.table());
    let texts = ends.flat_map(|end| ["win", "lose", "draw"].into_iter().filter_map(|key| end.text(key)));
    let asks = texts.filter_map(|text| Some((text, times(text.text)?)));
    asks.reduce(|first, next| (first.0, first.1.min(next.1)))
}

/// Returns the number of occurrences in a condition that tests for perpetual chase.
fn times(text: &str) -> Option<u32> {
    let mut found = None;
    mentions(&condition(text).ok()?, &mut |form| {
        if let (Form::Occurrence { times, .. }, true) = (form, asks_for_chases(form)) {
            found = Some(*times);
        }
    });
    found
}

/// Reads `[chase]`.
fn read(scope: &Scope<'_>, table: &Table, times: u32, report: &mut Report) -> Chase<SquareSet> {
    let mut types = |key| table.text(key).map(|word| scope.types(word, report));
    let (by, of) = (types("by"), types("of"));
    let kinds = || 0..scope.types.len() as TypeId;
    let of = of.unwrap_or_else(|| kinds().filter(|&kind| !scope.types[usize::from(kind)].royal).collect());
    let mut chase = Chase {
        by: by.unwrap_or_else(|| kinds().collect()),
        of: of.into_iter().map(|kind| (kind, [!SquareSet::NONE; 2])).collect(),
        even_if_protected: Vec::new(),
        times,
    };
    for (name, entry) in table.table("on").into_iter().flat_map(Table::iter) {
        let name = Word { text: name, span: entry.key_span };
        let kind = scope.piece(name, report);
        let squares = entry.node.text().and_then(|word| scope.squares(word, report));
        let (Some(kind), Some(squares)) = (kind, squares) else { continue };
        match chase.of.iter_mut().find(|(of, _)| *of == kind) {
            Some((_, on)) => *on = squares,
            None => report.push(never_chased(name)),
        }
    }
    for (name, entry) in table.table("even-if-protected").into_iter().flat_map(Table::iter) {
        let by = scope.piece(Word { text: name, span: entry.key_span }, report);
        let of = entry.node.text().map_or_else(Vec::new, |word| scope.types(word, report));
        chase.even_if_protected.extend(by.into_iter().flat_map(|by| of.iter().map(move |&of| (by, of))));
    }
    chase
}

fn asked_in_vain(word: Word<'_>) -> Diagnostic {
    let message = "this end asks about chases, but the game doesn't say what a chase is";
    Diagnostic::error("ferz::chase::none", message).at(word.span, "no attack counts as a chase").help(
        "add `[chase]` to say which attacks are chases, for example with `by = \"any but king\"`; it may be empty",
    )
}

fn never_chased(name: Word<'_>) -> Diagnostic {
    let message = format!("`{}` is not among the pieces that can be chased", name.text);
    Diagnostic::error("ferz::chase::on", message)
        .at(name.span, "`of` leaves it out")
        .help("include it in `of`, or leave it out here")
}

impl Rule for Chases {
    fn topic(&self) -> Topic {
        Topic { place: 95, heading: "Chases" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let Chase { by, of, even_if_protected, .. } = &self.0;
        let chased: Vec<TypeId> = of.iter().map(|(kind, _)| *kind).collect();
        let mut sentences = vec![
            sentence(&format!(
                "{} chases {} if a move that does not give check creates an attack on that piece, and the opponent could not recapture if it were captured.",
                scope.a_piece_of(by),
                scope.a_piece_of(&chased)
            )),
            "A piece that could itself capture the attacker is not chased by one of its own type.".to_owned(),
        ];
        for (kind, squares) in of.iter().filter(|(_, squares)| *squares != [!SquareSet::NONE; 2]) {
            let on = scope.squares_of_both(*squares, "and");
            sentences.push(sentence(&format!("{} is chased only on {on}.", scope.each_of(&[*kind]))));
        }
        for &kind in by {
            let pairs = even_if_protected.iter().filter(|(by, _)| *by == kind);
            let of: Vec<TypeId> = pairs.map(|(_, of)| *of).collect();
            if !of.is_empty() {
                let (one, others) = (scope.each_of(&[kind]), scope.each_of(&of));
                let it = match of[..] {
                    [_] => format!("the {}", scope.type_name(of[0])),
                    _ => "that piece".to_owned(),
                };
                sentences.push(sentence(&format!("{one} chases {others} even if {it} is protected.")));
            }
        }
        sentences
    }

    fn chases(&self) -> Option<&Chase<SquareSet>> {
        Some(&self.0)
    }

    fn check(&self, whole: &Whole<'_>, report: &mut Report) {
        if asked(whole.root).is_none() {
            report.push(
                Diagnostic::warning(
                    "ferz::chase::unasked",
                    "the game says what a chase is, but no end asks about chases",
                )
                .at(whole.place("chase"), "this has no effect")
                .help(
                    "add an end such as `[end.chasing]` with `lose = \"third occurrence, always chasing\"`",
                ),
            );
        }
    }
}

impl<B: Bits> Lay<B> for Chases {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        if self.0.times > 0 {
            plan.chase = Some(self.0.map(B::narrowed));
        }
    }
}
