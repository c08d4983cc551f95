//! A record as text, in the export format of the standard: tags, an empty line, and movetext in lines of less than 80 characters.

use std::fmt;

use super::lexer::is_plain;
use super::{Line, Note, Ply, Record, Termination};
use crate::Side;

/// The seven tag roster, in its order, with the values for unknown tags.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];
/// The maximum line length.
const WIDTH: usize = 79;

/// Formats the record, ending in a line feed: the seven tags of the roster first, the others in their order. Moves that would not be read
/// back as moves, such as empty ones, are left out.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in ROSTER {
            let unknown = match self.termination {
                Some(outcome) if name == "Result" => outcome.word(),
                _ => unknown,
            };
            writeln!(f, "[{name} \"{}\"]", escaped(self.tag(name).unwrap_or(unknown)))?;
        }
        for tag in self.tags.iter().filter(|tag| ROSTER.iter().all(|(name, _)| *name != tag.name)) {
            writeln!(f, "[{} \"{}\"]", tag.name, escaped(&tag.value))?;
        }
        let mut page = Page::default();
        page.line(&self.line);
        page.put(self.termination.unwrap_or(Termination::Unknown).word());
        page.lay();
        writeln!(f, "\n{}", page.text)
    }
}

fn escaped(value: &str) -> String {
    let plain = |sign: char| if sign.is_control() { ' ' } else { sign };
    let value: String = value.chars().map(plain).collect();
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Words, laid out in lines.
#[derive(Default)]
struct Page {
    text: String,
    /// The number of characters in the last line.
    used: usize,
    /// The last word, which is not laid out yet.
    word: String,
    /// The text that precedes the next word without a space.
    lead: String,
    /// True if the last word is a comment up to the end of its line.
    remark: bool,
    /// True if the next word must begin a line.
    ended: bool,
}

impl Page {
    /// Adds a word.
    fn put(&mut self, word: &str) {
        self.lay();
        self.word = std::mem::take(&mut self.lead) + word;
    }

    /// Lays out the last word, on the next line if it does not fit.
    fn lay(&mut self) {
        let word = std::mem::take(&mut self.word);
        if word.is_empty() {
            return;
        }
        let length = word.chars().count();
        if self.ended || self.used > 0 && self.used + 1 + length > WIDTH {
            self.text.push('\n');
            self.used = 0;
        }
        if self.used > 0 {
            self.text.push(' ');
            self.used += 1;
        }
        self.text += &word;
        self.used += length;
        self.ended = std::mem::take(&mut self.remark);
    }

    /// Adds a sign behind the last word.
    fn close(&mut self, sign: char) {
        if self.remark { self.put(&sign.to_string()) } else { self.word.push(sign) }
    }

    fn comment(&mut self, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        if text.contains('}') {
            // only a comment up to the end of the line can contain a brace
            self.put(&format!("; {}", words.join(" ")));
            self.remark = true;
            return;
        }
        let mut pending = "{".to_owned();
        for (at, word) in words.iter().enumerate() {
            // a line must not begin like this
            let stuck = words.get(at + 1).is_some_and(|next| next.starts_with(['%', ';', '[']));
            pending += word;
            if stuck {
                pending.push(' ');
            } else if at + 1 < words.len() {
                self.put(&std::mem::take(&mut pending));
            }
        }
        self.put(&(pending + "}"));
    }

    fn line(&mut self, line: &Line) {
        for text in &line.before {
            self.comment(text);
        }
        let mut before: Option<Side> = None;
        let mut fresh = true;
        for (index, ply) in line.plies.iter().enumerate().filter(|(_, ply)| is_plain(&ply.text)) {
            if let Some((number, side)) = ply.turn {
                let again = index > 1 && line.plies[index - 2].turn.map(|turn| turn.1) == Some(Side::White);
                let number = match side {
                    Side::White if fresh || before == Some(Side::Black) => Some(format!("{number}.")),
                    Side::Black if fresh || before == Some(Side::White) && again => {
                        Some(format!("{number}..."))
                    }
                    _ => None,
                };
                number.iter().for_each(|number| self.put(number));
                before = Some(side);
            }
            self.put(&ply.text);
            fresh = self.notes(ply);
        }
    }

    /// Writes the annotations of a move; returns whether they interrupt the moves.
    fn notes(&mut self, ply: &Ply) -> bool {
        let mut interrupted = false;
        for note in &ply.notes {
            match note {
                Note::Nag(nag) => self.put(&format!("${nag}")),
                Note::Comment(text) => self.comment(text),
                Note::Variation(line) if line.plies.is_empty() => continue,
                Note::Variation(line) => {
                    self.lead.push('(');
                    self.line(line);
                    self.close(')');
                }
            }
            interrupted |= !matches!(note, Note::Nag(_));
        }
        interrupted
    }
}

#[cfg(test)]
mod tests {
    use crate::Variant;
    use crate::pgn::{Notation, Note, Reader, Record};

    fn moves(text: &str) -> String {
        let record = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let played = record.play(&Variant::load("chess", &[]).unwrap(), Notation::San);
        assert_eq!(played.faults, []);
        let written = played.record.to_string();
        let again = Reader::new(written.as_bytes()).next().unwrap().unwrap();
        let again = again.play(&Variant::load("chess", &[]).unwrap(), Notation::San).record;
        assert_eq!(again.to_string(), written);
        written.split_once("\n\n").unwrap().1.trim_end().to_owned()
    }

    #[test]
    fn numbers_stand_where_they_are_needed() {
        assert_eq!(
            moves("e4 {a} e5 (c5 Nf3 (Nc3 Nc6)) Nf3 $1 Nc6 *"),
            "1. e4 {a} 1... e5 (1... c5 2. Nf3 (2. Nc3 Nc6)) 2. Nf3 $1 Nc6 *"
        );
        assert_eq!(moves("[FEN \"4k3/8/8/8/8/8/8/R3K3 b - - 0 9\"]\nKd7 Kd2 *"), "9... Kd7 10. Kd2 *");
    }

    #[test]
    fn comments_with_a_brace_stand_at_the_end_of_a_line() {
        assert_eq!(
            moves("e4 ; a } b\n e5 (c5 ; }\n) Nf3 *"),
            "1. e4 ; a } b\n1... e5 (1... c5 ; }\n) 2. Nf3 *"
        );
    }

    #[test]
    fn long_lines_are_broken_and_never_before_an_escape() {
        let long = "word %x ;y [z ".repeat(40);
        let written = moves(&format!("e4 {{{long}}} e5 *"));
        let begins = |line: &str| line.starts_with(['%', ';', '[']);
        assert!(written.lines().count() > 3 && !written.lines().any(begins), "{written}");
    }

    #[test]
    fn tags_are_escaped_and_what_is_no_move_is_left_out() {
        let mut record = Record::default();
        record.set("Event", "\"a\\b\"\n[");
        record.line.plies.push(crate::pgn::Ply { text: "a b".to_owned(), ..Default::default() });
        record.line.plies.push(crate::pgn::Ply {
            text: "e4".to_owned(),
            notes: vec![Note::Comment("x".to_owned())],
            ..Default::default()
        });
        let text = record.to_string();
        let read = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        assert_eq!(read.faults, []);
        assert_eq!(read.tag("Event"), Some("\"a\\b\" ["));
        assert!(text.ends_with("e4 {x} *\n"), "{text}");
    }
}
