//! Pieces in hand, for interfaces that show them beside the board: every type that a side may drop, with its number.

use super::moves::Move;
use super::piece::PieceType;
use super::session::Game;
use super::square::Square;
use crate::board::{self, Bits};
use crate::model::pieces::{self, Side, TypeId};

/// The pieces of a type that a side has in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Held {
    /// Their type.
    pub piece_type: PieceType,
    /// Their number; `None` if the supply is unlimited.
    pub count: Option<u32>,
}

impl Game {
    /// Returns the types that a side may drop, with their numbers, including those of which it has none; empty in a game without drops.
    ///
    /// ```
    /// let game = ferz::Variant::load("crazyhouse", &[])?.start();
    /// let held = game.held(ferz::Side::White);
    /// assert!(held.len() == 5 && held.iter().all(|held| held.count == Some(0)));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn held(&self, side: Side) -> Vec<Held> {
        let rules = &self.variant().rules;
        let board = &self.position().board;
        let hand = board.hand(side);
        let droppable =
            |kind: TypeId| rules.each().any(|rule| rule.has_only_drops() && rule.adds(kind, side));
        // a promoted form is dropped from the place of its base type, unless it is counted by itself
        let own = |kind: TypeId| form_of(&rules.types, kind).is_none_or(|of| !droppable(of));
        let held = (0..rules.types.len() as TypeId).filter_map(|kind| {
            let number =
                hand.iter().find(|(held, _)| *held == kind).map_or(0, |(_, number)| u32::from(*number));
            let shown = number > 0 || droppable(kind) && own(kind);
            let piece_type = PieceType::of(&rules.types, kind);
            shown.then(|| Held { piece_type, count: board.counts_hands().then_some(number) })
        });
        held.collect()
    }

    /// Returns the type that a dropped piece had in hand; `None` if the move is not a drop.
    ///
    /// ```
    /// let variant = ferz::Variant::load("crazyhouse", &[])?;
    /// let game = variant.start_from("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1").unwrap();
    /// let drop = game.parse_move("N@e4").unwrap();
    /// assert_eq!(game.dropped_from(&drop), variant.piece_type("knight"));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn dropped_from(&self, of: &Move) -> Option<PieceType> {
        let piece = of.piece().filter(|_| of.is_drop())?;
        let kind = piece.piece_type;
        let held = self.held(of.side());
        let has = |held: &Held| held.piece_type == kind && held.count != Some(0);
        if held.iter().any(has) {
            return Some(kind);
        }
        let types = &self.variant().rules.types;
        Some(form_of(types, kind.id()).map_or(kind, |form| PieceType::of(types, form)))
    }

    /// Returns `true` if captured pieces go to a hand instead of being lost.
    ///
    /// ```
    /// let keeps = |name| ferz::Variant::load(name, &[]).map(|game| game.start().keeps_captured());
    /// assert!(keeps("shogi")? && !keeps("chess")?);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn keeps_captured(&self) -> bool {
        self.variant().rules.each().any(|rule| rule.keeps_captured())
    }

    /// Returns `true` if a piece shows or remembers that it has promoted: it is of a type with a `+`, or marked.
    ///
    /// ```
    /// let game = ferz::Variant::load("crazyhouse", &[])?.start_from("4k3/8/8/8/8/8/4Q~3/4K3[] w - - 0 1").unwrap();
    /// assert!(game.is_promoted("e2".parse().unwrap()) && !game.is_promoted("e1".parse().unwrap()));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn is_promoted(&self, square: Square) -> bool {
        square.number(&self.variant().rules.geometry).is_some_and(|square| self.is_promoted_at(square))
    }

    pub(crate) fn is_promoted_at(&self, square: board::Square) -> bool {
        let types = &self.variant().rules.types;
        let form = |kind| form_of(types, kind).is_some();
        self.position().board.promoted().has(square) || self.piece(square).is_some_and(|(kind, _)| form(kind))
    }
}

/// Returns the type of which another is the promoted form, which is written as its letter after a `+`.
pub(crate) fn form_of(types: &[pieces::PieceType], kind: TypeId) -> Option<TypeId> {
    let letter = types[usize::from(kind)].letter.strip_prefix('+')?;
    types.iter().position(|kind| kind.letter == letter).map(|at| at as TypeId)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    fn told(game: &Game, side: Side) -> String {
        let types = &game.variant().rules.types;
        let one = |held: Held| {
            let count = held.count.map_or("*".to_owned(), |count| count.to_string());
            format!("{}{count}", types[held.piece_type.index()].letter)
        };
        game.held(side).into_iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn hands_have_every_type_that_may_be_dropped() {
        let variant = Variant::load("crazyhouse", &[]).unwrap();
        let game = variant.start_from("4k3/8/8/8/8/8/4Q~3/4K3[NNp] w - - 0 1").unwrap();
        assert_eq!(
            [told(&game, Side::White), told(&game, Side::Black)],
            ["Q0 R0 B0 N2 P0", "Q0 R0 B0 N0 P1"]
        );
        assert!(game.is_promoted_at(12) && !game.is_promoted_at(4));
        let drop = game.parse_move("N@e4").unwrap();
        assert_eq!(game.dropped_from(&drop), variant.piece_type("knight"));
        assert_eq!(game.dropped_from(&game.parse_move("e1d1").unwrap()), None);
        assert_eq!(told(&Variant::load("chess", &[]).unwrap().start(), Side::White), "");
    }

    #[test]
    fn a_supply_is_not_counted_and_either_side_up_comes_from_one_place() {
        let text = "extends = \"shogi\"\n[hand]\nsupply = \"unlimited\"\n[drop]\npieces = \"rook, pawn\"\nas = \"either side up\"\n";
        let game = Variant::from_text("endless.toml", text, &[]).unwrap().start();
        assert_eq!(told(&game, Side::White), "R* P*");
        let drop = game.parse_move("+R@e5").unwrap();
        assert_eq!(game.dropped_from(&drop), game.variant().piece_type("rook"));
    }
}
