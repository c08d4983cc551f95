//! The contract between a rule and the code that reads, checks and explains a game.
//!
//! A [`Feature`] is a rule as the language has it: its tables, its diagnostic codes, its reader. There is one in each file, listed in
//! [`FEATURES`](super::FEATURES). A [`Rule`] is the rule as one game has it, with every name resolved. Code that queries rules calls
//! the same methods of all of them and knows none by name.
//!
//! Several lists of a game consist of what its rules contribute. Their orders differ, so each contribution states its place;
//! equal places keep the order of `FEATURES`.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;

use super::condition::Condition;
use super::plan::Lay;
use super::scope::Scope;
use crate::board::{Bits, Geometry, Square, SquareSet, U256, Wall};
use crate::definition::{Key, Table};
use crate::model::chase::Chase;
use crate::model::pieces::{Piece, Side, TypeId};
use crate::text::{Report, Span};
use crate::walk::LaidPaths;

/// A rule as the language has it.
#[derive(Debug)]
pub(crate) struct Feature {
    /// Its tables in the root of a game file: their order is that of the schema, of completion and of formatted files.
    pub(crate) keys: &'static [Key],
    /// Its diagnostic codes, or their prefixes, with the parts of the game file that they depend on.
    pub(crate) measured_by: &'static [(&'static str, Measure)],
    /// The kinds of move that it adds to those that bans, duties and turns can name.
    pub(crate) kinds: &'static [KindOfMove],
    /// The reader of its tables; it returns `None` if the game does not have the rule.
    pub(crate) read: fn(&Scope<'_>, &Table, &mut Report) -> Option<Box<dyn Rule>>,
}

impl Feature {
    /// A feature with nothing in it, for those that leave something out.
    pub(crate) const NONE: Self = Self { keys: &[], measured_by: &[], kinds: &[], read: |_, _, _| None };
}

/// A kind of move with a word of its own in game files.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct KindOfMove {
    /// The word, which [`notation::kinds`](crate::notation::kinds) reads.
    pub(crate) word: &'static str,
    /// The names given to the moves by those that [make](crate::moves::Maker::name) them.
    pub(crate) names: &'static [&'static str],
    /// Its name in sentences.
    pub(crate) phrase: &'static str,
    /// The meaning of the word, for authors of game files.
    pub(crate) meaning: &'static str,
}

/// The part of a game file that a diagnostic depends on: where that part is in doubt, so is the diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    Board,
    Pieces,
    Regions,
    Setup,
    /// The parent: a child may inherit the fault without having one of its own.
    Parent,
}

/// A heading of the rule sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Topic {
    /// Its place among the headings.
    pub(crate) place: u8,
    pub(crate) heading: &'static str,
}

/// The result of promotion for a piece type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Becomes<'a> {
    pub(crate) to: &'a [TypeId],
    /// The promotion zone, as White and as Black see it.
    pub(crate) zone: [SquareSet; 2],
    /// The squares on which it may stand when it has promoted, as White and as Black see them.
    pub(crate) on: [SquareSet; 2],
    /// True if a piece may also stay in the zone unpromoted.
    pub(crate) may_stay: bool,
    /// True if a piece may become only types that its owner has lost.
    pub(crate) lost: bool,
}

/// A game as a whole, when every rule has been read and none is at fault.
#[derive(Debug)]
pub(crate) struct Whole<'a> {
    pub(crate) scope: Scope<'a>,
    pub(crate) root: &'a Table,
    /// True if the game file has options, so that what is unused here may be used with another value.
    pub(crate) has_options: bool,
}

impl Whole<'_> {
    /// The place of a table, or of the file's beginning.
    pub(crate) fn place(&self, table: &str) -> Span {
        self.root.get(table).map_or(self.root.span(), |entry| entry.key_span)
    }
}

/// A kind of move that a rule adds, as it is written.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// Its place among the kinds of moves of all rules.
    pub(crate) place: u8,
    pub(crate) what: &'static str,
    /// A move of the kind, and how it is written, in words.
    pub(crate) example: String,
    pub(crate) how: String,
}

/// The frame of notation in which samples are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style<'a> {
    /// A move of the start position.
    pub(crate) usual: &'a str,
    /// True if a move that promotes ends in the letter of the new piece.
    pub(crate) promotions: bool,
}

/// One piece's part in a move of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its type.
    pub kind: TypeId,
    /// The origin square.
    pub from: Square,
    /// The target square.
    pub to: Square,
}

/// A way in which two pieces of a side move at once, as White sees it.
#[derive(Clone, Debug)]
pub(crate) struct JointMove {
    /// The piece whose squares denote the move, and the other one.
    pub parts: [Part; 2],
    /// Squares that must not be attacked.
    pub unattacked: SquareSet,
    /// The only side that may move like this, if only one may.
    pub side: Option<Side>,
}

impl JointMove {
    /// Returns `true` if some side may make both moves, and they are the same.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let sides = self.side.is_none() || other.side.is_none() || self.side == other.side;
        self.parts == other.parts && sides
    }

    /// Returns `true` if the side may move like this.
    pub(crate) fn is_of(&self, side: Side) -> bool {
        self.side.is_none_or(|own| own == side)
    }
}

/// A field of a FEN, as the rule that adds it explains it.
#[derive(Clone, Debug)]
pub(crate) struct FenField {
    pub(crate) place: FenPlace,
    pub(crate) example: Cow<'static, str>,
    pub(crate) meaning: &'static str,
}

/// The field for pieces that have not moved, in games where that matters.
pub(crate) const UNMOVED: FenField = FenField {
    place: FenPlace::Named(0),
    example: Cow::Borrowed("unmoved=c1f1"),
    meaning: "the pieces that have not moved, where this can't be told from their squares",
};

/// The names of the fields for what every position remembers: the pieces that have not moved, and those that have the right to castle where
/// the third field can't tell.
pub(crate) const POSITION_FIELDS: [&str; 2] = ["unmoved", "castling"];

/// The place of a field in a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FenPlace {
    /// The placement, the first field: what is written in it besides letters and numbers.
    Placement,
    /// The third field: rights that pieces have while they stand unmoved.
    Rights,
    /// The fourth: squares just passed over.
    Passed,
    /// A named field, by its place among the named fields.
    Named(u8),
}

/// A use of a rule that is counted over many games.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    /// Its place among the uses of all rules.
    pub(crate) place: u8,
    /// Its kind, such as the name of the rule.
    pub(crate) kind: &'static str,
    /// Its description among its kind, in words.
    pub(crate) what: String,
}

/// A played move, as the rules whose uses are counted see it.
pub(crate) struct Played<'a> {
    /// Its kind in a word: `move`, or what the rule that adds it calls it.
    pub(crate) kind: &'static str,
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The piece that moves, before and after the move; both empty if the move has no piece.
    pub(crate) piece: [Piece; 2],
    /// The squares of the captured pieces.
    pub(crate) taken: &'a [Square],
    /// The announcement made with it.
    pub(crate) says: Option<&'a str>,
    /// Returns `true` if the piece's own movement leads there; called last, because it is expensive.
    pub(crate) by_movement: &'a dyn Fn() -> bool,
}

impl Played<'_> {
    /// The side that moves.
    pub(crate) fn side(&self) -> Side {
        self.piece[0].side()
    }

    /// Returns `true` if one piece moves to an empty square that its own movement does not lead to.
    pub(crate) fn is_beyond_movement(&self) -> bool {
        self.kind == "move" && self.taken.is_empty() && !(self.by_movement)()
    }
}

/// A rule as a game has it.
pub(crate) trait Rule: Any + Debug + Send + Sync + Lay<u64> + Lay<u128> + Lay<U256> {
    /// The heading under which its sentences stand.
    fn topic(&self) -> Topic;

    /// The rule in words.
    fn sentences(&self, scope: &Scope<'_>) -> Vec<String>;

    /// Reports the faults that show only in the game as a whole.
    fn check(&self, _whole: &Whole<'_>, _report: &mut Report) {}

    /// The walls it puts up on the board.
    fn walls(&self) -> &[Wall] {
        &[]
    }

    /// Returns the condition that random starts must meet, tested for White.
    fn start_condition(&self) -> Option<&Condition<SquareSet>> {
        None
    }

    /// Returns the piece type whose letter SAN leaves out, unless the type's own table names one.
    fn unlettered(&self) -> Option<TypeId> {
        None
    }

    /// The piece types whose moves count as progress where an end that counts moves without progress does not say which.
    fn progress(&self) -> &[TypeId] {
        &[]
    }

    /// The promotions of a piece type.
    fn becomes(&self, _kind: TypeId) -> Vec<Becomes<'_>> {
        Vec::new()
    }

    /// Returns the squares it may bring a piece to, besides the piece's own movement.
    fn brings(&self, _geometry: &Geometry, _piece: (TypeId, Side), _from: SquareSet) -> SquareSet {
        SquareSet::NONE
    }

    /// Returns `true` if no move may give check, or none that does not mate.
    #[cfg(test)]
    fn bans_checks(&self) -> bool {
        false
    }

    /// The paths of pieces that it has laid out on the board.
    fn laid(&self) -> Option<&LaidPaths> {
        None
    }

    /// Returns `true` if it may put more pieces of a type on the board than a side has had there.
    fn adds(&self, _kind: TypeId, _side: Side) -> bool {
        false
    }

    /// Returns `true` if captured pieces go to a hand.
    fn keeps_captured(&self) -> bool {
        false
    }

    /// The attacks that are chases.
    fn chases(&self) -> Option<&Chase<SquareSet>> {
        None
    }

    /// Returns `true` if it may turn squares into walls.
    fn puts_walls(&self) -> bool {
        false
    }

    /// The fields of a FEN that it adds.
    fn fields(&self) -> Vec<FenField> {
        Vec::new()
    }

    /// Returns `true` if some of its moves are more than the move of one piece between two squares.
    fn has_other_moves(&self) -> bool {
        false
    }

    /// Returns `true` if all of its other moves are drops from hand.
    fn has_only_drops(&self) -> bool {
        false
    }

    /// Returns `true` if the rule changes where pieces may move or what they may capture by moving.
    fn changes_movements(&self) -> bool {
        false
    }

    /// The ways in which two pieces move at once.
    fn joint_moves(&self) -> &[JointMove] {
        &[]
    }

    /// Returns `true` if pieces of the type may capture by moving to an empty square.
    fn takes_on_empty(&self, _kind: TypeId) -> bool {
        false
    }

    /// Returns `true` if a royal piece may be gone before the game is over.
    fn endangers_royals(&self) -> bool {
        false
    }

    /// Returns `true` if pieces of a type can never capture without being lost by it.
    fn costs_captors(&self, _kind: TypeId) -> bool {
        false
    }

    /// Returns `true` if it may take pieces of a type off the board without capturing them.
    fn may_remove(&self, _kind: TypeId) -> bool {
        false
    }

    /// The kinds of moves that it adds.
    fn samples(&self, _scope: &Scope<'_>, _style: Style<'_>) -> Vec<Sample> {
        Vec::new()
    }

    /// Its uses that are to be counted.
    fn uses(&self, _scope: &Scope<'_>) -> Vec<Use> {
        Vec::new()
    }

    /// Returns the use that a move is an example of, by its index in [`uses`](Self::uses).
    fn came_up(&self, _scope: &Scope<'_>, _played: &Played<'_>) -> Option<usize> {
        None
    }

    /// Returns, for a rule that only forbids, the rule without each of its parts, which shows whether the part matters.
    fn relaxed(&self, _scope: &Scope<'_>) -> Vec<(Use, Box<dyn Rule>)> {
        Vec::new()
    }
}
