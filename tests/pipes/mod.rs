//! `ferz engine`, driven over pipes as chess programs drive it, and waiting for what other programs do.
#![allow(dead_code, reason = "no test needs all of it")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The time after which whatever has not come is given up. It only keeps a failing test from waiting for ever: no test is about it, and on a
/// busy machine nothing takes a tenth of it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// Waits until something is so that only another program can bring about.
#[track_caller]
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}: it does not come so far");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The output of a program that ends.
#[track_caller]
pub(crate) fn ended(child: Child) -> Output {
    let (sender, output) = channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    output.recv_timeout(PATIENCE).expect("it ends").unwrap()
}

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

    /// It ends, and well.
    #[track_caller]
    pub(crate) fn ends(mut self) {
        let begun = Instant::now();
        // its output ends with it
        let end = loop {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            if let Err(end) = self.lines.recv_timeout(left) {
                break end;
            }
        };
        assert_eq!(end, RecvTimeoutError::Disconnected, "it goes on");
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}");
    }
}
