//! The styles of pieces, as the command line names them.

use clap::ValueEnum;
use ferz::draw::PieceStyle;
use ferz::draw::text::Figures;

/// The style of pieces in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TextFigures {
    /// Letters, capitals for White
    Letters,
    /// Chess glyphs where the game has them, letters elsewhere
    Unicode,
}

impl From<TextFigures> for Figures {
    fn from(said: TextFigures) -> Self {
        match said {
            TextFigures::Letters => Self::Letters,
            TextFigures::Unicode => Self::Unicode,
        }
    }
}

/// The style of pieces in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PictureFigures {
    /// Drawings; a piece without one gets a drawing made from its movement
    Drawn,
    /// Characters on tiles where the game has them, drawings elsewhere
    Kanji,
    /// Letters, capitals for White
    Letters,
    /// Chess glyphs where the game has them, letters elsewhere
    Unicode,
}

impl From<PictureFigures> for PieceStyle {
    fn from(said: PictureFigures) -> Self {
        match said {
            PictureFigures::Drawn => Self::Drawn,
            PictureFigures::Kanji => Self::Kanji,
            PictureFigures::Letters => Self::Letters,
            PictureFigures::Unicode => Self::Unicode,
        }
    }
}
