//! The kind of player of a side.

/// The kind of player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Seat {
    /// You, by hand
    Human,
    /// The engine, at the level of `--level`
    #[value(name = "engine", alias = "player")]
    Player,
}

impl Seat {
    /// Its word on the command line and in saves.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Player => "engine",
        }
    }

    /// Reads the word.
    pub(super) fn read(word: &str) -> Option<Self> {
        let old = (word == "player").then_some(Self::Player);
        [Self::Human, Self::Player].into_iter().find(|seat| seat.word() == word).or(old)
    }

    pub(super) fn other(self) -> Self {
        if self == Self::Human { Self::Player } else { Self::Human }
    }

    /// Both seats, from the arguments: by default White is human, and Black the other kind of player.
    pub(super) fn both(white: Option<Self>, black: Option<Self>) -> [Self; 2] {
        let white = white.unwrap_or(Self::Human);
        [white, black.unwrap_or(white.other())]
    }
}
