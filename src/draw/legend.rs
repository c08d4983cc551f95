//! A movement diagram in signs with their legend, as a text for the terminal.

use super::movement::Diagram;
use crate::text::wrapped;

impl Diagram {
    /// Returns the diagram in signs with the meaning of each sign below it, every line behind a margin, the piece's letter in the middle; in
    /// ASCII signs only if requested.
    ///
    /// ```
    /// use ferz::{Cells, draw::Diagram, movement::Movement, text::Span};
    /// let (movement, _) = Movement::read(Cells::Squares, "fmW fcF", Span::default()).unwrap();
    /// let drawn = Diagram::of(&movement).with_legend("P", true, "  ");
    /// assert!(drawn.starts_with("  .  .  .  .  .\n  .  x  m  x  .\n  .  .  P  .  .\n"), "{drawn}");
    /// assert!(drawn.ends_with("  m  moves there without capturing\n  x  only captures there\n"), "{drawn}");
    /// ```
    pub fn with_legend(&self, letter: &str, ascii: bool, margin: &str) -> String {
        let (board, legend) = self.text(letter, ascii);
        let board: String =
            board.lines().map(|line| format!("{margin}{line}").trim_end().to_owned() + "\n").collect();
        let widest = legend.iter().map(|(sign, _)| sign.chars().count()).max().unwrap_or(1);
        let rest = format!("{margin}{}", " ".repeat(widest + 2));
        let line = |(sign, words): &(String, &'static str)| {
            let pad = " ".repeat(widest - sign.chars().count());
            wrapped(words, &format!("{margin}{sign}{pad}  "), &rest)
        };
        let legend: String = legend.iter().map(line).collect();
        format!("{board}\n{legend}")
    }
}
