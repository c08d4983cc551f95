//! Talking to chess programs: the protocols UCI and CECP, line by line, recognised from the first.
//!
//! One loop reads events: lines from a thread that reads them, and results from the thinking thread, so that a stop command acts at once.
//! Any input is answered or ignored, and never ends the loop. What both protocols share is the [`Session`]; each protocol formats its own
//! output.

mod cecp;
mod clock;
mod read;
mod session;
mod uci;
mod variants;

pub(crate) use clock::{Clock, by_clock};
pub(crate) use variants::SupportedVariants;

use std::io::{BufRead, Write};

use session::{Event, Session, Wire};

/// Serves a program at the other end until it sends `quit` or closes the pipe; the games on offer are loaded meanwhile.
pub(crate) fn serve(
    input: impl BufRead + Send + 'static,
    output: Box<dyn Write + Send>,
    offers: impl FnOnce() -> Result<SupportedVariants, ferz::LoadError> + Send + 'static,
) -> Result<(), ferz::LoadError> {
    let mut wire = Wire::new(input, output);
    let offers = wire.load(offers)?;
    let mut desk = Session::new(wire, offers)?;
    loop {
        let line = match desk.next() {
            Event::Line(line) => line,
            Event::TooLong | Event::Loaded(_) => continue,
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
    use std::path::Path;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Duration;

    use super::*;

    /// An output that passes on what is written.
    struct Told(Sender<String>);

    impl Write for Told {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.0.send(text).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn said_up_to(told: &Receiver<String>, end: &str) -> String {
        let mut said = String::new();
        while !said.contains(end) {
            said +=
                &told.recv_timeout(Duration::from_secs(300)).unwrap_or_else(|_| panic!("no {end}: {said}"));
        }
        said
    }

    #[test]
    fn an_interface_is_asked_to_wait_before_the_games_are_loaded() {
        let (sender, told) = channel();
        let (go_on, heard) = channel();
        let input = Cursor::new("xboard\nprotover 2\nquit\n");
        let offers = move || {
            heard.recv().expect("the first feature has been seen");
            SupportedVariants::new(&[] as &[&Path])
        };
        let thread = std::thread::spawn(move || serve(input, Box::new(Told(sender)), offers).is_ok());
        assert_eq!(said_up_to(&told, "\n"), "feature done=0\n");
        go_on.send(()).expect("the games are waited for");
        let rest = said_up_to(&told, "feature done=1");
        assert!(rest.contains("feature variants=") && !rest.contains("done=0"), "{rest}");
        assert!(thread.join().expect("no panic"));
    }
}
