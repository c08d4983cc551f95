//! Where conditions stand, and what each may be about there: one list for all rules.
//!
//! A condition that is tested while it is decided which moves are legal can't ask for legal moves: that would have no end.

use super::read::resolved;
use super::{Condition, Fact};
use crate::board::SquareSet;
use crate::definition::Word;
use crate::feature::scope::Scope;
#[cfg(feature = "tools")]
use crate::text::Span;
use crate::text::{Diagnostic, Report};

/// The subject of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// Pieces on the board, and where they stand.
    Board,
    /// What pieces on the board attack.
    Attacks,
    /// Pieces in hand.
    Hands,
    /// What a position remembers of the turns before it: checks, passes, notes; and whose turn it is.
    Record,
    /// Legal moves.
    Moves,
    /// Repetitions, and moves that have been counted.
    Course,
}

impl About {
    /// The subject in the plural, after “can't be about”.
    const fn words(self) -> &'static str {
        match self {
            Self::Board => "the board",
            Self::Attacks => "what is attacked",
            Self::Hands => "pieces in hand",
            Self::Record | Self::Course => "the course of the game",
            Self::Moves => "legal moves",
        }
    }
}

/// The rule to which a condition belongs.
#[derive(Debug)]
pub(crate) struct Setting {
    /// Its name, after “the condition of”.
    of: &'static str,
    /// The code of a diagnostic about a fact that makes no sense there.
    code: &'static str,
    /// True if it is tested for a move, so that it may name the squares of that move.
    pub(super) of_move: bool,
    about: &'static [About],
    /// What may be written instead.
    help: &'static str,
}

/// An end of the game, which may be about anything.
pub(crate) const END: Setting = Setting {
    of: "an end",
    code: "",
    of_move: false,
    about: &[About::Board, About::Attacks, About::Hands, About::Record, About::Moves, About::Course],
    help: "",
};

/// A ban or a duty.
pub(crate) const BAN: Setting = Setting {
    of: "a ban or a duty",
    code: "ferz::forbid::condition",
    of_move: true,
    about: &[About::Board, About::Attacks, About::Hands, About::Record],
    help: "use a condition about pieces or checks; for moves that checkmate or stalemate, write `gives = \"checkmate\"` or `gives = \"stalemate\"`",
};

/// A movement that depends on a condition. It is asked to find out what is attacked, and so can't ask for that.
pub(crate) const MOVEMENT: Setting = Setting {
    of: "a movement",
    code: "ferz::pieces::when",
    of_move: true,
    about: &[About::Board],
    help: "use a condition about pieces and where they stand, such as `my knight at N from its start`",
};

/// An effect of moves.
pub(crate) const EFFECT: Setting = Setting {
    of: "an effect",
    code: "ferz::after::when",
    of_move: true,
    about: &[About::Board, About::Attacks, About::Hands],
    help: "use a condition about pieces, where they stand or what is attacked, such as `their king on its file`",
};

/// A note.
pub(crate) const NOTE: Setting = Setting {
    of: "a note",
    code: "ferz::note::condition",
    of_move: true,
    about: &[About::Board, About::Attacks, About::Hands],
    help: "use a condition about pieces, where they stand or what is attacked, such as `their king attacked`",
};

/// A promotion.
pub(crate) const PROMOTION: Setting = Setting {
    of: "a promotion",
    code: "ferz::promotion::when",
    of_move: true,
    about: &[About::Board, About::Attacks, About::Hands],
    help: "use a condition about pieces, where they stand or what is attacked, such as `count(my pawn) = 1`",
};

/// A count of moves.
pub(crate) const COUNTING: Setting = Setting {
    of: "a count",
    code: "ferz::counting::condition",
    of_move: false,
    about: &[About::Board, About::Attacks, About::Hands],
    help: "use a condition about pieces and where they stand, such as `count(mine) = 1`",
};

/// A part of a turn.
pub(crate) const PART: Setting = Setting {
    of: "a part of a turn",
    code: "ferz::turn::unless",
    of_move: true,
    about: &[About::Board, About::Attacks],
    help: "use a condition about pieces on the board, where they stand or what is attacked, such as `their king attacked`",
};

/// A pass in check.
pub(crate) const PASS: Setting = Setting {
    of: "a pass in check",
    code: "ferz::turn::pass",
    of_move: false,
    about: &[About::Board, About::Attacks],
    help: "use a condition about pieces on the board, where they stand or what is attacked, such as `their king at R from my king`",
};

/// A limit to moves in a row.
pub(crate) const CONSECUTIVE: Setting = Setting {
    of: "a limit to moves in a row",
    code: "ferz::consecutive::when",
    of_move: false,
    about: &[About::Board, About::Attacks],
    help: "use a condition about pieces and where they stand, such as `count(my man) > 0`",
};

/// Start positions drawn by lot.
pub(crate) const START: Setting = Setting {
    of: "a start position",
    code: "ferz::setup::where",
    of_move: false,
    about: &[About::Board, About::Attacks],
    help: "use a condition about pieces, where they stand or what is attacked, such as `count(my pawn guarded) = 8`",
};

/// Resolves the text of a condition that stands in a rule; reports what makes no sense there.
pub(crate) fn resolve(
    scope: &Scope<'_>,
    word: Word<'_>,
    setting: &Setting,
    report: &mut Report,
) -> Option<Condition<SquareSet>> {
    let condition = resolved(scope, word, setting.of_move, report)?;
    let refused = condition.subjects().into_iter().find(|about| !setting.about.contains(about));
    let Some(about) = refused else { return Some(condition) };
    report.push(
        Diagnostic::error(
            setting.code,
            format!("the condition of {} can't be about {}", setting.of, about.words()),
        )
        .at(word.span, "not allowed here")
        .help(setting.help),
    );
    None
}

/// Returns the condition that a text states, wherever it may stand; `None` if it can't be read.
#[cfg(feature = "tools")]
pub(crate) fn of_move(scope: &Scope<'_>, text: &str) -> Option<Condition<SquareSet>> {
    resolved(scope, Word { text, span: Span::default() }, true, &mut Report::default())
}

impl Condition<SquareSet> {
    /// The subjects of its facts.
    fn subjects(&self) -> Vec<About> {
        match self {
            Self::Any(parts) | Self::All(parts) => parts.iter().flat_map(Self::subjects).collect(),
            Self::Not(part) => part.subjects(),
            Self::Can(_) => vec![About::Moves],
            Self::Fact(fact) => vec![fact.about()],
        }
    }
}

impl<S> Fact<S> {
    /// The subject of the fact.
    pub(in crate::feature) fn about(&self) -> About {
        match self {
            Self::Count(count) if count.pieces.in_hand => About::Hands,
            Self::Compared(compared) if compared.asks_for_hands() => About::Hands,
            Self::Count(count) if count.pieces.asks_for_attacks() => About::Attacks,
            Self::Compared(compared) if compared.asks_for_attacks() => About::Attacks,
            Self::Row(row) if row.selected.asks_for_attacks() => About::Attacks,
            Self::Check(_) => About::Attacks,
            Self::Count(_) | Self::Compared(_) | Self::Row(_) | Self::Chain(_) | Self::Stands(_) => {
                About::Board
            }
            Self::Checks(_) | Self::MyTurn(_) | Self::Passed(_) | Self::Noted(_) | Self::Recurrence(_) => {
                About::Record
            }
            Self::NoMove(_) | Self::Dead(_) => About::Moves,
            Self::Occurrence(_) | Self::Idle(_) | Self::CountedOut(_) => About::Course,
        }
    }
}
