//! Talking to chess programs: the protocols UCI and CECP, line by line, recognised from the first.
//!
//! One loop reads events: lines from a thread that reads them, and results from the thinking thread, so that a stop command acts at once.
//! Any input is answered or ignored, and never ends the loop. What both protocols share is the [`Session`]; each protocol formats its own
//! output.

mod cecp;
mod clock;
mod men;
mod read;
mod session;
mod uci;
mod variants;

pub(crate) use clock::{Clock, by_clock};
pub(crate) use variants::SupportedVariants;

use std::io::{BufRead, Write};
use std::thread;

use ferz::LoadError;
use session::{Event, Lines, Session};

/// Serves a program at the other end until it sends `quit` or closes the pipe. The games, which `offers` loads, take a while: they are
/// loaded while the other end is listened to, so that a program that waits for the first word of an answer has it at once.
pub(crate) fn serve(
    input: impl BufRead + Send + 'static,
    output: Box<dyn Write + Send>,
    offers: impl FnOnce() -> Result<SupportedVariants, LoadError>,
) -> Result<(), LoadError> {
    let mut lines = Lines::new(input, output);
    let greeting = thread::spawn(move || {
        lines.greet();
        lines
    });
    let offers = offers()?;
    let lines = greeting.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    let mut desk = Session::new(lines, offers)?;
    loop {
        let line = match desk.next() {
            Event::Line(line) => line,
            Event::TooLong => continue,
            Event::End | Event::Done(..) => return Ok(()),
        };
        let word = line.split_whitespace().next().unwrap_or_default();
        match word {
            "" => {}
            "quit" => return Ok(()),
            "xboard" => {
                cecp::serve(desk);
                return Ok(());
            }
            "uci" | "isready" | "position" | "go" | "setoption" | "ucinewgame" | "d" => {
                uci::serve(desk, &line);
                return Ok(());
            }
            _ => desk.say("This is an engine: it waits for `uci` or `xboard`."),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Cursor};
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;

    use super::*;

    /// An output whose every line is sent on.
    struct Sent(Sender<String>);

    impl Write for Sent {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.send(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_first_answer_does_not_wait_for_the_games() {
        let (sender, said) = channel();
        let input = Cursor::new("xboard\nprotover 2\nquit\n");
        let offers = move || {
            // the games are loaded only once the answer is there
            let mut early = String::new();
            while !early.contains("feature done=0") {
                let word: String =
                    said.recv_timeout(Duration::from_secs(60)).expect("an answer before the games");
                early += &word;
            }
            assert!(!early.contains("variants"), "{early}");
            SupportedVariants::new(&[] as &[&str])
        };
        serve(input, Box::new(Sent(sender)), offers).expect("the games load");
    }
}
