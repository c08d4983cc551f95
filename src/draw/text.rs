//! A board drawn in text, with coordinates; squares may be highlighted, by brackets and optionally by colour.

use std::collections::{BTreeMap, BTreeSet};

use super::hexagons::height;
use crate::board::{self, Bits, Cells, SquareSet, Wall};
use crate::game::Held;
use crate::{Game, PieceTypeInfo, Side, Square};

/// The style in which pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Figures {
    /// Letters: capitals for White
    Letters,
    /// Chess glyphs where the game has them, letters elsewhere
    Unicode,
}

/// The options for drawing a board.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The style in which pieces are drawn.
    pub figures: Figures,
    /// True if squares are highlighted by colour.
    pub colour: bool,
    /// True if seen from Black's side.
    pub turned: bool,
    /// The number of columns available.
    pub width: usize,
    /// The side whose [sight](Game::seen_by) is drawn: `?` stands on the squares that it doesn't see, and for the other side's hand; `None`
    /// for all of the board.
    pub seen_by: Option<Side>,
}

impl Look {
    /// From White's side, without colour, with unlimited columns, the whole board.
    pub fn plain(figures: Figures) -> Self {
        Self { figures, colour: false, turned: false, width: usize::MAX, seen_by: None }
    }
}

/// The reason why a square is highlighted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mark {
    /// The last move left it or arrived on it: `[ ]`.
    Last,
    /// A piece can move there: `( )`.
    Target,
}

impl Mark {
    fn brackets(self) -> [&'static str; 2] {
        match self {
            Self::Last => ["[", "]"],
            Self::Target => ["(", ")"],
        }
    }

    fn colour(self) -> &'static str {
        match self {
            Self::Last => "33",
            Self::Target => "32",
        }
    }
}

/// Returns the board, ranks from the far side, with coordinates, and the hands of the game on either side. Of two marks on a square the first counts.
///
/// ```
/// use ferz::draw::text::{Figures, Look, board};
/// let game = ferz::Variant::load("gardner", &[])?.start();
/// let drawn = board(&game, &Look::plain(Figures::Letters), &[]);
/// assert!(drawn.starts_with("  5  r  n  b  q  k\n") && drawn.ends_with("     a  b  c  d  e\n"), "{drawn}");
/// # Ok::<(), ferz::LoadError>(())
/// ```
pub fn board(game: &Game, look: &Look, marks: &[(Square, Mark)]) -> String {
    let (far, near) = if look.turned { (Side::White, Side::Black) } else { (Side::Black, Side::White) };
    let hides = look.seen_by.filter(|_| game.variant().has_sight() && game.outcome().is_none());
    let line = |side: Side| {
        let held = hand(game, look.figures, side);
        let held = held.map(|held| if hides == Some(side.other()) { UNSEEN.to_owned() } else { held });
        held.map_or_else(String::new, |held| format!("    in hand: {held}\n"))
    };
    line(far) + &Drawing::new(game, look, marks).draw() + &line(near)
}

/// Returns the pieces that a side has in hand, such as `2P N`, and `-` if there are none; `None` in a game without drops.
pub fn hand(game: &Game, figures: Figures, side: Side) -> Option<String> {
    let pieces = game.variant().piece_types();
    let held = game.held(side);
    if held.is_empty() {
        return None;
    }
    let one = |held: &Held| {
        let figure = figure(&pieces[held.piece_type.index()], figures, side);
        match held.count {
            Some(0) => None,
            None | Some(1) => Some(figure),
            Some(several) => Some(format!("{several}{figure}")),
        }
    };
    let words = held.iter().filter_map(one).collect::<Vec<_>>().join(" ");
    let endless = held.iter().any(|held| held.count.is_none());
    Some(match words.is_empty() {
        true => "-".to_owned(),
        false if endless => format!("any number of {words}"),
        false => words,
    })
}

/// Returns a piece as text: its glyph, or its letter.
pub fn figure(piece: &PieceTypeInfo, figures: Figures, side: Side) -> String {
    match (&piece.glyphs, figures, side) {
        (Some([white, _]), Figures::Unicode, Side::White) => white.clone(),
        (Some([_, black]), Figures::Unicode, Side::Black) => black.clone(),
        (_, _, Side::White) => piece.letter.clone(),
        (_, _, Side::Black) => piece.letter.to_lowercase(),
    }
}

/// The sign on a square that isn't seen.
const UNSEEN: &str = "?";

/// A board about to be drawn.
struct Drawing<'a> {
    game: &'a Game,
    look: &'a Look,
    marks: &'a [(Square, Mark)],
    pieces: &'a [PieceTypeInfo],
    /// The squares that are seen.
    seen: SquareSet,
    /// The number of columns for a piece.
    piece_width: usize,
    /// True if only opening brackets are drawn, to save a column.
    narrow: bool,
}

impl<'a> Drawing<'a> {
    fn new(game: &'a Game, look: &'a Look, marks: &'a [(Square, Mark)]) -> Self {
        let pieces = game.variant().piece_types();
        let width = |piece: &PieceTypeInfo| piece.letter.chars().count();
        let piece_width = pieces.iter().map(width).max().unwrap_or(1);
        let narrow = 4 + usize::from(game.variant().files()) * (piece_width + 2) > look.width;
        let seen = look.seen_by.map_or(!SquareSet::NONE, |side| game.squares_seen_by(side));
        Self { game, look, marks, pieces, seen, piece_width, narrow }
    }

    fn draw(&self) -> String {
        if self.game.variant().rules.geometry.cells == Cells::Hexagons {
            return self.draw_hexagons();
        }
        let (files, ranks) = (self.game.variant().files(), self.game.variant().ranks());
        let margin = if self.narrow { 2 } else { 3 };
        let mut text = String::new();
        for row in 0..ranks {
            let rank = if self.look.turned { row } else { ranks - 1 - row };
            let mut before = None;
            let cells: String = self
                .files(files)
                .map(|file| {
                    let cell = self.cell(file, rank);
                    let walled =
                        before.replace(file).is_some_and(|before| self.walled((before, rank), (file, rank)));
                    if walled && cell.starts_with(' ') { format!("|{}", &cell[1..]) } else { cell }
                })
                .collect();
            let line = format!("{:>margin$} {cells}", rank + 1);
            text += &(line.trim_end().to_owned() + "\n");
            if row + 1 < ranks {
                let next = if self.look.turned { rank + 1 } else { rank - 1 };
                text += &self.wall_between(margin, rank, next);
            }
        }
        let names =
            self.files(files).map(|file| self.framed(&char::from(b'a' + file).to_string(), [" ", " "]));
        let line = format!("{:margin$} {}", "", names.collect::<String>());
        text + line.trim_end() + "\n"
    }

    /// Draws hexagons: neighbours in a file stand two lines apart, those in the next file a line higher or lower. The number of a rank stands
    /// before its first cell, the letter of a file below.
    fn draw_hexagons(&self) -> String {
        let geometry = &self.game.variant().rules.geometry;
        let turn = if self.look.turned { -1 } else { 1 };
        let place = |file: i32, rank: i32| (-turn * height(file, rank), turn * file);
        let mut texts: BTreeMap<(i32, i32), String> = BTreeMap::new();
        let name = |text: &str| self.framed(text, [" ", " "]);
        for square in geometry.playable().squares() {
            let (file, rank) = (geometry.file(square), geometry.rank(square));
            let (across, up) = (i32::from(file), i32::from(rank));
            let open = |file: i32, rank: i32| {
                let at = u8::try_from(file).ok().zip(u8::try_from(rank).ok());
                let square = at.and_then(|(file, rank)| geometry.square(file, rank));
                square.is_some_and(|square| !geometry.holes.has(square))
            };
            texts.insert(place(across, up), self.cell(file, rank));
            if !open(across, up - turn) {
                texts.insert(place(across, up - turn), name(&char::from(b'a' + file).to_string()));
            }
            let first = if self.look.turned { across + 1 } else { across - 1 };
            if !open(first, up) {
                texts.insert(place(first, up), name(&(rank + 1).to_string()));
            }
        }
        let columns = || texts.keys().map(|(_, column)| *column);
        let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
        let lines: BTreeSet<i32> = texts.keys().map(|(line, _)| *line).collect();
        let line = |line: i32| {
            let cells =
                (left..=right).map(|column| texts.get(&(line, column)).cloned().unwrap_or_else(|| name(" ")));
            cells.collect::<String>().trim_end().to_owned() + "\n"
        };
        lines.into_iter().map(line).collect()
    }

    /// Returns a line with the walls between two ranks; an empty text if there are none.
    fn wall_between(&self, margin: usize, rank: u8, next: u8) -> String {
        let files = self.game.variant().files();
        let width = self.piece_width + if self.narrow { 1 } else { 2 };
        let part = |file| if self.walled((file, rank), (file, next)) { "-" } else { " " };
        let cells: String = self.files(files).map(|file| part(file).repeat(width)).collect();
        let line = format!("{:margin$} {cells}", "");
        if line.trim().is_empty() { String::new() } else { line.trim_end().to_owned() + "\n" }
    }

    /// Returns `true` if a wall separates two neighbouring squares.
    fn walled(&self, one: (u8, u8), other: (u8, u8)) -> bool {
        let geometry = &self.game.variant().rules.geometry;
        let inside =
            |wall: &Wall, (file, rank)| geometry.square(file, rank).is_some_and(|sq| wall.area.has(sq));
        geometry.walls.iter().any(|wall| inside(wall, one) != inside(wall, other))
    }

    /// Returns the files from left to right.
    fn files(&self, files: u8) -> impl Iterator<Item = u8> + use<> {
        let turned = self.look.turned;
        (0..files).map(move |column| if turned { files - 1 - column } else { column })
    }

    fn cell(&self, file: u8, rank: u8) -> String {
        let geometry = &self.game.variant().rules.geometry;
        let Some(square) = geometry.square(file, rank) else { return String::new() };
        let piece = self.game.piece(square);
        let (text, colour) = match piece {
            _ if geometry.holes.has(square) => (" ".to_owned(), ""),
            _ if !self.seen.has(square) => (UNSEEN.to_owned(), "2;34"),
            Some((kind, side)) => (
                figure(&self.pieces[usize::from(kind)], self.look.figures, side),
                if side == Side::White { "1" } else { "1;35" },
            ),
            None if self.game.obstacle(square) == Some(None) => ("#".to_owned(), ""),
            None if self.game.obstacle(square).is_some() => (self.neutral(square), "1;33"),
            None => (".".to_owned(), "2"),
        };
        let padded = format!("{text:^width$}", width = self.piece_width);
        let shown = self.painted(&padded, colour);
        match self.marks.iter().find(|(marked, _)| (marked.file(), marked.rank()) == (file, rank)) {
            None => self.framed_as(&shown, [" ", " "]),
            Some((_, mark)) => {
                let [open, close] = mark.brackets().map(|bracket| self.painted(bracket, mark.colour()));
                self.framed_as(&shown, [&open, &close])
            }
        }
    }

    /// Returns the neutral piece on a square as text.
    fn neutral(&self, square: board::Square) -> String {
        let kind = self.game.obstacle(square).flatten();
        kind.map_or_else(String::new, |kind| {
            figure(&self.pieces[usize::from(kind)], self.look.figures, Side::White)
        })
    }

    fn painted(&self, text: &str, colour: &str) -> String {
        if self.look.colour && !colour.is_empty() {
            format!("\x1b[{colour}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    fn framed(&self, text: &str, frame: [&str; 2]) -> String {
        self.framed_as(&format!("{text:^width$}", width = self.piece_width), frame)
    }

    /// Returns a cell that is already as wide as a piece, between two marks.
    fn framed_as(&self, cell: &str, [open, close]: [&str; 2]) -> String {
        if self.narrow { format!("{open}{cell}") } else { format!("{open}{cell}{close}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn the_largest_board_fits_forty_columns() {
        let text = r#"
            board = { files = 16, ranks = 16 }
            game = { name = "Large" }
            pieces = { man = { letter = "M", moves = "W" } }
            setup = { white = ["M M M M M M M M M M M M M M M M"] }
            end = { stuck = { lose = "no move" } }
        "#;
        let game = Variant::from_text("large.toml", text, &[]).unwrap().start();
        let look = Look { width: 40, ..Look::plain(Figures::Letters) };
        let drawn = board(&game, &look, &[("a1".parse().unwrap(), Mark::Last)]);
        assert!(drawn.lines().all(|line| line.chars().count() <= 40), "{drawn}");
        assert!(drawn.contains(" 1 [M M M"), "{drawn}");
    }

    #[test]
    fn hands_stand_on_their_players_sides() {
        let variant = Variant::load("crazyhouse", &[]).unwrap();
        let game = variant.start_from("4k3/8/8/8/8/8/8/4K3[QPPn] w - - 0 1").unwrap();
        let drawn = board(&game, &Look::plain(Figures::Letters), &[]);
        assert!(drawn.starts_with("    in hand: n\n") && drawn.ends_with("\n    in hand: Q 2P\n"), "{drawn}");
        let turned = board(&game, &Look { turned: true, ..Look::plain(Figures::Letters) }, &[]);
        assert!(turned.starts_with("    in hand: Q 2P\n"), "{turned}");
        let drawn = board(&variant.start(), &Look::plain(Figures::Unicode), &[]);
        assert!(drawn.starts_with("    in hand: -\n"), "{drawn}");
    }

    #[test]
    fn what_a_side_does_not_see_is_not_drawn() {
        let text = "extends = \"crazyhouse\"\n[game]\nname = \"x\"\n[sight]\nsees = \"what it attacks\"\n";
        let variant = Variant::from_text("x.toml", text, &[]).unwrap();
        let game = variant.start_from("4k3/8/8/8/8/8/4q3/4K3[QPPn] w - - 0 1").unwrap();
        let look = Look { seen_by: Some(Side::White), ..Look::plain(Figures::Letters) };
        let drawn = board(&game, &look, &[]);
        assert!(drawn.starts_with("    in hand: ?\n  8  ?  ?  ?  ?  ?"), "{drawn}");
        assert!(drawn.contains("  2  ?  ?  ?  .  q  .  ?  ?\n"), "{drawn}");
        assert!(drawn.ends_with("    in hand: Q 2P\n"), "{drawn}");
        assert_eq!(board(&game, &Look { seen_by: None, ..look }, &[]), game.drawing(false));
    }

    #[test]
    fn black_sees_the_board_turned() {
        let game = Variant::load("chess", &[]).unwrap().start();
        let look = Look { turned: true, ..Look::plain(Figures::Letters) };
        let drawn = board(&game, &look, &[("e4".parse().unwrap(), Mark::Target)]);
        assert!(drawn.starts_with("  1  R  N  B  K  Q"), "{drawn}");
        assert!(drawn.contains("  4  .  .  . (.) ."), "{drawn}");
        assert!(drawn.ends_with("     h  g  f  e  d  c  b  a\n"), "{drawn}");
    }
}
