//! A sheet as Markdown (CommonMark, and tables as GitHub has them).

use super::{Block, Look, Moves, Sheet};

/// Writes a sheet down as Markdown.
pub(crate) fn write(sheet: &Sheet, look: Look) -> String {
    let mut parts = vec![format!("# {}", escaped(&sheet.title))];
    parts.extend(sheet.lead.iter().map(|line| escaped(line)));
    for section in &sheet.sections {
        parts.push(format!("## {}", escaped(&section.title)));
        parts.extend(section.blocks.iter().map(|block| one(block, look)));
    }
    parts.iter().map(|part| part.trim_end()).collect::<Vec<_>>().join("\n\n") + "\n"
}

/// A text whose signs mean only themselves.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' | '$' => {
                safe.push('\\');
                safe.push(sign);
            }
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    unlisted(safe)
}

/// A text that doesn't begin as an entry of a list does.
fn unlisted(text: String) -> String {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    match text[digits..].chars().next() {
        Some('-' | '+') if digits == 0 => format!("\\{text}"),
        Some('.' | ')') if digits > 0 => format!("{}\\{}", &text[..digits], &text[digits..]),
        _ => text,
    }
}

fn one(block: &Block, look: Look) -> String {
    match block {
        Block::Heading(title) => format!("### {}", escaped(title)),
        Block::Text(text) | Block::Key { written: text, .. } => escaped(text),
        Block::List(lines) => lines.iter().map(|line| format!("- {}\n", escaped(line))).collect(),
        Block::Numbered(lines) => {
            let numbered = lines.iter().enumerate();
            numbered.map(|(at, line)| format!("{}. {}\n", at + 1, escaped(line))).collect()
        }
        Block::Table { caption, head, rows } => {
            let line = |cells: &[String]| {
                let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
                format!("| {} |\n", cells.join(" | "))
            };
            let rule = format!("|{}\n", " --- |".repeat(head.len()));
            let rows: String = rows.iter().map(|row| line(row)).collect();
            format!("{}:\n\n{}{rule}{rows}", escaped(caption), line(head))
        }
        Block::Code(text) | Block::Board(_, text) => fenced(text),
        Block::Moves(moves) => diagram(moves, look),
    }
}

fn fenced(text: &str) -> String {
    let lines: String = text.lines().map(|line| format!("{}\n", line.replace("```", "'''"))).collect();
    format!("```text\n{lines}```\n")
}

fn diagram(moves: &Moves, look: Look) -> String {
    let (board, legend) = moves.diagram.text(&moves.letter, look.ascii);
    let title =
        if moves.diagram.is_one_way() { format!("{}:\n\n", escaped(&moves.title)) } else { String::new() };
    let legend: String =
        legend.iter().map(|(sign, words)| format!("- `{sign}` {}\n", escaped(words))).collect();
    format!("{title}{}\n{legend}", fenced(&board))
}
