//! The signs of movement diagrams, in words and as text.

/// The sign of a square in a movement diagram; each is explained in words in a legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Sign {
    Both,
    Move,
    Take,
    LeapBoth,
    LeapMove,
    LeapTake,
    Victim,
    Lands,
    Second,
    Passes,
    /// Only over a hurdle.
    Hop,
    /// The capture only over a hurdle.
    HopTake,
    First,
    /// Only from, across or to some squares.
    Somewhere,
    /// Only the move, or only the capture, is limited.
    Partly,
    Onward,
}

impl Sign {
    /// Returns the meaning of the sign, without a full stop.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Both => "moves or captures there",
            Self::Move => "moves there without capturing",
            Self::Take => "only captures there",
            Self::LeapBoth => "moves or captures there, leaping over anything in between",
            Self::LeapMove => "moves there without capturing, leaping over anything in between",
            Self::LeapTake => "only captures there, leaping over anything in between",
            Self::Victim => "an enemy piece here can be captured on the way",
            Self::Lands => "lands here after such a capture, if the square is empty",
            Self::Second => "captures a second piece there, after one on the way",
            Self::Hop => "only by hopping over a piece on the way",
            Self::HopTake => "captures there, too, but only by hopping over a piece on the way",
            Self::Passes => "must be empty for the piece to pass; it can't stop there",
            Self::First => "only as the piece's first move",
            Self::Somewhere => "only from or to certain squares (see the text)",
            Self::Partly => "moves there or captures there, but not always both (see the text)",
            Self::Onward => "and so on in the same direction",
        }
    }

    /// Returns the sign as drawn on a text board.
    pub(crate) fn text(self, ascii: bool) -> char {
        let (unicode, plain) = match self {
            Self::Both => ('●', 'o'),
            Self::Move => ('○', 'm'),
            Self::Take => ('×', 'x'),
            Self::LeapBoth => ('◆', 'O'),
            Self::LeapMove => ('◇', 'M'),
            Self::LeapTake => ('◈', 'X'),
            Self::Victim => ('▼', 'v'),
            Self::Lands => ('□', '#'),
            Self::Second => ('▣', '2'),
            Self::Passes => (':', ':'),
            Self::Hop => ('^', '^'),
            Self::HopTake => ('×', 'x'),
            Self::First => ('1', '1'),
            Self::Somewhere => ('~', '~'),
            Self::Partly => ('*', '*'),
            Self::Onward => ('→', '-'),
        };
        if ascii { plain } else { unicode }
    }
}
