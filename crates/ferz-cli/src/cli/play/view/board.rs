//! The board: grounds, walls, pieces, marks, coordinates.

use ferz::draw::{Cell, Edge, Ground, Picture};
use ferz::{Cells, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::super::listing::{every, named};
use super::paint::Mark;
use super::plan::Plan;
use super::state::View;

impl View {
    /// Draws the board of a plan.
    pub(super) fn draw_board(&self, plan: &Plan, buffer: &mut Buffer) {
        let picture = self.picture();
        let variant = self.game().variant();
        let told = self.shown().moves().last().is_some_and(|made| self.sitting.tells(made));
        let last = if told { named(self.shown()) } else { Vec::new() };
        let checked = self.checked();
        for square in every(variant) {
            let (file, rank) = (square.file(), square.rank());
            // around hexagons there is nothing
            if variant.cells() == Cells::Hexagons && !variant.has_square(square) {
                continue;
            }
            let mark = self.mark(square, &last, &checked);
            self.draw_square(square, picture.cell(file, rank), mark, plan.square(file, rank), buffer);
        }
        self.draw_walls(&picture, plan, buffer);
        self.draw_coordinates(plan, buffer);
    }

    /// The royal pieces that are in check.
    fn checked(&self) -> Vec<Square> {
        let game = self.shown();
        if self.sitting.viewer().is_some() || !game.is_check() {
            return Vec::new();
        }
        let royal =
            |piece: ferz::Piece| piece.side == game.side_to_move() && game.variant()[piece.piece_type].royal;
        let pieces = game.position().pieces();
        pieces.filter(|(_, piece)| royal(*piece)).map(|(square, _)| square).collect()
    }

    /// Returns the reason why a square is highlighted: of several the first.
    fn mark(&self, square: Square, last: &[Square], checked: &[Square]) -> Option<Mark> {
        if self.chosen == Some(square) && self.target(square).is_none() {
            return Some(Mark::Chosen);
        }
        if let Some(manner) = self.target(square) {
            return Some(Mark::Target(manner));
        }
        let among = [(checked, Mark::Check), (&self.hinted[..], Mark::Hint), (last, Mark::Last)];
        let shown = |squares: &[Square], mark| {
            squares.contains(&square) && (mark != Mark::Hint || self.past.is_none())
        };
        among.into_iter().find(|(squares, mark)| shown(squares, *mark)).map(|(_, mark)| mark)
    }

    fn draw_square(&self, square: Square, cell: &Cell, mark: Option<Mark>, place: Rect, buffer: &mut Buffer) {
        let look = self.look;
        let ground = look.ground(cell.ground, cell.region, mark);
        buffer.set_style(place, ground);
        let row = place.y + place.height / 2;
        if let Some(label) = cell.label.as_ref().filter(|_| place.height > 1 && cell.ground != Ground::Hole) {
            buffer.set_stringn(
                place.x,
                place.y,
                label,
                place.width.into(),
                look.sign().remove_modifier(Modifier::BOLD),
            );
        }
        let (text, style) = match &cell.piece {
            Some(piece) => (piece.text.as_str(), look.piece(piece.side)),
            None if cell.unseen => ("?", Style::new().add_modifier(Modifier::DIM)),
            None => (look.empty(cell.ground, cell.region.is_some()), Style::new()),
        };
        let width = (text.width() as u16).min(place.width);
        let left = place.x + (place.width - width) / 2;
        buffer.set_stringn(left, row, text, place.width.into(), style);
        if let Some(mark) = mark {
            let [open, close] = mark.frame();
            if left > place.x {
                buffer.set_string(left - 1, row, open, look.sign());
            }
            if left + width < place.right() {
                buffer.set_string(left + width, row, close, look.sign());
            }
        }
        if square == self.cursor {
            self.draw_cursor(place, row, buffer);
        }
    }

    /// The cursor: brackets where there is room for them, and a colour of its own.
    fn draw_cursor(&self, place: Rect, row: u16, buffer: &mut Buffer) {
        buffer.set_style(place, self.look.cursor());
        for (column, sign) in [(place.x, "["), (place.right() - 1, "]")] {
            if let Some(cell) = buffer.cell_mut((column, row)).filter(|cell| cell.symbol() == " ") {
                cell.set_symbol(sign).set_style(self.look.sign());
            }
        }
    }

    /// Walls stand in the gaps between squares, and reach over the corners where they go on.
    fn draw_walls(&self, picture: &Picture, plan: &Plan, buffer: &mut Buffer) {
        let [along, up, _] = self.look.walls();
        for &((file, rank), edge) in &picture.walls {
            let place = plan.square(file, rank);
            let (sign, wall) = match (edge, self.shape.turned) {
                (Edge::Right, false) => (up, Rect { x: place.right(), width: 1, ..place }),
                (Edge::Right, true) => (up, Rect { x: place.x - 1, width: 1, ..place }),
                (Edge::Above, false) => (along, Rect { y: place.y - 1, height: 1, ..place }),
                (Edge::Above, true) => (along, Rect { y: place.bottom(), height: 1, ..place }),
            };
            for at in wall.positions() {
                buffer.set_string(at.x, at.y, sign, self.look.sign());
            }
        }
        self.join_walls(plan, buffer);
    }

    /// Puts a sign where walls meet: a place in gaps both ways, beside which walls stand.
    fn join_walls(&self, plan: &Plan, buffer: &mut Buffer) {
        let [along, up, corner] = self.look.walls();
        let board = plan.board;
        let is = |buffer: &Buffer, x: u16, y: u16, sign: &str| {
            board.contains((x, y).into()) && buffer.cell((x, y)).is_some_and(|cell| cell.symbol() == sign)
        };
        for at in board.positions().filter(|at| plan.in_gap(*at)) {
            let (x, y) = (at.x, at.y);
            let level = is(buffer, x.wrapping_sub(1), y, along) || is(buffer, x + 1, y, along);
            let upright = is(buffer, x, y.wrapping_sub(1), up) || is(buffer, x, y + 1, up);
            let sign = match (level, upright) {
                (true, true) => corner,
                (true, false) => along,
                (false, true) => up,
                (false, false) => continue,
            };
            buffer.set_string(x, y, sign, self.look.sign());
        }
    }

    fn draw_coordinates(&self, plan: &Plan, buffer: &mut Buffer) {
        let (files, ranks) = (self.game().variant().files(), self.game().variant().ranks());
        let style = Style::new().add_modifier(Modifier::DIM);
        for file in 0..files {
            let place = plan.square(file, ranks / 2);
            let name = char::from(b'a' + file).to_string();
            buffer.set_string(place.x + (place.width - 1) / 2, plan.board.bottom(), name, style);
        }
        if self.game().variant().cells() == Cells::Hexagons {
            return self.draw_ranks_of_hexagons(plan, buffer);
        }
        for rank in 0..ranks {
            let place = plan.square(0, rank);
            let row = place.y + place.height / 2;
            buffer.set_string(plan.board.x - 3, row, format!("{:>2}", rank + 1), style);
        }
    }

    /// The number of a rank stands beside its first cell.
    fn draw_ranks_of_hexagons(&self, plan: &Plan, buffer: &mut Buffer) {
        let variant = self.game().variant();
        let style = Style::new().add_modifier(Modifier::DIM);
        for rank in 0..variant.ranks() {
            let open = |file: &u8| Square::new(*file, rank).is_some_and(|square| variant.has_square(square));
            let mut files = (0..variant.files()).filter(open);
            let first = if self.shape.turned { files.next_back() } else { files.next() };
            let Some(place) = first.map(|file| plan.square(file, rank)) else { continue };
            buffer.set_string(place.x.saturating_sub(3), place.y, format!("{:>2}", rank + 1), style);
        }
    }
}
