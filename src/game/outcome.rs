//! The outcome of a game, and the rules that bring it about.

use std::fmt;

use crate::Variant;
use crate::board::SquareSet;
use crate::feature::end::End as EndRule;
use crate::model::pieces::Side;
use crate::rules::Rules;
use crate::tables;

/// The outcome of a game that is over. It is written as in PGN: `1-0`, `0-1` or `1/2-1/2`.
///
/// ```
/// let mut game = ferz::Variant::load("chess", &[])?.start();
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     game.play_text(text).unwrap();
/// }
/// let outcome = game.outcome().unwrap();
/// assert_eq!((outcome.winner, outcome.reason.as_str()), (Some(ferz::Side::Black), "checkmate"));
/// assert_eq!(outcome.to_string(), "0-1");
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The name of the rule that ended the game, see [`Variant::ends`](crate::Variant::ends).
    pub reason: String,
}

impl Outcome {
    /// Returns `white`, `black` or `draw`.
    pub fn word(&self) -> &'static str {
        self.winner.map_or("draw", Side::name)
    }

    /// Returns the winner, by the name that the game has for that side, and the rule that ended the game: `White wins (checkmate)`,
    /// `Draw (stalemate)`.
    ///
    /// ```
    /// use ferz::{Outcome, Side, Variant};
    /// let outcome = Outcome { winner: Some(Side::White), reason: "bare-king".to_owned() };
    /// assert_eq!(outcome.announcement(&Variant::load("courier", &[])?), "White wins (bare-king)");
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn announcement(&self, of: &Variant) -> String {
        let winner = self.winner.map_or("Draw".to_owned(), |side| format!("{} wins", of.side_name(side)));
        format!("{winner} ({})", self.reason)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        })
    }
}

/// The verdict of a rule that ends the game, for the player it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Verdict {
    /// The player wins.
    Win,
    /// The player loses.
    Lose,
    /// The game is drawn.
    Draw,
}

impl Verdict {
    pub(super) fn of(verdict: tables::Verdict) -> Self {
        match verdict {
            tables::Verdict::Win => Self::Win,
            tables::Verdict::Lose => Self::Lose,
            tables::Verdict::Draw => Self::Draw,
        }
    }

    /// Returns its key in game files: `win`, `lose` or `draw`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Draw => "draw",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A rule that ends the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct End {
    /// Its name, that of its table in the game file.
    pub name: String,
    /// Its verdict for a player.
    pub verdict: Verdict,
    /// The only player for whom it is tested; `None` if it is tested for both.
    pub side: Option<Side>,
    /// Its condition, in words about the player.
    pub words: String,
    /// The whole rule in a sentence or two.
    pub sentence: String,
}

impl End {
    /// Returns the ends of a game, in the order in which they are tested.
    pub(crate) fn all(rules: &Rules) -> Vec<Self> {
        let scope = rules.scope();
        let one = |(end, (_, sentence)): (&EndRule<SquareSet>, _)| Self {
            name: end.name.clone(),
            verdict: Verdict::of(end.verdict),
            side: end.side,
            words: end.words(&scope),
            sentence,
        };
        rules.ends.iter().zip(rules.endings()).map(one).collect()
    }
}
