//! The words of a game file, as they are read for another program: what can't be expressed there is reported at its place.

use std::ops::Range;

use crate::Variant;
use crate::board::{Bits, Square, SquareSet};
use crate::definition::{Entry, KeyTable, Table, Word};
use crate::feature::condition::{Condition, of_move};
use crate::feature::scope::Scope;
use crate::model::pieces::{PieceType, Side, TypeId};
use crate::rules::Rules;
use crate::text::{Diagnostic, Report, Span};

/// The tables that say nothing about how a game is played, or are read as part of others.
pub(super) const FRAME: &str =
    "extends game sides board regions movements pieces setup notation example option options";

/// A game being written for another program.
pub(super) struct Words<'a> {
    pub(super) variant: &'a Variant,
    pub(super) rules: &'a Rules,
    pub(super) scope: Scope<'a>,
    pub(super) root: &'a Table,
    pub(super) report: Report,
    /// The name of the target format in a message.
    there: &'static str,
}

impl<'a> Words<'a> {
    pub(super) fn new(variant: &'a Variant, there: &'static str) -> Self {
        let rules = &*variant.rules;
        let root = &variant.definition.root;
        Self { variant, rules, scope: rules.scope(), root, report: Report::default(), there }
    }

    /// Reports something that can't be expressed in the target format.
    pub(super) fn unsaid(&mut self, span: Span, what: &str, label: &str) {
        let message = format!("{} can't express {what}", self.there);
        self.report.push(Diagnostic::error("ferz::export::unsaid", message).at(span, label));
    }

    /// Reports something that can't be expressed at the place of a rule.
    pub(super) fn not_here(&mut self, span: Span, what: &str) {
        self.unsaid(span, what, "here");
    }

    /// Reports those of some faults that are there.
    pub(super) fn unsaid_if(&mut self, span: Span, label: &str, odd: &[(bool, &str)]) {
        odd.iter().filter(|(is_there, _)| *is_there).for_each(|(_, what)| self.unsaid(span, what, label));
    }

    /// Reports something about a table of the game that can't be expressed.
    pub(super) fn unsaid_in(&mut self, table: &str, what: &str, label: &str) {
        self.unsaid(self.place(table), what, label);
    }

    /// Reports those of some faults of a table of the game that are there.
    pub(super) fn unsaid_in_if(&mut self, table: &str, label: &str, odd: &[(bool, &str)]) {
        self.unsaid_if(self.place(table), label, odd);
    }

    /// The place of a table of the game; of the file if it has none.
    pub(super) fn place(&self, table: &str) -> Span {
        self.root.get(table).map_or(self.root.span(), |entry| entry.key_span)
    }

    /// All piece types.
    pub(super) fn kinds(&self) -> Range<TypeId> {
        0..self.rules.types.len() as TypeId
    }

    /// A piece type.
    pub(super) fn kind(&self, kind: TypeId) -> &'a PieceType {
        &self.rules.types[usize::from(kind)]
    }

    /// Returns `true` if a side has a royal piece.
    pub(super) fn has_royal(&self) -> bool {
        self.rules.types.iter().any(|kind| kind.royal)
    }

    /// The squares on which pieces of a type stand at the start.
    pub(super) fn standing(&self, kind: TypeId, side: Side) -> Vec<Square> {
        let own = self.rules.array.iter().filter(|(_, piece)| piece.get() == Some((kind, side)));
        own.map(|(square, _)| *square).collect::<SquareSet>().squares().collect()
    }

    /// Reports the keys of a table that are none of those understood, which are listed with blanks between them, and returns `true` if there
    /// are none.
    pub(super) fn only(&mut self, name: &str, table: &Table, known: &str) -> bool {
        self.only_but(name, table, None, known)
    }

    /// The same for a rule, whose table may hold further rules below names.
    pub(super) fn only_rule(&mut self, name: &str, table: &Table, keys: &KeyTable, known: &str) -> bool {
        self.only_but(name, table, Some(keys), known)
    }

    fn only_but(&mut self, name: &str, table: &Table, keys: Option<&KeyTable>, known: &str) -> bool {
        let is_below = |key: &str, entry: &Entry| {
            keys.is_some_and(|keys| keys.key(key).is_none()) && entry.node.table().is_some()
        };
        let is_odd = |(key, entry): &(&str, &Entry)| !is_among(key, known) && !is_below(key, entry);
        let odd: Vec<_> = table.iter().filter(is_odd).collect();
        for (key, entry) in &odd {
            self.not_here(entry.key_span, &format!("`{key}` of `[{name}]`"));
        }
        odd.is_empty()
    }

    /// Reports the tables that are none of those understood.
    pub(super) fn only_tables(&mut self, known: &str) {
        let odd = |key| !is_among(key, FRAME) && !is_among(key, known);
        for (key, entry) in self.root.iter().filter(|(key, _)| odd(key)) {
            self.unsaid(entry.key_span, &format!("`[{key}]`"), "this rule");
        }
    }

    /// The condition that a text states in this game; `None` if it makes no sense in it.
    pub(super) fn meant(&self, text: &str) -> Option<Condition<SquareSet>> {
        of_move(&self.scope, text)
    }

    /// Named types; a fault in the text was reported when the game was loaded.
    pub(super) fn types(&self, word: Word<'_>) -> Vec<TypeId> {
        self.scope.types(word, &mut Report::default())
    }

    /// Squares as White and as Black see them; all of the board if there are no words.
    pub(super) fn squares(&self, word: Option<Word<'_>>) -> [SquareSet; 2] {
        let all = self.rules.geometry.playable();
        let named = word.and_then(|word| self.scope.squares(word, &mut Report::default()));
        named.unwrap_or([all; 2])
    }
}

/// Returns `true` if a key is one of a list with blanks between them.
fn is_among(key: &str, known: &str) -> bool {
    known.split(' ').any(|known| known == key)
}

/// The sides that a table is about.
pub(super) fn sides(table: &Table) -> Vec<Side> {
    let own = table.text("side").map(|word| word.text);
    Side::BOTH.into_iter().filter(|side| own.is_none_or(|name| name == side.name())).collect()
}
