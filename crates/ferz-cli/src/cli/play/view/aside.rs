//! The panel beside the board: the players with their time and their losses, the state besides the pieces, the evaluation, and the moves so
//! far.

use ferz::{Score, Side};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::super::listing::rows;
use super::super::screen::wrap;
use super::super::seat::Seat;
use super::super::sight::told;
use super::plan::Plan;
use super::state::{View, Worth};

impl View {
    /// Draws the panel beside the board, and the moves in the remaining room.
    pub(super) fn draw_aside(&self, plan: &Plan, buffer: &mut Buffer) {
        let mut area = plan.aside;
        let width = usize::from(area.width);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut lines = vec![Line::styled(self.game().variant().title().to_owned(), bold)];
        let viewer = self.sitting.viewer();
        let far = if self.shape.turned { Side::White } else { Side::Black };
        for side in [far, far.other()] {
            lines.push(self.player(side, width));
            if viewer.is_none_or(|viewer| viewer == side) {
                lines.extend(wrapped(&self.losses(side), width));
            }
            lines.extend(self.in_hand(side).iter().flat_map(|line| wrapped(line, width)));
        }
        lines.extend(wrapped(&self.standing(), width));
        if viewer.is_none() {
            lines.extend(self.bar.then(|| Line::raw(self.worth_in_words())));
            lines.extend(self.shown().remembered_beside(false).iter().flat_map(|line| wrapped(line, width)));
        }
        lines.push(Line::raw(self.under_cursor()));
        for line in lines {
            if area.height == 0 {
                return;
            }
            buffer.set_line(area.x, area.y, &line, area.width);
            area = Rect { y: area.y + 1, height: area.height - 1, ..area };
        }
        self.draw_moves(area, buffer);
    }

    /// A line for a player: who it is, and the time.
    fn player(&self, side: Side, width: usize) -> Line<'static> {
        let to_move = self.game().side_to_move() == side && !self.sitting.is_over();
        let sign = if to_move { self.look.to_move() } else { " " };
        let who = match self.sitting.seat(side) {
            Seat::Human => String::new(),
            Seat::Player => format!(", level {}", self.sitting.record.level.number()),
        };
        let name = format!("{sign} {}{who}", self.game().variant().side_name(side));
        let time = self.sitting.record.clock.shows(side, self.game());
        let gap = width.saturating_sub(name.width() + time.width()).max(1);
        let style = if to_move { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        Line::styled(format!("{name}{}{time}", " ".repeat(gap)), style)
    }

    /// Returns the pieces a side has lost: `lost p p n`, or `lost 5p n` if there are many.
    fn losses(&self, side: Side) -> String {
        let pieces = self.game().variant().piece_types();
        let lost = self.lost(side);
        let lost_of = |&(kind, count): &(u8, usize)| {
            let figure = self.figure(&pieces[usize::from(kind)], side);
            if count > 1 { format!("{count}{figure}") } else { figure }
        };
        let told: Vec<String> = lost.iter().map(lost_of).collect();
        if told.is_empty() { String::new() } else { format!("  lost {}", told.join(" ")) }
    }

    /// Returns the pieces that a side has in hand; `None` in a game without drops.
    fn in_hand(&self, side: Side) -> Option<String> {
        let held = ferz::draw::text::hand(self.shown(), self.look.figures, side);
        let known = self.sitting.viewer().is_none_or(|viewer| viewer == side);
        held.map(|held| format!("  in hand {}", if known { &held } else { "?" }))
    }

    fn figure(&self, piece: &ferz::PieceTypeInfo, side: Side) -> String {
        ferz::draw::text::figure(piece, self.look.figures, side)
    }

    /// The square under the cursor in words.
    fn under_cursor(&self) -> String {
        let picture = self.picture();
        let cell = picture.cell(self.cursor.file(), self.cursor.rank()).clone();
        let mut said = vec![self.cursor.to_string()];
        said.extend(cell.label.map(|number| format!("({number})")));
        said.push(match (cell.ground, cell.piece) {
            (ferz::draw::Ground::Hole, _) => "no square".to_owned(),
            _ if cell.unseen => "not seen".to_owned(),
            (_, Some(piece)) => piece.name,
            (_, None) => "empty".to_owned(),
        });
        let region = cell.region.and_then(|at| picture.regions.get(at).cloned());
        said.extend(region.map(|name| format!("({name})")));
        said.join(" ")
    }

    /// Returns the moves so far, a line per move number; of many those around the position shown.
    fn draw_moves(&self, area: Rect, buffer: &mut Buffer) {
        let (made, viewer) = (self.game().moves(), self.sitting.viewer());
        let shown = self.shown().moves().len();
        let rows = rows(self.game());
        let at = rows.iter().position(|row| row.moves.contains(&shown.saturating_sub(1))).unwrap_or(0);
        let room = usize::from(area.height);
        let top = (at + room.div_ceil(2)).min(rows.len()).saturating_sub(room);
        for (line, row) in rows.iter().skip(top).take(room).enumerate() {
            let mut spans = vec![Span::raw(format!("{:>3}. ", row.number))];
            if made[row.moves.start].side() == Side::Black {
                spans.push(Span::raw("... "));
            }
            for index in row.moves.clone() {
                let style = if index + 1 == shown {
                    Style::new().add_modifier(Modifier::REVERSED)
                } else {
                    Style::new()
                };
                let says = made[index].announcement().filter(|_| viewer.is_none());
                let says = says.map_or_else(String::new, |words| format!(" \"{words}\""));
                spans.push(Span::styled(format!("{}{says}", told(self.game(), index, viewer)), style));
                spans.push(Span::raw(" "));
            }
            buffer.set_line(area.x, area.y + line as u16, &Line::from(spans), area.width);
        }
    }

    // ---- what the position is worth

    fn worth_in_words(&self) -> String {
        let name = |side| self.game().variant().side_name(side);
        match self.worth {
            None => "Evaluation: -".to_owned(),
            Some(Worth { score: Score::Value(value), depth }) => {
                format!("Evaluation: {:+.2}, depth {depth}", f64::from(value) / 100.0)
            }
            Some(Worth { score: Score::Win(plies), .. }) => {
                format!("{} wins in {}", name(Side::White), moves(plies))
            }
            Some(Worth { score: Score::Loss(plies), .. }) => {
                format!("{} wins in {}", name(Side::Black), moves(plies))
            }
        }
    }

    /// Draws the part of each side in a bar as high as the board.
    pub(super) fn draw_bar(&self, plan: &Plan, buffer: &mut Buffer) {
        let Some(worth) = self.worth.filter(|_| self.bar && self.sitting.viewer().is_none()) else { return };
        let part = match worth.score {
            Score::Value(value) => 1.0 / (1.0 + (-f64::from(value) / 400.0).exp()),
            Score::Win(_) => 1.0,
            Score::Loss(_) => 0.0,
        };
        let height = plan.bar.height;
        let white = (f64::from(height) * part).round() as u16;
        let [own, other] = self.look.worth();
        for at in plan.bar.positions() {
            // White's part is on White's side
            let from_white = if self.shape.turned { at.y - plan.bar.y } else { plan.bar.bottom() - 1 - at.y };
            let (sign, style) = if from_white < white { own } else { other };
            buffer.set_string(at.x, at.y, sign, style);
        }
    }
}

/// A text in lines of a width.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<Line<'static>> {
    let lines = text.lines().map(|line| wrap(line, width)).collect::<Vec<_>>().join("\n");
    lines.lines().map(|line| Line::raw(line.to_owned())).collect()
}

/// Plies as moves of the side that wins: `2 moves`.
fn moves(plies: u32) -> String {
    match plies.div_ceil(2) {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    }
}
