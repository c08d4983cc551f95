//! The output of the game: standard output, wrapped to a terminal's width, plain elsewhere.

use std::io::{IsTerminal, Write, stdin, stdout};

use ferz::{Game, Side, Square};

use super::super::draw::{Figures, Look, Mark, board};

/// Standard output and the way boards look on it.
#[derive(Debug)]
pub(super) struct Screen {
    pub(super) look: Look,
}

impl Screen {
    /// Glyphs and colour only where the terminal supports them.
    pub(super) fn new(figures: Option<Figures>) -> Self {
        let terminal = stdout().is_terminal();
        let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
        let colour = terminal && !dumb && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let unicode = terminal && unicode_locale();
        let figures = figures.unwrap_or(if unicode { Figures::Unicode } else { Figures::Letters });
        Self { look: Look { colour, ..Look::plain(figures) } }
    }

    /// Writes lines, each wrapped with its own indent.
    pub(super) fn say(&self, text: &str) -> std::io::Result<()> {
        let width = self.look.width;
        let lines = text
            .lines()
            .map(|line| if width == usize::MAX { line.to_owned() } else { wrap(line, width.min(100)) });
        let text = lines.collect::<Vec<_>>().join("\n");
        let mut out = stdout().lock();
        writeln!(out, "{}", text.trim_end())?;
        out.flush()
    }

    /// Draws the board as a side sees it, or all of it, with an empty line before it.
    pub(super) fn board(
        &self,
        game: &Game,
        marks: &[(Square, Mark)],
        seen_by: Option<Side>,
    ) -> std::io::Result<()> {
        let mut out = stdout().lock();
        write!(out, "\n{}", board(game, &Look { seen_by, ..self.look }, marks))?;
        out.flush()
    }
}

/// Returns `true` if both ends are terminals, so that lines can be edited.
pub(super) fn interactive() -> bool {
    stdin().is_terminal() && stdout().is_terminal()
}

pub(super) fn unicode_locale() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let locale = set.into_iter().find(|value| !value.is_empty()).unwrap_or_default().to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Breaks a line at spaces; what follows the first break is indented by two columns.
pub(super) fn wrap(line: &str, width: usize) -> String {
    let indent = line.chars().take_while(|&c| c == ' ').count();
    let (mut text, mut column) = (" ".repeat(indent), indent);
    let hang = (indent + 2).min(width / 2);
    for (index, word) in line.trim_start().split(' ').enumerate() {
        let length = word.chars().count();
        if index > 0 && column + 1 + length > width && !word.is_empty() {
            text.truncate(text.trim_end().len());
            text += &format!("\n{}", " ".repeat(hang));
            column = hang;
        } else if index > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_break_at_blanks_and_hang() {
        assert_eq!(wrap("one two three", 80), "one two three");
        assert_eq!(wrap("  one two three", 9), "  one two\n    three");
        assert_eq!(wrap("a  b", 80), "a  b");
        assert_eq!(wrap("unbreakable", 4), "unbreakable");
    }
}
