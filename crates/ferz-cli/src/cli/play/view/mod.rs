//! The full-screen view of a game in the terminal.
//!
//! Events become intents (`keys`), intents change the state (`state`, `act`, `choice`), and the state is drawn into a buffer (`plan`,
//! `draw`, `board`, `aside`): none of these knows a terminal. The loop below joins them to one, and to the engine in its thread. What a
//! game is, and what may be done with it, is the sitting's, which the prompt shares.

mod act;
mod aside;
mod board;
mod choice;
mod draw;
mod keys;
mod paint;
mod plan;
mod sheet;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod worker;

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use ferz::draw::Picture;
use ratatui::crossterm::event::{self, Event};
use ratatui::layout::Rect;

use super::screen::{Screen, interactive, unicode_locale};
use super::session::Session;
use plan::Shape;
use state::{Flow, Look, View};
use terminal::{Stage, measure};
use worker::Worker;

/// The time to wait for an event before checking the engine and the clock.
const BEAT: Duration = Duration::from_millis(40);

/// Returns `true` if the terminal can show the view of a game: one that is a terminal, knows how to move its cursor, and is large enough.
pub(super) fn fits(sitting: &Session) -> bool {
    let able = std::env::var("TERM").map_or(cfg!(windows), |term| !term.is_empty() && term != "dumb");
    let shape = Shape::of(&Picture::bare(sitting.game.variant(), ""), false);
    let (width, height) = shape.least();
    let large = || measure().is_some_and(|(columns, rows)| columns >= width && rows >= height);
    interactive() && able && large()
}

/// Plays on the whole screen until the user leaves.
pub(super) fn run(sitting: Session, screen: &Screen) -> io::Result<Session> {
    let look = Look { figures: screen.look.figures, colour: screen.look.colour, unicode: unicode_locale() };
    let size = measure().unwrap_or((80, 24));
    let mut view = View::new(sitting, look, size);
    let mut stage = Stage::enter()?;
    let done = attend(&mut view, &mut stage);
    drop(stage);
    done?;
    // with the time since the last move
    let trouble = if view.sitting.is_unfinished() { view.sitting.keep() } else { None };
    trouble.map_or(Ok(()), |words| screen.say(&words))?;
    view.sitting.parting().map_or(Ok(()), |words| screen.say(words.trim_start()))?;
    Ok(view.sitting)
}

/// Waits for events, and shows their effects.
fn attend(view: &mut View, stage: &mut Stage) -> io::Result<()> {
    let (mut worker, events) = (Worker::new(), listen());
    let began = Instant::now();
    let (mut last, mut drawn) = (began, None);
    loop {
        let seed = view.sitting.record.seed;
        worker.ask(view.asks(), |question| view.asked_of(question).clone(), seed);
        let second = began.elapsed().as_secs();
        if drawn != Some(second) {
            // the size may have changed unnoticed, as while the program was stopped
            view.size = measure().map_or(view.size, |(width, height)| Rect::new(0, 0, width, height));
            stage.draw(view)?;
            drawn = Some(second);
        }
        let event = match events.recv_timeout(BEAT) {
            Ok(event) => Some(event?),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        // most movements of the mouse mean nothing
        if let Some(intent) = event.and_then(|event| keys::read(&event)) {
            drawn = None;
            match view.obey(intent) {
                Flow::On => {}
                Flow::Leave => return Ok(()),
                Flow::Suspend => {
                    stage.suspend()?;
                    last = Instant::now();
                }
            }
        }
        while let Some((question, found)) = worker.answer()? {
            view.hear(question, &found);
            drawn = None;
        }
        if stage.is_ending() {
            return Ok(());
        }
        if stage.has_resumed()? {
            (last, drawn) = (Instant::now(), None);
        }
        view.tick(last.elapsed());
        last = Instant::now();
    }
}

/// Keys and the mouse, read by a thread of their own: reading from a terminal that is gone may never end.
fn listen() -> Receiver<io::Result<Event>> {
    let (tell, events) = channel();
    std::thread::spawn(move || {
        loop {
            let event = event::read();
            let failed = event.is_err();
            if tell.send(event).is_err() || failed {
                return;
            }
        }
    });
    events
}
