//! The tokens of a text, read from a stream byte by byte. However long a line or a token is, little of it is kept.

use std::io::{self, BufRead};

use super::{Fault, Place, Termination};

/// The maximum length of a move, tag and comment, in bytes; the rest is dropped and reported.
const LONGEST_WORD: usize = 255;
const LONGEST_VALUE: usize = 1 << 16;
const LONGEST_COMMENT: usize = 1 << 20;
/// The maximum number of faults kept until they are taken.
pub(super) const MOST_FAULTS: usize = 100;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Tag(String, String),
    Comment(String),
    Nag(u8),
    Open,
    Close,
    Termination(Termination),
    Move(String),
}

/// A text being read.
pub(super) struct Lexer<R> {
    input: R,
    place: Place,
    /// The number of bytes read so far.
    pub(super) taken: u64,
    pub(super) faults: Vec<Fault>,
}

impl<R: BufRead> Lexer<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, place: Place { line: 1, column: 1 }, taken: 0, faults: Vec::new() }
    }

    /// Adds a fault, unless there are too many already, or there is one at the same place.
    pub(super) fn fault(&mut self, fault: Fault) {
        let known = self.faults.iter().any(|known| known.place == fault.place);
        if !known && self.faults.len() < MOST_FAULTS {
            self.faults.push(fault);
        }
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// Returns the next byte without consuming it.
    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn skip(&mut self, byte: u8) {
        self.input.consume(1);
        self.taken += 1;
        match byte {
            b'\n' => self.place = Place { line: self.place.line + 1, column: 1 },
            // continuation bytes of a character, and a byte order mark
            0x80..=0xBF => {}
            0xEF if self.taken == 1 => {}
            _ => self.place.column += 1,
        }
    }

    /// Skips bytes up to one that ends the token.
    fn pass(&mut self, ends: impl Fn(u8) -> bool) -> io::Result<()> {
        while let Some(byte) = self.peek()?.filter(|&byte| !ends(byte)) {
            self.skip(byte);
        }
        Ok(())
    }

    /// Reads bytes up to one that ends the token; at most `most` of them are kept.
    fn collect(&mut self, most: usize, ends: impl Fn(u8) -> bool) -> io::Result<String> {
        let (begun, mut bytes, mut over) = (self.place, Vec::new(), false);
        while let Some(byte) = self.peek()?.filter(|&byte| !ends(byte)) {
            self.skip(byte);
            if bytes.len() < most {
                bytes.push(byte);
            } else {
                over = true;
            }
        }
        if over {
            self.fault(Fault::error(begun, format!("this is longer than {most} bytes")));
        }
        // invalid UTF-8 is read as Latin-1, as the standard has it
        Ok(match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) if over => String::new(),
            Err(error) => error.as_bytes().iter().map(|&byte| char::from(byte)).collect(),
        })
    }

    /// Returns the next token, and where it begins.
    pub(super) fn next(&mut self) -> io::Result<Option<(Token, Place)>> {
        while let Some(byte) = self.peek()? {
            let place = self.place;
            let token = match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => {
                    self.skip(byte);
                    None
                }
                b'%' if place.column == 1 => {
                    self.pass(|byte| byte == b'\n')?;
                    None
                }
                0xEF | 0xBB | 0xBF if self.taken < 3 && place.column == 1 => {
                    self.skip(byte);
                    None
                }
                b';' => {
                    self.skip(byte);
                    Some(Token::Comment(
                        self.collect(LONGEST_COMMENT, |byte| byte == b'\n')?.trim().to_owned(),
                    ))
                }
                b'{' => Some(self.comment(place)?),
                b'(' | b')' => {
                    self.skip(byte);
                    Some(if byte == b'(' { Token::Open } else { Token::Close })
                }
                b'[' => self.tag(place)?,
                b'$' => self.nag(place)?,
                b'}' | b']' | b'"' => {
                    self.skip(byte);
                    let sign = char::from(byte);
                    self.fault(Fault::error(place, format!("`{sign}` closes nothing here")));
                    None
                }
                _ => {
                    if let Some(found) = self.word()? {
                        return Ok(Some(found));
                    }
                    None
                }
            };
            if let Some(token) = token {
                return Ok(Some((token, place)));
            }
        }
        Ok(None)
    }

    fn comment(&mut self, place: Place) -> io::Result<Token> {
        self.skip(b'{');
        let text = self.collect(LONGEST_COMMENT, |byte| byte == b'}')?;
        match self.peek()? {
            Some(byte) => self.skip(byte),
            None => self.fault(Fault::error(place, "this comment is not closed")),
        }
        Ok(Token::Comment(text.trim().to_owned()))
    }

    fn nag(&mut self, place: Place) -> io::Result<Option<Token>> {
        self.skip(b'$');
        let digits = self.collect(LONGEST_WORD, |byte| !byte.is_ascii_digit())?;
        let number = digits.parse().ok();
        if number.is_none() {
            self.fault(Fault::error(place, "a number from 0 to 255 must follow `$`"));
        }
        Ok(number.map(Token::Nag))
    }

    /// `[Name "value"]`; `None` if it is too faulty to be one.
    fn tag(&mut self, place: Place) -> io::Result<Option<Token>> {
        self.skip(b'[');
        self.pass(|byte| !byte.is_ascii_whitespace())?;
        let name = self.collect(LONGEST_WORD, |byte| !byte.is_ascii_alphanumeric() && byte != b'_')?;
        self.pass(|byte| !byte.is_ascii_whitespace())?;
        if name.is_empty() || self.peek()? != Some(b'"') {
            self.fault(Fault::error(place, "a tag is written `[Name \"value\"]`"));
            self.pass(|byte| matches!(byte, b']' | b'\n'))?;
            if self.peek()? == Some(b']') {
                self.skip(b']');
            }
            return Ok(None);
        }
        let (value, closed) = self.quoted()?;
        self.pass(|byte| !byte.is_ascii_whitespace())?;
        match self.peek()? {
            Some(b']') => self.skip(b']'),
            _ if !closed => {}
            _ => self.fault(Fault::error(self.place, "`]` is missing here")),
        }
        Ok(Some(Token::Tag(name, value)))
    }

    /// Reads a quoted text, in which `\"` and `\\` are escapes. Some programs write quotes within it unescaped. Also returns whether it is
    /// closed.
    fn quoted(&mut self) -> io::Result<(String, bool)> {
        let place = self.place;
        self.skip(b'"');
        let mut value = String::new();
        loop {
            value += &self.collect(LONGEST_VALUE, |byte| matches!(byte, b'"' | b'\\' | b'\n'))?;
            let here = self.place;
            match self.peek()? {
                Some(b'"') => {
                    self.skip(b'"');
                    let blanks = self.collect(LONGEST_WORD, |byte| !matches!(byte, b' ' | b'\t' | b'\r'))?;
                    if matches!(self.peek()?, None | Some(b']' | b'\n')) {
                        return Ok((value, true));
                    }
                    self.fault(Fault::warning(here, "a quote within text is written `\\\"`"));
                    value.push('"');
                    value += &blanks;
                }
                Some(b'\\') => {
                    self.skip(b'\\');
                    match self.peek()? {
                        Some(byte @ (b'"' | b'\\')) => {
                            self.skip(byte);
                            value.push(char::from(byte));
                        }
                        _ => value.push('\\'),
                    }
                }
                _ => {
                    self.fault(Fault::error(place, "this text is not closed"));
                    return Ok((value.trim_end_matches(['\r', ']', '"']).to_owned(), false));
                }
            }
            if value.len() > LONGEST_VALUE {
                value = String::new();
                self.fault(Fault::error(place, format!("this is longer than {LONGEST_VALUE} bytes")));
            }
        }
    }

    /// Returns a move, a result, or a glyph; `None` if it was only a move number.
    fn word(&mut self) -> io::Result<Option<(Token, Place)>> {
        let mut place = self.place;
        let ends = |byte: u8| byte.is_ascii_whitespace() || b"{}()[];\"$".contains(&byte);
        let whole = self.collect(LONGEST_WORD, ends)?;
        let mut text = whole.as_str();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let dots = ['.', '…'];
        if text[digits..].starts_with(dots) {
            text = &text[digits..];
        }
        text = text.trim_start_matches(dots);
        place.column += whole[..whole.len() - text.len()].chars().count() as u64;
        // a number without its dot; four zeros are a null move (a move declined)
        let number = text.bytes().all(|byte| byte.is_ascii_digit()) && text != "0000";
        if number || matches!(text, "e.p." | "e.p" | "ep") {
            return Ok(None);
        }
        let token = match (Termination::read(text), glyph(text)) {
            (Some(outcome), _) => Token::Termination(outcome),
            (_, Some(nag)) => Token::Nag(nag),
            _ => Token::Move(text.to_owned()),
        };
        Ok(Some((token, place)))
    }
}

/// Returns the number of a glyph in the old notation.
pub(super) fn glyph(text: &str) -> Option<u8> {
    let glyphs = ["!", "?", "!!", "??", "!?", "?!"];
    glyphs.iter().position(|&glyph| glyph == text).map(|place| place as u8 + 1)
}

/// Returns `true` if a move written this way is read back as a move.
pub(super) fn is_plain(text: &str) -> bool {
    let mut lexer = Lexer::new(text.as_bytes());
    let read = matches!(lexer.next(), Ok(Some((Token::Move(mv), _))) if mv == text);
    read && matches!(lexer.next(), Ok(None)) && lexer.faults.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Token> {
        let mut lexer = Lexer::new(text.as_bytes());
        std::iter::from_fn(|| lexer.next().unwrap().map(|(token, _)| token)).collect()
    }

    fn moves(text: &str) -> Vec<String> {
        let mv = |token| if let Token::Move(mv) = token { Some(mv) } else { None };
        words(text).into_iter().filter_map(mv).collect()
    }

    #[test]
    fn numbers_of_any_style_are_no_moves() {
        assert_eq!(
            moves("1.e4 e5 2. Nf3 2... Nc6 3 Bc4 3...Bc5 4…d3 ... d6 12.0-0"),
            ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "d3", "d6", "0-0"]
        );
        assert_eq!(
            moves("1. 22-17 11-15 2. 0000 22x15 exd6 e.p."),
            ["22-17", "11-15", "0000", "22x15", "exd6"]
        );
    }

    #[test]
    fn results_glyphs_and_comments_are_told_apart() {
        use Token::{Close, Comment, Move, Nag, Open};
        let mv = |text: &str| Move(text.to_owned());
        let comment = |text: &str| Comment(text.to_owned());
        assert_eq!(
            words("e4{a}(d4 !?)$7; b ( }\n% no { word\n*"),
            [
                mv("e4"),
                comment("a"),
                Open,
                mv("d4"),
                Nag(5),
                Close,
                Nag(7),
                comment("b ( }"),
                Token::Termination(Termination::Unknown)
            ]
        );
        assert_eq!(words("1/2-1/2 1-0 0-1").len(), 3);
    }

    #[test]
    fn tags_are_read_with_their_escapes() {
        let tag = |name: &str, value: &str| Token::Tag(name.to_owned(), value.to_owned());
        assert_eq!(words(r#"[ A_1 "a \"b\" \\ c" ][B ""]"#), [tag("A_1", r#"a "b" \ c"#), tag("B", "")]);
        assert_eq!(words("\u{feff}[A \"é\"]"), [tag("A", "é")]);
        // quotes that some programs leave unescaped
        assert_eq!(words(r#"[A "the "best" of all"]"#), [tag("A", r#"the "best" of all"#)]);
        // Latin-1
        let mut lexer = Lexer::new(&b"[A \"\xE9\"]"[..]);
        assert_eq!(lexer.next().unwrap().unwrap().0, tag("A", "é"));
    }

    #[test]
    fn what_is_endless_is_cut_and_said() {
        let long = "x".repeat(3 << 20);
        for text in [long.clone(), format!("{{{long}}}"), format!("[A \"{long}\"]")] {
            let mut lexer = Lexer::new(text.as_bytes());
            while lexer.next().unwrap().is_some() {}
            assert!(lexer.faults.iter().any(|fault| fault.message.starts_with("this is longer")));
        }
    }

    #[test]
    fn plain_moves_are_read_back() {
        assert!(
            ["e4", "0000", "xd3", "d8=q", "Gh7xj5xh3", "d1d7!", "+Pe4", "22x15"].into_iter().all(is_plain)
        );
        assert!(
            !["", "12", "1.e4", "a b", "a(b", "{a}", "%a", "*", "1-0", "!", "$1"].into_iter().any(is_plain)
        );
    }
}
