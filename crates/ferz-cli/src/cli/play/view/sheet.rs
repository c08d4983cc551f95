//! Overlays of the board: a text to read, or a menu to choose from.

use ferz::{Level, Move, Side};

use super::keys::Act;

/// The action of an entry of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    Move(Move),
    Level(Level),
    /// Someone else plays this side.
    Seat(Side),
    Act(Act),
    Leave,
    Stay,
}

/// A menu.
#[derive(Clone, Debug)]
pub(super) struct Menu {
    pub(super) title: String,
    pub(super) entries: Vec<(String, Pick)>,
    /// The entry that would be chosen.
    pub(super) at: usize,
}

/// An overlay of the board.
#[derive(Clone, Debug)]
pub(super) enum Sheet {
    Text { title: String, lines: Vec<String>, top: usize },
    Menu(Menu),
}

impl Sheet {
    pub(super) fn text(title: &str, lines: Vec<String>) -> Self {
        Self::Text { title: title.to_owned(), lines, top: 0 }
    }

    pub(super) fn menu(title: &str, entries: Vec<(String, Pick)>) -> Self {
        Self::Menu(Menu { title: title.to_owned(), entries, at: 0 })
    }

    pub(super) fn title(&self) -> &str {
        match self {
            Self::Text { title, .. } | Self::Menu(Menu { title, .. }) => title,
        }
    }

    /// Its lines, and the first to be seen where there is room for `rows`.
    pub(super) fn page(&self, rows: usize) -> (Vec<&str>, usize) {
        match self {
            Self::Text { lines, top, .. } => {
                let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                let top = (*top).min(lines.len().saturating_sub(rows));
                (lines, top)
            }
            Self::Menu(menu) => {
                let top = (menu.at + 1).saturating_sub(rows);
                (menu.entries.iter().map(|(words, _)| words.as_str()).collect(), top)
            }
        }
    }

    /// Scrolls down by a number of lines, up if it is negative, where there is room for `rows`.
    pub(super) fn go(&mut self, down: isize, rows: u16) {
        let (at, last) = match self {
            Self::Text { top, lines, .. } => (top, lines.len().saturating_sub(rows.into())),
            Self::Menu(menu) => (&mut menu.at, menu.entries.len().saturating_sub(1)),
        };
        *at = (*at).min(last).saturating_add_signed(down).min(last);
    }
}
