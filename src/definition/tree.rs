//! A game file as a tree: what the author wrote, every word with its place in its own file.
//!
//! Invariant: the tree knows no feature. A reader asks for what it expects; anything absent or of another type is
//! `None`, because the [shape check](super::check_shape) has already said so.

use indexmap::IndexMap;

use super::keys::KeyTable;
use crate::text::Span;

/// The value on the right of an equals sign.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(String),
    Integer(i64),
    Float(f64),
    Flag(bool),
    Date(String),
    List(Vec<Node>),
    Table(Table),
}

impl Value {
    /// The type of the value in an author's words.
    pub(crate) fn words(&self) -> &'static str {
        match self {
            Value::Text(_) => "text",
            Value::Integer(_) => "a whole number",
            Value::Float(_) => "a number with a fraction",
            Value::Flag(true) => "`true`",
            Value::Flag(false) => "`false`",
            Value::Date(_) => "a date or a time",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }
}

/// A value and its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) value: Value,
    /// The whole value, quotes and brackets included; of a table under a heading, the heading.
    pub(crate) span: Span,
}

/// A value under its key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) key_span: Span,
    pub(crate) node: Node,
}

/// A text and the place of its content, inside the quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    /// The text.
    pub text: &'a str,
    /// Its place.
    pub span: Span,
}

impl Node {
    /// The text, if the value is one.
    pub(crate) fn text(&self) -> Option<Word<'_>> {
        let Value::Text(text) = &self.value else { return None };
        let bare = self.span.end - self.span.start == text.len();
        let quotes = usize::from(!bare && self.span.end >= self.span.start + 2);
        let span = Span::new(self.span.source, self.span.start + quotes, self.span.end - quotes);
        Some(Word { text, span })
    }

    /// Returns `true` if each byte of a text corresponds to one byte of the file: no escapes, and not several lines in triple quotes.
    pub(crate) fn maps_to_its_file(&self) -> bool {
        let width = self.span.end.saturating_sub(self.span.start);
        matches!(&self.value, Value::Text(text) if width == text.len() + 2 || width == text.len())
    }

    /// The whole number, if the value is one.
    pub(crate) fn integer(&self) -> Option<i64> {
        if let Value::Integer(number) = self.value { Some(number) } else { None }
    }

    /// The number in halves, if the value is a whole or half number from 0 to 999.
    pub(crate) fn halves(&self) -> Option<u32> {
        let number = match self.value {
            Value::Integer(number) if (0..=999).contains(&number) => 2.0 * number as f64,
            Value::Float(number) if (0.0..=999.0).contains(&number) => 2.0 * number,
            _ => return None,
        };
        (number.fract() == 0.0).then_some(number as u32)
    }

    /// `true` or `false`, if the value is one of them.
    pub(crate) fn flag(&self) -> Option<bool> {
        if let Value::Flag(flag) = self.value { Some(flag) } else { None }
    }

    /// The items, if the value is a list.
    pub(crate) fn list(&self) -> Option<&[Node]> {
        if let Value::List(items) = &self.value { Some(items) } else { None }
    }

    /// The table, if the value is one.
    pub(crate) fn table(&self) -> Option<&Table> {
        if let Value::Table(table) = &self.value { Some(table) } else { None }
    }

    /// A text as one word, a list of texts as all of them.
    pub(crate) fn words(&self) -> Vec<Word<'_>> {
        match &self.value {
            Value::List(items) => items.iter().filter_map(Node::text).collect(),
            _ => self.text().into_iter().collect(),
        }
    }
}

/// Keys and their values, in the author's order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table {
    pub(super) entries: IndexMap<String, Entry>,
    pub(super) span: Span,
}

impl Table {
    /// An empty table whose heading (or braces) is at `span`.
    pub(crate) fn new(span: Span) -> Self {
        Self { entries: IndexMap::new(), span }
    }

    /// The span of the table: its heading, its braces, or the start of the file.
    pub(crate) fn span(&self) -> Span {
        self.span
    }

    /// Returns the entry written under a key, if there is one.
    pub(crate) fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.get(key)
    }

    /// Returns `true` if anything is written under the key.
    pub(crate) fn contains(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// Returns `true` if the table is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the number of keys of the table.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The keys with what is written under them, in the author's order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries.iter().map(|(key, entry)| (key.as_str(), entry))
    }

    /// Returns `true` if all its keys are known, named tables aside: nothing is misspelt that may be missed elsewhere.
    pub(crate) fn has_only(&self, keys: &KeyTable) -> bool {
        self.iter().all(|(key, entry)| keys.key(key).is_some() || entry.node.table().is_some())
    }

    /// The keys in the author's order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// Writes an entry, replacing one of the same key in its place.
    pub(crate) fn insert(&mut self, key: impl Into<String>, entry: Entry) {
        self.entries.insert(key.into(), entry);
    }

    /// Takes an entry out; the others keep their order.
    pub(crate) fn remove(&mut self, key: &str) -> Option<Entry> {
        self.entries.shift_remove(key)
    }

    /// The value under a key.
    pub(crate) fn node(&self, key: &str) -> Option<&Node> {
        self.get(key).map(|entry| &entry.node)
    }

    /// The text under a key.
    pub(crate) fn text(&self, key: &str) -> Option<Word<'_>> {
        self.node(key)?.text()
    }

    /// The whole number under a key.
    pub(crate) fn integer(&self, key: &str) -> Option<i64> {
        self.node(key)?.integer()
    }

    /// The `true` or `false` under a key.
    pub(crate) fn flag(&self, key: &str) -> Option<bool> {
        self.node(key)?.flag()
    }

    /// The items of the list under a key.
    pub(crate) fn list(&self, key: &str) -> Option<&[Node]> {
        self.node(key)?.list()
    }

    /// The table under a key.
    pub(crate) fn table(&self, key: &str) -> Option<&Table> {
        self.node(key)?.table()
    }

    /// Returns the texts under a key that takes one or a list of them; none if it is absent.
    pub(crate) fn words(&self, key: &str) -> Vec<Word<'_>> {
        self.node(key).map(Node::words).unwrap_or_default()
    }

    /// The tables of a list of tables (`[[key]]`); none if it is absent.
    pub(crate) fn tables(&self, key: &str) -> impl Iterator<Item = &Table> {
        self.list(key).unwrap_or_default().iter().filter_map(Node::table)
    }

    /// The rules below a key, in the order of the file: the one whose keys stand in the table itself, if there is one, without a name, and
    /// those below names, which are none of `keys`.
    pub(crate) fn rules(&self, key: &str, keys: &KeyTable) -> Vec<(Option<&str>, &Table)> {
        let Some(all) = self.table(key) else { return Vec::new() };
        let own = |name: &str| keys.key(name).is_some();
        let named = all.iter().filter(|(name, _)| !own(name));
        let named = named.filter_map(|(name, entry)| Some((Some(name), entry.node.table()?)));
        let alone = all.keys().any(own).then_some((None, all));
        alone.into_iter().chain(named).collect()
    }

    /// The entries of the table under a key, each name with its place; none if it is absent.
    pub(crate) fn named(&self, key: &str) -> impl Iterator<Item = (Word<'_>, &Node)> {
        let entries = self.table(key).into_iter().flat_map(Table::iter);
        entries.map(|(text, entry)| (Word { text, span: entry.key_span }, &entry.node))
    }

    /// A year: a whole number or words such as `about 1205`.
    pub(crate) fn year(&self, key: &str) -> Option<String> {
        match &self.node(key)?.value {
            Value::Integer(year) => Some(year.to_string()),
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}
