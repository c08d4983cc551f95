//! The whole screen, drawn into a buffer from the state alone.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget};
use unicode_width::UnicodeWidthStr;

use super::aside::wrapped;
use super::keys::KEYS;
use super::plan::Plan;
use super::sheet::Sheet;
use super::state::{Look, Purpose, View};

/// The frame of a sheet where only ASCII is understood.
const PLAIN: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

impl View {
    /// Draws everything.
    pub(super) fn draw(&self, buffer: &mut Buffer) {
        let screen = self.size.intersection(buffer.area);
        match self.plan().filter(|_| screen == self.size) {
            Some(plan) => {
                self.draw_board(&plan, buffer);
                self.draw_bar(&plan, buffer);
                self.draw_aside(&plan, buffer);
                self.draw_words(&plan, buffer);
                self.draw_footer(&plan, buffer);
            }
            None => {
                let (width, height) = self.shape.least();
                let words = format!("This board needs {width} columns and {height} rows. q quits.");
                draw_lines(&wrapped(&words, screen.width.into()), screen, buffer);
            }
        }
        if let Some(sheet) = &self.sheet {
            sheet.draw(screen, self.look, buffer);
        }
    }

    /// Draws the message, or the text that is being written.
    fn draw_words(&self, plan: &Plan, buffer: &mut Buffer) {
        let mut lines = match &self.writing {
            None => wrapped(&self.words, plan.words.width.into()),
            Some(writing) => {
                let ask = if writing.purpose == Purpose::Move { "Move" } else { "Save the game in the file" };
                let room = usize::from(plan.words.width).saturating_sub(ask.len() + 3);
                vec![Line::raw(format!("{ask}: {}_", ending(&writing.text, room)))]
            }
        };
        let room = usize::from(plan.words.height);
        if lines.len() > room && room > 0 {
            lines.truncate(room - 1);
            lines.push(Line::raw("... (m lists the moves of a chosen piece)"));
        }
        draw_lines(&lines, plan.words, buffer);
    }

    fn draw_footer(&self, plan: &Plan, buffer: &mut Buffer) {
        let words = match (&self.writing, &self.sheet) {
            (Some(_), _) => "Enter: done  Esc: cancel".to_owned(),
            (_, Some(Sheet::Menu(_))) => "arrows, Enter: choose  Esc: cancel".to_owned(),
            (_, Some(Sheet::Text { .. })) => "arrows: more  Esc: close".to_owned(),
            _ => shortly(plan.footer.width.into()),
        };
        let style = Style::new().add_modifier(Modifier::REVERSED);
        buffer.set_style(plan.footer, style);
        buffer.set_stringn(plan.footer.x + 1, plan.footer.y, words, (plan.footer.width - 1).into(), style);
    }
}

/// The keys of the footer, as many as there is room for.
fn shortly(room: usize) -> String {
    let keys = KEYS.iter().filter(|key| !key.word.is_empty());
    keys.map(|key| format!("{} {}", key.letter, key.word)).fold(String::new(), |text, key| {
        match text.is_empty() {
            true => key,
            false if text.width() + key.width() + 3 <= room => format!("{text}  {key}"),
            false => text,
        }
    })
}

/// The end of a text, as much as there is room for.
fn ending(text: &str, room: usize) -> &str {
    let mut starts = text.char_indices().map(|(start, _)| start).chain([text.len()]);
    starts.find(|&start| text[start..].width() <= room).map_or("", |start| &text[start..])
}

fn draw_lines(lines: &[Line<'_>], area: Rect, buffer: &mut Buffer) {
    for (line, row) in lines.iter().zip(area.rows()) {
        buffer.set_line(row.x, row.y, line, row.width);
    }
}

impl Sheet {
    /// The place of its frame: in the middle, as large as it needs to be and can be.
    fn frame(&self, screen: Rect) -> Rect {
        let (lines, _) = self.page(0);
        let widest =
            lines.iter().map(|line| line.width() + 3).max().unwrap_or(0).max(self.title().width() + 2);
        let width = (widest as u16 + 2).min(screen.width);
        let height = (lines.len() as u16 + 2).min(screen.height);
        let (x, y) = (screen.x + (screen.width - width) / 2, screen.y + (screen.height - height) / 2);
        Rect { x, y, width, height }
    }

    /// The place of its lines.
    pub(super) fn inner(&self, screen: Rect) -> Rect {
        Block::bordered().inner(self.frame(screen))
    }

    fn draw(&self, screen: Rect, look: Look, buffer: &mut Buffer) {
        let frame = self.frame(screen);
        let set = if look.unicode { border::PLAIN } else { PLAIN };
        Clear.render(frame, buffer);
        Block::bordered().border_set(set).title(self.title()).render(frame, buffer);
        let inner = self.inner(screen);
        let (lines, top) = self.page(inner.height.into());
        for ((index, line), row) in lines.iter().enumerate().skip(top).zip(inner.rows()) {
            let chosen = matches!(self, Self::Menu(menu) if menu.at == index);
            let style = if chosen { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
            let sign = if chosen { look.to_move() } else { " " };
            buffer.set_stringn(row.x, row.y, format!("{sign} {line}"), row.width.into(), style);
        }
    }
}
