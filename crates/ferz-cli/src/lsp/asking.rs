//! The context of a request about a place in a text, from which replies are made.

use ferz::lint::Reading;
use lsp_types::{InitializeParams, MarkupKind, Position};

use super::documents::{Document, View};
use super::outline::Zone;
use super::position::{Encoding, Lines};

/// A place in an open text.
#[derive(Debug)]
pub(super) struct Asking<'a> {
    pub(super) document: &'a Document,
    pub(super) view: &'a View,
    pub(super) lines: Lines<'a>,
    pub(super) offset: usize,
    pub(super) screen: Screen,
}

/// The capabilities of an editor for showing documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Screen {
    /// True if it renders Markdown.
    pub(super) markdown: bool,
    /// True if it shows pictures; otherwise their data URIs would be long lines of nonsense.
    pub(super) pictures: bool,
}

/// Editors that run in a terminal or show no pictures beside the text, by a part of their names.
const PLAIN_EDITORS: [&str; 4] = ["vim", "helix", "kak", "emacs"];

impl Screen {
    /// Returns what suits an editor by its own description; the user may override it for pictures.
    pub(super) fn of(params: &InitializeParams) -> Self {
        let text = params.capabilities.text_document.as_ref();
        let formats = text.and_then(|text| text.hover.as_ref()?.content_format.as_ref());
        let markdown = formats.is_none_or(|formats| formats.contains(&MarkupKind::Markdown));
        let name = params.client_info.as_ref().map(|client| client.name.to_lowercase()).unwrap_or_default();
        let wanted =
            params.initialization_options.as_ref().and_then(|options| options.get("pictures")?.as_bool());
        let shows = wanted.unwrap_or_else(|| !PLAIN_EDITORS.iter().any(|plain| name.contains(plain)));
        Self { markdown, pictures: markdown && shows }
    }
}

impl<'a> Asking<'a> {
    pub(super) fn new(
        document: &'a Document,
        view: &'a View,
        position: Position,
        encoding: Encoding,
        screen: Screen,
    ) -> Self {
        let lines = Lines::of(&document.text, encoding);
        let offset = lines.offset(position);
        Self { document, view, lines, offset, screen }
    }

    /// Returns the zone at the place.
    pub(super) fn zone(&self) -> Option<&'a Zone> {
        self.view.own().outline.at(self.offset)
    }

    /// Returns the names from the top of the file down to a zone.
    pub(super) fn path(&self, zone: &Zone) -> Vec<&'a str> {
        self.view.own().outline.path(zone.node)
    }

    /// Returns the text of a zone.
    pub(super) fn inside(&self, zone: &Zone) -> &'a str {
        &self.document.text[zone.range.clone()]
    }

    /// Returns the meaning of the text, as far as it can be read.
    pub(super) fn reading(&self) -> &'a Reading {
        &self.view.reading
    }
}
