//! Rule sheets: what a club would print about a game, made from its rules alone.
//!
//! A [`Sheet`] is a document of sections and blocks without a format; [`text`], [`markdown`] and [`html`] format it. [`content`] generates
//! its content, [`pieces`] and [`writing`] two of its larger parts.
//!
//! Invariants: no section is empty; every text of the author's is plain text until a format escapes it.

mod content;
pub(crate) mod html;
pub(crate) mod markdown;
mod pieces;
#[cfg(test)]
mod tests;
pub(crate) mod text;
mod writing;

use crate::Variant;
use crate::draw::board::Picture;
use crate::draw::movement::Diagram;

/// A rule sheet.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub(crate) title: String,
    /// The inventors, the year, and the values of the options.
    pub(crate) lead: Vec<String>,
    pub(crate) sections: Vec<Section>,
}

/// A part of a sheet with a heading.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
}

/// The content of a section.
#[derive(Debug)]
pub(crate) enum Block {
    /// A heading within the section.
    Heading(String),
    Text(String),
    /// A text about the next picture: as it is drawn, and as it is written in letters.
    Key {
        drawn: String,
        written: String,
    },
    List(Vec<String>),
    /// A list whose order matters.
    Numbered(Vec<String>),
    Table {
        caption: String,
        head: Vec<String>,
        rows: Vec<Vec<String>>,
    },
    /// A line to be copied as it is, such as a FEN.
    Code(String),
    /// The board with its pieces, and the same in text.
    Board(Box<Picture>, String),
    Moves(Box<Moves>),
}

/// The picture of a movement.
#[derive(Debug)]
pub(crate) struct Moves {
    pub(crate) diagram: Diagram,
    pub(crate) letter: String,
    pub(crate) title: String,
    /// The movement in words, for readers who can't see the picture.
    pub(crate) words: String,
}

/// The options for drawing a sheet in text or Markdown.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Look {
    /// True if pictures use ASCII characters only.
    pub(crate) ascii: bool,
}

/// The rule sheet of a game.
pub(crate) fn sheet(variant: &Variant) -> Sheet {
    content::sheet(variant)
}

/// The rules of play of a game in words alone: how the pieces move, the course of the game, the special rules and the ends.
pub(crate) fn in_words(variant: &Variant) -> Vec<Section> {
    content::of_play(variant, false)
}

/// The format of a rule sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SheetFormat {
    /// Plain text, for the terminal.
    Text,
    /// Markdown.
    Markdown,
    /// One HTML file with its diagrams inside.
    Html,
}

/// Rule sheets, with the feature `tools`.
impl Variant {
    /// Returns the rule sheet of the game: all its rules in words and diagrams, to play from.
    ///
    /// ```
    /// use ferz::{SheetFormat, Variant};
    /// let sheet = Variant::load("courier", &[])?.rule_sheet(SheetFormat::Markdown);
    /// assert!(sheet.starts_with("# ") && sheet.contains("courier"));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn rule_sheet(&self, format: SheetFormat) -> String {
        written(&sheet(self), format, Look::default())
    }

    /// Returns the rule sheet of the game, the diagrams of text and Markdown drawn with ASCII characters only.
    ///
    /// ```
    /// use ferz::{SheetFormat, Variant};
    /// let chess = Variant::load("chess", &[])?;
    /// assert!(chess.rule_sheet(SheetFormat::Text).contains('●'));
    /// assert!(!chess.rule_sheet_in_ascii(SheetFormat::Text).contains('●'));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn rule_sheet_in_ascii(&self, format: SheetFormat) -> String {
        written(&sheet(self), format, Look { ascii: true })
    }
}

fn written(sheet: &Sheet, format: SheetFormat, look: Look) -> String {
    match format {
        SheetFormat::Text => text::write(sheet, look),
        SheetFormat::Markdown => markdown::write(sheet, look),
        SheetFormat::Html => html::write(sheet),
    }
}
