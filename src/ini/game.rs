//! One variant being converted to a game file.

use super::parent::Parent;
use super::settings::Settings;
use super::squares::{Size, Squares};
use super::start::Start;
use super::types::{self, Type};
use crate::board::Symmetry;
use crate::order;
use crate::text::{Diagnostic, Report, Span};

/// One variant: its settings, and what has been worked out from them.
#[derive(Debug)]
pub(super) struct Game<'a> {
    pub(super) settings: &'a Settings,
    /// The place of its name, for faults that have no place of their own.
    pub(super) place: Span,
    pub(super) size: Size,
    pub(super) symmetry: Symmetry,
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

/// The values of a rule for White and for Black, as each of them sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sided<T> {
    Both(T),
    Each(T, T),
}

impl<T: Clone + PartialEq> Sided<T> {
    pub(super) fn of(white: T, black: T) -> Self {
        if white == black { Self::Both(white) } else { Self::Each(white, black) }
    }

    /// Returns the values, with the side if that matters.
    pub(super) fn each(&self) -> Vec<(Option<&'static str>, T)> {
        match self {
            Self::Both(both) => vec![(None, both.clone())],
            Self::Each(white, black) => vec![(Some("white"), white.clone()), (Some("black"), black.clone())],
        }
    }
}

impl Game<'_> {
    /// Refuses an option, at its place.
    pub(super) fn refuse(&mut self, option: &str, needs: &str) {
        let movement = || self.settings.typed(option).and_then(|piece| piece.moves.as_ref());
        let said = self.settings.said(option).or_else(movement);
        let value = said.map_or_else(|| self.settings.text(option).to_owned(), |word| word.text.clone());
        let message = format!(
            "`{option} = {}` can't be expressed in a game file yet",
            crate::definition::shown(&value)
        );
        let fault = Diagnostic::error("ferz::ini::not_said", message);
        let place = said.map(|word| word.span).filter(|span| span.end > 0).unwrap_or(self.place);
        let fault = fault.at(place, "no words for this").help(format!("it needs {needs}"));
        if self.parent.name.is_some() && self.settings.inherited.contains(option) {
            self.kept.push(Kept { option: option.to_owned(), fault });
        } else {
            self.report.push(fault);
        }
    }

    /// The names of the types that move like a letter of variants.ini: its own type and those that promote to it.
    pub(super) fn names(&self, letter: char) -> Vec<String> {
        self.types.iter().filter(|one| one.of == letter).map(|one| one.name.clone()).collect()
    }

    /// The type of a letter as it stands on the board unpromoted.
    pub(super) fn base(&self, letter: char) -> Option<&Type> {
        self.types.iter().find(|one| one.of == letter && one.from.is_none())
    }

    /// A list of pieces as game files write it.
    pub(super) fn list(&self, names: &[String]) -> String {
        let mut rest: Vec<&str> = self
            .types
            .iter()
            .map(|one| &*one.name)
            .filter(|name| !names.iter().any(|one| one == name))
            .collect();
        order::values(&mut rest);
        match rest.len() {
            0 => "any".to_owned(),
            1 | 2 if names.len() > 2 => format!("any but {}", rest.join(", ")),
            _ => {
                let ordered = self.types.iter().filter(|one| names.contains(&one.name));
                ordered.map(|one| &*one.name).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// A region for White and for Black, each as that side sees it.
    pub(super) fn region(&self, white: &str, black: &str) -> Sided<Squares> {
        let (white, black) =
            (self.settings.squares(white, self.size), self.settings.squares(black, self.size));
        Sided::of(white, black.opposite(self.size, self.symmetry))
    }

    /// The squares where the pawns of a side promote, as White sees them. Where pawns may be dropped, a built-in parent's squares go on to the
    /// end of the board: without drops, no pawn gets beyond them unpromoted.
    pub(super) fn promotion_squares(&self, white: bool) -> Squares {
        let option = if white { "promotionRegionWhite" } else { "promotionRegionBlack" };
        let squares = self.settings.squares(option, self.size);
        if !self.settings.is("pieceDrops") || !self.settings.inherited.contains(option) {
            return squares;
        }
        match white {
            true => squares.ahead(self.size),
            false => {
                let seen = squares.opposite(self.size, self.symmetry);
                seen.ahead(self.size).opposite(self.size, self.symmetry)
            }
        }
    }

    /// A region about a type that must be the same for both sides, as far as both have such pieces.
    pub(super) fn shared_region(&mut self, name: &str, one: &Type) -> Option<Squares> {
        let (white, black) = match name.split_once('/') {
            Some((name, piece)) => (format!("{name}White{piece}"), format!("{name}Black{piece}")),
            None => (format!("{name}White"), format!("{name}Black")),
        };
        let read = |name: &str| match self.settings.said(name) {
            None if name.starts_with("mobility") => Squares::all(self.size),
            _ => self.settings.squares(name, self.size),
        };
        let mine = read(&white);
        let theirs = read(&black).opposite(self.size, self.symmetry);
        match (mine == theirs, self.owns(one, true), self.owns(one, false)) {
            (true, ..) | (_, true, false) => Some(mine),
            (_, false, _) => Some(theirs),
            (false, true, true) if name.starts_with("double") && self.beyond_reach(one, &mine, &theirs) => {
                Some(Squares(mine.0.union(&theirs.0).copied().collect()))
            }
            (false, true, true) => {
                let said = if self.settings.said(&black).is_some() { &black } else { &white };
                self.refuse(&said.clone(), "a region of a piece type that is not the same for both sides");
                None
            }
        }
    }

    /// A region about a type, for each side where the two differ.
    pub(super) fn sided_region(&mut self, name: &str, one: &Type) -> Vec<(Option<&'static str>, Squares)> {
        let regions = self.region(&format!("{name}White"), &format!("{name}Black"));
        match regions {
            Sided::Each(white, black)
                if self.owns(one, true)
                    && self.owns(one, false)
                    && !self.beyond_reach(one, &white, &black) =>
            {
                Sided::Each(white, black).each()
            }
            _ => self.shared_region(name, one).map(|region| (None, region)).into_iter().collect(),
        }
    }

    /// Returns `true` if no side can come to the squares that only the other side's region has: they lie behind all its pieces of a type
    /// that only goes forward.
    fn beyond_reach(&self, one: &Type, white: &Squares, black: &Squares) -> bool {
        let settings = self.settings;
        let ahead = |term: &String| term.contains('f') && !term.contains(['b', 's', 'v', 'l', 'r', 'h']);
        let drops = settings.is("pieceDrops") || settings.is("capturesToHand");
        let behind = |is_white: bool, extra: Squares| {
            let stands = self.start.squares(one.of, is_white);
            let stands = if is_white { stands } else { stands.opposite(self.size, self.symmetry) };
            let first = stands.0.iter().map(|(_, rank)| *rank).min().unwrap_or(0);
            extra.0.iter().all(|(_, rank)| *rank < first)
        };
        !drops
            && one.moves.always.iter().all(ahead)
            && behind(true, black.without(white))
            && behind(false, white.without(black))
    }

    /// Returns `true` if a side may come to have pieces of a type.
    pub(super) fn owns(&self, one: &Type, white: bool) -> bool {
        if self.settings.is("capturesToHand") || self.settings.is("twoBoards") {
            return true;
        }
        let mut letters: Vec<char> = self
            .start
            .on
            .iter()
            .map(|(_, piece)| piece)
            .chain(&self.start.hand)
            .filter(|piece| piece.white == white)
            .map(|piece| piece.letter)
            .collect();
        let side = if white { "White" } else { "Black" };
        if self
            .settings
            .letters(&format!("promotionPawnTypes{side}"))
            .iter()
            .any(|pawn| letters.contains(pawn))
        {
            letters.extend(self.settings.letters(&format!("promotionPieceTypes{side}")));
        }
        letters.contains(&one.from.unwrap_or(one.of))
    }

    /// Returns `true` if a side may come to have more pieces of a type than at the start.
    pub(super) fn may_grow(&self, letter: char) -> bool {
        let pawns = ["White", "Black"].iter().any(|side| {
            let to = self.settings.letters(&format!("promotionPieceTypes{side}")).contains(&letter);
            to && self
                .settings
                .letters(&format!("promotionPawnTypes{side}"))
                .iter()
                .any(|pawn| self.base(*pawn).is_some())
        });
        let shogi = self.settings.pairs("promotedPieceType").iter().any(|(from, to)| {
            let most = self.start.count(*from, true).max(self.start.count(*from, false));
            to.starts_with(letter)
                && most + self.start.count(letter, true).max(self.start.count(letter, false)) > 1
        });
        pawns || shogi
    }

    /// Returns `true` if a move that is tied to a place is tied to the first move of a piece as well.
    pub(super) fn is_first_move(&self, one: &Type, region: &Squares) -> bool {
        let settings = self.settings;
        let drops = settings.is("pieceDrops") || settings.is("capturesToHand");
        let ahead = |term: &String| term.contains('f') && !term.contains(['b', 's', 'v', 'l', 'r', 'h']);
        let Some(&(_, rank)) = region.0.first() else { return false };
        if drops
            || one.from.is_some()
            || !one.moves.always.iter().all(ahead)
            || region.0.iter().any(|(_, other)| *other != rank)
        {
            return false;
        }
        let seen = |white: bool| {
            let squares = self.start.squares(one.of, white);
            if white { squares } else { squares.opposite(self.size, self.symmetry) }
        };
        let becomes = settings.pairs("promotedPieceType").iter().any(|(_, to)| to.starts_with(one.of));
        let fits =
            |squares: Squares| squares.0.iter().all(|square| square.1 == rank && region.0.contains(square));
        !becomes && fits(seen(true)) && fits(seen(false))
    }

    /// Puts the tables of the pieces together.
    pub(super) fn pieces(&mut self) -> toml::Table {
        let mut tables = toml::Table::new();
        for one in self.types.clone() {
            tables.insert(one.name.clone(), toml::Value::Table(types::table(self, &one)));
        }
        tables
    }
}
