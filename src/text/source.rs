//! Sources of text, and spans in them.

use std::sync::Arc;

/// The index of a source in [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SourceId(pub(crate) u16);

/// A place in a source: bytes `start..end` of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The source the place is in.
    pub source: SourceId,
    /// Offset of the first byte.
    pub start: usize,
    /// Offset just after the last byte.
    pub end: usize,
}

impl Span {
    /// The place `start..end`, in bytes, of `source`.
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        Self { source, start, end }
    }

    /// The place `range` of a text that itself begins at `self.start + skip`.
    pub(crate) fn within(self, skip: usize, range: std::ops::Range<usize>) -> Self {
        let start = self.start + skip;
        Self { source: self.source, start: start + range.start, end: start + range.end }
    }
}

/// The texts a game file was read from: the file itself and everything it extends.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<(Arc<str>, Arc<str>)>,
}

impl Sources {
    /// Adds a text under the name shown in reports (a path, or `<built-in courier>`).
    pub fn add(&mut self, name: &str, text: &str) -> SourceId {
        let id = u16::try_from(self.files.len()).expect("fewer than 65,536 sources: chains are bounded");
        self.files.push((name.into(), text.into()));
        SourceId(id)
    }

    /// The name of a source.
    pub fn name(&self, id: SourceId) -> &str {
        self.files.get(usize::from(id.0)).map_or("", |file| &file.0)
    }

    /// The names of all sources, the file itself first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(name, _)| &**name)
    }

    /// The text of a source.
    pub fn text(&self, id: SourceId) -> &str {
        self.files.get(usize::from(id.0)).map_or("", |file| &file.1)
    }

    /// The sources in the order in which they were added: the file itself, what it extends, and so on.
    pub fn ids(&self) -> impl Iterator<Item = SourceId> + use<> {
        (0..self.files.len()).map(|at| SourceId(at as u16))
    }

    /// Line and column of a byte offset, both from 1; the column counts characters.
    pub fn line_column(&self, id: SourceId, offset: usize) -> (usize, usize) {
        let text = self.text(id);
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &text[..offset];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}
