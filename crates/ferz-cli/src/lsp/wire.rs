//! Messages on the wire. Unlike the reader of the library, this one survives what it can't read.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};

use lsp_server::Message;

/// The channel for messages to the editor. Posting doesn't wait, and reports no error if there is no receiver any more.
#[derive(Clone, Debug)]
pub(super) struct Post(Sender<Option<Message>>);

impl Post {
    /// A post, and where its messages come out.
    pub(super) fn new() -> (Self, Receiver<Option<Message>>) {
        let (sender, receiver) = channel();
        (Self(sender), receiver)
    }

    pub(super) fn send(&self, message: impl Into<Message>) {
        _ = self.0.send(Some(message.into()));
    }

    /// Closes the post: nothing that is posted after this is sent.
    pub(super) fn close(&self) {
        _ = self.0.send(None);
    }
}

/// Writes what is posted until the post is closed, or the output has no reader any more.
pub(super) fn write_all(mut output: impl Write, letters: &Receiver<Option<Message>>) {
    while let Ok(Some(message)) = letters.recv() {
        if message.write(&mut output).is_err() {
            return;
        }
    }
}

/// The maximum length of a message; longer ones, which no editor sends, are skipped.
const LONGEST: u64 = 64 << 20;

/// Something received from the editor.
#[derive(Debug)]
pub(super) enum Came {
    Message(Box<Message>),
    /// Something that is no message, and why.
    Unreadable(String),
}

/// The next thing that comes; `None` when nothing will come any more.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Came>> {
    let Some(length) = header(input)? else { return Ok(None) };
    if length > LONGEST {
        io::copy(&mut input.take(length), &mut io::sink())?;
        return Ok(Some(Came::Unreadable(format!("a message of {length} bytes is too long"))));
    }
    let mut body = Vec::new();
    if input.take(length).read_to_end(&mut body)? < length as usize {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(message) => Came::Message(Box::new(message)),
        Err(error) => Came::Unreadable(format!("this is not a message: {error}")),
    }))
}

/// The length of the next message's body; lines that don't belong to a header are skipped.
fn header(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        // a line of a header is short; only a part of anything longer is read at a time
        if input.take(4096).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match (line.trim(), length) {
            ("", Some(length)) => return Ok(Some(length)),
            (line, _) => {
                let (name, value) = line.split_once(':').unwrap_or_default();
                if name.trim().eq_ignore_ascii_case("content-length") {
                    length = value.trim().parse().ok();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut input: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        while let Some(came) = read(&mut input).expect("bytes can be read") {
            found.push(match came {
                Came::Message(message) => match *message {
                    Message::Notification(one) => one.method,
                    other => format!("{other:?}"),
                },
                Came::Unreadable(_) => "?".to_owned(),
            });
        }
        found
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn what_can_not_be_read_is_passed_over() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"good"}"#);
        let bad = framed(r#"{"jsonrpc":"2.0","#);
        let odd = framed("[1, 2]");
        let stray = "\r\nwhat is this?\r\ncontent-length: none\r\n\r\n";
        assert_eq!(all(format!("{good}{bad}{odd}{stray}{good}").as_bytes()), ["good", "?", "?", "good"]);
    }

    #[test]
    fn a_message_cut_short_is_the_end() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"good"}"#);
        assert_eq!(all(&good.as_bytes()[..good.len() - 1]), [""; 0]);
        assert_eq!(all(b"Content-Length: 99999999999999999\r\n\r\n{}"), ["?"]);
        assert_eq!(all(&[0xff; 10_000]), [""; 0]);
    }
}
