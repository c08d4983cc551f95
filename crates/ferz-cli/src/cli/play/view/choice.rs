//! Choosing a piece, then its target; and the moves that are not between two squares.

use ferz::{Manner, Move, MoveKind, MoveWords, Side, Square};

use super::super::listing::square;
use super::super::seat::Seat;
use super::keys::Act;
use super::sheet::{Pick, Sheet};
use super::state::View;

impl View {
    /// Moves the cursor, as seen on the screen.
    pub(super) fn go(&mut self, right: i8, down: i8) {
        let variant = self.game().variant();
        let sign = if self.shape.turned { -1 } else { 1 };
        let moved = |at: u8, by: i8, most: u8| at.saturating_add_signed(sign * by).min(most - 1);
        let file = moved(self.cursor.file(), right, variant.files());
        let rank = moved(self.cursor.rank(), -down, variant.ranks());
        self.cursor = Square::new(file, rank).unwrap_or(self.cursor);
    }

    /// Handles a press of the mouse.
    pub(super) fn point(&mut self, column: u16, row: u16) {
        let under = self.plan().and_then(|plan| plan.under(column, row));
        if let Some(square) = under.and_then(|(file, rank)| Square::new(file, rank)) {
            self.cursor = square;
            self.choose(square);
        }
    }

    /// Returns the moves of the piece on a square.
    fn moves_from(&self, from: Square) -> impl Iterator<Item = &(Move, MoveWords)> {
        let variant = self.game().variant();
        self.moves.iter().filter(move |(_, info)| square(variant, &info.from) == Some(from))
    }

    /// Returns the moves of the chosen piece to a square.
    fn ways(&self, to: Square) -> Vec<&(Move, MoveWords)> {
        let chosen = self.chosen.into_iter().flat_map(|from| self.moves_from(from));
        let variant = self.game().variant();
        chosen.filter(|(_, info)| square(variant, &info.to) == Some(to)).collect()
    }

    /// Returns the drops on a square.
    fn drops_on(&self, to: Square) -> impl Iterator<Item = &(Move, MoveWords)> {
        let variant = self.game().variant();
        self.moves.iter().filter(move |(mv, info)| mv.is_drop() && square(variant, &info.to) == Some(to))
    }

    /// Returns the sort of move that the chosen piece can make to a square.
    pub(super) fn target(&self, square: Square) -> Option<Manner> {
        self.ways(square).into_iter().map(|(_, info)| info.manner()).max()
    }

    /// Handles the choice of a square, by the mouse or by the cursor.
    pub(super) fn choose(&mut self, square: Square) {
        if self.past.is_some() {
            self.words = "This is an earlier position: Esc shows the latest.".to_owned();
            return;
        }
        match self.ways(square)[..] {
            [] => {}
            [(mv, _)] => return self.play(&mv.clone()),
            ref ways => {
                let entries = ways.iter().map(|way| offered(way)).collect();
                self.sheet = Some(Sheet::menu("Which move?", entries));
                return;
            }
        }
        let placed = self.moves_from(square).find(|(_, info)| info.kind == MoveKind::Place);
        if let Some((mv, _)) = placed {
            return self.play(&mv.clone());
        }
        let drops: Vec<_> = self.drops_on(square).map(offered).collect();
        if self.chosen.is_none() && !drops.is_empty() {
            self.sheet = Some(Sheet::menu("From hand", drops));
            return;
        }
        let again = self.chosen == Some(square);
        let able = self.moves_from(square).next().is_some();
        self.words = if able || again { String::new() } else { self.unable(square) };
        self.chosen = (able && !again).then_some(square);
    }

    /// Explains why nothing on a square can be chosen.
    fn unable(&self, square: Square) -> String {
        let us = self.game().side_to_move();
        if self.sitting.is_over() {
            return "The game is over: u takes a move back, m starts a new game.".to_owned();
        }
        match self.game().position().piece_at(square) {
            _ if self.sitting.awaits_engine() => "It is the engine's turn.".to_owned(),
            _ if self.sitting.hides(self.game(), square) && self.chosen.is_none() => {
                format!("You don't see {square}.")
            }
            _ if self.sitting.hides(self.game(), square) => format!("It can't go to {square}."),
            None if self.chosen.is_some() => format!("It can't go to {square}."),
            None => String::new(),
            Some(piece) if piece.side == us => {
                let name = &self.game().variant()[piece.piece_type].name;
                format!("The {name} on {square} has no legal move now.")
            }
            Some(_) if self.chosen.is_some() => format!("It can't capture on {square}."),
            Some(piece) => {
                format!("The piece on {square} is {}'s.", self.game().variant().side_name(piece.side))
            }
        }
    }

    /// Returns the menu of actions besides moving a piece from one square to another.
    pub(super) fn menu(&self) -> Sheet {
        if let Some(from) = self.chosen {
            return Sheet::menu("Its moves", self.moves_from(from).map(offered).collect());
        }
        // without two squares
        let odd = |(_, info): &&(Move, MoveWords)| info.manner() == Manner::Special && info.from == info.to;
        let mut entries: Vec<_> = self.moves.iter().filter(odd).map(offered).collect();
        for side in Side::BOTH {
            let next = match self.sitting.seat(side) {
                Seat::Human => "let the engine play",
                Seat::Player => "play by hand",
            };
            entries.push((format!("{}: {next}", self.game().variant().side_name(side)), Pick::Seat(side)));
        }
        let acts = [
            ("level of the engine", Act::Level),
            ("rules of the game", Act::Rules),
            ("save as another file", Act::Save),
            ("resign", Act::Resign),
            ("start a new game", Act::New),
            ("leave", Act::Quit),
        ];
        entries.extend(acts.map(|(words, act)| (words.to_owned(), Pick::Act(act))));
        Sheet::menu("Menu", entries)
    }
}

/// Returns a move as a menu entry.
fn offered((mv, info): &(Move, MoveWords)) -> (String, Pick) {
    let words = info.words();
    let entry = if words.is_empty() { info.san.clone() } else { format!("{}  {words}", info.san) };
    (entry, Pick::Move(mv.clone()))
}
