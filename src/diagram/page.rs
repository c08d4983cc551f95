//! The lines of the diagrams on a page, with their places.

use crate::text::{SourceId, Span};

/// A piece of text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) span: Span,
}

/// One diagram: its settings, and its pieces by the parts of their lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) settings: Vec<(Word, Word)>,
    pub(super) pieces: Vec<Vec<Word>>,
    /// Lines that are neither.
    pub(super) odd: Vec<Word>,
    /// The place of its first line.
    pub(super) span: Span,
}

/// The class of the elements of a page that are diagrams.
const CLASS: &str = "idiagram";

/// Returns `true` if a text is a page with diagrams, or the lines of one alone.
pub(super) fn has_diagram(text: &str) -> bool {
    !elements(text).is_empty() || is_block(text)
}

/// The diagrams of a page in their order; of a text without any element for one, the text itself, if it has the lines of a diagram.
pub(super) fn blocks(source: SourceId, text: &str) -> Vec<Block> {
    let found = elements(text);
    if found.is_empty() && is_block(text) {
        return vec![block(source, text, 0..text.len())];
    }
    found.into_iter().map(|range| block(source, text, range)).collect()
}

/// Returns `true` if the lines of a text are those of a diagram: a size, a piece, and no tag or heading.
fn is_block(text: &str) -> bool {
    let lines = || text.lines().map(str::trim);
    lines().any(|line| line.starts_with("files="))
        && lines().any(|line| line.split(':').count() >= 4)
        && !lines().any(|line| line.starts_with(['[', '<']))
}

/// The ranges of what stands in elements of a page that are diagrams.
fn elements(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let lower = text.to_ascii_lowercase();
    let mut at = 0;
    while let Some(open) = lower[at..].find("<div").map(|open| at + open) {
        let Some(close) = lower[open..].find('>').map(|close| open + close) else { break };
        at = close + 1;
        let class = lower[open..close].split_once("class").map(|(_, rest)| rest.trim_start());
        let class = class.and_then(|rest| rest.strip_prefix('=')).map(str::trim_start);
        let is_diagram = class.is_some_and(|class| class.trim_start_matches(['"', '\'']).starts_with(CLASS));
        if is_diagram {
            let end = lower[at..].find("</div").map_or(text.len(), |end| at + end);
            found.push(at..end);
            at = end;
        }
    }
    found
}

/// The lines of a range of a page; a tag ends a line.
fn block(source: SourceId, text: &str, range: std::ops::Range<usize>) -> Block {
    let mut block = Block { span: Span::new(source, range.start, range.start), ..Block::default() };
    let mut at = range.start;
    while at < range.end {
        let rest = &text[at..range.end];
        let length = rest.find(['\n', '<']).unwrap_or(rest.len());
        line(source, text, at..at + length, &mut block);
        let tag = rest[length..].starts_with('<');
        let skipped =
            if tag { rest[length..].find('>').map_or(rest.len() - length, |end| end + 1) } else { 1 };
        at += length + skipped;
    }
    block
}

/// Reads a line.
fn line(source: SourceId, text: &str, range: std::ops::Range<usize>, block: &mut Block) {
    let word = |from: usize, to: usize| {
        let part = &text[from..to];
        let start = from + (part.len() - part.trim_start().len());
        let text = part.trim();
        Word { text: plain(text), span: Span::new(source, start, start + text.len()) }
    };
    let whole = word(range.start, range.end);
    if whole.text.is_empty() {
        return;
    }
    if block.settings.is_empty() && block.pieces.is_empty() {
        block.span = whole.span;
    }
    let line = &text[range.clone()];
    match (line.find('='), line.find(':')) {
        (Some(equals), colon) if colon.is_none_or(|colon| equals < colon) => {
            let at = range.start + equals;
            block.settings.push((word(range.start, at), word(at + 1, range.end)));
        }
        (_, Some(_)) => {
            let mut parts = Vec::new();
            let mut from = range.start;
            for part in line.split(':') {
                parts.push(word(from, from + part.len()));
                from += part.len() + 1;
            }
            block.pieces.push(parts);
        }
        _ => block.odd.push(whole),
    }
}

/// Returns a text with the signs that HTML writes in other ways.
fn plain(text: &str) -> String {
    let signs =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")];
    signs.iter().fold(text.to_owned(), |text, (name, sign)| text.replace(name, sign))
}
