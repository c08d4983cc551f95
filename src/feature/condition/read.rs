//! The conversion of the text of a condition into its meaning.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::chain::neighbours;
use super::{Condition, ENTRIES, Entry, HISTORY};
use crate::board::{Bits, Geometry, Square, SquareSet};
use crate::definition::{Table, Word, shown, suggest};
use crate::feature::scope::{Scope, fault_at, too_many_ways};
use crate::model::condition::{Its, Pieces, Reached, Whose};
use crate::model::pieces::{Side, TypeId};
use crate::model::points::Points;
use crate::model::reach::{Line, Reach};
use crate::notation::condition::{self as notation, Chosen, Condition as Said, Fact, Form, Spellings};
use crate::notation::squares::SquareExpr;
use crate::notation::{Fault, Name};
use crate::text::{Diagnostic, Report, Span};
use crate::walk::{Budget, Laid, Need, Way};

/// The code of the diagnostic about points that are compared where there are none.
const NO_POINTS: &str = "ferz::points::none";

/// Reads a condition, or reports everything that is wrong with its notation.
#[cfg_attr(not(feature = "tools"), allow(unreachable_pub))]
pub(crate) fn condition(text: &str) -> Result<Said, Vec<Fault>> {
    let phrases: Vec<Spellings> = ENTRIES.iter().flat_map(|entry| entry.phrases).copied().collect();
    notation::condition(text, &phrases, HISTORY)
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

/// The conditions of ends, as they are written.
pub(crate) fn in_ends(root: &Table) -> impl Iterator<Item = Word<'_>> {
    let ends = root.table("end").into_iter().flat_map(Table::iter);
    let ends = ends.filter_map(|(_, entry)| entry.node.table());
    ends.flat_map(|end| ["win", "lose", "draw"].into_iter().filter_map(|key| end.text(key)))
}

/// The conditions of bans and duties, as they are written.
pub(crate) fn in_bans(root: &Table) -> impl Iterator<Item = Word<'_>> {
    let all = ["forbid", "must"].into_iter().filter_map(|key| root.table(key));
    let rules = all.flat_map(|all| all.iter().filter_map(|(_, entry)| entry.node.table()).chain([all]));
    rules.flat_map(|rule| ["when", "leaving"].into_iter().filter_map(|key| rule.text(key)))
}

/// Calls `each` with every form of fact in the text of a condition; with none if it can't be read.
pub(crate) fn forms(word: Word<'_>, each: &mut dyn FnMut(&Form)) {
    if let Ok(said) = condition(word.text) {
        mentions(&said, each);
    }
}

/// Returns `true` if a fact of this sort is in the text of a condition.
pub(crate) fn has(word: Word<'_>, is: fn(&Form) -> bool) -> bool {
    let mut has = false;
    forms(word, &mut |form| has |= is(form));
    has
}

/// Resolves the text of a condition.
pub(super) fn resolved(
    scope: &Scope<'_>,
    word: Word<'_>,
    of_move: bool,
    report: &mut Report,
) -> Option<Condition<SquareSet>> {
    match condition(word.text) {
        Ok(said) => {
            let resolver = Resolver { scope, span: word.span, ahead: false, of_move, at: 0..0 };
            resolver.condition(&said, report)
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
    /// True if the condition is about the position one move ahead.
    ahead: bool,
    /// True if the condition is tested for a move.
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
            Said::Or(of) => Condition::any(parts(of)?),
            Said::And(of) => Condition::all(parts(of)?),
            Said::Not(of) => self.condition(of, report)?.denied(),
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
                "`can(…)` can't ask about checks or moves, only about pieces",
            )
            .at(self.span.within(0, self.at.clone()), "not allowed inside `can(…)`")
            .help("inside `can(…)`, use `count(…)` or pieces on squares, such as `my king in hill`"),
        );
        None
    }

    /// Returns `true` if the condition is tested for a move.
    pub(super) fn is_of_move(&self) -> bool {
        self.of_move
    }

    /// Returns the number of royal pieces at the start.
    pub(super) fn most_royals(&self) -> u32 {
        let royal = |kind: TypeId| self.scope.types[usize::from(kind)].royal;
        let pieces = self.scope.array.iter().filter_map(|(_, piece)| piece.get());
        pieces.filter(|(kind, _)| royal(*kind)).count() as u32
    }

    /// Facts about check need a royal piece.
    pub(super) fn royal(&self, report: &mut Report) -> Option<()> {
        if self.scope.types.iter().any(|kind| kind.royal) {
            return Some(());
        }
        report.push(
            Diagnostic::error(
                "ferz::end::no_royal",
                "this condition needs a royal piece, but the game has none",
            )
            .at(self.span.within(0, self.at.clone()), "only a royal piece can be in check")
            .help("add `royal = true` to the piece that must be kept safe, or use `no move` instead"),
        );
        None
    }

    /// Returns the values of pieces, or reports the fact that needs them.
    pub(super) fn points(&self, at: Range<usize>, report: &mut Report) -> Option<&Points> {
        let said = |report: &Report| report.diagnostics().iter().any(|problem| problem.code == NO_POINTS);
        if self.scope.points.is_none() && !said(report) {
            report.push(
                Diagnostic::error(NO_POINTS, "this condition compares points, but no piece is worth any")
                    .at(self.span.within(0, at), "nothing to compare")
                    .help("add `[points]` to say what pieces are worth, for example `rook = 5`"),
            );
        }
        self.scope.points
    }

    /// The index of a note among those of the game.
    pub(super) fn note(&self, (name, at): &Name, report: &mut Report) -> Option<usize> {
        let known = self.scope.notes.iter().position(|note| note == name);
        if known.is_none() {
            let problem = Diagnostic::error(
                "ferz::note::unknown",
                format!("there is no note called `{}`", shown(name)),
            )
            .at(self.span.within(0, at.clone()), "not in `[note]`");
            let names = self.scope.notes.iter().map(String::as_str);
            report.push(match suggest(name, names, "the notes of this game are") {
                Some(help) => problem.help(help),
                None => problem.help(format!("define it: add `[note.{}]` with `when = \"…\"`", shown(name))),
            });
        }
        known
    }

    /// The place of some bytes of the condition.
    pub(super) fn at(&self, bytes: Range<usize>) -> Span {
        self.span.within(0, bytes)
    }

    /// The bytes of the fact.
    pub(super) fn bytes(&self) -> Range<usize> {
        self.at.clone()
    }

    /// The place of the fact.
    pub(super) fn place(&self) -> Span {
        self.at(self.at.clone())
    }

    pub(super) fn scope(&self) -> &Scope<'_> {
        self.scope
    }

    pub(super) fn geometry(&self) -> &Geometry {
        self.scope.geometry
    }

    /// Rejects squares of a move in a condition that is not tested for one.
    pub(super) fn of_a_move(&self, its: Its, bytes: Range<usize>, report: &mut Report) -> Option<()> {
        if self.of_move {
            return Some(());
        }
        let message = format!("`{}` belongs to a move, but this condition is about a position", its.words());
        report.push(
            Diagnostic::error("ferz::condition::of_move", message)
                .at(self.at(bytes), "there is no move here")
                .help("only rules about moves, such as `[forbid]`, can use this; name the squares instead"),
        );
        None
    }

    /// Squares as White and as Black see them.
    pub(super) fn squares(&self, said: &SquareExpr, report: &mut Report) -> Option<[SquareSet; 2]> {
        self.scope.square_set(said, self.span, report)
    }

    /// Reports the faults of a notation within the condition, which begins at the first of these bytes.
    pub(super) fn misread(&self, bytes: Range<usize>, faults: &[Fault], report: &mut Report) {
        faults.iter().for_each(|fault| report.push(fault_at(self.at(bytes.clone()), fault)));
    }

    /// The types of some names, each once, in the order of the game file.
    pub(super) fn types(&self, names: &[Name], report: &mut Report) -> Option<Vec<TypeId>> {
        let types = names.iter().map(|(name, range)| {
            self.scope.piece(Word { text: name, span: self.span.within(0, range.clone()) }, report)
        });
        let types: Option<BTreeSet<TypeId>> = types.collect::<Vec<_>>().into_iter().collect();
        types.map(|types| types.into_iter().collect())
    }

    /// The pieces of a side with the squares beside each square, to find what they surround.
    pub(super) fn surrounding(&self, whose: Whose) -> Pieces<SquareSet> {
        let (types, region, its, reached, safety, attacking) = (Vec::new(), None, None, None, None, None);
        let enclosed = Some(neighbours(self.geometry()));
        Pieces { whose, types, region, its, reached, in_hand: false, safety, attacking, enclosed }
    }

    pub(super) fn pieces(&self, pieces: &notation::Pieces, report: &mut Report) -> Option<Pieces<SquareSet>> {
        let mut types = self.types_but(&pieces.types, &pieces.except, report)?;
        if pieces.in_hand && types.is_empty() {
            types = (0..self.scope.types.len() as TypeId).collect();
        } else if !pieces.in_hand && types.len() == self.scope.types.len() {
            types.clear();
        }
        let region = match &pieces.region {
            Some(region) => Some(self.scope.square_set(region, self.span, report)?),
            None => None,
        };
        let region = region.filter(|region| *region != [self.scope.geometry.playable(); 2]);
        let of_its = pieces.reached.as_ref().filter(|reached| reached.of.is_none());
        let from = of_its.map(|reached| reached.from);
        if let Some(its) = pieces.its.or(from) {
            self.of_a_move(its, pieces.range.clone(), report)?;
        }
        let reached = match &pieces.reached {
            Some(reached) => Some(self.reached(reached, report)?),
            None => None,
        };
        let attacking = match &pieces.attacking {
            Some(selected) => {
                Some((selected.side, self.types_but(&selected.types, &selected.except, report)?))
            }
            None => None,
        };
        let (its, in_hand, safety) = (pieces.its, pieces.in_hand, pieces.safety);
        if in_hand && (safety.is_some() || attacking.is_some() || pieces.enclosed) {
            let message = "pieces in hand neither attack nor are attacked";
            report.push(
                Diagnostic::error("ferz::condition::in_hand", message)
                    .at(self.span.within(0, pieces.range.clone()), "in hand")
                    .help("use pieces on the board, or leave the attacks out"),
            );
            return None;
        }
        let enclosed = pieces.enclosed.then(|| neighbours(self.geometry()));
        Some(Pieces { whose: pieces.side, types, region, its, reached, in_hand, safety, attacking, enclosed })
    }

    /// The types of some names, or all but some.
    fn types_but(&self, names: &[Name], except: &[Name], report: &mut Report) -> Option<Vec<TypeId>> {
        let (named, left_out) = (self.types(names, report)?, self.types(except, report)?);
        if left_out.is_empty() {
            return Some(named);
        }
        Some((0..self.scope.types.len() as TypeId).filter(|kind| !left_out.contains(kind)).collect())
    }

    /// The squares that a movement leads to.
    fn reached(&self, said: &notation::Reached, report: &mut Report) -> Option<Reached<SquareSet>> {
        let (text, range) = &said.by;
        let by = reach(self.scope, Word { text, span: self.span.within(0, range.clone()) }, report)?;
        let mut named = |selected: &Option<Box<notation::Pieces>>| match selected {
            Some(selected) => {
                Some(Some((selected.side, self.types_but(&selected.types, &selected.except, report)?)))
            }
            None => Some(None),
        };
        let (of, until) = (named(&said.of)?, named(&said.until)?);
        Some(Reached { by: Arc::new(by), from: said.from, of, until })
    }
}

/// Resolves the pieces that an effect is about; `None` stands for the piece that has moved.
pub(crate) fn resolve_selection(
    scope: &Scope<'_>,
    word: Word<'_>,
    report: &mut Report,
) -> Option<Vec<Option<Pieces<SquareSet>>>> {
    let chosen = match notation::selection(word.text) {
        Ok(chosen) => chosen,
        Err(faults) => {
            faults.iter().for_each(|fault| report.push(fault_at(word.span, fault)));
            return None;
        }
    };
    let resolver = Resolver { scope, span: word.span, ahead: false, of_move: true, at: 0..0 };
    let one = |chosen: &Chosen| match chosen {
        Chosen::It => Some(None),
        Chosen::Pieces(selected) => resolver.pieces(selected, report).map(Some),
    };
    chosen.iter().map(one).collect::<Vec<_>>().into_iter().collect()
}

/// Lays a movement out from every square, for either side.
pub(crate) fn reach(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<Reach<SquareSet>> {
    if let Some(line) = [Its::File, Its::Rank].into_iter().find(|line| line.line() == Some(word.text)) {
        return Some(all_along(scope.geometry(), line));
    }
    let movement = match crate::notation::moves::moves_alone(scope.geometry().cells, word.text) {
        Ok((movement, _)) => movement,
        Err(faults) => {
            faults.iter().for_each(|fault| report.push(fault_at(word.span, fault)));
            return None;
        }
    };
    let paths = movement.into_paths();
    let whole = Budget::default();
    let budget = scope.budget.unwrap_or(&whole);
    let laid = Side::BOTH.map(|side| Laid::new(scope.geometry(), &paths, (TypeId::MAX, side), budget).ok());
    let plain = |laid: &Laid| {
        let squares = 0..=Square::MAX;
        let mut all =
            squares.zip(&laid.ways).flat_map(|(from, ways)| ways.iter().map(move |way| (from, way)));
        all.all(|(from, (first, way))| !first && way.is_plain(from))
    };
    let [Some(white), Some(black)] = laid else {
        report.push(too_many_ways(word.span, &format!("`{}`", word.text)));
        return None;
    };
    if !plain(&white) || !plain(&black) {
        return odd_reach(word, report);
    }
    Some(Reach::new(word.text.to_owned(), [lines(&white), lines(&black)]))
}

/// Lays out all squares on the same line, whatever stands between.
fn all_along(geometry: &Geometry, line: Its) -> Reach<SquareSet> {
    let along = |from: Square| {
        let all: SquareSet = line.squares(geometry, (None, Some(from)));
        let others = (all & !SquareSet::bit(from)).squares();
        others.map(|to| Line { to, empty: SquareSet::NONE, full: SquareSet::NONE }).collect::<Vec<_>>()
    };
    let lines: Vec<Vec<Line<SquareSet>>> = (0..geometry.squares() as Square).map(along).collect();
    Reach::new(line.line().unwrap_or_default().to_owned(), [lines.clone(), lines])
}

/// Reports a movement that depends on more than which squares are occupied.
fn odd_reach<T>(word: Word<'_>, report: &mut Report) -> Option<T> {
    let message = format!("`{}` depends on more than which squares are occupied", word.text);
    report.push(
        Diagnostic::error("ferz::condition::odd_movement", message)
            .at(word.span, "can't be used to look for pieces")
            .help("use leaps, rides and hops, such as `K`, `Q` or `N`"),
    );
    None
}

fn lines(laid: &Laid) -> Vec<Vec<Line<SquareSet>>> {
    let of_square = |ways: &Vec<(bool, Way<Square>)>| {
        let line = |(_, way): &(bool, Way<Square>)| {
            let set = |wanted| {
                let those = way.needs.iter().filter(|(_, need)| *need == wanted);
                those.fold(SquareSet::NONE, |set, &(at, _)| set | SquareSet::bit(at))
            };
            Line { to: way.to, empty: set(Need::Empty), full: set(Need::Hurdle) }
        };
        ways.iter().map(line).collect()
    };
    laid.ways.iter().map(of_square).collect()
}
