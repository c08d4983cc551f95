//! One variant being converted to a game file.

use super::parent::Parent;
use super::settings::Settings;
use super::squares;
use super::start::Start;
use super::types::{self, Type};
use crate::board::{Bits, Geometry, SquareSet};
use crate::definition::shown;
use crate::order;
use crate::text::{Diagnostic, Report, Span};

/// One variant: its settings, and what has been worked out from them.
#[derive(Debug)]
pub(super) struct Game<'a> {
    pub(super) settings: &'a Settings,
    /// The place of its name, for faults that have no place of their own.
    pub(super) place: Span,
    /// The size of the board, and how Black sees it.
    pub(super) geometry: Geometry,
    pub(super) start: Start,
    pub(super) types: Vec<Type>,
    pub(super) parent: &'a Parent,
    /// The options that only the parent game can express.
    pub(super) kept: Vec<Kept>,
    pub(super) report: &'a mut Report,
}

/// An option that an import can't express, though the game it inherits it from can.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) option: String,
    /// The refusal, for where the game can't be extended.
    pub(super) fault: Diagnostic,
}

/// The sides as options name them.
pub(super) const SIDES: [&str; 2] = ["White", "Black"];

/// The name of an option for a side, which stands in the place of a `#` or at the end.
pub(crate) fn sided(option: &str, white: bool) -> String {
    let side = SIDES[usize::from(!white)];
    if option.contains('#') { option.replace('#', side) } else { format!("{option}{side}") }
}

/// Returns the values for White and for Black with their sides, or one for both if they are the same.
pub(super) fn each<T: PartialEq>([white, black]: [T; 2]) -> Vec<(Option<&'static str>, T)> {
    match white == black {
        true => vec![(None, white)],
        false => vec![(Some("white"), white), (Some("black"), black)],
    }
}

impl Game<'_> {
    /// Refuses an option, at its place.
    pub(super) fn refuse(&mut self, option: &str, needs: &str) {
        let movement = || self.settings.typed(option).and_then(|piece| piece.moves.as_ref());
        let said = self.settings.said(option).or_else(movement);
        let value = shown(said.map_or(self.settings.text(option), |word| &word.text));
        let message = format!("`{option} = {value}` can't be expressed in a game file yet");
        let fault = Diagnostic::error("ferz::ini::not_said", message);
        let place = said.map(|word| word.span).filter(|span| span.end > 0).unwrap_or(self.place);
        let fault = fault.at(place, "no words for this").help(format!("it needs {needs}"));
        match self.parent.name.is_some() && self.settings.inherited.contains(option) {
            true => self.kept.push(Kept { option: option.to_owned(), fault }),
            false => self.report.push(fault),
        }
    }

    /// The names of the types that move like a letter of variants.ini: its own type and those that promote to it.
    pub(super) fn names(&self, letter: char) -> Vec<String> {
        self.types.iter().filter(|one| one.of == letter).map(|one| one.name.clone()).collect()
    }

    /// The names of the types that move like the piece that an option declares.
    pub(super) fn names_of(&self, option: &str) -> Vec<String> {
        self.settings.typed(option).map(|piece| self.names(piece.letter)).unwrap_or_default()
    }

    /// The types of some letters: one or another of them, or `any`.
    pub(super) fn either(&self, letters: Vec<char>) -> String {
        let names: Vec<String> = letters.into_iter().flat_map(|letter| self.names(letter)).collect();
        let all = names.len() > 1 && names.len() == self.types.len();
        if all { "any".to_owned() } else { names.join(" or ") }
    }

    /// The type of a letter as it stands on the board unpromoted.
    pub(super) fn base(&self, letter: char) -> Option<&Type> {
        self.types.iter().find(|one| one.of == letter && one.from.is_none())
    }

    /// The types that an option lists, as they stand on the board unpromoted.
    pub(super) fn bases(&self, option: &str) -> impl Iterator<Item = &Type> {
        self.settings.letters(option).into_iter().filter_map(|letter| self.base(letter))
    }

    /// A list of pieces as game files write it.
    pub(super) fn list(&self, names: &[String]) -> String {
        let all = self.types.iter().map(|one| &*one.name);
        let (listed, mut rest): (Vec<&str>, Vec<&str>) =
            all.partition(|name| names.iter().any(|one| one == name));
        order::values(&mut rest);
        match rest.len() {
            0 => "any".to_owned(),
            1 | 2 if names.len() > 2 => format!("any but {}", rest.join(", ")),
            _ => listed.join(", "),
        }
    }

    /// Returns a set of squares as the side sees them that it is about, from where White sees them.
    pub(super) fn seen(&self, squares: SquareSet, white: bool) -> SquareSet {
        if white { squares } else { self.geometry.opposite_set(squares) }
    }

    /// The squares of the board.
    pub(super) fn board(&self) -> SquareSet {
        self.geometry.playable()
    }

    /// The rank on which a side's pieces begin.
    pub(super) fn home(&self, white: bool) -> SquareSet {
        self.geometry.whole_rank(if white { 0 } else { self.geometry.ranks - 1 })
    }

    /// The number of squares without a wall at the start.
    pub(super) fn open_squares(&self) -> usize {
        (self.board() & !self.start.walls).count() as usize
    }

    /// Returns a set of squares in words.
    pub(super) fn written(&self, squares: SquareSet) -> String {
        squares::written(&self.geometry, squares)
    }

    /// The squares of an option.
    pub(super) fn squares(&self, option: &str) -> SquareSet {
        self.settings.squares(option, &self.geometry)
    }

    /// The squares of an option for each side, as that side sees them. The name of the side stands at its end, or in the place of a `#`; a
    /// piece that no option binds may go everywhere.
    pub(super) fn regions(&self, option: &str) -> [SquareSet; 2] {
        [true, false].map(|white| {
            let name = sided(option, white);
            match self.settings.said(&name) {
                None if option.contains('#') => self.board(),
                _ => self.seen(self.squares(&name), white),
            }
        })
    }

    /// The squares where the pawns of a side promote, as it sees them. Where pawns may be dropped, a built-in parent's squares go on to the end
    /// of the board: without drops, no pawn gets beyond them unpromoted.
    pub(super) fn promotion_squares(&self, white: bool) -> SquareSet {
        let option = sided("promotionRegion", white);
        let squares = self.seen(self.squares(&option), white);
        let goes_on = self.settings.is("pieceDrops") && self.settings.inherited.contains(&option);
        if goes_on { squares::ahead(&self.geometry, squares) } else { squares }
    }

    /// A region about a type, for each side that has such pieces, or for both where that is the same.
    pub(super) fn sided_region(&self, name: &str, one: &Type) -> Vec<(Option<&'static str>, SquareSet)> {
        let [white, black] = self.regions(name);
        match [true, false].map(|is_white| self.owns(one, is_white)) {
            [true, true] if self.beyond_reach(one, white, black) => vec![(None, white | black)],
            [true, true] => each([white, black]),
            [true, false] => vec![(None, white)],
            [false, _] => vec![(None, black)],
        }
    }

    /// Returns `true` if pieces may be dropped, or captured to be.
    fn has_drops(&self) -> bool {
        self.settings.is("pieceDrops") || self.settings.is("capturesToHand")
    }

    /// Returns `true` if no side can come to the squares that only the other side's region has: they lie behind all its pieces of a type
    /// that only goes forward.
    fn beyond_reach(&self, one: &Type, white: SquareSet, black: SquareSet) -> bool {
        let ranks = |set: SquareSet| set.squares().map(|square| self.geometry.rank(square));
        let behind = |is_white: bool, extra: SquareSet| {
            let stands = self.seen(self.start.squares(one.of, is_white), is_white);
            let first = ranks(stands).min().unwrap_or(0);
            ranks(extra).all(|rank| rank < first)
        };
        !self.has_drops() && one.goes_ahead() && behind(true, black & !white) && behind(false, white & !black)
    }

    /// Returns `true` if a side may come to have pieces of a type.
    pub(super) fn owns(&self, one: &Type, white: bool) -> bool {
        if self.settings.is("capturesToHand") || self.settings.is("twoBoards") {
            return true;
        }
        let own = self.start.all().filter(|piece| piece.white == white);
        let mut letters: Vec<char> = own.map(|piece| piece.letter).collect();
        let of = |option: &str| self.settings.letters(&sided(option, white));
        if of("promotionPawnTypes").iter().any(|pawn| letters.contains(pawn)) {
            letters.extend(of("promotionPieceTypes"));
        }
        letters.contains(&one.from.unwrap_or(one.of))
    }

    /// The most pieces of a type that a side has at the start.
    pub(super) fn most(&self, letter: char) -> usize {
        self.start.count(letter, true).max(self.start.count(letter, false))
    }

    /// Returns `true` if a side may come to have more pieces of a type than at the start.
    pub(super) fn may_grow(&self, letter: char) -> bool {
        let pawns = [true, false].iter().any(|&white| {
            let of = |option: &str| self.settings.letters(&sided(option, white));
            of("promotionPieceTypes").contains(&letter)
                && of("promotionPawnTypes").iter().any(|pawn| self.base(*pawn).is_some())
        });
        let forms = self.settings.pairs("promotedPieceType");
        let turns = forms.iter().filter(|(_, to)| to.starts_with(letter));
        pawns || turns.into_iter().any(|(from, _)| self.most(*from) + self.most(letter) > 1)
    }

    /// Returns `true` if a move that is tied to a place is tied to the first move of a piece as well.
    pub(super) fn is_first_move(&self, one: &Type, region: SquareSet) -> bool {
        let home = self.geometry.whole_rank(self.geometry.rank(region.first()));
        let stand = [true, false].map(|white| self.seen(self.start.squares(one.of, white), white));
        let becomes = self.settings.pairs("promotedPieceType").iter().any(|(_, to)| to.starts_with(one.of));
        !self.has_drops()
            && one.from.is_none()
            && one.goes_ahead()
            && (region & !home).is_empty()
            && !becomes
            && stand.iter().all(|squares| (*squares & !region).is_empty())
    }

    /// Puts the tables of the pieces together.
    pub(super) fn pieces(&mut self) -> toml::Table {
        let types = self.types.clone();
        types.into_iter().map(|one| (one.name.clone(), types::table(self, &one).into())).collect()
    }
}
