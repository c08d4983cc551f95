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

use session::{Event, Session};

/// Serves a program at the other end until it sends `quit` or closes the pipe.
pub(crate) fn serve(
    input: impl BufRead + Send + 'static,
    output: Box<dyn Write + Send>,
    offers: SupportedVariants,
) -> Result<(), ferz::LoadError> {
    let mut desk = Session::new(input, output, offers)?;
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
