//! The texts that are open in the editor, and the parts of a game file among them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ferz::LARGEST_FILE;
use ferz::language::ROOT;
use ferz::lint;
use indexmap::IndexSet;
use lsp_types::{TextDocumentContentChangeEvent, Uri};

use super::names::{Mention, Sort, mentions};
use super::outline::{Outline, ROOT_NODE};
use super::position::{Encoding, Lines};
use super::uri;

/// A text that is open.
#[derive(Clone, Debug)]
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) path: Option<PathBuf>,
    pub(super) version: i32,
    pub(super) text: Arc<str>,
}

impl Document {
    pub(super) fn new(uri: Uri, version: i32, text: String) -> Self {
        let path = uri::path(&uri).map(|path| uri::settled(&path));
        Self { uri, path, version, text: text.into() }
    }

    /// Applies changes in their order.
    pub(super) fn change(
        &mut self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        let mut text = self.text.to_string();
        for change in changes {
            match change.range {
                Some(range) => {
                    let bytes = Lines::of(&text, encoding).bytes(range);
                    text.replace_range(bytes, &change.text);
                }
                None => text = change.text,
            }
        }
        self.version = version;
        self.text = text.into();
    }

    /// The folder to which paths are relative.
    pub(super) fn dir(&self) -> Option<&Path> {
        self.path.as_deref().and_then(Path::parent)
    }

    /// The name shown in reports.
    pub(super) fn shown(&self) -> String {
        self.path.as_ref().map_or_else(|| self.uri.as_str().to_owned(), |path| path.display().to_string())
    }

    /// Returns `true` if the text is a game file, and not something else in TOML.
    pub(super) fn is_definition(&self) -> bool {
        let schema = self
            .text
            .lines()
            .next()
            .is_some_and(|line| line.starts_with("#:schema") && line.contains("ferz"));
        if schema || self.text.len() > LARGEST_FILE {
            return schema;
        }
        let outline = Outline::of(&self.text);
        // others have examples and options too
        let telling =
            |name: &str| ROOT.key(name).is_some() && !["example", "options", "notation"].contains(&name);
        let mut names = outline.keys_in(ROOT_NODE).map(|(name, _)| name).peekable();
        names.peek().is_none() || names.any(telling)
    }
}

/// The open texts, by path.
#[derive(Clone, Debug, Default)]
pub(super) struct Drafts {
    by_path: HashMap<PathBuf, Arc<str>>,
}

impl Drafts {
    pub(super) fn of<'a>(documents: impl Iterator<Item = &'a Document>) -> Self {
        let with_path =
            documents.filter_map(|document| Some((document.path.clone()?, Arc::clone(&document.text))));
        Self { by_path: with_path.collect() }
    }
}

impl Drafts {
    /// Returns the text of an open file.
    pub(super) fn text(&self, path: &Path) -> Option<String> {
        self.by_path.get(&uri::settled(path)).map(|text| text.to_string())
    }
}

/// The place where a text of a game file is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The text that the request is about.
    Own,
    File(PathBuf),
    /// A game in the program, by its path among them.
    BuiltIn(String),
}

impl Origin {
    /// Returns the origin that the name of a source other than the first stands for.
    pub(super) fn of_parent(name: &str) -> Self {
        match Path::new(name) {
            path if path.is_absolute() => Self::File(uri::settled(path)),
            _ => Self::BuiltIn(name.to_owned()),
        }
    }
}

/// One text of a game file with its names.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) origin: Origin,
    pub(super) text: Arc<str>,
    pub(super) outline: Outline,
    pub(super) mentions: Vec<Mention>,
}

impl Part {
    fn new(origin: Origin, text: &str) -> Self {
        let outline = Outline::of(text);
        let mentions = mentions(text, &outline);
        Self { origin, text: text.into(), outline, mentions }
    }
}

/// The current state of a game file: its own text, what it extends, and what that means as far as it can be determined.
#[derive(Debug)]
pub(super) struct View {
    /// The text itself first.
    pub(super) parts: Vec<Part>,
    /// The meaning of the texts with the default options.
    pub(super) reading: lint::Reading,
}

impl View {
    pub(super) fn of(document: &Document, drafts: &lint::Drafts<'_>) -> Self {
        let reading = lint::Reading::with_defaults(&document.shown(), &document.text, document.dir(), drafts);
        let sources = &reading.sources;
        let origin = |name: &str, first: bool| if first { Origin::Own } else { Origin::of_parent(name) };
        let ids = sources.ids().enumerate();
        let parts =
            ids.map(|(at, id)| Part::new(origin(sources.name(id), at == 0), sources.text(id))).collect();
        Self { parts, reading }
    }

    pub(super) fn own(&self) -> &Part {
        &self.parts[0]
    }

    /// Returns `true` if any of the texts defines the name.
    pub(super) fn gives(&self, sort: &Sort, name: &str) -> bool {
        let mut all = self.parts.iter().flat_map(|part| &part.mentions);
        all.any(|mention| mention.defines && mention.sort == *sort && mention.word == name)
    }

    /// The names of a sort in the order in which they are given, those of the most distant parent first, without those that this
    /// text takes away.
    pub(super) fn names(&self, sort: &Sort) -> Vec<&str> {
        let mut names: IndexSet<&str> = IndexSet::new();
        for part in self.parts.iter().rev() {
            for mention in part.mentions.iter().filter(|mention| mention.defines && mention.sort == *sort) {
                names.insert(&mention.word);
            }
        }
        if *sort == Sort::Piece {
            let held = self.reading.piece_types();
            if !held.is_empty() {
                names.retain(|name| held.iter().any(|info| info.name == *name));
            }
        }
        names.into_iter().collect()
    }

    /// The name at a place of the text itself: what it is of, the name as it is given, and where it stands.
    pub(super) fn name_at(&self, offset: usize) -> Option<(Sort, String, &Mention)> {
        let near = |mention: &&Mention| mention.range.start <= offset && offset <= mention.range.end;
        let mention = self.own().mentions.iter().find(near)?;
        let singular = mention.word.strip_suffix('s').filter(|name| {
            mention.sort == Sort::Piece
                && !self.gives(&Sort::Piece, &mention.word)
                && self.gives(&Sort::Piece, name)
        });
        let name = singular.unwrap_or(&mention.word).to_owned();
        Some((mention.sort.clone(), name, mention))
    }

    /// Returns the mentions of a name in a part.
    pub(super) fn uses<'a>(&'a self, part: &'a Part, sort: &Sort, name: &str) -> Vec<&'a Mention> {
        let given = |word: &str| self.gives(&Sort::Piece, word);
        part.mentions.iter().filter(|mention| mention.is_of(sort, name, given)).collect()
    }
}
