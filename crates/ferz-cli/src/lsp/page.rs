//! Completion and hover for the page of the studio: the answers of the language server about a text, without its protocol.

use std::path::Path;

use lsp_types::{CompletionItem, Hover, Position};
use serde::Deserialize;

use super::asking::{Asking, Screen};
use super::documents::{Document, View};
use super::position::Encoding;
use super::{completion, hover, uri};

/// A place in a text, as the page asks about it: lines count from 0, columns in units of UTF-16.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextPlace {
    text: String,
    line: u32,
    column: u32,
}

/// The page renders Markdown, with pictures.
const SCREEN: Screen = Screen { markdown: true, pictures: true };

impl TextPlace {
    /// The number of bytes of the text.
    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns what could be written there. What the text extends is searched for beside `path`.
    pub(crate) fn completions(self, path: &Path) -> Vec<CompletionItem> {
        self.answer(path, |asking| completion::complete(asking, true)).unwrap_or_default()
    }

    /// Returns the description of what stands there.
    pub(crate) fn hover(self, path: &Path) -> Option<Hover> {
        self.answer(path, hover::hover)?
    }

    fn answer<T>(self, path: &Path, answer: impl FnOnce(&Asking<'_>) -> T) -> Option<T> {
        // in a browser a file has no folder, and its name is all that is shown
        let address = uri::of(path).or_else(|| "file:///game.toml".parse().ok())?;
        let document = Document::new(address, 0, self.text);
        let view = View::of(&document, &|_| None);
        let place = Position::new(self.line, self.column);
        Some(answer(&Asking::new(&document, &view, place, Encoding::Utf16, SCREEN)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> TextPlace {
        let at = text.find('|').expect("a place");
        let line = text[..at].matches('\n').count();
        let column = at - text[..at].rfind('\n').map_or(0, |end| end + 1);
        TextPlace { text: text.replacen('|', "", 1), line: line as u32, column: column as u32 }
    }

    #[test]
    fn a_page_is_told_what_the_language_server_tells() {
        let path = Path::new("mine.toml");
        let keys = asked("extends = \"chess\"\n[promotion]\n|").completions(path);
        assert!(keys.iter().any(|item| item.label == "to"), "{keys:?}");
        let pieces = asked("extends = \"chess\"\n[promotion]\nto = \"qu|\"").completions(path);
        assert!(pieces.iter().any(|item| item.label == "queen"), "{pieces:?}");
        let hover = asked("extends = \"chess\"\n[promotion]\nto = \"que|en\"").hover(path);
        let said = serde_json::to_string(&hover).unwrap();
        assert!(said.contains("**Queen**") && said.contains("data:image/svg+xml"), "{said}");
        assert!(asked("extends = \"chess\"\n\n|").hover(path).is_none());
    }
}
