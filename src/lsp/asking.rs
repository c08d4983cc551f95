//! A question about a place in a text, with all that answers are made from.

use lsp_types::Position;

use super::documents::{Document, View};
use super::outline::Zone;
use super::position::{Encoding, Lines};
use crate::Variant;
use crate::rules::Rules;

/// A place in a text that is open.
#[derive(Debug)]
pub(super) struct Asking<'a> {
    pub(super) document: &'a Document,
    pub(super) view: &'a View,
    pub(super) lines: Lines<'a>,
    pub(super) offset: usize,
}

impl<'a> Asking<'a> {
    pub(super) fn new(
        document: &'a Document,
        view: &'a View,
        position: Position,
        encoding: Encoding,
    ) -> Self {
        let lines = Lines::of(&document.text, encoding);
        let offset = lines.offset(position);
        Self { document, view, lines, offset }
    }

    /// What stands at the place.
    pub(super) fn zone(&self) -> Option<&'a Zone> {
        self.view.own().outline.at(self.offset)
    }

    /// The names from the top of the file down to a zone.
    pub(super) fn path(&self, zone: &Zone) -> Vec<&'a str> {
        self.view.own().outline.path(zone.node)
    }

    /// The text of a zone.
    pub(super) fn inside(&self, zone: &Zone) -> &'a str {
        &self.document.text[zone.range.clone()]
    }

    pub(super) fn rules(&self) -> Option<&'a Rules> {
        self.view.rules()
    }

    /// The game, if it can be played.
    pub(super) fn variant(&self) -> Option<Variant> {
        let (definition, rules) = self.view.found.as_ref()?;
        (!self.view.has_errors).then(|| Variant::of(definition.clone(), rules.clone()))
    }
}
