//! `ferz engine`, driven over pipes as chess programs drive it.
#![allow(dead_code, reason = "no test needs all of it")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The time an answer may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// An engine at the other end of two pipes.
pub(crate) struct Peer {
    pub(crate) child: Child,
    pub(crate) input: Option<ChildStdin>,
    pub(crate) lines: Receiver<String>,
}

impl Peer {
    pub(crate) fn new(files: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        command.arg("engine").args(files);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { input: child.stdin.take(), child, lines }
    }

    pub(crate) fn uci() -> Self {
        let mut peer = Self::new(&[]);
        peer.say("uci");
        peer.until("uciok");
        peer
    }

    pub(crate) fn cecp() -> Self {
        let mut peer = Self::new(&[]);
        peer.say("xboard\nprotover 2");
        peer.until("feature done=1");
        peer
    }

    pub(crate) fn say(&mut self, text: &str) {
        writeln!(self.input.as_mut().unwrap(), "{text}").unwrap();
    }

    /// The lines up to the first that begins with a text.
    #[track_caller]
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        let (begun, mut said) = (Instant::now(), Vec::new());
        loop {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            let Ok(line) = self.lines.recv_timeout(left) else { panic!("no {start:?}, only {said:#?}") };
            said.push(line);
            if said.last().is_some_and(|line| line.starts_with(start)) {
                return said;
            }
        }
    }

    /// The answer to some lines, up to that to `isready`.
    #[track_caller]
    pub(crate) fn answer(&mut self, text: &str) -> String {
        self.say(text);
        self.say("isready");
        self.until("readyok").join("\n")
    }

    /// The answer in the other protocol.
    #[track_caller]
    pub(crate) fn reply(&mut self, text: &str) -> String {
        self.say(text);
        self.say("ping 77");
        self.until("pong 77").join("\n")
    }

    /// The last move in the output.
    #[track_caller]
    pub(crate) fn best(&mut self, text: &str) -> String {
        self.say(text);
        let said = self.until("bestmove");
        said.last().unwrap().split(' ').nth(1).unwrap().to_owned()
    }

    /// It ends well within some seconds.
    #[track_caller]
    pub(crate) fn ends(mut self) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "it goes on");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
