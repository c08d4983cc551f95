//! A program at the other end of two pipes. However much it says, little is kept, and whether it listens nobody waits for.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::player::Trouble;

/// Lines that wait to be read, and bytes of each that are kept.
const WAITING: usize = 512;
const LONGEST: usize = 1 << 14;
/// How long a program may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often is looked whether the match has been stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// A line, and when it came.
pub(super) type Heard = (Instant, String);

/// A program being talked to. It is ended when this is dropped.
pub(super) struct Link {
    child: Child,
    /// To the thread that writes.
    words: Option<Sender<String>>,
    lines: Receiver<Heard>,
    /// Nobody listens any more.
    over: Arc<AtomicBool>,
    /// The match has been stopped.
    stop: Arc<AtomicBool>,
}

impl Link {
    pub(super) fn start(
        command: &[String],
        folder: Option<&Path>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Trouble> {
        let unfit =
            |error: std::io::Error| Trouble::Unfit(format!("{} can't be started: {error}", command[0]));
        let mut program = Command::new(&command[0]);
        program.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = folder {
            program.current_dir(folder);
        }
        // Ctrl-C is for us: who plays is told in due form
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

    /// Says a line. Whether anybody hears it is found out by listening.
    pub(super) fn say(&self, line: impl Into<String>) {
        if let Some(words) = &self.words {
            let _ = words.send(line.into());
        }
    }

    /// The next line; no longer than until then, or until the match is stopped.
    pub(super) fn hear(&mut self, until: Instant) -> Result<Heard, Trouble> {
        let begun = Instant::now();
        while !self.stop.load(Ordering::Relaxed) {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                // what floods in must not keep us beyond the time
                Ok(heard) if heard.0 <= until || begun <= until => return Ok(heard),
                Err(RecvTimeoutError::Timeout) if left > GLANCE => {}
                Ok(_) | Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Err(Trouble::Gone(self.farewell())),
            }
        }
        Err(Trouble::Silent)
    }

    /// How it has ended.
    fn farewell(&mut self) -> String {
        let status = self.child.try_wait().ok().flatten();
        status.map_or_else(|| "it says no more".to_owned(), |status| format!("it has ended ({status})"))
    }
}

/// Hands lines over until nobody wants them; of a long one the beginning.
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
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            line.clear();
            if sender.send((Instant::now(), text)).is_err() {
                return;
            }
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.say("quit");
        self.words = None;
        let begun = Instant::now();
        while begun.elapsed() < FAREWELL {
            // let it write its last words
            self.lines.try_iter().take(WAITING).for_each(drop);
            if !matches!(self.child.try_wait(), Ok(None)) {
                self.over.store(true, Ordering::Relaxed);
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        // what it has started may go on, and ends when it finds the pipe closed
        self.over.store(true, Ordering::Relaxed);
        // gone already, perhaps
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
