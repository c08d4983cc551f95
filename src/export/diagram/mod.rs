//! A game as a page with the Interactive Diagram of chessvariants.com, or the parts that the Diagram can't express.
//!
//! The page is a fragment of HTML: a text of settings and pieces, which a script of that site makes a board to play on, and below it the
//! rules in words. A rule is read from its table, and what is in a table and not understood is a fault at its place. Ends that the Diagram
//! doesn't know change no move: they are warned about, and stand in the words.

mod ends;
mod pictures;
mod pieces;
mod promotion;
mod rules;
#[cfg(test)]
mod tests;

use std::ops::{Deref, DerefMut};

use super::Exported;
use super::words::Words;
use crate::Variant;
use crate::board::{Bits, Square};
use crate::draw::svg::escaped;
use crate::sheet;
use pieces::PieceLine;

/// The script that makes a diagram of the text.
const SCRIPT: &str =
    "https://www.chessvariants.com/membergraphics/MSinteractive-diagrams/betza.js?nocache=true";

/// The settings of its look that don't depend on the game.
const LOOK: &str = include_str!("../data/look.txt");

/// Returns a game, with its options as chosen, as a part of a page in HTML with the Interactive Diagram of chessvariants.com. The name is
/// that of the diagram on the page, made of letters, digits, `-` and `_`.
///
/// ```
/// use ferz::{Variant, export::to_diagram};
/// let exported = to_diagram(&Variant::load("chess", &[])?, "chess");
/// assert!(exported.text.is_some_and(|page| page.contains("satellite=chess")));
/// # Ok::<(), ferz::LoadError>(())
/// ```
pub fn to_diagram(variant: &Variant, name: &str) -> Exported {
    let mut page = Page {
        words: Words::new(variant, "the Interactive Diagram"),
        settings: Vec::new(),
        pieces: Vec::new(),
    };
    page.set("satellite", name);
    page.write_all();
    page.report.sort();
    let text = (!page.report.has_errors()).then(|| page.text());
    Exported { text, report: page.words.report }
}

/// A page being written.
struct Page<'a> {
    words: Words<'a>,
    settings: Vec<(&'static str, String)>,
    /// The pieces, those that promote first.
    pieces: Vec<PieceLine>,
}

impl<'a> Deref for Page<'a> {
    type Target = Words<'a>;

    fn deref(&self) -> &Words<'a> {
        &self.words
    }
}

impl DerefMut for Page<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.words
    }
}

impl Page<'_> {
    fn write_all(&mut self) {
        self.board();
        let promotion = self.promotion();
        self.pieces(&promotion);
        self.castling();
        self.set("promoZone", promotion.depth.to_string());
        self.set("maxPromote", promotion.from.len().to_string());
        let choice = self.choice(&promotion);
        self.set("promoChoice", choice);
        for (key, value) in LOOK.lines().filter_map(|line| line.split_once('=')) {
            self.set(key, value);
        }
        self.royal();
        self.ends();
        self.shuffle();
        self.turn();
        self.bans(&promotion);
        // notes and points are used only by ends and bans
        self.only_tables("promotion castling en-passant turn forbid end note points counting chase");
    }

    fn set(&mut self, key: &'static str, value: impl Into<String>) {
        self.settings.push((key, value.into()));
    }

    /// The page.
    fn text(&self) -> String {
        let title = escaped(self.variant.title());
        let settings = self.settings.iter().map(|(key, value)| format!("{key}={value}\n"));
        let pieces = self.pieces.iter().map(|piece| format!("{}\n", self.line(piece)));
        let holes: Vec<Square> = self.rules.geometry.holes.squares().collect();
        let holes = holes.first().map(|_| format!("hole::::{}\n", self.runs(&holes)));
        let definition: String = settings.chain(pieces).chain(holes).collect();
        format!(
            "<!-- {title}, for chessvariants.com, exported by ferz -->\n<script type=\"text/javascript\" src=\"{SCRIPT}\"></script>\n\
             <div class=\"idiagram\">\n{definition}</div>\n<h1>{title}</h1>\n{}",
            sheet::html::fragment(&sheet::in_words(self.variant))
        )
    }

    /// A piece in the text: its name, its letter, its movement, its picture and where it stands.
    fn line(&self, piece: &PieceLine) -> String {
        let PieceLine { kind, id, moves, picture, squares } = piece;
        let [white, black] = squares.each_ref().map(|squares| self.runs(squares));
        let apart = self.stand().is_none() && !black.is_empty();
        let places = if apart { format!("{white},,{black}") } else { white };
        format!("{}:{id}:{moves}:{picture}:{places}", self.kind(*kind).name)
    }
}
