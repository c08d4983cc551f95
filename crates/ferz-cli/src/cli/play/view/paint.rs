//! Colours and signs. Everything that a colour shows is also shown by a sign.

use ferz::draw::Ground;
use ferz::{Manner, Side};
use ratatui::style::{Color, Modifier, Style};

use super::state::Look;

/// The reason why a square is highlighted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Chosen,
    Target(Manner),
    Check,
    Hint,
    Last,
}

impl Mark {
    /// Returns the signs to the left and the right of the piece.
    pub(super) fn frame(self) -> [&'static str; 2] {
        match self {
            Self::Chosen => ["{", "}"],
            Self::Target(Manner::Move) => ["(", ")"],
            Self::Target(Manner::Capture) => ["x", "x"],
            Self::Target(Manner::Special) => ["*", "*"],
            Self::Check => ["!", "!"],
            Self::Hint => ["?", "?"],
            Self::Last => ["<", ">"],
        }
    }

    fn colour(self) -> Color {
        Color::Indexed(match self {
            Self::Chosen => 172,
            Self::Target(Manner::Move) => 71,
            Self::Target(Manner::Capture) => 131,
            Self::Target(Manner::Special) => 97,
            Self::Check => 160,
            Self::Hint => 37,
            Self::Last => 136,
        })
    }
}

/// The grounds of regions, light and dark.
const REGIONS: [[u8; 2]; 6] = [[66, 60], [65, 23], [103, 61], [101, 58], [132, 89], [73, 30]];

impl Look {
    /// The ground of a square.
    pub(super) fn ground(self, ground: Ground, region: Option<usize>, mark: Option<Mark>) -> Style {
        if !self.colour {
            return Style::new();
        }
        let shade = |pair: [u8; 2]| Color::Indexed(pair[usize::from(ground == Ground::Dark)]);
        Style::new().bg(match (mark, ground, region) {
            (Some(mark), ..) => mark.colour(),
            (None, Ground::Hole, _) => return Style::new(),
            (None, _, Some(region)) => shade(REGIONS[region % REGIONS.len()]),
            (None, ..) => shade([137, 95]),
        })
    }

    /// A piece of a side.
    pub(super) fn piece(self, side: Side) -> Style {
        let style = match side {
            Side::White => Style::new().add_modifier(Modifier::BOLD),
            Side::Black => Style::new(),
        };
        match (self.colour, side) {
            (false, _) => style,
            (true, Side::White) => style.fg(Color::Indexed(231)),
            (true, Side::Black) => style.fg(Color::Indexed(16)),
        }
    }

    /// Returns the sign of an empty square.
    pub(super) fn empty(self, ground: Ground, region: bool) -> &'static str {
        match (ground, region, self.colour) {
            (Ground::Hole, ..) | (.., true) => " ",
            (_, true, _) => "~",
            (Ground::Light, ..) => ".",
            (Ground::Dark, ..) => ":",
            (Ground::Middle, ..) => "'",
        }
    }

    /// Signs and frames on squares.
    pub(super) fn sign(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.colour { style.fg(Color::Indexed(230)) } else { style }
    }

    /// The square under the cursor.
    pub(super) fn cursor(self) -> Style {
        if self.colour {
            Style::new().bg(Color::Indexed(33))
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    /// A wall: one that goes along, one that goes up, and where both meet.
    pub(super) fn walls(self) -> [&'static str; 3] {
        if self.unicode { ["\u{2501}", "\u{2503}", "\u{254b}"] } else { ["-", "|", "+"] }
    }

    /// The parts of the evaluation that are White's and Black's.
    pub(super) fn worth(self) -> [(&'static str, Style); 2] {
        let signs = if self.unicode { ["\u{2588}", "\u{2591}"] } else { ["#", "."] };
        let colours = [Color::Indexed(231), Color::Indexed(240)];
        [0, 1].map(|at| (signs[at], if self.colour { Style::new().fg(colours[at]) } else { Style::new() }))
    }

    /// Returns the sign of the side to move, beside its name.
    pub(super) fn to_move(self) -> &'static str {
        if self.unicode { "\u{25b6}" } else { ">" }
    }
}
