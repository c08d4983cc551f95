//! From the text of a condition to what it means, and to plain words.

use std::ops::Range;

use super::{Condition, ENTRIES, Entry};
use crate::board::SquareSet;
use crate::definition::Word;
use crate::feature::scope::{Scope, fault_at, in_a_row};
use crate::model::condition::Men;
use crate::model::pieces::TypeId;
use crate::notation::condition::{self as notation, Condition as Said, Fact, Form, Spellings};
use crate::notation::{Fault, Name};
use crate::text::{Diagnostic, Report, Span};

/// Reads a condition, or reports everything that is wrong with its notation.
#[cfg_attr(not(feature = "tools"), allow(unreachable_pub))]
pub fn condition(text: &str) -> Result<Said, Vec<Fault>> {
    let phrases: Vec<Spellings> = ENTRIES.iter().flat_map(|entry| entry.phrases).copied().collect();
    notation::condition(text, &phrases)
}

/// Returns the fact that a notation means.
fn entry(fact: &Fact) -> &'static Entry {
    ENTRIES.iter().find(|entry| (entry.is)(&fact.form)).expect("what the notation lets pass is a fact")
}

/// Calls `each` with every form of fact in a condition as written.
pub(crate) fn mentions(said: &Said, each: &mut dyn FnMut(&Form)) {
    match said {
        Said::Or(parts) | Said::And(parts) => parts.iter().for_each(|part| mentions(part, each)),
        Said::Not(part) | Said::Can(part) => mentions(part, each),
        Said::Fact(fact) => each(&fact.form),
    }
}

/// A condition as a sentence without its full stop.
pub fn reads(said: &Said) -> String {
    match said {
        Said::Or(parts) => listed(parts, ", or "),
        Said::And(parts) => listed(parts, ", and "),
        Said::Not(part) => format!("it is not the case that {}", reads(part)),
        Said::Can(part) => format!("the player has a move after which {}", reads(part)),
        Said::Fact(fact) => (entry(fact).reads)(&fact.form),
    }
}

fn listed(parts: &[Said], link: &str) -> String {
    let bracketed = |part: &Said| match part {
        Said::Or(_) | Said::And(_) => format!("({})", reads(part)),
        _ => reads(part),
    };
    parts.iter().map(bracketed).collect::<Vec<_>>().join(link)
}

/// `queen or rook`.
pub(super) fn any_of(names: &[Name]) -> String {
    let names: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
    in_a_row(&names, "or")
}

/// At least one piece of these kinds, or of any.
pub(super) fn some(kinds: &str) -> String {
    match kinds.chars().next() {
        None => "a piece".to_owned(),
        Some('a' | 'e' | 'i' | 'o' | 'u') => format!("an {kinds}"),
        Some(_) => format!("a {kinds}"),
    }
}

/// Resolves the text of a condition, and rewords it in plain words.
pub(crate) fn resolve(
    scope: &Scope<'_>,
    word: Word<'_>,
    report: &mut Report,
) -> Option<(Condition<SquareSet>, String)> {
    resolved(scope, word, false, report)
}

/// Resolves the text of a condition that is asked of a move, and rewords it in plain words.
pub(crate) fn resolve_of_move(
    scope: &Scope<'_>,
    word: Word<'_>,
    report: &mut Report,
) -> Option<(Condition<SquareSet>, String)> {
    resolved(scope, word, true, report)
}

fn resolved(
    scope: &Scope<'_>,
    word: Word<'_>,
    of_move: bool,
    report: &mut Report,
) -> Option<(Condition<SquareSet>, String)> {
    match condition(word.text) {
        Ok(said) => {
            let resolver = Resolver { scope, span: word.span, ahead: false, of_move, at: 0..0 };
            resolver.condition(&said, report).map(|condition| (condition, reads(&said)))
        }
        Err(faults) => {
            faults.iter().for_each(|fault| report.push(fault_at(word.span, fault)));
            None
        }
    }
}

/// The names that a fact is resolved with, and its place.
#[derive(Clone, Debug)]
pub(crate) struct Resolver<'a> {
    scope: &'a Scope<'a>,
    /// The place of the whole condition.
    span: Span,
    /// True if the condition is stated of the position one move ahead.
    ahead: bool,
    /// True if the condition is asked of a move.
    of_move: bool,
    /// The bytes of the fact.
    at: Range<usize>,
}

impl Resolver<'_> {
    fn condition(&self, said: &Said, report: &mut Report) -> Option<Condition<SquareSet>> {
        let mut parts = |parts: &[Said]| -> Option<Vec<_>> {
            let resolved: Vec<_> = parts.iter().map(|part| self.condition(part, report)).collect();
            resolved.into_iter().collect()
        };
        Some(match said {
            Said::Or(of) => Condition::Any(parts(of)?),
            Said::And(of) => Condition::All(parts(of)?),
            Said::Not(of) => Condition::Not(Box::new(self.condition(of, report)?)),
            Said::Can(of) => {
                let ahead = Self { ahead: true, ..self.clone() };
                Condition::Can(Box::new(ahead.condition(of, report)?))
            }
            Said::Fact(fact) => {
                let here = Self { at: fact.range.clone(), ..self.clone() };
                (entry(fact).resolve)(&fact.form, &here, report)?
            }
        })
    }

    /// Rejects facts about a player's moves after a move of that player's own, where they make no sense.
    pub(super) fn now(
        &self,
        condition: Condition<SquareSet>,
        report: &mut Report,
    ) -> Option<Condition<SquareSet>> {
        if !self.ahead {
            return Some(condition);
        }
        report.push(
            Diagnostic::error(
                "ferz::condition::not_ahead",
                "`can(…)` can't ask about checks and moves, only about pieces",
            )
            .at(self.span.within(0, self.at.clone()), "asked of a position one move ahead")
            .help("inside `can(…)` use `count(…)` or pieces in a region"),
        );
        None
    }

    /// Facts about check need a royal piece.
    pub(super) fn royal(&self, report: &mut Report) -> Option<()> {
        if self.scope.types.iter().any(|kind| kind.royal) {
            return Some(());
        }
        report.push(
            Diagnostic::error("ferz::end::no_royal", "this end needs a royal piece, and the game has none")
                .at(self.span.within(0, self.at.clone()), "only a royal piece can be in check")
                .help(
                    "add `royal = true` to the piece that must be kept safe, or end the game with `no move`",
                ),
        );
        None
    }

    pub(super) fn types(&self, names: &[Name], report: &mut Report) -> Option<Vec<TypeId>> {
        let types = names.iter().map(|(name, range)| {
            self.scope.piece(Word { text: name, span: self.span.within(0, range.clone()) }, report)
        });
        types.collect::<Vec<_>>().into_iter().collect()
    }

    pub(super) fn pieces(&self, pieces: &notation::Men, report: &mut Report) -> Option<Men<SquareSet>> {
        let types = self.types(&pieces.types, report)?;
        let region = match &pieces.region {
            Some(region) => Some(self.scope.square_set(region, self.span, report)?),
            None => None,
        };
        if let (Some(its), false) = (pieces.its, self.of_move) {
            let message =
                format!("`{}` is asked of a move, and this condition is about a position", its.words());
            report.push(
                Diagnostic::error("ferz::condition::of_move", message)
                    .at(self.span.within(0, pieces.range.clone()), "of no move")
                    .help("only rules about moves, such as `[forbid]`, can ask so; name the squares instead"),
            );
            return None;
        }
        Some(Men { whose: pieces.side, types, region, its: pieces.its, attacked: pieces.attacked })
    }
}
