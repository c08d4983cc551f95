//! Completion: what could be written at a place.

mod keys;
mod values;

use std::ops::Range;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, InsertTextFormat, MarkupContent,
    MarkupKind, TextEdit,
};

use super::asking::Asking;
use super::names::in_word;
use super::outline::Role;

/// One thing that could be written.
#[derive(Clone, Debug)]
struct Offer {
    label: String,
    kind: CompletionItemKind,
    /// A short description.
    detail: String,
    /// The description in Markdown.
    words: String,
    /// The inserted text, if not the label.
    written: Option<String>,
    /// The text inserted where the place for what comes next can be marked with `$0`.
    snippet: Option<String>,
}

impl Offer {
    fn new(label: impl Into<String>, kind: CompletionItemKind, detail: impl Into<String>) -> Self {
        let (label, detail) = (label.into(), detail.into());
        Self { label, kind, detail, words: String::new(), written: None, snippet: None }
    }

    fn words(self, words: impl Into<String>) -> Self {
        Self { words: words.into(), ..self }
    }

    fn written(self, written: impl Into<String>) -> Self {
        Self { written: Some(written.into()), ..self }
    }

    /// Returns the completion between quotes.
    fn quoted(self) -> Self {
        let written = format!("\"{}\"", self.written.as_deref().unwrap_or(&self.label));
        Self { label: format!("\"{}\"", self.label), written: Some(written), ..self }
    }
}

/// The maximum number of completions.
const MOST: usize = 1000;

/// Returns the completions at a place, the likeliest first.
pub(super) fn complete(asking: &Asking<'_>, snippets: bool) -> Vec<CompletionItem> {
    let Some(zone) = asking.zone() else { return Vec::new() };
    let (offers, range) = match zone.role {
        Role::Key { heading: true } => (keys::headings(asking, zone), zone.range.clone()),
        Role::Key { heading: false } => (keys::offers(asking, zone), zone.range.clone()),
        Role::KeyPlace => (keys::offers(asking, zone), asking.offset..asking.offset),
        Role::Text => values::in_text(asking, zone),
        Role::Bare => (values::bare(asking, zone), zone.range.clone()),
        Role::ValuePlace => (values::bare(asking, zone), asking.offset..asking.offset),
        Role::Other => return Vec::new(),
    };
    let range = asking.lines.range(range);
    offers.into_iter().take(MOST).enumerate().map(|(at, offer)| item(offer, at, range, snippets)).collect()
}

fn item(offer: Offer, at: usize, range: lsp_types::Range, snippets: bool) -> CompletionItem {
    let snippet = offer.snippet.filter(|_| snippets);
    let format = if snippet.is_some() { InsertTextFormat::SNIPPET } else { InsertTextFormat::PLAIN_TEXT };
    let plain = offer.written.unwrap_or_else(|| offer.label.clone());
    let words = || MarkupContent { kind: MarkupKind::Markdown, value: offer.words.trim_end().to_owned() };
    let bracketed = offer.label.starts_with('[').then(|| offer.label.trim_matches(['[', ']']).to_owned());
    CompletionItem {
        kind: Some(offer.kind),
        detail: (!offer.detail.is_empty()).then_some(offer.detail),
        documentation: (!offer.words.is_empty()).then(|| Documentation::MarkupContent(words())),
        sort_text: Some(format!("{at:04}")),
        filter_text: bracketed,
        insert_text_format: Some(format),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: snippet.unwrap_or(plain) })),
        label: offer.label,
        ..CompletionItem::default()
    }
}

/// Returns the word around a place in a text, as bytes of the text.
fn word_around(text: &str, at: usize) -> Range<usize> {
    let start = text[..at]
        .rfind(|sign| !in_word(sign))
        .map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8));
    let end = text[at..].find(|sign| !in_word(sign)).map_or(text.len(), |after| at + after);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_reaches_to_what_belongs_to_no_word() {
        assert_eq!(word_around("any but king", 10), 8..12);
        assert_eq!(word_around("é, war-machine", 6), 4..15);
        assert_eq!(word_around("", 0), 0..0);
        assert_eq!(word_around("a b", 1), 0..1);
    }
}
