//! Reading games from a stream, one by one.

use std::collections::HashSet;
use std::io::{self, BufRead};

use super::lexer::{Lexer, Token};
use super::{Fault, Line, Note, Place, Ply, Record, Tag};
use crate::order;

/// The maximum size of a game in bytes, and the maximum number of its moves, variations included.
const LARGEST: u64 = 4 << 20;
const MOST_PLIES: usize = 100_000;
/// The maximum nesting of variations.
const DEEPEST: usize = 64;

/// A reader of games from a text, one by one, as an iterator. It keeps only one game in memory, and only the beginning of an endless one; a
/// faulty game is returned all the same, with its faults, and reading goes on with the next.
///
/// # Errors
/// Each game is an error if the text can't be read any further.
///
/// ```
/// let text = "1. e4 e5 *\n\n[Event \"?\"]\n\n1. d4 (1. c4";
/// let records: Vec<_> = ferz::pgn::Reader::new(text.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(records.len(), 2);
/// assert_eq!(records[1].faults[0].to_string(), "5:7: error: this variation is not closed");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// A token read ahead, which belongs to what comes next.
    ahead: Option<(Token, Place)>,
    /// The start of the game, in bytes, and the number of its moves.
    begun: u64,
    plies: usize,
}

impl<R> std::fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}

impl<R: BufRead> Reader<R> {
    /// Creates a reader of a text in UTF-8 or Latin-1.
    pub fn new(input: R) -> Self {
        Self { lexer: Lexer::new(input), ahead: None, begun: 0, plies: 0 }
    }

    fn take(&mut self) -> io::Result<Option<(Token, Place)>> {
        match self.ahead.take() {
            Some(found) => Ok(Some(found)),
            None => self.lexer.next(),
        }
    }

    fn fault(&mut self, fault: Fault) {
        self.lexer.fault(fault);
    }

    fn is_too_large(&self) -> bool {
        self.lexer.taken - self.begun > LARGEST || self.plies > MOST_PLIES
    }

    fn record(&mut self) -> io::Result<Option<Record>> {
        (self.begun, self.plies) = (self.lexer.taken, 0);
        let mut record = Record::default();
        let Some(first) = self.take()? else {
            return Ok(self.leftover(record));
        };
        record.place = first.1;
        self.ahead = Some(first);
        self.head(&mut record)?;
        let mut line = std::mem::take(&mut record.line);
        record.termination = self.line(&mut line, 0, record.place)?;
        record.line = line;
        record.end = self.ahead.as_ref().map_or(self.lexer.place(), |(_, place)| *place);
        if record.termination.is_none() && self.is_too_large() {
            self.fault(Fault::error(record.place, "this game is too large: what is left of it is skipped"));
            self.skip()?;
        } else if record.tags.is_empty() && record.line.plies.is_empty() && record.termination.is_none() {
            return Ok(self.leftover(record));
        } else if record.termination.is_none() && self.lexer.faults.is_empty() {
            self.fault(Fault::error(record.end, "there is no result at the end of this game"));
        }
        self.hand_over(&mut record);
        Ok(Some(record))
    }

    /// Returns a record for text that is not even the beginning of a game; `None` if nothing is wrong with it.
    fn leftover(&mut self, mut record: Record) -> Option<Record> {
        self.hand_over(&mut record);
        (!record.faults.is_empty()).then_some(record)
    }

    fn hand_over(&mut self, record: &mut Record) {
        record.faults = std::mem::take(&mut self.lexer.faults);
        order::by_key(&mut record.faults, |fault| fault.place);
    }

    /// Reads the tags, and comments among them.
    fn head(&mut self, record: &mut Record) -> io::Result<()> {
        let mut names = HashSet::new();
        while !self.is_too_large() {
            match self.take()? {
                Some((Token::Tag(name, value), place)) => {
                    if !names.insert(name.clone()) {
                        self.fault(Fault::error(place, format!("the tag `{name}` occurs twice")));
                    }
                    record.tags.push(Tag { name, value, place });
                }
                Some((Token::Comment(text), _)) => record.line.before.push(text),
                other => {
                    self.ahead = other;
                    break;
                }
            }
        }
        Ok(())
    }

    /// Reads moves up to the end of the variation or the game, with its outcome.
    fn line(
        &mut self,
        line: &mut Line,
        depth: usize,
        opened: Place,
    ) -> io::Result<Option<super::Termination>> {
        while !self.is_too_large() {
            let Some((token, place)) = self.take()? else {
                return Ok(self.unclosed(depth, opened));
            };
            match token {
                Token::Tag(..) => {
                    self.ahead = Some((token, place));
                    return Ok(self.unclosed(depth, opened));
                }
                Token::Termination(outcome) if depth == 0 => return Ok(Some(outcome)),
                Token::Termination(_) => {
                    self.fault(Fault::error(place, "there is a result within a variation"));
                }
                Token::Close if depth > 0 => return Ok(None),
                Token::Close => self.fault(Fault::error(place, "`)` closes nothing here")),
                Token::Move(text) => {
                    self.plies += 1;
                    line.plies.push(Ply { text, place, ..Ply::default() });
                }
                Token::Comment(text) => match line.plies.last_mut() {
                    Some(ply) => ply.notes.push(Note::Comment(text)),
                    None => line.before.push(text),
                },
                Token::Nag(nag) => match line.plies.last_mut() {
                    Some(ply) => ply.notes.push(Note::Nag(nag)),
                    None => self.fault(Fault::error(place, "there is a glyph before any move")),
                },
                Token::Open => self.variation(line, depth, place)?,
            }
        }
        Ok(None)
    }

    fn variation(&mut self, line: &mut Line, depth: usize, place: Place) -> io::Result<()> {
        if depth == DEEPEST {
            self.fault(Fault::error(place, "variations are nested too deeply"));
            return self.skip_variation();
        }
        let mut within = Line::default();
        self.line(&mut within, depth + 1, place)?;
        match line.plies.last_mut() {
            Some(ply) if !within.plies.is_empty() => ply.notes.push(Note::Variation(within)),
            Some(_) => self.fault(Fault::error(place, "this variation has no move")),
            None => self.fault(Fault::error(place, "there is a variation before any move")),
        }
        Ok(())
    }

    fn unclosed(&mut self, depth: usize, opened: Place) -> Option<super::Termination> {
        if depth > 0 {
            self.fault(Fault::error(opened, "this variation is not closed"));
        }
        None
    }

    fn skip_variation(&mut self) -> io::Result<()> {
        let mut open = 1usize;
        while open > 0 && !self.is_too_large() {
            match self.take()? {
                Some((Token::Open, _)) => open += 1,
                Some((Token::Close, _)) => open -= 1,
                found @ (None | Some((Token::Tag(..), _))) => {
                    self.ahead = found;
                    break;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Skips the rest of a game, up to the next tag.
    fn skip(&mut self) -> io::Result<()> {
        while let Some(found) = self.take()? {
            if let Token::Tag(..) = found.0 {
                self.ahead = Some(found);
                break;
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        self.record().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Termination;
    use crate::pgn::lexer::MOST_FAULTS;

    fn read(text: &str) -> Vec<Record> {
        Reader::new(text.as_bytes()).map(Result::unwrap).collect()
    }

    fn faults(text: &str) -> Vec<String> {
        read(text).iter().flat_map(|record| &record.faults).map(Fault::to_string).collect()
    }

    #[test]
    fn games_follow_each_other_with_and_without_tags() {
        let records = read("{first} [A \"1\"]\n1. e4 *\n\ne4 e5 1-0 d4 0-1\n{the end}\n");
        assert_eq!(records.len(), 3);
        assert_eq!(records[0].line.before, ["first"]);
        assert_eq!(records[2].termination, Some(Termination::Black));
        assert!(read("").is_empty() && read(" \n{only a remark}\n; and\n% nothing\n").is_empty());
    }

    #[test]
    fn variations_stand_in_each_other() {
        let record = &read("1. e4 $1 (1. d4 {a} d5 (1... Nf6 2. c4)) (1. c4) e5 *")[0];
        let Note::Variation(line) = &record.line.plies[0].notes[1] else { panic!("{record:?}") };
        assert_eq!(line.plies.len(), 2);
        assert!(matches!(&line.plies[1].notes[0], Note::Variation(inner) if inner.plies.len() == 2));
        assert_eq!((record.line.plies.len(), record.line.plies[0].notes.len()), (2, 3));
    }

    #[test]
    fn faults_have_their_places() {
        let one = |text: &str, fault: &str| assert_eq!(faults(text), [fault], "{text}");
        one("e4 )\n*", "1:4: error: `)` closes nothing here");
        one("e4 }\n*", "1:4: error: `}` closes nothing here");
        one("e4\n {a", "2:2: error: this comment is not closed");
        one("( e4 ) *", "1:1: error: there is a variation before any move");
        one("e4 () *", "1:4: error: this variation has no move");
        one("e4 (d4 1-0) *", "1:8: error: there is a result within a variation");
        one("$1 e4 *", "1:1: error: there is a glyph before any move");
        one("e4 $300 *", "1:4: error: a number from 0 to 255 must follow `$`");
        one("é é [A \"\"] *", "1:5: error: there is no result at the end of this game");
        one("[A \"a] *", "1:4: error: this text is not closed");
        one("[A] *", "1:1: error: a tag is written `[Name \"value\"]`");
        one("[A \"\"\n*", "2:1: error: `]` is missing here");
        one("[A \"\"][A \"\"] *", "1:7: error: the tag `A` occurs twice");
    }

    #[test]
    fn many_tags_are_read() {
        let text: String = (0..200_000).map(|number| format!("[T{number} \"x\"]\n")).collect();
        let records = read(&(text + "*"));
        assert_eq!((records[0].tags.len(), &records[0].faults[..]), (200_000, &[][..]));
    }

    #[test]
    fn a_game_without_end_is_cut_and_the_next_one_read() {
        let deep = format!("e4 {} {}", "(e4 ".repeat(5_000), ")".repeat(5_000));
        for game in ["e4 ".repeat(2_000_000), "{".to_owned() + &"x ".repeat(4 << 20) + "}", deep] {
            let records = read(&format!("[A \"1\"]\n{game}\n*\n[A \"2\"]\n*\n"));
            assert!(!records[0].faults.is_empty() && records[0].faults.len() <= MOST_FAULTS);
            assert_eq!(records.last().unwrap().tag("A"), Some("2"));
        }
    }
}
