//! Lines from the player: edited in a terminal, read as they come elsewhere.

use std::io::{BufRead, IsTerminal, Write, stdin, stdout};

use ferz::text::shown;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::screen::interactive;

/// The longest line that can mean anything, in bytes.
const LONGEST: usize = 4096;

/// The result of reading a line.
pub(super) enum Answer {
    Line(String),
    /// The maximum line length: more than any move or command.
    TooLong,
    /// Ctrl-C.
    Interrupted,
    /// Nothing more will come.
    End,
}

/// The source of lines.
pub(super) enum Input {
    Editor(Box<DefaultEditor>),
    Lines,
}

impl Input {
    pub(super) fn new() -> Self {
        match DefaultEditor::new() {
            Ok(editor) if interactive() => Self::Editor(Box::new(editor)),
            _ => Self::Lines,
        }
    }

    /// The columns of the terminal, if there is one.
    pub(super) fn columns(&mut self) -> Option<usize> {
        match self {
            Self::Editor(editor) => {
                editor.dimensions().map(|(columns, _)| usize::from(columns)).filter(|&columns| columns > 0)
            }
            Self::Lines => None,
        }
    }

    /// The next line.
    pub(super) fn ask(&mut self, prompt: &str) -> std::io::Result<Answer> {
        match self {
            Self::Editor(editor) => Ok(edited(editor, prompt)),
            Self::Lines => plain(prompt),
        }
    }
}

fn edited(editor: &mut DefaultEditor, prompt: &str) -> Answer {
    match editor.readline(prompt) {
        Ok(line) if line.len() > LONGEST => Answer::TooLong,
        Ok(line) => {
            // a line that can't be remembered can still be played
            let _ = editor.add_history_entry(line.as_str());
            Answer::Line(line)
        }
        Err(ReadlineError::Interrupted) => Answer::Interrupted,
        // the terminal may have been resized
        Err(ReadlineError::Signal(_)) => Answer::Line(String::new()),
        Err(_) => Answer::End,
    }
}

/// Reads a line; input from a pipe is echoed after the prompt, as a terminal would do.
fn plain(prompt: &str) -> std::io::Result<Answer> {
    let echo = !stdin().is_terminal();
    let mut out = stdout().lock();
    if !echo {
        write!(out, "{prompt}")?;
        out.flush()?;
    }
    let answer = bounded(&mut stdin().lock());
    if let (true, Answer::Line(line)) = (echo, &answer) {
        writeln!(out, "{prompt}{}", shown(line.trim()))?;
    }
    Ok(answer)
}

/// Reads a line of which no more is kept than can mean anything.
fn bounded(input: &mut impl BufRead) -> Answer {
    let (mut line, mut some, mut long) = (Vec::new(), false, false);
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => return Answer::End,
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(chunk.len());
        long |= line.len() + taken > LONGEST;
        some |= !chunk.is_empty();
        if !long {
            line.extend_from_slice(&chunk[..taken]);
        }
        let over = end.is_some() || chunk.is_empty();
        input.consume(taken + usize::from(end.is_some()));
        if over {
            return match (some, long) {
                (false, _) => Answer::End,
                (_, true) => Answer::TooLong,
                _ => Answer::Line(String::from_utf8_lossy(&line).into_owned()),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_strange_lines_are_survived() {
        let text = [b"e2e4\n".to_vec(), vec![b'x'; 1 << 20], b"\n\xff\xfe\nlast".to_vec()].concat();
        let mut input = &text[..];
        assert!(matches!(bounded(&mut input), Answer::Line(line) if line == "e2e4"));
        assert!(matches!(bounded(&mut input), Answer::TooLong));
        assert!(matches!(bounded(&mut input), Answer::Line(line) if line == "\u{fffd}\u{fffd}"));
        assert!(matches!(bounded(&mut input), Answer::Line(line) if line == "last"));
        assert!(matches!(bounded(&mut input), Answer::End));
    }
}
