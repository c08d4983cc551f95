//! A sheet as plain text for a terminal.

use super::{Block, Look, Moves, Sheet};
use crate::text::{WIDTH, printable as plain, wrapped};

/// Writes a sheet down as plain text.
pub(crate) fn write(sheet: &Sheet, look: Look) -> String {
    let mut parts = vec![heading(&sheet.title, '=')];
    parts.extend(sheet.lead.iter().map(|line| wrapped(line, "", "")));
    for section in &sheet.sections {
        parts.push(heading(&section.title, '-'));
        parts.extend(section.blocks.iter().map(|block| one(block, look)));
    }
    parts.iter().map(|part| part.trim_end_matches('\n')).collect::<Vec<_>>().join("\n\n") + "\n"
}

fn heading(title: &str, under: char) -> String {
    let title = plain(title);
    let line = under.to_string().repeat(title.chars().count());
    format!("{title}\n{line}")
}

fn one(block: &Block, look: Look) -> String {
    match block {
        Block::Heading(title) => format!("* {} *", plain(title)),
        Block::Text(text) | Block::Key { written: text, .. } => wrapped(text, "", ""),
        Block::List(lines) => lines.iter().map(|line| wrapped(line, "- ", "  ")).collect(),
        Block::Numbered(lines) => {
            let numbered = lines.iter().enumerate();
            numbered.map(|(at, line)| wrapped(line, &format!("{:>2}. ", at + 1), "    ")).collect()
        }
        Block::Table { caption, head, rows } => format!("{}:\n\n{}", plain(caption), table(head, rows)),
        Block::Code(text) => format!("    {}\n", plain(text)),
        Block::Board(_, text) => text.lines().map(|line| format!("  {}\n", plain(line))).collect(),
        Block::Moves(moves) => diagram(moves, look),
    }
}

fn diagram(moves: &Moves, look: Look) -> String {
    let title = if moves.diagram.is_one_way() { format!("  {}:\n\n", moves.title) } else { String::new() };
    title + &moves.diagram.with_legend(&moves.letter, look.ascii, "    ")
}

/// Lays out columns as wide as they need, or as there is room; what doesn't fit continues below.
fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let natural = |at: usize| {
        let cells = rows.iter().map(|row| row[at].chars().count());
        cells.max().unwrap_or(0).max(head[at].chars().count())
    };
    let mut widths: Vec<usize> = (0..head.len()).map(natural).collect();
    let room = WIDTH.saturating_sub(2 * head.len());
    while widths.iter().sum::<usize>() > room {
        let widest = (0..widths.len()).rev().max_by_key(|&at| widths[at]).unwrap_or(0);
        if widths[widest] <= 8 {
            break;
        }
        widths[widest] -= 1;
    }
    let line = |row: &[String]| -> String {
        let cells: Vec<Vec<String>> =
            row.iter().zip(&widths).map(|(cell, &width)| folded(cell, width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let nth = |at: usize| {
            let parts = cells.iter().zip(&widths).map(|(cell, &width)| {
                let part = cell.get(at).map_or("", String::as_str);
                format!("  {part}{}", " ".repeat(width.saturating_sub(part.chars().count())))
            });
            parts.collect::<String>().trim_end().to_owned() + "\n"
        };
        (0..height).map(nth).collect()
    };
    let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    line(head) + &line(&rule) + &rows.iter().map(|row| line(row)).collect::<String>()
}

/// Breaks a text into lines of at most this many columns; a longer word gets its own line.
fn folded(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in plain(text).split_whitespace() {
        let last = lines.last_mut().expect("there is a line");
        if last.is_empty() {
            *last = word.to_owned();
        } else if last.chars().count() + 1 + word.chars().count() <= width {
            *last += &format!(" {word}");
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
