//! A program at the other end of two pipes. However much it writes, little is kept, and sending never waits for it to read.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use ferz::text::printable;

use super::player::PlayerError;

/// The maximum number of lines waiting to be read, and of bytes of each that are kept.
const WAITING: usize = 512;
const LONGEST: usize = 1 << 14;
/// The time a program may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);
/// The interval between checks of whether the match has been stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// A line, and the time it arrived.
pub(super) type Heard = (Instant, String);

/// A running program and its pipes. It is ended when this is dropped.
pub(super) struct EngineProcess {
    child: Child,
    /// The channel to the writing thread.
    words: Option<Sender<String>>,
    lines: Receiver<Heard>,
    /// True if there is no receiver any more.
    over: Arc<AtomicBool>,
    /// True if the match has been stopped.
    stop: Arc<AtomicBool>,
}

impl EngineProcess {
    pub(super) fn start(
        command: &[String],
        folder: Option<&Path>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, PlayerError> {
        let unfit =
            |error: std::io::Error| PlayerError::Unfit(format!("{} can't be started: {error}", command[0]));
        let mut program = Command::new(&command[0]);
        program.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = folder {
            program.current_dir(folder);
        }
        // Ctrl-C is for this program, which ends the player properly
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut program, 0);
        let mut child = program.spawn().map_err(unfit)?;
        let (words, said) = channel::<String>();
        let (sender, lines) = sync_channel(WAITING);
        let over = Arc::default();
        if let Some(mut input) = child.stdin.take() {
            thread::spawn(move || {
                said.iter().try_for_each(|line| writeln!(input, "{line}").and_then(|()| input.flush()))
            });
        }
        if let Some(output) = child.stdout.take() {
            let over = Arc::clone(&over);
            thread::spawn(move || listen(BufReader::new(output), &sender, &over));
        }
        Ok(Self { child, words: Some(words), lines, over, stop: Arc::clone(stop) })
    }

    /// Sends a line. Whether it was read shows only in the answers.
    pub(super) fn say(&self, line: impl Into<String>) {
        if let Some(words) = &self.words {
            let _ = words.send(line.into());
        }
    }

    /// Returns the next line, waiting at most until a time, or until the match is stopped.
    pub(super) fn hear(&mut self, until: Instant) -> Result<Heard, PlayerError> {
        let begun = Instant::now();
        while !self.stop.load(Ordering::Relaxed) {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                // a flood of output must not keep this waiting beyond the time
                Ok(heard) if heard.0 <= until || begun <= until => return Ok(heard),
                Err(RecvTimeoutError::Timeout) if left > GLANCE => {}
                Ok(_) | Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Err(PlayerError::Gone(self.farewell())),
            }
        }
        Err(PlayerError::Silent)
    }

    /// Describes how it has ended.
    fn farewell(&mut self) -> String {
        let status = self.child.try_wait().ok().flatten();
        status.map_or_else(
            || "it has closed its output".to_owned(),
            |status| format!("it has ended ({status})"),
        )
    }
}

/// Passes on lines as long as there is a receiver; of a long line, only the beginning.
fn listen(mut output: BufReader<ChildStdout>, sender: &SyncSender<Heard>, over: &AtomicBool) {
    let mut line = Vec::new();
    while !over.load(Ordering::Relaxed) {
        let Ok(buffer) = output.fill_buf() else { return };
        if buffer.is_empty() {
            return;
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let kept = part.len().min(LONGEST - line.len());
        line.extend_from_slice(&part[..kept]);
        let used = part.len() + usize::from(end.is_some());
        output.consume(used);
        if end.is_some() {
            // what an engine says is shown in reasons and results
            let text = printable(&String::from_utf8_lossy(&line).trim().replace('\t', " "));
            line.clear();
            if sender.send((Instant::now(), text)).is_err() {
                return;
            }
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.say("quit");
        self.words = None;
        let begun = Instant::now();
        while begun.elapsed() < FAREWELL {
            // time for its last output
            self.lines.try_iter().take(WAITING).for_each(drop);
            if !matches!(self.child.try_wait(), Ok(None)) {
                self.over.store(true, Ordering::Relaxed);
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        // programs it has started may go on, and end when they find the pipe closed
        self.over.store(true, Ordering::Relaxed);
        // it may have ended already
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
