//! Reading lines of bounded length.

use std::io::{BufRead, Read};

/// The maximum line length: a game of some thousands of moves.
const LONGEST: u64 = 1 << 20;

/// A line that was read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Incoming {
    Line(String),
    /// A line that is too long; it has been skipped.
    TooLong,
    End,
}

/// Reads a line; invalid text in it is replaced.
pub(super) fn read(input: &mut impl BufRead) -> Incoming {
    let mut bytes = Vec::new();
    match input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => Incoming::End,
        Ok(_) if bytes.ends_with(b"\n") || (bytes.len() as u64) < LONGEST => {
            Incoming::Line(String::from_utf8_lossy(&bytes).trim().to_owned())
        }
        Ok(_) => skip(input),
    }
}

/// Skips the rest of a line.
fn skip(input: &mut impl BufRead) -> Incoming {
    loop {
        let Ok(buffer) = input.fill_buf() else { return Incoming::End };
        if buffer.is_empty() {
            return Incoming::TooLong;
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(buffer.len(), |end| end + 1);
        input.consume(length);
        if end.is_some() {
            return Incoming::TooLong;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_and_the_next_one_is_read() {
        let long = vec![b'x'; 3 << 20];
        let text = [b"uci\r\n", &long[..], b"\nquit\n\xFF\xFE\nlast"].concat();
        let mut input = &text[..];
        assert_eq!(read(&mut input), Incoming::Line("uci".to_owned()));
        assert_eq!(read(&mut input), Incoming::TooLong);
        assert_eq!(read(&mut input), Incoming::Line("quit".to_owned()));
        assert!(matches!(read(&mut input), Incoming::Line(_)));
        assert_eq!(read(&mut input), Incoming::Line("last".to_owned()));
        assert_eq!(read(&mut input), Incoming::End);
    }
}
